"""`penchant serve` refuses at once, in one line, what it could not serve."""

from __future__ import annotations

from pathlib import Path

import pytest

from penchant.cli.main import main

pytest.importorskip("fastapi", reason="the extra server is not installed")

from penchant.server.journal import audit_file
from penchant.server.settings import ServerSettings


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """The settings of every server that was started, none of which runs."""
    started: list[ServerSettings] = []

    def start(settings: ServerSettings) -> int:
        started.append(settings)
        return 0

    monkeypatch.setattr("penchant.server.run.serve", start)
    return started


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--store", "nowhere/memory.db"], "There is no folder"),
        (["--store", "garbage.db"], "is not a penchant memory"),
        (["--mind", "bilt-in"], "No mind is called 'bilt-in'. Did you mean 'built-in'?"),
        (["--embedder", "nonsense"], "No embedder is called 'nonsense'."),
        (["--store", "redis:here"], "No store is called 'redis'."),
    ],
)
def test_what_cannot_be_served_is_refused_before_anything_starts(
    flags: list[str],
    told: str,
    served: list[ServerSettings],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garbage.db").write_text("this is no database, and long enough to be seen as none")
    assert main(["serve", *flags]) != 0
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert not served
    assert not (tmp_path / "memory.db").exists()


def test_a_home_folder_is_found_without_a_shell(
    served: list[ServerSettings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main(["serve", "--store", "~/memory.db"]) == 0
    assert [audit_file(settings) for settings in served] == [tmp_path / "memory.db.d" / "audit.jsonl"]
