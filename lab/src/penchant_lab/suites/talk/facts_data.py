"""What people say in sessions with friends and an assistant, and what they ask later: PersonaBench's public layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from penchant.domain import Message
from penchant.errors import BadData
from penchant_lab.suites.talk.files import holding, read_json, taken

NOISES = ("0", "0.3", "0.5", "0.7")
UNSCORED = "Subjective"


@dataclass(frozen=True, slots=True)
class FactSession:
    """One session: who said what, in order. A speaker is the person, somebody else by name, or the assistant."""

    id: str
    at: datetime | None
    lines: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """All of it, as one text."""
        return "\n".join(f"{speaker}: {words}" for speaker, words in self.lines)

    def messages(self, person: str) -> list[Message]:
        """As a conversation of this person's: theirs are the user's words, the others' are context."""
        return [
            Message(
                "user" if speaker == person else "assistant",
                words,
                None if self.at is None else self.at + timedelta(seconds=number),
                f"{self.id}#{number}",
                speaker,
            )
            for number, (speaker, words) in enumerate(self.lines)
        ]


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """A question in the first person, and of each value of its answer the sessions that tell it."""

    id: str
    text: str
    kind: str
    needed: tuple[tuple[str, tuple[str, ...]], ...]
    outdated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactLife:
    """One person at one level of noise: the share of sessions that are about something else."""

    person: str
    noise: str
    sessions: tuple[FactSession, ...]
    questions: tuple[FactQuestion, ...]


def public_lives(folder: Path) -> Iterator[FactLife]:
    """The people of all communities in a folder, those that have documents."""
    root = holding(folder, "community_*/eval_info")
    for community in sorted(root.glob("community_*")):
        asked = _asked(community / "eval_info" / "eval_info_all.json")
        for noise in NOISES:
            written = f"{float(noise):.1f}"
            context = community / "eval_info" / f"qa_gt_context_all_noise_{written}.json"
            documents = community / "private_data" / f"noise_{written}"
            if not context.is_file() or not documents.is_dir():
                continue
            needed = _needed(context)
            for person in sorted(path.name for path in documents.iterdir() if path.is_dir()):
                sessions = tuple(_sessions(documents / person, person))
                questions = tuple(_questions(asked.get(person, ()), needed, {each.id for each in sessions}))
                if questions:
                    yield FactLife(f"{community.name}/{person}", noise, sessions, questions)


def _asked(path: Path) -> dict[str, list[Mapping[str, Any]]]:
    """The questions of each person."""
    people = read_json(path)
    return taken(f"{path}", lambda: {each["Name"]: list(each["Eval_Info"]["qa"]) for each in people})


def _needed(path: Path) -> dict[str, Mapping[str, Sequence[object]]]:
    """By question, the sessions that tell each value of its answer."""
    return taken(f"{path}", partial(_by_question, read_json(path)))


def _by_question(rows: Any) -> dict[str, Mapping[str, Sequence[object]]]:
    found: dict[str, Mapping[str, Sequence[object]]] = {}
    for row in rows:
        if not isinstance(row["segment_id"], dict):
            raise ValueError("a segment_id is an object, from values to lists of segments")
        found[str(row["q_id"])] = row["segment_id"]
    return found


def _questions(
    rows: Iterable[Mapping[str, Any]], needed: Mapping[str, Mapping[str, Sequence[object]]], known: set[str]
) -> Iterator[FactQuestion]:
    for row in rows:
        id, kind = str(row["q_id"]), str(row.get("type", ""))
        if kind == UNSCORED or id not in needed:
            continue
        values = tuple(
            (str(value), there)
            for value, segments in needed[id].items()
            if (there := tuple(name for name in map(str, _several(segments)) if name in known))
        )
        if values:
            outdated = tuple(str(value) for value in _several(row.get("outdated_value")) if value)
            yield FactQuestion(id, str(row["question"]), kind, values, outdated)


def _several(found: object) -> Sequence[object]:
    if found is None:
        return ()
    return list(found) if isinstance(found, list | tuple) else [found]


def _sessions(folder: Path, person: str) -> Iterator[FactSession]:
    """All of a person's documents that are cut into segments."""
    talk = folder / "conversation_data.json"
    if talk.is_file():
        groups = taken(f"{talk}", partial(_listed, read_json(talk), "Data"))
        for group in groups:
            for raw in group.get("Conversations", ()):
                yield taken(f"{talk}", partial(_session, raw, "conversation", {}))
    chat = folder / "user_ai_interaction_data.json"
    if chat.is_file():
        for raw in taken(f"{chat}", partial(_listed, read_json(chat), "Data")):
            yield taken(f"{chat}", partial(_session, raw, "user_ai_interaction", {"user": person}))
    bought = folder / "purchase_history_data.json"
    if bought.is_file():
        for raw in taken(f"{bought}", partial(_listed, read_json(bought), "purchase_history")):
            if "segment_id" in raw:  # others cannot be evidence for anything
                words = "; ".join(
                    str(raw[key]) for key in ("title", "description", "brand", "categories") if key in raw
                )
                yield FactSession(str(raw["segment_id"]), _time(str(raw.get("time", ""))), (("shop", words),))


def _listed(raw: Any, key: str) -> list[Mapping[str, Any]]:
    rows = raw[key]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError(f"{key} is a list of objects")
    return rows


def _session(raw: Mapping[str, Any], key: str, named: Mapping[str, str]) -> FactSession:
    lines = tuple((named.get(line["role"], line["role"]), str(line["content"])) for line in raw[key])
    return FactSession(str(raw["segment_id"]), _time(str(raw.get("time", ""))), lines)


def _time(text: str) -> datetime | None:
    """A time such as "2024/Oct/14/11:11 AM"; None where nothing is said."""
    for form in ("%Y/%b/%d/%I:%M %p", "%Y/%B/%d/%I:%M %p", "%Y/%b/%d/%H:%M", "%Y/%m/%d/%I:%M %p", "%Y/%b/%d"):
        try:
            return datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    if text.strip():
        raise BadData(f"{text!r:.60} is no time such as 2024/Oct/14/11:11 AM.")
    return None
