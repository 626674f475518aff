"""What the inner layers of the encoder make of each word piece of a text: for small heads of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from penchant.mind.learned.encoder import Encoder, shared
from penchant.mind.learned.inputs import TALK_READ, talk

WIDTH = 2 * Encoder.width

States = NDArray[np.float32]
Offsets = Sequence[tuple[int, int]]


def word_states(text: str) -> tuple[Offsets, States]:
    """Where each word piece of a text stands, and a row of numbers for each; long texts are read in parts."""
    encoding = shared().cut(text)
    parts = [encoding.ids[at : at + TALK_READ] for at in range(0, len(encoding.ids), TALK_READ)]
    rows = [shared().inner(talk(part))[1:-1] for part in parts]
    return encoding.offsets, np.concatenate(rows) if rows else np.zeros((0, WIDTH), dtype=np.float32)


_WORD = re.compile(r"[^\W_]+(?:(?:(?<=\d)[.,:](?=\d)|(?<=[^\W_])['’-](?=[^\W_]))[^\W_]+)*")


def words_of(text: str, offsets: Offsets) -> Iterator[tuple[int, int]]:
    """The pieces of each word or sign, from the first up to the one after its last.

    >>> [*words_of("at 7:00", [(0, 2), (3, 4), (4, 5), (5, 7)])]
    [(0, 1), (1, 4)]
    """
    within = {at for word in _WORD.finditer(text) for at in range(word.start() + 1, word.end())}
    first = 0
    for at in range(1, len(offsets) + 1):
        if at == len(offsets) or offsets[at][0] not in within:
            yield first, at
            first = at
