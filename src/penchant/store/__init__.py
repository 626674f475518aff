"""Bytes at rest: preferences, evidence and vectors. Keeps, never interprets."""

from penchant.store.protocol import (
    Adopt,
    Bulk,
    Change,
    Close,
    Erase,
    Match,
    Measured,
    Open,
    Store,
    Sweeping,
    Trust,
    Vectored,
    Witness,
    Writes,
    write_many,
)

__all__ = [
    "Adopt",
    "Bulk",
    "Change",
    "Close",
    "Erase",
    "Match",
    "Measured",
    "Open",
    "Store",
    "Sweeping",
    "Trust",
    "Vectored",
    "Witness",
    "Writes",
    "write_many",
]
