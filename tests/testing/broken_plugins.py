"""Plugins that are broken in one way each, for the checks to catch."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from penchant.domain import Action, Reading, Request, Utterance
from penchant.embed import Vectors
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Recalled, Scene, Weighed
from penchant.testing import HashEmbedder, ScriptedPerson
from penchant_lab.people import Intent, Person, SimulatedPerson
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.protocol import Life, Task

_count = itertools.count(1)
_first: dict[Any, Any] = {}


def embedder(change: Callable[[Any], Any] = lambda rows: rows, **given: Any) -> Callable[[], Any]:
    """The hash embedder with its rows changed, or something else about it."""

    class Broken(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            changed: Vectors = change(super().embed(texts))
            return changed

    for name, value in given.items():
        setattr(Broken, name, value)
    return Broken


def first_given(rows: Vectors) -> Any:
    """The very array that was given out first."""
    return _first.setdefault(rows.shape, rows)


def mind(**given: Any) -> Callable[[], Any]:
    """The built-in mind with a few methods replaced."""
    broken = type("Broken", (BuiltInMind,), given)
    return lambda: broken(HashEmbedder())


def doubled(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """Twice as likely as they should be."""
    return [replace(w, likelihood=2 * w.likelihood) for w in BuiltInMind.weigh(self, request, scene, recalled)]


def unheard(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """No belief has a say."""
    return [replace(way, support=()) for way in BuiltInMind.weigh(self, request, scene, recalled)]


def forgetful(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """Weighs as if nothing were known."""
    ways = BuiltInMind.weigh(self, request, scene, Recalled())
    return [replace(way, support=(0.0,) * len(recalled.beliefs)) for way in ways]


def invented(self: BuiltInMind, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
    """Brings what nobody offered."""
    return [Weighed(Action("champagne"), 0.5)]


def fragile(self: BuiltInMind, utterance: Utterance) -> Reading:
    """Reads letters of the English alphabet only."""
    if utterance.words.strip() and not utterance.words.isascii():
        raise ValueError("What?")
    return BuiltInMind.understand(self, utterance)


class Kind(SimulatedPerson):
    """Somebody played wrongly: says the same to everything, unless a subclass says otherwise."""

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """No mind of their own."""
        return ScriptedPerson(self.name, answers=lambda *_: self.says(intent), reactions=lambda *_: self.says(intent))

    def says(self, intent: Intent) -> Any:
        """What they say."""
        return "whatever you like"


class Numb(Kind):
    """Speaks in numbers."""

    def says(self, intent: Intent) -> Any:
        """Not a word."""
        return len(intent.thing)


class Moody(Kind):
    """Says something else each time."""

    def says(self, intent: Intent) -> Any:
        """Counts."""
        return f"for the {next(_count)}th time, {intent.thing}"


class Nameless(Kind):
    """Forgets what they are called."""

    def __init__(self, name: str, *, seed: int) -> None:
        super().__init__("somebody", seed=seed)


class OneTrack(Kind):
    """Can think of one request only: the latest."""

    def says(self, intent: Intent) -> Any:
        """What they thought of last."""
        return self.latest.thing

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """Drops what was there."""
        self.latest = intent
        return super().with_mind_on(intent, moment)


class Suite(EmbodiedSuite):
    """Six people, so that this is quick."""

    def __init__(self, *, data: Any = None, people: int | None = None, seed: int = 0) -> None:
        super().__init__(data=data, people=6 if people is None else people, seed=seed)


class Twins(Suite):
    """Everybody is Ana."""

    def life(self, index: int) -> Life:
        """The same life again."""
        return super().life(0)


class Crowded(Suite):
    """Does not count."""

    def __len__(self) -> int:
        return 6


class Short(Suite):
    """Stops before the change."""

    def life(self, index: int) -> Life:
        """Two phases."""
        life = super().life(index)
        return replace(life, phases=life.phases[:2])


class Restless(Suite):
    """Another life each time."""

    def life(self, index: int) -> Life:
        """Depends on how often it was asked."""
        return super().life(next(_count))


class Unmarked(Suite):
    """One fingerprint for all."""

    def fingerprint(self) -> str:
        """Says nothing."""
        return "data"


class Lenient(Suite):
    """Counts declining as right."""

    def is_right(self, task: Task, action: Action) -> bool:
        """Nothing done, nothing wrong."""
        return action.declined or super().is_right(task, action)


class Tidy(Suite):
    """Always puts what is wanted first."""

    def life(self, index: int) -> Life:
        """Sorted, the answer before all."""
        life = super().life(index)
        return replace(life, phases=tuple(tuple(map(self._tidied, phase)) for phase in life.phases))

    def _tidied(self, task: Task) -> Task:
        wanted = task.intent.place or task.intent.thing
        options = sorted(task.request.options, key=lambda name: name != wanted)
        return replace(task, request=replace(task.request, options=options))


class SoldOut(Tidy):
    """Never has what is wanted."""

    def _tidied(self, task: Task) -> Task:
        tidied = super()._tidied(task)
        return replace(tidied, request=replace(tidied.request, options=tidied.request.options[1:]))
