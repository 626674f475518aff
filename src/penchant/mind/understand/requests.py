"""What a request says of the options itself: "I'd like the ramen, please" names one, "anything but pizza" refuses one.

A request is for now: what it names is brought, and nothing lasting is learned from it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from penchant.domain import Reading, Request, Scene, Utterance
from penchant.english import stem
from penchant.mind.protocol import Mind
from penchant.mind.told.names import is_long
from penchant.mind.understand import tables
from penchant.mind.understand.words import CONTRACTED, sentence_places
from penchant.remembering import remembered

SURE, SURE_ENOUGH = 0.9, 0.7
"""How sure a reading has to be to act on at once, and to leave something out: of the rest one can still be asked."""

_FILE = "understand/turns.txt"
_THAT_ONE = re.compile(r"(?:\b(?:the|that|those|these|this)\s+$)", re.IGNORECASE)
"""What stands before a word that names one thing; "a drink" and "some coffee" name a kind."""


@runtime_checkable
class ReadsWords(Protocol):
    """A mind that reads without asking anybody: a request is worth no call of a language model."""

    def read(self, utterance: Utterance) -> Reading:
        """What the words say about the options."""
        ...


@dataclass(frozen=True, slots=True)
class RequestReading:
    """Which option is asked for by its name, how surely, and which are not to be brought."""

    wants: str | None = None
    sure: float = 0.0
    avoids: tuple[str, ...] = ()


def read_request(mind: Mind, request: Request, scene: Scene) -> RequestReading:
    """What the request says of what is to be decided: of things, or of places where the thing is known."""
    reader = getattr(mind, "built_in", mind)
    names = scene.places if scene.placing else scene.things
    if request.described or scene.features or len(names) < 2 or not isinstance(reader, ReadsWords) or is_long(names):
        return RequestReading()  # nobody asks for a whole answer by its name
    naming, refused = _looked_through(request.text, names, scene.placing)
    wants, sure = _wanted(reader, naming, names)
    return RequestReading(wants, sure, () if wants or not refused else _avoided(reader, request.text, names, refused))


@remembered(1024)
def _looked_through(
    text: str, names: tuple[str, ...], in_full: bool
) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], frozenset[str]]:
    """The sentences that name an option, each with those it names, and the words of options that are refused."""
    if tables.patterns(_FILE, "wonders").are_in(text):
        return (), frozenset()
    said = _stems(text)
    heard = tuple(name for name in names if said & _stems(name))
    naming = []
    often = Counter(word for name in names for word in _stems(name)) if heard else Counter[str]()
    for start, end in sentence_places(text) if heard else ():
        sentence = text[start:end]
        if named := tuple(name for name in heard if _is_named(name, often, sentence, in_full=in_full)):
            naming.append((sentence.strip(), named))
    refused = (
        _stems(" ".join(found.said for found in tables.patterns(_FILE, "refused").find_all(text)))
        if heard
        else frozenset()
    )
    return tuple(naming), refused if any(refused & _stems(name) for name in heard) else frozenset()


def _wanted(
    reader: ReadsWords, naming: Sequence[tuple[str, tuple[str, ...]]], names: Sequence[str]
) -> tuple[str | None, float]:
    """The one option that is asked for, if it is one; in the sentence that names it, without those around."""
    for sentence, named in naming:
        heard = reader.read(Utterance(sentence, names))
        if len(heard.wants) == 1 and heard.wants[0] in named and not heard.accepts:
            sure = heard.sure_of(heard.wants[0])
            if sure >= SURE:
                return heard.wants[0], sure
    return None, 0.0


def _avoided(reader: ReadsWords, text: str, names: Sequence[str], refused: frozenset[str]) -> tuple[str, ...]:
    """What is not to be brought; all of them is none of them, which is no help."""
    heard = reader.read(Utterance(text, names))
    avoids = tuple(name for name in heard.avoids if heard.sure_of(name) >= SURE_ENOUGH and refused & _stems(name))
    return avoids if len(avoids) < len(names) else ()


def _is_named(name: str, often: Mapping[str, int], text: str, *, in_full: bool) -> bool:
    """Whether it is called by its name, or by a word of its own that can mean no other: "the ramen"."""
    if any(not _is_verb(text, found) for found in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)):
        return True
    if in_full:  # of a placement the words of the thing, and of when it is, may be those of a place
        return False
    own = {word for word in _stems(name) if often[word] == 1}
    return any(
        stem(word[0].lower()) in own and not _is_verb(text, word) and _THAT_ONE.search(text, 0, word.start())
        for word in CONTRACTED.finditer(text)
    )


def _is_verb(text: str, word: re.Match[str]) -> bool:
    """Whether it says what is to be done: "something to drink"."""
    return text[: word.start()].rstrip().lower().endswith(" to")


@remembered(4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in CONTRACTED.findall(text.lower()) if len(word) > 2)
