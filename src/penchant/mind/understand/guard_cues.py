"""Wordings whose syntax rules a reading out, whatever else was made of them; X is an option that is named.

Each line is a shape of tokens as ``tokens.py`` cuts them ("I don't" is "i do not"). ``X`` matches one or more options
that are named, ``~`` up to six words without a pause (``~~`` over commas), and KIN, LIKES, SAYS ... one of a list; the
rest is as in any regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

_LEADING = (
    r"(?:[a-z]+ly )?(?:(?:the|a|an|any|my|your|our|some|more|that|this|those|these|all|of|such|another|its) ){0,3}"
)
_NAMED = rf"({_LEADING}X\d+(?:(?: , {_LEADING}X\d+)*(?: ,)? (?:and|or|nor) {_LEADING}X\d+)?)"
_SOME_WORDS = r"(?:[^ .,;!?]+ ){0,6}?"
_OVER_A_COMMA = r"(?:[^ .;!?]+ ){0,9}?"
_CLASSES = {
    "KIN": """
        husband|wife|partner|sister|brother|mum|mom|mother|dad|father|friend|friends|kids|children|kid|son|daughter|
        colleague|colleagues|boss|neighbour|neighbor|neighbours|neighbors|roommate|flatmate|boyfriend|girlfriend|aunt|
        uncle|grandma|grandpa|granny|cousin|guest|guests|family|parents|waiter|teacher|trainer|landlord|doctor|dentist
    """,
    "LIKES": """
        love|loves|loved|like|likes|liked|prefer|prefers|adore|adores|adored|hate|hates|hated|want|wants|enjoy|enjoys|
        dislike|dislikes|favor|favors
    """,
    "SAYS": """
        say|says|said|swear|swears|swore|recommend|recommends|recommended|suggest|suggests|suggested|claim|claims|think|
        thinks|reckon|reckons|rave|raves|raved
    """,
    "TAKES": "orders|drinks|has|takes|eats|gets|buys|makes|uses|wears|bakes|cooks|keeps|puts|order|drink|eat|buy|use",
    "DOING": "liking|loving|enjoying|eating|drinking|using|wanting|wearing|buying|ordering|listening to|having",
    "LIKE": "like|love|want|enjoy|need|fancy|mind|take|crave|care for",
    "POINTS": "it|that|this|them|those|these|my|the|a|an|to|things|stuff|anything|interest|place|point",
    "THIRD": "likes|loves|prefers|hates|wants|enjoys|drinks|eats",
    "OWN": "body |stomach |belly |gut |heart |head |throat |mouth |skin |taste |system |back |eyes |teeth ",
    "WERE": "were|was|had|could|did",
}


class _Wording:
    """One line of a table; it is compiled only once a text has a word of each part that must be there."""

    def __init__(self, line: str) -> None:
        for name, words in _CLASSES.items():
            line = line.replace(name, f"({''.join(each.strip() for each in words.splitlines())})")
        self._line = line
        self._needed = [firsts for part in _SPACE.split(line) if (firsts := _first_words(part))]

    def find_in(self, wording: str, words: frozenset[str]) -> Iterator[re.Match[str]]:
        """Where it stands in the wording, which has these words."""
        if any(needed.isdisjoint(words) for needed in self._needed):
            return iter(())
        return self._pattern.finditer(wording)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        made = re.sub(r"\((?!\?)", "(?:", self._line)
        made = made.replace("~~", _OVER_A_COMMA).replace("~", _SOME_WORDS).replace("X", _NAMED)
        return re.compile(rf"(?<![^ ]){made}(?![^ ])")


_SPACE = re.compile(r" (?![^()]*(?:\([^()]*\)[^()]*)*\))")
"""A space that is not in brackets, nor in brackets in brackets."""
_PART = re.compile(r"[a-z]+|\((?!\?)[a-z].*[a-z]\)|\((?!\?)[a-z].*\)\)")
_ALTERNATIVE = re.compile(r"\|(?![^()]*\))")


def _first_words(part: str) -> frozenset[str]:
    """The words a part can begin with; none where it may be left out or may begin with any word."""
    if not _PART.fullmatch(part) or ")?" in part:
        return frozenset()
    inner = part[1:-1] if part.startswith("(") else part
    firsts = [re.match(r"[a-z]+(?![^ (])", each.strip()) for each in _ALTERNATIVE.split(inner)]
    return frozenset(first[0] for first in firsts if first) if all(firsts) else frozenset()


class Shapes:
    """A table of shapes."""

    def __init__(self, table: str) -> None:
        self._table = table

    @cached_property
    def _lines(self) -> list[_Wording]:
        return [_Wording(line.strip()) for line in self._table.strip().splitlines()]

    def find_in(self, wording: str) -> Iterator[re.Match[str]]:
        """Where one of them stands in a wording."""
        words = frozenset(wording.split())
        for shape in self._lines:
            yield from shape.find_in(wording, words)


NOT_WANTED = Shapes(
    r"""
    (stopped|quit) DOING X
    (gone|went|am|been|goes) (right |totally |completely |rather |a bit )?(off|cold on) X
    (put|puts|putting) me off X
    (fed up|sick|bored|tired|weary|sick and tired) (with|of|to death of) X
    (am|is|are|be) (so |all |quite |just )?(done|finished|through) with X
    (have|has) had it with X
    am (so |totally |quite )?over X
    no longer (LIKE|drink|eat|use|wear) X
    (gave|given|giving) up (on )?X
    (cut|cutting) out X
    (swore|sworn) off X
    (outgrown|outgrew) X
    (fallen|fell) out of love with X
    lost (my |the |all )?(taste|appetite|interest|love|liking) (for|in|of) X
    my (love|taste|passion|enthusiasm|appetite|liking) (for|of) X (has|is|was) (faded|gone|over|cooled|waned|dead|past)
    had (enough|my fill|quite enough|too much|more than enough|my share) of X
    X (has|have) (lost|stopped) (its|their|all|appealing|working)
    X (has|have) (begun|started) to (grate|annoy|bore|bother|irritate) (on )?me
    (come|grown|started|begun|learned|learnt) to (dislike|hate|loathe|detest) X
    X (does|do|did) not (really |quite |exactly |much |even )?(appeal|do it|do anything|tempt|speak|attract|agree)
    X (does|do|did) not (really |quite |exactly |much |even )?(grab|excite|interest|convince|suit) me
    X (is|are) not (really |quite |exactly )?(my thing|my cup of tea|to my taste|my style|my idea of fun)
    X (is|are) not (really |quite |at all )?(ok|fine|good|acceptable|for me|alright|what i want|welcome|wanted)
    X (leave|leaves|left) me cold
    X (bores|bore|annoys|annoy|disgusts|disgust|irritates|irritate) me
    X (get|gets|getting) on my nerves
    X (hold|holds|held|have|has) (no|little) (appeal|charm|interest)
    not (so |that |very |really |too |terribly |all that )?(crazy|keen|wild|mad|fond|sold|hot) (about|on|of) X
    not (so |that |very |really |too |terribly |all that )?(thrilled about|excited about|big on|into) X
    (not|no) (a |much of a )?(big |huge |great )?fan of X
    (could|can) not be less (keen|interested|excited|fond|enthusiastic) (on|in|about|of) X
    (could|can) not (care|think) less (about|of) X
    hard to (get|be) (excited|enthusiastic) about X
    can do without X
    (could|would) (happily|gladly|easily) do without X
    (give|gave) X a miss
    (will|would) (pass on|skip|give up) X
    (would be|am) lying if i said i (liked|loved|wanted|enjoyed|fancied|needed) X
    (steer|stay|keep) (clear of|away from) X
    (wish|wished) i (still |only )?(liked|loved|enjoyed|could eat|could drink|could have|could stand) X
    used to (really )?(LIKE|adore|drink|eat|use|wear|swear by) X
    X used to be (my|a|one of my)
    (a|last) (month|year|week|decade|summer|winter) ago i would have ~X
    as if i would ~X
    like i would ever ~X
    nothing (is |could be |would be )?worse than X
    instead of X
    (rather|sooner|prefer|preferable) ~than X
    X less than
    X (is|are) (worse|less \S+) than
    X (is|are) not (as|nearly as|half as) \S+ as
    (beats|beat) X
    swap X for
    (if|supposing|suppose|assuming|imagine) (it|i|we|they|there) (were|was|had) (?!to |not )~~X
    (were|had) (i|we|it) ~~X
    (who|why) (would|do|did|should|on|put|ever|has) ~X ~\?
    X if (only )?(it|they|i|we|there) WERE
    X , (no|nope|never)( [.!])*$
    """
)
"""Of these X is not wanted, unless a word before says no to that."""

NOT_WANTED_UNDONE = Shapes(
    """
    not (really |quite |exactly )?(my cup of tea|my thing|to my taste|my style|for me) , X
    """
)
"""The same where nothing was done yet; after acting they speak of what was done."""

NOT_AVOIDED = Shapes(
    r"""
    not not LIKE X
    not (think|say|mean|believe|mean to say|pretend) (that )?i (do|did|would|will) not LIKE X
    (lying|liar|lie) if i (said|told you) (that )?i (did|do|would) not LIKE X
    never said (that )?i (did|do|would|could) not ~X
    not (say|saying) no to X
    not (be|been) un(welcome|happy|pleased|interested) ~X
    (nobody|no one|noone) ~who (does|would|can|could|will) not ~X
    not that i (would|do|did|could|have) (not|ever|anything) ~X
    (nothing|not anything|not a thing|not a word) against X
    (no|without|not (want|like|need|take|ask for)) (any )?(?!POINTS\b)[a-z]+ (on|in|over) my X
    no (offence|offense|disrespect) to X
    not that i (do not )?(really )?(like|dislike|hate|want) X
    (not|hardly|never) (dislike|hate|mind|regret|refuse|resist|complain about|object to|turn down|fault) X
    not (swap|trade|change|miss) X
    no (objection|objections) to X
    no (problem|issue|quarrel|complaints) with X
    (can|could|would|will) not (live|cope|survive|imagine|manage|go|be|do) ~without X
    (lost|nothing|nobody|miserable|never) without X
    (can|could) not (get enough of|stop eating|stop drinking|stop using|stop thinking about|wait for|say no to|beat) X
    (can|could) not ~(go|be) (wrong|keener|happier|better) (with|on|about|than) X
    (no|nothing|not ~anything) ~(better|nicer|finer|lovelier|happier|rather|sooner|more) ~than X
    (less|worse) than X
    not (as|nearly as|half as) \S+ as X
    (nothing|what) (is |was )?wrong with X
    rather X than
    X (beats|beat|tops)
    nothing (beats|tops|like|compares to|but) X
    nothing (else|other) than X
    none other than X
    (never|not) (get|grow|been|be) (tired|sick|bored|weary) of X
    used to (hate|dislike|avoid|loathe) X , (now|but)
    stopped (disliking|hating|avoiding) X
    (do|to) not (forget|skip|omit|leave out|drop|hold back) X
    hate to (miss|lose|go without|be without) X
    (kill|die|dying|desperate) for X
    no (doubt|question|contest) (about it )?(,|:|—) X
    without (question|doubt|a doubt|hesitation) X
    not (only|just|merely|simply) X
    (why|how come) not X
    X (is|are) not (so |too |half |at all )?(bad|terrible|the worst)
    X (one )?(is|are) (anything but|far from) (bad|ugly|boring|dull|wrong|terrible|awful|cheap|ordinary)
    """
)
"""Of these X is not refused."""

NEITHER = Shapes(
    r"""
    forget (about )?(what|everything|anything|all|whatever) ~X
    never mind (what|everything|anything|all) ~X
    (disregard|ignore|scrap|strike) (my|what|that|the|everything|anything|whatever) ~(about|on|regarding) X
    take back (what|everything|anything) ~X
    what i (said|told|wrote|mentioned) ~(about|on|regarding) X
    (delete|remove|erase|strike|drop|wipe|clear) ~(about|on|concerning|regarding) X
    (delete|remove|erase|strike|wipe|take) X (off|from|out of) (my|the|your)
    X (is|are) (on|in) (my|the|your) (list|notes|profile|file|record|memory)
    (on|in) (my|the|your) (list|notes|profile|file|records?|memory) ~X
    what (is|does it say|do you have) ~(on file|in my (notes|profile|file)) ~X
    (on file|on record) ~X
    what (have|did|do) you ~(written|write|noted|note|have|know|got) ~about X
    (note|notes|record|records|profile|file|list|label|entry|memory) (says|say|claims|claim|reads|read|mentions) ~X
    (change|update|correct|fix) (the|my|your) (note|notes|entry|line|record|profile) ~X
    you (wrote|noted|put) down ~X
    you (have|had) me (down|noted|listed|marked) ~X
    it says (here )?that i ~X
    read me ~X
    rumou?r has it ~X
    (according to|as for) my KIN ~~X
    my KIN (always |really |absolutely |just |usually |also |all )?(LIKES|TAKES) X
    my KIN (can|could) not (stand|bear) X
    my KIN ~(is|are|was|were) (very |so |really |quite )?(fond of|mad about|crazy about|keen on|into) X
    (my|the) KIN (would|will) say X
    my KIN SAYS ~X
    (the|a|some|most|all) (KIN|reviews|critics|doctors|experts|chef|guide|article|blog|advert|ad|internet) SAYS ~X
    (everyone|everybody|people|others|they|folks) (all |always |just )?(SAYS|LIKES|talk about) ~X
    (everyone|everybody|people|they|folks) (keeps|keep) ~X
    (she|he) (LIKES|SAYS) ~X
    X (is|are) what (my|our|the|she|he|they|everyone|everybody) ~(wants|want|likes|like|loves|love|drinks|eats)
    (my|our|the|his|her) (?!OWN)(?!i |you |we )(\S+ )?(?!i |you |we )\S+ (THIRD|says|swears|recommends) (by |that )?X
    (?!i |we |you |who |it |that |this |to |not |OWN)[^ ,.;]+ THIRD X
    (?!i |you |we )[^ ,.;]+ and (?!i |you |we |me )[^ ,.;]+ (like|love|prefer|drink|eat|want|hate) X
    (someone|somebody|some|most|many|others) (\S+ )?(LIKES|SAYS) ~X
    (she|he) TAKES X
    X for (my|our|the) (KIN|visitors|others)
    i (would|could) like (my|our|the) (KIN|visitors|others) to ~X
    (?!i |we |you |who |it |that |this |not |but |as |OWN)[^ ,.;]+ (said|says)( [,.;:-])? X
    (grandma|grandpa|granny|mum|mom|dad|mother|father) (used to )?(SAYS|LIKES|swear by) ~X
    i (have heard|heard|read|hear) (good |great |bad |nice |many |a lot of |some )?(things |stories |that |about )~X
    i have been told ~X
    (?!i |you |we |could )\S+ (swears|swear|raves|rave) (by|about) X
    X (is|are) (said|supposed|reported|reputed|rumored|rumoured) to
    if my KIN ~~X
    X only (when|if|on|in|at|for)
    only (when|on|in|at) ~X
    (back in the day|as a child|as a kid|in my youth|years ago|once upon a time|in those days) ~X
    X ~(as a child|as a kid|in my youth|years ago|back then|in those days)
    when i was (a|young|little|small|still|at|ten|in) ~X
    have you (ever )?(tried|tasted|heard of) X
    (is|are|was|were) X (any|good|nice|tasty|fresh|spicy|sweet|safe|healthy|expensive|vegan|made|really|very|too) ~\?
    (does|do|did|has|have) X (contain|have|taste|come|cost|work|really) ~\?
    how (much|long|far|old|big|good|many|does|do|is|are) (is |are |does |do )?X
    what (does|do) X ~\?
    which (one )?(is|are) (\S+er|more \S+|better|best) ~~X
    what is the difference ~X
    do you (like|know|drink|eat|remember) X ~\?
    (do|does|would|will) (the|my|your) KIN ~X ~\?
    since when ~X
    do i look like ~X
    what (is|was) wrong with X \?
    almost (asked for|took|said|chose|picked|went for|went with|ordered|bought) X
    """
)
"""Of these X is neither wanted nor refused."""

WISHED_FOR = Shapes(
    """
    where (is|are) (my|the) X
    what happened to X
    did not (we|you|i) (agree|settle|say|decide|ask) ~X
    (you|they|they have|you have) (forgot|forgotten|missed|left out|left off) X
    (shame|pity|too bad|sad) ~not X
    not X (i|we) (asked|ordered|wanted|meant|said|had in mind)
    not (see|taste|find|smell) any X
    (hoping|hoped|wishing|waiting|looking forward) (for|to) X
    (i|we) (expected|was expecting|was promised|was after|did ask for|had asked for|had ordered) X
    you promised (me )?X
    (i )?(do )?miss X
    (asked for|ordered|requested) X
    (lacks|lacking|missing) X
    still no X
    no X , no (joy|fun|party|deal)
    (nothing|not anything) like X
    should have (been|taken|brought|chosen|picked|used|gone with|gone for) X
    would have (preferred|liked|loved) X
    if only (it|this) (were|was|had been) X
    """
)
"""After acting, of what was not done: it was wanted, and what was done was not right."""

WARDED_OFF = Shapes(
    """
    (glad|happy|relieved|pleased|grateful|thankful) (that )?(you|it|this|we|they) ~not ~X
    (good|great|nice|lucky) (thing )?(that )?(you|it|this|that) ~not ~X
    thank (god|goodness|heavens|heaven) ~not ~X
    (sparing|saving|spared|saved) me ~X
    (afraid|worried|scared|feared|dreading) (it|you|that|this) ~X
    (you|having) (skipped|avoided|left out|left off|skipping) X
    you remembered (that )?i (do not|hate|can not|dislike) ~X
    (sent|send|handed|given) X (straight |right )?(back|away)
    (sent|send) back X
    """
)
"""After acting, of what was not done: it was not wanted, and what was done was right."""

NOT_PRAISE = Shapes(
    """
    just what i (needed|wanted|always wanted) (, |. )?(more|another|yet another|one more)
    (oh )?(great|brilliant|lovely|wonderful|fantastic|super|marvelous|terrific|joy) (,|.|!) (~)?(again|once more)
    oh (great|joy|brilliant|wonderful|super|goody) (,|.|!) (more|another|yet another)
    (another|yet another|one more) ~(,|.|!)? (great|brilliant|lovely|wonderful|fantastic|super|hooray|yay)
    thanks (a bunch|a million|for nothing|so very much) for
    (thanks|thank you) for nothing
    the one thing i (can not|do not|hate|never)
    (well , )?are not you (clever|smart|funny)
    (sure|right|yes|ok) , because
    as if i (had|have|needed|did) not
    (you|you have) (must be|have to be|got to be|are) (joking|kidding)
    (tell|told) me you are (joking|kidding)
    how (original|thoughtful of you|very original|imaginative) (!|.|,)
    (could|can) not be less (happy|pleased|impressed|thrilled|satisfied)
    since when do i
    if i (wanted|had wanted) ~i would have
    my (nineteenth|tenth|twelfth|hundredth|third|fourth|fifth|sixth|seventh|eighth|ninth|twentieth)
    """
)
"""Praise that is meant the other way."""

NOT_BLAME = Shapes(
    r"""
    (no|without|not (want|like|need|take|ask for)) (any )?(?!POINTS\b)[a-z]+ (on|in|over) my X
    (can|could) not (fault|complain about|ask for more|be happier|be more pleased|have chosen better|have done better)
    (could|can) not have (chosen|picked|done|asked for|wished for|been) ~(better|more|nicer|happier)
    (no|zero|not a single) (complaint|complaints|objection|objections)
    (nothing|not a thing|not anything) (to complain|to fault|wrong|to criticise|to criticize|i would change)
    not (a bad|bad|half bad|the worst|too shabby|unhappy|displeased|disappointed)
    not (get|got|gotten|go|gone) (it )?wrong
    would not (change|have changed|swap|trade|return) (a thing|it|anything|that|this)
    (never|not) (been )?disappoint
    """
)
"""Noes that praise what was done, or speak of a part of it."""
