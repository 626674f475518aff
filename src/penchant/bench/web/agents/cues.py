"""The words by which a request is read, as data: which function it wants, and what in it is no part of a search.

A row is a pattern and nothing else. Patterns are about how people ask, in any shop; they know no products.
"""

from __future__ import annotations

import re

WRITING: tuple[str, ...] = (
    r"\b(write|draft|compose|word|phrase|post|leave|prepare|finish|put)\b[^.!?]*\b(reviews?|feedback)\b",
    r"\b(write|draft|compose|phrase|post|leave|prepare|put|turn)\b[^.!?]*\b(comment|testimonial|write-?up)\b",
    r"\b(write|draft|compose|phrase|word|put|sum up|jot down|set down)\b[^.!?]*"
    r"\bmy (\w+ )?(thoughts|opinions?|impressions?|experience)\b",
    r"^(please |kindly |can you |could you )?rate (this|that|these|the|my|it)\b",
    r"(^|\b(please|kindly|you|to|and|i'd|i would) )(rate|give)\b[^.!?]*\b([1-5]|one|two|three|four|five) stars?\b",
    r"\breview\b[^.!?]*\b(written|write|for me|on my behalf|into words)\b",
    r"^(a |my )?reviews? (for|of|on|about)\b",
    r"\breview time\b",
    r"\b(leave|give|share|post)\b[^.!?]*\b(feedback|what i think|my (thoughts|opinion|experience))\b",
    r"\b(into|in) a (short |full |proper )?review\b",
    r"\b(need|want|like|owe|promised)\b[^.!?]*\ba (short |full |proper )?review (of|for|on|about|written)\b",
    r"\bhelp\b[^.!?]*\breview\b",
)
"""Somebody wants a review written."""

ADVICE: tuple[str, ...] = (
    r"\b(can|could|would|might|do|will|should|you|please|kindly|to|me|any|some|best|your|of|for|welcome)\b[^.!?:;]{0,25}"
    r"\b(recommend|recommendations?|suggest|suggestions?)\b",
    r"^(please )?(recommend|suggest)\b",
    r"\b(any|more|some|got any|have any|new) ideas?\b",
    r"^(and |any )?ideas for\b",
    r"\bwhat\b[^.!?]*\b(should i (get|buy|try|pick)|would you (pick|choose|get|take|go for))\b",
    r"\bsurprise me\b",
    r"\binspire me\b",
    r"\bwhat\b[^.!?]*\b(might|would|could|may|will|should) i (also )?(like|enjoy|love|be into)\b",
    r"\b(based on|going by|judging by|given) (what|my|everything|the things)\b[^.!?]*"
    r"\b(bought|purchases?|orders?|history|taste|owned|liked)\b",
    r"\b(discover|explore)\b[^.!?]{0,20}\b(new|something|more|other|different|options|brands?|products?)\b",
    r"\b(no (clue|idea) what|not sure (exactly )?what|can't decide|cannot decide|nothing particular in mind)\b",
)
"""Somebody wants to be advised on what to get."""

CORRECTED = (
    r"(^|[,.;:!?…–-]\s*|\bor )(no|wait|actually|rather|scratch that|never ?mind|on second thoughts?)\b[\s,.:;…–-]*"
    r"(please |just |simply |only |instead |rather |let's |could you |can you )*"
    r"(?=(search|find|look|recommend|suggest|review|write|draft)\b)"
)
"""Somebody changes their mind in the middle of a request: what comes after it counts."""

REPORTED: tuple[str, ...] = (
    r"\b(i|we) (have |had |'ve )?(read|had|got|heard|saw|seen)\b[^.!?]*"
    r"\b(reviews?|suggestions?|recommendations?|ideas?)\b",
    r"\b(was|were|been|is|are|keeps?|kept|had|has|have|came|comes) (\w+ )?(recommend|suggest)(ed|ing)\b",
    r"\b(friend|colleague|sister|brother|mother|neighbour|doctor|somebody|someone|everyone)s? (\w+ )?"
    r"(recommend|suggest)(s|ed|ing)?\b",
)
"""Advice or reviews that others gave before; they say nothing of what is wanted now."""

ASKING: tuple[str, ...] = (
    r"would you be so kind as to|i would be grateful if you could|could you please|can you please|may i ask you to",
    r"could you|can you|would you|might you have|do you (carry|have|sell|stock)|you know me by now",
    r"i(’|')?m (looking for|after|trying to track down|searching for|hunting for)|i am (looking for|after)|looking for",
    r"i(’|')?ve (made up my mind( at last)?|got my heart set on)|(okay|right|so|well|hello|hi)\b,?|mission of the day",
    r"i (need|want|would like|wish)( to (buy|get|find|see))?|i(’|')?d like( to (buy|get|find|see))?|help me",
    r"(please )?(find|search (the shop )?for|search|look up|look for|hunt down|track down|dig one up|pull up|show me)",
    r"if (you have it|possible)|for me|please|something (like that|close|similar)|what there is|what matches|again",
    r"i know it(’|')?s out there( somewhere)?|what (have you got|you have)|do you have that|where can i find it here",
)
"""Ways of asking around what is asked for."""

