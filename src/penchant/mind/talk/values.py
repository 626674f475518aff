"""What a person speaks of, in their own words: cut to the thing itself, and what it is plainly about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from penchant.domain import Statement
from penchant.english import stem
from penchant.mind.lexicon import hypernyms
from penchant.mind.understand import tables
from penchant.mind.understand.limits import find_limits
from penchant.mind.understand.quantities import cut as amounts
from penchant.mind.understand.words import Word, joined, said

_FILE = "talk/things.txt"


def trimmed(words: Sequence[Word], *, keep_article: bool = False) -> tuple[Word, ...]:
    """The words without what only leads to the thing or follows it."""
    row = list(words)
    tails, heads = tables.patterns(_FILE, "tails"), tables.patterns(_FILE, "heads")
    going = True
    while going and row:
        going = False
        while row and row[-1].text in {",", "'s", "."}:
            row.pop()
        for size in range(min(len(row), 7), 0, -1):
            if tails.find(joined(row[-size:])) is not None:
                row, going = row[:-size], True
                break
    going = not keep_article
    while going and row:
        going = False
        for size in (4, 3, 2, 1):
            if len(row) > size and heads.find(joined(row[:size])) is not None:
                row, going = row[size:], True
                break
    return tuple(row)


def value_of(text: str, words: Sequence[Word]) -> str:
    """The thing as it is written."""
    return " ".join(said(text, words).split()).strip(" ,.;:!?\"'“”()")


def as_limit(one: Statement) -> str:
    """The value of a statement; of what somebody may spend, which is told as a bare amount, that it is the most.

    >>> as_limit(Statement("wants", "150 a night", kind="constraint", quote="my budget is 150 a night"))
    'at most 150 a night'
    """
    if one.kind != "constraint" or one.stance != "wants" or not _spending().search(one.quote):
        return one.value
    found = find_limits(amounts(one.value))
    return one.value if found is None or found.limits or not found.loose else f"at most {one.value}"


@cache
def _spending() -> re.Pattern[str]:
    return re.compile(r"(?i)\b(?:budget|afford|spend|spending|pay|cost|costs|limit|maximum|ceiling)\b")


@cache
def _topics() -> Mapping[str, str]:
    made: dict[str, str] = {}
    for line in tables.section("talk/topics.txt", "topics").lines:
        topic, names = line.parts(least=2, of="sides", by=":")
        for name in names.split():
            made.setdefault(name, topic)
    return made


def topic_of(value: str) -> str:
    """What a value is plainly about; nothing where it does not say. In the table, "=window" is a window alone.

    >>> topic_of("window seats"), topic_of("window"), topic_of("oat milk"), topic_of("crowded places")
    ('seat', 'seat', 'drink', '')
    """
    words = value.lower().replace("-", " ").split()
    known = _topics()
    if alone := known.get(f"={' '.join(words)}"):
        return alone
    for word in reversed(words[:8]):
        if word in known:
            return known[word]
    for word in reversed(words[:4]):
        kinds = hypernyms(stem(word))
        found = next((known[kind] for kind in sorted(kinds) if kind in known), "")
        if found:
            return found
    return ""
