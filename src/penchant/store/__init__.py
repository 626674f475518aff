"""Bytes at rest: preferences, evidence, vectors and transcripts. Keeps, never interprets."""

from penchant.store.protocol import (
    Adopt,
    Bulk,
    Change,
    Close,
    Erase,
    Match,
    Measurable,
    Open,
    Store,
    Sweeping,
    Transcribe,
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
    "Measurable",
    "Open",
    "Store",
    "Sweeping",
    "Transcribe",
    "Trust",
    "Vectored",
    "Witness",
    "Writes",
    "write_many",
]
