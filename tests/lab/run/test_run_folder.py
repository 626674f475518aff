"""A run's directory: made, held by one process, cut back to what is whole, and refused when it is not ours to read."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from penchant.errors import RunError
from penchant_lab.choice.baselines import BaselineCounts
from penchant_lab.choice.life import LifeResult
from penchant_lab.choice.tally import Tally
from penchant_lab.run.config import RunConfig
from penchant_lab.run.run_folder import FORMAT, RunFolder, facts_now, write_atomically

CONFIG = RunConfig(suite="embodied-v1", methods=("none", "both"), people=2, seed=7, options={"passes": 1})


def unit(person: str, method: str = "both") -> LifeResult:
    return LifeResult(
        method,
        person,
        lines=[json.dumps({"method": method, "person": person, "n": n, "said": "naïve\u2028café"}) for n in range(3)],
        tallies={"phase1": [Tally(tasks=3, right=2)]},
        baselines={"phase2": BaselineCounts(tasks=3)},
    )


def keep(run: RunFolder, life: LifeResult) -> None:
    run.keep_unit(life.lines, life.closing_line())


def finished(run: RunFolder) -> dict[tuple[str, str], LifeResult]:
    return {(life.method, life.person): life for life in run.units(LifeResult.from_closing_line)}


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    run = RunFolder.create(tmp_path / "run", CONFIG, {"penchant": version("penchant"), "data_hash": "abc"})
    yield run
    run.close()


def reopened(run: RunFolder) -> RunFolder:
    run.close()
    return RunFolder.reopen(run.path)


def test_what_was_asked_for_is_written_first_and_read_back(run: RunFolder) -> None:
    entry = json.loads((run.path / "run.json").read_text())
    assert entry["format"] == FORMAT
    assert entry["config"]["seed"] == 7
    again = reopened(run)
    assert again.config == CONFIG
    assert again.facts == {"penchant": version("penchant"), "data_hash": "abc"}
    again.close()


def test_whole_units_are_read_back_with_their_counts(run: RunFolder) -> None:
    keep(run, unit("ana"))
    keep(run, unit("ben", "none"))
    again = reopened(run)
    done = finished(again)
    again.close()
    assert list(done) == [("both", "ana"), ("none", "ben")]
    assert done["both", "ana"].tallies == unit("ana").tallies
    assert done["both", "ana"].baselines == unit("ana").baselines


def test_a_run_without_episodes_has_nothing_finished(run: RunFolder) -> None:
    assert finished(run) == {}


@pytest.mark.parametrize("cut", [1, 2, 30, 100])
def test_a_torn_tail_is_cut_off_and_the_unit_can_be_kept_again(run: RunFolder, cut: int) -> None:
    keep(run, unit("ana"))
    whole = run.episodes.read_bytes()
    keep(run, unit("ben"))
    both = run.episodes.read_bytes()
    os.truncate(run.episodes, len(both) - cut)
    again = reopened(run)
    assert list(finished(again)) == [("both", "ana")]
    assert again.episodes.read_bytes() == whole
    keep(again, unit("ben"))
    again.close()
    assert run.episodes.read_bytes() == both


def test_cutting_at_any_byte_loses_at_most_the_unit_that_was_cut(run: RunFolder) -> None:
    keep(run, unit("ana"))
    first = run.episodes.stat().st_size
    keep(run, unit("ben"))
    whole = run.episodes.read_bytes()
    for size in range(0, len(whole) + 1, 7):
        run.episodes.write_bytes(whole[:size])
        people = [person for _, person in finished(run)]
        assert people == ["ana", "ben"][: (size >= first) + (size >= len(whole))]
        assert run.episodes.stat().st_size in (0, first, len(whole))


def test_what_follows_a_spoilt_closing_line_is_not_believed(run: RunFolder) -> None:
    keep(run, unit("ana"))
    with run.episodes.open("ab") as file:
        file.write(b'{"unit":{"method":"both"},"spoilt\n')
    keep(run, unit("ben"))
    assert list(finished(run)) == [("both", "ana")]


def test_a_folder_that_is_in_use_is_refused(run: RunFolder) -> None:
    with pytest.raises(RunError, match="Another process"):
        RunFolder.reopen(run.path)
    run.close()
    RunFolder.reopen(run.path).close()


def test_a_lock_of_another_process_is_respected_and_ends_with_it(run: RunFolder) -> None:
    run.close()
    code = f"""
