"""Judgements from a store: one person at a time, as far as they may be exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, TranscriptEntry
from penchant.errors import BadInput, StoreError
from penchant.memory import Memory
from penchant.memory.consent import allows_training
from penchant.mind.protocol import Mind
from penchant_lab.export.errand_memory import judged_errands
from penchant_lab.export.judgement import Judgement
from penchant_lab.export.notes import DatedNote, Notebook
from penchant_lab.export.private import Secrets
from penchant_lab.export.talk_memory import judged_talk

NEVER = "people who are never exported"
PRIVATE = "something private was spoken of"
NAMED = "somebody was named who is never exported"
_TRIES = 10
_Kept = tuple[Sequence[Preference], Sequence[Evidence], Sequence[TranscriptEntry]]


class StoreSource:
    """The people of a memory, or those who are asked for."""

    limits = (
        "A store keeps no request word for word: it is put together from the situation and the topic that were heard.",
        "Its options are those that were wanted and passed over. An errand of which no belief says both is left out.",
        "Whether somebody was pleased with a reply in free talk was read by code, from their next sentence alone.",
        "Notes are what was believed before, and still is not private; how surely it was believed then is not kept.",
        "What people did (purchases, clicks, reviews) is in the notes that follow from it, and makes no example.",
    )

    def __init__(self, memory: Memory, mind: Mind, where: str, only: Sequence[str] = ()) -> None:
        self._memory = memory
        self._mind = mind
        self.described = f"a penchant memory, {where}"
        self.left_out: Counter[str] = Counter()
        everybody = memory.people()
        if not everybody:
            raise StoreError(f"Nobody is remembered in {where}, so there is nothing to export.")
        for name in only:
            if name not in everybody:
                raise StoreError(f"Nobody called {name!r} is remembered in {where}.")
            if not memory.training_allowed(name):
                raise BadInput(
                    f"{name} is marked as never exported. Leave them out, or ask them: penchant memory consent {name}"
                )
        self._never = frozenset(name for name in everybody if not memory.training_allowed(name))
        chosen = [name for name in everybody if not only or name in only]
        self._people = [name for name in chosen if name not in self._never]
        if not self._people:
            raise BadInput(f"Everybody in {where} is marked as never exported, so there is nothing to export.")
        self.left_out[NEVER] += len(chosen) - len(self._people)

    def people(self) -> Sequence[str]:
        """Those who may be exported, in the order of their names."""
        return self._people

    def judgements(self, person: str) -> Iterator[Judgement]:
        """What one person said, as far as nothing private is told by it."""
        beliefs, evidence, transcript = self._kept(PersonId(person))
        if not allows_training(transcript):  # they said so since the export began
            self.left_out[NEVER] += 1
            return
        secrets = Secrets(beliefs, evidence, self._never)
        notes = Notebook(self._memory.embedder, self._notes(person, beliefs, secrets))
        lines: dict[EpisodeId, list[TranscriptEntry]] = {}
        for line in transcript:
            lines.setdefault(line.episode, []).append(line)
        known = {belief.id: belief for belief in beliefs}
        errands = judged_errands(known, evidence, lines, notes, self.left_out)
        talk = judged_talk(transcript, self._mind, notes, self.left_out, secrets.was_told_in)
        found: list[tuple[Sequence[EpisodeId], Judgement]] = [([episode], one) for episode, one in errands]
        found += talk
        for episodes, one in sorted(found, key=lambda each: each[1].at):
            if any(map(secrets.was_told_in, episodes)) or secrets.tells(one.texts):
                self.left_out[PRIVATE] += 1
            elif secrets.names_somebody(one.texts):
                self.left_out[NAMED] += 1
            else:
                yield replace(one, person=person)

    def _notes(self, person: str, beliefs: Sequence[Preference], secrets: Secrets) -> Iterator[DatedNote]:
        for belief in beliefs:
            text = self._mind.note(person, belief)
            if belief.id in secrets.hidden or secrets.tells([text]) or secrets.names_somebody([text]):
                continue
            yield DatedNote(
                text,
                belief.since.timestamp(),
                None if belief.until is None else belief.until.timestamp(),
                belief.kind in ("constraint", "instruction") and not belief.whom,
                belief.episode,
            )

    def _kept(self, person: PersonId) -> _Kept:
        """All that is kept about a person, as of one moment."""
        store = self._memory.store
        for _ in range(_TRIES):
            revision = store.revision(person)
            kept = store.list(person, closed=True), store.evidence(person), store.transcript(person)
            if store.revision(person) == revision:
                return kept
        raise StoreError(f"{person} is being written about all the time; try again when it is quieter.")
