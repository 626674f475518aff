"""Comparing many vectors at once, on one thread."""

from __future__ import annotations

import numpy as np

from penchant.embed.protocol import Vector, Vectors

_PIECE = 8192
"""How many numbers OpenBLAS multiplies with a vector without calling other threads (it does from 9216 on)."""
_ROWS = 64
"""So many rows it multiplies with some others."""


def products(rows: Vectors, query: Vector) -> Vector:
    """The product of each row with the query, on one thread.

    A single `@` would be shared out among threads that wait for one another, ten times as long on a machine that is
    busy otherwise. So it is done in pieces that are too small to be shared out.
    """
    piece = max(1, _PIECE // len(query))
    whole = len(rows) - len(rows) % piece
    found: Vector = np.empty(len(rows), dtype=np.float32)
    np.matmul(rows[:whole].reshape(-1, piece, len(query)), query, out=found[:whole].reshape(-1, piece))
    np.einsum("ij,j->i", rows[whole:], query, out=found[whole:])
    return found


def products_with_each(rows: Vectors, others: Vectors) -> Vectors:
    """The product of each row with each of some others, in the same way."""
    found: Vectors = np.empty((len(rows), len(others)), dtype=np.float32)
    turned = np.ascontiguousarray(others.T)
    for start in range(0, len(rows), _ROWS):
        np.matmul(rows[start : start + _ROWS], turned, out=found[start : start + _ROWS])
    return found
