"""Hearing what is no matter of taste: an allergy, a diet, a rule of faith, an access need, a "never".

A plain table of turns of phrase, each about the speaker. Mere emphasis ("I can't stand techno"), somebody else's rule,
a question, what was once, and a joke about what no option could be are none. What it rules out is in
:mod:`penchant.mind.constraints`. Somebody who takes such a rule back ("I eat meat again") is heard as well: as a
statement that they accept it, which is confirmed before it counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from penchant.domain import Stance, Statement
from penchant.mind.constraints import is_known, is_member, table
from penchant.mind.lexicon import is_kind
from penchant.mind.understand.constraint_phrases import (
    IMPERATIVE,
    MEALS,
    PUTTING,
    RELIGION,
    both_at_once,
    conditions,
    is_diet,
    lifts,
    turns,
)
from penchant.mind.understand.tokens import MOST_READ
from penchant.remembering import remembered

_TRIGGER = re.compile(
    r"al+erg|intoleran|veg[ae]|veggie|pesc|coeliac|celiac|diabet|epilep|asthma|teetotal|halal|kosher|haram|never|ever\b|"
    r"(?:n['’]?t|not|cannot) (?:ever )?(?:eat|drink|have|do|fly|climb|manage|use|take|walk|touch|consume|allowed)|"
    r"(?:eat|drink) no|hives|stairs|wheelchair|[- ]free|accessible|circumstances|no account|kill me|religion|faith|"
    r"muslim|jewish|hindu|pregnant|medication|off[- ]limits|doctor|avoid|swell|rash|react|for good|die|"
    r"(?:again|now|any ?more|no longer)\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_ASKED = re.compile(
    r"^(?:so |and |but |ok |well |sorry |hey |hi |hello )*(?:is|are|am|do|does|did|can|could|would|will|was|were|has|"
    r"have|had|should|shall|may|might|what|which|who|whom|whose|how|why|where|when|isn't|aren't|don't you|you)\b"
)
_INVERTED = re.compile(
    r"(?:so |and |but )?(?:is|are|does|do|did|can) (?:a|an|the|my|it|there|all|any|people|kids|he|she|they) "
)
_NOT_REALLY = re.compile(
    r"\b(?:if|wish|pretend|suppose|imagine|as though|as if|unless|whether|not that|used to|almost|nearly|mostly|"
    r"practically|sort of|kind of|trying|might|maybe|perhaps|nobody said|who says|said|says|spiritually|joking)\b"
)
OCCASION = re.compile(
    r"\b(?:today|tonight|now|this (?:\w+)|this$|for this|at the moment|mondays?|"
    r"tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|week(?:end|day)s?|mornings?|evenings?|nights?|noon|"
    r"after|before|during|when|while|until|unless|if|except|without|"
    r"for (?:that|breakfast|lunch|dinner|supper|dessert)|at (?:work|night|noon)|much|enough|often|so much)\b"
)
_FOOD_WORDS = frozenset(("option", "one", "dish", "burger", "meal", "version", "choice", "restaurant", "food", "menu"))
_BARE = re.compile(r"\b(?:under no circumstances|on no account)\b(?P<rest>.*)")
_LONGEST = 4
"""So many words the name of what is ruled out has at most."""


@remembered(1024)
def heard_constraints(words: str) -> tuple[Statement, ...]:
    """The rules in a person's words that hold for them on every occasion.

    >>> [(one.stance, one.value) for one in heard_constraints("I'm vegetarian, and allergic? My sister is, to cats.")]
    [('wants', 'vegetarian')]
    """
    words = words[:MOST_READ]
    if not _TRIGGER.search(words):
        return ()
    found: dict[tuple[Stance, str], None] = {}
    for match in SENTENCE.finditer(plainly(words)):
        sentence = match[0].strip()
        if not _is_asked(sentence):
            found |= dict.fromkeys(_in_sentence(sentence.rstrip(".!?;\n ")))
    return tuple(Statement(stance, value, kind="constraint") for stance, value in found)


def plainly(words: str) -> str:
    """The words in small letters and with whole contractions."""
    text = _QUOTED.sub(" ", words.lower().replace("’", "'"))
    text = re.sub(r"\b(?:i am|im)\b", "i'm", re.sub(r"\bwe are\b", "we're", text))
    text = re.sub(r"\b(do|does|wo|ca|must|is|are)nt\b", r"\1n't", text)
    text = re.sub(r"[ \t]+", " ", re.sub(r"\bi have been\b", "i've been", text))
    return both_at_once().sub(r"\g<subject> \g<first>\g<tie>\g<subject> ", text)


def _is_asked(sentence: str) -> bool:
    """Whether it is a question; "I'm vegan, remember?" is none, and "I'm vegan, so could I…?" neither."""
    if not sentence.rstrip().endswith("?"):
        return _INVERTED.match(sentence) is not None
    return bool(_ASKED.match(sentence)) or "," not in sentence


def _in_sentence(sentence: str) -> Iterator[tuple[Stance, str]]:
    lifted = list(_lifted(sentence))
    if lifted:
        yield from lifted
        return
    yield from _conditions(sentence)
    yield from _allergies(sentence)
    yield from _access(sentence)
    for turn in turns():
        for match in turn.pattern.finditer(sentence):
            if _holds_always(sentence, match):
                yield from ((turn.stance, name) for name in _named_in(match["what"], turn.counts))
    yield from _forbidden(sentence)


def _holds_always(sentence: str, match: re.Match[str]) -> bool:
    """Whether it is meant as it is said, of every occasion."""
    if _NOT_REALLY.search(sentence[: match.start()]) or _NOT_REALLY.search(match[0]):
        return False
    clause = re.split(r"[,:]| but | so | because | since | it's ", sentence[match.start() :])[0]
    return not OCCASION.search(clause) and "spiritually" not in sentence


_ENDS = re.compile(r" (?:but|so|because|since|it's|which|that|and i|as i|for me|please|at all|any ?more|for) ?")
_ONLY_SOME = re.compile(r" ?(?:any more|another|more|that|this|these|those|such|except|so|too|one more)\b")
_OWN_CLAUSE = re.compile(r" ?(?:the|a|an|my|some|i|we|it|no|not|give|bring|make|just|please|would|will|want|like)\b")
_SMALL = re.compile(r"^(?:any|the|all|a|an|some|anything with|food with|kinds of|eating|drinking) ")


def _named_in(what: str, counts: Callable[[str], bool]) -> Iterator[str]:
    """The names in a list that count, in the person's words; a new wish ("nuts, the tart please") is no part of it."""
    first, *others = re.split(r"(,? and |,? or |, |/)", _ENDS.split(what)[0])
    parts = [first]
    if any("and" in tie or "or" in tie for tie in others[::2]):  # "nuts, eggs and fish", but not "nuts, tea"
        parts += others[1::2]
    for part in parts:
        if _ONLY_SOME.match(part) or (part is not first and _OWN_CLAUSE.match(part)):
            return
        tokens = _SMALL.sub("", part.strip()).split()
        for size in range(min(len(tokens), _LONGEST), 0, -1):
            name = " ".join(tokens[:size]).strip("', -")
            if name and counts(name):
                yield name
                break


