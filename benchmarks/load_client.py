"""Requests at a fixed rate, whatever the server does: an open loop, in a process of its own.

    python benchmarks/load_client.py < ORDER.json

Each request is due at its moment and its time counts from then, so a server that falls behind is not spared. What it
is to do comes as JSON on standard input, and what it found goes as JSON to standard output.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from load_texts import liking, name_of
from load_wire import Broken, Reply, Wires
from stopwatch import percentile

Send = Callable[[int], Awaitable[Reply]]

_LANES, _WARMING = 8, 25


@dataclass(slots=True)
class Heard:
    """What came of requests: how long each took from its moment on, and how it ended."""

    times: list[float] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)

    def figures(self, seconds: float) -> dict[str, Any]:
        """Requests a second, percentiles in milliseconds, and errors."""
        told = {f"p{rank}_ms": 1000 * percentile(self.times, rank) if self.times else None for rank in (50, 95, 99)}
        errors = {ending: count for ending, count in self.endings.items() if not ending.startswith("2")}
        return {
            "answered": len(self.times),
            "per_second": len(self.times) / seconds,
            **told,
            "max_ms": 1000 * max(self.times, default=0.0),
            "errors": errors,
        }


async def at_a_fixed_rate(rate: float, seconds: float, send: Send, *, uncounted_s: float = 0.0) -> Heard:
    """Send request after request, each at its moment; those of the first seconds are not counted."""
    heard = Heard()
    under_way: set[asyncio.Task[None]] = set()
    start = time.perf_counter() + 0.05

    async def one(number: int, due: float) -> None:
        try:
            ending = str((await send(number)).status)
        except Broken:
            ending = "broken"
        if due - start >= uncounted_s:
            heard.endings[ending] += 1
            if ending.startswith("2"):
                heard.times.append(time.perf_counter() - due)

    for number in range(int(rate * (seconds + uncounted_s))):
        due = start + number / rate
        if (ahead := due - time.perf_counter()) > 0:
            await asyncio.sleep(ahead)
        task = asyncio.create_task(one(number, due))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    if under_way:
        await asyncio.wait(under_way)
    return heard


async def warm(send: Send) -> None:
    """Have every worker answer a few requests, one after the other on several connections, before anything is timed."""

    async def some() -> None:
        for number in range(_WARMING):
            with suppress(Broken):
                await send(number)

    await asyncio.gather(*(some() for _ in range(_LANES)))


def sender(wires: Wires, verb: str, *, people: int, each: int, seed: int) -> Send:
    """Considered requests, or searches, about anybody and anything that is known of them."""
    draw = random.Random(seed)

    async def send(_: int) -> Reply:
        person = draw.randrange(people)
        one = liking(person, draw.randrange(each))
        body: dict[str, Any] = {"text": one.request}
        body |= {"options": one.options} if verb == "consider" else {"limit": 10}
        return await wires.send("POST", f"/api/people/{name_of(person)}/{verb}", body)

    return send


async def steady(order: dict[str, Any]) -> dict[str, Any]:
    """One verb at one rate."""
    wires = Wires(order["port"])
    send = sender(wires, order["verb"], people=order["people"], each=order["each"], seed=order["seed"])
    await warm(send)
    heard = await at_a_fixed_rate(order["rate"], order["seconds"], send, uncounted_s=order["uncounted_s"])
    wires.close()
    return heard.figures(order["seconds"])


def main() -> int:
    """Do what the order says."""
    order = json.load(sys.stdin)
    if order["mode"] == "mixed":
        from load_mixed import mixed

        found = asyncio.run(mixed(order))
    else:
        found = asyncio.run(steady(order))
    used = resource.getrusage(resource.RUSAGE_SELF)
    json.dump(found | {"client_cpu_s": used.ru_utime + used.ru_stime}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
