"""The second stage: of two answers to one prompt the better-rewarded one becomes likelier, held to the tuned model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from penchant_lab.puma.base import ChatTokens
from penchant_lab.puma.batches import LONGEST, TokenisedExample, draw, encode_all, passes
from penchant_lab.puma.learning import Loss, log_probabilities
from penchant_lab.puma.settings import BETA, PreferenceTuning, Tuning


@dataclass(frozen=True, slots=True)
class Pair:
    """Two answers to one prompt, and how likely the tuned model found each before this stage."""

    chosen: TokenisedExample
    rejected: TokenisedExample
    reference: tuple[float, float] = (0.0, 0.0)
    function: str = ""


def encode_pairs(tokens: ChatTokens, rows: Sequence[Mapping[str, Any]]) -> list[Pair]:
    """The pairs that fit."""
    sides = ("chosen", "rejected")
    both = encode_all(tokens, [(row["system"], row["user"], row[side]) for row in rows for side in sides])
    found = [Pair(both[2 * place], both[2 * place + 1], function=row["function"]) for place, row in enumerate(rows)]
    return [pair for pair in found if max(len(pair.chosen.tokens), len(pair.rejected.tokens)) <= LONGEST]


def with_reference(tuned: Any, pairs: Sequence[Pair], tuning: Tuning, device: str) -> list[Pair]:
    """The pairs with what the model makes of them now."""
    import torch

    lessons = [each for pair in pairs for each in (pair.chosen, pair.rejected)]
    sums = [0.0] * len(lessons)
    tuned.eval()
    with torch.no_grad():
        for places in passes(lessons, tuning.tokens):
            found = _sums(tuned, [lessons[place] for place in places], device)
            for place, value in zip(places, found.tolist(), strict=True):
                sums[place] = value
    return [replace(pair, reference=(sums[2 * place], sums[2 * place + 1])) for place, pair in enumerate(pairs)]


def evened(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, those of rarer functions several times: by the root of how much rarer they are.

    Two reviews nearly always differ in worth and two recommendations seldom do; reviews would else be all that is
    learned from, and with even shares few pairs would be learned by heart.
    """
    counts = Counter(pair.function for pair in pairs)
    most = max(counts.values(), default=0)
    return [pair for pair in pairs for _ in range(round(sqrt(most / counts[pair.function])))]


def dpo_loss(pairs: Sequence[Pair], tuning: PreferenceTuning, device: str) -> Loss:
    """The mean over a batch of ``-log sigmoid(beta * (gain of the chosen - gain of the rejected))``.

    By that alone both answers may become less likely, if the rejected one does so faster, and long ones gain by being
    long; an anchor adds how unlikely a token of the chosen one is (RPO, arXiv 2404.19733).
    """

    def run(tuned: Any, step: int) -> tuple[Any, int]:
        import torch

        batch = [pairs[place] for place in draw(len(pairs), tuning.batch, step, tuning.seed)]
        lessons = [each for pair in batch for each in (pair.chosen, pair.rejected)]
        value = None
        for places in passes(lessons, tuning.tokens, together=2):
            inside = [batch[place] for place in places]
            found = _sums(tuned, [each for pair in inside for each in (pair.chosen, pair.rejected)], device)
            before = torch.tensor([number for pair in inside for number in pair.reference], device=device)
            gain = (found - before).reshape(-1, 2)
            preferred = torch.nn.functional.logsigmoid(BETA * (gain[:, 0] - gain[:, 1]))
            lengths = torch.tensor([len(pair.chosen.tokens) - pair.chosen.start for pair in inside], device=device)
            loss = -(preferred + tuning.anchor * found[::2] / lengths).sum() / len(batch)
            loss.backward()
            value = loss.detach() if value is None else value + loss.detach()
        return value, sum(len(each.tokens) for each in lessons)

    return run


def _sums(tuned: Any, lessons: Sequence[TokenisedExample], device: str) -> Any:
    """The log-probability of each answer as a whole."""
    import torch

    found, rows = log_probabilities(tuned, lessons, device)
    return torch.zeros(len(lessons), device=device).index_add(0, rows, found)
