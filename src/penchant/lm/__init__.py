"""Language models: one small seam, and what stands behind it. Nothing here knows about people, memory or minds."""

from __future__ import annotations

from penchant.lm.protocol import ChatMessage, Finish, LanguageModel, Prompt, Reply, Role
from penchant.lm.structured import ask_for

__all__ = ["ChatMessage", "Finish", "LanguageModel", "Prompt", "Reply", "Role", "ask_for"]
