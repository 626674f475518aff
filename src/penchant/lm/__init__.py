"""Language models: one small seam, and what stands behind it. Nothing here knows about people, memory or minds."""

from __future__ import annotations

from penchant.lm.protocol import LanguageModel, Message, Prompt, Reply, Role

__all__ = ["LanguageModel", "Message", "Prompt", "Reply", "Role"]
