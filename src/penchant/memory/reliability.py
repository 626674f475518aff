"""How far a person's words can be relied on: how often one of each kind of moment turned out false.

Learned from how words about the same belief agree with each other, without anybody's help: nobody need say which were
slips of the tongue and which were misheard; either way they tell less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from penchant.domain import EpisodeId, Evidence, Preference, PreferenceId, Source

Channel = Literal["answer", "reaction", "rejection"]
"""The kinds of moment that are relied on differently; a reaction that names what is wanted, or praises, is one."""

CHANNEL: dict[Source, Channel] = {"answer": "answer", "statement": "answer", "rejection": "rejection"}

_Channels = tuple[Channel, Channel]

CHANNELS: tuple[Channel, ...] = ("answer", "reaction", "rejection")

FALSE, WORDS = 0.3, 8.0
"""Of a stranger so many of so many words are taken to have been false: a Beta prior."""

ALIKE = 16.0
"""All kinds of moment are taken to be as reliable as each other, until so many words of one tell otherwise."""

LEAN: dict[Channel, float] = {"answer": 1.3, "reaction": 0.7, "rejection": 1.0}
"""While no two words of theirs disagree, one about what was done is relied on more than one about what might be."""

ROUNDS = 4
"""So often the blame for words that disagree is shared out anew, by what the last round found."""

MOST = 0.6
"""Words are never taken to be false more often than this: something can always be learned from them."""

REJECTS = 0.3
"""How often somebody who was brought the wrong thing says no more than that."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """How often a word is false, for each kind of moment.

    >>> stranger = Reliability()
    >>> round(stranger.naming("answer", 4)), round(stranger.naming("answer", 4, sure=0.6))
    (59, 6)
    >>> round(stranger.against("rejection"), 1), stranger.against("rejection", sure=0.5)
    (9.0, 1.0)
    """

    answer: float = LEAN["answer"] * FALSE / WORDS
    reaction: float = LEAN["reaction"] * FALSE / WORDS
    rejection: float = LEAN["rejection"] * FALSE / WORDS

    def false(self, source: Source) -> float:
        """How likely a word of this kind of moment is false."""
        channel = CHANNEL.get(source, "reaction")
        return self.answer if channel == "answer" else self.rejection if channel == "rejection" else self.reaction

    def naming(self, source: Source, options: int, sure: float = 1.0) -> float:
        """How many times likelier a word that names one of so many options is if it is wanted than if another is.

        What is false, or was misread by a reader that was not ``sure``, might have named any of them.
        """
        slip, others = self.false(source), max(options, 2) - 1
        misread = (1 - sure) / (others + 1)
        return (sure * (1 - slip) + misread) / (sure * slip / others + misread)

    def against(self, source: Source, sure: float = 1.0) -> float:
        """How many times likelier words against something are if it is not wanted than if it is; 1 at the least."""
        slip = self.false(source)
        ratio = max((REJECTS if source == "rejection" else 1 - slip) / slip, 1.0)
        return (sure * ratio + (1 - sure)) / (sure + (1 - sure) * ratio)


STRANGER = Reliability()
"""What is assumed of somebody of whom nothing was heard twice."""


def reliability(latest: Sequence[Evidence], known: Mapping[PreferenceId, Preference]) -> Reliability:
    """What the latest evidence about a person, oldest first, tells of their words.

    Any two in a row about one belief agree or not, and of two that do not one was false: the likelier one, as far as
    is known. Only where nothing spoke for a belief any more until it ended, it may have been true while it lasted.
    """
    said, differ = Counter[Channel](), Counter[_Channels]()
    for channels, agree in _pairs(latest, known):
        said.update(channels)
        if not agree:
            differ[channels] += 1
    words = WORDS + said.total()
    if not differ:
        return Reliability(*(LEAN[c] * FALSE / words * ALIKE / (ALIKE + said[c]) for c in CHANNELS))
    overall = (FALSE + differ.total()) / words
    rates = dict.fromkeys(CHANNELS, overall)
    for _ in range(ROUNDS):
        false = dict.fromkeys(CHANNELS, 0.0)
        for (first, second), count in differ.items():
            either = rates[first] + rates[second] - rates[first] * rates[second]
            false[first] += rates[first] / either * count
            false[second] += rates[second] / either * count
        overall = (FALSE + sum(false.values())) / words
        rates = {c: min((ALIKE * overall + false[c]) / (ALIKE + said[c]), MOST) for c in CHANNELS}
    return Reliability(**rates)


def _pairs(latest: Sequence[Evidence], known: Mapping[PreferenceId, Preference]) -> Iterable[tuple[_Channels, bool]]:
    """Each two words in a row that tell of the same beliefs, once: what kinds they are of, and whether they agree."""
    pairs: dict[tuple[EpisodeId, str, EpisodeId, str], tuple[_Channels, bool]] = {}
    last: dict[PreferenceId, Evidence] = {}
    turned = _turned(latest, known)
    for item in latest:
        before = last.get(item.preference)
        last[item.preference] = item
        if before is None:
            continue
        agree = before.supports == item.supports
        if not agree and before.supports and before.episode != item.episode and item is turned.get(item.preference):
            continue
        two = before.episode, before.words, item.episode, item.words
        if agree and two in pairs:
            continue
        pairs[two] = (CHANNEL.get(before.source, "reaction"), CHANNEL.get(item.source, "reaction")), agree
    return pairs.values()


def _turned(latest: Sequence[Evidence], known: Mapping[PreferenceId, Preference]) -> dict[PreferenceId, Evidence]:
    """The first of the words against each belief after which nothing spoke for it any more, until it ended."""
    first: dict[PreferenceId, Evidence] = {}
    for item in latest:
        if item.supports:
            first.pop(item.preference, None)
        else:
            first.setdefault(item.preference, item)
    return {id: item for id, item in first.items() if id in known and known[id].until is not None}
