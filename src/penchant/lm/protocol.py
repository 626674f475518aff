"""The seam for language models: a prompt goes in, a reply comes out, and nothing is remembered in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refusal"]
"""How a reply ended: of itself, cut off at ``max_tokens``, or as words that refuse to answer."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One thing that was said to a model, or by it."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked, and the form its reply must have.

    Two prompts that are equal are the same question: it is paid for once and answered alike ever after. Whoever wants
    another answer to the same words changes the seed.
    """

    purpose: str  # one word for records and counts: "understand", "answer", "react"
    messages: tuple[ChatMessage, ...]
    schema: Mapping[str, Any] | None = field(default=None, hash=False)  # JSON schema of the reply; None: free text
    max_tokens: int = 512
    temperature: float = 0.0
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said, and what it took."""

    text: str
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    finish: Finish = "stop"
    seconds: float = 0.0
    cost: float | None = None  # in the currency of the price list; None where no price is known
    cached: bool = False  # it had been paid for before


class LanguageModel(Protocol):
    """Answers prompts, from several threads at once; any object with these members will do."""

    @property
    def name(self) -> str:
        """The model's name, as the endpoint spells it."""
        ...

    def complete(self, prompt: Prompt) -> Reply:
        """The reply to a prompt.

        Raises ModelFailed where this prompt gets no usable reply (the episode breaks, the run goes on), and Unavailable
        where no other prompt would get one either (wrong key, no such model, nobody there, the money is spent).
        """
        ...
