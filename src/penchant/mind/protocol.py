"""The seam for minds: how words are understood, how options are weighed, how things are put into words.

A mind holds no memory and decides nothing about asking or learning; the loop does, for every mind alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from penchant.domain import (
    Action,
    Draft,
    Heard,
    Message,
    Preference,
    Question,
    Reading,
    Request,
    Saying,
    Stance,
    Utterance,
)
from penchant.domain import Scene as Scene  # minds are written from this module alone

Part = Literal["thing", "place"]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Held:
    """A belief as the loop hands it to a mind: with how likely it still holds (0 to 1)."""

    preference: Preference
    standing: float


class MindCache:
    """Where a mind keeps what it worked out about one person, to find it next time: the results used last, by key.

    Nothing that is learned or chosen depends on it, only how long that takes. It is forgotten with the person, and is
    no part of what was recalled: a copy is empty.

    >>> cache = MindCache()
    >>> cache.keep("tea", 3)
    3
    >>> cache.get("tea"), cache.get("coffee")
    (3, None)
    """

    MOST = 128

    def __init__(self) -> None:
        self._results: dict[object, Any] = {}

    def get(self, key: object) -> Any:
        """What was kept under the key; None where nothing was, or it was too long ago."""
        found = self._results.pop(key, None)
        if found is not None:
            self._results[key] = found  # as the one used last
        return found

    def keep(self, key: object, result: Result) -> Result:
        """Keep a result and give it back; of more than ``MOST`` the one that was not used for longest goes."""
        self._results.pop(key, None)
        self._results[key] = result
        while len(self._results) > self.MOST:
            self._results.pop(next(iter(self._results)), None)
        return result

    def __len__(self) -> int:
        return len(self._results)

    def __reduce__(self) -> tuple[type[MindCache], tuple[()]]:
        return MindCache, ()


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the loop brings to mind for a request."""

    beliefs: tuple[Held, ...] = ()
    familiarity: float = 0.0  # how often, lately, this person's requests were about something already known (0 to 1)
    asked: float = 0.0  # how often, lately, they were asked something (0 to 1)
    false: float = 0.0  # how often an answer of theirs turns out false (0 to 1)
    unanswered: float = 0.0  # how often, lately, a question was not answered (0 to 1)
    minded: float = 0.0  # how often, lately, they minded being asked (0 to 1)
    revision: int = 0  # of the person's memory
    at: datetime | None = None  # when it was brought to mind; None where nothing is remembered
    epoch: int = 0  # of the person's memory: another one once they were forgotten
    told: tuple[Held, ...] = ()  # what was said in free talk, with nothing on offer; of any kind but constraints
    sayings: tuple[Saying, ...] = ()  # what they said, the oldest first, as far as it still holds
    constraints: tuple[Preference, ...] = ()  # all of this person's: the loop keeps to them, whatever a mind weighs
    barred: frozenset[str] = frozenset()  # marks of what was to be forgotten, where options are whole answers
    cache: MindCache = field(default_factory=MindCache, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Weighed:
    """One way to act, how likely it is what the person wants, and how much each belief speaks for it.

    A belief that is about something else speaks with about 0, one about this very matter with about 1 (against: -1).
    ``known`` is how likely it is that what the person said on other requests decides this one.
    """

    action: Action
    likelihood: float
    support: tuple[float, ...] = ()  # in the order of the beliefs that were handed in
    told: tuple[float, ...] = ()  # the same of what was told in free talk, where options are whole answers
    said: tuple[float, ...] = ()  # what each saying adds to it, in their order; below 0 where it speaks against it
    known: float = 0.0
    settled: bool = False  # whether past choices of the same request decide it


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says, or what follows from it, about one value, and how sure that is (0 to 1)."""

    stance: Stance
    value: str
    sure: float


class Mind(Protocol):
    """Understands and phrases; any object with these methods will do."""

    @property
    def name(self) -> str:
        """What it is called in reports and on the command line."""
        ...

    def survey(self, request: Request) -> Scene:
        """What the request asks for, and which of its options are things and which are places."""
        ...

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """Every way to act, the likeliest first; likelihoods are calibrated and add up to at most 1."""
        ...

    def same_matter(self, request: Request, scene: Scene, recalled: Recalled) -> list[float]:
        """For each belief, how sure it is (0 to 1) that it speaks of the very matter this request is about."""
        ...

    def ask(self, request: Request, scene: Scene, part: Part, recalled: Recalled) -> Question:
        """A question about the one part that would change the action; of features, about the few that would most."""
        ...

    def infer(self, request: Request, scene: Scene, recalled: Recalled, right: Action) -> list[Claim]:
        """What follows about the features of the options from knowing which action is right; nothing without any."""
        ...

    def understand(self, utterance: Utterance) -> Reading:
        """What a person said about the options."""
        ...

    def note(self, person: str, belief: Preference | Draft) -> str:
        """One sentence a person can read, which is also what search compares with."""
        ...


@runtime_checkable
class Choosing(Protocol):
    """A mind that wants to look again at what it weighed, once it is clear that the agent will act and not ask."""

    def choose(
        self, request: Request, scene: Scene, recalled: Recalled, ways: Sequence[Weighed]
    ) -> list[Weighed] | None:
        """The same ways to act, the likeliest first; None where they stand as they are, and nobody was asked."""
        ...


@runtime_checkable
class Listening(Protocol):
    """A mind that reads free talk by itself; for one that does not, the built-in reader does."""

    def listen(self, message: Message, before: Sequence[Message] = ()) -> Heard:
        """What a message says that lasts, typed, with the words each stands on; ``before`` is context, no evidence."""
        ...


@runtime_checkable
class ListeningBesideKnown(Protocol):
    """A mind that is shown what is known of a person beside their new words, and says what these do to it."""

    relates: bool

    def listen(self, message: Message, before: Sequence[Message] = (), known: Sequence[str] = ()) -> Heard:
        """What a message says that lasts, and what that does to what is known."""
        ...


@runtime_checkable
class Relating(Protocol):
    """A mind that tells which sentences matter for a task, and which end an earlier one."""

    def bears(self, said: Sequence[str], task: str) -> list[float]:
        """How likely each sentence has to be known for a task."""
        ...

    def replaces(self, newer: str, older: str) -> float:
        """How likely a sentence means that what was said earlier no longer holds."""
        ...

    def ended(self, newer: str, older: Sequence[str]) -> list[tuple[float, float]]:
        """For each earlier sentence how likely it no longer holds, and how near in meaning it is to the newer one."""
        ...

    def meant(self, request: str, said: Sequence[str]) -> list[float]:
        """How likely each sentence is meant by a request to forget."""
        ...

    def note(self, person: str, belief: Preference | Draft) -> str:
        """One sentence a person can read."""
        ...


@runtime_checkable
class Telling(Protocol):
    """A mind that puts notes in words of its own for the person to read; beliefs are what they are."""

    def tell(self, belief: Preference, note: str) -> str:
        """What the note says about this belief, as the person is told it."""
        ...
