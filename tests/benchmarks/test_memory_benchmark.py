"""The benchmark of memory runs, tells all it promises, and its baseline finds what our memory finds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import subjects
from bank import Bank
from measure import OPERATIONS, Operation
from memory_goals import Row, goals
from sample import Lookup, Shape, draft, text
from stopwatch import Figures, Stopwatch, percentile
from subjects import Backend

from penchant.domain import PersonId
from penchant.memory import Memory
from penchant.store.dict import DictStore

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run(script: str, *argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / script), *argv]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


@pytest.fixture
def lookup() -> Lookup:
    known = Lookup()
    known.learn([text(f"drink {number}") for number in range(60)], seed=1)
    known.learn([f"question {number}" for number in range(10)], seed=2)
    return known


@pytest.fixture
def bank(lookup: Lookup, tmp_path: Path) -> Bank:
    return Bank(tmp_path / "bank.db", lookup)


def test_the_bank_finds_what_our_memory_finds_in_the_same_order(bank: Bank, lookup: Lookup) -> None:
    memory = Memory(DictStore(), lookup)
    for number in range(50):
        memory.add("ana", draft(f"drink {number}"))
        bank.add("ana", text(f"drink {number}"))
        bank.add("ben", text(f"drink {number // 2}"))
    memory.update("ana", memory.list("ana")[7].id, value="drink 55", words="another")
    bank.update("ana", bank.ids("ana")[7], text("drink 55"))
    for number in range(10):
        nearest = memory.store.nearest(PersonId("ana"), lookup.embed([f"question {number}"])[0], limit=10)
        ours = [text(match.preference.value) for match in nearest]
        assert [found for _, found in bank.search("ana", f"question {number}")] == ours
        assert len(ours) == 10


def test_the_bank_skips_what_it_has_and_mixes_nobody_up(bank: Bank) -> None:
    for person, value in (("ana", "drink 1"), ("ana", "drink 1"), ("ana", "drink 2"), ("ben", "drink 1")):
        bank.add(person, text(value))
    assert len(bank.ids("ana")) == 2
    assert [found for _, found in bank.search("ben", "question 1")] == [text("drink 1")]
    assert bank.search("zoe", "question 1") == []
    bank.update("ben", bank.ids("ana")[0], text("drink 9"))
    assert text("drink 9") not in [found for _, found in bank.search("ana", "question 1")]


def test_a_quick_run_tells_every_shape_of_every_backend(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    done = run("memory.py", "--quick", "--backends", "sqlite,memory", "--people", "8", "--json", "--out", str(out))
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout)
    assert document == json.loads(out.read_text())
    shapes = [(1, 50), (1, 100), (10, 20), (4, 20), (8, 20)]
    rows = {(row["backend"], row["people"], row["each"]): row for row in document["rows"]}
    assert set(rows) == {(backend, *shape) for backend in ("sqlite", "memory", "bank") for shape in shapes}
    assert len(rows) == len(document["rows"])
    for row in document["rows"]:
        assert set(row["ms"]) == {"add", "search", "after a write", "first search", "update"}
        assert all(0 < one["median"] <= one["p95"] for one in row["ms"].values())
    for (backend, *shape), row in rows.items():
        bank = rows["bank", shape[0], shape[1]]
        if backend == "sqlite":
            ratio = bank["ms"]["search"]["median"] / row["ms"]["search"]["median"]
            assert row["times_faster"]["search"] == pytest.approx(ratio)
    assert document["remarks"] == [], "all answers are alike, and nothing was left out"


def test_a_memory_nobody_has_patience_for_is_left_out_in_one_line(tmp_path: Path) -> None:
    done = run("memory.py", "--quick", "--backends", "sqlite", "--people", "4000", "--patience", "0.01")
    assert done.returncode == 0, done.stderr
    left_out = [line for line in done.stdout.splitlines() if "was left out" in line]
    assert any("at 4,000 x 20" in line and "--patience" in line for line in left_out)


def test_a_large_file_is_filled_elsewhere_and_measured_on_the_disk(
    tmp_path: Path, lookup: Lookup, monkeypatch: pytest.MonkeyPatch
) -> None:
    nursery, disk = tmp_path / "nursery", tmp_path / "disk"
    nursery.mkdir()
    disk.mkdir()
    monkeypatch.setattr(subjects, "_IN_MEMORY", nursery)
    shop = subjects.Workshop(disk, lookup)
    subject = shop.make("sqlite", preferences=subjects._MANY)
    subject.load([subjects.Batch("ana", ["drink 1"], lookup.embed([text("drink 1")]))])
    assert [path.suffix for path in nursery.rglob("*.db")] == [".db"]
    assert list(disk.iterdir()) == []
    subject.settle()
    subject.add("ana", "drink 2")
    assert len(list(disk.glob("*.db"))) == 1
    assert sorted(subject.search("ana", "question 1")) == ["drink 1", "drink 2"]
    subject.close()
    shop.close()
    assert list(nursery.iterdir()) == []


def test_a_backend_nobody_knows_is_named() -> None:
    done = run("memory.py", "--backends", "sqlite,redis")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip() == ("memory.py: No backend is called 'redis'. Known: sqlite, faiss, postgresql, memory.")


class Told:
    """A row as the goals read it."""

    def __init__(self, median: float, p95: float, times: float) -> None:
        figures = Figures(median, p95, 0.1, 9)
        self.took: dict[Operation, Figures | None] = dict.fromkeys(OPERATIONS, figures)
        self.times_faster: dict[Operation, float] = dict.fromkeys(OPERATIONS, times)


@pytest.mark.parametrize(("median", "p95", "times", "met"), [(0.5, 4.0, 30.0, True), (2.5, 6.0, 10.0, False)])
def test_goals_are_met_by_fast_figures_only(median: float, p95: float, times: float, met: bool) -> None:
    shapes = [Shape(1, 1_000), Shape(1, 10_000), Shape(1_000, 20)]
    told: dict[tuple[Backend, Shape], Row] = {("sqlite", shape): Told(median, p95, times) for shape in shapes}
    judged = list(goals(told, Shape(9, 20)))
    assert len(judged) == 5
    assert {goal.met for goal in judged} == {met}


def test_many_people_may_cost_half_as_much_again_and_no_more() -> None:
    few, many = Shape(100, 20), Shape(100_000, 20)
    for large, met in ((0.14, True), (0.16, False)):
        told: dict[tuple[Backend, Shape], Row] = {("sqlite", few): Told(0.1, 1, 1), ("sqlite", many): Told(large, 1, 1)}
        assert {goal.met for goal in goals(told, many) if "within" in goal.text} == {met}


def test_a_stopwatch_tells_the_median_and_the_tail() -> None:
    clock = Stopwatch()
    assert clock.figures() is None
    assert clock.time(sorted, [2, 1]) == [1, 2]
    clock.walls = [number / 1000 for number in range(1, 102)]
    clock.cpus = [0.002] * 101
    told = clock.figures()
    assert told is not None
    assert (told.median, told.p95, told.cpu, told.calls) == pytest.approx((51, 96, 2, 101))
    assert percentile([5.0], 95) == 5.0
