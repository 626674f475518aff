"""Judgements from a record of the web shop: a call, what it showed, and what the person said to that.

The target, the type of the task and the scores stand in the record too. The agent never heard them, and no example has
them. (Of a review what is said is an opinion of the product, not of the agent's work: those tasks are left out.)
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from penchant.mind.protocol import Mind
from penchant.mind.remarks import turns_down
from penchant_lab.export.choices import BROKE, UNCLEAR, UNSAID
from penchant_lab.export.judgement import ChatTurn, Judgement, prompt_of
from penchant_lab.export.verdicts import verdict_of

OPINION = "what is said in a review task is of the product"
_TALKING = ("respond", "stop")


@dataclass(frozen=True, slots=True)
class _Shown:
    """A call whose results the person was shown, what stood before it, and what they said."""

    call: str
    before: tuple[ChatTurn, ...]
    words: str


def judged_calls(records: Iterable[Mapping[str, Any]], mind: Mind, left_out: Counter[str]) -> Iterator[Judgement]:
    """What one person said to an agent's calls, task by task."""
    for record in records:
        shown = _shown(record)
        if record["broke"]:
            left_out[BROKE] += 1
        elif not shown:
            left_out[UNSAID] += 1
        elif record["type"] == "review":
            left_out[OPINION] += 1
        else:
            yield from _judged(record, shown, mind, left_out)


def _judged(
    record: Mapping[str, Any], shown: Sequence[_Shown], mind: Mind, left_out: Counter[str]
) -> Iterator[Judgement]:
    verdicts = [_verdict(mind, one.words) for one in shown]
    liked = next((one.call for one, verdict in zip(shown, verdicts, strict=True) if verdict), None)
    for one, is_right in zip(shown, verdicts, strict=True):
        if is_right is None:
            left_out[UNCLEAR] += 1
            continue
        wanted = None if is_right else liked
        yield Judgement(
            person=record["person"],
            source="praise" if is_right else "correction" if wanted else "rejection",
            at=datetime.fromtimestamp(record["at"] / 1000, UTC),
            prompt=prompt_of((), one.before),
            done=one.call,
            is_right=is_right,
            wanted=wanted,
        )


def _verdict(mind: Mind, words: str) -> bool | None:
    """Whether somebody is pleased with what was found: said of the whole, or of what is wrong with it."""
    found = verdict_of(mind, words)
    return False if found is None and turns_down(words) else found


def _shown(record: Mapping[str, Any]) -> list[_Shown]:
    """The calls that the person was shown, in order."""
    turns: list[ChatTurn] = [("user", record["text"])]
    call, found = "", list[_Shown]()
    messages = record["messages"]
    for message, answer in pairwise(messages):
        made = message.get("call")
        if message.get("role") != "assistant" or not isinstance(made, dict):
            continue
        if made["name"] not in _TALKING:
            call = json.dumps(made, ensure_ascii=False)
        elif made["name"] == "respond" and answer.get("role") == "tool":
            said = str(made["arguments"].get("content", ""))
            if call:
                found.append(_Shown(call, tuple(turns), answer["content"]))
            turns += [("assistant", "\n".join(part for part in (call, said) if part)), ("user", answer["content"])]
            call = ""
    if call and record.get("afterword"):
        found.append(_Shown(call, tuple(turns), record["afterword"]))
    return found
