"""The one language for turns of phrase: lines of text files, made into regular expressions that read in linear time.

A pattern is words with blanks between, several on a line with semicolons between. ``a/b`` is one word or the other,
``(a b|c)`` some words or others, ``[...]`` may be left out, but never opens a line. ``allerg*`` begins a word and
``*er`` ends one, ``~love`` is every form of a verb, ``!a/b`` says that neither comes next. ``*`` is any word, ``**`` up
to six without a pause, ``***`` up to nine over commas, ``...`` whatever else is said. ``^`` is where a text begins and
``$`` where it ends, whatever signs stand there. A word in capitals is a part, which ``[parts]`` of the file spells out.
``X`` is what the phrase is about, and ``X:PART`` the same as a part spells it out. Every repetition is bounded, and
none stands in another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from penchant.english import verb_forms
from penchant.tables import TableLine, TableSection

BE = ("am", "is", "are", "was", "were", "been", "be", "being", "'s")
ANY_WORDS = r"(?:\S++\s*+){1,60}"
"""What a phrase is about, where nothing else is said: any words."""

_PIECES = re.compile(r"[\[\]()|]|[^\s\[\]()|]+")
_MARKS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
_BEGINS = r"(?<!\w)(?<!\w['’])"
_ENDS = r"(?!\w)(?!['’](?!s\b)\w)"  # before an "'s", but not before an "'m" or "n't"
_WORD = rf"{_BEGINS}[^\s.,;:!?]++\s*+"
_ANY = {
    "*": _WORD,
    "**": rf"(?:{_WORD}){{0,6}}?",
    "***": rf"(?:{_BEGINS}[^\s.;!?]++\s*+){{0,9}}?",
    "...": r"(?s:.*)",
    "^": r"\A[\W_]*",
    "$": r"[\W_]*\Z",
}
_LETTERS = re.compile(r"[^\W\d_]+")


class Found(NamedTuple):
    """Where a pattern was found, and where in it what it is about, as characters and as numbers of words."""

    text: str
    span: tuple[int, int]
    about: tuple[int, int] | None

    @property
    def value(self) -> tuple[int, int] | None:
        """Which words of a text with single blanks it is about."""
        if self.about is None:
            return None
        return self.text.count(" ", 0, self.about[0]), self.text.count(" ", 0, self.about[1])

    @property
    def said(self) -> str:
        """What it is about, as it was said."""
        return "" if self.about is None else self.text[slice(*self.about)].strip()


class Pattern:
    """One pattern of a table; made into a regular expression when a text first has its words."""

    def __init__(self, line: TableLine, text: str, parts: Mapping[str, str], about: str) -> None:
        self._line, self._text, self._parts, self._about = line, text, parts, about

    @cached_property
    def needs(self) -> list[frozenset[str]]:
        """Sets of words of each of which a text must have one."""
        return self._needs_of(self._text)

    def _needs_of(self, text: str) -> list[frozenset[str]]:
        depth, found = 0, list[frozenset[str]]()
        for piece in _PIECES.findall(text):
            depth += (piece in "[(") - (piece in "])")
            if depth == 0 and piece == "|":
                return []
            if depth == 0 and piece not in _MARKS and piece not in _ANY and piece[0] != "!":
                one_of = [self._needs_one_of(word) for word in _alternatives(piece)]
                found += [frozenset().union(*one_of)] if all(one_of) else []
        return found

    def _needs_one_of(self, word: str) -> frozenset[str]:
        """Words of which a text must have one for a word or a part to be in it; none where that cannot be said."""
        if word in self._parts:
            needed = [self._needs_of(each) for each in self._parts[word].split(";")]
            return frozenset().union(*(each[0] for each in needed)) if all(needed) else frozenset()
        begins = _LETTERS.match(word)
        return frozenset({begins[0]}) if begins and "*" not in word and not word[0].isupper() else frozenset()

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """What is held against a text."""
        try:
            return re.compile(self._spelled_out(self._text), re.IGNORECASE)
        except (re.error, RecursionError, KeyError) as error:
            raise self._line.refused(f"is no pattern ({error})") from error

    def _spelled_out(self, text: str) -> str:
        return "".join(self._piece(piece) for piece in _PIECES.findall(text))

    def _piece(self, piece: str) -> str:
        if piece in _MARKS:
            return _MARKS[piece]
        if piece == "X":
            greedy = self._about == ANY_WORDS and not self._text.endswith("X")
            return rf"{_BEGINS}(?P<x>{self._about}{'?' * greedy})\s*"
        if piece.startswith("X:"):
            return f"(?P<x>{self._piece(piece[2:])})"
        if piece in _ANY:
            return _ANY[piece]
        if piece[0] == "!" and len(piece) > 1:
            return f"(?!{self._piece(piece[1:])})"
        words = _alternatives(piece)
        plain = [_escaped(word) for word in words if word not in self._parts and word[0].isalnum() and "*" not in word]
        found = [self._one_of(word) for word in words if word in self._parts or not word[0].isalnum() or "*" in word]
        if plain:
            found.append(rf"{_BEGINS}(?:{'|'.join(plain)}){_ENDS}\s*")
        return f"(?:{'|'.join(found)})"

    def _one_of(self, word: str) -> str:
        if word in self._parts:
            return "|".join(self._spelled_out(each) for each in self._parts[word].split(";"))
        return rf"{_worded(word)}\s*"


def _escaped(word: str) -> str:
    return re.escape(word.strip("*")).replace("'", "['’]")


def _worded(word: str) -> str:
    """A beginning or an end of words, a sign, or what follows an apostrophe."""
    if not (word.strip("*")[:1].isalnum() or word[0] == "'"):
        return _escaped(word)
    begins = rf"{_BEGINS}\w*" if word[0] == "*" else _BEGINS if word[0] != "'" else ""
    return begins + _escaped(word) + (r"\w*" if word[-1] == "*" else _ENDS)


def _alternatives(piece: str) -> list[str]:
    if not piece.startswith("~"):
        return [word for word in piece.split("/") if word]
    return [form for verb in piece[1:].split("/") for form in (BE if verb == "be" else verb_forms(verb))]


@lru_cache(maxsize=64)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(text.lower()))


class Patterns:
    """The patterns of some sections of a table, in their order; each is tried only where a text has its words."""

    def __init__(self, sections: Sequence[TableSection], parts: Mapping[str, str], about: str = ANY_WORDS) -> None:
        self._all = [
            Pattern(line, text.strip(), parts, about)
            for section in sections
            for line in section.lines
            for text in line.text.split(";")
        ]

    def find_all(self, text: str, *, whole: bool = False) -> Iterator[Found]:
        """Where each of them stands in a text, or which of them are the ``whole`` of it."""
        words = _words_of(text)
        for pattern in self._all:
            if any(needed.isdisjoint(words) for needed in pattern.needs):
                continue
            regex = pattern.regex
            for match in filter(None, [regex.fullmatch(text)]) if whole else regex.finditer(text):
                about = match.span("x") if "x" in regex.groupindex and match["x"] is not None else None
                yield Found(text, match.span(), about)

    def find(self, text: str) -> Found | None:
        """The first of them that is the whole of a text."""
        return next(self.find_all(text, whole=True), None)

    def search(self, text: str) -> Found | None:
        """The one that begins first in a text."""
        return min(self.find_all(text), key=lambda found: found.span[0], default=None)

    def are_in(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        return next(self.find_all(text), None) is not None


def parts_of(section: TableSection) -> dict[str, str]:
    """The parts that a table spells out: ``NAME: pattern; pattern``."""
    made = {}
    for line in section.lines:
        name, text = line.parts(least=2, of="sides", by=": ")
        made[name] = text
    return made
