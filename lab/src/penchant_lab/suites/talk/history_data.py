"""Long talks with an assistant, and questions with four answers after them: PersonaMem-v2 and PersonaMem 32k."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from penchant.domain import Message, Role
from penchant.errors import BadData
from penchant_lab.suites.talk.files import holding, read_json, read_json_lines, read_table, taken

OWN, OTHERS, SENSITIVE, UPDATE, FORGET = "own", "others", "sensitive", "update", "forget"
SUBSETS = (OWN, OTHERS, SENSITIVE, UPDATE, FORGET)
V2_FILES = {"benchmark.jsonl": "", "benchmark_update.jsonl": UPDATE, "benchmark_forget.jsonl": FORGET}
NEAR = 40
"""Places further apart than this are two pieces of evidence, and not a stretch of talk that is all evidence."""
_UPDATES = ("updat", "evolution", "latest", "change")


@dataclass(frozen=True, slots=True)
class HistoryQuestion:
    """A question with four answers, the first of which is right."""

    subset: str
    query: str
    answers: tuple[str, ...]
    preference: str = ""  # what is true, for the line that is given it
    until: int | None = None  # how much of the talk comes before it; None: all of it
    evidence: frozenset[int] = frozenset()  # places in the talk
    request: int | None = None  # the place where it is asked to forget something


@dataclass(frozen=True, slots=True)
class History:
    """One talk, and what is asked after it."""

    person: str
    messages: tuple[Message, ...]
    questions: tuple[HistoryQuestion, ...]


def public_histories(folder: Path) -> Iterator[History]:
    """The talks of a folder, in either of the two layouts."""
    if any(folder.rglob("questions_32k.csv")):
        yield from _first_version(holding(folder, "questions_32k.csv", "shared_contexts_32k.jsonl"))
        return
    try:
        root = holding(folder, "benchmark*.jsonl")
    except BadData as error:
        raise BadData(
            f"{folder} holds neither benchmark.jsonl (PersonaMem-v2) nor questions_32k.csv (PersonaMem); "
            "see docs/talk.md for the layout."
        ) from error
    yield from _second_version(root, folder)


def _second_version(root: Path, folder: Path) -> Iterator[History]:
    files = {path.name: path for path in sorted(folder.rglob("chat_history*.json"))}
    asked: dict[tuple[str, str], list[HistoryQuestion]] = {}
    for name, subset in V2_FILES.items():
        if not (root / name).is_file():
            continue
        for number, raw in read_json_lines(root / name):
            person, file, question = taken(f"{root / name}, line {number},", partial(_row, raw, subset))
            asked.setdefault((person, Path(file).name), []).append(question)
    for (person, file), questions in asked.items():
        if file not in files:
            raise BadData(f"There is no {file} in {folder}, about which {root} asks; copy chat_history_32k/ there.")
        messages = taken(f"{files[file]}", partial(_messages, read_json(files[file])))
        yield History(person, messages, tuple(questions))


def _row(raw: Mapping[str, Any], of_file: str) -> tuple[str, str, HistoryQuestion]:
    subset = str(raw.get("subset") or of_file)
    if subset not in (UPDATE, FORGET):
        subset = (
            OTHERS if str(raw.get("who") or "self") != "self" else SENSITIVE if _yes(raw.get("sensitive_info")) else OWN
        )
    wrong = raw["incorrect_answers"]
    wrong = _list(wrong) if isinstance(wrong, str) else wrong
    places = [int(raw[key]) for key in ("evidence_first", "evidence_last") if _is_number(raw.get(key))]
    question = HistoryQuestion(
        subset,
        _said(raw["user_query"]),
        tuple(dict.fromkeys(str(answer).strip() for answer in (raw["correct_answer"], *wrong))),
        str(raw.get("preference") or ""),
        evidence=_between(places),
        request=places[-1] if subset == FORGET and places else None,
    )
    return str(raw["persona_id"]), str(raw["chat_history_file"]), question


def _said(query: Any) -> str:
    """The words of a query, which may be written as a message."""
    if isinstance(query, str) and query.lstrip().startswith("{"):
        with suppress(ValueError):
            query = _literal(query)
    return str(query["content"] if isinstance(query, dict) else query).strip()


def _yes(value: Any) -> bool:
    return value is True or str(value).strip().lower() in ("true", "yes", "1")


def _is_number(value: Any) -> bool:
    return value is not None and str(value).strip().lstrip("-").isdigit() and int(value) >= 0


def _between(places: Sequence[int]) -> frozenset[int]:
    """Where the evidence is: all of a short stretch, or of two places far apart each by itself."""
    if not places:
        return frozenset()
    first, last = min(places), max(places)
    return frozenset(range(first, last + 1)) if last - first <= NEAR else frozenset((first, last))


def _messages(raw: Any) -> tuple[Message, ...]:
    """A talk, each message by its place; the system's words hold the persona, and are never shown to the agent."""
    rows = raw["chat_history"] if isinstance(raw, dict) else raw
    return tuple(_message(each, str(place)) for place, each in enumerate(rows))


def _message(raw: Mapping[str, Any], id: str) -> Message:
    roles: dict[str, Role] = {"user": "user", "assistant": "assistant", "tool": "tool", "system": "system"}
    role = roles[str(raw["role"]).lower()]
    return Message(role, "" if role == "system" else str(raw["content"]), id=id)


def _first_version(root: Path) -> Iterator[History]:
    talks: dict[str, tuple[Message, ...]] = {}
    path = root / "shared_contexts_32k.jsonl"
    for number, raw in read_json_lines(path):
        for id, talk in taken(f"{path}, line {number},", raw.items):
            talks[str(id)] = taken(f"{path}, line {number},", partial(_messages, talk))
    asked: dict[tuple[str, str], list[HistoryQuestion]] = {}
    path = root / "questions_32k.csv"
    for number, row in read_table(path):
        person, talk, question = taken(f"{path}, line {number},", partial(_table_row, row))
        if talk not in talks:
            raise BadData(f"{path}, line {number}, asks about the talk {talk!r:.60}, which is not there.")
        asked.setdefault((person, talk), []).append(question)
    for (person, talk), questions in asked.items():
        ordered = sorted(questions, key=lambda question: question.until or 0)
        yield History(person, talks[talk], tuple(ordered))


def _table_row(row: Mapping[str, str]) -> tuple[str, str, HistoryQuestion]:
    options = [str(option).strip() for option in _list(row["all_options"])]
    letter = row["correct_answer"].strip().strip("()").lower()
    right = options["abcdefgh".index(letter)]
    answers = tuple(dict.fromkeys((right, *options)))
    subset = UPDATE if any(word in row["question_type"].lower() for word in _UPDATES) else OWN
    until = int(float(row["end_index_in_shared_context"]))
    question = HistoryQuestion(subset, row["user_question_or_message"].strip(), answers, until=until)
    return row["persona_id"], row["shared_context_id"], question


def _list(text: str) -> list[Any]:
    found = _literal(text)
    if not isinstance(found, list):
        raise ValueError(f"{text!r:.40} is no list")
    return found


def _literal(text: str) -> Any:
    """What is written as JSON or as Python writes it."""
    with suppress(ValueError):
        return json.loads(text)
    try:
        return ast.literal_eval(text)
    except (SyntaxError, MemoryError, RecursionError) as error:
        raise ValueError(f"{text!r:.40} is neither JSON nor a value of Python's") from error
