"""When something holds: "in the mornings", "after four", "when I'm drowsy"."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.mind.talk import tables
from penchant.mind.talk.verbs import is_verb
from penchant.mind.talk.words import Word
from penchant.mind.understand.words import one_of

_FILE = "clauses.txt"
_HOURS = one_of("one two three four five six seven eight nine ten eleven twelve noon midnight")


def is_general(occasion: Sequence[Word]) -> bool:
    """Whether an occasion comes again and again: "on Sundays", "when it rains"; "on the weekend" is one."""
    if not occasion:
        return False
    if occasion[0].text in tables.words(_FILE, "when"):
        return occasion[0].text not in {"before", "until", "after", "once"}
    last = occasion[-1].text
    return last.endswith("s") or not any(word.text in {"this", "next", "my", "a", "that"} for word in occasion)


def without_occasions(words: Sequence[Word]) -> tuple[tuple[Word, ...], tuple[tuple[Word, ...], ...]]:
    """The words of a clause without those that say when it holds, and these.

    Only what stands at its end or at its beginning: "tea in the mornings", "on weekends I sleep late".
    """
    before = tables.words(_FILE, "occasion before")
    found: list[tuple[Word, ...]] = []
    row = list(words)
    searching = True
    while searching and row:
        searching = False
        if len(row) > 2 and _is_hour(row[-2:]):
            found.insert(0, tuple(row[-2:]))
            row, searching = row[:-2], True
            continue
        if ends_an_occasion(row[-1].text) and row[-2:-1] and row[-2].text != "these":
            for size in range(2, min(len(row), 6) + 1):
                start = len(row) - size
                if row[start].text in before:
                    if start > 0:
                        found.insert(0, tuple(row[start:]))
                        row, searching = row[:start], True
                    break
                if is_verb(row[start].text) and row[start].text not in {"work", "working"}:
                    break
            if not searching and len(row) > 2 and row[-2].text in {"every", "each", "most", "all"}:
                found.insert(0, tuple(row[-2:]))
                row, searching = row[:-2], True
    return tuple(row), tuple(found)


def without_lead(words: Sequence[Word]) -> tuple[tuple[Word, ...], tuple[tuple[Word, ...], ...]]:
    """The words without when they hold, where they begin with that: "in winter I live on soup"."""
    at = 0
    while at < len(words) and words[at].text in {"and", "but", "so", "well", "also", ","}:
        at += 1
    row = words[at:]
    if not row or row[0].text not in tables.words(_FILE, "occasion before"):
        return tuple(words), ()
    for size in range(2, min(len(row) - 1, 6) + 1):
        if ends_an_occasion(row[size - 1].text) and not ends_an_occasion(row[size].text):
            return tuple(row[size:]), (tuple(row[:size]),)
        if is_verb(row[size - 1].text):
            break
    return tuple(words), ()


def is_only_occasion(row: Sequence[Word]) -> bool:
    """Whether all of it says when something holds: "on weekends", "in the mornings"."""
    if len(row) < 2 or len(row) > 7 or row[0].text not in tables.words(_FILE, "occasion before"):
        return False
    return ends_an_occasion(row[-1].text) and not any(is_verb(word.text) for word in row)


def ends_an_occasion(word: str) -> bool:
    """Whether a word can be the last of those that say when."""
    return word in tables.words(_FILE, "occasions")


def _is_hour(words: Sequence[Word]) -> bool:
    """Whether it is a time of the day: "after four", "before 9"."""
    if len(words) != 2 or words[0].text not in {"after", "before", "past", "by", "until"}:
        return False
    return words[1].text[0].isdigit() or words[1].text in _HOURS
