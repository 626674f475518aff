"""How much of what a question needs is found among what was said: recall of evidence turns on a file of LoCoMo.

    python benchmarks/locomo.py locomo10.json
    python benchmarks/locomo.py locomo10.json --embedder minilm --json

The file is the user's own download (snap-research/LoCoMo, CC BY-NC 4.0). Each conversation is kept as one person's
transcript, a session an episode, and each question is looked for with `Memory.search_said`. A shared photo counts as
said by its caption, where the file has one. Beside ours: the words alone (BM25), and the meaning alone (cosine).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from penchant.domain import EpisodeId, PersonId, TranscriptEntry
from penchant.embed import Embedder
from penchant.errors import BadData, PenchantError
from penchant.memory import Memory
from penchant.memory.word_index import WordIndex
from penchant.plugins import embedder_named
from penchant.store import Transcribe
from penchant.store.dict import DictStore
from penchant.terms import terms

AMONG = (5, 10, 25)
CATEGORIES = {1: "several turns", 2: "when", 3: "beyond what was said", 4: "one turn", 5: "about the other"}
PERSON = PersonId("both")

Find = Callable[[str], Sequence[str]]
"""From a question to the turns found for it, by their ids, the best of them first."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the session's number, its id as evidence names it, who speaks, and what was said, when."""

    session: int
    id: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Needed:
    """A question, the turns it needs, and its category."""

    text: str
    evidence: frozenset[str]
    category: str


def main(argv: Sequence[str] | None = None) -> int:
    """Print a table, or with ``--json`` one object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE", help="locomo10.json")
    parser.add_argument("--embedder", default="encoder", help="what compares meanings (default: encoder)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    try:
        embedder = embedder_named(args.embedder)
        found = measure(args.file, embedder)
    except PenchantError as error:
        print(f"locomo: {error}", file=sys.stderr)
        return 2
    print(json.dumps(found, indent=2) if args.json else "\n".join(table(found)))
    return 0


def measure(file: Path, embedder: Embedder) -> dict[str, Any]:
    """Mean recall by line and category, among 5, 10 and 25."""
    recalls: dict[tuple[str, str], list[list[float]]] = {}
    for sample in _read(file):
        turns = list(turns_of(sample))
        for line, find in lines(turns, embedder).items():
            for needed in questions_of(sample, {turn.id for turn in turns}):
                found = find(needed.text)
                row = [len(needed.evidence.intersection(found[:among])) / len(needed.evidence) for among in AMONG]
                for category in ("all", needed.category):
                    recalls.setdefault((line, category), []).append(row)
    if not recalls:
        raise BadData(f"No question in {file} names a turn as evidence.")
    results: dict[str, Any] = {}
    for (line, category), rows in recalls.items():
        means = np.array(rows).mean(axis=0).tolist()
        figures = {f"evidence-at-{among}": mean for among, mean in zip(AMONG, means, strict=True)}
        results.setdefault(line, {})[category] = {**figures, "n": len(rows)}
    return {"suite": "locomo", "embedder": embedder.name, "lines": results}


def table(found: dict[str, Any]) -> Iterator[str]:
    """The figures, a line for each way of finding and category."""
    yield f"{'evidence among':34}" + "".join(f"{among:>8}" for among in AMONG) + f"{'questions':>12}"
    for line, categories in found["lines"].items():
        for category in ("all", *CATEGORIES.values()):
            if category in categories:
                row = categories[category]
                named = line if category == "all" else f"  {category}"
                figures = "".join(f"{row[f'evidence-at-{among}']:8.3f}" for among in AMONG)
                yield f"{named:34}{figures}{row['n']:>12,}"


def lines(turns: Sequence[Turn], embedder: Embedder) -> dict[str, Find]:
    """Ours, and what it is held against."""
    memory = Memory(DictStore(), embedder)
    numbers: dict[int, int] = {}
    ids: dict[tuple[str, int], str] = {}
    changes = []
    for turn in turns:
        number = numbers[turn.session] = numbers.get(turn.session, -1) + 1
        episode = EpisodeId(f"session {turn.session}")
        ids[episode, number] = turn.id
        words = f"{turn.speaker}: {turn.text}"
        changes.append(
            Transcribe(TranscriptEntry(episode=episode, number=number, kind="heard", words=words, at=turn.at))
        )
    memory.apply(PERSON, changes)

    def ours(question: str) -> list[str]:
        found = memory.search_said(PERSON, question, limit=max(AMONG))
        return [ids[match.entry.episode, match.entry.number] for match in found]

    index = WordIndex()
    for turn in turns:
        index.add([(terms(f"{turn.speaker} {turn.text}"), 1.0)])
    vectors = embedder.embed([turn.text for turn in turns])
    return {
        "ours": ours,
        "BM25": lambda question: _best(turns, index.scores(terms(question), widened=False)),
        "cosine": lambda question: _best(turns, vectors @ embedder.embed([question])[0]),
    }


def turns_of(sample: dict[str, Any]) -> Iterator[Turn]:
    """The turns of a conversation, session by session."""
    talk = sample["conversation"]
    sessions = sorted(int(match.group(1)) for match in map(partial(re.fullmatch, r"session_(\d+)"), talk) if match)
    for session in sessions:
        begun = _moment(talk.get(f"session_{session}_date_time", ""), session)
        for number, turn in enumerate(talk[f"session_{session}"]):
            caption = turn.get("blip_caption", "")
            text = f"{turn.get('text', '')} (a photo: {caption})" if caption else turn.get("text", "")
            yield Turn(session, _id(turn["dia_id"])[0], turn["speaker"], text, begun + timedelta(seconds=number))


def questions_of(sample: dict[str, Any], known: set[str]) -> Iterator[Needed]:
    """The questions that name turns of this conversation as what they need."""
    for row in sample["qa"]:
        evidence = frozenset(id for text in row.get("evidence") or () for id in _id(text)) & known
        if evidence:
            yield Needed(row["question"], evidence, CATEGORIES.get(row.get("category"), "other"))


def _id(text: str) -> list[str]:
    """The ids in a text: some name several turns, some are written with zeros."""
    return [f"D{int(session)}:{int(turn)}" for session, turn in re.findall(r"D:?(\d+):(\d+)", text)]


def _moment(text: str, session: int) -> datetime:
    """When a session began, such as "1:56 pm on 8 May, 2023"; where that is not told, in the order of sessions."""
    try:
        return datetime.strptime(text.strip(), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    except ValueError:
        return datetime(2000, 1, 1, tzinfo=UTC) + timedelta(days=session)


def _best(turns: Sequence[Turn], scores: Any) -> list[str]:
    return [turns[row].id for row in np.argsort(-scores, kind="stable")[: max(AMONG)]]


def _read(file: Path) -> list[dict[str, Any]]:
    try:
        samples: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadData(f"{file} cannot be read as LoCoMo: {error}") from error
    fits = isinstance(samples, list) and all(
        isinstance(one, dict) and {"qa", "conversation"} <= {*one} for one in samples
    )
    if not fits:
        raise BadData(f"{file} is not a list of conversations with their questions, as locomo10.json is.")
    return samples


if __name__ == "__main__":
    raise SystemExit(main())
