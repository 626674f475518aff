"""The prompt for choosing among ways to act, the parser of its reply, and how the choice is weighed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from penchant.domain import Request
from penchant.domain.lines import one_line
from penchant.lm import ChatMessage, Prompt
from penchant.lm.schema import object_with
from penchant.mind.protocol import Scene, Weighed

Sureness = Literal["certain", "likely", "guess"]
Pick = tuple[int, Sureness]

MOST_WAYS = 8
MOST_NOTES = 8

WEIGHT: dict[Sureness, float] = {"certain": 4.0, "likely": 2.5, "guess": 1.2}
"""How much likelier a way is for having been picked; the built-in likelihoods are the check on it."""

_HOW = """\
You choose for a person, by what is known about them. Go by the notes that are about a situation like this one;
a note about another situation says nothing here. Without such a note choose what most people would want, as a guess."""
_TOLD = ChatMessage("system", _HOW)


def picking(request: Request, scene: Scene, ways: Sequence[Weighed], notes: Sequence[str]) -> Prompt:
    """Ask which of the ways to act is right."""
    known = "\n".join(f"- {one_line(note)}" for note in notes) or "- nothing yet"
    offered = "\n".join(f"{number}. {one_line(_shown(way, scene))}" for number, way in enumerate(ways, start=1))
    text = f"Notes:\n{known}\nRequest: {one_line(request.text)[:240]}\nWays:\n{offered}\nWhich way?"
    return Prompt(purpose="choose", messages=(_TOLD, ChatMessage("user", text)), schema=_form(len(ways)), max_tokens=40)


@lru_cache(maxsize=2 * MOST_WAYS)
def _form(ways: int) -> dict[str, Any]:
    numbers, sureness = [*range(1, ways + 1)], ["certain", "likely", "guess"]
    return object_with({"way": {"enum": numbers}, "sure": {"enum": sureness}})


def pick_of(reply: Mapping[str, Any]) -> Pick:
    """Which of the ways, counted from 0, and how sure."""
    return int(reply["way"]) - 1, reply["sure"]


def weighed_in(ways: Sequence[Weighed], pick: Pick) -> list[Weighed]:
    """The ways with what was picked made likelier; together they are as likely as before."""
    chosen, sure = pick
    total = sum(way.likelihood for way in ways)
    raised = [w.likelihood * (WEIGHT[sure] if n == chosen else 1.0) for n, w in enumerate(ways)]
    now = sum(raised)
    share = total / now if now else 1.0
    every = [Weighed(way.action, each * share, way.support) for way, each in zip(ways, raised, strict=True)]
    return sorted(every, key=lambda way: -way.likelihood)


def _shown(way: Weighed, scene: Scene) -> str:
    thing = way.action.thing
    if scene.features and thing in scene.things:
        return f"{thing}: {', '.join(scene.features[scene.things.index(thing)])}"
    return str(way.action)
