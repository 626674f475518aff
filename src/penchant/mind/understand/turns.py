"""Turns of phrase that can mean only one thing.

A plain yes; "anything but X"; "Y this once, I usually have X"; and "I wanted Z", which is not on offer.
"""

from __future__ import annotations

import re
from dataclasses import replace

from penchant.domain import Question, Reading, Statement, Utterance
from penchant.mind.explain import is_confirmation
from penchant.mind.told.figures import fitting_times
from penchant.mind.understand.names import named_in
from penchant.mind.understand.tokens import PAUSES, tokenise
from penchant.mind.understand.words import one_of, words_in

SURE = 0.95
"""How sure it is what "anything but X" says of a list."""

_ANY_BUT = re.compile(
    r"^\W*(?P<lead>(?:\w+\W+){0,4}?)(?:any|all|every)(?:thing|one|where|time|day)?(?: of (?:them|these|those))?\s+"
    r"(?:but|except(?: for)?|besides|bar|apart from|other than|save)\b(?P<what>[^.;!?]*)\W*$",
    re.IGNORECASE,
)
_AGREED = r"yes|yeah|yep|yup|sure|ok|okay|go ahead|correct|exactly|indeed|absolutely|definitely|certainly|of course"
_YES = re.compile(
    rf"\W*(?:oh\W+)?(?:{_AGREED}|yea|aye|please do|that'?s (?:right|it|correct)|mhm|uh-huh)\b"
    r"(?:\W+(?:please|thanks|thank you|yes|sure|of course|that'?s right|do|i do|i would|i am|exactly))*\W*",
    re.IGNORECASE,
)
_MEANT = re.compile(
    rf"^\W*(?:(?:oh|well|ok|okay|um|uh),? )?"
    rf"(?:{_AGREED}|please|right|do|i do|i am|i'm sure|i mean it|take it|that's right)\b",
    re.IGNORECASE,
)
_NOT_MEANT = re.compile(
    r"\b(?:no|not|never|nope|nah|none|neither|rather|don't|dont|won't|can't|cannot|better|forget|leave)\b",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:(?:just|only|just for|only for|for) (?:today|tonight|this once|this time|this one time|now|a change)"
    r"|(?:today|tonight|this time|one time) only|this once|for once|just the once|this one time"
    r"|(?:for|on|only|just) this (?:trip|journey|visit|occasion|week|weekend|event|meeting|party)"
    r"|not this time|for the time being|(?:at|for) the moment|as an? (?:special )?(?:treat|one-off|exception))\b",
    re.IGNORECASE,
)
_NOT_NOW = re.compile(
    r"\bnot (?:this time|today|tonight|right now|now|this (?:morning|evening|week|trip))\b", re.IGNORECASE
)
_USUAL = re.compile(
    r"\b(?:usual|usually|normally|typically|ordinarily|generally|always|mostly)\b"
    r"|\bi(?:'m| am) (?:more of )?an? .*\b(?:person|drinker|lover|type|guy|girl)\b",
    re.IGNORECASE,
)
_FOR_GOOD = re.compile(r"\bfrom now on\b|\bthese days\b", re.IGNORECASE)
_AT_LAST = re.compile(r"\bfor once\b", re.IGNORECASE)
_ASKED_FOR = re.compile(
    r"^\W*(?:(?:no|nope|nah|not (?:this|that)|wrong|sorry)\W+)*(?:but )?"
    r"(?:i(?:'d| would)? (?:really )?(?:wanted|want|meant|asked for|like|prefer|was (?:hoping|after) for)\s+"
    r"(?:(?:an?|the|some|my)\s+)?(?P<what>[^\W\d_]+(?: [^\W\d_]+){0,3}?)(?:,? (?:please|instead|actually))?)[\s.!]*$",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\b(?:it|that|this|these|those|them|one|ones|thing|things|else|other|another|nothing|something|anything|to|you|not|"
    r"different|left|right|first|second|last|same|more|less)\b",
    re.IGNORECASE,
)
_SOUNDS = one_of("hm hmm uh uhm um er erm ah aha oh ooh eh huh well so and hey hi hello lol haha anyway")
_LONGEST, _MOST_TIMES = 80, 50
_CLAUSE = re.compile(r"[.,;:!?—\n]+|\bbut\b", re.IGNORECASE)


def says_nothing(words: str) -> bool:
    """Whether words are none, or only sounds.

    >>> says_nothing("hm …"), says_nothing("hm, no"), says_nothing("👍")
    (True, False, False)
    """
    return (_SOUNDS | PAUSES).issuperset(tokenise(words))


def plain_yes(said: Utterance) -> Reading | None:
    """What a plain yes says to a question about one thing; None for any other words.

    >>> from penchant.domain import Question
    >>> tea = Question("Just to be sure: tea?", ("tea",))
    >>> [plain_yes(Utterance(words, ("tea",), question=tea)) is None for words in ("yes please", "yes, but later")]
    [False, True]
    """
    asked = said.question.alternatives if said.question is not None and not said.acted else ()
    if len(asked) != 1 or asked[0] not in said.options or _YES.fullmatch(said.words) is None:
        return None
    return Reading(wants=tuple(asked), sure=SURE)


def as_confirmed(asked: Question, reading: Reading, words: str) -> Reading:
    """What was said to a confirmation: only a plain yes, or the thing by its name, counts; and it is for this once."""
    if not is_confirmation(asked):
        return reading
    plain = words.replace("’", "'")
    named_again = [name for name in asked.alternatives if name.casefold() in plain.casefold()]
    meant: tuple[str, ...] | list[str] = ()
    if not _NOT_MEANT.search(plain):
        meant = [*asked.alternatives] if _MEANT.search(plain) else named_again
    refused = [name for name in asked.alternatives if name not in meant]
    return replace(
        reading,
        wants=tuple(dict.fromkeys([*meant, *(name for name in reading.wants if name not in refused)])),
        accepts=tuple(name for name in reading.accepts if name not in asked.alternatives),
        avoids=tuple(dict.fromkeys([*(name for name in reading.avoids if name not in meant), *refused])),
        once=True,
    )


def about_times(said: Utterance) -> Reading | None:
    """What an answer says of times of day that are on offer; None where it names one, or says nothing of times.

    >>> about_times(Utterance("afternoons suit me, but not after 5", ("9:00", "15:00", "17:30"))).wants
    ('15:00',)
    """
    if said.acted or len(said.options) > _MOST_TIMES or named_in(said.words, said.options):
        return None
    fit = fitting_times(said.words, said.options)
    if fit is None:
        return None
    good, bad = (tuple(n for n, fits in zip(said.options, fit, strict=True) if fits is way) for way in (True, False))
    wants, accepts = (good, ()) if len(good) == 1 else ((), good)
    return Reading(wants=wants, accepts=accepts, avoids=bad, sure=SURE)


def none_of(said: Utterance) -> Reading | None:
    """What "not A, B or C" says, where nothing else is said; None for any other words.

    >>> words, options = "Not the red tea or the black coffee.", ("red tea", "black coffee", "milk")
    >>> none_of(Utterance(words, options)).avoids, none_of(Utterance("not the red tea, the milk", options))
    (('red tea', 'black coffee'), None)
    """
    text = f" {' '.join(words_in(said.words))} "
    if said.acted or not text.startswith((" not ", " neither ")):
        return None
    named = []
    for name in sorted(said.options, key=len, reverse=True):
        if (spoken := f" {' '.join(words_in(name))} ") in text:
            named.append(name)
            text = text.replace(spoken, " ")
    joined = len(named) == 1 or not _OR.isdisjoint(text.split())
    if not named or not joined or not _LISTING.issuperset(text.split()):
        return None
    return Reading(avoids=tuple(name for name in said.options if name in named), sure=SURE)


_OR = frozenset(("or", "nor"))
_LISTING = _OR | {"not", "neither", "the", "a", "an", "and", "please", "thanks"}


def anything_but(said: Utterance) -> Reading | None:
    """What "anything but X" says: the others will do; None where it is not all that is said, or names nothing.

    >>> found = anything_but(Utterance("anything but the walnuts", ("walnuts", "almonds", "raisins")))
    >>> found.accepts, found.avoids
    (('almonds', 'raisins'), ('walnuts',))
    """
    match = _ANY_BUT.match(said.words)
    left_out = named_in(match["what"], said.options) if match and not said.acted else frozenset()
    if match and named_in(match["lead"], said.options):
        return None  # "the sorbet, anything but cheese"
    if not left_out or len(left_out) == len(said.options):
        return None
    accepts, avoids = (tuple(n for n in said.options if (n in left_out) is out) for out in (False, True))
    return Reading(accepts=accepts, avoids=avoids, sure=SURE)


def asked_for(said: Utterance, reading: Reading) -> Reading:
    """The reading with what was wanted instead, in the person's words, where that is not on offer.

    >>> said = Utterance("no, I wanted hot chocolate", ("tea", "coffee"), acted=("tea",))
    >>> asked_for(said, Reading(avoids=("tea",), verdict="wrong")).unlisted
    ('hot chocolate',)
    """
    if reading.wants or reading.accepts or reading.verdict != "wrong" or len(said.words) > _LONGEST:
        return reading
    found = _ASKED_FOR.match(said.words)
    if found is None or _NO_THING.search(found["what"]) or named_in(found["what"], said.options):
        return reading
    return replace(reading, unlisted=(found["what"],))


def is_for_once(words: str) -> bool:
    """Whether words are of this one time: "water, not this time, I'm hungover"."""
    return _ONCE.search(words) is not None and _FOR_GOOD.search(words) is None


def for_once(said: Utterance, reading: Reading) -> Reading:
    """The reading as a wish of this one time, where that is said, with what is wanted on other days told apart.

    >>> said = Utterance("the tea, just this once; I usually drink coffee", ("tea", "coffee"))
    >>> for_once(said, Reading(wants=("tea", "coffee"))).wants
    ('tea',)
    """
    liked = (*reading.wants, *reading.accepts)
    if reading.verdict == "right" and _AT_LAST.search(said.words):
        return replace(reading, once=False)
    if not liked and reading.avoids and _NOT_NOW.search(said.words):
        return replace(reading, once=True)
    if not liked or _FOR_GOOD.search(said.words) or not (reading.once or _ONCE.search(said.words)):
        return reading
    clauses = _CLAUSE.split(said.words)
    usual = [bool(_USUAL.search(clause)) and not _ONCE.search(clause) for clause in clauses]
    now = named_in(". ".join(c for c, habit in zip(clauses, usual, strict=True) if not habit), said.options)
    habits = named_in(". ".join(c for c, habit in zip(clauses, usual, strict=True) if habit), said.options) - now
    if not now.intersection(liked):
        habits = frozenset()
    wants, accepts = (tuple(n for n in names if n not in habits) for names in (reading.wants, reading.accepts))
    also = tuple(Statement("wants", name) for name in said.options if name in habits)
    return replace(reading, wants=wants, accepts=accepts, changed=False, once=True, also=also)
