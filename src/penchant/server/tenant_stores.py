"""Where tenants' memories and ledgers lie in a store, so that all of them can be carried to another."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from penchant.plugins import addressed
from penchant.server.ledger import AnswerLedger, FileLedger
from penchant.server.settings import DEFAULT_TENANT
from penchant.server.tenants import is_tenant, place_of

_POSTGRES = ("postgresql", "postgres")


def tenants_in(store: str) -> list[str]:
    """Every tenant of a store, the default one last; makes nothing."""
    kind, rest = addressed(store)
    found: list[str] = []
    if kind in _POSTGRES:
        from penchant.store.postgres.address import schema_apart
        from penchant.store.postgres.server import Server

        start = f"{schema_apart(rest)[1]}_"
        found = [name.removeprefix(start) for name in Server.schemas(rest) if name.startswith(start)]
    elif kind == "sqlite":
        found = [path.name.removesuffix(".db") for path in Path(f"{rest}.d").glob("*.db")]
    elif kind == "faiss":
        found = [path.parent.name for path in Path(f"{rest}.d").glob("*/records.db")]
    return [*sorted(name for name in found if is_tenant(name) and name != DEFAULT_TENANT), DEFAULT_TENANT]


def tenant_store(store: str, tenant: str) -> str:
    """The address of a tenant's memory in a store."""
    return place_of(store, *addressed(store), tenant)[0]


def carry_ledger(old: str, new: str, tenant: str, staged: str) -> None:
    """Carry a tenant's secret and answers along, so that turns given out before are known and keys still count.

    ``staged`` is the address at which the copy of the tenant's memory lies, whole and not yet in its place.
    """
    if not _has_ledger(old, tenant):
        return
    with (
        closing(_ledger(old, tenant, tenant_store(old, tenant))) as source,
        closing(_ledger(new, tenant, staged)) as target,
    ):
        target.take_in(*source.taken_out())


def _has_ledger(store: str, tenant: str) -> bool:
    kind, rest = addressed(store)
    if kind in _POSTGRES:
        from penchant.server.postgres_ledger import PostgresLedger

        return PostgresLedger.exists(tenant_store(store, tenant))
    beside = place_of(store, kind, rest, tenant)[1]
    return beside is not None and beside.exists()


def _ledger(store: str, tenant: str, where: str) -> AnswerLedger:
    kind, rest = addressed(store)
    if kind in _POSTGRES:
        from penchant.server.postgres_ledger import PostgresLedger

        return PostgresLedger(where)
    return FileLedger(place_of(store, kind, rest, tenant)[1])