import sys
from pathlib import Path
from penchant_lab.run.run_folder import RunFolder
run = RunFolder.reopen(Path({str(run.path)!r}))
print("held", flush=True)
sys.stdin.read()
"""
    holder = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(RunError, match="Another process"):
        RunFolder.reopen(run.path)
    holder.kill()
    holder.communicate()
    RunFolder.reopen(run.path).close()


def test_a_folder_with_something_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(RunError, match="not empty"):
        RunFolder.create(tmp_path, CONFIG, {})
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_folder_with_a_run_in_it_points_to_resume(run: RunFolder) -> None:
    with pytest.raises(RunError, match="--resume"):
        RunFolder.create(run.path, CONFIG, {})


def test_an_empty_folder_is_fine(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    RunFolder.create(tmp_path / "empty", CONFIG, {}).close()
    assert (tmp_path / "empty" / "run.json").exists()


@pytest.mark.parametrize("inside", ["", "below", "below/deeper"])
def test_a_file_in_the_way_is_said_in_one_line(tmp_path: Path, inside: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(RunError) as raised:
        RunFolder.create(tmp_path / "file" / inside, CONFIG, {})
    assert "\n" not in str(raised.value)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_name_that_is_too_long_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="too long"):
        RunFolder.create(tmp_path / ("x" * 300), CONFIG, {})


SPOILT: dict[str, tuple[Any, str]] = {
    "later format": ({"format": FORMAT + 1, "penchant": "9.9", "config": {}}, "9.9"),
    "no format": ({"config": {}}, "format"),
    "not a dict": ([1, 2], "format"),
    "no config": ({"format": FORMAT, "penchant": version("penchant")}, "config"),
    "another config": (
        {"format": FORMAT, "penchant": version("penchant"), "config": {"methods": ["both"], "colour": "red"}},
        "cannot read|can read",
    ),
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_run_of_another_shape_is_refused_in_one_line(tmp_path: Path, case: str) -> None:
    entry, words = SPOILT[case]
    (tmp_path / "run.json").write_text(json.dumps(entry))
    with pytest.raises(RunError, match=words) as raised:
        RunFolder.reopen(tmp_path)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", ["", "{", "\x00"])
def test_a_run_json_that_cannot_be_parsed_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(RunError, match=r"run\.json"):
        RunFolder.reopen(tmp_path)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run"):
        RunFolder.reopen(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_full_disk_is_one_line_that_says_how_to_go_on(run: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(run, unit("ana"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match=r"disk is full.*--resume"):
        keep(run, unit("ben"))
    with pytest.raises(RunError, match="disk is full"):
        run.write("report.json", "{}")
    assert not (run.path / "report.json").exists()
    assert sorted(path.name for path in run.path.iterdir()) == [".lock", "episodes.jsonl", "run.json"]


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_atomically(tmp_path / "report.json", "old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.EIO, "I/O error")))
    with pytest.raises(OSError, match="I/O"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["report.json"]


def test_a_run_that_has_just_begun_is_taken_back_with_its_folder(tmp_path: Path) -> None:
    run = RunFolder.create(tmp_path / "run", CONFIG, {})
    (run.path / "calls.jsonl").touch()
    assert run.take_back()
    run.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["notes.txt", "calls.jsonl", "episodes.jsonl", "folder/file"])
def test_a_run_that_holds_anything_is_not_taken_back(tmp_path: Path, name: str) -> None:
    run = RunFolder.create(tmp_path / "run", CONFIG, {})
    (run.path / name).parent.mkdir(exist_ok=True)
    (run.path / name).write_text("a line\n")
    assert not run.take_back()
    run.close()
    assert {"run.json", name.partition("/")[0]} <= {file.name for file in run.path.iterdir()}


def test_a_run_that_was_begun_before_is_not_taken_back(tmp_path: Path) -> None:
    RunFolder.create(tmp_path / "run", CONFIG, facts_now("")).close()
    run = RunFolder.reopen(tmp_path / "run")
    assert not run.take_back()
    run.close()
    assert (tmp_path / "run" / "run.json").exists()
