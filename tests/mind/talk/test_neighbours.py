"""The sentences of a trial, each with three neighbours of its kind written by somebody who had not seen the reader."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from penchant.domain import Message, Statement
from penchant.mind.builtin import BuiltInMind
from penchant.testing import HashEmbedder

MIND = BuiltInMind(HashEmbedder())
CASES = [json.loads(line) for line in Path(__file__).with_name("neighbours.jsonl").read_text("utf-8").splitlines()]
STANCES = {
    "likes": ("taste", "wants"),
    "dislikes": ("taste", "avoids"),
    "avoids": ("constraint", "avoids"),
    "requires": ("constraint", "wants"),
    "fine": ("taste", "accepts"),
}


def statements(case: Mapping[str, Any]) -> tuple[Statement, ...]:
    before = [Message("assistant", case["said_before"])] if "said_before" in case else []
    return MIND.listen(Message("user", case["words"]), before).statements


def is_said(asked: Mapping[str, Any], one: Statement, *, loosely: bool) -> bool:
    """Whether a statement is what is asked for; ``loosely``, whether a dislike was heard as a rule does not matter."""
    if "stance" in asked:
        kind, stance = STANCES[asked["stance"]]
        if one.stance != stance or one.kind not in (kind, *(("taste", "constraint") if loosely else ())):
            return False
    if "fact" in asked and (one.stance != "is" or asked["fact"] not in one.topic.split()):
        return False
    if "kind" in asked and asked["kind"] != "preference" and one.kind != asked["kind"] and not loosely:
        return False
    if "whom" in asked and (asked["whom"] or "") not in one.whom.lower():
        return False
    if asked.get("whom", "") is None and one.whom:
        return False
    told = " ".join((one.value, one.situation, one.exception, one.topic))
    where = {"when": one.situation, "except": one.exception, "rather_than": " ".join(one.rather_than), "limit": told}
    where["value"] = f"{one.value} {one.topic}"
    return all(asked[name].lower() in found.lower() for name, found in where.items() if asked.get(name))


def found(case: Mapping[str, Any]) -> tuple[int, int]:
    """How many of what a sentence says are read, and how many of what it does not say."""
    said = statements(case)
    right = sum(any(is_said(asked, one, loosely=True) for one in said) for asked in case["says"])
    wrong = sum(any(is_said(asked, one, loosely=False) for one in said) for asked in case["never"])
    return right, wrong


def marked(case: Mapping[str, Any]) -> Any:
    """A sentence; one that is not read yet has to be marked as open, and is no longer once it is read."""
    marks = [pytest.mark.xfail(strict=True, reason="not read right yet")] if case.get("open") else []
    return pytest.param(case, marks=marks, id=case["words"][:60])


@pytest.mark.parametrize("case", [marked(case) for case in CASES])
def test_what_a_sentence_says_is_read_and_nothing_else(case: Mapping[str, Any]) -> None:
    right, wrong = found(case)
    assert (right, wrong) == (len(case["says"]), 0), statements(case)
