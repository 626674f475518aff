"""Results are remembered by text within a bound on memory, and no cache of ours is without one."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import _lru_cache_wrapper

from penchant.domain import Request, Utterance
from penchant.remembering import LONG, LONG_KEPT, characters, remembered

CLOSED = {"noun", "hint", "kind", "file", "name", "names", "section", "about"}
"""What a cache without a bound may be keyed by: our own classes, files, sections, lists: there are only so many."""


def test_short_texts_are_remembered_and_of_long_ones_the_latest_few() -> None:
    asked: list[str] = []

    @remembered(100)
    def first(text: str) -> str:
        asked.append(text)
        return text[0]

    short, long = [f"{number}" for number in range(50)], [f"{number}" * LONG for number in range(10, 20)]
    for text in (*short, *long):
        first(text)
    asked.clear()
    for text in (*short, *long[-LONG_KEPT:]):
        first(text)
    assert asked == []
    first(long[0])
    assert asked == [long[0]]


def test_what_is_said_of_many_options_is_as_long_as_they_are() -> None:
    options = [f"{number:0100}" for number in range(50)]
    assert characters(Utterance("tea", options)) > LONG
    assert characters(Request("ana", "a drink", options)) > LONG
    assert characters(("tea", ("milk",), 3)) == 7


def test_no_cache_that_is_keyed_by_what_people_say_is_without_a_bound() -> None:
    unbounded = []
    for package in ("domain", "embed", "loop", "memory", "mind", "store"):
        home = importlib.import_module(f"penchant.{package}")
        for found in pkgutil.walk_packages(home.__path__, f"penchant.{package}."):
            if ".postgres" in found.name or ".indexed" in found.name:
                continue  # extras
            for name, one in vars(importlib.import_module(found.name)).items():
                if isinstance(one, _lru_cache_wrapper) and one.cache_parameters()["maxsize"] is None:
                    keys = set(inspect.signature(one).parameters)
                    unbounded += [f"{found.name}.{name}"] if keys - CLOSED else []
    assert unbounded == []
