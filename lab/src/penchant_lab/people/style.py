"""What the people of a study are like beside what they want: a composition of traits, by name or from a file.

A style file is TOML, with a section for each trait and its keys below it::

    [feedback]
    wrong = 0.1
    how = "neighbour"
"""

from __future__ import annotations

import difflib
import inspect
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from penchant.domain import Request
from penchant.english import listed
from penchant.errors import BadData, BadInput
from penchant_lab.people.intent import Intent
from penchant_lab.people.protocol import Character
from penchant_lab.people.traits import TRAITS, Changing, TaskTime, Trait, trait_named

Composition = Mapping[str, Mapping[str, Any]]
"""The keys of every trait, by its name."""

IDEAL = "ideal"
PRESETS: Mapping[str, Composition] = {
    IDEAL: {},
    **{f"noisy-{percent}": {"feedback": {"wrong": percent / 100, "how": "random"}} for percent in (5, 10, 20, 30)},
    "impatient": {"patience": {"budget": 5, "recovery": 0.4}},
    "drifting": {"drift": {"kind": "item-by-item", "over": 1, "apart": 1}},
    "difficult": {
        "drift": {"kind": "item-by-item", "over": 1, "apart": 1, "announced": False},
        "feedback": {"wrong": 0.1, "how": "neighbour", "missing": 0.05, "vague": 0.05, "off_topic": 0.02},
        "trust": {"start": 0.5, "rise": 0.05, "fall": 0.1},
        "patience": {"budget": 8, "recovery": 0.5},
    },
}
"""Styles that go by a name. Ideal people say what they want, answer everything, and change their mind once."""


@dataclass(frozen=True, slots=True)
class Style:
    """A composition of traits; the same for everybody in a study, each of whom draws their own from the seed.

    >>> print(Style.of("noisy-10"))
    noisy-10 (feedback: wrong 0.1, how random)
    """

    name: str  # for readers: never a path
    composition: Composition = field(hash=False)
    traits: tuple[Trait, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the traits; :class:`BadInput` names the one that cannot be."""
        made = {name: _made(name, keys, self.name) for name, keys in _in_order(self.composition).items()}
        for name, trait in made.items():
            others = {other: each for other, each in made.items() if other != name}
            if (why := trait.conflict(others)) is not None:
                raise BadInput(f"The style {self.name!r} contradicts itself: {why}.")
        object.__setattr__(self, "traits", tuple(made.values()))

    @staticmethod
    def of(which: str | os.PathLike[str] | Mapping[str, Any]) -> Style:
        """The style of a preset's name, of a file, or of what :meth:`to_json` wrote down."""
        if isinstance(which, Mapping):
            return Style(str(which["name"]), which["traits"])
        which = os.fspath(which)
        if which in PRESETS:
            return Style(which, PRESETS[which])
        path = Path(which)
        if not which or not (path.exists() or os.sep in which or path.suffix):
            near = difflib.get_close_matches(which, PRESETS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise BadInput(f"No style of people is called {which!r}.{hint} There are: {_presets()}; or give a file.")
        return Style(path.stem, _read(path))

    def to_json(self) -> dict[str, Any]:
        """For the record of a run."""
        return {"name": self.name, "traits": {name: dict(keys) for name, keys in self.composition.items()}}

    def play(self, character: Character, *, seed: int) -> Character:
        """Somebody with all of these traits."""
        for trait in self.traits:
            character = trait.wrap(character, seed=seed)
        return character

    def holding(self, intent: Intent, request: Request, when: TaskTime) -> Intent:
        """What somebody wants at that time: the truth, by which they speak and by which an agent is judged."""
        for trait in self.traits:
            if isinstance(trait, Changing):
                intent = trait.holding(intent, request, when)
        return intent

    def __str__(self) -> str:
        """The name, and what is behind it."""
        told = [f"{name}: {', '.join(f'{k} {_told(v)}' for k, v in keys.items())}" for name, keys in self._items()]
        return f"{self.name} ({'; '.join(told)})" if told else self.name

    def _items(self) -> list[tuple[str, Mapping[str, Any]]]:
        return list(self.composition.items())


def _told(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _presets() -> str:
    return ", ".join(PRESETS)


def _read(path: Path) -> Composition:
    """The sections of a style file, or one line on what is wrong with it."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadData(f"There is no style file {path}; give a file, or one of: {_presets()}.") from error
    except OSError as error:
        raise BadData(f"Cannot read the style file {path}: {error.strerror or error}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"The style file {path} is not TOML: {error}.") from error
    if not found:
        raise BadInput(f"The style file {path} composes nobody: write a trait, as in [feedback] and wrong = 0.1.")
    for name, keys in found.items():
        if isinstance(keys, list) and keys and all(isinstance(each, dict) for each in keys):
            raise BadInput(
                f"The trait {name!r} is written [[{name}]] in the style file {path}; write it once, [{name}]."
            )
        if not isinstance(keys, dict):
            raise BadInput(
                f"{name!r} in the style file {path} stands outside of any trait; write it below its [trait]."
            )
    return found


def _in_order(composition: Composition) -> Composition:
    """Ours in the order in which they wrap each other, then those of others as they come."""
    ours = {name: composition[name] for name in TRAITS if name in composition}
    return {**ours, **composition}


def _made(name: str, keys: Mapping[str, Any], style: str) -> Trait:
    made = trait_named(name)
    known = [each for each in inspect.signature(made).parameters if each.isidentifier()]
    if not keys:
        raise BadInput(f"The trait {name!r} in the style {style!r} is empty; it takes {listed(known, 'or')}.")
    for key in keys:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise BadInput(f"The trait {name!r} has no key {key!r}.{hint} It takes: {', '.join(known)}.")
    for key, other in getattr(made, "goes_with", {}).items():
        if key in keys and other not in keys:
            raise BadInput(
                f"The trait {name!r} has {key} without {other}, and so no effect; add it, as in {other} = 0.1."
            )
    for key, parameter in inspect.signature(made).parameters.items():
        if parameter.default is parameter.empty and key not in keys and key in known:
            raise BadInput(f"The trait {name!r} lacks {key}; give it a value, as in {key} = 1.")
    return made(**keys)
