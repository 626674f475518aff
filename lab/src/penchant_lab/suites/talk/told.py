"""Told: a preference is stated, shown by a choice or dropped in talk; other talk follows; then four answers.

The layout is that of PrefEval's public files, and our own rows are in it, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from penchant.domain import Message, Request
from penchant.errors import BadData
from penchant.loop import Agent
from penchant_lab.suites.talk.files import bundled, holding, read_json, taken
from penchant_lab.suites.talk.lines import BM25, CHANCE, CONTROL, COSINE, GIVEN, LONGEST, POLARITY, answer_scores, share
from penchant_lab.suites.talk.trial import OURS, Agents, TalkTrial, TalkWorld, chosen, mean

SELECTION, CHOICE, PERSONA = "selection", "choice", "persona"
TURNS = (0, 10, 100)
"""How many other turns lie between what was told and the question."""

OTHER_TURNS = "filtered_inter_turns.json"


@dataclass(frozen=True, slots=True)
class Selection:
    """A choice that somebody made among long options, in words of their own; the first is what they mean."""

    query: str
    options: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class ToldRow:
    """One preference, and a question whose plain answer would go against it; the first answer is the right one."""

    name: str
    topic: str
    preference: str
    question: str
    answers: tuple[str, ...]
    selection: Selection | None = None
    talk: tuple[Message, ...] = ()


OtherTurn = tuple[Message, ...]


class ToldWorld(TalkWorld):
    """Rows, each a person of its own, and the other talk that comes between."""

    names = (SELECTION, *(f"stated-{turns}" for turns in TURNS), CHOICE, PERSONA)
    lines = (CHANCE, LONGEST, BM25, COSINE, POLARITY, CONTROL, GIVEN)
    unit = ("row", "rows")

    def __init__(self, data: Path | None, seed: int, many: int | None = None) -> None:
        root = holding(data or bundled("told"), "mcq_options/*.json")
        self._all = list(rows_in(root))
        if not self._all:
            raise BadData(f"There is no row in {root}/mcq_options; copy its files again.")
        self._seed = seed
        picked = range(len(self._all))
        if many is not None and many < len(self._all):
            picked = sorted(random.Random(f"{seed}/rows").sample(picked, many))  # type: ignore[assignment]
        self.rows = [self._all[place] for place in picked]
        self._others = [self._other(row) for row in self.rows]
        self.people = [row.name for row in self.rows]
        self._turns = list(other_turns(root if (root / OTHER_TURNS).exists() else bundled("told")))

    def contents(self) -> Iterator[object]:
        """The rows and the other talk."""
        yield from map(astuple, self.rows)
        yield [astuple(message) for turn in self._turns for message in turn]

    def trials(self, index: int, method: str) -> Iterator[TalkTrial]:
        """What is asked of a row; under the control, after what somebody else said."""
        row = self.rows[index]
        if method == CONTROL:
            other = self._others[index]
            if other is None:
                return
            told = replace(row, preference=other.preference, selection=other.selection, talk=other.talk)
            yield from self._heard(told, method)
        elif method == GIVEN:
            yield from self._given(row)
        elif method == OURS:
            if row.selection is not None:
                yield TalkTrial(SELECTION, partial(self._selected, row))
            yield from self._heard(row, method)
        else:
            yield from self._line(row, method)

    def also(self, records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """How often a stated preference, and other talk, taught anything."""
        others = [record for record in records if record.get("turns")]
        turns = sum(record["turns"] for record in others)
        learned = (float(record["learned"]) for record in records if "learned" in record)
        taught = sum(record["taught"] for record in others)
        unrelated = round(taught / turns, 6) if turns else None
        return {"heard": mean(learned), "unrelated": unrelated, "turns": turns, "different_turns": len(self._turns)}

    def _heard(self, row: ToldRow, method: str) -> Iterator[TalkTrial]:
        stated = _Stated(row, method, self._between(row))
        for turns in TURNS:
            yield TalkTrial(f"stated-{turns}", partial(self._after, stated, turns))
        if row.selection is not None:
            yield TalkTrial(CHOICE, partial(self._by_choice, row, method))
        if row.talk:
            yield TalkTrial(PERSONA, partial(self._by_talk, row, method))

    def _after(self, stated: _Stated, turns: int, agents: Agents) -> dict[str, Any]:
        learned, taught, between = stated.go_on(turns, agents)
        assert stated.agent is not None
        found = self._answer(stated.row, stated.agent)
        told = {"learned": learned} if learned is not None else {}
        return {**found, **told, **({"turns": between, "taught": taught} if between else {})}

    def _selected(self, row: ToldRow, agents: Agents) -> dict[str, Any]:
        assert row.selection is not None
        agent = agents.fresh(OURS, row.name, SELECTION)
        took = self._hear_selection(agent, row)
        return {"score": float(took == row.selection.options[0]), "chosen": took, "right": row.selection.options[0]}

    def _by_choice(self, row: ToldRow, method: str, agents: Agents) -> dict[str, Any]:
        agent = agents.fresh(method, row.name, CHOICE)
        self._hear_selection(agent, row)
        return self._answer(row, agent)

    def _by_talk(self, row: ToldRow, method: str, agents: Agents) -> dict[str, Any]:
        agent = agents.fresh(method, row.name, PERSONA)
        lesson = agent.observe(row.name, row.talk)
        return {**self._answer(row, agent), "opened": list(lesson.opened)}

    def _given(self, row: ToldRow) -> Iterator[TalkTrial]:
        """The preference in so many words, with nothing in between: what choosing alone is worth."""
        held: list[tuple[str, str]] = []

        def once(agents: Agents) -> tuple[str, str]:
            if not held:
                agent = agents.fresh(GIVEN, row.name, GIVEN)
                agent.tell(row.name, row.preference)
                selected = "" if row.selection is None else self._choose(row, agent, row.selection.options)
                held.append((self._choose(row, agent, row.answers), selected))
            return held[0]

        def score(of: int, right: str, agents: Agents) -> dict[str, Any]:
            took = once(agents)[of]
            return {"score": float(took == right), "chosen": took, "right": right}

        for name in self.names:
            if name == SELECTION and row.selection is not None:
                yield TalkTrial(name, partial(score, 1, row.selection.options[0]))
            elif name not in (SELECTION, CHOICE, PERSONA) or (row.selection if name == CHOICE else row.talk):
                yield TalkTrial(name, partial(score, 0, row.answers[0]))

    def _line(self, row: ToldRow, line: str) -> Iterator[TalkTrial]:
        between = [turn[0].content for turn in self._between(row)]
        for turns in TURNS:
            heard = (row.preference, *between[:turns])
            yield TalkTrial(f"stated-{turns}", partial(_by_line, line, heard, row.question, row.answers))
        if row.selection is not None:
            words = (row.selection.words,)
            yield TalkTrial(SELECTION, partial(_by_line, line, words, row.selection.query, row.selection.options))
            yield TalkTrial(CHOICE, partial(_by_line, line, words, row.question, row.answers))
        if row.talk:
            said = tuple(message.content for message in row.talk if message.role == "user")
            yield TalkTrial(PERSONA, partial(_by_line, line, said, row.question, row.answers))

    def _answer(self, row: ToldRow, agent: Agent) -> dict[str, Any]:
        took = self._choose(row, agent, row.answers)
        return {"score": float(took == row.answers[0]), "chosen": took, "right": row.answers[0]}

    def _choose(self, row: ToldRow, agent: Agent, options: Sequence[str]) -> str:
        question = row.question
        if row.selection is not None and options == row.selection.options:
            question = row.selection.query
        return chosen(agent, row.name, question, self._shuffled(row, options))

    def _hear_selection(self, agent: Agent, row: ToldRow) -> str:
        """Offer the options, hear what the person says, and give what it was taken to mean."""
        assert row.selection is not None
        options = self._shuffled(row, row.selection.options)
        turn = agent.hear(agent.consider(Request(row.name, row.selection.query, options)), row.selection.words)
        if turn.corrected and turn.question is None:
            turn = agent.reconsider(turn)
        return (turn.choice.action.thing or "") if turn.choice is not None else ""

    def _shuffled(self, row: ToldRow, options: Sequence[str]) -> list[str]:
        return random.Random(f"{self._seed}/{row.name}/{options[0]}").sample(list(options), len(options))

    def _between(self, row: ToldRow) -> list[OtherTurn]:
        """Other talk, in an order of this row's own."""
        rng = random.Random(f"{self._seed}/{row.name}/turns")
        most = max(TURNS)
        if len(self._turns) >= most:
            return rng.sample(self._turns, most)
        return [rng.choice(self._turns) for _ in range(most)]

    def _other(self, row: ToldRow) -> ToldRow | None:
        """Somebody else's row of the same topic."""
        rest = [other for other in self._all if other.preference != row.preference]
        same = [other for other in rest if other.topic == row.topic] or rest
        return random.Random(f"{self._seed}/{row.name}/other").choice(same) if same else None


