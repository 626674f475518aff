"""How often a search finds what a task needs: lives of messages, by each embedder.

    python benchmarks/searching.py
    python benchmarks/searching.py --data DIR --embedders encoder,wordllama,minilm --json

Whether the message that holds now (the last of a task's `needs`) is among the first five and ten: of the messages by
cosine alone; of the lines that `Memory.search_said` finds; of the preferences that were read from the messages, by
cosine alone and by `Memory.search`. Beside it the processor time of one text of the lives, met for the first time.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from penchant import Agent
from penchant.domain import TOLD, PersonId, Preference
from penchant.embed import Embedder, cached
from penchant.memory import Memory
from penchant.memory.transfer import Record, take_in, take_out
from penchant.plugins import embedder_named, plugin
from penchant.store.dict import DictStore
from penchant_lab.suites.talk.lines import by_meaning
from penchant_lab.suites.talk.stories import LifeTask, MessageLife, read_everyday

AMONG = (5, 10)
Found = dict[str, list[tuple[bool, ...]]]


def main(argv: Sequence[str] | None = None) -> int:
    """Print a table, or with ``--json`` one object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="a folder with lives, or a file (default: those that ship)")
    parser.add_argument("--embedders", default="encoder,wordllama", help="default: encoder,wordllama")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    lives = read_everyday(args.data).lives
    records = [_heard(life) for life in lives]
    told = {name: measure(name, lives, records) for name in args.embedders.split(",")}
    if args.json:
        print(json.dumps(told, indent=2))
        return 0
    for name, figures in told.items():
        print(name)
        for what, (five, ten) in figures["found"].items():
            print(f"  {what:<24}{five:.3f} / {ten:.3f}")
        print(f"  {'a text, milliseconds':<24}{figures['milliseconds']:.2f}")
    return 0


def measure(name: str, lives: Sequence[MessageLife], records: Sequence[Record]) -> dict[str, Any]:
    """What is found with the vectors of an embedder, and what one of them takes."""
    embedder, found = embedder_named(name), Found()
    for life, record in zip(lives, records, strict=True):
        memory = Memory(DictStore(), embedder)
        take_in(memory, replace(record, vectors={}))
        for task in life.tasks:
            for what, ids in _searched(memory, life, task) if task.needs else ():
                found.setdefault(what, []).append(tuple(task.needs[-1] in ids[:many] for many in AMONG))
    texts = [message["content"] for life in lives[:3] for message in life.messages]
    return {
        "found": {what: np.mean(rows, axis=0).round(3).tolist() for what, rows in found.items()},
        "milliseconds": _milliseconds(name, texts),
    }


def _heard(life: MessageLife) -> Record:
    """What an agent keeps that was told all messages of a life."""
    with Agent.open(":memory:") as agent:
        agent.observe(life.id, life.messages)
        return take_out(agent.memory, life.id)


def _searched(memory: Memory, life: MessageLife, task: LifeTask) -> Iterator[tuple[str, list[str]]]:
    """What each way to search finds, as ids of messages, best first."""
    texts, ids, most = [one["content"] for one in life.messages], [one["id"] for one in life.messages], max(AMONG)
    near = np.argsort(-np.array(by_meaning(task.task, texts, memory.embedder)), kind="stable")
    yield "messages, cosine", [ids[at] for at in near[:most]]
    lines = memory.search_said(life.id, task.task, limit=most)
    yield "search_said", [line.entry.episode.removeprefix(TOLD) for line in lines]
    vector = memory.embedder.embed([task.task])[0]
    nearest = memory.store.nearest(PersonId(life.id), vector, limit=most)
    yield "preferences, cosine", [_source(one.preference) for one in nearest]
    yield "search", [_source(one.preference) for one in memory.search(life.id, task.task, limit=most)]


def _source(preference: Preference) -> str:
    return preference.episode.removeprefix(TOLD)


def _milliseconds(name: str, texts: Sequence[str]) -> float:
    """Processor time of a text, with nothing remembered."""
    made: Embedder = plugin("embedders", name)()
    one = made.one if isinstance(made, cached) else lambda text: made.embed([text])
    one("warm")
    began = time.process_time()
    for text in texts:
        one(f"{text} ")
    return 1000 * (time.process_time() - began) / len(texts)


if __name__ == "__main__":
    raise SystemExit(main())
