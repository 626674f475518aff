"""What of one person's memory stays out of every example: what is private, and wherever it was spoken of."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from penchant.domain import EpisodeId, Evidence, Preference, PreferenceId
from penchant.terms import terms


class Secrets:
    """What may not be told, of beliefs that are private or never to be used; and of what they were before that."""

    def __init__(
        self, beliefs: Sequence[Preference], evidence: Sequence[Evidence], never_named: Collection[str] = ()
    ) -> None:
        hidden = {belief.id for belief in beliefs if belief.use != "free"}
        known = {belief.id: belief for belief in beliefs}
        for belief in beliefs:  # what was free before it was private is private now
            if belief.id in hidden:
                _hide_past(belief, known, hidden)
        freed = {belief.value.casefold() for belief in beliefs if belief.use == "free" and belief.id not in hidden}
        self.hidden = frozenset(hidden)
        self._episodes: frozenset[EpisodeId] = frozenset(
            [known[id].episode for id in hidden] + [one.episode for one in evidence if one.preference in hidden]
        )
        values = {known[id].value for id in hidden if known[id].value.casefold() not in freed}
        self._values = [stems for value in values if (stems := frozenset(term.stem for term in terms(value)))]
        names = "|".join(re.escape(name) for name in sorted(never_named) if name.strip())
        self._names = re.compile(rf"(?i)(?<!\w)(?:{names})(?!\w)") if names else None

    def was_told_in(self, episode: str) -> bool:
        """Whether something private was said in this episode."""
        return episode in self._episodes

    def tells(self, texts: Iterable[str]) -> bool:
        """Whether one of these texts speaks of something private."""
        if not self._values:
            return False
        return any(stems <= {term.stem for term in terms(text)} for text in texts for stems in self._values)

    def names_somebody(self, texts: Iterable[str]) -> bool:
        """Whether one of these texts names somebody who is never exported."""
        return self._names is not None and any(self._names.search(text) for text in texts)


def _hide_past(belief: Preference, known: dict[PreferenceId, Preference], hidden: set[PreferenceId]) -> None:
    before = belief.replaces
    while before is not None and before in known:
        hidden.add(before)
        before = known[before].replaces