class _Stated:
    """Somebody who states a preference and goes on to talk of other things; opened when it is first heard."""

    def __init__(self, row: ToldRow, method: str, between: Sequence[OtherTurn]) -> None:
        self.row, self._method, self._between = row, method, between
        self.agent: Agent | None = None
        self._done = 0

    def go_on(self, turns: int, agents: Agents) -> tuple[bool | None, int, int]:
        """Talk up to so many turns: whether the statement taught anything, how many turns did, and of how many."""
        learned, taught = None, 0
        if self.agent is None:
            self.agent = agents.fresh(self._method, self.row.name, "stated")
            learned = bool(self.agent.tell(self.row.name, self.row.preference))
        fresh = self._between[self._done : turns]
        for number, turn in enumerate(fresh, self._done):
            named = [replace(message, id=f"{number}.{place}") for place, message in enumerate(turn)]
            taught += bool(self.agent.observe(self.row.name, named))
        self._done = turns
        return learned, taught, len(fresh)


def _by_line(
    line: str, heard: Sequence[str], question: str, answers: Sequence[str], agents: Agents
) -> dict[str, float]:
    return {"score": share(answer_scores(line, heard, question, answers, agents.embedder), 0)}


def rows_in(root: Path) -> Iterator[ToldRow]:
    """The rows of a folder in the public layout, each once."""
    seen: set[tuple[str, str]] = set()
    for path in sorted((root / "mcq_options").glob("*.json")):
        choices = _beside(root, "choice-based", path.name)
        talks = _beside(root, "persona-driven", path.name)
        for place, raw in enumerate(_list(path)):
            where = f"{path}, row {place + 1},"
            row = taken(where, partial(_row, path.stem, place, raw))
            key = row.preference, row.question
            if key in seen:
                continue
            seen.add(key)
            choice, talk = _match(choices, key, place), _match(talks, key, place)
            selection = None if choice is None else taken(f"{where} by choice", partial(_selection, choice))
            said = () if talk is None else taken(f"{where} in talk", partial(_talk, talk))
            yield replace(row, selection=selection, talk=said)


