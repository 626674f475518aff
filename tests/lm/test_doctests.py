from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["json_reply", "price", "schema", "redact", "scripted", "structured"])
def test_what_the_docstrings_show_is_true(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(f"penchant.lm.{name}"))
    assert tried.attempted
    assert not tried.failed
