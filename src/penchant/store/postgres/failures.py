"""What can go wrong with a database, each in one line that says what to do next; what is left is a bug of ours.

PostgreSQL names causes by five letters (SQLSTATE); those that never reached a server have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from penchant.errors import StoreError, StoreGone

_GONE = {"57P01", "57P02", "57P03", "57P05", "25P03"}  # shut down, crashed, starting up, told to leave
_NO_ROOM = {"53100", "58030"}  # the disk is full, or fails
_COMES_OR_GOES = ("is shutting down", "is starting up", "in recovery mode")
_NO_PASSWORD = "no password supplied"  # in libpq's words
_NO_DATABASE = {"3F000", "42P01", "42704", "42883"}  # no such schema, table, type or operator


def is_gone(error: psycopg.Error, link: psycopg.Connection[tuple[object, ...]]) -> bool:
    """Whether the connection is lost, rather than the question bad."""
    state = error.sqlstate or ""
    return link.closed or state in _GONE or state.startswith("08")


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Tell what psycopg raises in one line of ours; neither libpq nor we ever repeat a password."""
    try:
        yield
    except psycopg.Error as error:
        line = explanation(error, name)
        if line is None:
            raise
        raise (StoreGone if _is_away(error) else StoreError)(line) from error


def _is_away(error: psycopg.Error) -> bool:
    """Whether nothing can be asked of the database for now, rather than just this."""
    state = error.sqlstate or ""
    never_asked = not state and isinstance(error, psycopg.OperationalError)
    return never_asked or state in _GONE | _NO_ROOM or state.startswith("08")


def explanation(error: psycopg.Error, name: str) -> str | None:
    """What happened and what to do about it; None for what is a bug of ours."""
    state, said = error.sqlstate or "", words(error)
    _, fatal, refusal = said.partition("FATAL: ")
    leaving = any(word in refusal for word in _COMES_OR_GOES)
    if not state and fatal and not leaving:  # said by a server, before it takes questions
        return f"The {name} does not let us in ({refusal.strip()}). Check user, password and database, or try again."
    if not state and _NO_PASSWORD in said:
        return f"The {name} asks for a password, and none was given. Give the URL with it, or set PGPASSWORD."
    if state in _GONE or state.startswith("08") or (not state and isinstance(error, psycopg.OperationalError)):
        return f"The {name} cannot be reached ({said}). Check the URL, and that the server is running; then try again."
    if state in _NO_DATABASE:
        return f"The {name} has lost its tables ({said}). Restore them from a backup, or open the store again."
    return {
        "53100": f"The disk of the {name} is full. Nothing was changed: free some space and try again.",
        "53200": f"The {name} is out of memory. Nothing was changed: try again.",
        "58030": f"The disk of the {name} failed ({said}). Nothing was changed: check it and try again.",
        "42501": f"The {name} does not permit this ({said}). Nothing was changed: have the right granted to the user.",
        "25006": f"The {name} may be read but not written ({said}). Nothing was changed: connect to the primary.",
        "55P03": f"The {name} has been kept busy by another writer. Nothing was changed: try again.",
        "57014": f"The {name} took longer than it allows ({said}). Nothing was changed: try again.",
        "40001": f"The {name} was written to by others at once ({said}). Nothing was changed: try again.",
        "40P01": f"The {name} was written to by others at once ({said}). Nothing was changed: try again.",
        "54000": f"This is larger than PostgreSQL can keep ({said}). Nothing was changed: shorten it.",
        "XX001": f"The {name} is damaged ({said}). Restore it from a backup.",
        "XX002": f"The {name} is damaged ({said}). Restore it from a backup, or reindex it.",
    }.get(state)


def words(error: psycopg.Error) -> str:
    """What the server said, in one line."""
    said = error.diag.message_primary or str(error)
    return "; ".join(line.strip() for line in said.splitlines() if line.strip()).rstrip(".")
