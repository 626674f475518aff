"""Figures for Prometheus: how many requests, how they ended, how long they took; summed over all workers.

Several workers share a folder (``PROMETHEUS_MULTIPROC_DIR``), which ``run.py`` sets before this is imported.
"""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from penchant.server.settings import METRICS_FOLDER

CONTENT_TYPE = CONTENT_TYPE_LATEST

_REGISTRY = CollectorRegistry()
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

REQUESTS = Counter("penchant_requests", "Requests, by how they ended.", ("route", "status"), registry=_REGISTRY)
SECONDS = Histogram(
    "penchant_request_seconds", "How long requests took.", ("route",), buckets=_BUCKETS, registry=_REGISTRY
)
WAITING = Gauge(
    "penchant_waiting", "Requests that are under way or wait for a thread.", registry=_REGISTRY,
    multiprocess_mode="livesum",
)  # fmt: skip
REPLAYED = Counter(
    "penchant_replayed", "Writes that were tried again with their key, and not done again.", registry=_REGISTRY
)

PROXIED = Counter(
    "penchant_proxied", "Requests to the model, by what memory did for them.", ("memory",), registry=_REGISTRY
)
LEARNING = Counter(
    "penchant_proxy_learning", "Proxied conversations to learn from, by what became of it.", ("outcome",),
    registry=_REGISTRY,
)  # fmt: skip
LEARNING_WAITING = Gauge(
    "penchant_proxy_learning_waiting", "Proxied conversations that are still to be learned from.", registry=_REGISTRY,
    multiprocess_mode="livesum",
)  # fmt: skip


def forget_dead_workers() -> None:
    """Take the gauges of workers that were killed out of the sum; what they counted stays."""
    folder = os.environ.get(METRICS_FOLDER)
    for file in Path(folder).glob("gauge_live*_*.db") if folder else ():
        pid = file.stem.rpartition("_")[2]
        if pid.isdigit() and not Path(f"/proc/{pid}").exists() and Path("/proc").is_dir():
            file.unlink(missing_ok=True)


def exposed() -> bytes:
    """All figures in Prometheus' text format."""
    if not os.environ.get(METRICS_FOLDER):
        return generate_latest(_REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
