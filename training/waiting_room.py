"""Requests that wait for their replies, and which of them are answered together."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from answering import Answer, Question

TOKENS = 350_000  # of a batch at most, prompts and room for replies: 8 GB of keys and values for the usual model
ROWS = 256
_PAUSE = 0.01  # seconds without a newcomer, after which nobody else is waited for
_LONGEST = 0.06


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that waits for its reply."""

    model: str
    question: Question
    heat: float = 0.0
    reply: Future[Answer] = field(default_factory=Future)

    @property
    def kind(self) -> tuple[str, float, bool, int]:
        """Those of one kind are answered together: one model, in a form or not, of like length."""
        return self.model, self.heat, bool(self.question.openings), len(self.question.prompt).bit_length()


def together(waiting: Sequence[Asked], tokens: int = TOKENS, rows: int = ROWS) -> list[Asked]:
    """Whom to answer next: those of the kind of who has waited longest, as many as there is room for, by length."""
    found: list[Asked] = []
    width = longest = 0
    for each in waiting:
        if each.kind != waiting[0].kind:
            continue
        wide, long = max(width, len(each.question.prompt)), max(longest, each.question.longest)
        if found and (len(found) + 1) * (wide + long) > tokens:
            break
        width, longest = wide, long
        found.append(each)
        if len(found) == rows:
            break
    return sorted(found, key=lambda each: len(each.question.prompt))


class WaitingRoom:
    """Where requests come in and batches go out, for any number of threads."""

    def __init__(self, tokens: int = TOKENS) -> None:
        self._tokens = tokens
        self._waiting: list[Asked] = []
        self._changed = threading.Condition()

    def enter(self, asked: Asked) -> None:
        """Wait for a reply, which comes by ``asked.reply``."""
        with self._changed:
            self._waiting.append(asked)
            self._changed.notify_all()

    def next_batch(self) -> list[Asked]:
        """Whom to answer next, as soon as there is somebody and those who come with them are there."""
        with self._changed:
            found: list[Asked] = []
            while not found:  # while one thread waits for newcomers, another may take all who are there
                while not self._waiting:
                    self._changed.wait()
                until = time.monotonic() + _LONGEST
                while len(self._waiting) < ROWS and time.monotonic() < until and self._changed.wait(_PAUSE):
                    pass
                found = together(self._waiting, self._tokens)
            taken = {id(each) for each in found}
            self._waiting = [each for each in self._waiting if id(each) not in taken]
            return found
