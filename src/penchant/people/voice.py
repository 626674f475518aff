"""A way of speaking: which sentence shapes a person uses, and how a sentence is put together from them.

The shapes are data, in ``voices/*.txt``. What a person means to say is decided in ``simulated.py``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from penchant.english import capital, stopped
from penchant.errors import BadData
from penchant.people.shapes import SECTIONS, read_shapes

POLITENESS = 0.6
"""How often the gap ``{please}`` is filled, by a voice that has something to fill it with."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One style of speech: its sentence shapes by section, and how often it adds something around them (0 to 1)."""

    name: str
    shapes: Mapping[str, tuple[str, ...]]
    opens: float
    closes: float
    explains: float
    casual: bool = False  # no capitals, no full stop at the end

    @classmethod
    def read(cls, path: Path) -> Voice:
        """A voice of your own, from a text file like those in ``voices/``; it speaks the plain shapes as well."""
        return cls.parse(path.stem, path.read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, name: str, text: str) -> Voice:
        """A voice from the text of such a file."""
        own, plain = read_shapes(name, text), _plain()
        shapes = {part: tuple(dict.fromkeys(plain.get(part, ()) + own.get(part, ()))) for part in SECTIONS}
        manner = {key: value.strip() for key, _, value in (line.partition(" ") for line in own.get("manner", ()))}
        casual = manner.pop("casual", "no") == "yes"
        try:
            odds = {key: float(value) for key, value in manner.items()}
            return cls(name, shapes, odds.pop("opens"), odds.pop("closes"), odds.pop("explains"), casual)
        except (KeyError, ValueError):
            raise BadData(
                f"Voice {name!r} needs a section [manner] that gives opens, closes and explains a number from 0 to 1; "
                "write 'opens 0.5' and so on, one to a line."
            ) from None

    def say(self, act: str, words: dict[str, str], rng: random.Random) -> str:
        """A sentence or a few that perform the act, with the words filled in."""
        mood, _, about = act.partition(": ")
        shapes = self.shapes
        please = shapes["please"]
        words["please"] = f", {rng.choice(please)}" if please and rng.random() < POLITENESS else ""
        core = rng.choice(shapes[act]).format_map(words)
        sentences = [core]
        openers = shapes[f"openers: {mood}"]
        if openers and rng.random() < self.opens:
            opener = rng.choice(openers)
            if opener[-1] == ":" and ": " in core:  # one colon is enough
                opener = f"{opener[:-1]}."
            sentences = [opener, core] if opener[-1] in ".!?" else [f"{opener} {core}"]
        reasons = shapes["reasons: place" if about.startswith("place") else "reasons: thing"]
        if mood in ("answer", "correct") and reasons and rng.random() < self.explains:
            sentences.append(rng.choice(reasons).format_map(words))
        closers = shapes[f"closers: {mood}"]
        if closers and rng.random() < self.closes:
            sentences.append(rng.choice(closers))
        return self._written(sentences)

    def _written(self, sentences: list[str]) -> str:
        if self.casual:
            return " ".join([*map(stopped, sentences[:-1]), sentences[-1]])
        return " ".join([stopped(_capitalised(sentence)) for sentence in sentences])


def _capitalised(sentence: str) -> str:
    # Only where it cannot spoil a name: "iPhone" and "ßeta" stay as they are.
    if "a" <= sentence[:1] <= "z" and not sentence[1:2].isupper():
        return capital(sentence)
    return sentence


def _shipped(name: str) -> str:
    return (resources.files("penchant.people") / "voices" / f"{name}.txt").read_text(encoding="utf-8")


@cache
def _plain() -> dict[str, tuple[str, ...]]:
    return read_shapes("plain", _shipped("plain"))


@cache
def known_voices() -> tuple[Voice, ...]:
    """The voices that come with penchant, in the order of their names."""
    files = (file.name for file in (resources.files("penchant.people") / "voices").iterdir())
    names = sorted(name.removesuffix(".txt") for name in files if name.endswith(".txt"))
    return tuple(Voice.parse(name, _shipped(name)) for name in names if name != "plain")
