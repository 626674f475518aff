"""Where a text names an option: by its whole name, or by words of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from penchant.english import stem
from penchant.mind.understand.words import JOINERS, PAUSES, common, tokenise
from penchant.remembering import remembered


class Mention(NamedTuple):
    """Tokens ``start`` to ``end`` name these options, by number."""

    start: int
    end: int
    options: tuple[int, ...]
    full: bool  # by the whole name, or by more than one word of it

    @property
    def vague(self) -> bool:
        """Whether the words fit several options alike."""
        return len(self.options) > 1


class OptionIndex:
    """The options of one moment, with the numbers of those that have a word."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.number = {name: at for at, name in enumerate(names)}
        self.words = tuple(frozenset(stems_of(name)) for name in names)
        self._having: dict[str, set[int]] = {}
        for at, words in enumerate(self.words):
            for word in words:
                self._having.setdefault(word, set()).add(at)

    def having(self, word: str) -> set[int]:
        """The options that have this word, as a stem."""
        return self._having.get(word, set())


option_index = remembered(1_024)(OptionIndex)
"""The index of these options, built once."""


@remembered(4_096)
def stems_of(name: str) -> tuple[str, ...]:
    """The stems of a name's words, without those that only join them unless it has no others."""
    every = tuple(dict.fromkeys(stem(token) for token in tokenise(name) if token not in PAUSES))
    return tuple(word for word in every if word not in JOINERS) or every


def find_names(tokens: Sequence[str], index: OptionIndex) -> list[Mention]:
    """Every place that names an option, in the order of the text; no token is used twice.

    >>> index = option_index(("black coffee", "herbal tea"))
    >>> [(each.options, each.full) for each in find_names(tokenise("no coffee, the herbal tea"), index)]
    [((0,), False), ((1,), True)]
    """
    stems = [stem(token) for token in tokens]
    found: list[Mention] = []
    at = 0
    while at < len(stems):
        options = set() if tokens[at] in common() else index.having(stems[at])
        if not options:
            at += 1
            continue
        said, end = {stems[at]}, at + 1
        for ahead in range(at + 1, len(stems)):
            if further := options & index.having(stems[ahead]):
                said.add(stems[ahead])
                options, end = further, ahead + 1
            elif tokens[ahead] not in JOINERS:
                break
        whole = {option for option in options if index.words[option] <= said}
        found.append(Mention(at, end, tuple(sorted(whole or options)), bool(whole) or len(said) > 1))
        at = end
    return found


def named_in(words: str, options: Sequence[str]) -> frozenset[str]:
    """The options that the words name, whatever they say of them.

    >>> sorted(named_in("my sister loves tea", ("black coffee", "herbal tea")))
    ['herbal tea']
    """
    index = option_index(tuple(dict.fromkeys(options)))
    return frozenset(index.names[at] for mention in find_names(tokenise(words), index) for at in mention.options)
