"""Which items and namespaces are meant, by LangGraph's own rules."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langgraph.store.base import MatchCondition, SearchOp

from penchant.errors import BadInput

_ORDERED: dict[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


def check_search(op: SearchOp) -> None:
    """BadInput for what cannot be looked for."""
    if op.query is not None and not isinstance(op.query, str):
        raise BadInput(f"A query is a text, not {op.query!r:.40}.")
    if op.filter is not None and not isinstance(op.filter, Mapping):
        raise BadInput(f'A filter is a dictionary such as {{"color": "red"}}, not {op.filter!r:.40}.')
    check_counts(limit=op.limit, offset=op.offset)


def check_counts(**counts: object) -> None:
    """BadInput for what does not count from 0 up."""
    for name, count in counts.items():
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise BadInput(f"{name} counts from 0 up, so {count!r:.40} means nothing.")


def check_index(index: object) -> None:
    """BadInput for what names no fields."""
    if index is None or index is False:
        return
    if not isinstance(index, list | tuple) or not all(isinstance(path, str) for path in index):
        raise BadInput(f'What a value is found by is a list of paths such as ["text"], or False, not {index!r:.40}.')


def fits(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a value has what a filter asks for: the same, or as ``{"$gt": 3}`` says.

    >>> fits({"score": 5, "color": "red"}, {"score": {"$gte": 5}, "color": {"$ne": "blue"}})
    True
    """
    return all(_is_alike(value.get(name), asked) for name, asked in (wanted or {}).items())


def matches(condition: MatchCondition, namespace: Sequence[str]) -> bool:
    """Whether a namespace begins, or ends, as a condition says; ``*`` is any one label."""
    path = condition.path
    if len(namespace) < len(path):
        return False
    if condition.match_type == "prefix":
        part = namespace[: len(path)]
    elif condition.match_type == "suffix":
        part = namespace[len(namespace) - len(path) :]
    else:
        raise BadInput(f"Namespaces are matched by prefix or suffix, not by {condition.match_type!r:.40}.")
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))


def _is_alike(value: Any, asked: Any) -> bool:
    if isinstance(asked, Mapping):
        if any(str(name).startswith("$") for name in asked):
            return all(_holds(value, name, bound) for name, bound in asked.items())
        return isinstance(value, Mapping) and all(_is_alike(value.get(name), each) for name, each in asked.items())
    if isinstance(asked, list | tuple):
        same_length = isinstance(value, list | tuple) and len(value) == len(asked)
        return same_length and all(map(_is_alike, value, asked))
    return bool(value == asked)


def _holds(value: Any, name: str, bound: Any) -> bool:
    if name == "$eq":
        return bool(value == bound)
    if name == "$ne":
        return bool(value != bound)
    if name not in _ORDERED:
        raise BadInput(f"No filter is called {name!r:.40}. Known: $eq, $ne, {', '.join(_ORDERED)}.")
    try:
        return _ORDERED[name](float(value), float(bound))
    except (TypeError, ValueError):  # what is no number, or is missing, is not more or less than one
        return False
