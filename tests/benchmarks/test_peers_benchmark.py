"""The benchmark of peers runs ours without any peer installed, and judges what it measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from peer_texts import Shape
from peer_venvs import PINNED
from peer_worker import SIZE, embed, refuse_network
from peers import Row, verdicts
from stopwatch import Figures

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
OURS = ("penchant-sqlite", "penchant-faiss", "penchant-memory")


def run(*argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / "peers.py"), *argv]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)


def test_a_quick_run_tells_every_system_at_both_shapes() -> None:
    pytest.importorskip("faiss")
    done = run("--quick", "--json", "--systems", ",".join(OURS))
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [(row["shape"], row["system"]) for row in document["rows"]] == [(s, o) for s in "AB" for o in OURS]
    for row in document["rows"]:
        assert row["recall@10"] == 1.0
        assert row["stored"] == 40
        assert (row["disk_bytes"] > 0) == row["durable"] == (row["system"] != "penchant-memory")
        for kind, calls in (("add", 40), ("search", 10)):
            assert row[kind]["calls"] == calls
            assert 0 < row[kind]["median"] <= row[kind]["p95"]
    assert document["remarks"] == []


def test_a_slow_system_says_how_much_it_kept() -> None:
    done = run("--quick", "--patience", "0.000001", "--systems", "penchant-memory")
    assert done.returncode == 0, done.stderr
    assert "penchant-memory at A: 1 of 40 texts and 1 of 10 searches in its time" in done.stdout


def test_a_peer_that_cannot_be_installed_is_left_out_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    done = run("--quick", "--systems", "penchant-memory,mem0", "--venvs", str(tmp_path / "a file"))
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if line.startswith("mem0 was left out: no venv for mem0")]


def test_a_system_nobody_knows_is_named() -> None:
    done = run("--systems", "zep")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("peers.py: No system is called 'zep'. Known: penchant-sqlite")


def test_every_text_is_about_something_else_and_every_question_about_one() -> None:
    for shape in (Shape("A", 1, 300, 50), Shape("B", 30, 10, 50)):
        texts = list(shape.texts())
        assert len({(kept.person, kept.text) for kept in texts}) == shape.people * shape.each
        assert set(shape.searched()) <= set(texts)
        assert len(set(shape.searched())) == 50


def test_the_embedder_is_the_same_everywhere() -> None:
    vector = embed("Iced tea, please.")
    assert len(vector) == SIZE
    assert vector == embed("iced TEA please")
    assert sum(number * number for number in vector) == pytest.approx(1)
    assert embed("") == [0.0] * SIZE


def test_a_worker_lets_nothing_out() -> None:
    refuse_network("socket.connect", (None, "/tmp/a/socket/of/this/machine"))
    with pytest.raises(PermissionError, match="no network"):
        refuse_network("socket.connect", (None, ("192.0.2.1", 443)))


def test_ours_leads_only_where_it_is_ahead_at_the_median_and_the_tail() -> None:
    shape = Shape("A", 1, 1, 1)

    def row(system: str, median: float, p95: float) -> Row:
        figures = Figures(median, p95, 0.1, 1)
        return Row(system, shape, 1, figures, figures, 1.0, 1, 1.0)

    ours = row("penchant-sqlite", 1.0, 2.0)
    for other, holds in ((row("mem0", 1.5, 3.0), True), (row("mem0", 1.5, 1.9), False), (row("mem0", 0.9, 3), False)):
        assert [told for _, told in verdicts([ours, other])] == [holds, holds]
    assert [told for _, told in verdicts([ours, row("langgraph-memory", 0.1, 0.1)])] == []


def test_the_peers_are_pinned_to_the_last_digit() -> None:
    for peer, package in (("mem0", "mem0ai=="), ("langgraph", "langgraph-checkpoint-sqlite==")):
        lines = (PINNED / f"{peer}.txt").read_text().splitlines()
        assert all(line.count("==") == 1 for line in lines)
        assert any(line.startswith(package) for line in lines)
