"""Tenants: whose people are whose. Each has an agent on its own store; one mind serves them all."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from penchant.errors import BadInput
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.protocol import Mind
from penchant.plugins import addressed, mind_named, open_store_with
from penchant.server.ledger import AnswerLedger, FileLedger
from penchant.server.settings import DEFAULT_TENANT, ServerSettings

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
_IN_FILES = ("sqlite", "faiss")
_POSTGRES = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class Tenant:
    """One tenant: an agent on its own store, and what the server keeps beside it."""

    name: str
    agent: Agent
    ledger: AnswerLedger

    def close(self) -> None:
        """Let go of files and connections."""
        self.agent.close()
        self.ledger.close()


class Tenants:
    """Opens each tenant when it is first asked for, and keeps the ones used last."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._open: OrderedDict[str, Tenant] = OrderedDict()
        self._lock = threading.Lock()
        self._opening: dict[str, threading.Lock] = {}
        self._parts = threading.Lock()

    def get(self, name: str = DEFAULT_TENANT) -> Tenant:
        """The tenant of that name; its store is made where there was none."""
        with self._lock:
            if (found := self._open.get(name)) is not None:
                self._open.move_to_end(name)
                return found
            opening = self._opening.setdefault(name, threading.Lock())
        with opening:  # a store that is slow to open keeps nobody else waiting
            with self._lock:
                found = self._open.get(name)
            if found is None:
                found = self._opened(checked_tenant(name))
            with self._lock:
                self._open[name] = found
                self._opening.pop(name, None)
                if len(self._open) > self._settings.tenants:
                    self._open.popitem(last=False)  # closed once the last request that works with it is done
            return found

    def close(self) -> None:
        """Let go of everybody's files and connections."""
        with self._lock:
            for tenant in self._open.values():
                tenant.close()
            self._open.clear()

    @cached_property
    def _mind(self) -> Mind:
        made: Mind = mind_named(self._settings.mind)
        return made

    def _opened(self, name: str) -> Tenant:
        with self._parts:
            mind = self._mind
        kind, rest = addressed(self._settings.store)
        where, beside = place_of(self._settings.store, kind, rest, name)
        memory = Memory(*open_store_with(where, self._settings.embedder))
        try:
            ledger = _postgres_ledger(where) if kind in _POSTGRES else FileLedger(beside)
        except BaseException:
            memory.close()
            raise
        return Tenant(name, Agent(memory, mind), ledger)


def place_of(store: str, kind: str, rest: str, tenant: str) -> tuple[str, Path | None]:
    """Where a tenant's memory is, and in which file its ledger: none for a database, or what is not kept."""
    if kind in _POSTGRES:
        return (store if tenant == DEFAULT_TENANT else _schema_of(store, tenant)), None
    if kind in _IN_FILES and rest != ":memory:":
        folder = Path(f"{rest}.d")
        ledger = folder / f"{tenant}.server.db"
        if tenant == DEFAULT_TENANT:
            return store, ledger
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        return f"{kind}:{folder / tenant}{'.db' if kind == 'sqlite' else ''}", ledger
    if tenant != DEFAULT_TENANT:
        raise BadInput(f"A memory in {kind!r} has one tenant, {DEFAULT_TENANT!r}; serve one in a file or a database.")
    return store, None


def _schema_of(url: str, tenant: str) -> str:
    from penchant.store.postgres.address import schema_apart, with_schema

    return with_schema(url, f"{schema_apart(url)[1]}_{tenant}")


def _postgres_ledger(url: str) -> AnswerLedger:
    from penchant.server.postgres_ledger import PostgresLedger

    return PostgresLedger(url)


def is_tenant(name: str) -> bool:
    """Whether a tenant may be called so."""
    return _NAME.fullmatch(name) is not None


def checked_tenant(name: str) -> str:
    """The name, once it is fit to be part of a file's or a schema's; BadInput for any other."""
    if not is_tenant(name):
        raise BadInput(f"A tenant's name has small letters, digits, - and _, 41 at most; {name!r:.60} does not.")
    return name
