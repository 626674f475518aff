"""`penchant store migrate`: everything is carried over, between all stores that last, or nothing is there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from penchant import Agent, Request
from penchant.domain import PersonId
from penchant.embed import Embedder
from penchant.errors import PenchantError
from penchant.memory import Memory, migration, transfer
from penchant.plugins import open_store
from penchant.store import Counting, write_many
from workbench import Clock, Said, broken_off, draft, is_refused, tree

if TYPE_CHECKING:
    from postgres.running import Running

Cli = Callable[..., Said]
ODD = "O'Bri\u00e9n %_\\ \U0001f375\n/..\x00"


@pytest.fixture
def old(embedder: Embedder, clock: Clock, cli: Cli) -> str:
    """A file with a life in it: closed beliefs, gaps, an odd name, errands, and somebody of whom a name is left."""
    clock.step = 1
    with closing(Memory(open_store("old.db", embedder), embedder, clock)) as memory:
        coffee = memory.add("ana", draft("black coffee", words="coffee, s'il vous pla\u00eet"), "answer")
        memory.update("ana", coffee.id, value="herbal tea", words="the tea from now on", source="correction")
        memory.add("ana", draft("rye bread", topic="something to eat"))
        memory.forget("ana", memory.add("ana", draft("thrillers")).id)
        memory.add(ODD, draft("oat milk", kind="constraint"))
        memory.forget("ben", memory.add("ben", draft("nothing any more")).id)
    with Agent.open("old.db", clock=clock) as agent:
        turn = agent.consider(Request("cleo", "something to drink", ["black coffee", "herbal tea"]))
        agent.hear(turn, "the tea please")
        agent.tell("dan", "Is oat milk any good?")
    return "old.db"


def everything(where: str, embedder: Embedder) -> dict[str, tuple[str, int]]:
    """Each person's memory as a document, and the next id."""
    with closing(Memory(open_store(where, embedder), embedder)) as memory:
        assert isinstance(memory.store, Counting)
        return {
            person: (transfer.written(transfer.take_out(memory, person)), memory.store.next_id(person))
            for person in memory.people()
        }


def test_every_store_takes_everything_and_gives_it_back(
    old: str, cli: Cli, embedder: Embedder, empty: str, tmp_path: Path
) -> None:
    pytest.importorskip("faiss", reason="no faiss to test with")
    before = everything(old, embedder)
    assert set(before) == {"ana", "ben", "cleo", "dan", ODD}
    assert before["ana"][1] == 5
    ways = ["faiss:folder", empty, "again.db", f"{empty}&schema=other", "faiss:last", "end.db"]
    for source, target in zip([old, *ways], ways, strict=False):
        said = cli("store", "migrate", source, target)
        assert said.code == 0, said.err
        assert everything(target, embedder) == before, target
        assert "Compared, and the same in both: 5 people, 5 preferences (4 open, 1 closed), 5 vectors, " in said.out
        assert "people compared" in said.err
    assert everything(old, embedder) == before
    assert not [name for name in tree(tmp_path) if "incoming" in name]


