"""Agents that learn what each person wants, from what that person says before and after the agent acts.

>>> from penchant import Agent, Request
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from penchant.domain import (
    Action,
    Basis,
    Behaviour,
    Briefing,
    Choice,
    Draft,
    Episode,
    EpisodeId,
    Evidence,
    Exchange,
    Forgetting,
    Heard,
    LeftAlone,
    Lesson,
    Match,
    Message,
    PersonId,
    Preference,
    PreferenceId,
    Profile,
    ProfileLine,
    Question,
    Reading,
    Reason,
    Request,
    Scene,
    Statement,
    TranscriptEntry,
    Turn,
    Utterance,
)
from penchant.errors import BadInput, PenchantError, StoreError

if TYPE_CHECKING:
    from penchant.client import AsyncClient, Client
    from penchant.embed import Embedder
    from penchant.lm import LanguageModel
    from penchant.loop import Agent, AskPolicy, AsyncAgent, Method
    from penchant.memory import Habits, Memory
    from penchant.mind.behaviour import Assortment
    from penchant.mind.protocol import Claim, Held, Mind, MindCache, Recalled, Weighed
    from penchant.store import Store

__all__ = [
    "Action",
    "Agent",
    "AskPolicy",
    "Assortment",
    "AsyncAgent",
    "AsyncClient",
    "BadInput",
    "Basis",
    "Behaviour",
    "Briefing",
    "Choice",
    "Claim",
    "Client",
    "Draft",
    "Embedder",
    "Episode",
    "EpisodeId",
    "Evidence",
    "Exchange",
    "Forgetting",
    "Habits",
    "Heard",
    "Held",
    "LanguageModel",
    "LeftAlone",
    "Lesson",
    "Match",
    "Memory",
    "Message",
    "Method",
    "Mind",
    "MindCache",
    "PenchantError",
    "PersonId",
    "Preference",
    "PreferenceId",
    "Profile",
    "ProfileLine",
    "Question",
    "Reading",
    "Reason",
    "Recalled",
    "Request",
    "Scene",
    "Statement",
    "Store",
    "StoreError",
    "TranscriptEntry",
    "Turn",
    "Utterance",
    "Weighed",
]

_ELSEWHERE = {
    "Agent": "penchant.loop",
    "AskPolicy": "penchant.loop",
    "Assortment": "penchant.mind.behaviour",
    "AsyncAgent": "penchant.loop",
    "AsyncClient": "penchant.client",
    "Claim": "penchant.mind.protocol",
    "Client": "penchant.client",
    "Embedder": "penchant.embed",
    "Habits": "penchant.memory",
    "Held": "penchant.mind.protocol",
    "LanguageModel": "penchant.lm",
    "Memory": "penchant.memory",
    "Method": "penchant.loop",
    "Mind": "penchant.mind.protocol",
    "MindCache": "penchant.mind.protocol",
    "Recalled": "penchant.mind.protocol",
    "Store": "penchant.store",
    "Weighed": "penchant.mind.protocol",
}


def __getattr__(name: str) -> object:
    """The larger parts are loaded when first used, so that importing penchant stays quick."""
    if name in _ELSEWHERE:
        return getattr(import_module(_ELSEWHERE[name]), name)
    raise AttributeError(f"module 'penchant' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
