"""What the reader is trained on: one moment with all that is known about it, and how texts get rough edges."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from penchant.tables import read_file

Stance = Literal["nothing", "wants", "accepts", "avoids"]
Verdict = Literal["unclear", "right", "wrong"]

HELD_OUT = 12
"""Every so many frames, shapes and kinds of names are kept out of training, for calibration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What was said, about which options, and what it says; what is not known is left out and teaches nothing.

    An option that is not in ``stances`` is not spoken of, unless it is ``unknown``. ``verdict`` and ``flags`` are None
    where nobody has labelled them.
    """

    words: str
    options: tuple[str, ...]
    stances: dict[str, Stance]
    acted: tuple[str, ...] = ()
    before: str = ""
    verdict: Verdict | None = None
    flags: tuple[str, ...] | None = None
    unknown: frozenset[str] = frozenset()
    source: str = ""
    part: str = field(default="", compare=False)  # which section of its source it comes from


def is_held_out(text: str) -> bool:
    """Whether a frame, a shape or a kind of names is kept for calibration; the same in every run."""
    return zlib.crc32(text.encode()) % HELD_OUT == 0


@cache
def shapes(section: str, *, held_out: bool | None = None) -> tuple[str, ...]:
    """A section of ``shapes.txt``; or what of it training sees, or what is held out (where that is nothing, all)."""
    lines = read_file(Path(__file__).parent / "shapes.txt")[section].texts
    return lines if held_out is None else tuple(line for line in lines if is_held_out(line) == held_out) or lines


@cache
def groups(section: str) -> Mapping[str, tuple[str, ...]]:
    """A section of ``groups.txt``: what things are, and which."""
    found = {}
    for line in read_file(Path(__file__).parent / "groups.txt")[section].lines:
        name, names = line.cells("what they are", "names; of that kind")
        found[name] = line.parts(names, by="; ")
    return found


_WORD = re.compile(r"[A-Za-z]{4,}")
_KEYS = dict(
    zip("qwertyuiopasdfghjklzxcvbnm", "wqreytuyuoapdsfgkhlkxzcvbn", strict=True)
)  # a neighbour on the keyboard


def typo(word: str, rng: random.Random) -> str:
    """The word with one slip of the finger."""
    at = rng.randrange(1, len(word) - 1)
    kind = rng.randrange(5)
    if kind == 0:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind == 1:
        return word[:at] + word[at + 1 :]
    if kind == 2:
        return word[:at] + word[at] + word[at:]
    if kind == 3:
        return word[:at] + _KEYS.get(word[at].lower(), word[at]) + word[at + 1 :]
    return word[:at] + rng.choice("aeiou") + word[at + 1 :]


_SOUNDS = (
    *(("ph", "f"), ("ck", "k"), ("ei", "ie"), ("ie", "ei"), ("ou", "o"), ("ea", "ee"), ("qu", "kw"), ("tion", "shun")),
    *(("c", "k"), ("s", "z"), ("y", "i"), ("er", "a"), ("or", "er"), ("a", "e"), ("e", "a"), ("i", "e"), ("gh", "g")),
)


def misspelt(word: str, rng: random.Random) -> str:
    """The word as somebody writes it who types badly or goes by the sound: one slip, sometimes two."""
    for _ in range(rng.choice((1, 1, 2))):
        draw = rng.random()
        doubled = re.search(r"([a-z])\1", word)
        heard = [pair for pair in _SOUNDS if pair[0] in word[1:]]
        if draw < 0.2 and doubled:
            word = word[: doubled.start()] + word[doubled.start() + 1 :]
        elif draw < 0.4 and heard:
            old, new = rng.choice(heard)
            word = word[0] + word[1:].replace(old, new, 1)
        elif len(word) > 3:
            word = typo(word, rng)
    return word


def roughened(words: str, rng: random.Random, rate: float = 0.3) -> str:
    """Most texts as they are; some with typos, without punctuation or apostrophes, in small or in capital letters."""
    if rng.random() < rate * 0.7:
        spots = list(_WORD.finditer(words))
        for spot in sorted(rng.sample(spots, min(len(spots), rng.choice((1, 1, 1, 2, 3)))), key=lambda m: -m.start()):
            words = words[: spot.start()] + misspelt(spot.group(), rng) + words[spot.end() :]
    if rng.random() < rate * 0.5:
        words = words.replace("'", "")
    if rng.random() < rate * 0.7:
        words = re.sub(r"[.,;:!]+(?=\s|$)", "", words)
    elif rng.random() < rate * 0.1:
        words = words.rstrip(".") + rng.choice(("!!", "...", " :)", " 🙂", "!!!"))
    return words


def renamed(words: str, options: Sequence[str], rng: random.Random, rate: float = 0.7) -> str:
    """The same with options called otherwise, where that leaves no doubt which one is meant."""
    for name in sorted(options, key=len, reverse=True):
        short = other_name(name, [other for other in options if other != name], rng)
        if short and rng.random() < rate:
            words = re.sub(rf"\b{re.escape(name)}\b", short.replace("\\", ""), words, flags=re.IGNORECASE)
    return words


def other_name(name: str, others: Sequence[str], rng: random.Random) -> str | None:
    """A shorter name of an option that none of the others could have."""
    words = name.split()
    if len(words) < 2 or name.lower().startswith("option "):
        return None
    heard = {word.casefold() for other in others for word in re.findall(r"[\w-]+", other)}
    own = [word for word in words if word.casefold() not in heard and len(word) > 3 and word.isalpha()]
    ways = [words[-1]] if words[-1] in own else []
    if len(words) > 2 and (words[0] in own or words[-1] in own):
        ways += [f"{words[0]} {words[-1]}", " ".join(words[1:])] if words[-1] in own else [" ".join(words[:2])]
    return rng.choice(ways) if ways else None


def listed(names: Sequence[str], last: str) -> str:
    """Names as a list in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


