"""A way of speaking: which sentence shapes a person uses, and how a sentence is put together from them.

The shapes are data: those of the house in ``voices/*.txt``, those of other people in folders of their own. What a
person means to say is decided in ``simulated.py``.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from penchant.english import capital, stopped
from penchant.errors import BadData
from penchant.tables import read_text
from penchant_lab.people.intent import Manner
from penchant_lab.people.remarks import REMARKS, Remarks, house_remarks
from penchant_lab.people.shapes import ACTS, MOODS, SECTIONS, read_shapes

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
        return cls.parse(path.stem, read_text(path), str(path))

    @classmethod
    def parse(cls, name: str, text: str, title: str = "", *, plain: bool = True) -> Voice:
        """A voice from the text of such a file, which errors call by its title; without ``plain`` it has to say all."""
        title = title or f"Voice {name!r}"
        own, more = read_shapes(title, text), _plain() if plain else {}
        shapes = {part: tuple(dict.fromkeys(more.get(part, ()) + own.get(part, ()))) for part in SECTIONS}
        if lacking := [act for act in ACTS if not shapes[act]]:
            raise BadData(
                f"{title} has nothing to say in the section {_listed(lacking)}; write it, with one shape to a line."
            )
        manner = {key: value.strip() for key, _, value in (line.partition(" ") for line in own.get("manner", ()))}
        casual = manner.pop("casual", "no") == "yes"
        try:
            odds = {key: float(value) for key, value in manner.items()}
            if not all(0 <= each <= 1 for each in odds.values()):
                raise ValueError
            voice = cls(name, shapes, odds.pop("opens"), odds.pop("closes"), odds.pop("explains"), casual)
        except (KeyError, ValueError):
            raise BadData(
                f"{title} needs a section [manner] that gives opens, closes and explains a number from 0 to 1; "
                "write 'opens 0.5' and so on, one to a line."
            ) from None
        if not plain and (missing := [part for part in voice._called_for() if part not in own]):
            raise BadData(
                f"{title} has no section {_listed(missing)}, which its [manner] or a shape calls for; write it, "
                "with one shape to a line."
            )
        return voice

    def _called_for(self) -> Iterator[str]:
        """The sections beside the acts that this voice speaks from."""
        for odds, end in ((self.opens, "openers"), (self.closes, "closers")):
            yield from (f"{end}: {mood}" for mood in MOODS if odds > 0)
        yield from (f"reasons: {about}" for about in ("thing", "place") if self.explains > 0)
        if any("{please}" in shape for act in ACTS for shape in self.shapes[act]):
            yield "please"

    def in_manner(self, manner: Manner) -> Voice:
        """The same voice, saying more or less around what it has to say."""
        if manner == "terse":
            return replace(self, opens=0.0, closes=0.0, explains=0.0)
        return replace(self, explains=1.0) if manner == "full" else self

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


def _listed(sections: Sequence[str]) -> str:
    return f"[{sections[0]}]" + (f" (and {len(sections) - 1} more)" if sections[1:] else "")


def _capitalised(sentence: str) -> str:
    # Only where it cannot spoil a name: "iPhone" and "ßeta" stay as they are.
    if "a" <= sentence[:1] <= "z" and not sentence[1:2].isupper():
        return capital(sentence)
    return sentence


def _shipped(name: str) -> str:
    return (resources.files("penchant_lab.people") / "voices" / f"{name}.txt").read_text(encoding="utf-8")


@cache
def _plain() -> dict[str, tuple[str, ...]]:
    return read_shapes("Voice 'plain'", _shipped("plain"))


@cache
def known_voices() -> tuple[Voice, ...]:
    """The voices of the house, in the order of their names."""
    files = (file.name for file in (resources.files("penchant_lab.people") / "voices").iterdir())
    names = sorted(name.removesuffix(".txt") for name in files if name.endswith(".txt"))
    return tuple(Voice.parse(name, _shipped(name)) for name in names if name != "plain")


@dataclass(frozen=True, slots=True)
class VoiceSet:
    """How the people of a study speak: each in one of the voices, and shoppers in these remarks."""

    name: str  # for readers: never a path
    voices: tuple[Voice, ...]
    remarks: Remarks

    def fingerprint(self) -> str:
        """Identifies what can be said: the same text for the same shapes, wherever they lie."""
        said = [
            [(each.name, sorted(each.shapes.items()), each.opens, each.closes, each.explains, each.casual)]
            for each in self.voices
        ]
        return hashlib.sha256(json.dumps([said, list(self.remarks.shapes.items())]).encode()).hexdigest()


HOUSE = "house"


@cache
def house_voices() -> VoiceSet:
    """The people that come with penchant."""
    return VoiceSet(HOUSE, known_voices(), house_remarks())


def voice_sets() -> tuple[str, ...]:
    """The names of the voices that come with penchant: the house, and folders of people it does not mix with."""
    folders = (each for each in resources.files("penchant_lab.people").iterdir() if each.is_dir())
    return (HOUSE, *sorted(each.name for each in folders if (each / REMARKS).is_file()))


def located_voices(which: str | os.PathLike[str]) -> str:
    """What to keep of a choice of voices: a name of ours, or where a folder is; other names are refused."""
    known, which = voice_sets(), os.fspath(which)
    if which in known:
        return which
    if not which or not (Path(which).exists() or os.sep in which):
        near = difflib.get_close_matches(which, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise BadData(
            f"No voices are called {which!r}.{hint} There are: {', '.join(known)}; or give a folder of voice files."
        )
    return str(Path(which).resolve())


def voices_named(which: str | os.PathLike[str]) -> VoiceSet:
    """The voices of a name, or of a folder."""
    place = located_voices(which)
    if place == HOUSE:
        return house_voices()
    if place in voice_sets():
        return read_voices(resources.files("penchant_lab.people") / place)
    found = read_voices(Path(place))
    return replace(found, name=f"{found.name} (a folder)") if found.name in voice_sets() else found


def read_voices(folder: Traversable) -> VoiceSet:
    """The people of a folder: every ``*.txt`` is a voice but ``remarks.txt``, and they say only what is there.

    Nothing of the house is mixed in, so every voice has every act; :class:`BadData` names what is missing or wrong.
    """
    holds = f"give a folder with voice files, *.txt, and a {REMARKS}"
    try:
        if not folder.is_dir():
            raise BadData(f"{folder} is {'a file' if folder.is_file() else 'not there'}; {holds}.")
        files = sorted((file for file in folder.iterdir() if _is_table(file.name)), key=lambda file: file.name)
    except OSError as error:
        raise BadData(f"Cannot look into {folder}: {error.strerror or error}; check its permissions.") from error
    if REMARKS not in (file.name for file in files):
        raise BadData(f"{folder} has no {REMARKS}; {holds}.")
    voices = [file for file in files if file.name != REMARKS]
    if not voices:
        raise BadData(f"{folder} has no voice in it; {holds}.")
    spoken = [Voice.parse(file.name.removesuffix(".txt"), read_text(file), str(file), plain=False) for file in voices]
    return VoiceSet(folder.name, tuple(spoken), Remarks.read(folder / REMARKS))


def _is_table(name: str) -> bool:
    return name.endswith(".txt") and not name.startswith(".")
