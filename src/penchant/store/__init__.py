"""Bytes at rest: preferences, evidence, vectors and transcripts. Keeps, never interprets."""

from penchant.domain import Match
from penchant.store.protocol import (
    Adopt,
    Bulk,
    Change,
    Close,
    Erase,
    EraseLines,
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
    "EraseLines",
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
