"""Data of everyday life as training examples: blocks of a sentence with later requests, short pairs, errand stories.

Three forms, all written for this project: blocks (`training/everyday/*.txt.gz`, described in `everyday/FORMAT.md`),
pairs (``fits-*.jsonl``) and stories (``errands-*.jsonl``). A block or a pair labels every option by itself: what was
said speaks for it, against it, or says nothing. A story labels the outcome alone: which options are right, none, or
that one has to ask. Hands are told apart by file, so that whole authors can be held back.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from penchant.domain import Saying
from penchant.mind.learned.fits import RELATIONS

LABELS = {".": 0, "+": 1, "-": 2}
"""Silent, for, against."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A saying, a request and its options, each with a label."""

    saying: Saying
    request: str
    options: tuple[str, ...]
    labels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A sentence, the request it was said about, and requests with labelled options; the first may be the same one."""

    said: str
    asked: str
    now: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class Exam:
    """A later request of a story, with all that was said before it; ``right`` is empty for none and for unknown."""

    id: str
    kind: str
    sayings: tuple[Saying, ...]
    request: str
    options: tuple[str, ...]
    right: tuple[str, ...]
    known: bool
    teaching: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence beside a task, an earlier one or a request to forget: whether it bears, what it does, is meant."""

    saying: Saying
    text: str
    bears: float = -1.0  # where nobody says it
    relation: str = ""
    meant: float = -1.0


def note_of(block: Block, rng: random.Random) -> Note:
    """Whether a block's sentence bears on one of its requests."""
    request, options = rng.choice(block.now)
    asked = block.asked if request == "=" else request
    bears = any(label for label, _ in options)
    return Note(Saying(block.said), asked or options[0][1], float(bears))


def notes_of(folders: Sequence[Path], held: Sequence[str]) -> tuple[list[list[Note]], list[list[Note]]]:
    """The notes of each file of lives or related sentences: those to learn from, and those held back."""
    taught, kept = [], []
    for folder in folders:
        for path in sorted(folder.rglob("lives-*.jsonl*")):
            found = [note for life in stories_of(path) for note in notes_of_life(life)]
            (kept if path.stem.startswith(tuple(held)) else taught).append(found)
        for name, read in (("relate-*.txt*", related), ("tasks-*.txt*", needed_for), ("forget-*.txt*", meant_by)):
            for path in sorted(folder.rglob(name)):
                (kept if path.stem.startswith(tuple(held)) else taught).append([*read(path)])
    return taught, kept


def notes_of_life(life: dict[str, Any]) -> Iterator[Note]:
    """Which messages of a life each task needs, and which are outdated by later ones."""
    messages = {each["i"]: each["text"] for each in life["messages"]}
    rng = random.Random(life["id"])
    chains = {
        (a, b) for q in life["questions"] if q.get("stale") for a, b in zip(q["needs"], q["needs"][1:], strict=False)
    }
    for question in life["questions"]:
        needs = set(question["needs"])
        for number, text in messages.items():
            if number in needs:
                for _ in range(3):
                    yield Note(Saying(text), question["task"], 1.0)
            else:
                yield Note(Saying(text), question["task"], 0.0)
    for earlier, later in chains:
        for _ in range(4):
            yield Note(Saying(messages[later]), messages[earlier], relation="replaces")
    numbers = sorted(messages)
    for _ in range(24):
        earlier, later = sorted(rng.sample(numbers, 2))
        if (earlier, later) not in chains:
            yield Note(Saying(messages[later]), messages[earlier], relation="beside")


def related(path: Path) -> Iterator[Note]:
    """Pairs of a new sentence and an earlier one, with what the new one does to it."""
    for line in text_of(path).splitlines():
        parts = [part.strip() for part in line.split("||")]
        if len(parts) == 3 and parts[2] in RELATIONS:
            yield Note(Saying(parts[0]), parts[1], relation=parts[2])


def needed_for(path: Path) -> Iterator[Note]:
    """Tasks with what has to be known for them, and what the same person said that does not matter."""
    for part in text_of(path).split("\n\n"):
        task, *lines = part.strip().splitlines() or [""]
        for line in lines:
            if task.startswith("T:") and line[:2] in ("+ ", "- "):
                yield Note(Saying(line[2:].strip()), task[2:].strip(), float(line[0] == "+"))


def meant_by(path: Path) -> Iterator[Note]:
    """Requests to forget with what was said that is meant by them, and what the same person said that is not."""
    for part in text_of(path).split("\n\n"):
        request, *lines = part.strip().splitlines() or [""]
        for line in lines:
            if request.startswith("F:") and line[:2] in ("+ ", "- "):
                yield Note(Saying(line[2:].strip()), request[2:].strip(), meant=float(line[0] == "+"))


