"""The store itself: each namespace is one person's, and what is put is kept in that person's memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Literal

from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from penchant.domain import PersonId, Preference, PreferenceId
from penchant.errors import BadInput
from penchant.integrations.langgraph.filters import check_counts, check_index, check_search, fits, matches
from penchant.integrations.langgraph.items import (
    Namespace,
    Place,
    draft_of,
    found_item,
    is_found,
    item_of,
    line_of,
    place_of,
    value_of,
)
from penchant.integrations.langgraph.labels import AnyLabelStore, checked_labels
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.memory.conflicts import until_written
from penchant.store import Change, Close, Erase


class PenchantStore(AnyLabelStore):
    """LangGraph's long-term store in an agent's memory, where each namespace is one person's.

    ``person_at`` says which label of a namespace names the person: 0 for ``("ana", "notes")``, 1 for ``("notes",
    "ana")``. That person's beliefs and items are one memory: what is put shows in their profile, and all of it goes
    when they are forgotten. A search names its person, and looks nowhere else. ``fields`` are what a value is found by,
    where ``put`` says nothing else: paths such as ``"text"`` or ``"facts[*].text"``, or all there is in it.
    """

    def __init__(self, agent: Agent | Memory, *, person_at: int, fields: Sequence[str] = ("$",)) -> None:
        if not isinstance(agent, Agent | Memory):
            raise BadInput(f"A store is made of an agent or its memory, not of {agent!r:.60}.")
        if not isinstance(person_at, int) or isinstance(person_at, bool) or person_at < 0:
            raise BadInput(f"Labels are counted from 0 on, so the person is not at {person_at!r:.40}.")
        check_index(fields)
        self.memory = agent.memory if isinstance(agent, Agent) else agent
        self._person_at = person_at
        self._fields = tuple(fields)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out several operations: all reads see what was there before; one person's puts are one durable step."""
        asked = list(ops)
        results: list[Result] = [self._read(op) for op in asked]
        puts: dict[str, dict[Place, PutOp]] = {}
        for op in asked:
            if isinstance(op, PutOp):  # of one place the last counts
                puts.setdefault(self.person_of(op.namespace), {})[op.namespace, op.key] = op
        for person, ops_of_person in puts.items():
            until_written(person, partial(self._write, person, ops_of_person))
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same on a thread; once it has begun it is carried out, whoever stops waiting for it."""
        asked = list(ops)
        return await asyncio.get_running_loop().run_in_executor(None, self.batch, asked)

    def history(self, namespace: Namespace, key: str) -> list[Item]:
        """Every value that was put in a place, oldest first, each as it was then."""
        place = (checked_labels(namespace), str(key))
        line = line_of(place, self.memory.list(self.person_of(place[0]), closed=True))
        return [item_of(line[: end + 1]) for end in range(len(line))]

    def person_of(self, namespace: Namespace) -> str:
        """Whose a namespace is; InvalidNamespaceError where it does not say."""
        namespace = checked_labels(namespace)
        if len(namespace) <= self._person_at:
            raise InvalidNamespaceError(
                f"The namespace {tuple(namespace)!r:.80} does not say whose it is: label number {self._person_at + 1} "
                "names the person, and nobody looks into everybody's memory."
            )
        return namespace[self._person_at]

    def _read(self, op: Op) -> Result:
        match op:
            case GetOp(namespace=namespace, key=key):
                line = line_of((namespace, key), self.memory.list(self.person_of(namespace), closed=True))
                return item_of(line) if line and line[-1].is_open else None
            case SearchOp():
                return self._found(op)
            case ListNamespacesOp():
                return self._namespaces(op)
            case PutOp(namespace=namespace, key=key, value=value):
                self.person_of(namespace)
                check_index(op.index)
                if value is not None:  # what cannot be kept is refused before anything is
                    draft_of((namespace, key), value, self._found_by(op))
                return None
        raise BadInput(f"{op!r:.60} is no operation on a store.")

    def _found(self, op: SearchOp) -> list[SearchItem]:
        check_search(op)
        prefix, person = tuple(op.namespace_prefix), self.person_of(op.namespace_prefix)
        lines = {
            line[-1].id: line
            for (namespace, _), line in self._lines(person).items()
            if namespace[: len(prefix)] == prefix and (not op.filter or fits(value_of(line[-1]), op.filter))
        }
        ranked: list[tuple[PreferenceId, float | None]] = [(id, None) for id in lines]
        if op.query:
            by_meaning = {id for id, line in lines.items() if is_found(line[-1])}
            most = min(len(by_meaning), op.offset + op.limit)
            near = self.memory.search(person, op.query, limit=most, among=by_meaning) if most else []
            unscored = [each for each in ranked if each[0] not in by_meaning]
            ranked = [*((one.preference.id, one.score) for one in near), *unscored]
        page = ranked[op.offset : op.offset + op.limit]
        return [found_item(item_of(lines[id]), score) for id, score in page]

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        check_counts(limit=op.limit, offset=op.offset, max_depth=0 if op.max_depth is None else op.max_depth)
        conditions = op.match_conditions or ()
        for condition in conditions:
            checked_labels(condition.path)
        at = self._person_at
        named = {
            one.path[at]
            for one in conditions
            if one.match_type == "prefix" and len(one.path) > at and one.path[at] != "*"
        }
        people = self.memory.people() if not named else sorted(named) if len(named) == 1 else []
        every = {namespace for person in people for namespace, _ in self._lines(person)}
        meant = {one for one in every if all(matches(condition, one) for condition in conditions)}
        return sorted({one[: op.max_depth] for one in meant})[op.offset : op.offset + op.limit]

    def _lines(self, person: str) -> dict[Place, list[Preference]]:
        """What is in each place of a person's, with all that was there before it."""
        lines: dict[Place, list[Preference]] = {}
        for belief in self.memory.list(person, closed=True):
            if place := place_of(belief):
                lines.setdefault(place, []).append(belief)
        return {place: line for place, line in lines.items() if line[-1].is_open}

    def _write(self, person: str, ops: dict[Place, PutOp]) -> None:
        revision = self.memory.store.revision(PersonId(person))
        changes = self._changes(person, ops)
        self.memory.apply(person, changes, expected=revision)
        if any(isinstance(change, Erase) for change in changes):
            self.memory.let_go(person)

    def _changes(self, person: str, ops: dict[Place, PutOp]) -> list[Change]:
        known, changes = self.memory.list(person, closed=True), list[Change]()
        for place, op in ops.items():
            line = line_of(place, known)
            if op.value is None:
                changes += [Erase(belief.id) for belief in line]
                continue
            opening = self.memory.opening(
                draft_of(place, op.value, self._found_by(op)), "statement", replaces=line[-1].id if line else None
            )
            changes += [Close(belief.id, opening.at) for belief in line if belief.is_open]
            changes.append(opening)
        return changes

    def _found_by(self, op: PutOp) -> Sequence[str] | Literal[False]:
        return self._fields if op.index is None else op.index
