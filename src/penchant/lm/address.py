"""Where an endpoint is, with what must not be shown taken out of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit, urlunsplit

from penchant.errors import BadInput, ModelUnavailable
from penchant.lm.price import is_local

HOSTED = "https://api.openai.com/v1"
NO_KEY = "none-needed"  # the openai package insists on a key, a local endpoint does not


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An endpoint and the ways in; only ``url`` is fit to be shown."""

    url: str
    key: str = field(repr=False)
    login: tuple[str, str] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, base_url: str | None, key: str | None) -> Address:
        """What was given, or else what the environment says, as the openai package has it."""
        given = base_url or os.environ.get("OPENAI_BASE_URL") or None
        key = (key if key is not None else os.environ.get("OPENAI_API_KEY", "")).strip()
        if given is None and not key:
            raise ModelUnavailable(
                "OPENAI_API_KEY is not set; set it, or give the base URL of an endpoint that needs no key."
            )
        if not key.isascii() or not key.isprintable():
            raise ModelUnavailable("OPENAI_API_KEY has characters in it that no key has; set it again.")
        url, login = _split(given or HOSTED)
        return cls(url=url, key=key or NO_KEY, login=login)

    @property
    def is_plain(self) -> bool:
        """Whether it is spoken to without TLS and without a proxy."""
        from urllib.request import getproxies, proxy_bypass

        parts = urlsplit(self.url)
        return parts.scheme == "http" and ("http" not in getproxies() or bool(proxy_bypass(parts.hostname or "")))

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine."""
        return is_local(self.url)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be shown."""
        return (*(() if self.key == NO_KEY else (self.key,)), *(self.login or ()))


def _split(given: str) -> tuple[str, tuple[str, str] | None]:
    try:
        parts = urlsplit(given.strip())
        port = parts.port
    except ValueError:
        raise BadInput("The base URL is not a web address; it looks like http://localhost:8000/v1.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput("The base URL must start with http:// or https://, as in http://localhost:8000/v1.")
    if parts.query or parts.fragment:
        raise BadInput(
            "The base URL must end with its path, as in http://localhost:8000/v1; keys go into OPENAI_API_KEY."
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    netloc = host if port is None else f"{host}:{port}"
    login = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return urlunsplit((parts.scheme, netloc, parts.path.rstrip("/"), "", "")), login
