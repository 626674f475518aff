"""Bytes at rest: preferences, evidence and vectors. Keeps, never interprets."""

from penchant.store.protocol import Adopt, Change, Close, Erase, Match, Open, Store, Trust, Vectored, Witness

__all__ = ["Adopt", "Change", "Close", "Erase", "Match", "Open", "Store", "Trust", "Vectored", "Witness"]
