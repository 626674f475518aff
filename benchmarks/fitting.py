"""How often the answer that fits is chosen among four whole answers, by what somebody said once.

    python benchmarks/fitting.py DIR               rows in DIR/*.jsonl
    python benchmarks/fitting.py DIR --only w2-media --by-file

A row is ``{"preference", "stance", "value", "situation", "question", "answers"}``, the first answer fits and the others
do not; they are shuffled. It may have a ``"choice": {"query", "options"}`` of the same person, the first option chosen.
The lines beside it expose what is easy: chance, the longest answer, cosine with the sentence, cosine with the value and
a rule for what is avoided, and the same mind with another row's preference.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from penchant.domain import TOLD, EpisodeId, PersonId, Preference, PreferenceId, Request, Saying
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Held, Recalled

START = datetime(2026, 1, 1, tzinfo=UTC)
VECTORS = cached(WordLlamaEmbedder(), keep=1_000_000)


@dataclass(frozen=True, slots=True)
class Task:
    """One row, its answers shuffled, and another row whose preference is the control."""

    row: dict[str, Any]
    other: dict[str, Any]
    answers: tuple[str, ...]

    @property
    def right(self) -> str:
        """The answer that fits."""
        return str(self.row["answers"][0])


def belief(row: dict[str, Any], **changed: Any) -> Preference:
    """What a row's person said, as it would be believed."""
    return Preference(
        **{
            "id": PreferenceId(1),
            "person": PersonId("ana"),
            "situation": "",
            "topic": "",
            "stance": row["stance"],
            "value": row["value"],
            "confidence": 0.95,
            "words": row["preference"],
            "episode": EpisodeId(f"{TOLD}1"),
            "since": START,
            "confirmed": START,
            **changed,
        }
    )


def chosen(row: dict[str, Any]) -> Preference:
    """What a row's person chose before, as it would be believed."""
    first, *others = row["choice"]["options"]
    told = {
        "stance": "wants",
        "value": first,
        "rather_than": tuple(others),
        "words": "",
        "topic": row["choice"]["query"],
    }
    return belief(row, episode=EpisodeId("e1"), **told)


def taken(mind: BuiltInMind, task: Task, known: Recalled) -> str:
    """The answer the mind takes."""
    request = Request("ana", task.row["question"], task.answers)
    return str(mind.weigh(request, mind.survey(request), known)[0].action.thing)


def told(one: Preference) -> Recalled:
    """A preference that was told, with the words it was told in."""
    return Recalled(told=(Held(one, 0.95),), sayings=(Saying(one.words or one.value, preferences=(one,)),))


def picked(one: Preference) -> Recalled:
    """A choice that was made before."""
    said = Saying(one.value, asked=one.topic, took=one.value, passed=one.rather_than, preferences=(one,))
    return Recalled((Held(one, 0.95),), sayings=(said,))


def cosine(task: Task, text: str, sign: float = 1.0) -> str:
    """The answer nearest to a text, or farthest from it."""
    return max(task.answers, key=lambda answer: sign * float(VECTORS.one(text) @ VECTORS.one(answer)))


def tasks(folder: Path, only: Sequence[str]) -> dict[str, list[Task]]:
    """The rows of each file."""
    rng = random.Random(17)
    found: dict[str, list[Task]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        if only and not path.stem.startswith(tuple(only)):
            continue
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        found[path.stem] = [
            Task(row, rng.choice([each for each in rows if each is not row]), tuple(rng.sample(row["answers"], 4)))
            for row in rows
        ]
    return found


def main() -> None:
    """Print one line a way to choose."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", default=[], help="files whose name begins so")
    parser.add_argument("--by-file", action="store_true")
    args = parser.parse_args()
    files = tasks(args.folder, args.only)
    learned = BuiltInMind(VECTORS)
    rng = random.Random(3)
    ways: dict[str, Callable[[Task], str]] = {
        "chance": lambda task: rng.choice(task.answers),
        "longest": lambda task: max(task.answers, key=len),
        "cosine": lambda task: cosine(task, task.row["preference"]),
        "cosine and polarity": lambda t: cosine(t, t.row["value"], -1.0 if t.row["stance"] == "avoids" else 1.0),
        "built-in": lambda task: taken(learned, task, told(belief(task.row))),
        "built-in, value alone": lambda task: taken(learned, task, told(belief(task.row, words=""))),
        "built-in, another's": lambda task: taken(learned, task, told(belief(task.other))),
        "built-in, by a choice": lambda task: taken(learned, task, picked(chosen(task.row))),
    }
    every = [task for found in files.values() for task in found]
    parts = {**files, "all": every} if args.by_file else {"all": every}
    for name, way in ways.items():
        shown, began = [], time.process_time()
        for part, found in parts.items():
            usable = [task for task in found if "choice" in task.row] if name.endswith("a choice") else found
            if usable:
                right = sum(way(task) == task.right for task in usable) / len(usable)
                shown.append(f"{part} {right:.3f} ({len(usable)})")
        spent = 1_000 * (time.process_time() - began) / max(sum(map(len, parts.values())), 1)
        print(f"{name:24} {', '.join(shown)}; {spent:.1f} ms", flush=True)


if __name__ == "__main__":
    main()
