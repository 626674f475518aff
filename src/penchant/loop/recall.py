"""What an agent brings to mind about one person, and how far each belief can still be trusted."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.domain import Evidence, PersonId, Preference
from penchant.memory import Memory, Standing
from penchant.memory.standing import LOOK_BACK
from penchant.mind.protocol import Held, Recalled

AT_ONCE = 64
"""So many beliefs are weighed for one request; of a longer memory, those nearest to the request."""

RECENT = 20
"""So many of the latest episodes tell how often a request is about something known."""

_PEOPLE_KEPT = 128


class Recollection:
    """Beliefs and latest evidence of a few people, read again whenever the store's revision says they changed."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._kept: dict[str, tuple[int, list[Preference], list[Evidence]]] = {}

    def of(self, person: str, text: str) -> Recalled:
        """The beliefs that may bear on a text, each with how likely it still holds."""
        beliefs, evidence = self._read(person)
        familiarity = _familiarity(beliefs, evidence)
        if len(beliefs) > AT_ONCE:
            near = self._memory.search(person, text, limit=AT_ONCE)
            beliefs = sorted((match.preference for match in near), key=lambda p: p.id)
        standing = Standing(evidence, self._memory.clock()).of(beliefs)
        held = tuple(Held(belief, value) for belief, value in zip(beliefs, standing, strict=True))
        return Recalled(held, familiarity)

    def _read(self, person: str) -> tuple[list[Preference], list[Evidence]]:
        store, id = self._memory.store, PersonId(person)
        revision = store.revision(id)
        kept = self._kept.pop(person, None)
        if kept is None or kept[0] != revision:
            kept = (revision, store.list(id), store.evidence(id, latest=LOOK_BACK))
        self._kept[person] = kept
        if len(self._kept) > _PEOPLE_KEPT:
            del self._kept[next(iter(self._kept))]
        return kept[1], kept[2]


def _familiarity(beliefs: Sequence[Preference], evidence: Sequence[Evidence]) -> float:
    """Of the latest episodes, how many were about something already known; with none, half of one was."""
    new = {belief.episode for belief in beliefs if belief.replaces is None}
    recent = list(dict.fromkeys(item.episode for item in reversed(evidence)))[:RECENT]
    return (0.5 + sum(episode not in new for episode in recent)) / (1 + len(recent))
