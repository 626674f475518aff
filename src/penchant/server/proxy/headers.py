"""Which headers pass from the client to the model and back: none of one connection, of ours, or of a browser."""

from __future__ import annotations

from collections.abc import Iterable

RawHeaders = list[tuple[bytes, bytes]]

_HOP_BY_HOP = frozenset(
    b"connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding "
    b"upgrade".split()
)
_NOT_TO_MODEL = _HOP_BY_HOP | frozenset(
    b"host content-length expect cookie origin referer forwarded x-real-ip via".split()
)
_NOT_TO_CLIENT = _HOP_BY_HOP | frozenset(
    b"set-cookie strict-transport-security alt-svc server date x-frame-options content-security-policy "
    b"x-content-type-options referrer-policy permissions-policy cache-control nel report-to".split()
)
_CREDENTIALS = (b"authorization", b"x-api-key", b"api-key")


def to_model(headers: Iterable[tuple[bytes, bytes]], *, credentials: bool, key: str | None) -> RawHeaders:
    """The client's headers for the model: with the client's own ``credentials``, or the ``key`` instead, or neither."""
    given = [(name.lower(), value) for name, value in headers]
    dropped = _NOT_TO_MODEL | _named_by_connection(given) | (frozenset() if credentials else frozenset(_CREDENTIALS))
    ours = (b"x-penchant-", b"x-forwarded-", b"sec-")
    passed = [(name, value) for name, value in given if name not in dropped and not name.startswith(ours)]
    if key is not None:
        passed.append((b"authorization", f"Bearer {key}".encode()))
    return passed


def to_client(headers: Iterable[tuple[bytes, bytes]]) -> RawHeaders:
    """The model's headers for the client."""
    given = [(name.lower(), value) for name, value in headers]
    dropped = _NOT_TO_CLIENT | _named_by_connection(given)
    theirs = (b"access-control-", b"cross-origin-", b"x-penchant-")
    return [(name, value) for name, value in given if name not in dropped and not name.startswith(theirs)]


def _named_by_connection(headers: RawHeaders) -> frozenset[bytes]:
    told = b",".join(value for name, value in headers if name == b"connection")
    return frozenset(name.strip().lower() for name in told.split(b",") if name.strip())
