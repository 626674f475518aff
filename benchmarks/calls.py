"""How many calls a second penchant gets out of an endpoint, and what each costs it in processor time.

    python benchmarks/calls.py                      64 calls in flight, 50 ms each, one process
    python benchmarks/calls.py --processes 2        the same 64 calls, in flight from two processes
    python benchmarks/calls.py --ledger 100000      what opening a ledger of so many calls takes
    python benchmarks/calls.py --study embodied     a whole study with --choose lm, 64 in flight, 50 ms a call
    python benchmarks/calls.py --study embodied --played     the same with people played by the model, too

The endpoint is a process of its own on the same machine. On a busy machine compare processor time; calls a second are
then a lower bound. "bare" is the client alone; "whole" adds the ledger, the budget and the reading of the reply.

A study is run twice, and the second time is measured: by then the endpoint knows its replies by heart, and takes as
little of the processor as an endpoint elsewhere would.
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
PENCHANT = [sys.executable, "-m", "penchant.cli.main"]


@dataclass(slots=True)
class ByHeart:
    """A capable model that plays people too, and knows by heart what it has once said."""

    model: CapableModel = field(default_factory=CapableModel)
    said: dict[tuple[str, str], str] = field(default_factory=dict)

    def __call__(self, asked: Asked) -> str:
        """The reply to one request."""
        key = (asked.body["messages"][0]["content"], asked.text)
        if key not in self.said:
            self.said[key] = self._plays(*key) if WISH in key[0] else self.model(asked)
        return self.said[key]

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


def measure_study(suite: str, in_flight: int, latency: float, more: list[str]) -> None:
    """Print how near a whole study comes to what its calls alone would take."""
    with Endpoint(ByHeart(), Rules(latency=latency), process=True) as endpoint:
        talking = ["--mind", "lm", "--choose", "lm", "--model", "scripted", "--base-url", endpoint.base_url]
        command = [*PENCHANT, "study", suite, *talking, "--in-flight", str(in_flight), *more, "--json", "--out"]
        for name in ("first", "measured"):
            with tempfile.TemporaryDirectory() as folder:
                before, began = _children() + endpoint.stats()["cpu"], time.perf_counter()
                served = endpoint.stats()
                done = subprocess.run([*command, f"{folder}/run"], check=True, stdout=subprocess.PIPE, text=True)
                clock, cpu = time.perf_counter() - began, _children() + endpoint.stats()["cpu"] - before
            figures, theirs = json.loads(done.stdout), endpoint.stats()["cpu"] - served["cpu"]
            episodes = sum(method["episodes"] for method in figures["methods"].values())
            calls, wall = figures["model"]["calls"], figures["wall_s"]
            ideal = calls * latency / in_flight
            print(
                f"{name:9} {episodes:,} episodes, {calls:,} calls in {wall:.1f} s (start to report {clock:.1f} s): "
                f"{calls / wall:,.0f} calls/s of {in_flight / latency:,.0f} possible ({ideal / wall:.0%}); "
                f"processor time {cpu - theirs:.1f} s ours, {theirs:.1f} s the endpoint's; at most "
                f"{endpoint.stats()['most']:.0f} calls at once",
                flush=True,
            )
    print(f"the calls alone {ideal:.1f} s; load of the machine {os.getloadavg()[0]:.1f}")


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
    parser.add_argument("--played", action="store_true", help="in a study, let the model play the people")
    parser.add_argument("--people", type=int, help="in a study, how many people (default: all)")
    args = parser.parse_args()
    if args.ledger:
        measure_ledger(args.ledger)
    elif args.study:
        more = ["--people-kind", "played"] if args.played else []
        measure_study(
            args.study, args.in_flight, args.latency, more + (["--people", str(args.people)] if args.people else [])
        )
    else:
        measure_calls(args.calls, args.in_flight, args.latency, args.processes)


if __name__ == "__main__":
    main()
