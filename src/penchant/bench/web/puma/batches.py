"""Examples as numbers: tokens with a mask over what is taught, in passes that hold sequences of like length."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from penchant.bench.web.puma.base import ChatTokens
from penchant.bench.web.puma.examples import Example

LONGEST = 1280
"""Tokens of a sequence at most; of a longer one the memory would push out the request, so it is left out."""


@dataclass(frozen=True, slots=True)
class TokenisedExample:
    """A prompt with its answer, as tokens; only what comes from ``start`` on is taught."""

    tokens: tuple[int, ...]
    start: int


def encoded(tokens: ChatTokens, system: str, user: str, target: str) -> TokenisedExample:
    """A conversation whose reply ends with the mark of the end."""
    prompt = tokens.prompt(system, user)
    return TokenisedExample((*prompt, *tokens.encode(target), tokens.end), len(prompt))


def encode_all(tokens: ChatTokens, examples: Sequence[Example]) -> list[TokenisedExample]:
    """Every example that fits; an answer is never cut."""
    found = (encoded(tokens, each.system, each.user, each.target) for each in examples)
    return [sequence for sequence in found if len(sequence.tokens) <= LONGEST]


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


def padded(sequences: Sequence[TokenisedExample], device: str) -> tuple[Any, Any]:
    """Tokens padded on the right, and labels that are -100 wherever nothing is taught: prompts and padding."""
    import torch

    longest = max(len(each.tokens) for each in sequences)
    numbers = torch.zeros((len(sequences), longest), dtype=torch.long)
    labels = torch.full((len(sequences), longest), -100, dtype=torch.long)
    for row, each in enumerate(sequences):
        numbers[row, : len(each.tokens)] = torch.tensor(each.tokens)
        labels[row, each.start : len(each.tokens)] = torch.tensor(each.tokens[each.start :])
    return numbers.to(device), labels.to(device)
