"""Reading a request: when it is (situation), what it is about (topic), and which options are things or places.

Nothing here knows a benchmark: it is a handful of verbs, and the nouns people put things on, in or under.
"""

from __future__ import annotations

import re

from penchant.domain import Request
from penchant.english import stem
from penchant.mind.lexicon import hypernyms, is_place
from penchant.mind.likeness import Likeness
from penchant.mind.protocol import Scene
from penchant.mind.told.names import is_long
from penchant.mind.understand.words import CONTRACTED

PLACING = "where to put"
"""How the topic of every placement begins."""

_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\s+[-–—]+\s+")
_PUT = re.compile(
    r"\b(?:put|place|stow|stash|store|tidy|set|leave|position|arrange|shelve|hang|park|drop|tuck|lay|keep|stand|"
    r"return|move|sort|organi[sz]e|file|pop|stick|slot|rest|settle)\b"
    r"|\bwhere\b.*\b(?:go|goes|put|belongs?|lives?|keep|store|leave|place)\b"
    r"|\b(?:find|give)\b.*\b(?:home|place|spot)\b|\b(?:away|back)\s+(?:for me|please|where)",
    re.IGNORECASE,
)
_PUT_AWAY = re.compile(
    r"\b(?:put|stow|stash|store|tidy|shelve|tuck)\b|\bwhere\b|\b(?:away|back)\b|\b(?:find|give)\b.*\b(?:home|place|spot)\b",
    re.IGNORECASE,
)
"""Asking that leaves no doubt that something is to be put somewhere, whatever the places are called."""

_NOT_PUT = re.compile(
    "|".join(
        (
            r"\bput(?:ting)?\s+on\s+(?!(?:the|my|our|a|that|this)\s+\w+\s+(?:shelf|table|counter|desk|rack|hook)\b)",
            r"\bput(?:ting)?\s+(?:[\w'’-]+\s+){1,4}on(?=\s*(?:$|[.,;!?]|(?:for|please|now|while|and|then)\b))",
            r"\bput(?:ting)?\s+(?:me|us|together|in\s+(?:an?|the)\s+(?:order|request|word|good word))\b",
            r"\bset(?:ting)?\s+up\b",
            r"\bset(?:ting)?\s+(?:the|an?|my|our)\s+(?:[\w-]+\s+)?(?:thermostat|alarms?|timer|temperature|heating|table|"
            r"mood|tone|reminder|date|price|goal|clock|oven|lights?|volume)\b",
            r"\bleave\s+(?:an?|some|the|your|my|me)\s+(?:[\w-]+\s+)?(?:tip|message|note|review|comment|rating|voicemail|"
            r"reply|alone|time|room)\b",
            r"\bleave\s+(?:at|for|by|now|me|early|soon)\b",
            r"\bkeep\s+(?:me|us|it|track|going|an eye|in)\b",
            r"\bdrop\s+(?:me|us|by|in|off)\b|\bmove\s+on\b|\bhang\s+(?:out|on)\b",
            r"\bstick\s+(?:to|with)\b|\bsettle\s+(?:on|for|in|down)\b|\brest\s+of\b",
            r"\breturn\s+(?:\w+\s+)?(?:call|flight|ticket|trip)s?\b",
            r"\bfile\s+(?:\w+\s+)?(?:taxes|claim|complaint|report)\b",
            r"\bstand(?:ing)?\s+(?:it|up)\b|(?:can't|cannot|can’t)\s+stand\b",
            r"\b(?:place|put)\s+(?:an?|the|my|our)\s+(?:\w+\s+)?(?:order|bet|call|bid)\b",
            r"\bwhere\s+(?:should|shall|can|could|might|to)\s+(?:(?:i|we)\s+)?(?:go|eat|stay|travel|head)\b(?!\s+with)",
            r"\bplaces?\s+to\s+(?:eat|drink|stay|sit|go|sleep|visit|meet)\b",
            r"\bplaces?\s+for\s+(?:lunch|dinner|breakfast|brunch|the night)\b",
            r"\b(?:the|an?|this|that|my|our|some|any|grocery|good|need|get|more)\s+(?:parks?|stores?|stand|files?|sets?|"
            r"drop|rest|move|position|sort)\b(?!\s+(?:the|my|it|them|these|those)\b)",
        )
    ),
    re.IGNORECASE,
)
"""Turns of phrase in which nothing is put anywhere: music is put on, a tip is left, a table is set."""

