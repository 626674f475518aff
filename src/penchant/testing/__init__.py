"""Contract checks and fakes for those who write their own plugins, and for ours: plain functions, no test framework."""

from penchant.testing.embedders import EmbedderCheck, embedder_checks
from penchant.testing.fakes import HashEmbedder, ScriptedPerson
from penchant.testing.minds import MindCheck, mind_checks
from penchant.testing.stores import (
    StoreCheck,
    crowd_checks,
    durable_store_checks,
    opening,
    shared_store_checks,
    store_checks,
)

__all__ = [
    "EmbedderCheck",
    "HashEmbedder",
    "MindCheck",
    "ScriptedPerson",
    "StoreCheck",
    "crowd_checks",
    "durable_store_checks",
    "embedder_checks",
    "mind_checks",
    "opening",
    "shared_store_checks",
    "store_checks",
]
