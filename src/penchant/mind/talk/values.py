"""What a person speaks of, in their own words: cut to the thing itself, one by one, and what it is plainly about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from penchant.english import stem
from penchant.mind.lexicon import hypernyms, is_descriptive
from penchant.mind.talk import tables
from penchant.mind.talk.verbs import is_verb
from penchant.mind.talk.words import Word, joined, said
from penchant.mind.understand.words import one_of

LONGEST = 30
"""So many words a value has at most; what goes on is no longer the thing itself."""

_FILE = "clauses.txt"
_COMPARED = (("rather", "than"), ("instead", "of"), ("as", "opposed"), ("more", "than"), ("compared", "to"))
_REASONS = frozenset(
    (first, second)
    for first, seconds in (("due", "to"), ("because", "of"), ("on", "principle ethical moral religious"),
                           ("for", "ethical religious health medical moral"))
    for second in seconds.split()
)  # fmt: skip
_NOT_OVER = frozenset(("", "and", "there", "here", "time", "me", "it"))
_SPAN = one_of("weekend weekends years past last summer winter holidays next top phone sink edge")
_TIES = frozenset({",", "and", "or", "nor", "&", "plus", "/"})
_NOT_THINGS = one_of(
    """
    it that this them those these one ones you me him her everything something anything nothing things stuff so
    what there here how him her us which who theirs of sort kind lot thing way
    """
)
_NO_PART = one_of("less fewer not no whatever etc funnily sorry though")
_TELLING = one_of("that who which where with without because when if from to for of in on at by as than about")


def trimmed(words: Sequence[Word], *, keep_article: bool = False) -> tuple[Word, ...]:
    """The words without what only leads to the thing or follows it."""
    row = list(words)
    tails, heads = tables.phrases(_FILE, "tails"), tables.patterns(_FILE, "heads")
    going = True
    while going and row:
        going = False
        while row and row[-1].text in {",", "'s", "."}:
            row.pop()
        for size in range(min(len(row), 7), 0, -1):
            if tails.fullmatch(joined(row[-size:])):
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


def compared(
    words: Sequence[Word], *, by_to: bool = False, by_than: bool = False
) -> tuple[tuple[Word, ...], tuple[Word, ...]]:
    """The thing and what it is preferred to: "tea" and "coffee" of "tea rather than coffee", "tea over coffee"."""
    for at, word in enumerate(words):
        if at == 0:
            continue
        after = words[at + 1].text if at + 1 < len(words) else ""
        if word.text == "since" or (word.text, after) in _REASONS:
            return tuple(words[:at]), ()
        later = words[at + 2].text if at + 2 < len(words) else ""
        if word.text == "over" and after not in _NOT_OVER and not after[0].isdigit() and later not in _SPAN:
            return tuple(words[:at]), tuple(words[at + 1 :])
        if any((word.text, after) == pair for pair in _COMPARED) and words[at - 1].text not in {"no", "not"}:
            return tuple(words[:at]), tuple(words[at + 2 :])
        if word.text in {"versus", "vs", ">"} or (word.text == "than" and by_than):
            stop = next((n for n in range(at + 1, len(words)) if words[n].text in {"for", ","}), len(words))
            return tuple(words[:at]), tuple(words[at + 1 : stop])
        if by_to and word.text == "to" and words[0].text != "to" and not is_verb(after):
            return tuple(words[:at]), tuple(words[at + 1 :])
        if word.text == "not" and words[at - 1].text != "," and 0 < len(words) - at - 1 <= 3:
            return tuple(words[:at]), tuple(words[at + 1 :])
    return tuple(words), ()


def listed(words: Sequence[Word]) -> Iterator[tuple[Word, ...]]:
    """The things of a list one by one; what is no plain list is one thing."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text in _TIES:
            if parts[-1]:
                parts.append([])
        else:
            parts[-1].append(word)
    rows = [part for part in parts if part]
    if (
        len(rows) == 2
        and not any(word.text in _TIES - {","} for word in words)
        and not is_descriptive(rows[0][-1].text)
    ):
        rows = []
        words = _up_to_comma(words)
    if len(rows) > 1 and not all(map(_is_short, rows)):
        words = _up_to_comma(words)
        rows = []
    if (
        len(rows) < 2
        or _is_pair(rows)
        or (len(rows[0]) == 1 and is_descriptive(rows[0][0].text) and not hypernyms(stem(rows[0][0].text)))
    ):
        yield tuple(words)
        return
    yield from (tuple(row) for row in rows if row[0].text not in _NO_PART and not row[0].text.endswith("ly"))


def _up_to_comma(words: Sequence[Word]) -> tuple[Word, ...]:
    """What stands before the first comma, where that is more than what describes the thing."""
    at = next((at for at, word in enumerate(words) if word.text == "," and at), len(words))
    after = words[at + 1].text if at + 1 < len(words) else ""
    if at == 1 and (is_descriptive(words[0].text) or is_descriptive(after)):
        return tuple(words)
    return tuple(words[:at])


def _is_short(part: Sequence[Word]) -> bool:
    return len(part) <= 4 and not any(word.text in _TELLING for word in part[1:] if len(part) > 3)


def _is_pair(rows: Sequence[Sequence[Word]]) -> bool:
    if len(rows) != 2:
        return False
    pair = f"{rows[0][-1].text} {rows[1][0].text}"
    return any(pair in line.text for line in tables.section(_FILE, "pairs").lines)


def is_thing(words: Sequence[Word]) -> bool:
    """Whether it names something that can be remembered."""
    return bool(words) and len(words) <= LONGEST and not all(word.text in _NOT_THINGS for word in words)


def value_of(text: str, words: Sequence[Word]) -> str:
    """The thing as it is written."""
    return " ".join(said(text, words).split()).strip(" ,.;:!?\"'“”()")


@cache
def _topics() -> Mapping[str, str]:
    made: dict[str, str] = {}
    for line in tables.section("topics.txt", "topics").lines:
        topic, names = line.parts(least=2, of="sides", by=":")
        for name in names.split():
            made.setdefault(name, topic)
    return made


def topic_of(value: str) -> str:
    """What a value is plainly about; nothing where it does not say.

    >>> topic_of("window seats"), topic_of("oat milk"), topic_of("crowded places")
    ('seat', 'drink', '')
    """
    words = value.lower().replace("-", " ").split()
    known = _topics()
    for word in reversed(words[:8]):
        if word in known:
            return known[word]
    for word in reversed(words[:4]):
        kinds = hypernyms(stem(word))
        found = next((known[kind] for kind in sorted(kinds) if kind in known), "")
        if found:
            return found
    return ""
