"""What the shipped encoder makes of each word piece of a text, before it decides anything: for small heads of others.

The tagger's model has one output, what it says of each piece. Its inner layers are outputs too once they are named as
such, which is a few bytes after the model: a field of protobuf that comes again is put together with the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from penchant.mind.learned import weights

LAYERS = ("LayerNormalization_66", "LayerNormalization_87")
"""The second and the third layer: what comes after them knows of tags, and less of anything else."""

WIDTH = 384 * len(LAYERS)
LONGEST = 158
_CLS, _SEP = 101, 102
_GRAPH, _OUTPUT, _NAME = 7, 12, 1

States = NDArray[np.float32]
Offsets = Sequence[tuple[int, int]]


def word_states(text: str, folder: Path = weights.SHIPPED) -> tuple[Offsets, States]:
    """Where each word piece of a text stands, and a row of numbers for each; long texts are read in parts."""
    session, tokenizer = _opened(folder), weights.opened(folder).tokenizer
    encoding = tokenizer.encode(text, add_special_tokens=False)
    rows = [_states(session, encoding.ids[at : at + LONGEST]) for at in range(0, len(encoding.ids), LONGEST)]
    return encoding.offsets, np.concatenate(rows) if rows else np.zeros((0, WIDTH), dtype=np.float32)


def words_of(text: str, offsets: Offsets) -> Iterator[tuple[int, int]]:
    """The pieces of each word or sign, from the first up to the one after its last."""
    first = 0
    for at in range(1, len(offsets) + 1):
        if at < len(offsets):
            (_, end), (start, _) = offsets[at - 1], offsets[at]
            if start == end and text[end - 1].isalnum() and text[start].isalnum():
                continue
        yield first, at
        first = at


def _states(session: Any, pieces: Sequence[int]) -> States:
    row = np.array([_CLS, *pieces, _SEP], dtype=np.int64)
    still = np.zeros_like(row)
    rows = np.stack([row, np.arange(len(row)), still, still])
    layers = session.run(list(LAYERS), {"rows": rows, "marks": np.zeros(1, dtype=np.int64)})
    made: States = np.concatenate(layers, axis=1)[1:-1]
    return made


@lru_cache(maxsize=2)
def _opened(folder: Path) -> Any:
    model = weights.checked(folder / weights.TAGGER, weights.read_manifest(folder))
    outputs = b"".join(_field(_OUTPUT, _field(_NAME, name.encode())) for name in LAYERS)
    return weights.open_session(model + _field(_GRAPH, outputs))


def _field(number: int, content: bytes) -> bytes:
    size, length = len(content), b""
    while size > 127:
        length += bytes([size & 127 | 128])
        size >>= 7
    return bytes([number << 3 | 2]) + length + bytes([size]) + content
