"""The benchmark of trained agents says what it lacks, and plays what it has."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import web_trained

from penchant.errors import BadInput
from penchant.lm.scripted import ScriptedModel


def test_every_type_of_task_has_a_row(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tokenizers")
    engine = SimpleNamespace(opened=lambda: ScriptedModel(lambda _: "search_product_by_query"))
    monkeypatch.setattr(web_trained, "local_model", lambda *_: engine)
    assert web_trained.main(["--tasks", "1", "--people", "6", "--products", "300"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in told[3:]] == ["search", "recommend", "review"]


def test_without_the_local_engine_it_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: Any) -> None:
        raise BadInput("The local model needs the package xllamacpp: pip install xllamacpp")

    monkeypatch.setattr(web_trained, "local_model", missing)
    assert web_trained.main([]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "The local model needs the package xllamacpp: pip install xllamacpp"
    ]


def test_the_first_tasks_of_each_type_are_taken() -> None:
    tasks: list[Any] = [SimpleNamespace(type=name, number=n) for n in range(3) for name in web_trained.TYPES]
    found = web_trained.of_each_type(tasks, 2)
    assert list(found) == list(web_trained.TYPES)
    assert all([task.number for task in rows] == [0, 1] for rows in found.values())
