"""`penchant memory` and a reader's mistakes: one line, a code that is not 0, and nothing changed."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from penchant.embed import Embedder
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.store.sqlite import SQLiteStore
from workbench import Said, draft, is_refused, penchant, tree

Cli = Callable[..., Said]


@pytest.fixture(autouse=True)
def _kept(embedder: Embedder, tmp_path: Path) -> None:
    memory = Memory(SQLiteStore(tmp_path / "memory.db", embedder=embedder.name), embedder)
    memory.add("ana", draft("herbal tea"))
    for value in ("oat milk", "rye bread"):
        memory.add("ben", draft(value))
    memory.retire("ben", memory.list("ben")[-1].id)
    memory.close()


REFUSED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "no verb": ((), ("VERB", "--help")),
    "unknown verb": (("shwo", "ana"), ("shwo",)),
    "nobody named": (("show",), ("PERSON",)),
    "an empty name": (("show", ""), ("name",)),
    "a stranger": (("show", "zoe"), ("'zoe'", "memory.db")),
    "no number": (("why", "ana", "first"), ("first",)),
    "a long number": (("why", "ana", "9" * 5000), ("ID",)),
    "unknown id": (("why", "ana", "9"), ("9", "penchant memory show ana --all")),
    "huge id": (("history", "ana", str(2**70)), (str(2**70),)),
    "somebody else's id": (("why", "ana", "2"), ("ana has no preference 2",)),
    "edit somebody else's": (("edit", "ana", "2", "x"), ("ana has no preference 2",)),
    "retire somebody else's": (("retire", "ana", "2"), ("ana has no preference 2",)),
    "forget somebody else's": (("forget", "ana", "2", "--yes"), ("ana has no preference 2",)),
    "edit what is closed": (("edit", "ben", "2", "x"), ("closed", "edit an open one", "penchant memory show ben")),
    "edit to nothing": (("edit", "ana", "1", "  "), ("value",)),
    "limit": (("search", "ana", "x", "--limit", "0"), ("--limit 0",)),
    "forget what": (("forget", "ana", "--yes"), ("--everything",)),
    "forget both": (("forget", "ana", "1", "--everything", "--yes"), ("--everything",)),
    "forget unasked": (("forget", "ana", "1"), ("--yes",)),
    "forget everything unasked": (("forget", "ana", "--everything"), ("--yes",)),
    "no such memory": (("people", "--store", "nowhere.db"), ("nowhere.db",)),
    "no such sqlite memory": (("people", "--store", "sqlite:nowhere.db"), ("nowhere.db",)),
    "no such folder": (("import", "ana.json", "--store", "nowhere/m.db"), ("nowhere",)),
    "no memory": (("people", "--store", ""), ("file",)),
    "a folder": (("people", "--store", "."), ("folder",)),
    "unknown store": (("people", "--store", "sqllite:x"), ("Did you mean 'sqlite'?",)),
    "a mistyped store": (("people", "--store", "sqllite"), ("Did you mean 'sqlite'?", "postgresql", "./sqllite")),
    "a mistyped store to import into": (
        ("import", "ana.json", "--store", "Fais"),
        ("Did you mean 'faiss'?", "./Fais"),
    ),
    "no store's name": (("people", "--store", "postgres"), ("Did you mean 'postgresql'?",)),
    "a database without a URL": (
        ("people", "--store", "postgresql"),
        ("postgresql://user:password@host:5432/database",),
    ),
    "unknown embedder": (("people", "--embedder", "wordlama"), ("wordllama",)),
    "too long a name": (("people", "--store", "x" * 300), ("no memory",)),
    "nothing to import": (("import", "nowhere.json"), ("nowhere.json",)),
    "import a folder": (("import", "."), ("cannot be read",)),
    "import a database": (("import", "memory.db"), ("JSON",)),
    "import again": (("import", "ana.json"), ("'ana'", "--as")),
    "import over another": (("import", "ana.json", "--as", "ben"), ("'ben'", "--as")),
    "import as nobody": (("import", "ana.json", "--as", "", "--store", "new.db"), ("name",)),
    "import as a novel": (
        ("import", "ana.json", "--as", "x" * 1001, "--store", "new.db"),
        ("1,000 characters at most", "1,001"),
    ),
    "import half": (("import", "half.json", "--store", "new.db"), ("JSON",)),
    "import another version": (("import", "later.json", "--store", "new.db"), ("version 9", "Upgrade")),
    "import another format": (("import", "other.json", "--store", "new.db"), ("penchant-memory",)),
    "export over a file": (("export", "ana", "--out", "ana.json"), ("exists already",)),
    "export to nowhere": (("export", "ana", "--out", "nowhere/ana.json"), ("nowhere",)),
    "export nobody": (("export", "zoe", "--out", "zoe.json"), ("zoe",)),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_mistake_is_one_line_and_changes_nothing(cli: Cli, tmp_path: Path, case: str) -> None:
    assert cli("memory", "export", "ana", "--out", "ana.json").code == 0
    document = json.loads((tmp_path / "ana.json").read_text())
    (tmp_path / "half.json").write_bytes((tmp_path / "ana.json").read_bytes()[:-40])
    (tmp_path / "later.json").write_text(json.dumps(document | {"version": 9}))
    (tmp_path / "other.json").write_text(json.dumps(document | {"format": "diary"}))
    before = {name: (tmp_path / name).read_bytes() for name in tree(tmp_path)}
    argv, words = REFUSED[case]
    is_refused(cli("memory", *argv), *words)
    assert {name: (tmp_path / name).read_bytes() for name in tree(tmp_path)} == before


def test_a_later_schema_and_another_database_are_left_alone(cli: Cli, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        connection.execute("pragma user_version = 99")
    (tmp_path / "diary.db").write_text("dear diary, " * 100)
    before = {name: (tmp_path / name).read_bytes() for name in tree(tmp_path)}
    for verb in (("people",), ("edit", "ana", "1", "x"), ("forget", "ana", "--everything", "--yes"), ("stats",)):
        is_refused(cli("memory", *verb), "99", "Upgrade")
        is_refused(cli("memory", *verb, "--store", "diary.db"), "diary.db")
    assert {name: (tmp_path / name).read_bytes() for name in tree(tmp_path)} == before


def test_vectors_of_another_embedder_are_named(cli: Cli, tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "other.db", embedder="letters").close()
    is_refused(cli("memory", "people", "--store", "other.db"), "letters", "penchant-encoder-384")


def test_the_embedder_of_a_memory_is_named_as_the_command_takes_it(cli: Cli) -> None:
    said = cli("memory", "people", "--embedder", "minilm")
    is_refused(said, "'wordllama-l2-supercat-256'", "--embedder wordllama\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_memory_that_may_only_be_read_is_one_line(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "memory.db").chmod(0o400)
    is_refused(cli("memory", "edit", "ana", "1", "x"), "memory.db")


def test_no_room_leaves_no_half_import_or_export(tmp_path: Path) -> None:
    assert penchant("memory", "export", "ana", "--out", "ana.json", cwd=tmp_path).code == 0
    document = json.loads((tmp_path / "ana.json").read_text())
    document["preferences"][0]["words"] = "x" * 500_000
    (tmp_path / "long.json").write_text(json.dumps(document))
    before = (tmp_path / "memory.db").read_bytes()
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000,) * 2)"
    is_refused(penchant("memory", "import", "long.json", "--as", "zoe", cwd=tmp_path, code=full), "memory.db")
    assert (tmp_path / "memory.db").read_bytes() == before
    assert penchant("memory", "import", "long.json", "--as", "zoe", cwd=tmp_path).code == 0
    is_refused(penchant("memory", "export", "zoe", "--out", "zoe.json", cwd=tmp_path, code=full), "zoe.json")
    assert "zoe.json" not in tree(tmp_path)


@pytest.mark.parametrize("where", ["faiss:plain", "empty.db", "sqlite:empty.db", "faiss:half"])
@pytest.mark.parametrize("verb", [("people",), ("show", "ana"), ("stats",), ("edit", "ana", "1", "x")])
def test_nothing_is_made_where_there_is_no_memory(cli: Cli, tmp_path: Path, where: str, verb: tuple[str, ...]) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "diary.txt").write_text("dear diary")
    (tmp_path / "half").mkdir()
    for empty in ("empty.db", "half/records.db"):
        (tmp_path / empty).touch()
    before = {name: (tmp_path / name).stat().st_size for name in tree(tmp_path)}
    is_refused(cli("memory", *verb, "--store", where), "There is no memory at", where.removeprefix("faiss:")[-8:])
    assert {name: (tmp_path / name).stat().st_size for name in tree(tmp_path)} == before


@pytest.mark.parametrize(("word", "place"), [("sqlite", "memory.db"), ("faiss", "memory.faiss")])
def test_a_store_by_its_bare_name_lies_where_it_usually_does(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, place: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    is_refused(cli("memory", "show", "ana", "--store", word), f"no memory at {place}. ")
    assert not Path(place).exists(), "asking makes none"
    agent = Agent.open(word)
    agent.memory.add("ana", draft("herbal tea"))
    agent.close()
    assert Path(place).exists()
    assert "herbal tea" in cli("memory", "show", "ana", "--store", word).out


def test_a_store_that_is_not_there_to_be_carried_over_is_named_by_its_place(cli: Cli) -> None:
    is_refused(
        cli("store", "migrate", "nosuch.db", "new.db"), "no memory at nosuch.db", "penchant store migrate OLD NEW"
    )
