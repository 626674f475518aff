"""What can go wrong, named. Every error of ours says what happened and what to do next.

The command line prints the message of a :class:`PenchantError` as one line and leaves with ``exit_code``;
anything else is a bug and keeps its traceback.
"""

from __future__ import annotations

from collections.abc import Sequence

LABORATORY = "pip install penchant-lab"
"""How to install what studies need."""


class PenchantError(Exception):
    """Something a reader can put right; its message is the one line they see."""

    exit_code = 1

    @property
    def lines(self) -> tuple[str, ...]:
        """What is printed: one line, however the message is laid out."""
        return (" ".join(str(self).split()),)


class BadInput(PenchantError):
    """A wrong word, number, name or option on the way in."""

    exit_code = 2


class PreferenceClosed(BadInput):
    """A preference that is believed no longer, where only an open one will do."""


class TurnRefused(BadInput):
    """A turn that words cannot be heard for: it was never given out, or something else was heard for it already."""


class NotAllowed(PenchantError):
    """Something that this caller may not do, or somebody whose memory is not theirs to see."""

    exit_code = 2


class BadData(PenchantError):
    """A data folder or file that is missing, cut short or not what it claims to be."""


class MissingFiles(BadData):
    """Files that a folder lacks, a line for each."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(" ".join(lines))
        self._lines = tuple(lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each file."""
        return self._lines


class StoreError(PenchantError):
    """A memory store that cannot be opened, read or written."""


class StoreDamaged(StoreError):
    """A store whose file holds what nobody wrote: a row that does not agree with its checksum, or is lost."""


class OtherEmbedder(StoreError):
    """A store with vectors of another embedder, whose name this knows."""

    def __init__(self, message: str, embedder: str = "") -> None:
        super().__init__(message)
        self.embedder = embedder


class StoreTooNew(StoreError):
    """A store written by a later penchant than this one."""


class UnknownPreference(StoreError):
    """No such preference for this person (another person's counts as none)."""


class PreferenceChanged(StoreError):
    """A preference that is no longer what the caller saw when they decided to change it."""


class AlreadyKnown(StoreError):
    """A person who has a memory there already, where only a stranger's can be taken in."""


class WriteConflict(StoreError):
    """Somebody else wrote about the same person since what this write rests on was read: read again, and learn anew."""


class AlreadyTranscribed(StoreError):
    """A line of an episode that is in the transcript already: who writes it again heard the same thing twice."""


class SuiteFailed(PenchantError):
    """A suite that raised where it should have given people, tasks or a rule: a mistake in it, or in its data."""


class Unavailable(PenchantError):
    """Something outside that a run cannot go on without, gone for now; what was acknowledged is kept."""


class StoreGone(StoreError, Unavailable):
    """A store that is out of reach for now: its server is gone, its disk is full. The same one may come back."""


class ModelFailed(PenchantError):
    """A language model gave no usable reply to one prompt; nothing is learned from it."""


class BadReply(ModelFailed):
    """A language model did reply, and nothing could be made of it, or it refused."""


class ModelUnavailable(ModelFailed, Unavailable):
    """A language model that would not answer any other prompt either: wrong key, no such model, nobody there."""


class NoSuchModel(ModelUnavailable):
    """An endpoint that has other language models, and not the one that was named."""


class BudgetSpent(ModelUnavailable):
    """The calls or the money a run was allowed are used up; more may be allowed when it is resumed."""


class RunError(PenchantError):
    """A run directory that cannot be started, resumed or finished."""


class Interrupted(PenchantError):
    """The reader pressed Ctrl-C; what was acknowledged is kept."""

    exit_code = 130