ASKED = (
    *(
        "Which would you like: {or}?",
        "Would you like {or}?",
        "{or}?",
        "Shall I bring you {or}?",
        "What'll it be: {or}?",
    ),
    *("What do you think of {and}?", "How do you feel about {and}?", "I have {and}. Which one?", "Do you prefer {or}?"),
    *("There is {and}. What would you like?", "Which of these suits you: {or}?", "Should it be {or}?"),
    *("What would you like? There is {and}.", "Which one: {or}?", "Any preference among {and}?", "{and}: which is it?"),
    *("For this one, do you want {or}?", "Could you choose between {and}?", "Do you care about any of these: {or}?"),
)
ASKED_OF_ONE = (
    *("Would you like {x}?", "Shall I get {x}?", "Is {x} all right?", "Do you want {x}?", "{x}?", "How about {x}?"),
    *("What about {x}?", "I could bring {x}.", "Should I take {x}?", "Do you like {x}?", "Is it {x}?", "{x}, right?"),
    *("Would {x} do?", "Just to be sure: {x}?", "I suggest {x}.", "May I offer {x}?", "Shall we say {x}?"),
)
DONE = (
    *("Here is {d}.", "I brought you {d}.", "I chose {d}.", "I've picked {d} for you.", "How about {d}?", "{d}."),
    *("I found {d}.", "Please confirm: {d}.", "So it's {d}, is that right?", "I'd go for {d}.", "Done: {d}."),
    *("I went with {d}.", "There you go, {d}.", "I would suggest {d}.", "I put in {d}.", "Booking {d}, correct?"),
    *("There's {d}, would that work?", "I've ordered {d}.", "What do you think of {d}?", "You might like {d}."),
)
LEFT = (
    *("I left it: none of these fits you.", "I took none of them.", "I bought nothing: none of these fits you."),
    *("None of these seemed right, so I did nothing.", "I passed on all of them.", "I got nothing for you."),
)
IDLE = (
    "What would you like?",
    "How can I help?",
    "What can I do for you?",
    "Anything I should know?",
    "Hello!",
    "Yes?",
)


def question(options: Sequence[str], rng: random.Random) -> str:
    """A question that names the options."""
    return rng.choice(ASKED).format_map({"or": listed(options, "or"), "and": listed(options, "and")})
