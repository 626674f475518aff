"""Counting what happened in one pass of one person's life. Counts add up; rates are made later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from penchant.domain import Episode


@dataclass(slots=True)
class Tally:
    """Counts over the tasks of one pass. What broke is counted, and is neither right nor wrong."""

    tasks: int = 0
    right: int = 0
    asked: int = 0
    questions: int = 0  # one task may bring several
    corrected: int = 0
    feedback: int = 0  # asked or corrected
    right_with_feedback: int = 0
    broke: int = 0
    may_decline: int = 0  # tasks in which taking none is an answer
    none_fits: int = 0  # those of them in which it is the right one
    none_right: int = 0  # and was taken

    def add(self, episode: Episode, right: bool, *, none_fits: bool = False) -> None:
        """Count one episode; ``none_fits`` says that to decline was right."""
        if episode.broke is not None:
            self.broke += 1
            return
        asked, corrected = bool(episode.heard), episode.corrected
        self.tasks += 1
        self.right += right
        self.asked += asked
        self.questions += len(episode.heard)
        self.corrected += corrected
        self.feedback += asked or corrected
        self.right_with_feedback += right and (asked or corrected)
        self.may_decline += episode.request.may_decline
        self.none_fits += none_fits
        self.none_right += right and none_fits

    def to_json(self) -> dict[str, int]:
        """For the record of a run."""
        return asdict(self)

    @staticmethod
    def from_json(counts: Mapping[str, int]) -> Tally:
        """What was written down; where questions were not yet counted, a task brought one at most."""
        return Tally(**{"questions": counts["asked"], **counts})


BINS = 10


@dataclass(slots=True)
class ConfidenceBin:
    """Choices made with about the same confidence, and how many of them were right."""

    said: float = 0.0
    right: int = 0
    n: int = 0

    def add(self, said: float, right: bool) -> None:
        """Count one choice."""
        self.said += said
        self.right += right
        self.n += 1


def bin_of(confidence: float) -> int:
    """Which bin a confidence falls in."""
    return min(int(confidence * BINS), BINS - 1)
