from __future__ import annotations

import doctest
import importlib

import pytest

from penchant.lm.redact import blot


@pytest.mark.parametrize("name", ["json_reply", "price", "schema", "redact", "scripted", "structured"])
def test_what_the_docstrings_show_is_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"penchant.lm.{name}"))
    assert tried.attempted
    assert not tried.failed


@pytest.mark.parametrize(
    ("key", "is_secret"),
    [
        ("dummy", False),
        ("a" * 15, False),
        ("a" * 16, True),
        ("oneWordInMixedLetters"[:9], True),
        ("1234567", False),
        ("12345678", True),
        ("k-1", False),
        ("k-12", True),
    ],
)
def test_a_key_is_blotted_out_unless_somebody_might_say_it(key: str, is_secret: bool) -> None:
    assert blot(f"It is {key}.", key) == f"It is {'***' if is_secret else key}."
