"""The first stage: the model learns to answer as the labels do. The loss is on answers and their end alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penchant_lab.puma.batches import TokenisedExample, draw, passes
from penchant_lab.puma.learning import Loss, log_probabilities
from penchant_lab.puma.settings import Tuning


def sft_loss(lessons: Sequence[TokenisedExample], tuning: Tuning, device: str) -> Loss:
    """The mean over a batch's taught tokens of how unlikely each is."""

    def run(tuned: Any, step: int) -> tuple[Any, int]:
        batch = [lessons[place] for place in draw(len(lessons), tuning.batch, step, tuning.seed)]
        taught = sum(len(each.tokens) - each.start for each in batch)
        value = None
        for places in passes(batch, tuning.tokens):
            found, _ = log_probabilities(tuned, [batch[place] for place in places], device)
            loss = -found.sum() / taught
            loss.backward()
            value = loss.detach() if value is None else value + loss.detach()
        return value, sum(len(each.tokens) for each in batch)

    return run
