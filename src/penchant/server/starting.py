"""What is looked at before a server starts: a mistake of its command is told once, and no address is promised."""

from __future__ import annotations

from pathlib import Path

from penchant.errors import BadInput
from penchant.plugins import USUAL_EMBEDDER, addressed, plugin
from penchant.server.keys import KeyFile
from penchant.server.listening import deals_out, held
from penchant.server.settings import ServerSettings
from penchant.store.database import Database, check_place


def check_start(settings: ServerSettings) -> None:
    """A PenchantError where it could not serve: keys, store, plugin or address are not there to be used."""
    settings.check_doors()
    opened_keys(settings)
    plugin("embedders", settings.embedder or USUAL_EMBEDDER)
    plugin("minds", settings.mind)
    kind, rest = addressed(settings.store)
    plugin("stores", kind)
    if settings.workers > 1 and rest == ":memory:":
        raise BadInput(
            f"Each of {settings.workers} workers would have a memory of its own in {settings.store}. Give them a "
            "file or a database to share, such as --store memory.db, or --workers 1."
        )
    if kind == "sqlite" and rest != ":memory:":
        check_place(rest)
        if Path(rest).is_file():
            Database(rest).close()  # is it a memory, and of this version?
    if settings.port and deals_out():
        held(settings.host, settings.port).close()


def opened_keys(settings: ServerSettings) -> KeyFile | None:
    """The keys that open the server, once there are some; None where it needs none."""
    if settings.keys is None:
        return None
    found = KeyFile(settings.keys)
    if not found.keys:
        raise BadInput(
            f"There is no key in {settings.keys} yet. Add one: penchant keys add NAME --keys {settings.keys}"
        )
    return found
