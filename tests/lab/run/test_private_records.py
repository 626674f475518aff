"""What people say in a study is kept where only its owner can read it, as their memory is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from workbench import penchant, tiny_people


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes here")
def test_the_records_of_a_study_are_their_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        run = tmp_path / "runs" / "one"
        people = tiny_people(tmp_path / "people", people=1, tasks=2)
        penchant("study", "embodied", "--data", people, "--methods", "both", "--store", "sqlite", "--out", run)
    finally:
        os.umask(before)
    assert run.stat().st_mode & 0o777 == 0o700
    records = [file for file in run.iterdir() if file.suffix in (".jsonl", ".json", ".db", ".html")]
    assert {"episodes.jsonl", "run.json"} <= {file.name for file in records}
    assert [file.name for file in records if file.stat().st_mode & 0o777 != 0o600] == []
