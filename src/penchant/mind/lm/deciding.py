"""The prompt for deciding from what was said, the parser of its reply, and the ways to act that follow from it.

The model says which lines speak for and against which option, and whether they settle the request. Which way is taken,
whether to ask, and what is never taken, is decided by code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from penchant.domain import Action, Saying
from penchant.domain.lines import short
from penchant.lm import ChatMessage, Prompt
from penchant.lm.schema import object_with
from penchant.mind.protocol import Weighed

Verdict = Literal["known", "none", "ask"]
Sureness = Literal["certain", "likely", "guess"]

LIKELY: dict[Sureness, float] = {"certain": 0.95, "likely": 0.85, "guess": 0.55}
"""How likely a choice is right that a model is so sure of."""

MOST_LINES, MOST_OPTIONS = 40, 24
_SHOWN, _ASKED, _OPTION = 300, 160, 120

_HOW = """\
You decide for a person, going only by what they said before. Lines are oldest first; what is said later \
outweighs what \
was said earlier, a change of mind ends it.
Think like a sensible assistant who has heard every line: what someone chose and why tells what they want in general \
("no stairs" rules out a tower; "I burn easily" speaks for shade). A reason reaches to other requests of the same \
sort, with other options. Keep to its conditions, exceptions and limits; compare numbers, times and prices as \
numbers. \
What was for once does not count again. What is said of somebody else counts only when the request is for them or \
with \
them, and the person's own taste says nothing about somebody else's. An allergy, a diet, a faith, a "never" rules \
out, \
always.
verdict: "known" if what was said decides among these options (one is wanted, or all others are ruled out; if \
several \
are equally right, take any); "none" if every option goes against what was said; "ask" if nothing said decides it.
take: the number of the option to take if known, else 0.
for: the ids of lines that speak for it (if none: for the verdict). against: for each option that lines speak \
against, \
its number and their ids.
sure: "certain", "likely" or "guess"."""
_TOLD = ChatMessage("system", _HOW)


@dataclass(frozen=True, slots=True)
class ModelDecision:
    """What a model makes of a request: an option by its place (None for none of them), and the lines it rests on."""

    verdict: Verdict
    take: int | None
    sure: Sureness
    favours: tuple[int, ...]  # places of sayings
    against: tuple[tuple[int, tuple[int, ...]], ...]  # of options: which sayings speak against each


def deciding(request: str, options: Sequence[str], sayings: Sequence[Saying]) -> Prompt:
    """Ask which option the lines decide on, if they do."""
    known = "\n".join(f"[{number}] {_line(one)}" for number, one in enumerate(sayings, 1))
    offered = "\n".join(f"{number}. {short(name, _OPTION)}" for number, name in enumerate(options, 1))
    text = f"What they said:\n{known}\n\nRequest now: {short(request, _SHOWN)}\nOptions:\n{offered}"
    schema = _form(len(options), len(sayings))
    return Prompt(purpose="decide", messages=(_TOLD, ChatMessage("user", text)), schema=schema, max_tokens=300)


@lru_cache(maxsize=256)
def _form(options: int, lines: int) -> dict[str, Any]:
    ids = {"type": "array", "items": {"enum": [*range(1, lines + 1)]}, "maxItems": min(lines, 8)}
    against = object_with({"option": {"enum": [*range(1, options + 1)]}, "lines": ids})
    return object_with(
        {
            "against": {"type": "array", "items": against, "maxItems": options},
            "for": ids,
            "verdict": {"enum": ["known", "none", "ask"]},
            "take": {"enum": [*range(options + 1)]},
            "sure": {"enum": ["certain", "likely", "guess"]},
        }
    )


def decision_of(reply: Mapping[str, Any]) -> ModelDecision:
    """The decision a reply gives; ValueError, in a few words, where it contradicts itself."""
    verdict, take = reply["verdict"], int(reply["take"])
    against = tuple((each["option"] - 1, tuple(id - 1 for id in each["lines"])) for each in reply["against"])
    if (verdict == "known") != (take > 0):
        raise ValueError("take names an option if the verdict is known, and is 0 otherwise")
    favours = tuple(id - 1 for id in reply["for"])
    return ModelDecision(verdict, take - 1 if take else None, reply["sure"], favours, against)


def ways_of(
    decision: ModelDecision, own: Sequence[Weighed], options: Sequence[str], shown: Sequence[int], sayings: int
) -> list[Weighed]:
    """The ways to act, as likely as the decision makes them; ``shown`` are the places of the lines it saw."""
    if decision.verdict == "ask":  # then what was said is no reason against asking
        return [replace(way, said=(), known=0.0) for way in own]
    actions = {(way.action.place or way.action.thing): way for way in own}
    likely = LIKELY[decision.sure]
    against = {option: set(lines) for option, lines in decision.against}
    left = [at for at in range(len(options)) if at not in against and at != decision.take] or [
        at for at in range(len(options)) if at != decision.take
    ]
    found = []
    for at, name in enumerate(options):
        if name not in actions:
            continue
        said = [0.0] * sayings
        for line in against.get(at, ()):
            said[shown[line]] = -1.0
        if at == decision.take:
            for line in decision.favours:
                said[shown[line]] = 1.0
            share = likely
        elif decision.verdict == "known":
            share = (1 - likely) / len(left) if at in left else 0.0
        else:
            share = (1 - likely) / len(options)
        way = actions[name]
        found.append(Weighed(way.action, share, way.support, (), tuple(said), 1.0))
    if decision.verdict == "none":
        said = [0.0] * sayings
        for line in (*decision.favours, *(line for lines in against.values() for line in lines)):
            said[shown[line]] = -1.0
        nothing = (0.0,) * len(own[0].support) if own else ()
        found.append(Weighed(Action(), likely, nothing, (), tuple(said), 1.0))
    return sorted(found, key=lambda way: -way.likelihood)


def _line(one: Saying) -> str:
    """A saying with its day, and the task it was said about."""
    day = f"{one.at:%Y-%m-%d}: " if one.at is not None else ""
    task = f"when asking “{short(one.asked, _ASKED)}”" if one.asked else ""
    took = f"took “{short(one.took, _OPTION)}”" if one.took else ""
    over = (
        f"over {', '.join(f'“{short(name, _OPTION)}”' for name in one.passed[:4])}" if one.took and one.passed else ""
    )
    about = ", ".join(part for part in (task, " ".join(part for part in (took, over) if part)) if part)
    return f"{day}“{short(one.words, _SHOWN)}”" + (f" ({about})" if about else "")
