"""Which of the things a person said a request to forget means: what it names, what has such a name, and by meaning."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from penchant.mind.talk.grammar import OF_KIN
from penchant.mind.told.occasion import RELATIONS
from penchant.terms import stems, terms

NAMED, HINTED, ALSO_NAMED = 1.0, 0.75, 0.9
"""How likely is what has all words of the request and is near it, what only has them, and what has a name of these."""

NEAR, BARELY = 0.45, 0.1
"""How near in meaning is near, and enough for who names it."""

MEANT, OF_A_FIELD = 0.75, 0.5
"""How likely by meaning is as good as named; and where a whole field of life is to be forgotten."""

UNLIKELY = 0.05
"""What the model holds for less likely is not meant because it follows something that is."""

BESIDE = 3
"""A name that stands so many words from what is sought, or fewer, is a name of it."""

FEW = 2
"""A word that so many sentences have, or fewer, tells what is meant though others of the request are in none."""

_MINE = re.compile(r"\bmy\b", re.IGNORECASE)
_AS_SAID = re.compile(r"\bi(?:['’]ve)?(?: \w+)? (?:said|told|mentioned|wrote|shared)\b", re.IGNORECASE)
_OF_THE_SPEAKER = re.compile(r"\b(?:i|i['’]\w+|my own|myself|as my)\b", re.IGNORECASE)
_OPENS_WITH_KIN = re.compile(r"(?:(?:and|but|so|well|oh)\W+)*(?:my|our) ", re.IGNORECASE)
_GROUPS = stems("family relatives child kid")
_YOUNG = stems("child kid")
_YOUNGSTERS = "son|daughter|kids?|child|children|baby|toddler|youngest|eldest|oldest|middle one|twins"
_CHILDREN = re.compile(rf"\b(?:my|our) (?:\w+ )?(?:{_YOUNGSTERS})\b", re.IGNORECASE)
_RELATIVES = re.compile(
    rf"\b(?:my|our) (?:\w+ )?(?:{_YOUNGSTERS}|twin|dad|mum|mom|folks|parents|{'|'.join(sorted(RELATIONS))})\b", re.I
)
_POINTED = re.compile(r"^(?:She|He|It|They)\b|\b(?:on|in|of|about|with|for) (?:it|him|her|them)\b|\bhe (?:can|will)\b")
_CLAUSE_END = re.compile(r"[,;.!?]")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][^\W\d_]{2,}\b")
_FIRST_NAME = re.compile(r"(?P<name>[A-Z][^\W\d_]{2,})(?:['’]s\b| (?:and I|is|was|has|had|owes|pays|and me)\b|, )")
_NO_NAMES = frozenset(
    (
        *("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "January", "February", "March"),
        *("April", "May", "June", "July", "August", "September", "October", "November", "December", "Christmas"),
        *("Easter", "English", "French", "German", "Spanish", "Italian"),
    )
)


def meant(request: str, said: Sequence[str], judged: Sequence[float], near: Sequence[float]) -> list[float]:
    """How likely each sentence is meant; ``judged`` is what a model makes of each, and ``near`` how near it is.

    What is named is meant, what follows it and only points at it ("She still has a key"), and what meaning tells.

    >>> said = ["our dog is called Rex", "Rex needs the vet", "I like tea"]
    >>> [round(each, 1) for each in meant("about the dog", said, [0.9, 0, 0.01], [0.5, 0, 0.1])]
    [1.0, 0.9, 0.1]
    """
    sought = subject(request)
    rare = _rare(sought, said)
    found = [_named(request, sought, rare, words, close) for words, close in zip(said, near, strict=True)]
    least = OF_A_FIELD if field_called(request) else MEANT
    told = zip(said, judged, near, found, strict=True)
    found = [likely or _by_meaning(sought, words, each, close, least) for words, each, close, likely in told]
    for at in range(1, len(said)):
        if found[at - 1] >= ALSO_NAMED and found[at] < ALSO_NAMED and judged[at] >= UNLIKELY and _points(said[at]):
            found[at] = ALSO_NAMED
    names = {
        name
        for words, likely in zip(said, found, strict=True)
        if likely >= HINTED
        for name in _introduced(words, sought)
    }
    return [
        max(likely, ALSO_NAMED) if names.intersection(_names(f", {words}")) else likely
        for words, likely in zip(said, found, strict=True)
    ]


def subject(request: str) -> frozenset[str]:
    """The stems of what a request to forget is about, without those of the words that ask for it."""
    return stems(request) - _asking()


def without_asking(request: str) -> str:
    """What is to be forgotten, without the words that ask for it."""
    return " ".join(term.word for term in terms(request) if term.stem not in _asking())


def field_called(request: str) -> str:
    """The field of life that a request names as a whole; "" where it names none, or several.

    >>> field_called("everything about my health"), field_called("the knee operation")
    ('health', '')
    """
    called = {stem: field for field, words in _CALLED.items() for stem in stems(words)}
    found = {called[stem] for stem in stems(_CLAUSE_END.split(request)[0]) if stem in called}
    return found.pop() if len(found) == 1 else ""


def field_alone(request: str) -> str:
    """The field of life that a request names, and nothing beside it; "" where it names more, or none.

    >>> field_alone("everything about my work"), field_alone("my work friend Bob")
    ('work', '')
    """
    field = field_called(request)
    return field if field and subject(request) <= stems(_CALLED[field]) else ""


def is_of_the_speaker(request: str) -> bool:
    """Whether a request says that it is about the person who asks: "forget that I smoke"."""
    own = _MINE.search(request) is not None and not subject(request) & (_people() | _GROUPS)
    return own or _OF_THE_SPEAKER.search(_AS_SAID.sub("", request)) is not None


def asks_for_all(request: str) -> bool:
    """Whether a request names nothing but all there is."""
    return not subject(request) and bool(stems(request) & _everything())


def _rare(sought: frozenset[str], said: Sequence[str]) -> frozenset[str]:
    """The words sought that few sentences have: what else a request says of them may be said nowhere."""
    has = {stem: sum(stem in stems(words) for words in {*said}) for stem in sought - _liking()}
    return frozenset(stem for stem, count in has.items() if 0 < count <= FEW)


def _named(request: str, sought: frozenset[str], rare: frozenset[str], words: str, near: float) -> float:
    """How likely a sentence is meant because it has the words of the request, or the rare ones among them."""
    if is_of_the_speaker(request) and _is_of_others(sought, words):
        return 0.0  # "forget that I smoke" is not about a father who smokes
    if not sought or not sought <= stems(words):
        return ALSO_NAMED if rare and rare <= stems(words) and near >= BARELY else 0.0
    return NAMED if near >= NEAR or any(stems(name) & sought for name in _names(f", {words}")) else HINTED


def _points(words: str) -> bool:
    """Whether a sentence speaks of somebody or something that it does not name: "She still has a key"."""
    found = _POINTED.search(words)
    return found is not None and not any(_names(f", {words[: found.start()]}"))


def _by_meaning(sought: frozenset[str], words: str, judged: float, near: float, least: float) -> float:
    """How likely a sentence is meant that names nothing of the request: as good as named from ``least`` on."""
    if _is_of_others(sought, words):
        return 0.0
    likely = _BY_MEANING.likely(judged, near)
    return max(likely, ALSO_NAMED) if likely >= least or (sought & _GROUPS and _is_of_family(sought, words)) else likely


@dataclass(frozen=True, slots=True)
class _Weights:
    """How the model's judgement and nearness in meaning add up, by logistic regression on ``forgets-tune.jsonl``."""

    judged: float  # a unit of log odds
    near: float  # a cosine of 1
    start: float

    def likely(self, judged: float, near: float) -> float:
        odds = math.log((judged + 0.001) / (1.001 - judged))
        return 1 / (1 + math.exp(-(self.judged * odds + self.near * near + self.start)))