CHATTER: tuple[str, ...] = (
    r"\b(exact|similar|match|letter|along those lines|comes? close|something close|something like that)\b",
    r"\b(usual|usually|normally|always|as ever|the way i like|my earlier ones|same sort|you know what i)\b",
    r"\b(look at|pay attention|counts for me|matters|care about|keep .* in mind|important to me)\b",
    r"\b(my (old|last) one|at a friend|gave my|ran out|finished the last|cupboard|time for a new)\b",
    r"\b(having people over|putting this off|made up my mind|i know what i'm after|get this sorted)\b",
    r"\b(what (have you got|you have|there is|matches)|where can i find|do you have that|dig one up|show me what)\b",
    r"\b(browsing|head spins|time of the year|money left|never find|something new)\b",
    r"\b(recommend(ed|ing)|reviews?)\b",
)
"""Sentences with nothing to search by, unless they are the ones that ask."""

HABIT: tuple[str, ...] = (
    r"^(it )?(need not|doesn't have to|does not have to|should suit)\b",
    r"\bi know what i('m| am) after\b",
    r"^(same sort|nothing exotic|something (similar|along)|you know what)\b",
    r"^(i (always|pay|look|care)|what (counts|matters)|please keep)\b",
)
"""Sentences that name nothing to search by, whatever words they use."""

REQUEST = (
    r"\b(looking for|find|need|search|look (up|for)|(track|hunt) down|(i'm|am) after|carry|might you have|i want)\b"
    r"(?! what| it here| the right| it's| for months)"
)
"""A sentence that asks for something, whatever else it says."""

IDLE: tuple[str, ...] = (
    r"\b(i (always )?(care|look at)|(what )?matters to me|counts for me|pay attention)\b",
    r"\b(browsing|reviews|time of the year|money left|keep looking|time for something new|you know what i)\b",
    r"\b(open to anything|my usual|what i got lately|surprise me)\b(?!.*:)",
)
"""Sentences of a request for advice that do not say what it is about."""

ADVISING: tuple[str, ...] = (
    r"\b(based on|going by|judging by|given) (what|my|everything|the things)\b[^,.!?]*"
    r"\b(bought|purchases?|orders?|history|taste|owned|liked)\b",
    r"\bwhat (else )?(might|would|could|may|will|should) i (also )?(like|enjoy|love|be into)\b",
    r"\b(discover|explore) (something )?(new|more|other|different)\b",
    r"\b(recommend|suggest)(ations?|ions?|ation or two|ion or two)?\b( me)?",
    r"\b(any|got any|have any|some|your best) (ideas?|recommendations|suggestions)\b",
    r"\bwhat should i (get|buy|try)( in the way of)?",
    r"\b(what )?would you (pick|choose|take|suggest|recommend)( if you were me)?",
    r"\b(i'm|i am) in the mood for|i feel like treating myself to|can't decide on|hit me with|i could use|help\b",
    r"\b(have )?no (clue|idea) what|(but )?i'm not sure exactly what|as i have nothing particular in mind",
    r"\bthat (would (suit me|be to my liking)|i'd enjoy)|for somebody like me|i would (welcome|be glad of)|for me\b",
)
"""Ways of asking for advice, around what it is about."""

STYLE: tuple[str, ...] = (
    r"\b(sound(s)? like me|(way|how) i('d)? (usually )?(write|say)|my own (style|words)|full review)\b",
    r"\b(put that into words|write (it|that|something)|turn that into|wr(ote|ite) (the|it|that) (review|up))\b",
    r"\b(recommended it to me|found it here|looking for one for|asked me for|suggestions from|settled on)\b",
    r"\b(stuck for words|people should know)\b",
)
"""Sentences of a plea for a review that are about the writing, or about what came before, and no part of an opinion."""

_ABOUT = "around|about|over|under|below|up to|near|less than|no more than|at most|max|within"
_AMOUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
PRICE = re.compile(
    rf"\b((for|at|not) )?((a bit|much) )?({_ABOUT}) \$ ?(?P<price>{_AMOUNT})"
    rf"|\$ ?(?P<bare>{_AMOUNT})"
    rf"|\b((for|at|not) )?((a bit|much) )?(({_ABOUT}) )?(?P<worded>{_AMOUNT}) ?(dollars?|bucks|usd)\b",
    re.I,
)
"""A price in the words of a request."""

LOW_WORDS = ("upset", "regret", "complete letdown", "awful", "terrible", "worst", "hate", "broke", "furious")
POOR_WORDS = ("let down", "disappoint", "not very pleased", "unhappy", "poor", "regrettable", "frustrat")
MIXED_WORDS = ("two minds", "mixed", "neither", "so-so", "okay-ish", "not bad", "average", "fits okay")
GOOD_WORDS = ("pleased", "like it", "went well", "good", "happy with", "on the whole", "overall", "satisfied")
GREAT_WORDS = ("delighted", "thrilled", "happier", "love", "excellent", "perfect", "amazing", "best")
SO_MANY_STARS = re.compile(r"\b(?P<number>[1-5]|one|two|three|four|five)[ -]stars?\b", re.I)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
STARS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (3, MIXED_WORDS),
    (2, POOR_WORDS),
    (1, LOW_WORDS),
    (5, GREAT_WORDS),
    (4, GOOD_WORDS),
)
"""How many stars an opinion is worth, by words in its first sentence; the first row that matches decides."""

LITTLE: tuple[str, ...] = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this",
    "to was will with i i'm i'd i've i'll me my mine we our us you your he she his her its them those what which who",
    "how when where why can could would should may might must do does did have has had am been being so just really",
    "very some any one ones thing things something anything please here from about around over under out up down off",
    "than too also it's that's don't doesn't isn't like want need get got go make find look looking show know think",
    "all more most much many kindly mostly made version",
)
"""Words too little to search by."""
