"""Agents that learn what each person wants, from what that person says before and after the agent acts.

>>> from penchant import Agent, Request
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from penchant.domain import Action, Behaviour, Choice, Preference, Question, Request, Turn
from penchant.errors import PenchantError

if TYPE_CHECKING:
    from penchant.loop import Agent, AskPolicy
    from penchant.memory import Habits, Memory
    from penchant.mind.behaviour import Assortment

__all__ = [
    "Action",
    "Agent",
    "AskPolicy",
    "Assortment",
    "Behaviour",
    "Choice",
    "Habits",
    "Memory",
    "PenchantError",
    "Preference",
    "Question",
    "Request",
    "Turn",
]

_ELSEWHERE = {
    "Agent": "penchant.loop",
    "AskPolicy": "penchant.loop",
    "Assortment": "penchant.mind.behaviour",
    "Habits": "penchant.memory",
    "Memory": "penchant.memory",
}


def __getattr__(name: str) -> object:
    """The larger parts are loaded when first used, so that importing penchant stays quick."""
    if name in _ELSEWHERE:
        return getattr(import_module(_ELSEWHERE[name]), name)
    raise AttributeError(f"module 'penchant' has no attribute {name!r}")
