"""Studies on tiny people: the same bytes every time, and after any kind of interruption."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.cli.main import main
from penchant.domain import Reading, Utterance
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.builtin import BuiltInMind
from penchant_lab.choice.life import LifeResult, run_life
from workbench import Said, closing_units, is_refused, last_line, penchant, tiny_people

Cli = Callable[..., Said]
METHODS = "none,both"
pytestmark = pytest.mark.usefixtures("no_matplotlib")


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"))


def start(people: Path, out: Path, *more: str) -> list[str]:
    plain = ["study", "embodied", "--data", str(people), "--methods", METHODS, "--passes", "2", "--seed", "5"]
    return [*plain, "--out", str(out), "--jobs", "1", *more]


@pytest.fixture(scope="module")
def whole(people: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing interrupted."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    assert main(start(people, out)) == 0
    return out


def report(run: Path) -> bytes:
    return (run / "report.json").read_bytes()


@pytest.fixture
def lived(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The units that are run in this process, as they are."""
    seen: list[tuple[str, str]] = []

    def watched(*args: Any, **kwargs: Any) -> LifeResult:
        result = run_life(*args, **kwargs)
        seen.append((result.method, result.person))
        return result

    monkeypatch.setattr("penchant_lab.choice.worker.run_life", watched)
    return seen


def interrupted(whole: Path, at: Path, size: int) -> Path:
    """The same run, as if the process had gone when only so many bytes of its episodes were written."""
    shutil.copytree(whole, at)
    for name in ("report.json", "report.html", "timings.json"):
        (at / name).unlink()
    os.truncate(at / "episodes.jsonl", size)
    return at


def test_a_run_leaves_its_files_and_nothing_else(whole: Path) -> None:
    names = {path.name for path in whole.iterdir()}
    assert {"run.json", "episodes.jsonl", "report.json", "report.html", "timings.json"} <= names
    assert not [name for name in names if name.endswith(".tmp")]
    assert len(closing_units(whole)) == len(set(closing_units(whole))) == 6


def test_the_same_seed_gives_the_same_bytes_whatever_runs_side_by_side(cli: Cli, people: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for run, jobs in ((one, "1"), (two, "2")):
        assert cli(*start(people, run, "--mind", "built-in", "--jobs", jobs)).code == 0
    assert report(two) == report(one)
    assert (two / "episodes.jsonl").read_bytes() == (one / "episodes.jsonl").read_bytes()


def test_another_seed_gives_another_report(cli: Cli, people: Path, whole: Path, tmp_path: Path) -> None:
    assert cli(*start(people, tmp_path / "other", "--seed", "6")).code == 0
    other, same = json.loads(report(tmp_path / "other")), json.loads(report(whole))
    assert other.pop("seed") != same.pop("seed")
    assert (tmp_path / "other" / "episodes.jsonl").read_bytes() != (whole / "episodes.jsonl").read_bytes()


def test_the_people_of_a_seed_do_not_depend_on_how_many_are_studied(cli: Cli, people: Path, whole: Path) -> None:
    assert cli(*start(people, Path("two"), "--people", "2")).code == 0
    few = Path("two/episodes.jsonl").read_bytes()
    assert (whole / "episodes.jsonl").read_bytes().startswith(few)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.35, 0.5, 0.8, 0.999])
def test_a_run_cut_short_anywhere_is_resumed_to_the_same_report(
    cli: Cli, whole: Path, tmp_path: Path, share: float, lived: list[tuple[str, str]]
) -> None:
    size = (whole / "episodes.jsonl").stat().st_size
    run = interrupted(whole, tmp_path / "run", int(size * share))
    kept = closing_units_of_torn(run)
    assert cli("study", "--resume", run, "--jobs", "1").code == 0
    assert report(run) == report(whole)
    assert (run / "episodes.jsonl").read_bytes() == (whole / "episodes.jsonl").read_bytes()
    assert sorted(kept + lived) == sorted(closing_units(whole)), "what was whole is not run again, what was not is"
    assert len(lived) == 6 - len(kept) > 0


