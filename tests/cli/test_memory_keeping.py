"""`penchant memory check` and `backup`: damage is named, and a backup takes its place."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant import Agent, Request
from penchant.server.ledger import FileLedger
from workbench import Said

Cli = Callable[..., Said]


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with Agent.open(path) as agent:
        for person in ("ana", "ben"):
            agent.hear(agent.consider(Request(person, "a drink", ["tea", "coffee"])), f"the tea, says {person}")
    return path


def spoil(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"the tea, says ana", b"the sea, says ana"))


def test_what_a_server_keeps_for_itself_is_not_taken_for_a_damaged_memory(cli: Cli, tmp_path: Path) -> None:
    beside = tmp_path / "default.server.db"
    FileLedger(beside).close()
    for more in ((), ("--restore", tmp_path / "monday.db")):
        refused = cli("memory", "check", "--store", beside, *more)
        assert (refused.code, "is no memory" in refused.err) == (2, True)
        assert "--restore" not in refused.err


def test_a_whole_file_is_said_to_be_whole(cli: Cli, memory: Path) -> None:
    said = cli("memory", "check", "--store", memory)
    assert (said.code, said.out) == (0, f"{memory} is as it was written.\n")


def test_damage_is_told_by_person_and_row_and_a_backup_takes_its_place(cli: Cli, memory: Path, tmp_path: Path) -> None:
    copy = tmp_path / "monday.db"
    assert cli("memory", "backup", copy, "--store", memory).code == 0
    assert os.stat(copy).st_mode & 0o777 == 0o600
    before = cli("memory", "show", "ana", "--store", memory).out
    spoil(memory)
    shown = cli("memory", "show", "ana", "--store", memory)
    assert (shown.code, shown.err.count("\n")) == (1, 1)
    assert "is damaged" in shown.err
    assert cli("memory", "show", "ben", "--store", memory).code == 0
    said = cli("memory", "check", "--store", memory)
    assert said.code == 1
    assert "ana: preference 1" in said.out
    assert "ben" not in said.out
    restored = cli("memory", "check", "--store", memory, "--restore", copy)
    assert restored.code == 0
    assert (tmp_path / "memory.db.damaged-1").is_file()
    assert cli("memory", "show", "ana", "--store", memory).out == before
    assert cli("memory", "check", "--store", memory).code == 0
    assert os.stat(memory).st_mode & 0o777 == 0o600


def test_a_damaged_backup_is_not_restored(cli: Cli, memory: Path, tmp_path: Path) -> None:
    copy = tmp_path / "monday.db"
    cli("memory", "backup", copy, "--store", memory)
    spoil(copy)
    before = memory.read_bytes()
    refused = cli("memory", "check", "--store", memory, "--restore", copy)
    assert refused.code == 1
    assert "damaged itself" in refused.err
    assert memory.read_bytes() == before
    assert not [entry for entry in tmp_path.iterdir() if entry.name.startswith(".")]


def test_a_backup_made_while_others_write_is_whole(cli: Cli, memory: Path, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        with Agent.open(memory) as agent:
            for number in range(500):
                if stop.is_set():
                    return
                agent.tell("carl", f"I love band {number}")

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        for number in range(3):
            assert cli("memory", "backup", tmp_path / f"{number}.db", "--store", memory).code == 0
    finally:
        stop.set()
        writer.join()
    for number in range(3):
        assert cli("memory", "check", "--store", tmp_path / f"{number}.db").code == 0


@pytest.mark.parametrize("where", ["postgresql://host/db", "memory"])
def test_what_lies_in_no_file_is_backed_up_by_other_means(cli: Cli, where: str) -> None:
    refused = cli("memory", "backup", "x.db", "--store", where)
    assert refused.code == 2
    assert "pg_dump" in refused.err


def test_a_backup_never_takes_the_place_of_a_file(cli: Cli, memory: Path) -> None:
    refused = cli("memory", "backup", memory, "--store", memory)
    assert refused.code == 2
    assert "exists already" in refused.err
