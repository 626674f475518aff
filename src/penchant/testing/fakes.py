"""Stand-ins for tests: an embedder that needs no model, and a person who says what a test wrote down."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from penchant.domain import Action, Question, Request
from penchant.embed import Vectors

_WORDS = re.compile(r"\w+")


class HashEmbedder:
    """Words and their letter triples, hashed to ``size`` numbers: likeness of spelling, not of meaning.

    The same vectors on every machine and in every process, about 20,000 short texts a second.

    >>> tea, green, nails = HashEmbedder().embed(["herbal tea", "green herbal tea", "box of nails"])
    >>> bool(tea @ green > 0.6 > tea @ nails)
    True
    """

    name = "hash"

    def __init__(self, size: int = 64) -> None:
        self.size = size

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text; a text without a letter or a digit is all zeros."""
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for piece in _pieces(text):
                code = zlib.crc32(piece.encode("utf-8", "replace"))
                row[code // 2 % self.size] += 1 if code % 2 else -1
            length = np.linalg.norm(row)
            if length:
                row /= length
        return rows


def _pieces(text: str) -> Iterator[str]:
    for word in _WORDS.findall(text.casefold()):
        yield word
        marked = f"<{word}>"
        yield from (marked[start : start + 3] for start in range(len(marked) - 2))


class ScriptedPerson:
    """Someone who says, one after the other, what was written down for them, and then nothing more.

    Instead of a list each script may be a function of what was asked or done. What they were asked and shown is kept.

    >>> ana = ScriptedPerson("ana", answers=["the tea"], reactions=lambda request, action: f"not {action}!")
    >>> tea_or_coffee = Request("ana", "a drink, please", ["black coffee", "herbal tea"])
    >>> ana.answer(tea_or_coffee, Question("Which one?")), ana.answer(tea_or_coffee, Question("Really?"))
    ('the tea', None)
    >>> ana.react(tea_or_coffee, Action("black coffee"))
    'not black coffee!'
    >>> [question.text for question in ana.asked], [action.thing for action in ana.shown]
    (['Which one?', 'Really?'], ['black coffee'])
    """

    def __init__(
        self,
        name: str,
        *,
        answers: Sequence[str | None] | Callable[[Request, Question], str | None] = (),
        reactions: Sequence[str | None] | Callable[[Request, Action], str | None] = (),
    ) -> None:
        self.name = name
        self.asked: list[Question] = []
        self.shown: list[Action] = []
        self._answers = answers
        self._reactions = reactions

    def answer(self, request: Request, question: Question) -> str | None:
        """The next answer."""
        self.asked.append(question)
        if callable(self._answers):
            return self._answers(request, question)
        return _line(self._answers, len(self.asked))

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        """The next reaction."""
        self.shown.append(action)
        if callable(self._reactions):
            return self._reactions(request, action)
        return _line(self._reactions, len(self.shown))


def _line(script: Sequence[str | None], number: int) -> str | None:
    return script[number - 1] if number <= len(script) else None
