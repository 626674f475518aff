"""One person's beliefs in the forms that judging them needs, carried on as they change instead of read anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from penchant.domain import EpisodeId, Preference, PreferenceId


@dataclass(frozen=True, slots=True)
class BeliefLedger:
    """Beliefs by their ids, in order; when each errand began that one of them is from; and those that have ended.

    >>> BeliefLedger.of([]).known
    {}
    """

    known: dict[PreferenceId, Preference]
    begun: dict[EpisodeId, datetime]
    ended: dict[PreferenceId, Preference]

    @classmethod
    def of(cls, beliefs: Iterable[Preference]) -> BeliefLedger:
        """The ledger of these beliefs, in order of id."""
        return cls({}, {}, {})._entered(beliefs)

    def after(self, changed: Iterable[Preference]) -> BeliefLedger:
        """The ledger once these were added, or have changed; nothing can be taken out of it."""
        return BeliefLedger(self.known.copy(), self.begun.copy(), self.ended.copy())._entered(changed)

    def begun_before(self, recent: Iterable[EpisodeId]) -> list[datetime]:
        """When each errand began but for the recent ones, the earliest first."""
        begun = self.begun.copy()
        for episode in recent:
            begun.pop(episode, None)
        return sorted(begun.values())

    def _entered(self, beliefs: Iterable[Preference]) -> BeliefLedger:
        known, begun, ended = self.known, self.begun, self.ended
        for belief in beliefs:
            if belief.id not in known:
                begun[belief.episode] = belief.since
            known[belief.id] = belief
            if belief.until is not None:
                ended[belief.id] = belief
        return self
