"""How near penchant comes to the ideal rate of an endpoint: 64 calls in flight, 500 ms each.

    python benchmarks/calls.py             the client alone, from 64 threads of one process, with its record and budget
    python benchmarks/calls.py --study     a whole study: people are played, the model words what is said

The endpoint is a process of its own on the same machine. The ideal is what the calls alone would take:
calls x latency / in flight. A life asks one thing after another, so that a study of few people ends with calls to
spare: 64 people under two methods are 128 lives.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from penchant.lm import ChatMessage, Prompt, ask_for
from penchant.lm.budget import Budget, Budgeted
from penchant.lm.ledger import Ledger
from penchant.lm.openai import OpenAIModel
from penchant.lm.price import FREE
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
STUDY = ["study", "embodied", "--mind", "lm", "--model", "scripted", "--choose", "lm", "--phrase"]
STUDY += ["--people-kind", "played", "--methods", "post,both", "--passes", "1"]


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


def answer(asked: Asked) -> str:
    """What the endpoint says, whatever it is asked."""
    return SAID


def measure_client(calls: int, in_flight: int, latency: float) -> None:
    """Make so many different calls from as many threads as may be in flight, each reply read and on disk."""
    with Endpoint(answer, Rules(latency=latency), process=True) as endpoint, tempfile.TemporaryDirectory() as folder:
        client = OpenAIModel("scripted", base_url=endpoint.base_url, in_flight=in_flight)
        lm = Recorded(Budgeted(client, Budget(calls=10_000_000), FREE), Ledger(Path(folder)))

        def ask(number: int) -> None:
            said = (ChatMessage("system", WORDS), ChatMessage("user", str(number)))
            ask_for(lm, Prompt(purpose="pick", messages=said, schema=SCHEMA), dict)

        with ThreadPoolExecutor(in_flight) as threads:
            list(threads.map(ask, range(-in_flight, 0)))  # connections are there before we look at the clock
            began, before = time.perf_counter(), time.process_time()
            list(threads.map(ask, range(calls)))
            wall, cpu = time.perf_counter() - began, time.process_time() - before
        client.close()
    told(calls, wall, in_flight, latency)
    print(f"{1000 * cpu / calls:.1f} ms of processor time a call")


def measure_study(people: int, in_flight: int, latency: float) -> None:
    """Run a study that asks the model at least once an episode, taken together."""
    command = [sys.executable, "-m", "penchant.cli.main", *STUDY, "--people", str(people), "--json"]
    rules = Rules(latency=latency)
    with Endpoint(Player(), rules, process=True) as endpoint, tempfile.TemporaryDirectory() as folder:
        command += ["--base-url", endpoint.base_url, "--in-flight", str(in_flight), "--out", f"{folder}/run"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        served = endpoint.stats()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    figures = json.loads(done.stdout)
    episodes = sum(method["episodes"] for method in figures["methods"].values())
    told(figures["model"]["calls"], figures["wall_s"], in_flight, latency)
    print(
        f"{people} people, {episodes:,} episodes; at most {served['most']:.0f} calls at once; "
        f"{used.ru_utime + used.ru_stime:.0f} s of processor time, the endpoint's {served['cpu']:.0f} s apart"
    )


def told(calls: int, wall: float, in_flight: int, latency: float) -> None:
    """Print the rate beside the ideal one."""
    ideal = calls * latency / in_flight
    print(
        f"{calls:,} calls of {1000 * latency:.0f} ms, {in_flight} in flight: {wall:.1f} s, ideally {ideal:.1f} s, "
        f"{calls / wall:,.0f} of {in_flight / latency:,.0f} calls/s ({ideal / wall:.0%}); load {os.getloadavg()[0]:.1f}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", action="store_true", help="measure a whole study instead of the client alone")
    parser.add_argument("--calls", type=int, default=3840, help="of the client alone (default: 3840, 30 s)")
    parser.add_argument("--people", type=int, default=64, help="of the study (default: 64)")
    parser.add_argument("--in-flight", type=int, default=64)
    parser.add_argument("--latency", type=float, default=0.5, metavar="SECONDS")
    args = parser.parse_args()
    if args.study:
        measure_study(args.people, args.in_flight, args.latency)
    else:
        measure_client(args.calls, args.in_flight, args.latency)


if __name__ == "__main__":
    main()