def _row(topic: str, place: int, raw: Mapping[str, Any]) -> ToldRow:
    answers = tuple(str(answer).strip() for answer in raw["classification_task_options"])
    if len(set(answers)) != len(answers) or len(answers) < 2:
        raise ValueError("its answers are fewer than two, or the same")
    name = f"{topic}-{place + 1:02}"
    return ToldRow(name, topic, raw["preference"].strip(), raw["question"].strip(), answers)


def _selection(raw: Mapping[str, Any]) -> Selection:
    options = tuple(dict.fromkeys(str(option).strip() for option in raw["options"]))
    if (aligned := str(raw.get("aligned_op") or options[0]).strip()) in options:
        options = (aligned, *(option for option in options if option != aligned))
    talk = raw["conversation"]
    return Selection(str(raw.get("implicit_query") or talk["query"]).strip(), options, talk["user_selection"].strip())


def _talk(raw: Mapping[str, Any]) -> tuple[Message, ...]:
    turns = sorted(raw["conversation"].items(), key=lambda turn: int(turn[0]))
    return tuple(
        Message(role, turn[role], id=f"{number}.{role}")
        for number, turn in turns
        for role in ("user", "assistant")
        if turn.get(role)
    )


def _beside(root: Path, kind: str, name: str) -> list[Mapping[str, Any]]:
    path = root / "implicit_preference" / kind / name
    return _list(path) if path.is_file() else []


def _list(path: Path) -> list[Mapping[str, Any]]:
    rows = read_json(path)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadData(f"{path} is not a list of rows; see docs/talk.md for the layout.")
    return rows


def _match(rows: Sequence[Mapping[str, Any]], key: tuple[str, str], place: int) -> Mapping[str, Any] | None:
    """The row about the same preference; by its place, where rows do not say what they are about."""
    for row in rows:
        if (str(row.get("preference", "")).strip(), str(row.get("question", "")).strip()) == key:
            return row
    unnamed = place < len(rows) and "preference" not in rows[place]
    return rows[place] if unnamed else None


def other_turns(root: Path) -> Iterator[OtherTurn]:
    """Talk about other things: what somebody says, and what is answered."""
    path = root / OTHER_TURNS
    for place, raw in enumerate(read_json(path)):
        yield from taken(f"{path}, row {place + 1},", partial(_pairs, raw))


def _pairs(raw: Any) -> list[OtherTurn]:
    """The turns of one conversation, each begun by what the person says."""
    if isinstance(raw, dict) and "user" in raw:
        raw = [{"role": role, "content": raw[role]} for role in ("user", "assistant") if raw.get(role)]
    found: list[list[Message]] = []
    for each in raw["conversation"] if isinstance(raw, dict) else raw:
        message = Message(each["role"], each["content"])
        if message.role == "user":
            found.append([message])
        elif found:
            found[-1].append(message)
    return [tuple(turn) for turn in found]
