"""Somebody in the formal model: never wrong, and so plain that rules read every word with certainty."""

from __future__ import annotations

import random
from collections.abc import Sequence

from penchant.domain import Action, Question, Request
from penchant.english import listed
from penchant_lab.suites.theory.model import FormalModel, ModelRound

RIGHT = "Yes, that is right, thank you."


class ModelPerson:
    """A person with one round on their mind; what they answer when depends on the seed, and not on who asks."""

    def __init__(self, name: str, model: FormalModel, on_mind: ModelRound, seed: int) -> None:
        self.name = name
        self._model, self._round = model, on_mind
        self._rng = random.Random(f"{seed}/{name}/{on_mind.number}/answers")
        self._left = list(on_mind.request.options)
        self._answers, self._named = 0, False
        self._said = ""

    @property
    def told(self) -> bool:
        """Whether what they want was said, or is the only one left by what was."""
        return self._named

    def answer(self, request: Request, question: Question) -> str:
        """What is meant, or on an ambiguous round perhaps only what is not."""
        wanted = self._round.wanted
        if question.back == "answer":
            return self._said
        if self._round.ambiguous and not question.back and not self._named:
            gone = self._ruled_out()
            self._answers += 1
            self._left = [option for option in self._left if option not in gone]
            if self._left != [wanted]:
                self._said = f"Not the {listed([*gone[:1], *(f'the {name}' for name in gone[1:])])}."
                return self._said
        self._named = True
        self._said = f"The {wanted}, please."
        return self._said

    def react(self, request: Request, action: Action, because: str = "") -> str:
        """Whether it was right, and what would have been."""
        wanted = self._round.wanted
        if action.thing == wanted:
            return RIGHT
        lasting = not self._round.ambiguous and self._model.correcting == "lasting"
        return f"No, from now on I want the {wanted}." if lasting else f"No, I wanted the {wanted}."

    def _ruled_out(self) -> Sequence[str]:
        """The options that this answer rules out."""
        model, wanted = self._model, self._round.wanted
        wrong = [option for option in self._left if option != wanted]
        if model.answering == "shrinking":
            still_open = self._rng.random() < model.unsettled(self._answers)
            return self._rng.sample(wrong, 1) if still_open and len(wrong) > 1 else wrong
        if model.answering == "balanced":
            left = -(-len(self._left) // model.answers)
            return self._rng.sample(wrong, len(self._left) - left)
        return self._other_pairs(wrong)

    def _other_pairs(self, wrong: Sequence[str]) -> Sequence[str]:
        """All but 1/m of the pairs; where one is left, a pair that was ruled out before, once more."""
        own = _noun(self._round.wanted)
        pairs = sorted({_noun(option) for option in wrong} - {own})
        if not pairs:
            pairs = sorted({_noun(option) for option in self._round.request.options} - {own})[:1]
            gone = set(pairs)
        else:
            left = -(-(len(pairs) + 1) // self._model.answers)
            gone = set(self._rng.sample(pairs, len(pairs) + 1 - left))
        return [option for option in self._round.request.options if _noun(option) in gone]


def _noun(option: str) -> str:
    return option.rpartition(" ")[2]
