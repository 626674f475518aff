"""What would matter for a task, whoever it is for: what you eat for a dinner, where you sit for a flight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from penchant.domain import Preference
from penchant.english import stem
from penchant.tables import read_file


@dataclass(frozen=True, slots=True)
class Need:
    """Something that should be known for a kind of task, and how to ask for it."""

    topic: str
    told_by: frozenset[str]  # stems that a belief about it has
    said_by: frozenset[str]  # stems of a request that says it already
    question: str

    def is_met_by(self, belief: Preference) -> bool:
        """Whether a belief tells of it."""
        return not self.told_by.isdisjoint(_stems(f"{belief.kind} {belief.topic} {belief.value}"))

    def is_said_in(self, text: str) -> bool:
        """Whether a request says it already, so that nobody has to be asked.

        >>> [need.is_said_in("I'm vegetarian. Plan dinner for Friday") for need in needs_of("Plan dinner for Friday")]
        [True]
        """
        return not self.said_by.isdisjoint(_stems(text))


def needs_of(text: str) -> list[Need]:
    """What would matter for what is asked, in the order of the table.

    >>> [need.topic for need in needs_of("Plan dinner for Friday")]
    ['diet']
    """
    asked = _stems(text)
    return [need for words, need in _table() if not words.isdisjoint(asked)]


@cache
def _table() -> tuple[tuple[frozenset[str], Need], ...]:
    found = []
    for line in read_file(resources.files("penchant.mind") / "needs.txt")["needs"].lines:
        words, topic, told, said, question = line.cells(
            "words of a request", "what", "words of a belief", "words of a request that says it", "question"
        )
        found.append((_stems(words), Need(topic, _stems(told), _stems(said), question)))
    return tuple(found)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word.strip(".,;:!?'\"()")) for word in text.casefold().split())
