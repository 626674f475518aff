"""Whether somebody who was given an answer in free words is pleased with it: said plainly, or not told."""

from __future__ import annotations

import re
from functools import cache

from penchant.domain import Utterance
from penchant.mind.protocol import Mind

SURE = 0.95
"""A verdict that is less likely to be right than this is none."""

_REPLY = ("this reply",)


def verdict_of(mind: Mind, words: str) -> bool | None:
    """Whether the first sentence somebody says to a reply is pleased with it; None where it asks, or does not tell."""
    first = _sentence().match(words.strip())
    said = first.group().strip() if first else ""
    if not said or said.endswith("?"):
        return None
    reading = mind.understand(Utterance(said, _REPLY, _REPLY))
    if reading.sure < SURE or reading.verdict == "unclear":
        return None
    return reading.verdict == "right"


@cache
def _sentence() -> re.Pattern[str]:
    return re.compile(r"[^.!?\n]+[.!?]*")
