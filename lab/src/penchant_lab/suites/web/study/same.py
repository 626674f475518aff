"""Agents whose every answer is the same share a row: on the built-in mind, thinking aloud changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from penchant_lab.suites.web.scores import TaskRecord


def same_rows(scored: Mapping[str, Sequence[TaskRecord]], names: Sequence[str]) -> dict[str, str]:
    """For each agent that did on every task what one before it did, in as many steps, that one's name."""
    first: dict[tuple[object, ...], str] = {}
    found = {}
    for name in names:
        key = tuple(
            sorted((one.split, one.number, one.steps, one.questions, repr(one.attempts)) for one in scored[name])
        )
        if key and first.setdefault(key, name) != name:
            found[name] = first[key]
    return found


def rows_of(figures: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The rows of a table: agents by name, those that did the same under one, as in "last = react"."""
    for name, row in figures["agents"].items():
        if "same_as" not in row:
            yield " = ".join([name, *_others(figures, name)]), row


def same_told(figures: Mapping[str, Any]) -> Iterator[str]:
    """What it means that agents share a row."""
    if any("same_as" in row for row in figures["agents"].values()):
        yield "Agents with = between them gave the same answers to every task here, and share a row."


def _others(figures: Mapping[str, Any], name: str) -> list[str]:
    return [other for other, row in figures["agents"].items() if row.get("same_as") == name]
