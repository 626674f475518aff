"""Finding quotations of the agent's texts in what a person says, and cutting out all that is no news.

What else is no news has modules of its own: sentences in built-in words (`templates`), conversations that are sent
along (`conversation`), and what is told about the agent's notes (`reported`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from penchant.domain import Preference, PreferenceId
from penchant.mind.quotations.conversation import last_message, last_turn
from penchant.mind.quotations.marks import cut, without_marks
from penchant.mind.quotations.reported import without_reports
from penchant.mind.quotations.templates import RUN, framed
from penchant.mind.understand.words import CONTRACTED, sentence_places
from penchant.remembering import remembered

OWN = 3
"""So many of them are wording of the agent's: names of options, and words that only join them, are anybody's."""

_QUOTED = re.compile(r"“[^”]*”")
_JOINING = frozenset(("a", "an", "the", "or", "and", "of", "to", "at", "on", "in", "one", "others", "rather", "than"))


@dataclass(frozen=True, slots=True)
class _Text:
    """One thing the agent said, in words."""

    text: str
    words: tuple[str, ...]
    own: tuple[bool, ...]  # whether it is wording of the agent's, and not a word that joins or that it quotes
    first: tuple[bool, ...]  # whether a question begins here
    asks: tuple[bool, ...]  # whether the word stands in a question


Quoting = Callable[[Set[str]], Iterable[str]]
"""Finds what else the agent said or knows that has one of these runs of words."""


def fresh(
    words: str, said: Iterable[str], names: Sequence[str] = (), *, person: str = "me", known: Quoting | None = None
) -> str:
    r"""The words without what the agent said; ``names`` are of what is on offer, which anybody may say.

    Nor is what was said before news, or what is told about the agent's notes. ``known`` is asked only where the words
    are enough for a quotation.

    >>> question = "Which would you like: black coffee or herbal tea?"
    >>> fresh(f"> {question}\nherbal tea", [question], ["black coffee", "herbal tea"])
    'herbal tea'
    >>> fresh("black coffee or herbal tea", [question], ["black coffee", "herbal tea"])
    'black coffee or herbal tea'
    """
    if '"role"' in words:
        words = last_message(words)
    heard = _words(words)
    cuts = _quoted(words, heard, said, names, person, known)
    left = cut(words, cuts) if cuts else words
    left = without_reports(last_turn(left, person), heard)
    return words if left == words else without_marks(left)


def _quoted(
    words: str,
    heard: tuple[str, ...],
    said: Iterable[str],
    names: Sequence[str],
    person: str,
    known: Quoting | None,
) -> list[tuple[int, int]]:
    """Where the words are what the agent said or knows."""
    anybodys = _anybodys(tuple(names))
    runs = {" ".join(run) for run in _stretches(heard) if not anybodys.issuperset(run)}  # a quotation has one of these
    if not runs:
        return []
    cuts = framed(words, runs, person)
    hits = [text for text in said if not runs_of(text).isdisjoint(runs)]
    if known is not None:
        hits += known(runs)
    if hits:  # as hardly ever, and sooner known than where each word stands
        found = list(CONTRACTED.finditer(words))
        for text in dict.fromkeys(hits):
            places = _quotations(heard, _text(text), anybodys)
            cuts += [(found[start].start(), found[end - 1].end()) for start, end in places]
    return cuts


@remembered(256)
def _anybodys(names: tuple[str, ...]) -> frozenset[str]:
    """The words that are nobody's own: those of names, and those that join them."""
    return _JOINING.union(*(CONTRACTED.findall(name.casefold()) for name in names))


def _words(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared, whatever their case and apostrophes."""
    return tuple("\n".join(CONTRACTED.findall(text)).casefold().replace("’", "'").split("\n"))


def _stretches(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """All that could be the beginning of a quotation."""
    return zip(*(words[start:] for start in range(RUN)), strict=False)


@remembered(1024)
def runs_of(text: str) -> frozenset[str]:
    """The stretches of a text; most texts are quoted by nobody."""
    return frozenset(map(" ".join, _stretches(_words(text))))


@remembered(1024)
def own_runs_of(text: str) -> frozenset[str]:
    """The same without the words that the text itself quotes, which are somebody else's."""
    return runs_of(_QUOTED.sub("\n", text))


MOST = 2_048
"""So many texts are taken in before beginning anew."""


class RunIndex:
    """Every run of words in the notes and sayings that were looked through so far.

    It only spares looking through them again: a run that is in none of them is in none of those at hand.
    """

    def __init__(self) -> None:
        self._noted: dict[PreferenceId, Preference] = {}
        self._said: set[str] = set()
        self._runs: set[str] = set()

    def may_be_in(
        self,
        runs: Set[str],
        beliefs: Sequence[Preference],
        note: Callable[[Preference], str],
        said: Sequence[str],
    ) -> bool:
        """Whether one of the runs may be in a note of these beliefs or in what was said."""
        if len(self._noted) + len(self._said) > MOST:
            self._noted, self._said, self._runs = {}, set(), set()
        noted, texts, known = self._noted, self._said, self._runs
        for belief in beliefs:
            if noted.get(belief.id) is not belief:
                known |= runs_of(note(belief))
                noted[belief.id] = belief
        for text in said:
            if text not in texts:
                known |= own_runs_of(text)
                texts.add(text)
        return not known.isdisjoint(runs)


@remembered(1024)
def _text(text: str) -> _Text:
    unquoted = _QUOTED.sub(lambda quoted: " " * len(quoted.group()), text)
    words, own, first, asks = [], [], [], []
    for begin, end in sentence_places(text):
        asking = text[begin:end].rstrip().endswith("?")
        for number, match in enumerate(CONTRACTED.finditer(text, begin, end)):
            word = match.group().casefold().replace("’", "'")
            words.append(word)
            own.append(word not in _JOINING and unquoted[match.start()] != " ")
            first.append(asking and number == 0)
            asks.append(asking)
    return _Text(text, tuple(words), tuple(own), tuple(first), tuple(asks))


def _quotations(heard: tuple[str, ...], text: _Text, anybodys: Set[str]) -> list[tuple[int, int]]:
    """The stretches of what was heard that are quoted from the text, as they follow each other."""
    found: list[tuple[int, int]] = []
    runs = runs_of(text.text)
    at = 0
    while at <= len(heard) - RUN:
        length, run = 0, heard[at : at + RUN]
        if " ".join(run) in runs:
            starts = [s for s, word in enumerate(text.words) if word == run[0] and text.words[s : s + RUN] == run]
            length = max((_length(heard, at, text, start, anybodys) for start in starts), default=0)
        if length:
            found.append((at, at + length))
        at += length or 1
    return found


def _length(heard: tuple[str, ...], at: int, text: _Text, start: int, anybodys: Set[str]) -> int:
    """How many words from here on are quoted from there on; 0 where they are too few or anybody's."""
    length = 0
    while (
        at + length < len(heard)
        and start + length < len(text.words)
        and heard[at + length] == text.words[start + length]
    ):
        length += 1
    stretch = slice(start, start + length)
    own = [word for word, its in zip(text.words[stretch], text.own[stretch], strict=True) if its]
    if length < RUN or sum(word not in anybodys for word in own) < OWN:
        return 0
    if all(text.asks[stretch]) and not any(text.first[stretch]):
        return 0  # who answers takes up the end of a question, never its beginning
    return length
