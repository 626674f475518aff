"""The folder of a training: the names of its files, and how a training goes about it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path

from penchant.errors import BadData
from penchant_lab.puma.examples import Example, from_row
from penchant_lab.puma.files import read_lines
from penchant_lab.puma.settings import DPO, SFT, PreferenceTuning, TrainSettings, Tuning

SETTINGS, TOKENS = "settings.json", "tokenizer.json"
EXAMPLES, CANDIDATES, SCORES, PAIRS = (f"{name}.jsonl.gz" for name in ("examples", "candidates", "scores", "pairs"))
SAMPLED = "candidates.part.jsonl.gz"
"""Candidates of a stage that has not ended: whole part by part, however it is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageOptions:
    """How the stages of a training go about it; what its prompts and labels are is in the folder's settings."""

    resume: bool = False
    minutes: float | None = None  # from ``began`` on, for all stages together
    began: float = field(default_factory=time.monotonic)
    device: str | None = None
    sft: Tuning = SFT
    dpo: PreferenceTuning = DPO
    tell: Callable[[str], None] = field(default=print)

    @property
    def until(self) -> float | None:
        """When to stop, by the monotonic clock."""
        return None if self.minutes is None else self.began + 60 * self.minutes


def read_examples(out: Path) -> list[Example]:
    """The prompts with their labels that a training was prepared with."""
    return [from_row(row) for row in read_lines(out / EXAMPLES, *(field.name for field in fields(Example)))]


def read_settings(out: Path) -> TrainSettings:
    """What a training was prepared with; those who serve or play it ask here too."""
    path = out / SETTINGS
    try:
        return TrainSettings.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BadData(f"{path} is missing or cannot be read; is {out} the folder of a training?") from error
