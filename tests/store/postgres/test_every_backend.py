"""`penchant memory` and `Agent.open` on every store that lasts: all verbs, a person moved around, and what is wrong."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from penchant import Agent, Request
from penchant.embed import Embedder
from penchant.errors import BadInput, StoreError
from penchant.memory import Memory, transfer
from penchant.plugins import open_store
from penchant.store.indexed.saved import SavedIndexes
from workbench import Clock, Said, draft, is_refused, penchant, tree

if TYPE_CHECKING:
    from postgres.running import Running

Cli = Callable[..., Said]
BACKENDS = ("sqlite", "faiss", "postgresql")
VERBS: dict[str, tuple[str, ...]] = {
    "people": (),
    "show": ("ana", "--all"),
    "search": ("ana", "a drink"),
    "history": ("ana", "2"),
    "why": ("ana", "1"),
    "export": ("ana",),
    "stats": (),
}


def address(backend: str, request: pytest.FixtureRequest) -> str:
    if backend != "sqlite":
        pytest.importorskip("faiss" if backend == "faiss" else "psycopg", reason=f"no {backend} to test with")
    return {"sqlite": "memory.db", "faiss": "faiss:folder"}.get(backend) or str(request.getfixturevalue("url"))


@pytest.fixture(params=BACKENDS)
def where(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return address(str(request.param), request)


@pytest.fixture
def filled(where: str, embedder: Embedder, clock: Clock) -> str:
    """A memory in which ana and ben are known."""
    clock.step = 1
    memory = Memory(open_store(where, embedder), embedder, clock)
    coffee = memory.add("ana", draft("black coffee", words="coffee, s'il vous plaît", situation="très tôt"), "answer")
    memory.update("ana", coffee.id, value="herbal tea", words="the tea from now on", source="correction")
    gone = memory.add("ana", draft("thrillers", stance="avoids", words="nothing with murder in it"), "rejection")
    memory.add("ana", draft("rye bread", topic="something to eat"))
    memory.forget("ana", gone.id)  # so that there is a gap in the ids
    memory.add("ben", draft("oat milk", words="that one"))
    memory.close()
    return where


@pytest.fixture
def exported(embedder: Embedder, tmp_path: Path) -> Path:
    """A file with what is remembered of ana: two preferences."""
    with closing(Memory(open_store(":memory:", embedder), embedder)) as memory:
        for value in ("herbal tea", "oat milk"):
            memory.add("ana", draft(value))
        file = tmp_path / "ana.json"
        file.write_text(transfer.written(transfer.take_out(memory, "ana")), encoding="utf-8")
    return file


@pytest.mark.parametrize("verb", VERBS)
def test_every_reading_verb_speaks_json_and_changes_nothing(cli: Cli, filled: str, verb: str) -> None:
    before = cli("memory", "export", "ana", "--store", filled).out
    said = cli("memory", verb, *VERBS[verb], "--store", filled, "--json")
    assert (said.code, said.err) == (0, "")
    assert said.json
    assert cli("memory", verb, *VERBS[verb], "--store", filled).code == 0
    assert cli("memory", "export", "ana", "--store", filled).out == before


def test_every_changing_verb_speaks_json_and_is_kept(cli: Cli, filled: str) -> None:
    edited = cli("memory", "edit", "ana", "2", "mate", "--store", filled, "--json").json
    assert (edited["opened"]["id"], edited["opened"]["replaces"]) == (5, 2)
    assert cli("memory", "retire", "ana", "4", "--store", filled, "--json").json["closed"]["until"]
    assert [one["id"] for one in cli("memory", "show", "ana", "--store", filled, "--json").json] == [5]
    stats = cli("memory", "stats", "--store", filled, "--json").json
    schema = 5 if filled.startswith("postgresql") else 6
    assert (stats["people"], stats["open"], stats["closed"], stats["schema"]) == (2, 2, 3, schema)
    assert stats["bytes"] > 0


@pytest.mark.parametrize("what", ["4", "--everything"])
def test_forgetting_is_proved_wherever_it_lies(cli: Cli, filled: str, what: str) -> None:
    said = cli("memory", "forget", "ana", what, "--yes", "--store", filled, "--json").json
    at_rest = "the tables' files" if filled.startswith("postgresql") else "the file's bytes"
    assert {"beliefs", "history", "evidence", "search", at_rest} <= set(said["gone_from"])
    assert ("write-ahead log" in (said["not_looked_into"] or "")) is filled.startswith("postgresql")
    people = [one["person"] for one in cli("memory", "people", "--store", filled, "--json").json]
    assert people == (["ben"] if what == "--everything" else ["ana", "ben"])


def test_a_vector_left_in_a_saved_index_is_found_out(
    cli: Cli, request: pytest.FixtureRequest, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = address("faiss", request)
    assert cli("memory", "people", "--store", "nowhere.db").code == 1  # which also leaves us in an empty folder
    memory = Memory(open_store(where, embedder), embedder)
    memory.add("ana", draft("herbal tea"))
    memory.search("ana", "tea")
    memory.close()
    monkeypatch.setattr(SavedIndexes, "discard", lambda *_: None)
    is_refused(cli("memory", "forget", "ana", "--everything", "--yes", "--store", where), "the file's bytes")


def test_a_person_moved_through_every_store_comes_home_without_loss(
    cli: Cli, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    stores = {backend: address(backend, request) for backend in BACKENDS}
    with closing(Agent.open(str(tmp_path / "first.db"))) as agent:
        for text in ("I'm so drowsy. Something to drink?", "Ich bin müde 🙂, something warm?"):
            turn = agent.consider(Request("ana", text, ["black coffee", "herbal tea"]))
            turn = agent.hear(turn, "the tea, coffee makes me anxious") if turn.question else turn
            agent.hear(turn, "no, from now on I prefer coffee")
    assert cli("memory", "export", "ana", "--store", "first.db", "--out", "first.json").code == 0
    document = tmp_path / "first.json"
    for backend in ("postgresql", "faiss", "sqlite"):
        said = cli("memory", "import", document, "--store", stores[backend], "--json").json
        assert said["embedded_anew"] is False
        next_one = tmp_path / f"{backend}.json"
        assert cli("memory", "export", "ana", "--store", stores[backend], "--out", next_one).code == 0
        assert next_one.read_bytes() == (tmp_path / "first.json").read_bytes()
        document = next_one
    assert len(json.loads(document.read_text(encoding="utf-8"))["preferences"]) >= 2


@pytest.mark.parametrize("person", ["../x", "'; drop table person; --", "%", "a\0b"])
def test_any_name_is_just_a_name(where: str, person: str, tmp_path: Path) -> None:
    with closing(Agent.open(where)) as agent:
        agent.memory.add(person, draft("tea"))
        assert [one.value for one in agent.memory.list(person)] == ["tea"]
        assert agent.memory.list(person[:-1] or "_") == []
        assert agent.memory.people() == [person]
    assert not (tmp_path.parent / "x").exists()


def test_what_is_too_long_or_empty_leaves_nothing_behind(where: str) -> None:
    with closing(Agent.open(where)) as agent:
        for text, options in (("x" * 10_000_000, ["tea"]), ("a drink", ["tea", " "])):
            with pytest.raises(BadInput):
                agent.consider(Request("ana", text, options))
        assert agent.memory.people() == []
        turn = agent.consider(Request("ana", "a drink, I'm drowsy", ["tea", "coffee"]))
        with pytest.raises(BadInput, match="longer than 100,000"):
            agent.hear(turn, "the tea, " + "and so on, " * 900_000)
        assert agent.memory.list("ana") == []


def test_a_store_of_another_embedder_is_refused_and_left_alone(cli: Cli, filled: str, embedder: Embedder) -> None:
    before = cli("memory", "export", "ana", "--store", filled).out

    class Other:
        name, size, embed = "other", embedder.size, embedder.embed

    with pytest.raises(StoreError, match="'other'"):
        open_store(filled, Other())
    assert cli("memory", "export", "ana", "--store", filled).out == before


@pytest.mark.parametrize("verb", ["show", "forget", "import", "chat"])
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("postgresql://ana:hush-hush@127.0.0.1:1/memory", "cannot be reached"),
        ("postgresql://ana:hush-hush@127.0.0.1:99999/memory", "port"),
        ("postgresql://ana:hush-hush@no.such.host.invalid/memory", "no.such.host.invalid"),
        ("postgresql:memory.db", "postgresql://user:password@host"),
        ("postgres://ana:hush-hush@localhost/memory", "Did you mean 'postgresql'?"),
        ("faiss:nowhere/folder", "nowhere"),
        ("faiss:ana.json", "is a file"),
        ("postgresql", "postgresql://user:password@host"),
    ],
)
def test_a_wrong_address_is_one_line_and_leaves_no_file(
    server: Running, cli: Cli, tmp_path: Path, verb: str, wrong: str, words: str
) -> None:
    pytest.importorskip("faiss", reason="the extra faiss is not installed")
    record = {"format": "penchant-memory", "version": 1, "person": "ana", "embedder": "x", "preferences": []}
    (tmp_path / "ana.json").write_text(json.dumps(record | {"evidence": []}))
    argv = {
        "show": ("memory", "show", "ana"),
        "forget": ("memory", "forget", "ana", "--everything", "--yes"),
        "import": ("memory", "import", "ana.json"),
        "chat": ("chat", "--person", "ana"),
    }
    said = cli(*argv[verb], "--store", wrong)
    is_refused(said, words)
    assert "hush-hush" not in said.err
    assert tree(tmp_path) == ["ana.json"]


def test_wrong_passwords_databases_and_rights_are_one_line_on_the_command_line(
    server: Running, empty: str, cli: Cli, tmp_path: Path, exported: Path
) -> None:
    from postgres.running import name_of

    wrong = {
        server.url(name_of(empty), user="locked", password="hush-hush"): "password authentication failed",
        server.url("nowhere"): '"nowhere" does not exist',
        server.url(name_of(empty), user="guest"): "permission denied",
    }
    for url, words in wrong.items():
        said = cli("memory", "import", exported, "--store", url)
        is_refused(said, words)
        assert "hush-hush" not in said.err
    server.run("create schema penchant authorization guest", url=empty)
    guest = server.url(name_of(empty), user="guest")
    is_refused(cli("memory", "import", exported, "--store", guest), "create extension vector")
    assert server.run("select count(*) from pg_class where relnamespace = 'penchant'::regnamespace", url=empty) == [
        (0,)
    ]
    assert tree(tmp_path) == [exported.name]


def test_only_what_writes_makes_a_memory_in_an_empty_database(
    server: Running, empty: str, cli: Cli, exported: Path
) -> None:
    from postgres.running import name_of

    verbs = [(verb, *words) for verb, words in VERBS.items()] + [("forget", "ana", "--everything", "--yes")]
    for words in verbs:
        is_refused(cli("memory", *words, "--store", empty), "There is no memory at", name_of(empty))
    assert server.run("select to_regnamespace('penchant')", url=empty) == [(None,)]
    assert cli("memory", "import", exported, "--store", empty).code == 0
    assert [cli("memory", *words, "--store", empty).code for words in verbs] == [0] * len(verbs)


def test_a_password_is_never_part_of_what_is_said_about_a_database(server: Running, url: str, cli: Cli) -> None:
    from postgres.running import name_of

    said = cli("memory", "show", "zoe", "--store", server.url(name_of(url), password="hush-hush"))
    is_refused(said, "'zoe'", name_of(url))
    assert "hush-hush" not in said.err


@pytest.mark.parametrize("fleeting", ["memory", ":memory:"])
def test_a_memory_that_ends_with_the_command_is_told_so(cli: Cli, fleeting: str, tmp_path: Path) -> None:
    for verb in (("people",), ("show", "ana"), ("stats",)):
        is_refused(cli("memory", *verb, "--store", fleeting), "ends with each command")
    assert tree(tmp_path) == []


@pytest.mark.parametrize("backend", ["sqlite", "faiss"])
@pytest.mark.parametrize("how", ["cut short", "empty pages", "no database", "a newer schema"])
def test_records_that_are_spoilt_are_refused_and_left_alone(
    cli: Cli, request: pytest.FixtureRequest, embedder: Embedder, tmp_path: Path, backend: str, how: str
) -> None:
    where = address(backend, request)
    assert cli("memory", "people", "--store", "nowhere.db").code == 1  # which also leaves us in an empty folder
    with closing(Memory(open_store(where, embedder), embedder)) as memory:
        for number in range(50):
            memory.add("ana", draft(f"tea number {number}"))
    file = tmp_path / ("memory.db" if backend == "sqlite" else "folder/records.db")
    match how:
        case "cut short":
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        case "empty pages":
            file.write_bytes(file.read_bytes()[:4096] + bytes(file.stat().st_size - 4096))
        case "no database":
            file.write_bytes(b"dear diary, " * 1000)
        case _:
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("pragma user_version = 99")
    before = file.read_bytes()
    is_refused(cli("memory", "show", "ana", "--store", where), file.name)
    assert file.read_bytes() == before
    assert not any((tmp_path / name).stat().st_size for name in tree(tmp_path) if name.endswith(("-wal", "-journal")))


@pytest.mark.parametrize("how", ["cut short", "another version", "deleted", "the label deleted"])
def test_a_spoilt_index_changes_no_answer(
    cli: Cli, request: pytest.FixtureRequest, embedder: Embedder, tmp_path: Path, how: str
) -> None:
    where = address("faiss", request)
    assert cli("memory", "people", "--store", "nowhere.db").code == 1  # which also leaves us in an empty folder
    with closing(Memory(open_store(where, embedder), embedder)) as memory:
        for value in ("herbal tea", "oat milk", "rye bread"):
            memory.add("ana", draft(value))
    wanted = cli("memory", "search", "ana", "tea", "--store", where, "--json").json
    index, label = tmp_path / "folder/index/all.faiss", tmp_path / "folder/index/all.json"
    match how:
        case "cut short":
            index.write_bytes(index.read_bytes()[:-100])
        case "another version":
            label.write_text(label.read_text().replace('"format": 1', '"format": 99'))
        case "deleted":
            index.unlink()
        case _:
            label.unlink()
    for _ in range(2):
        assert cli("memory", "search", "ana", "tea", "--store", where, "--json").json == wanted


AS_SOMEBODY_ELSE = """
import contextlib, io, os
from penchant.cli.main import main

