"""A study with its people's memories in PostgreSQL: moved there in the middle of it, and while the server is gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from penchant.store.postgres import PostgresStore
from penchant_lab.run.run_folder import RunFolder
from workbench import Said, tiny_people

pytestmark = pytest.mark.usefixtures("no_matplotlib")

if TYPE_CHECKING:
    from postgres.running import Running

Cli = Callable[..., Said]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"))


def start(people: Path, out: Path, *more: str) -> list[str]:
    plain = ["study", "embodied", "--data", str(people), "--methods", "both", "--passes", "2"]
    return [*plain, "--out", str(out), "--jobs", "1", *more]


def test_lives_moved_from_sqlite_in_the_middle_of_a_study_end_with_the_same_figures(
    cli: Cli, people: Path, url: str, tmp_path: Path
) -> None:
    whole, moved = tmp_path / "whole", tmp_path / "moved"
    assert cli(*start(people, whole, "--store", "sqlite")).code == 0
    assert cli(*start(people, moved, "--store", "sqlite", "--stop-after", "2")).code == 0
    assert cli("study", "--resume", moved, "--store", url).code == 0
    assert (moved / "report.json").read_bytes() == (whole / "report.json").read_bytes()
    with closing(PostgresStore(url)) as store:
        assert len(store.people()) == 3
        assert all(store.list(person, closed=True) for person in store.people())


def test_a_database_gone_in_mid_run_is_one_line_and_the_run_goes_on_when_it_is_back(
    cli: Cli, people: Path, url: str, server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, run = tmp_path / "whole", tmp_path / "run"
    assert cli(*start(people, whole)).code == 0
    keep = RunFolder.keep_unit

    def keep_and_pull_the_plug(self: RunFolder, lines: Sequence[str], closing: str) -> None:
        keep(self, lines, closing)
        server.stop()

    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "keep_unit", keep_and_pull_the_plug)
        said = cli(*start(people, run, "--store", url))
    server.start()
    assert said.code == 1
    [line] = [line for line in said.err.splitlines() if line.startswith("penchant: ")]
    assert "cannot be reached" in line
    assert f"penchant study --resume {run}" in line
    assert cli("study", "--resume", run).code == 0
    assert (run / "report.json").read_bytes() == (whole / "report.json").read_bytes()


@pytest.mark.parametrize("phases", ["2", None], ids=["stopped", "interrupted"])
def test_a_password_that_was_not_written_down_is_asked_for_when_resuming(
    cli: Cli,
    people: Path,
    empty: str,
    server: Running,
    tmp_path: Path,
    phases: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from postgres.running import PASSWORD, name_of

    run, closed = tmp_path / "run", server.url(name_of(empty), user="locked", password=PASSWORD)
    server.run("create extension vector", url=empty)
    server.run(f"grant all on database {name_of(empty)} to locked")
    assert cli(*start(people, run, "--store", closed, *(["--stop-after", phases] if phases else []))).code == 0
    if phases is None:
        lines = (run / "episodes.jsonl").read_bytes().splitlines(keepends=True)
        (run / "episodes.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))
    said = cli("study", "--resume", run)
    assert said.code == 1
    [line] = [line for line in said.err.splitlines() if line.startswith("penchant: ")]
    assert "asks for a password, and none was given" in line
    assert "PGPASSWORD" in line
    assert line.endswith(f"penchant study --resume {run} --store URL")
    assert cli("study", "--resume", run, "--store", closed, "--stop-after", "3").code == 0
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert cli("study", "--resume", run).code == 0
