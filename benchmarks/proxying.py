"""What the proxy costs: milliseconds before the first byte, directly, through it, and for somebody known.

    python benchmarks/proxying.py        a person with 50 preferences, 300 requests of each kind, one after the other

The model is a scripted one in a process of its own, which answers at once; the server is `penchant serve` in another.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from load_server import Watched, free_port, start
from stopwatch import percentile

from penchant import Agent, Statement
from penchant.testing.endpoint import Asked, Endpoint

WORDS = "Plan a quiet dinner for Friday"


def answer(_: Asked) -> str:
    """What the model says."""
    return "Gladly."


def fill(store: Path, preferences: int) -> None:
    """Have a person known by so many preferences."""
    with Agent.open(store) as agent:
        topics = ("dinner", "music", "travel", "work", "books")
        stated = [
            Statement("wants", f"kind {n} of {topics[n % 5]}", topic=f"{topics[n % 5]} {n}") for n in range(preferences)
        ]
        agent.learn("ana", stated)


@contextmanager
def proxy(store: Path, upstream: str) -> Iterator[Watched]:
    """A server with a model behind it."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "penchant.cli.main",
        "serve",
        "--store",
        str(store),
        "--port",
        str(port),
        "--no-log",
    ]
    server = start([*command, "--upstream", upstream], port, store.with_suffix(".log"))
    try:
        yield server
    finally:
        server.stop()


def first_bytes(base: str, headers: Mapping[str, str], count: int) -> list[float]:
    """Seconds from each request to the first byte of its answer, but for the first ten."""
    taken = []
    with httpx.Client() as client:
        for number in range(count + 10):
            body: dict[str, Any] = {
                "model": "scripted",
                "messages": [{"role": "user", "content": f"{WORDS}, {number}"}],
            }
            began = time.perf_counter()
            with client.stream("POST", f"{base}/chat/completions", json=body, headers=dict(headers)) as response:
                response.raise_for_status()
                parts = response.iter_raw()
                next(parts)
                taken.append(time.perf_counter() - began)
                list(parts)  # so that the connection is kept
    return taken[10:]


def learned(server: Watched) -> None:
    """Wait until everything that was said is learned from."""
    waiting = "penchant_proxy_learning_waiting 0.0"
    while waiting not in httpx.get(f"http://127.0.0.1:{server.port}/metrics").text:
        time.sleep(0.2)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--preferences", type=int, default=50)
    given = parser.parse_args()
    known = {"X-Penchant-Person": "ana"}
    print(f"{'milliseconds before the first byte':38}{'median':>8}{'p95':>8}   processor time of the server for each")
    with tempfile.TemporaryDirectory() as folder, Endpoint(answer, process=True) as model:
        store = Path(folder) / "memory.db"
        fill(store, given.preferences)
        with proxy(store, model.base_url) as server:
            base = f"http://127.0.0.1:{server.port}/v1"
            first_bytes(base, known, 1)
            for kind, address, headers in (
                ("the model directly", model.base_url, {}),
                ("through the proxy, nobody named", base, {}),
                ("for somebody known", base, {**known, "X-Penchant-Learn": "no"}),
                ("for somebody known, and learned from", base, known),
            ):
                learned(server)
                cpu = server.cpu_s()
                taken = first_bytes(address, headers, given.requests)
                learned(server)
                spent = 1000 * (server.cpu_s() - cpu) / (given.requests + 10)
                print(f"{kind:38}{1000 * percentile(taken, 50):8.1f}{1000 * percentile(taken, 95):8.1f}{spent:10.1f}")


if __name__ == "__main__":
    main()
