"""`penchant store migrate` takes a server's tenants along, and what the server keeps for them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the extra server is not installed")

from penchant.embed import Embedder
from penchant.memory import Memory, migration
from penchant.plugins import open_store
from penchant.server.ledger import Answered, FileLedger
from penchant.server.settings import ServerSettings
from penchant.server.tenant_stores import tenant_store, tenants_in
from penchant.server.tenants import Tenants
from workbench import Said, broken_off, draft, is_refused

Cli = Callable[..., Said]


@pytest.fixture
def served(cli: Cli) -> str:
    """A file that was served to two tenants."""
    tenants = Tenants(ServerSettings(store="old.db"))
    for name in ("default", "acme", "b-2"):
        tenant = tenants.get(name)
        tenant.agent.memory.add("ana", draft(f"tea of {name}"))
        tenant.ledger.keep("key", "owner", Answered("body", 200, f"answer to {name}"))
    tenants.close()
    return "old.db"


def kept(store: str) -> dict[str, tuple[list[str], bytes, list[tuple[object, ...]]]]:
    """What each tenant has: values, secret and answers, to the second."""
    found: dict[str, tuple[list[str], bytes, list[tuple[object, ...]]]] = {}
    tenants = Tenants(ServerSettings(store=store))
    for name in tenants_in(store):
        tenant = tenants.get(name)
        values = [one.value for one in tenant.agent.memory.list("ana")]
        secret, rows = tenant.ledger.taken_out()
        found[name] = (values, secret, [(*row[:5], round(row.at)) for row in rows])
    tenants.close()
    return found


def test_tenants_and_their_ledgers_go_along_each_way(served: str, cli: Cli, empty: str) -> None:
    pytest.importorskip("faiss", reason="no faiss to test with")
    before = kept(served)
    assert list(before) == ["acme", "b-2", "default"]
    for source, target in ((served, empty), (empty, "faiss:folder"), ("faiss:folder", "end.db")):
        said = cli("store", "migrate", source, target)
        assert said.code == 0, said.err
        assert "with 2 tenants besides the default one" in said.out
        assert "3 people, 3 preferences" in said.out
        assert kept(target) == before


def test_after_an_interruption_between_tenants_it_goes_on(
    served: str, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as breaking:
        breaking.setattr(migration, "write_many", broken_off(migration_write, at=3))
        assert cli("store", "migrate", served, "new.db").code == 130
    assert not Path("new.db").exists()
    assert tenants_in("new.db") == ["acme", "b-2", "default"]
    assert cli("store", "migrate", served, "new.db").code == 0
    assert kept("new.db") == kept(served)


def test_another_memory_in_a_tenants_place_is_refused(served: str, cli: Cli, embedder: Embedder) -> None:
    with closing(Memory(open_store(tenant_store("new.db", "acme"), embedder), embedder)) as memory:
        memory.add("zoe", draft("milk"))
    said = cli("store", "migrate", served, "new.db", "--embedder", "wordllama")
    assert said.code == 1
    assert "There is a memory at new.db, tenant acme already" in said.err
    assert not Path("new.db").exists()


def test_a_memory_that_was_never_served_gets_no_ledger(cli: Cli, embedder: Embedder, empty: str) -> None:
    with closing(Memory(open_store("old.db", embedder), embedder)) as memory:
        memory.add("ana", draft("tea"))
    assert cli("store", "migrate", "old.db", "new.db").code == 0
    assert not Path("new.db.d").exists()
    assert cli("store", "migrate", "new.db", empty).code == 0
    assert tenants_in(empty) == ["default"]
    is_refused(cli("store", "migrate", empty, "new.db"), "already")


def test_a_ledger_is_taken_in_whole() -> None:
    old, new = FileLedger(None), FileLedger(None)
    old.keep("a", "ana", Answered("digest", 200, "{}"))
    new.keep("b", "ben", Answered("digest", 200, "{}"))
    new.take_in(*old.taken_out())
    assert new.secret() == old.secret()
    assert (new.find("a"), new.find("b")) == (Answered("digest", 200, "{}"), None)


migration_write = migration.__dict__["write_many"]
