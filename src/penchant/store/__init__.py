"""Bytes at rest: preferences, evidence and vectors. Keeps, never interprets."""

from penchant.store.protocol import Change, Close, Erase, Match, Open, Store, Trust, Witness

__all__ = ["Change", "Close", "Erase", "Match", "Open", "Store", "Trust", "Witness"]
