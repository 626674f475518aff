"""How somebody writes, every time: what they always say, their favourite words, their punctuation and their slips."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from penchant_lab.suites.web.data.words import sections

_VOICES = {
    "Low": ("terse", "terse", "plain"),
    "Medium": ("plain", "plain", "polite", "chatty"),
    "High": ("chatty", "polite"),
}
_ENDS = {"enthusiastic": ("!", "!", "!", "!!", "."), "humorous": (".", "!", "..."), "warm": (".", ".", "!")}
_CONTRACTED = {
    "it is": "it's", "I am": "I'm", "I would": "I'd", "I will": "I'll", "that is": "that's", "there is": "there's",
    "they are": "they're", "you are": "you're", "do not": "don't", "does not": "doesn't", "did not": "didn't",
    "is not": "isn't", "was not": "wasn't", "are not": "aren't", "were not": "weren't", "will not": "won't",
    "would not": "wouldn't", "could not": "couldn't", "cannot": "can't", "have not": "haven't", "has not": "hasn't",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingHabits:
    """How somebody writes, every time."""

    tone: str
    verbosity: int  # how many things they remark upon
    opening: tuple[str, ...]
    pet: tuple[str, ...]
    happy_end: tuple[str, ...]
    unhappy_end: tuple[str, ...]
    habit: float  # how often each of these comes
    brief: float  # how often a word or two is all
    who: tuple[str, ...]  # those they live with
    very: str
    great: tuple[str, ...]
    end: str  # of a sentence, when they feel strongly
    joint: str  # between what they say and what they always say last
    contracts: bool
    small: bool  # no capitals at all
    subject: bool  # whether they write "it fits" or "fits"
    slips: tuple[str, ...]  # words they never spell right, as "which=wich"
    voice: str  # in which they ask

    def written(self, text: str) -> str:
        """The text as it comes from their keyboard."""
        if self.contracts:
            text = _contractions().sub(_contract, text)
        for slip in self.slips:
            text = _slip(slip).sub(slip.partition("=")[2], text)
        return text.lower() if self.small else text


def draw_habits(words: random.Random, tone: str, talk: str) -> WritingHabits:
    """Somebody's way of writing, given the tone they take and how much they talk."""
    shapes = sections("reviews")
    return WritingHabits(
        tone=tone,
        verbosity=words.choice({"Low": (1, 1, 2), "Medium": (1, 2, 2, 3, 3), "High": (3, 4, 4)}[talk]),
        opening=tuple(words.sample(shapes["opening"], 2)),
        pet=tuple(words.sample(shapes["pet"], 2)),
        happy_end=tuple(words.sample(shapes["closing +"], 2)),
        unhappy_end=tuple(words.sample(shapes["closing -"], 2)),
        habit=words.uniform(0.45, 0.9),
        brief=words.choice((0.0, 0.0, 0.02, 0.05, 0.15)),
        who=(words.choice(shapes["who"]), words.choice(shapes["who else"])),
        very=words.choice(shapes["very"]),
        great=tuple(words.sample(shapes["great"], 3)),
        end=words.choice(_ENDS.get(tone, (".", ".", ".", ".", "!"))),
        joint=words.choice((", ", ", ", ", ", " - ", " - ", " - ", "... ", "; ")),
        contracts=words.random() < 0.75,
        small=words.random() < 0.06,
        subject=words.random() < 0.7,
        slips=tuple(words.sample(shapes["misspelled"], words.choice((0, 0, 0, 0, 0, 0, 1, 1, 2, 3)))),
        voice=words.choice(_VOICES[talk]),
    )


@cache
def _contractions() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(map(re.escape, _CONTRACTED))})(?= (?!not)[a-z])", re.IGNORECASE)


@cache
def _folded() -> Mapping[str, str]:
    return {whole.lower(): short for whole, short in _CONTRACTED.items()}


def _contract(found: re.Match[str]) -> str:
    short = _folded()[found[1].lower()]
    return short[0].upper() + short[1:] if found[1][0].isupper() else short


@cache
def _slip(slip: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(slip.partition('=')[0])}\b")
