"""How long it takes to find, to choose and to learn where somebody has said very much, or has very much on offer.

    python benchmarks/finding.py
    python benchmarks/finding.py --beliefs 2000 --options 500 --rounds 20 --json

One person with so many beliefs in a SQLite file: the first request after opening, requests and reactions after that,
searches by word and meaning. One stranger with so many options, plain and described. Milliseconds: median / 95th
percentile (processor).
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from stopwatch import Stopwatch

from penchant import Agent, Request
from penchant.domain import Draft, EpisodeId, PersonId
from penchant.memory.relevance import bearing
from penchant.store import Open

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
WHEN = ("", "in the morning", "late at night", "at work", "on Sundays", "when it rains", "drowsy", "with guests")
ABOUT = {
    "something to drink": ("tea", "coffee", "juice", "cocoa", "lemonade", "water", "milk", "cider"),
    "something to read": ("a thriller", "a memoir", "poems", "a comic", "a newspaper", "an atlas", "a cookbook"),
    "music": ("jazz", "a string quartet", "techno", "folk songs", "an opera", "blues", "a choir"),
    "a seat on the train": ("by the window", "on the aisle", "in the quiet car", "near the door", "at a table"),
    "dinner": ("lentil soup", "grilled trout", "dumplings", "a risotto", "tacos", "a salad", "noodles", "pancakes"),
    "where to stay": ("a hostel", "a farmhouse", "a campsite", "a houseboat", "an old hotel", "a cabin"),
}
KINDS = (
    *("green", "black", "warm", "cold", "sweet", "plain", "spicy", "light", "strong", "quiet", "old", "new", "small"),
    *("large", "cheap", "fine", "fresh", "dried", "smoked", "northern", "southern", "home-made", "organic", "salty"),
)
PLACES = ("Lisbon", "Oslo", "Graz", "Kyoto", "Lima", "Cork", "Split", "Ghent", "Turin", "Bergen", "Malmo", "Porto")


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line for each thing that was timed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beliefs", default="2000,20000", metavar="N,…", help="how many (default: 2000,20000)")
    parser.add_argument("--options", default="500,10000", metavar="N,…", help="how many (default: 500,10000)")
    parser.add_argument("--rounds", type=int, default=30, metavar="N", help="calls of each kind (default: 30)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    told = {}
    for name, watch in timed(_numbers(args.beliefs), _numbers(args.options), args.rounds):
        figures = watch.figures()
        if figures is not None:
            told[name] = figures
            if not args.json:
                print(f"{name:52}{figures}", flush=True)
    if args.json:
        print(json.dumps({name: figures.as_json() for name, figures in told.items()}, indent=2))
    return 0


def timed(beliefs: Sequence[int], options: Sequence[int], rounds: int) -> Iterator[tuple[str, Stopwatch]]:
    """What was timed, under its name."""
    with tempfile.TemporaryDirectory() as folder:
        for count in beliefs:
            yield from _much_said(Path(folder) / f"{count}.db", count, rounds)
    for count in options:
        yield from _much_on_offer(count, rounds)


def _much_said(file: Path, count: int, rounds: int) -> Iterator[tuple[str, Stopwatch]]:
    with Agent.open(file) as agent:
        fill(agent, "ana", count)
    first, consider, hear, search, rank = (Stopwatch() for _ in range(5))
    errands = itertools.cycle(ABOUT.items())
    chance = random.Random(count)
    with Agent.open(file) as agent:
        agent.consider(Request("ben", "something to drink", ["tea", "milk"]))  # so that the vectors are loaded
        first.time(agent.consider, Request("ana", "something to drink, I'm drowsy", ["tea", "coffee", "milk"]))
        for topic, values in itertools.islice(errands, rounds):
            offered = [f"{chance.choice(KINDS)} {value.removeprefix('a ')}" for value in values]
            turn = consider.time(agent.consider, Request("ana", f"{topic}, please", offered), may_ask=False)
            hear.time(agent.hear, turn, f"no, the {chance.choice(offered)}")
        for topic, _ in itertools.islice(errands, rounds):
            search.time(agent.memory.search, "ana", f"{topic} in {chance.choice(PLACES)}")
            rank.time(bearing, agent.memory, "ana", f"{topic} and a trip to {chance.choice(PLACES)}")
    named = f"{count:,} beliefs"
    yield f"{named}: first consider after opening", first
    yield f"{named}: consider", consider
    yield f"{named}: hear", hear
    yield f"{named}: search", search
    yield f"{named}: what bears on something", rank


def _much_on_offer(count: int, rounds: int) -> Iterator[tuple[str, Stopwatch]]:
    names, like = plain(count), likenesses(count)
    requests = {
        "options": Request("ana", "something for dinner", names),
        "options with features": Request(
            "ana", "something for dinner", names, features=[[*each.values()] for each in like]
        ),
        "options of a catalogue": Request("ana", "something for dinner", names, described=like),
    }
    for named, request in requests.items():
        consider, hear = Stopwatch(), Stopwatch()
        with Agent.open(":memory:") as agent:
            for number in range(rounds):
                turn = consider.time(agent.consider, request, may_ask=False)
                hear.time(agent.hear, turn, f"no, the {names[number * 7 % len(names)]}")
        yield f"{len(names):,} {named}: consider", consider
        yield f"{len(names):,} {named}: hear", hear


def fill(agent: Agent, person: str, count: int) -> None:
    """Keep so many different beliefs about a person, in one step."""
    changes: list[Open] = []
    chance = random.Random(7)
    for number in range(count):
        topic, values = chance.choice(list(ABOUT.items()))
        value = f"{chance.choice(KINDS)} {chance.choice(values)} by {_name(chance)}"
        draft = Draft(
            situation=chance.choice(WHEN),
            topic=f"{topic} in {chance.choice(PLACES)}" if number % 2 else topic,
            stance="avoids" if number % 5 == 0 else "wants",
            value=value,
            confidence=0.9,
            words=f"I'd rather have {value}, thanks",
            episode=EpisodeId(f"e{number}"),
        )
        vector = agent.memory.opening(draft, "statement").vector
        changes.append(Open(draft=draft, vector=vector, source="statement", at=BEGUN + timedelta(minutes=number)))
    agent.memory.store.write(PersonId(person), changes)


def _name(chance: random.Random) -> str:
    return "".join(chance.choice(("ka", "lo", "mi", "ra", "ten", "vor", "su", "bel", "dan", "ge")) for _ in range(4))


def plain(count: int) -> list[str]:
    """So many different names."""
    dishes = [value.removeprefix("a ").removeprefix("an ") for values in ABOUT.values() for value in values]
    every = itertools.product(KINDS, PLACES, dishes)
    return [f"{kind} {dish} from {place}" for kind, place, dish in itertools.islice(every, count)]


def likenesses(count: int) -> list[dict[str, str]]:
    """What each of these things is like."""
    return [{"kind": KINDS[n % len(KINDS)], "from": PLACES[n % len(PLACES)]} for n in range(len(plain(count)))]


def _numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",") if part]
    except ValueError:
        sys.exit(f"finding: {text!r} is no list of numbers, such as 2000,20000.")


if __name__ == "__main__":
    raise SystemExit(main())
