"""Where a database is: from the URL a reader typed to what psycopg is told, and a name for it that holds no secret.

What is wrong with a URL is told without repeating it: a mistyped one is where passwords end up in logs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from penchant.errors import BadInput

EXAMPLE = "postgresql://user:password@host:5432/database"
SCHEMA = "penchant"
"""Where our tables lie unless the URL says otherwise (``?schema=NAME``)."""
_SCHEMES = ("postgresql:", "postgres:")
_SCHEMA_NAME = re.compile(r"[a-z_][a-z0-9_.-]{0,62}")
_DEFAULTS: dict[str, str | int | None] = {
    "application_name": "penchant",
    "connect_timeout": 10,
    "keepalives_idle": 30,  # seconds: a server that vanished without a word is noticed after a minute
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,  # milliseconds, for what was sent and never answered
}


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """A database to connect to; ``name`` is fit to be shown."""

    conninfo: str = field(repr=False)
    name: str
    schema: str = SCHEMA


def parse(url: str) -> DatabaseAddress:
    """The address behind a URL, whole or without its scheme (``//user@host/database``), perhaps with ``?schema=``."""
    url, schema = schema_apart(url)
    rest = next((url.removeprefix(scheme) for scheme in _SCHEMES if url.startswith(scheme)), url)
    if not rest.startswith("//") or "\0" in rest:
        raise BadInput(f"A memory in PostgreSQL is named by a URL such as {EXAMPLE}")
    authority = rest[2:].partition("/")[0].partition("?")[0]
    if rest.count("@") > 1 or ("@" in rest and "@" not in authority):  # a password cut in two would show as a host
        raise BadInput("In a PostgreSQL URL the characters @ / ? within a name or password are written %40 %2F %3F.")
    try:
        given = conninfo_to_dict(f"postgresql:{rest}")
    except ProgrammingError:
        raise BadInput(f"This is no URL that PostgreSQL understands. One looks like this: {EXAMPLE}") from None
    settings = {key: value for key, value in _DEFAULTS.items() if key not in given}
    where = f"{given.get('host') or 'this machine'}{':' if given.get('port') else ''}{given.get('port') or ''}"
    database = given.get("dbname") or given.get("user") or "(default)"
    part = "" if schema == SCHEMA else f", schema {schema!r}"
    return DatabaseAddress(
        make_conninfo(f"postgresql:{rest}", **settings), f"PostgreSQL database {database!r} on {where}{part}", schema
    )


def schema_apart(url: str) -> tuple[str, str]:
    """A URL without the schema it names, and that schema: ours where it names none.

    >>> schema_apart("postgresql://host/memories?schema=acme&sslmode=require")
    ('postgresql://host/memories?sslmode=require', 'acme')
    """
    front, _, query = url.partition("?")
    parts = query.split("&") if query else []
    named = [part.removeprefix("schema=") for part in parts if part.startswith("schema=")]
    if not named:
        return url, SCHEMA
    if len(named) > 1 or not _SCHEMA_NAME.fullmatch(named[0]) or named[0].startswith("pg_"):
        raise BadInput("A schema in a PostgreSQL URL is one name of small letters, digits, . - and _: ?schema=NAME")
    others = "&".join(part for part in parts if not part.startswith("schema="))
    return f"{front}?{others}" if others else front, named[0]


def with_schema(url: str, schema: str) -> str:
    """The same database, and another schema in it.

    >>> with_schema("postgresql://host/memories", "acme")
    'postgresql://host/memories?schema=acme'
    """
    plain, _ = schema_apart(url)
    return f"{plain}{'&' if '?' in plain else '?'}schema={schema}"
