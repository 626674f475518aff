"""Examples as numbers: tokens and which of them are taught, in passes that hold sequences of like length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from penchant_lab.puma.base import ChatTokens
from penchant_lab.puma.llama import sent

LONGEST = 1280
"""Tokens of a sequence at most; of a longer one the memory would push out the request, so it is left out."""


@dataclass(frozen=True, slots=True)
class TokenisedExample:
    """A prompt with its answer, as tokens; only what comes from ``start`` on is taught."""

    tokens: tuple[int, ...]
    start: int


def encode_all(tokens: ChatTokens, conversations: Sequence[tuple[str, str, str]]) -> list[TokenisedExample]:
    """Conversations as system, user and reply, each reply with the mark of its end; many are encoded at once."""
    prompts = tokens.prompts([(system, user) for system, user, _ in conversations])
    replies = tokens.encode_all([reply for _, _, reply in conversations])
    return [
        TokenisedExample((*prompt, *reply, tokens.end), len(prompt))
        for prompt, reply in zip(prompts, replies, strict=True)
    ]


def draw(count: int, batch: int, step: int, seed: int) -> list[int]:
    """The examples of a step: each comes once in every round through all of them, and a resumed run draws the same."""
    found: list[int] = []
    place = step * batch
    while len(found) < batch:
        epoch, inside = divmod(place + len(found), count)
        found += _order(count, epoch, seed)[inside : inside + batch - len(found)]
    return found


@lru_cache(maxsize=2)
def _order(count: int, epoch: int, seed: int) -> list[int]:
    order = list(range(count))
    random.Random(f"{seed}/{epoch}").shuffle(order)
    return order


def passes(sequences: Sequence[TokenisedExample], limit: int, together: int = 1) -> Iterator[list[int]]:
    """Places of sequences to run at once: of like length, and at most ``limit`` tokens with their padding."""
    size = len(sequences) // together
    lengths = [max(len(sequences[place * together + each].tokens) for each in range(together)) for place in range(size)]
    found: list[int] = []
    for place in sorted(range(size), key=lambda place: lengths[place]):
        if found and (len(found) + 1) * together * lengths[place] > limit:
            yield found
            found = []
        found.append(place)
    if found:
        yield found


def flattened(sequences: Sequence[TokenisedExample], device: str) -> tuple[Any, Any, Any]:
    """The tokens end to end, the places of those that are taught, and the sequence that each of these is in."""
    import torch

    tokens: list[int] = []
    taught: list[int] = []
    rows: list[int] = []
    for row, each in enumerate(sequences):
        taught += range(len(tokens) + each.start, len(tokens) + len(each.tokens))
        rows += [row] * (len(each.tokens) - each.start)
        tokens += each.tokens
    numbers, places, inside = (sent(torch.tensor(each), device) for each in (tokens, taught, rows))
    return numbers, places, inside
