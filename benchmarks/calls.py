"""How many calls a second penchant gets out of an endpoint, and what each costs it in processor time.

    python benchmarks/calls.py                      64 calls in flight, 50 ms each, one process
    python benchmarks/calls.py --processes 2        the same 64 calls, in flight from two processes
    python benchmarks/calls.py --ledger 100000      what opening a ledger of so many calls takes
    python benchmarks/calls.py --study embodied     a whole study, 64 in flight, 50 ms a call
    python benchmarks/calls.py --study embodied --choose lm --people-kind played     the same, with more of its flags
    python benchmarks/calls.py --study embodied --choose lm --people-kind played --people 80 --passes 1

The endpoint is a process of its own on the same machine. On a busy machine compare processor time; calls a second are
then a lower bound. "bare" is the client alone; "whole" adds the ledger, the budget and the reading of the reply.

A study is run once so that the endpoint knows its replies by heart, and takes as little of the processor as an endpoint
elsewhere would. Then it is run again, in turns with the same study on the built-in mind alone, so many times as --times
says; the fastest of each is told, because whatever else the machine does only adds to it. The ideal is what the calls
alone would take: calls x latency / in flight.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from penchant.lm import LanguageModel, Message, Prompt, Reply, ask_for
from penchant.lm.budget import Budget, Budgeted
from penchant.lm.ledger import NAME, Ledger
from penchant.lm.openai import OpenAIModel
from penchant.lm.price import FREE
from penchant.lm.record import key_of, line_of
from penchant.lm.recorded import Recorded
from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Asked, Endpoint, Rules

WORDS = "You understand what people say about what they want. " * 24  # about 1,300 letters, as a prompt of ours has
SAID = '{"pick": 2, "why": "' + "because of the tea " * 6 + '"}'
SCHEMA = {
    "type": "object",
    "properties": {"pick": {"type": "integer"}, "why": {"type": "string"}},
    "required": ["pick", "why"],
    "additionalProperties": False,
}


WISH = "What you want this time: "
OF_ANY_MIND = ("--people", "--passes", "--methods", "--seed")
PENCHANT = [sys.executable, "-m", "penchant.cli.main"]


@dataclass(slots=True)
class Player:
    """A capable model that plays people too."""

    model: CapableModel = field(default_factory=CapableModel)

    def __call__(self, asked: Asked) -> str:
        """The reply to one request."""
        persona: str = asked.body["messages"][0]["content"]
        return self._plays(persona, asked.text) if WISH in persona else self.model(asked)

    def _plays(self, persona: str, scene: str) -> str:
        wish = persona.split(WISH)[1].split(".")[0].replace("and its place is: ", "on the ")
        done = scene.partition("The assistant did: ")[2].split("\n")[0]
        return json.dumps({"says": "Perfect, thank you." if done and done in wish else f"I want the {wish}."})


@dataclass(frozen=True, slots=True)
class Measured:
    """What a number of calls took."""

    calls: int
    wall: float
    cpu: float


def answer(asked: Asked) -> str:
    """What the endpoint says, whatever it is asked."""
    return SAID


def question(words: str) -> Prompt:
    """One prompt of the usual size."""
    return Prompt(purpose="pick", messages=(Message("system", WORDS), Message("user", words)), schema=SCHEMA)


def drive(call: Callable[[int], object], calls: int, threads: int) -> Measured:
    """Make so many calls from so many threads."""
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(call, range(-2 * threads, 0)))  # connections and threads are there before we look at the clock
        began, before = time.perf_counter(), time.process_time()
        list(pool.map(call, range(calls)))
        return Measured(calls, time.perf_counter() - began, time.process_time() - before)


def from_one_process(base_url: str, folder: str, calls: int, threads: int) -> tuple[Measured, Measured]:
    """The client alone, then everything a study puts around it."""
    client = OpenAIModel("scripted", base_url=base_url, in_flight=threads)
    whole: LanguageModel = Recorded(Budgeted(client, Budget(calls=10_000_000), FREE), Ledger(Path(folder)))
    bare = drive(lambda number: client.complete(question(str(number))), calls, threads)
    return bare, drive(lambda number: ask_for(whole, question(f"{os.getpid()} {number}"), dict), calls, threads)


def measure_calls(calls: int, in_flight: int, latency: float, processes: int) -> None:
    """Print calls a second and processor time a call, on either side."""
    share = (calls // processes, in_flight // processes)
    with Endpoint(answer, Rules(latency=latency), process=True) as endpoint, tempfile.TemporaryDirectory() as folder:
        work = [(endpoint.base_url, folder, *share)] * processes
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            done = pool.starmap(from_one_process, work, chunksize=1)
        served = endpoint.stats()
    ideal = in_flight / latency
    for name, runs in zip(("bare", "whole"), zip(*done, strict=True), strict=True):
        made, wall = sum(run.calls for run in runs), max(run.wall for run in runs)
        cpu = sum(run.cpu for run in runs) / made
        print(
            f"{name:6} {made / wall:6,.0f} calls/s of {ideal:,.0f} possible ({made / wall / ideal:.0%}), "
            f"{cpu * 1000:.2f} ms of processor time a call"
        )
    print(
        f"endpoint {served['cpu'] / served['calls'] * 1000:.2f} ms a call; load of the machine {os.getloadavg()[0]:.1f}"
    )


def measure_study(suite: str, in_flight: int, latency: float, more: list[str], times: int) -> None:
    """Print how near a whole study comes to what its calls alone would take, and to one without a model."""
    with Endpoint(Player(), Rules(latency=latency, by_heart=True), process=True) as endpoint:
        plain = [word for flag in OF_ANY_MIND if flag in more for word in (flag, more[more.index(flag) + 1])]
        talking = ["--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url]
        talking += ["--in-flight", str(in_flight), *more]
        _study(suite, talking)
        runs = [(_study(suite, talking), _study(suite, plain)) for _ in range(times)]
        most = endpoint.stats()["most"]
    found, cpu = min((run[0] for run in runs), key=lambda run: run[0]["wall_s"])
    alone, alone_cpu = min((run[1] for run in runs), key=lambda run: run[0]["wall_s"])
    episodes = sum(method["episodes"] for method in found["methods"].values())
    calls, wall, without = found["model"]["calls"], found["wall_s"], alone["wall_s"]
    ideal = calls * latency / in_flight
    print(f"{episodes:,} episodes, {calls:,} calls of {1000 * latency:.0f} ms, at most {most:.0f} at once")
    print(f"the calls alone, ideally        {ideal:6.1f} s")
    print(f"the study, built-in mind alone  {without:6.1f} s, {alone_cpu:5.1f} s of processor time")
    print(f"the study with the model        {wall:6.1f} s, {cpu:5.1f} s of processor time")
    print(f"{calls / wall:,.0f} calls/s of {in_flight / latency:,.0f} possible ({ideal / wall:.0%} of the ideal rate)")
    print(f"{max(ideal, without) / wall:.0%} of what the slower of the two allows, the endpoint or the mind")
    print(f"load of the machine {os.getloadavg()[0]:.1f}")


def _study(suite: str, flags: list[str]) -> tuple[dict[str, Any], float]:
    """One study in a process of its own: its figures, and the processor time it took."""
    with tempfile.TemporaryDirectory() as folder:
        before = _children()
        command = [*PENCHANT, "study", suite, *flags, "--json", "--out", f"{folder}/run"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout), _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure_ledger(calls: int) -> None:
    """Print what a ledger of so many calls takes to open, and in memory."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / NAME
        with path.open("wb") as file:
            for number in range(calls):
                prompt = question(str(number))
                reply = Reply(text=SAID, input_tokens=300, output_tokens=30, cost=0.1)
                file.write(line_of(key_of("scripted", prompt), "scripted", prompt, reply, datetime.now(UTC)))
        before, began = _resident(), time.process_time()
        ledger = Ledger(Path(folder))
        opened = time.process_time() - began
        began = time.process_time()
        for number in range(0, calls, max(calls // 5000, 1)):
            ledger.find(key_of("scripted", question(str(number))))
        found = (time.process_time() - began) / min(calls, 5000)
        print(
            f"{len(ledger):,} calls: {path.stat().st_size / 1e6:.0f} MB on disk, opened in {opened:.1f} s of processor "
            f"time, {(_resident() - before) / 1e6:.0f} MB in memory; {found * 1e6:.0f} µs to find one again"
        )


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=4000)
    parser.add_argument("--in-flight", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.05, metavar="SECONDS")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--ledger", type=int, metavar="CALLS", help="measure a ledger of so many calls instead")
    parser.add_argument("--study", metavar="SUITE", help="measure a whole study of this world instead")
    parser.add_argument("--times", type=int, default=3, help="how often a study is run (default: 3)")
    args, more = parser.parse_known_args()
    if more and not args.study:
        parser.error(f"unknown flags: {' '.join(more)}")
    if args.ledger:
        measure_ledger(args.ledger)
    elif args.study:
        measure_study(args.study, args.in_flight, args.latency, more, args.times)
    else:
        measure_calls(args.calls, args.in_flight, args.latency, args.processes)


if __name__ == "__main__":
    main()
