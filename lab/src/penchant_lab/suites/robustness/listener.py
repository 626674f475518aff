"""The limit: somebody who knows how often words are wrong, weighs all of them exactly, and is told when tastes change.

They listen about one matter at a time and learn nothing from others, which a real agent may: with few words heard an
agent can do better. Asks where they are less sure than the agent's policy would want, as the agent does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from penchant_lab.people.style import Style
from penchant_lab.people.traits import FeedbackQuality
from penchant_lab.suites.protocol import Task

MATTERS = 3000
SURE = 0.9
"""Who is surer does not ask; about what the agent's policy comes to at its usual cost."""


@dataclass(frozen=True, slots=True)
class IdealListener:
    """Hears people of whose words a share is wrong (any other option), and a share says nothing."""

    wrong: float
    silent: float

    @staticmethod
    def of(style: Style) -> IdealListener:
        """The listener who knows how good the feedback of these people is; whatever else they are like is left out."""
        quality = next((trait for trait in style.traits if isinstance(trait, FeedbackQuality)), FeedbackQuality())
        return IdealListener(quality.wrong, quality.missing + quality.vague + quality.off_topic)

    def figures(self, options: Sequence[int], passes: int, seed: int) -> dict[str, Any]:
        """Success in an exam and in each pass, and how often they ask there, over matters of so many options."""
        rng = random.Random(f"{seed}/{self}")
        asked, right, examined = [0] * passes, [0] * passes, 0
        for number in range(MATTERS):
            belief = _Belief(self, options[number % len(options)], rng)
            for at in range(passes):
                if max(belief.chances) < SURE:
                    asked[at] += 1
                    belief.hear()
                right[at] += belief.guess() == 0
                belief.hear()
            examined += belief.guess() == 0
        shares = [[round(count / MATTERS, 6) for count in counts] for counts in (asked, right)]
        return {"success": round(examined / MATTERS, 6), "asked": shares[0], "passes": shares[1]}


class _Belief:
    """How likely each option is; the first is the right one, which the listener does not know."""

    def __init__(self, listener: IdealListener, options: int, rng: random.Random) -> None:
        self._listener, self._rng = listener, rng
        self.chances = [1 / options] * options

    def hear(self) -> None:
        """One more answer or reaction."""
        listener, rng, options = self._listener, self._rng, len(self.chances)
        drawn = rng.random()
        if options < 2 or drawn >= 1 - listener.silent:
            return
        said = rng.randrange(1, options) if drawn < listener.wrong else 0
        spoken = 1 - listener.silent
        true, false = (spoken - listener.wrong) / spoken, listener.wrong / spoken / (options - 1)
        weights = [chance * (true if at == said else false) for at, chance in enumerate(self.chances)]
        if total := sum(weights):
            self.chances = [weight / total for weight in weights]

    def guess(self) -> int:
        """The likeliest; of several, any."""
        best = max(self.chances)
        return self._rng.choice([at for at, chance in enumerate(self.chances) if chance > best - 1e-12])


def option_counts(tasks: Sequence[Task]) -> list[int]:
    """How many things could be done in each task: of a thing to put somewhere, the places."""
    counts = []
    for task in tasks:
        request, intent = task.request, task.intent
        if intent.place is not None:
            counts.append(len(request.places or [name for name in request.options if name != intent.thing]))
        else:
            counts.append(len(request.options) + request.may_decline)
    return [max(count, 1) for count in counts] or [1]
