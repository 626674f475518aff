"""What an agent is opened with, once it is seen to be that."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from penchant.errors import BadInput
from penchant.lm import LanguageModel
from penchant.loop.ask import AskPolicy
from penchant.loop.methods import Method
from penchant.memory import Clock, Habits
from penchant.mind.behaviour import Assortment
from penchant.mind.protocol import Mind
from penchant.plugins import needs_model

_PARTS: dict[str, tuple[tuple[type, ...], str]] = {
    "method": ((str, Method), '"both"'),
    "policy": ((AskPolicy,), "AskPolicy(cost=0.3)"),
    "habits": ((Habits,), "Habits(notes=10)"),
    "assortment": ((Assortment,), 'Assortment([("beans", {"roast": "dark"})])'),
    "lm_options": ((Mapping,), '{"choose": True}'),
}


def check_parts(**given: object) -> None:
    """BadInput for a part of an agent that is something else."""
    for name, part in given.items():
        kinds, example = _PARTS[name]
        if part is not None and not isinstance(part, kinds):
            raise BadInput(f"An agent is opened with {name}={example}, or the like, not with {name}={part!r:.60}.")


def check_clock(clock: Clock) -> None:
    """BadInput for what does not tell the time with its zone."""
    moment = clock() if callable(clock) else None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise BadInput(
            "A clock is a function that gives the time with its zone, as in clock=lambda: datetime.now(UTC)."
        )


def check_model(mind: str, lm: LanguageModel | None) -> None:
    """BadInput for a model that could not be asked, or that nobody would ask."""
    if lm is None:
        return
    if isinstance(lm, type) or not hasattr(lm, "complete"):
        raise BadInput(f'A language model is given as in lm=OpenAIModel("NAME"), not as {lm!r:.60}.')
    if not needs_model("minds", mind):
        raise BadInput(f'The mind {mind!r} asks no language model; with one, open the agent with mind="lm".')


def made_already(mind: Mind, lm: LanguageModel | None, options: Mapping[str, Any] | None) -> Mind:
    """The mind, if it is one; a model would have to be given to whoever made it."""
    if isinstance(mind, type) or not all(hasattr(mind, name) for name in ("survey", "weigh", "understand")):
        raise BadInput(f'A mind is named by a text, as in mind="lm", lm=…, or is one itself; this is not: {mind!r:.80}')
    if lm is not None or options is not None:
        raise BadInput('A mind that is made already has its model; leave out lm and lm_options, or name it: mind="lm".')
    return mind
