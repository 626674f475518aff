"""Agents that learn what each person wants, from what that person says before and after the agent acts.

>>> from penchant import Agent, Request
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from penchant.domain import (
    Behaviour,
    Briefing,
    Choice,
    Lesson,
    Message,
    Preference,
    Profile,
    Question,
    Request,
    Statement,
    Turn,
)
from penchant.errors import BadInput, PenchantError, StoreError

if TYPE_CHECKING:
    from penchant.client import AsyncClient, Client
    from penchant.loop import Agent, AsyncAgent

__all__ = [
    "Agent",
    "AsyncAgent",
    "AsyncClient",
    "BadInput",
    "Behaviour",
    "Briefing",
    "Choice",
    "Client",
    "Lesson",
    "Message",
    "PenchantError",
    "Preference",
    "Profile",
    "Question",
    "Request",
    "Statement",
    "StoreError",
    "Turn",
]

_LOADED_LATER = {
    "Agent": "penchant.loop",
    "AsyncAgent": "penchant.loop",
    "AsyncClient": "penchant.client",
    "Client": "penchant.client",
}
_MOVED = {
    "penchant.domain": (
        "Action Basis Draft Episode EpisodeId Evidence Exchange Forgetting Heard LeftAlone Match PersonId "
        "PreferenceId ProfileLine Reading Reason Scene TranscriptEntry Utterance"
    ),
    "penchant.embed": "Embedder",
    "penchant.lm": "LanguageModel",
    "penchant.loop": "AskPolicy Method",
    "penchant.memory": "Habits Memory",
    "penchant.mind.behaviour": "Assortment",
    "penchant.mind.protocol": "Claim Held Mind MindCache Recalled Weighed",
    "penchant.store": "Store",
}
"""Names that 0.1.0 had here, by the module that has them now. They go with the next release."""


def __getattr__(name: str) -> object:
    """The larger parts are loaded when first used, so that importing penchant stays quick."""
    if name in _LOADED_LATER:
        return getattr(import_module(_LOADED_LATER[name]), name)
    for module, names in _MOVED.items():
        if name in names.split():
            import warnings

            warnings.warn(
                f"penchant.{name} is {module}.{name}; import it from there.", DeprecationWarning, stacklevel=2
            )
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'penchant' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
