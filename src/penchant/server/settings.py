"""What a server is started with, in one frozen noun that travels to every worker as JSON."""

from __future__ import annotations

import ipaddress
import json
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from penchant.errors import BadInput

DEFAULT_TENANT = "default"
DEFAULT_MIND = "built-in"
MIB = 2**20
ENVIRONMENT = "PENCHANT_SERVER"
"""Where a worker finds its settings."""
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Where workers put their figures, so that they can be summed; prometheus-client's own name for it."""
UPSTREAM_KEY = "PENCHANT_UPSTREAM_KEY"

AskThrough = Literal["note", "answer", "never"]
"""What the proxy does with a question worth asking: tell the model, ask it itself, or leave it."""

_COUNTS = ("port", "workers", "threads", "waiting", "body_bytes", "import_bytes", "tenants")
_PROXY_COUNTS = ("memory_ms", "memory_tokens", "learning")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Where memory is, where to listen, who may come in, and how much at once."""

    store: str = "memory.db"
    embedder: str | None = None  # None: the one a memory was made with
    mind: str = DEFAULT_MIND
    host: str = "127.0.0.1"
    port: int = 8420
    workers: int = 1
    keys: str | None = None  # the file of API keys; None lets everybody on this machine in
    runs: str | None = None  # a folder of studies to show
    upstream: str | None = None  # the chat model behind the proxy
    upstream_key: str = UPSTREAM_KEY  # the environment variable that has the key to it
    upstream_seconds: float = 300.0  # for which it may send nothing
    memory_ms: int = 1_000  # that memory may keep a proxied request waiting
    memory_tokens: int = 400  # of what is known, put before a proxied conversation
    ask: AskThrough = "note"
    learning: int = 256  # proxied messages that may wait to be learned from, in each worker
    threads: int = 8  # that work on requests, in each worker
    waiting: int = 128  # requests that may wait for a thread, in each worker
    body_bytes: int = 2 * MIB
    import_bytes: int = 64 * MIB
    rate: float = 0.0  # requests a second for each key (or address), divided among the workers; 0 sets no limit
    tenants: int = 16  # that are kept open at once
    log: bool = True  # a line of JSON for each request, without anybody's words or name
    trace: bool = False  # spans for OpenTelemetry, sent where its own settings (OTEL_…) say
    audit: str | None = None  # a file for the lines of who changed what; None: beside the memory, or in the log

    def __post_init__(self) -> None:
        for name in (*_COUNTS, *_PROXY_COUNTS):
            value = getattr(self, name)
            if value < (0 if name == "port" else 1):
                raise BadInput(f"--{name.replace('_', '-')} {value} is too small; give 1 or more.")
        if self.port > 65_535:
            raise BadInput(f"--port {self.port} is no port; they end at 65535.")
        if not 0 <= self.rate < 1e9:
            raise BadInput(f"--rate {self.rate} is no number of requests a second; 0 sets no limit.")
        if not 0 < self.upstream_seconds < 1e6:
            raise BadInput(f"--upstream-seconds {self.upstream_seconds} is no time to wait; give seconds, such as 300.")
        if self.ask not in get_args(AskThrough):
            raise BadInput(f"--ask {self.ask!r:.40} is not known; it is one of {', '.join(get_args(AskThrough))}.")
        if self.upstream is not None:
            _check_upstream(self.upstream)

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False

    @property
    def address(self) -> str:
        """The page's address."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    def check_doors(self) -> None:
        """BadInput where everybody could come in: off this machine without keys."""
        if not self.is_local and self.keys is None:
            raise BadInput(
                f"On {self.host} others can reach it, so it needs keys: penchant keys add NAME --keys keys.json, then "
                "penchant serve --keys keys.json. Without keys it listens on 127.0.0.1 only."
            )

    def to_json(self) -> str:
        """The settings in one line, for a worker's environment."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> ServerSettings:
        """The settings that :meth:`to_json` wrote."""
        given: dict[str, Any] = json.loads(text)
        known = {each.name for each in fields(cls)}
        return cls(**{name: value for name, value in given.items() if name in known})


def _check_upstream(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.username or parts.query or parts.fragment:
        raise BadInput(f"--upstream {url!r:.100} is no address of a model; give one such as http://127.0.0.1:8080/v1.")
