"""What a reply takes up of what was asked: an option ("oat, dairy upsets my stomach"), or the asking itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from penchant.mind.learned.reader import ALL_READ
from penchant.mind.understand import tables
from penchant.mind.understand.words import sentence_places, words_in
from penchant.remembering import remembered

_FILE = "understand/turns.txt"
_FIRST_PART = re.compile(r"(?:(?! -+ )[^.,;:!?\n–—]){1,80}")
_CORRECTS = re.compile(r"\W*(?:(?:oh|sorry|no|nope|nah|wait)\b\W+)+", re.IGNORECASE)
_LONGEST = 5
"""The first part of an answer that has more words is more than a name."""


class Named(NamedTuple):
    """The option that words begin by naming, the part of them that does, and what follows."""

    option: str
    part: str
    rest: str

    def turned_down(self, *, avoided: bool) -> bool:
        """Whether what follows is said of the name, and not of something else; ``avoided`` is how the whole is read.

        >>> stew = [Named("beef stew", "stew", rest) for rest in ("? God no.", ", hate it", ", rice upsets me", "")]
        >>> [each.turned_down(avoided=True) for each in stew]
        [True, True, False, False]
        """
        follows = _FIRST_PART.search(self.rest.lstrip(" .,;:!?\n–—-"))
        if follows is None or self.rest[0] == "?" or not avoided:
            return follows is not None and self.rest[0] == "?"
        return len(words_in(follows.group())) == 1 or tables.patterns(_FILE, "of the name").are_in(follows.group())


def named_first(words: str, options: Sequence[str]) -> Named | None:
    """The option that an answer begins by naming, in full or in words that no other has, whatever it says of it.

    >>> named_first("oat, dairy upsets my stomach", ("whole milk", "oat milk"))
    Named(option='oat milk', part='oat', rest=', dairy upsets my stomach')
    """
    words = words.strip()
    first = _FIRST_PART.match(words)
    if first is None or len(options) > ALL_READ or len(said := words_in(first.group())) > _LONGEST:
        return None
    cut = [{*words_in(option)} for option in options]
    whole = [at for at, has in enumerate(cut) if has and has.issubset(said)]
    own = [at for at in whole if not any(cut[at] < cut[other] for other in whole)]
    if len(own) != 1:
        own = [at for at, has in enumerate(cut) if any(w in has for w in said if _tells(w, cut))]
    return Named(options[own[0]], first.group(), words[first.end() :]) if len(own) == 1 else None


def corrected_to(words: str, options: Sequence[str]) -> Named | None:
    """The option that a correction names behind its "no".

    >>> corrected_to("no, oat, please", ("whole milk", "oat milk"))
    Named(option='oat milk', part='oat', rest=', please')
    """
    begins = _CORRECTS.match(words)
    return None if begins is None else named_first(words[begins.end() :], options)


def titled(words: str, options: Sequence[str]) -> str | None:
    """The option that words name by what comes before the first comma of its name, and by nothing else.

    >>> titled("Hotel A.", ("Hotel A, 90, private bathroom", "Hotel C, 220"))
    'Hotel A, 90, private bathroom'
    """
    said = words.strip().rstrip(".!").casefold()
    found = [name for name in options[:ALL_READ] if "," in name and name.partition(",")[0].strip().casefold() == said]
    return found[0] if len(found) == 1 else None


@remembered(1024)
def names_any(question: str, answer: str) -> bool:
    """Whether an answer speaks of what was asked: in words of the question, or by yes, no, or which one.

    >>> [names_any("Which would you like: green tea or coffee?", words)
    ...  for words in ("The tea.", "The second one.", "Just do it, will you?", "")]
    [True, True, False, False]
    """
    asked = {*words_in(question)} - tables.words(_FILE, "frame")
    return not asked.isdisjoint(words_in(answer)) or tables.patterns(_FILE, "which").are_in(answer)


@remembered(1024)
def minds(words: str) -> bool:
    """Whether an answer speaks of being asked too much.

    >>> [minds(words) for words in ("The tea. You ask a lot.", "Thank you for asking! The tea.", "The tea.")]
    [True, False, False]
    """
    asking, too_much = tables.patterns(_FILE, "asking"), tables.patterns(_FILE, "too much")
    sentences = [words[start:end] for start, end in sentence_places(words)] if asking.are_in(words) else ()
    return any(asking.are_in(sentence) and too_much.are_in(sentence) for sentence in sentences)


def _tells(word: str, options: Sequence[set[str]]) -> bool:
    """Whether only one option has a word, and it is no small one."""
    return (len(word) > 2 or word.isdigit()) and sum(word in has for has in options) == 1
