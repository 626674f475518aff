"""The patterns of the tables of talk: what a clause has to read for it to mean something.

A pattern is words with blanks between. ``a/b`` is one word or the other, ``(a b|c)`` some words or others, ``[...]``
may be left out, ``*`` is any word and ``**`` up to four; ``~love`` is every form of a verb, a word in capitals a part
that ``[parts]`` of its table spells out. ``X`` is the value, ``X:PART`` a value that a part spells out, ``T`` what it
is about (three words at most), ``...`` whatever else is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from penchant.english import verb_forms
from penchant.tables import TableLine, TableSection

_PIECES = re.compile(r"[\[\]()|]|[^\s\[\]()|]+")
_MARKS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
_WORD, _TOPIC = r"\S+ ", r"(?P<t>(?:\S+ ){1,3}?)"
_SLOTS = {"*": _WORD, "**": f"(?:{_WORD}){{0,4}}?", "...": f"(?:{_WORD})*", "T": _TOPIC}
BE = ("am", "is", "are", "was", "were", "been", "be", "being", "'s")


@dataclass(frozen=True, slots=True)
class Found:
    """A pattern that was found: what it means, and where its slots stand, as the numbers of words."""

    label: str
    value: tuple[int, int] | None
    topic: tuple[int, int] | None
    end: int


class Pattern:
    """One line of a table; compiled when a text first begins as it does."""

    def __init__(self, label: str, line: TableLine, text: str, parts: Mapping[str, str]) -> None:
        self.label, self._line, self._text, self._parts = label, line, text, parts

    @cached_property
    def begins(self) -> frozenset[str] | None:
        """The words it can begin with; None where it may be any."""
        return _firsts(self._text, self._parts)

    @cached_property
    def needs(self) -> tuple[frozenset[str], ...]:
        """Sets of words of each of which a text must have one."""
        depth, found = 0, []
        for piece in _PIECES.findall(self._text):
            depth += (piece in "[(") - (piece in "])")
            if depth == 0 and piece not in _MARKS and piece not in _SLOTS and piece != "X":
                words = _firsts(piece, self._parts)
                if words is not None:
                    found.append(words)
        return tuple(found)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """What is held against the words."""
        try:
            return re.compile(self._spelled_out(self._text, top=True))
        except (re.error, RecursionError) as error:
            raise self._line.refused(f"is no pattern ({error})") from error

    def _spelled_out(self, text: str, *, top: bool = False) -> str:
        pieces = _PIECES.findall(text)
        made: list[str] = []
        for at, piece in enumerate(pieces):
            if piece in _MARKS:
                made.append(_MARKS[piece])
            elif piece == "X":
                last = top and at == len(pieces) - 1
                made.append(r"(?P<x>(?:\S+ )+)" if last else r"(?P<x>(?:\S+ )+?)")
            elif piece.startswith("X:"):
                made.append(f"(?P<x>{self._part(piece[2:])})")
            elif piece in _SLOTS:
                made.append(_SLOTS[piece])
            elif piece in self._parts:
                made.append(self._part(piece))
            else:
                made.append(f"(?:{'|'.join(re.escape(word) for word in _alternatives(piece))}) ")
        return "".join(made)

    def _part(self, name: str) -> str:
        return f"(?:{'|'.join(self._spelled_out(each) for each in self._parts[name].split(';'))})"

    def match(self, text: str) -> Found | None:
        """The pattern as the whole of a text, which has a blank after each word."""
        match = self.regex.fullmatch(text)
        if match is None:
            return None
        groups = self.regex.groupindex
        return Found(
            self.label,
            _numbers(text, match.span("x")) if "x" in groups and match["x"] is not None else None,
            _numbers(text, match.span("t")) if "t" in groups and match["t"] is not None else None,
            text.count(" "),
        )


def _numbers(text: str, span: tuple[int, int]) -> tuple[int, int]:
    return text.count(" ", 0, span[0]), text.count(" ", 0, span[1])


def _alternatives(piece: str) -> list[str]:
    if not piece.startswith("~"):
        return piece.split("/")
    return [form for verb in piece[1:].split("/") for form in (BE if verb == "be" else verb_forms(verb))]


def _firsts(text: str, parts: Mapping[str, str]) -> frozenset[str] | None:
    """The words a text of patterns can begin with; None where it may be any."""
    found: set[str] = set()
    depth = 0
    for piece in _PIECES.findall(text):
        if piece in _MARKS:
            depth += (piece in "[(") - (piece in "])")
            if depth == 0 and piece == ")":
                break
            continue
        if piece == "X" or piece in _SLOTS:
            return None
        piece = piece.removeprefix("X:")
        if piece in parts:
            for each in parts[piece].split(";"):
                firsts = _firsts(each, parts)
                if firsts is None:
                    return None
                found |= firsts
        else:
            found.update(_alternatives(piece))
        if depth == 0:
            break
    return frozenset(found)


class Patterns:
    """The patterns of some sections of a table, in their order; each is tried only where a text has its words."""

    def __init__(self, sections: Sequence[TableSection], parts: Mapping[str, str]) -> None:
        self._all: list[Pattern] = []
        self._by_first: dict[str, list[tuple[int, Pattern]]] = {}
        self._anywhere: list[tuple[int, Pattern]] = []
        number = 0
        for section in sections:
            for line in section.lines:
                for text in line.text.split(";"):
                    pattern = Pattern(section.name, line, text.strip(), parts)
                    number += 1
                    self._all.append(pattern)
                    if pattern.begins is None:
                        self._anywhere.append((number, pattern))
                        continue
                    for word in pattern.begins:
                        self._by_first.setdefault(word, []).append((number, pattern))

    def find_all(self, text: str) -> Iterator[Found]:
        """Every pattern that the whole text reads, in the order of the table."""
        first = text.split(" ", 1)[0]
        words = frozenset(text.split())
        candidates = sorted([*self._by_first.get(first, ()), *self._anywhere], key=lambda each: each[0])
        for _, pattern in candidates:
            if any(needed.isdisjoint(words) for needed in pattern.needs):
                continue
            found = pattern.match(text)
            if found is not None:
                yield found

    def sources(self) -> list[str]:
        """Each of them as a regular expression."""
        return [pattern.regex.pattern for pattern in self._all]

    def find(self, text: str) -> Found | None:
        """The first of them."""
        return next(self.find_all(text), None)


def parts_of(section: TableSection) -> dict[str, str]:
    """The parts that a table spells out: ``NAME: pattern; pattern``."""
    made = {}
    for line in section.lines:
        name, text = line.parts(least=2, of="sides", by=": ")
        made[name] = text
    return made