def read(where, *more):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        codes = [main(["memory", *verb, "--store", where]) for verb in {reading!r} + more]
    return codes, said.getvalue()

read({copy!r}, ("edit", "ana", "1", "tea"))  # so that all that is needed is loaded while it can be reached
if os.geteuid() == 0:  # permissions do not bind root
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
assert read({where!r}) == ([0] * {count}, "")
"""
READING = (("people",), ("show", "ana"), ("search", "ana", "tea"), ("export", "ana"), ("stats",))


@pytest.mark.parametrize("backend", ["sqlite", "faiss"])
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_may_only_be_read_is_read_and_refuses_to_change(
    request: pytest.FixtureRequest, embedder: Embedder, reachable: Path, tmp_path: Path, backend: str, what: str
) -> None:
    where, copy = (
        address(backend, request).replace("memory.db", f"{base}/memory.db").replace(":folder", f":{base}/folder")
        for base in (reachable, tmp_path)
    )
    for each in (where, copy):
        with closing(Memory(open_store(each, embedder), embedder)) as memory:
            memory.add("ana", draft("herbal tea"))
    code = AS_SOMEBODY_ELSE.format(reading=READING, count=len(READING), copy=copy, where=where)
    file = reachable / ("memory.db" if backend == "sqlite" else "folder/records.db")
    closed = [file] if what == "file" else [file.parent]
    for path in closed:
        path.chmod(0o444 if path.is_file() else 0o555)
    for path in {file.parent, file} - set(closed):
        path.chmod(0o777)
    before = (file.read_bytes(), tree(reachable))
    try:
        refused = penchant("memory", "edit", "ana", "1", "mate", "--store", where, code=code)
        is_refused(refused, "may be read but not written")
        assert (file.read_bytes(), [name for name in tree(reachable) if "index" not in name]) == (
            before[0],
            [name for name in before[1] if "index" not in name],
        )
    finally:
        for path in closed:
            path.chmod(0o777)


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that other users can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
