"""The seam for traits: respects in which people are not ideal, each of which wraps a character."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard, runtime_checkable

from penchant.domain import Request
from penchant.errors import BadInput
from penchant_lab.people.intent import Intent
from penchant_lab.people.protocol import Character


class Trait(Protocol):
    """One respect in which people are not ideal. It has no state: what somebody remembers is with whom it wraps."""

    def wrap(self, character: Character, *, seed: int) -> Character:
        """The same person with this trait; whatever is drawn is drawn from the seed, their name and the moment."""
        ...

    def conflict(self, others: Mapping[str, Trait]) -> str | None:
        """Why no one person can have this trait and another of these, by their names; None where they can."""
        ...


TraitMaker = Callable[..., Trait]
"""How a trait is made: from the keys of its section, with :class:`BadInput` for a value that cannot be.

Where a key says nothing without another, ``goes_with`` on the class tells which; a style file without that is refused.
"""


class Wrapped(Protocol):
    """Somebody with a trait, as a trait gives them back."""

    @property
    def character(self) -> Character:
        """The same person without it."""
        ...


@runtime_checkable
class Remembering(Protocol):
    """Somebody with a trait that goes by what happened to them so far in this life."""

    def remembered(self) -> Mapping[str, float]:
        """All of it, to be kept when their life is left between two phases, or taken back when an episode breaks."""
        ...

    def remember(self, state: Mapping[str, float]) -> None:
        """Be as they were then."""
        ...


@dataclass(frozen=True, slots=True)
class TaskTime:
    """When in a life a request comes, as far as tastes go by it."""

    person: str
    seed: int
    moment: str  # shared by no other request
    since: float  # how many passes ago the tastes of the suite changed


@runtime_checkable
class Changing(Protocol):
    """A trait that decides which taste holds."""

    def holding(self, intent: Intent, request: Request, when: TaskTime) -> Intent:
        """What is wanted at that time, of an intent that says what was wanted before; decided by code alone."""
        ...


def remembered(character: Character) -> list[Mapping[str, float]]:
    """What somebody remembers of their life with all their traits."""
    return [layer.remembered() for layer in layers(character) if isinstance(layer, Remembering)]


def remember(character: Character, states: Sequence[Mapping[str, float]]) -> None:
    """Have somebody be as they were when they remembered this."""
    for layer, state in zip([each for each in layers(character) if isinstance(each, Remembering)], states, strict=True):
        layer.remember(state)


def layers(character: Character) -> Iterator[Character]:
    """Somebody with all their traits, then without the outermost, and so on to the bare person."""
    yield character
    while (inner := getattr(character, "character", None)) is not None:
        character = inner
        yield character


def a_share(trait: str, key: str, value: object) -> float:
    """A number from 0 to 1, or one line that names the trait."""
    if not _is_number(value) or not 0 <= value <= 1:
        raise BadInput(f"The trait {trait!r} takes {key} as a share from 0 to 1, not {value!r:.60}.")
    return float(value)


def no_less_than_zero(trait: str, key: str, value: object) -> float:
    """A number that is not negative, or one line that names the trait."""
    if not _is_number(value) or value < 0:
        raise BadInput(f"The trait {trait!r} takes {key} as a number of 0 or more, not {value!r:.60}.")
    return float(value)


def one_of_these(trait: str, key: str, value: object, known: tuple[str, ...]) -> str:
    """One of the words that are known, or one line that names the trait."""
    if not isinstance(value, str) or value not in known:
        raise BadInput(f"The trait {trait!r} takes {key} as one of {', '.join(known)}, not {value!r:.60}.")
    return value


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
