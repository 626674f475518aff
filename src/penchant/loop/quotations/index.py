"""Telling quickly that nothing is quoted, which is so as a rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from penchant.domain import Preference, PreferenceId
from penchant.loop.quotations.matching import own_runs_of, runs_of

MOST = 2_048
"""So many texts are taken in before beginning anew."""


class RunIndex:
    """Every run of words in the notes and sayings that were looked through so far.

    It only spares looking through them again: a run that is in none of them is in none of those at hand.
    """

    def __init__(self) -> None:
        self._noted: dict[PreferenceId, Preference] = {}
        self._said: set[str] = set()
        self._runs: set[str] = set()

    def may_be_in(
        self,
        runs: Set[str],
        beliefs: Sequence[Preference],
        note: Callable[[Preference], str],
        said: Sequence[str],
    ) -> bool:
        """Whether one of the runs may be in a note of these beliefs or in what was said."""
        if len(self._noted) + len(self._said) > MOST:
            self._noted, self._said, self._runs = {}, set(), set()
        noted, texts, known = self._noted, self._said, self._runs
        for belief in beliefs:
            if noted.get(belief.id) is not belief:
                known |= runs_of(note(belief))
                noted[belief.id] = belief
        for text in said:
            if text not in texts:
                known |= own_runs_of(text)
                texts.add(text)
        return not known.isdisjoint(runs)
