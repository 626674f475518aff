"""What a study on language models would take at most, from a dry run: every task as long as it may be.

A dry run shows the first prompt of each task and no more. What can follow is bounded by the rules of the track: so many
calls, a reflection after each reply, an extraction at the end, and a second try wherever a reply is empty or cut off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from penchant.lm.price import LETTERS_A_TOKEN, Price
from penchant.lm.protocol import Prompt
from penchant.lm.structured import SHOWN as SHOWN_AGAIN
from penchant.lm.usage import Usage
from penchant_lab.run.config import RunConfig
from penchant_lab.run.models import by_purpose
from penchant_lab.suites.web.agents import AGENTS, calls_at_most
from penchant_lab.suites.web.agents.modelled import REPLY_TOKENS, SHOWN
from penchant_lab.suites.web.people import PERSON_TOKENS, SEEN
from penchant_lab.suites.web.shop.environment import STEPS
from penchant_lab.suites.web.study.options import WebOptions, plain
from penchant_lab.suites.web.study.published import MULTI

ROWS = {
    "none": "No Memory",
    "random": "Random Memory",
    "last": "Last Memory",
    "relevant": "Relevant Memory",
    "react": "ReAct",
    "reflexion": "Reflexion",
    "recmind": "RecMind",
    "interecagent": "InteRecAgent",
    "puma": "PUMA (gpt)",
}
"""The rows of the published table by the names of our agents."""

_WORDS = 200  # tokens of a standing question around what is shown: to reflect, to extract, to say it again
_REST = Prompt(purpose="", messages=()).max_tokens


@dataclass(frozen=True, slots=True)
class _Part:
    """Who is asked, how much a reply may hold, and how much each turn adds to what is read."""

    by_person: bool
    tokens: int
    turn: int


_AGENTS_TURN = 2 * REPLY_TOKENS + SHOWN // LETTERS_A_TOKEN
_PARTS = {
    "act": _Part(False, REPLY_TOKENS, _AGENTS_TURN),
    "reflect": _Part(False, _REST, _AGENTS_TURN + _REST),
    "extract": _Part(False, _REST, _AGENTS_TURN),
    "person": _Part(True, PERSON_TOKENS, REPLY_TOKENS + PERSON_TOKENS + SEEN // LETTERS_A_TOKEN),
    "afterword": _Part(True, PERSON_TOKENS, REPLY_TOKENS + PERSON_TOKENS + SEEN // LETTERS_A_TOKEN),
}


def forecast(
    config: RunConfig, units: Mapping[str, int], shown: Mapping[str, Any] | None, prices: Mapping[str, Price]
) -> dict[str, Any]:
    """What the tasks that are left would take at most, by purpose, and about how many calls are usual.

    ``units`` is how many tasks each agent has left; ``shown`` is what the dry run saw, the first prompt of each task.
    """
    lm, played = config.mind == "lm", config.people_model is not None
    first = {name: paid for name, paid in (shown or {}).get("purposes", {}).items() if paid["calls"]}
    found: dict[str, Usage] = {}
    for name, tasks in units.items():
        for purpose, calls in _calls(name, config, lm=lm, played=played).items():
            found[purpose] = found.get(purpose, Usage()) + _paid(
                purpose, calls, tasks, first, _price(purpose, config, prices)
            )
    found = {purpose: paid for purpose, paid in found.items() if paid.calls}
    return {**by_purpose([*found.items()]), "usual_calls": _usual(config, units) if lm and not played else None}


def _calls(name: str, config: RunConfig, *, lm: bool, played: bool) -> Counter[str]:
    """The most calls that one task can take, by purpose."""
    own = plain(name)
    calls = Counter(calls_at_most(own, WebOptions(**config.options).track) if lm else {})
    if played and WebOptions(**config.options).track != "single":
        calls["person"] = STEPS
        calls["afterword"] = int(WebOptions(**config.options).track == "continual" and own == name)
    return calls


def _price(purpose: str, config: RunConfig, prices: Mapping[str, Price]) -> Price | None:
    by_person = _PARTS[purpose.removesuffix("-repair")].by_person
    return prices.get((config.people_model if by_person else config.model) or "")


def _paid(purpose: str, calls: int, tasks: int, first: Mapping[str, Mapping[str, Any]], price: Price | None) -> Usage:
    plain = purpose.removesuffix("-repair")
    part = _PARTS[plain]
    again = purpose != plain
    seen = first.get("person" if part.by_person else "act")
    start = PAGE if seen is None else round(seen["input_tokens"] / seen["calls"])
    start += SHOWN_AGAIN // LETTERS_A_TOKEN if again else 0
    before = range(STEPS - calls, STEPS) if plain in ("extract", "afterword", "reflect") else range(calls)
    tokens = tasks * sum(start + _WORDS + turn * part.turn for turn in before)
    written = tasks * calls * part.tokens * (2 if again else 1)  # what was cut off gets twice the room
    return Usage(tasks * calls, tokens, written, None if price is None else price.of(tokens, written))


PAGE = 2000
"""Tokens of a first prompt, where the dry run saw none: of a person, with their profile and the product's page."""


def _usual(config: RunConfig, units: Mapping[str, int]) -> int | None:
    """About how many calls such agents make, as the published tables have it; None in a track they do not have."""
    if WebOptions(**config.options).track == "continual":
        return None
    if WebOptions(**config.options).track == "single":
        return sum(units.values())  # the first answer ends a task, and is most often the first call
    steps = {name: row["overall"].steps or 0.0 for name, row in MULTI.items()}
    mean = sum(steps.values()) / len(steps)
    extra = {name: int(spec.memory == "interecagent") for name, spec in AGENTS.items()}
    return round(sum(n * (steps.get(ROWS.get(name, ""), mean) + extra.get(name, 0)) for name, n in units.items()))
