"""Stories of everyday life as data: what a person says, asks for and answers, and what they then expect to be known.

A story or a life is one line of JSON. A line that cannot be read is told by file and number, and the others are played.
The form is described in docs/everyday.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from penchant.errors import BadData


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a story: something said in passing, a request that teaches, or a later one that is scored."""

    do: str  # tell, teach, exam
    text: str  # what is said, or asked for
    options: tuple[str, ...] = ()
    right: tuple[str, ...] = ()  # what they are happy with
    answer: str = ""
    praise: str = ""
    correction: str = ""
    known: bool = False  # whether anybody who heard it all would act without asking
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """A person's story, in order."""

    id: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class LifeTask:
    """A task at the end of a life: which messages must be known for it, and what must not come up."""

    task: str
    needs: tuple[str, ...]  # ids of messages, the oldest first; the last one is what holds now
    has_stale: bool
    forbidden: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MessageLife:
    """A year of messages, and tasks at its end."""

    id: str
    messages: tuple[Mapping[str, str], ...]
    tasks: tuple[LifeTask, ...]


@dataclass(frozen=True, slots=True)
class EverydayData:
    """What a folder holds, and what in it could not be read, a line each."""

    stories: tuple[Story, ...]
    lives: tuple[MessageLife, ...]
    broken: tuple[str, ...]


def read_everyday(data: Path | None) -> EverydayData:
    """The stories and lives of a folder, or of a file; without one, those that ship."""
    stories: list[Story] = []
    lives: list[MessageLife] = []
    broken: list[str] = []
    others: list[str] = []
    ids = set[tuple[type, str]]()
    for name, text in _texts(data):
        if text is None:
            broken.append(f"{name} is left out: it is no text in UTF-8.")
            continue
        read, failed = 0, []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise ValueError("it is no object")
                if "steps" not in row and "messages" not in row:
                    raise ValueError("it has neither steps nor messages")
                made = _story(row) if "steps" in row else _life(row)
                if (type(made), made.id) in ids:
                    raise ValueError(f"its id {made.id!r:.40} was there before")
                ids.add((type(made), made.id))
                if isinstance(made, Story):
                    stories.append(made)
                else:
                    lives.append(made)
                read += 1
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                what = f"there is no {error}" if isinstance(error, KeyError) else str(error)
                failed.append(f"{name}, line {number}, is left out: {what:.120}.")
        if read:  # a file of something else is none of ours
            broken += failed
        else:
            others += failed
    if not stories and not lives and (broken or others):
        raise BadData(f"There is no story and no life in {data}: {(*broken, *others)[0]}")
    return EverydayData(tuple(stories), tuple(lives), tuple(broken))


def _texts(data: Path | None) -> Iterator[tuple[str, str | None]]:
    """The files with their names; None where one is no text."""
    if data is None:
        bundled = files("penchant_lab.suites.talk").joinpath("content/everyday")
        for entry in sorted(bundled.iterdir(), key=lambda each: each.name):
            yield entry.name, entry.read_text("utf-8")
        return
    if not data.exists():
        raise BadData(f"There is no {data}; --data takes a folder with stories or lives, *.jsonl.")
    paths = sorted(data.rglob("*.jsonl")) if data.is_dir() else [data]
    for path in paths:
        name = str(path.relative_to(data) if data.is_dir() else path.name)
        try:
            yield name, path.read_text("utf-8")
        except UnicodeDecodeError:
            yield name, None
        except OSError as error:
            raise BadData(f"{path} cannot be read: {error}.") from None


def _story(row: Mapping[str, Any]) -> Story:
    steps = tuple(_step(each) for each in row["steps"])
    if not any(step.do == "exam" for step in steps):
        raise ValueError("the story has no exam")
    return Story(_text(row["id"]), steps)


def _step(row: Mapping[str, Any]) -> Step:
    match row["do"]:
        case "tell":
            return Step("tell", _text(row["words"]))
        case "teach":
            options, wants = _texts_of(row["options"]), _texts_of(row["wants"])
            if not wants or not set(wants) <= set(options):
                raise ValueError("what a teaching request wants is not among its options")
            said = (_text(row["answer"]), _text(row["praise"]), _text(row["correction"]))
            return Step("teach", _text(row["text"]), options, wants, *said)
        case "exam":
            options, right = _texts_of(row["options"]), _texts_of(row["right"])
            if not set(right) <= set(options):
                raise ValueError("what is right in an exam is not among its options")
            if not isinstance(row["known"], bool) or (right and not row["known"]):
                raise ValueError("an exam is known (true) or not (false, with nothing right)")
            return Step("exam", _text(row["text"]), options, right, known=row["known"], kind=_text(row["kind"]))
        case other:
            raise ValueError(f"no step is called {other!r}")


def _life(row: Mapping[str, Any]) -> MessageLife:
    messages = tuple(
        {"role": "user", "content": _text(each["text"]), "at": _text(each["date"]), "id": str(each["i"])}
        for each in row["messages"]
    )
    known = {message["id"] for message in messages}
    tasks = []
    for each in row["questions"]:
        needs = tuple(str(one) for one in each["needs"])
        if not set(needs) <= known:
            raise ValueError("a task needs a message that is not there")
        forbidden = tuple(map(_text, each.get("forbidden") or ()))
        tasks.append(LifeTask(_text(each["task"]), needs, bool(each.get("stale")), forbidden))
    return MessageLife(_text(row["id"]), messages, tuple(tasks))


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"a text is missing: {value!r:.40}")
    return value


def _texts_of(values: object) -> tuple[str, ...]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise ValueError(f"a list of texts is missing: {values!r:.40}")
    return tuple(map(_text, values))
