"""API keys and people's own tokens, in one file that only its owner may read and all workers share.

Of a key only a hash is kept. A person's token is nothing but a claim signed with the file's secret: whose tenant,
which person, until when, and through which key it was asked for, so that revoking that key revokes it too.
"""

from __future__ import annotations

import base64
import binascii
import fcntl
import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from penchant.errors import BadData, BadInput, Unavailable
from penchant.server.callers import SCOPES, Caller, Scope
from penchant.server.settings import DEFAULT_TENANT

_KEY, _TOKEN = "pk_", "pt_"
_VERSION = 1
BY_HAND = "command line"
"""Through what a token was asked for that no key asked for."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """One key, as it is kept."""

    id: str
    name: str
    tenant: str
    scope: Scope
    hash: str
    created: str


@dataclass(frozen=True, slots=True)
class _Kept:
    secret: str
    keys: tuple[ApiKey, ...]


class KeyFile:
    """The keys in a file, read again whenever it has changed."""

    def __init__(self, path: str | Path, clock: Callable[[], float] = time.time) -> None:
        self._path = Path(path)
        self._clock = clock
        self._state: tuple[int, int, int] | None = None
        self._kept = _Kept("", ())
        self._by_id: dict[str, ApiKey] = {}

    @property
    def keys(self) -> tuple[ApiKey, ...]:
        """Every key there is."""
        self._refresh()
        return self._kept.keys

    def caller(self, credential: str) -> Caller | None:
        """Who calls with a key or a token; None where it is neither, was revoked, or is over."""
        self._refresh()
        if credential.startswith(_KEY):
            return self._caller_by_key(credential)
        if credential.startswith(_TOKEN):
            return self._caller_by_token(credential)
        return None

    def add(self, name: str, *, tenant: str = DEFAULT_TENANT, scope: Scope = "write") -> str:
        """A new key, told once; the file is made where there was none."""
        if not name.strip() or len(name) > 100:
            raise BadInput("A key goes by a name of 1 to 100 characters, such as whose it is.")
        if scope not in SCOPES:
            raise BadInput(f"No scope is called {scope!r:.40}. Known: {', '.join(SCOPES)}.")
        id, word = secrets.token_hex(4), secrets.token_urlsafe(32)
        with self._changing() as kept:
            if any(key.name == name for key in kept.keys):
                raise BadInput(f"There is a key called {name!r} already. Choose another name, or revoke that one.")
            created = datetime.fromtimestamp(self._clock(), UTC).isoformat(timespec="seconds")
            self._write(replace(kept, keys=(*kept.keys, ApiKey(id, name, tenant, scope, _hash(word), created))))
        return f"{_KEY}{id}_{word}"

    def revoke(self, name: str) -> ApiKey:
        """Take a key out, by its name or id; what it opened is closed at once, in every worker."""
        with self._changing() as kept:
            found = next((key for key in kept.keys if name in (key.name, key.id)), None)
            if found is None:
                known = ", ".join(key.name for key in kept.keys) or "none"
                raise BadInput(f"No key is called {name!r:.60}. There are: {known}.")
            self._write(replace(kept, keys=tuple(key for key in kept.keys if key is not found)))
        return found

    def token(self, person: str, *, tenant: str, hours: float, through: str = BY_HAND) -> tuple[str, datetime]:
        """A token for one person of a tenant, and until when it holds."""
        self._refresh()
        until = self._clock() + hours * 3600
        claim = json.dumps([tenant, person, int(until), through], ensure_ascii=False).encode("utf-8", "replace")
        body = base64.urlsafe_b64encode(claim).decode().rstrip("=")
        return f"{_TOKEN}{body}.{self._sign(body)}", datetime.fromtimestamp(int(until), UTC)

    def _caller_by_key(self, credential: str) -> Caller | None:
        id, _, word = credential.removeprefix(_KEY).partition("_")
        key = self._by_id.get(id)
        if key is None or not hmac.compare_digest(_hash(word), key.hash):
            return None
        return Caller(tenant=key.tenant, scope=key.scope, name=key.id)

    def _caller_by_token(self, credential: str) -> Caller | None:
        body, _, signed = credential.removeprefix(_TOKEN).rpartition(".")
        if not hmac.compare_digest(signed.encode("utf-8", "replace"), self._sign(body).encode()):
            return None
        try:
            tenant, person, until, through = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        except (ValueError, binascii.Error):
            return None
        if self._clock() >= until or (through != BY_HAND and through not in self._by_id):
            return None
        return Caller(tenant=tenant, scope="write", person=person, name="token")

    def _sign(self, body: str) -> str:
        return hmac.new(bytes.fromhex(self._kept.secret), body.encode("utf-8", "replace"), hashlib.sha256).hexdigest()

    def _refresh(self) -> None:
        try:
            found = self._path.stat()
        except OSError as error:
            raise Unavailable(f"The keys in {self._path} are out of reach: {error.strerror}.") from error
        state = (found.st_mtime_ns, found.st_size, found.st_ino)
        if state != self._state:
            self._kept = self._read()
            self._by_id = {key.id: key for key in self._kept.keys}
            self._state = state

    def _read(self) -> _Kept:
        try:
            if self._path.stat().st_mode & 0o077:
                raise BadData(f"{self._path} can be read by others. Keep the keys to yourself: chmod 600 {self._path}")
            document = json.loads(self._path.read_bytes())
            bytes.fromhex(document["secret"])
            return _Kept(document["secret"], tuple(ApiKey(**key) for key in document["keys"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadData(
                f"{self._path} holds no keys that can be read ({error}). Make it: penchant keys add"
            ) from error

    @contextmanager
    def _changing(self) -> Iterator[_Kept]:
        """What is kept, while nobody else changes it."""
        try:
            lock = os.open(f"{self._path}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:
            raise BadData(f"{self._path} cannot be written: {error.strerror}.") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield self._read() if self._path.exists() else _Kept(secrets.token_hex(32), ())
        finally:
            os.close(lock)

    def _write(self, kept: _Kept) -> None:
        document = {"penchant": "keys", "version": _VERSION, "secret": kept.secret, "keys": [*map(asdict, kept.keys)]}
        beside = self._path.with_name(f"{self._path.name}.new")
        handle = os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(document, file, ensure_ascii=False, indent=2)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, self._path)


def _hash(word: str) -> str:
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()
