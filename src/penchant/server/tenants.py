"""Tenants: whose people are whose. Each has an agent on its own store; one mind and one embedder serve them all."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from penchant.embed import Embedder, cached
from penchant.errors import BadInput
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.protocol import Mind
from penchant.plugins import addressed, embedder_named, mind_named, open_store
from penchant.server.ledger import AnswerLedger, FileLedger
from penchant.server.settings import DEFAULT_TENANT, ServerSettings

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
_IN_FILES = ("sqlite", "faiss")


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

    def get(self, name: str = DEFAULT_TENANT) -> Tenant:
        """The tenant of that name; its store is made where there was none."""
        with self._lock:
            found = self._open.get(name)
            if found is None:
                found = self._open[name] = self._opened(checked_tenant(name))
            self._open.move_to_end(name)
            if len(self._open) > self._settings.tenants:
                # whoever still works with it keeps it alive; its files are let go of with the last of them
                self._open.popitem(last=False)
            return found

    def close(self) -> None:
        """Let go of everybody's files and connections."""
        with self._lock:
            for tenant in self._open.values():
                tenant.close()
            self._open.clear()

    @cached_property
    def _embedder(self) -> Embedder:
        return cached(embedder_named(self._settings.embedder))

    @cached_property
    def _mind(self) -> Mind:
        made: Mind = mind_named(self._settings.mind, self._embedder)
        return made

    def _opened(self, name: str) -> Tenant:
        kind, rest = addressed(self._settings.store)
        where = self._settings.store
        beside: Path | None = None
        if kind in _IN_FILES and rest != ":memory:":
            folder = Path(f"{rest}.d")
            beside = folder / f"{name}.server.db"
            if name != DEFAULT_TENANT:
                folder.mkdir(mode=0o700, exist_ok=True)
                where = f"{kind}:{folder / name}{'.db' if kind == 'sqlite' else ''}"
        elif name != DEFAULT_TENANT:
            raise BadInput(
                f"A memory in {kind!r} has one tenant, {DEFAULT_TENANT!r}; {name!r} needs a file of its own."
            )
        memory = Memory(open_store(where, self._embedder), self._embedder)
        return Tenant(name, Agent(memory, self._mind), FileLedger(beside))


def checked_tenant(name: str) -> str:
    """The name, once it is fit to be part of a file's or a schema's; BadInput for any other."""
    if not _NAME.fullmatch(name):
        raise BadInput(f"A tenant's name has small letters, digits, - and _, 41 at most; {name!r:.60} does not.")
    return name