def _conditions(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What somebody is: vegan, coeliac, diabetic."""
    for match in conditions().finditer(sentence):
        rest = sentence[match.end() :].split()
        if (rest and rest[0].strip(",") in _FOOD_WORDS) or not _holds_always(sentence, match):
            continue
        name = match["name"] or match["alone"]
        follows = table().conditions.get(name.replace("-", " "))
        if follows or is_diet(name):
            yield follows or ("wants", name)


_ALLERGY = re.compile(r"(?P<what>[a-z]+(?: [a-z]+)?)[ -](?:allergy|allergies|intolerance)\b")
_NOT_MINE = re.compile(
    r"\b(?:no|not|never|her|his|their|your|whose|has|had|people|anyone|anybody|someone|somebody|guests?|friends?|"
    r"with an?|[a-z]+'s)\b"
)


def _allergies(sentence: str) -> Iterator[tuple[Stance, str]]:
    """A nut allergy of the speaker's own."""
    for match in _ALLERGY.finditer(sentence):
        before = re.sub(r"\b(?:it|that|there|here|what|let)'s\b", "", sentence[: match.end("what")])
        if (_NOT_MINE.search(before) and not re.search(r"\bmy [a-z ]*$", before)) or not _holds_always(sentence, match):
            continue
        for size in (2, 1):
            name = " ".join(match["what"].split()[-size:])
            if is_known(name) or is_member(name):
                yield "avoids", name
                break


_FLY = re.compile(
    r"\b(?:i|we) (?:never|don't|do not|can't|cannot|won't) (?:ever )?fly\b(?! \w+ class| with| from| to )"
)
_SOBER = re.compile(r"\b(?:i|we) (?:don't|do not|never) drink(?: at all| any ?more)?(?=$|,| so | because )")
_STAIRS = re.compile(
    r"\b(?:i|we|my \w+) (?:can't|cannot|can no longer) (?:do|climb|manage|use|take|walk up|handle) (?:the |any )?"
    r"(?:stairs|steps)\b"
)
_WHEELCHAIR = re.compile(r"\b(?:i'm (?:in|on) a|i use a|i'm a|my|being in a) wheelchair\b|\bi'm a wheelchair user\b")


def _access(sentence: str) -> Iterator[tuple[Stance, str]]:
    for pattern, stance, value in (
        (_FLY, "avoids", "flying"),
        (_SOBER, "avoids", "alcohol"),
        (_STAIRS, "avoids", "stairs"),
        (_WHEELCHAIR, "wants", "step-free"),
    ):
        match = pattern.search(sentence)
        if match and _holds_always(sentence, match):
            yield ("wants" if stance == "wants" else "avoids"), value


def _forbidden(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What nobody is ever to bring: "never give me anything with pork"; of a bare "never" only what the table knows."""
    for match in (IMPERATIVE.match(sentence), _BARE.search(sentence)):
        if match and _holds_always(sentence, match):
            yield from (("avoids", name) for name in _known_in(match["rest"]))
            if match.re is IMPERATIVE and match["verb"] not in PUTTING:
                yield from (("avoids", word) for word in match["rest"].split() if is_kind(word) and word not in MEALS)
    faith = RELIGION.search(sentence)
    if faith:
        refused = re.search(r"\b(?:no|not|without|don't eat|can't eat|don't drink) (?P<rest>.*)", sentence)
        yield from (("avoids", name) for name in _known_in(refused["rest"])) if refused else ()


def _known_in(text: str) -> Iterator[str]:
    words = re.findall(r"[a-z]+", text)
    yield from (word for word in words if is_known(word) and not is_diet(word))


def _lifted(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What somebody takes back, of which they say so: "I'm no longer vegan", "I eat meat again"."""
    for pattern in lifts():
        for match in pattern.finditer(sentence):
            if not _NOT_REALLY.search(sentence[: match.start()]):
                yield from (("accepts", name) for name in _named_in(match["what"], is_known))
    if re.search(r"\b(?:i|we)(?: can)? fly (?:again|now)\b|\bi've started flying\b", sentence):
        yield "accepts", "flying"