def blocks_of(path: Path) -> Iterator[Block]:
    """The blocks of a file that can be read; a line that cannot ends its block."""
    for part in text_of(path).split("\n\n"):
        said = asked = ""
        now: list[tuple[str, list[tuple[int, str]]]] = []
        for line in part.strip().splitlines():
            mark, _, rest = line.strip().partition(" ")
            rest = rest.strip()
            if mark == "S:":
                said = rest
            elif mark == "A:":
                asked = rest
            elif mark == "N:":
                now.append((rest, []))
            elif mark in LABELS and now and rest:
                now[-1][1].append((LABELS[mark], rest))
        kept = tuple((request, tuple(options)) for request, options in now if options)
        if said and kept:
            yield Block(said, asked, kept)


def text_of(path: Path) -> str:
    """The text of a file, unpacked where it is packed."""
    return gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text("utf-8")


def pairs_of(path: Path) -> Iterator[Block]:
    """Lines of a sentence with options for and against it as blocks without a request."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        options = [(label, text) for label, key in ((1, "for"), (2, "against"), (0, "silent")) for text in row[key]]
        yield Block(row["said"], "", (("", tuple(options)),))


def stories_of(path: Path) -> list[dict[str, Any]]:
    """The stories of a file."""
    return [json.loads(line) for line in text_of(path).splitlines() if line.strip()]


def pairing(block: Block, rng: random.Random, other: Block | None = None) -> Pairing:
    """One of a block's requests; with another block, whose words say nothing about these options."""
    request, options = rng.choice(block.now)
    picked = list(options)
    rng.shuffle(picked)
    if not request:
        picked = picked[: rng.randint(2, 6)]
        if rng.random() < 0.3 and block.asked:
            request = block.asked
    same = request == "="
    if same:
        request = block.asked
    if other is not None:
        saying = Saying(other.said, asked=other.asked if rng.random() < 0.8 else "")
        return Pairing(saying, request, tuple(text for _, text in picked), (0,) * len(picked))
    saying = Saying(block.said, asked=block.asked)
    if same:
        saying = Saying(block.said, now=True)
    elif block.asked and rng.random() < 0.25:
        saying = replace(saying, asked="")
    first = block.now[0]
    if not same and first[0] == "=" and rng.random() < 0.5:
        took = [text for label, text in first[1] if label == 1]
        passed = tuple(text for label, text in first[1] if label == 2)
        if took and rng.random() < 0.75:
            saying = replace(saying, took=rng.choice(took), passed=passed if rng.random() < 0.7 else ())
    return Pairing(saying, request, tuple(text for _, text in picked), tuple(label for label, _ in picked))


def exams_of(story: dict[str, Any], rng: random.Random | None = None) -> list[Exam]:
    """The exams of a story, and its teaching requests as far as an answer should settle them.

    With ``rng`` what is remembered is varied: now without the answer, now with a correction, now without the choice.
    """
    found: list[Exam] = []
    sayings: list[Saying] = []
    at = story["id"]
    for step in story["steps"]:
        if step["do"] == "tell":
            sayings.append(Saying(step["words"]))
        elif step["do"] == "teach":
            options, wants = tuple(step["options"]), tuple(step["wants"])
            answered = rng is None or rng.random() < 0.85
            found.append(
                Exam(at, "teach", (Saying(step["answer"], now=True),), step["text"], options, wants, True, True)
            )
            wrong = [name for name in options if name not in wants]
            if rng is not None and wrong:
                said = Saying(step["correction"], took=rng.choice(wrong), now=True)
                found.append(Exam(at, "teach", (said,), step["text"], options, wants, True, True))
            reaction = step["praise"] if rng is None or rng.random() < 0.75 else step["correction"]
            words = " ".join(([step["answer"]] if answered else []) + [reaction])
            took = wants[0] if rng is None else rng.choice(wants) if rng.random() < 0.85 else ""
            passed = tuple(name for name in options if name not in wants) if took else ()
            sayings.append(Saying(words, asked=step["text"], took=took, passed=passed))
        else:
            options = tuple(step["options"])
            right = tuple(step["right"])
            found.append(Exam(at, step["kind"], tuple(sayings), step["text"], options, right, bool(step["known"])))
    return found


def files_of(folders: Sequence[Path]) -> dict[str, list[Block]]:
    """Blocks by hand: the part of a file's name before its number; a folder's own name where its files are numbered."""
    found: dict[str, list[Block]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if ".txt" in path.suffixes and not path.name.startswith(("relate-", "tasks-", "forget-")):
                hand = path.parent.name if path.name[0].isdigit() else path.name.split(".")[0].split("-")[0]
                found.setdefault(hand, []).extend(blocks_of(path))
            elif path.name.startswith("fits-") and path.suffix == ".jsonl":
                found.setdefault(path.stem, []).extend(pairs_of(path))
    return found
