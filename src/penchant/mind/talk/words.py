"""The words of a message, each with its place in it, so that whatever is read can be quoted as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from penchant.mind.understand.tokens import open_up
from penchant.mind.understand.words import one_of

_TOKEN = re.compile(
    r"https?://\S+|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|[€$£¥₹]?\d+(?:[.,:/–-]\d+)*(?:-[^\W\d_]+)*[^\W\d_]*[%°]?|[^\W\d_]\w*(?:[-'’&/]\w+)*"
    r"|[€$£¥₹%°+>]|\.\.+|…|--+|[,.;:!?()—–\[\]\n-]"
)
_ENDS = frozenset(".!?;\n…")
_ABBREVIATED = one_of("mr mrs ms dr prof vs approx st")
_IS_BEFORE_S = one_of("it that there what here who he she let how where this everything nothing something one everyone")
_KEPT = one_of("its m k dr ta ty wo ya cause")
"""Words that stand for something else in a short answer, and for themselves in a text."""


class Word(NamedTuple):
    """A word in one spelling, and where it stands in the message; two of one contraction stand at the same place."""

    text: str
    start: int
    end: int
    capital: bool = False


class Sentence(NamedTuple):
    """The words up to a stop, and the stop."""

    words: tuple[Word, ...]
    end: str

    @property
    def asks(self) -> bool:
        """Whether it ends with a question mark."""
        return self.end == "?"


def cut(text: str, start: int = 0, end: int | None = None) -> Iterator[Word]:
    """The words and marks of a part of a text.

    >>> [word.text for word in cut("I don't like my sister's tea.")]
    ['i', 'do', 'not', 'like', 'my', 'sister', "'s", 'tea', '.']
    """
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        whole = match[0]
        low = whole.casefold().replace("’", "'")
        capital = whole[0].isupper()
        if not low[0].isalpha() or (low.isalpha() and low in _KEPT):
            yield Word(low, match.start(), match.end(), capital)
            continue
        if low.endswith("'s") and low[:-2] not in _IS_BEFORE_S:
            at = match.end() - 2
            yield Word(low[:-2], match.start(), at, capital)
            yield Word("'s", at, match.end())
            continue
        for part in open_up(low).split():
            yield Word(part, match.start(), match.end(), capital)


def sentences(text: str, start: int = 0, end: int | None = None) -> Iterator[Sentence]:
    """The sentences of a part of a text; a line that goes on with a small letter goes on."""
    words: list[Word] = []
    for word in cut(text, start, end):
        if word.text == "\n":
            rest = text[word.end : word.end + 40].lstrip(" \t")
            goes_on = rest[:1].islower() and bool(words) and words[-1].text not in {":", ","}
            stops = not goes_on
        else:
            stops = word.text[0] in _ENDS
            if word.text == "." and words and words[-1].text in _ABBREVIATED and words[-1].end == word.start:
                continue
            if word.text[0] in ".…" and (len(word.text) > 1 or word.text == "…"):
                stops = not text[word.end : word.end + 2].strip()[:1].islower()
        if not stops:
            if word.text != "\n":
                words.append(word)
            continue
        if words:
            yield Sentence(tuple(words), word.text[0])
        words = []
    if words:
        yield Sentence(tuple(words), "")


def joined(words: Sequence[Word]) -> str:
    """The words with a blank after each, which is what patterns are held against."""
    return "".join([f"{word.text} " for word in words])


def said(text: str, words: Sequence[Word]) -> str:
    """The words as they were written."""
    return text[words[0].start : words[-1].end] if words else ""