def test_what_comes_next_gets_the_next_id_and_the_same_turn_is_not_heard_twice(
    old: str, cli: Cli, embedder: Embedder, clock: Clock
) -> None:
    with Agent.open(old, clock=clock) as agent:
        turn = agent.consider(Request("eve", "something to drink", ["black coffee", "herbal tea"]))
        agent.hear(turn, "the tea please")
    assert cli("store", "migrate", old, "new.db").code == 0
    with Agent.open("new.db", clock=clock) as agent:
        assert agent.memory.add("ana", draft("figs")).id == 5
        assert agent.memory.add("ben", draft("figs")).id == 2
        count = len(agent.memory.list("eve"))
        agent.hear(turn, "the tea please")
        assert len(agent.memory.list("eve", closed=True)) == count
    assert Path("new.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("target", ["new.db", "postgresql"])
def test_after_an_interruption_there_is_nothing_and_the_same_command_goes_on(
    target: str, old: str, cli: Cli, embedder: Embedder, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    new = request.getfixturevalue("empty") if target == "postgresql" else target
    monkeypatch.setattr(migration, "_ROWS", 1)
    with monkeypatch.context() as breaking:
        breaking.setattr(migration, "write_many", broken_off(write_many, at=3))
        said = cli("store", "migrate", old, new)
    assert said.code == 130
    assert "goes on where this one ended" in said.err
    is_refused(cli("memory", "people", "--store", new), "There is no memory")
    with closing(Memory(open_store(old, embedder), embedder)) as memory:  # meanwhile
        memory.add("ana", draft("figs"))
        memory.forget_person("ben")
        memory.add("fay", draft("figs"))
    written: list[PersonId] = []

    def noted(store: Any, writes: Any) -> Any:
        written.extend(writes)
        return write_many(store, writes)

    monkeypatch.setattr(migration, "write_many", noted)
    assert cli("store", "migrate", old, new).code == 0
    assert everything(new, embedder) == everything(old, embedder)
    assert sorted(written) == sorted(["ana", "cleo", "dan", "fay"])  # the odd one was there, and ana has changed


def test_what_does_not_read_the_same_is_not_put_in_place(old: str, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migration, "changes_of", lambda record: transfer.changes_of(record)[:-1])
    said = cli("store", "migrate", old, "new.db")
    assert (said.code, said.out) == (1, "")
    assert "does not read the same in new.db" in said.err
    assert not Path("new.db").exists()


def test_an_old_memory_that_never_rests_is_told(
    old: str, cli: Cli, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = migration._Copying._compare

    def written_to(copying: Any, new: Memory) -> Any:
        copying.old.add("ana", draft("figs"))
        return real(copying, new)

    monkeypatch.setattr(migration._Copying, "_compare", written_to)
    said = cli("store", "migrate", old, "new.db")
    assert said.code == 1
    assert "Stop whoever does" in said.err
    assert not Path("new.db").exists()


def test_bad_input_is_one_line_and_changes_nothing(old: str, cli: Cli, empty: str, tmp_path: Path) -> None:
    Path("link.db").symlink_to("old.db")
    Path("other.db").write_text("no database")
    before = tree(tmp_path)
    for words, named in {
        (old, old): "same store",
        (old, "./old.db"): "same store",
        (old, "link.db"): "same store",
        (empty, empty): "same store",
        ("no.db", "new.db"): "no memory at no.db",
        (empty, "new.db"): "no memory at postgresql://",
        (old, "sqllite"): "No store is called 'sqllite'",
        (old, "mongo://x"): "No store is called 'mongo'",
        (old, "other.db"): "There is a memory at other.db already",
        (old, "memory"): "Name one that lasts",
        (old, ":memory:"): "Name one that lasts",
        (old, "nowhere/new.db"): "There is no folder",
        (old,): "NEW",
    }.items():
        is_refused(cli("store", "migrate", *words), named)
    assert tree(tmp_path) == before


def test_another_embedder_is_told_by_its_name(old: str, cli: Cli) -> None:
    is_refused(cli("store", "migrate", old, "new.db", "--embedder", "minilm-typo"), "No embedder is called")


def test_a_script_gets_a_document(old: str, cli: Cli) -> None:
    same = cli("store", "migrate", old, "new.db", "--json").json["same"]
    assert (same["people"], same["open"], same["closed"]) == (5, 4, 1)


def test_a_password_is_not_repeated(server: Running, old: str, cli: Cli) -> None:
    said = cli("store", "migrate", old, "postgresql://locked:open-sesame@/none?host=/nowhere")
    assert "sesame" not in said.err + said.out


def test_words_for_what_was_considered_before_somebody_was_forgotten_are_refused_in_the_new_store_too(
    old: str, cli: Cli, clock: Clock
) -> None:
    with Agent.open(old, clock=clock) as agent:
        if not hasattr(agent.memory.store, "epoch"):
            pytest.skip("no store counts how often somebody was forgotten")
        turn = agent.consider(Request("ana", "something to drink", ["black coffee", "herbal tea"]), may_ask=False)
        agent.memory.forget_person("ana")
        agent.memory.add("ana", draft("figs"))
    assert cli("store", "migrate", old, "new.db").code == 0
    with Agent.open("new.db", clock=clock) as agent:
        with pytest.raises(PenchantError):
            agent.hear(turn, "lovely")
        assert [one.value for one in agent.memory.list("ana")] == ["figs"]