_FETCH = re.compile(
    r"\b(?:bring|get|fetch|grab|hand|pass|pour|serve|give me|pick|choose|make me|fix me|find me|lend|suggest|recommend|"
    r"carry|deliver|offer)\b|\bi(?:'d| would) (?:like|love|fancy)\b|\bi could (?:use|do with)\b"
    r"|\bwhat(?:'s| is| should| shall| would| do| could)?\b|\bwhich\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:could|can|would|will) (?:you|someone|i)\b|\bplease\b|\?|^\s*(?:bring|get|fetch|grab|hand|pass|put|place|"
    r"store|find|pick|choose|give)\b|\bi(?:'d| would) (?:like|love)\b|\bi could (?:use|do with)\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"\b(?:(?:could|can|would|will) (?:you|i)(?: please)?(?: (?:kindly|just))?|please|thanks|thank you|hey|hi|hello|"
    r"(?:bring|get|fetch|grab|hand|pass|give|find|pick|pour|make) (?:me|us)?|"
    r"i(?:'d| would) (?:like|love)(?: to have)?|have)\b[\s,]*",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\b(?:a|an|some|new|another|pair of|set of|the right|the best|my next)\s+(?:(?:new|good|decent|nice|right|pair of|"
    r"set of)\s+)*(?!new\b|pair\b|set\b|right\b|best\b|next\b)"
    r"(?P<what>[^\W_][\w-]*(?:\s+(?!(?:that|which|who|with|for|to|i|based|on|in|of|please|and|or|from|as|at|by|one|"
    r"my|me|is|was|has|like|we|you|soon|today|now|just|here|there|available|online|around|anywhere|the|a|an|where|so|but|if|when)\b)[^\W_][\w-]*)*)",
    re.IGNORECASE,
)
_VESSELS = frozenset(
    {"bag", "bar", "basket", "bin", "bottle", "bowl", "box", "can", "carton", "case", "container", "crate", "cup"}
    | {"dish", "glass", "jar", "jug", "mug", "pack", "packet", "pan", "plate", "platter", "pot", "pouch", "sack"}
    | {"tin", "tray", "tub", "tube", "vase", "wallet"}
)
"""Things that hold things: a tray is a place for keys, and is itself put on a shelf."""
_PART_OF_SOMETHING = re.compile(r"\b(?:of|by|in|on|near|under|beside|behind|next to|above|below|over) (?:the|my|our)\b")
_BEFORE_PLACE = re.compile(r"\b(?:of|by|in|on|near|under|beside|behind|next|with|for|at|above|below|over)\b.*")


def _split(text: str) -> tuple[str, str]:
    """The words around the asking, and the asking itself: the last sentence that asks, or else the last one."""
    sentences = [part.strip() for part in _SENTENCES.split(text.strip()) if part.strip()]
    if not sentences:
        return "", ""
    asking = max((i for i, s in enumerate(sentences) if _ASKS.search(s)), default=len(sentences) - 1)
    return " ".join(s for i, s in enumerate(sentences) if i != asking), sentences[asking]


def _head(name: str) -> str:
    """The noun a name turns on: "shelf" in "top shelf of the fridge"."""
    words = CONTRACTED.findall(_BEFORE_PLACE.sub("", name.lower())) or CONTRACTED.findall(name.lower())
    return words[-1] if words else ""


def looks_like_a_place(name: str) -> bool:
    """Whether a name turns on something one puts things on, in or under.

    >>> looks_like_a_place("top shelf of the fridge"), looks_like_a_place("tomato soup")
    (True, False)
    """
    head = _head(name)
    return is_place(head) or is_place(stem(head))


def _is_a_vessel(name: str) -> bool:
    head = _head(name)
    return head in _VESSELS or stem(head) in _VESSELS


def _is_surely_a_thing(name: str) -> bool:
    """Whether the lexicon knows the name's head as food, drink and the like."""
    if looks_like_a_place(name) or _PART_OF_SOMETHING.search(name.lower()):
        return False
    return bool(hypernyms(_head(name)))


def survey(request: Request, likeness: Likeness) -> Scene:
    """What the request asks for, and what there is to choose from."""
    if request.features:
        described = tuple(tuple(each) for each in request.features)
        return Scene(
            tuple(request.options), (), False, "", wanted(request.text), described, may_decline=request.may_decline
        )
    situation, asking = _split(request.text)
    things, places = tuple(request.options), tuple(request.places)
    if places:
        things, placing = tuple(o for o in things if o not in places), True
    else:
        placing = _is_placing(asking, request.text, things)
        if placing:
            things, places = _things_and_places(things, request.text, likeness)
            placing = bool(places)
    if placing:
        topic = f"{PLACING} {_topic_thing(things, request.text, likeness)}"
        situation = situation or _COURTESY.sub("", asking)
    else:
        topic = _COURTESY.sub("", asking).strip(" ?!.,;") or asking.strip(" ?!.,;")
    return Scene(things, places, placing, situation.strip(" .!?;,"), topic, may_decline=request.may_decline)


def wanted(text: str) -> str:
    """What kind of thing a request is after: the noun that follows the asking.

    >>> wanted("My old one died. Could you find a washing machine that I'd like to buy?")
    'washing machine'
    >>> wanted("Time for new headphones, something to my liking")
    'headphones'
    """
    for sentence in reversed([part for part in _SENTENCES.split(text.strip()) if part.strip()]):
        if found := _AFTER.search(sentence):
            return found["what"].lower()
    return _COURTESY.sub("", text).strip(" ?!.,;").lower()


def _is_placing(asking: str, text: str, options: tuple[str, ...]) -> bool:
    """Whether something is to be put somewhere; the asking sentence decides, else the whole text."""
    if is_long(options):
        return False  # nothing is put into an answer
    for words in (asking, text):
        meant = _NOT_PUT.sub(lambda found: " " * len(found[0]), words)
        put, fetch = _PUT.search(meant), _FETCH.search(meant)
        if put and (not fetch or put.start() < fetch.start()):
            return _has_thing_and_place(meant, text, options)
        if fetch or meant != words:
            return False
    return False


def _has_thing_and_place(asking: str, text: str, options: tuple[str, ...]) -> bool:
    """Whether there is somewhere to put it among the options: by its name, or beside a thing that the request names."""
    if any(looks_like_a_place(option) and not _is_a_vessel(option) for option in options):
        return True
    if not _PUT_AWAY.search(asking) or len(options) < 3:
        return False
    said = {stem(word) for word in CONTRACTED.findall(text.lower())}
    named = [option for option in options if _share_said(option, said)]
    return (bool(named) and len(named) < len(options)) or any(map(looks_like_a_place, options))


def _things_and_places(
    options: tuple[str, ...], text: str, likeness: Likeness
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is to be put away, and where it may go.

    What the request names is the thing; then anything else may be a place, but for what is surely a thing. Where it
    names none ("put them away"), the names that look like places are the places.
    """
    said = {stem(word) for word in CONTRACTED.findall(text.lower())}
    known = {o: _share_said(o, said) for o in options if not looks_like_a_place(o) or _is_a_vessel(o)}
    most = max(known.values(), default=0.0)
    named = [option for option, share in known.items() if share and share == most]
    if named:
        places = tuple(o for o in options if o not in named and not _is_surely_a_thing(o))
    else:
        places = tuple(o for o in options if looks_like_a_place(o) and not _is_a_vessel(o))
        if len(places) + 1 < len(options):  # more than one is left: a vessel may well be a place among them
            wider = tuple(o for o in options if looks_like_a_place(o))
            places = wider if len(wider) < len(options) else places
    if places and len(places) < len(options):
        return tuple(o for o in options if o not in places), places
    if len(options) < 2:
        return options, ()
    # All look alike: what the request comes nearest to is the thing to be put somewhere.
    thing = max(options, key=lambda o: mentioned(o, text, likeness))
    return (thing,), tuple(o for o in options if o != thing)


def _share_said(option: str, said: set[str]) -> float:
    """How much of a name was said; nothing where the noun it turns on was not."""
    words = [stem(word) for word in CONTRACTED.findall(option.lower())]
    return sum(word in said for word in words) / len(words) if stem(_head(option)) in said else 0.0


def _topic_thing(things: tuple[str, ...], text: str, likeness: Likeness) -> str:
    if not things:
        return "it"
    return max(things, key=lambda o: mentioned(o, text, likeness))


def mentioned(option: str, text: str, likeness: Likeness) -> float:
    """How much of an option's name the text itself says, with closeness in meaning to break ties."""
    said = {stem(word) for word in CONTRACTED.findall(text.lower())}
    own = [stem(word) for word in CONTRACTED.findall(option.lower())]
    return sum(word in said for word in own) / max(len(own), 1) + 0.5 * likeness.texts(option, text)
