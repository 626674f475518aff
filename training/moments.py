"""What the reader is trained on: one moment with all that is known about it, and how texts get rough edges."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

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
    tones: dict[str, str] | None = None  # of reviews only: then nothing else is known
    source: str = ""
    part: str = field(default="", compare=False)  # which section of its source it comes from


def is_held_out(text: str) -> bool:
    """Whether a frame, a shape or a kind of names is kept for calibration; the same in every run."""
    return zlib.crc32(text.encode()) % HELD_OUT == 0


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


def roughened(words: str, rng: random.Random, rate: float = 0.3) -> str:
    """Most texts as they are; some with typos, without punctuation or apostrophes, in small or in capital letters."""
    if rng.random() < rate * 0.7:
        spots = list(_WORD.finditer(words))
        for spot in sorted(rng.sample(spots, min(len(spots), rng.choice((1, 1, 1, 2)))), key=lambda m: -m.start()):
            words = words[: spot.start()] + typo(spot.group(), rng) + words[spot.end() :]
    if rng.random() < rate * 0.5:
        words = words.replace("'", "")
    if rng.random() < rate * 0.7:
        words = re.sub(r"[.,;:!]+(?=\s|$)", "", words)
    elif rng.random() < rate * 0.1:
        words = words.rstrip(".") + rng.choice(("!!", "...", " :)", " 🙂", "!!!"))
    return words


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
