"""Tells what a request wants and which of its words say so: small heads over the states of the shipped encoder.

They were taught with requests written for it (``training/requests``), which share no line with any shop's tasks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from penchant.mind.learned.states import States, word_states, words_of
from penchant_lab.suites.web.records import TYPES, TaskType

SHIPPED = Path(__file__).parent / "weights" / "requests.npz"
LIKELY = 0.5
"""A word is what is wanted, or of an opinion, where that is at least so likely."""

BESIDE = 4
"""So many pieces on either side are seen with each."""

Arrays = dict[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class RequestWord:
    """A word or a sign of a request, as characters of it, and how likely it tells what is wanted or thought."""

    start: int
    end: int
    wanted: float
    opinion: float


@dataclass(frozen=True, slots=True)
class Want:
    """What a request wants: how likely each function is, and what its words are for."""

    shares: dict[TaskType, float]
    words: tuple[RequestWord, ...]

    @property
    def type(self) -> TaskType:
        """The likeliest."""
        return max(self.shares, key=lambda name: self.shares[name])


@lru_cache(maxsize=4096)
def want(text: str) -> Want:
    """What a request wants.

    >>> want("Could you bring up a red kettle?").type, want("No idea what to give my aunt, can you help?").type
    ('search', 'recommend')
    """
    offsets, states = word_states(text)
    if not len(states):
        return Want(dict.fromkeys(TYPES, 1 / len(TYPES)), ())
    rows = normed(states)
    read = [_said(rows, heads) for heads in _several()]
    shares = np.mean([functions for functions, _ in read], axis=0)
    marks = np.mean([found for _, found in read], axis=0)
    words = [
        RequestWord(offsets[first][0], offsets[last - 1][1], *map(float, marks[first:last].mean(axis=0)))
        for first, last in words_of(text, offsets)
    ]
    return Want(dict(zip(TYPES, map(float, shares), strict=True)), tuple(words))


def _said(rows: States, heads: Arrays) -> tuple[States, States]:
    """What one set of heads says: of the functions, and of each piece."""
    shares = _softmax(_pooled(rows, heads) @ heads["function.w"] + heads["function.b"])
    seen = np.concatenate([rows, around(rows), np.tile(shares, (len(rows), 1))], axis=1)
    inner = np.maximum(0, seen @ heads["word.w"] + heads["word.b"])
    marks: States = 1 / (1 + np.exp(-(inner @ heads["marks.w"] + heads["marks.b"])))
    return shares, marks


def liked(opinion: str) -> int | None:
    """How many of five stars an opinion is worth; None where there is none.

    >>> liked("It is wonderful, I love it."), liked("It fell apart at once, what a waste.")
    (5, 1)
    """
    _, states = word_states(opinion)
    if not len(states):
        return None
    shares = _softmax(normed(states).mean(axis=0) @ _heads()["stars.w"] + _heads()["stars.b"])
    return round(float(shares @ np.arange(1, 6)))


def normed(states: States) -> States:
    """Each row with a mean of 0 and a spread of 1."""
    centred = states - states.mean(axis=1, keepdims=True)
    made: States = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + np.float32(1e-5))
    return made


def around(rows: States) -> States:
    """For each row the mean of those beside it and of itself."""
    sums = np.concatenate([np.zeros((1, rows.shape[1]), dtype=rows.dtype), rows.cumsum(axis=0)])
    at = np.arange(len(rows))
    first, last = np.maximum(0, at - BESIDE), np.minimum(len(rows), at + BESIDE + 1)
    made: States = (sums[last] - sums[first]) / (last - first)[:, None].astype(rows.dtype)
    return made


def _pooled(rows: States, heads: Arrays) -> States:
    """All rows as one: their mean, the most of each number, and what each of several looks picks out."""
    looks = rows @ heads["look.w"] + heads["look.b"]
    picked = _softmax(looks, axis=0).T @ (rows @ heads["value.w"] + heads["value.b"])
    made: States = np.concatenate([rows.mean(axis=0), rows.max(axis=0), picked.ravel()])
    return made


@lru_cache(maxsize=1)
def _several() -> list[Arrays]:
    """The sets of heads, each taught from another beginning: together they are right more often than one."""
    sets: dict[str, Arrays] = {}
    for name, array in _heads().items():
        layer, _, kind = name.partition(".")
        if layer[-1].isdigit():
            sets.setdefault(layer[-1], {})[f"{layer[:-1]}.{kind}"] = array
    return list(sets.values())


@lru_cache(maxsize=1)
def _heads() -> Arrays:
    with np.load(SHIPPED) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def _softmax(scores: States, axis: int = -1) -> States:
    powers: States = np.exp(scores - scores.max(axis=axis, keepdims=True))
    shares: States = powers / powers.sum(axis=axis, keepdims=True)
    return shares