_BY_MEANING = _Weights(judged=0.43, near=5.74, start=-1.53)


def _is_of_family(sought: frozenset[str], words: str) -> bool:
    """Whether a sentence speaks of the family, or of the children where it is these that are sought."""
    of = _CHILDREN if sought & _YOUNG else _RELATIVES
    return of.search(words) is not None


def _is_of_others(sought: frozenset[str], words: str) -> bool:
    """Whether a sentence begins with somebody close, of whom the request does not speak."""
    opening = _OPENS_WITH_KIN.match(words)
    kin = OF_KIN.match(words, opening.end() - 3) if opening else None
    return kin is not None and not (stems(kin.group()) | _GROUPS) & sought


def _introduced(words: str, sought: frozenset[str]) -> Iterator[str]:
    """The names by which a sentence calls what is sought: "our dog is called Rex"; of people, all that it names."""
    first = _FIRST_NAME.match(words)
    for name in (*_names(words), *((first["name"],) if first else ())):
        beside = re.search(rf"(?:\S+\s+){{0,{BESIDE}}}{re.escape(name)}(?:\s+\S+){{0,{BESIDE}}}", words)
        if sought & _people() - _GROUPS or (beside and sought & stems(beside.group()) - stems(name)):
            yield name


def _names(words: str) -> Iterator[str]:
    """What is written like a name within a sentence."""
    return (name for name in _NAME.findall(words) if name not in _NO_NAMES)


_CALLED = {
    "health": "health medical illness medicine medication",
    "eating": "food diet eating",
    "drinking": "drink drinking",
    "travel": "travel trip",
    "money": "money finance financial spending",
    "work": "work job career",
    "people": "family relative",
    "belief": "religion faith belief politics",
    "animals": "pet animal",
    "rest": "sleep",
    "clothes": "clothes clothing",
    "music": "music",
    "fitness": "sport fitness",
}
"""Words that name a whole field of life."""


@cache
def _people() -> frozenset[str]:
    """The stems of what somebody may be to a person."""
    return stems(" ".join(RELATIONS)) | stems(
        "ex boss manager coach teacher landlord landlady guy man woman him her them"
    )


@cache
def _asking() -> frozenset[str]:
    """The stems of words that ask for forgetting, or for all there is, and name nothing."""
    return _everything() | stems(
        "forget forgotten delete erase remove drop anything everything something nothing all about thing things stuff "
        "said told tell mentioned mention know knows known remember remembered information details detail data fact "
        "facts preference preferences bit whole ever again more anymore related regarding concerning memory memories "
        "whatever got business part idea plan old own remark comment matter line note issue im ive id dont "
        "youre so such"
    )


@cache
def _liking() -> frozenset[str]:
    """The stems of words for what somebody makes of a thing, which tell not which thing it is."""
    return stems("like love hate dislike prefer enjoy want need")


@cache
def _everything() -> frozenset[str]:
    return stems("everything all anything")
