"""Contract checks for those who write their own stores, and for ours: plain functions, no test framework needed."""

from penchant.testing.stores import StoreCheck, durable_store_checks, opening, store_checks

__all__ = ["StoreCheck", "durable_store_checks", "opening", "store_checks"]