def closing_units_of_torn(run: Path) -> list[tuple[str, str]]:
    lines = (run / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    whole = [json.loads(line)["unit"] for line in lines if line.startswith(b'{"unit"') and line.endswith(b"}\n")]
    return [(unit["method"], unit["person"]) for unit in whole]


def test_a_run_cut_between_two_lines_of_a_unit_learns_nothing_twice(cli: Cli, whole: Path, tmp_path: Path) -> None:
    lines = (whole / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if line.startswith(b'{"unit"'))
    run = interrupted(whole, tmp_path / "run", sum(map(len, lines[: first + 4])))
    assert cli("study", "--resume", run, "--jobs", "2").code == 0
    assert (run / "episodes.jsonl").read_bytes() == (whole / "episodes.jsonl").read_bytes()
    assert report(run) == report(whole)


def test_resuming_a_finished_run_runs_nothing_and_tells_the_same(
    cli: Cli, whole: Path, tmp_path: Path, lived: list[tuple[str, str]]
) -> None:
    shutil.copytree(whole, tmp_path / "run")
    said = cli("study", "--resume", tmp_path / "run", "--jobs", "1", "--json")
    assert said.code == 0
    assert lived == []
    assert report(tmp_path / "run") == report(whole)
    figures = said.json
    del figures["wall_s"]
    assert figures == json.loads(report(whole))


def test_data_that_changed_since_are_refused(cli: Cli, people: Path, whole: Path, tmp_path: Path) -> None:
    mine = tmp_path / "people"
    shutil.copytree(people, mine)
    assert cli(*start(mine, tmp_path / "run", "--methods", "none", "--passes", "1")).code == 0
    file = mine / "embodied" / "scenarios" / "original_scenarios_A.json"
    records = json.loads(file.read_text())
    records[0]["task"] += " Please!"
    file.write_text(json.dumps(records))
    before = (tmp_path / "run" / "episodes.jsonl").read_bytes()
    is_refused(cli("study", "--resume", tmp_path / "run"), "changed")
    assert (tmp_path / "run" / "episodes.jsonl").read_bytes() == before


def test_data_that_are_gone_are_refused(cli: Cli, people: Path, tmp_path: Path) -> None:
    mine = tmp_path / "people"
    shutil.copytree(people, mine)
    assert cli(*start(mine, tmp_path / "run", "--methods", "none", "--passes", "1")).code == 0
    shutil.rmtree(mine)
    is_refused(cli("study", "--resume", tmp_path / "run"), "no folder")


class Deaf(BuiltInMind):
    """A mind that fails at every fifth sentence."""

    heard = 0

    def understand(self, utterance: Utterance) -> Reading:
        self.heard += 1
        if self.heard % 5 == 0:
            raise RuntimeError("out of ears")
        return super().understand(utterance)


def test_what_broke_is_counted_and_not_scored(
    cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deaf(name: str, **options: object) -> BuiltInMind:
        return Deaf(WordLlamaEmbedder())

    monkeypatch.setattr("penchant_lab.choice.worker.mind_named", deaf)
    said = cli(*start(people, tmp_path / "run", "--json"))
    assert said.code == 0
    none, both = said.json["methods"]["none"], said.json["methods"]["both"]
    assert none["broke"] == 0
    assert both["broke"] > 0
    scored = sum(row["n"] for phase in ("phase1", "phase3") for row in both[phase])
    scored += both["phase2"]["n"] + both["phase4"]["n"]
    assert scored + both["broke"] == both["episodes"] == none["episodes"]
    lines = [json.loads(line) for line in (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()]
    assert sum(bool(line.get("broke")) for line in lines) == both["broke"]
    assert all(line["right"] is None for line in lines if line.get("broke"))


KILL_AFTER = """
import os, signal
from penchant_lab.run.run_folder import RunFolder
keep, kept = RunFolder.keep_unit, []
def keep_and_go(self, lines, closing):
    if len(kept) == {units}:
        {last}
    keep(self, lines, closing)
    kept.append(closing)
RunFolder.keep_unit = keep_and_go
"""
DIE = "os.kill(os.getpid(), signal.SIGKILL)"
DIE_WRITING = "self._episodes.write('\\n'.join(lines).encode()[:777]); os.fsync(self._episodes.fileno()); " + DIE
ALL_STOP = "os.killpg(os.getpgid(0), signal.SIGINT); signal.sigtimedwait([], 1)"


@pytest.mark.parametrize("last", [DIE, DIE_WRITING], ids=["between units", "in the middle of a line"])
def test_a_run_that_was_killed_is_resumed_to_the_same_report(
    people: Path, whole: Path, cli: Cli, tmp_path: Path, last: str
) -> None:
    run = tmp_path / "run"
    done = penchant(*start(people, run), code=KILL_AFTER.format(units=2, last=last))
    assert done.code == -signal.SIGKILL
    assert not (run / "report.json").exists()
    assert closing_units_of_torn(run) == closing_units(whole)[:2]
    assert cli("study", "--resume", run, "--jobs", "1").code == 0
    assert report(run) == report(whole)
    assert (run / "episodes.jsonl").read_bytes() == (whole / "episodes.jsonl").read_bytes()


def test_a_run_whose_parent_was_killed_is_resumed_though_it_had_workers(
    people: Path, whole: Path, cli: Cli, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    script = f"{KILL_AFTER.format(units=2, last=DIE)}\nfrom penchant.cli.main import main\nmain()"
    command = [sys.executable, "-c", script, *start(people, run, "--jobs", "2")]
    parent = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )  # no pipes: whoever is left over would keep them open
    try:
        assert parent.wait(100) == -signal.SIGKILL
        assert cli("study", "--resume", run, "--jobs", "1").code == 0
        assert report(run) == report(whole)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_one_line_and_can_be_resumed(people: Path, whole: Path, cli: Cli, tmp_path: Path, jobs: str) -> None:
    run = tmp_path / "run"
    code = KILL_AFTER.format(units=3, last=ALL_STOP)
    done = penchant(*start(people, run, "--jobs", jobs), code=code, start_new_session=True)
    assert done.code == 130
    assert done.out == ""
    assert "Traceback" not in done.err
    assert last_line(done.err).startswith("penchant: Stopped after 3 of 6 lives")
    assert f"--resume {run}" in last_line(done.err)
    assert len(closing_units(run)) == 3
    assert cli("study", "--resume", run, "--jobs", "1").code == 0
    assert report(run) == report(whole)


@pytest.mark.parametrize("blocks", [0, 1, 20, 60])
def test_no_room_on_the_disk_is_one_line_and_what_was_kept_is_kept(people: Path, tmp_path: Path, blocks: int) -> None:
    code = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({blocks} * 1024,) * 2)"
    done = penchant(*start(people, tmp_path / "run"), code=code)
    assert done.code == 1
    assert done.out == ""
    assert "Traceback" not in done.err
    assert last_line(done.err).startswith("penchant: ")
    if blocks >= 20:
        assert closing_units_of_torn(tmp_path / "run")


def test_after_the_disk_was_full_the_run_is_resumed_to_the_same_report(
    people: Path, whole: Path, cli: Cli, tmp_path: Path
) -> None:
    code = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (30 * 1024,) * 2)"
    assert penchant(*start(people, tmp_path / "run"), code=code).code == 1
    assert cli("study", "--resume", tmp_path / "run", "--jobs", "1").code == 0
    assert report(tmp_path / "run") == report(whole)


def test_a_run_that_is_going_on_elsewhere_is_refused(people: Path, whole: Path, tmp_path: Path, cli: Cli) -> None:
    shutil.copytree(whole, tmp_path / "run")
    with (tmp_path / "run" / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        is_refused(cli("study", "--resume", tmp_path / "run"), "Another process")
    assert report(tmp_path / "run") == report(whole)


def test_without_a_place_to_write_a_run_gets_a_folder_of_its_own(cli: Cli, people: Path) -> None:
    command = [word for word in start(people, Path("x")) if word not in ("--out", "x")]
    assert cli(*command).code == 0
    assert cli(*command).code == 0
    runs = sorted(Path("runs").iterdir())
    assert len(runs) == 2
    assert report(runs[0]) == report(runs[1])
