"""Whether what somebody keeps to or away from is a matter of taste, or of something that binds them."""

from __future__ import annotations

from penchant.mind.constraints import named, table
from penchant.mind.talk import tables

_FILE = "clauses.txt"


def is_food(value: str) -> bool:
    """Whether it is a kind of food that people keep away from by rule: pork, gelatine, dairy."""
    return named(value) in table().food


def is_binding(text: str, manner: str) -> bool:
    """Whether a clause tells of a rule: by health, faith, law, money, access, principle, or a plain "never"."""
    return manner == "never" or tables.phrases(_FILE, "binding").search(text) is not None
