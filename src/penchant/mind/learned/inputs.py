"""One moment as the numbers the encoder reads; training and reading share this, so that both see the same.

A moment is one sequence: what was said, what was said before it, and every option, so that an option is read beside
the others. Positions start over at each option, and an option carries its place in the list ("the second one") and
whether it was acted on ("that one") as numbers of their own instead of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Saying

WORDS_READ = 72
"""Word pieces of what was said: of a longer text, the beginning and the end."""

BEFORE_READ = 40
"""Word pieces of what was said before: of a longer text, the end."""

OPTION_READ = 28
"""Word pieces of an option: of a longer name, the beginning."""

ANSWER_READ = 100
"""The same of an option that is a whole answer: its beginning and its end."""

OPTIONS_AT_ONCE = 14
"""More options are read in several sequences: the encoder was taught with about so many."""

CHARACTERS_READ = 2_000
"""No text is cut into word pieces beyond this many characters (from either end, of what was said)."""

FIRST_POSITION_OF_OPTION = 120
CLS, SEP, MARK = 101, 102, 103  # of the vocabulary of BERT, uncased; [MASK] opens an option
ROLES = 10
"""Words, what was said before; an option, the last one; an option that was acted on, and one that is the last too; and
what is read for another end: talk in which stretches are marked, a text that is made a vector, a saying with a request,
and the option held against them."""

MARKED_ROLE, VECTOR_ROLE, SAYING_ROLE, HELD_ROLE = 6, 7, 8, 9

POSITIONS = 288
"""Word pieces of the longest sequence: a saying, a request and a whole answer."""

TALK_READ = 158
"""Word pieces of talk that are marked at once."""

TEXT_READ = 126
"""Word pieces of a text that becomes a vector: of a longer text, the beginning and the end."""

PLACES = 14
"""0 for what is no option, 1 to 12 for the first twelve options, 13 for all later ones."""

Ints = NDArray[np.int64]

_WORD = re.compile(r"[A-Za-z]{4,}")


SAID_READ, ASKED_READ, TOOK_READ, PASSED_READ = 64, 24, 20, 28
"""Word pieces of a saying: of its words, of the request it was said about, of what was taken then, and passed over."""

ASKED, TOOK, PASSED, NOW = 1, 2, 3, 4  # pieces of the vocabulary that stand for no word


class Pieces(Protocol):
    """Cuts a text into the numbers of its word pieces."""

    def __call__(self, text: str, /) -> list[int]:
        """The numbers, without any that open or close the text."""
        ...


@dataclass(frozen=True, slots=True)
class Sequences:
    """What the encoder reads of one moment: a row of four numbers a piece, and where the options begin."""

    rows: Ints  # four by length: piece, position, role, place
    marks: Ints  # the index of the piece that opens each option

    @property
    def spoken(self) -> Ints:
        """The pieces that speak: the first, for the moment as a whole, and the mark of each option."""
        return np.concatenate([np.zeros(1, dtype=np.int64), self.marks])


def sequence(
    words: Sequence[int],
    before: Sequence[int],
    options: Sequence[Sequence[int]],
    acted: Sequence[bool],
    first: int = 0,
    more: bool = False,
    option_read: int = OPTION_READ,
    words_read: int = WORDS_READ,
) -> Sequences:
    """The sequence of a moment, from the word pieces of its parts.

    ``first`` is the place of the first of these options in the whole list, and ``more`` tells that others follow.
    """
    pieces = [CLS, *_both_ends(words, words_read), SEP]
    roles = [0] * len(pieces)
    if before:
        pieces += [*before[-BEFORE_READ:], SEP]
        roles += [1] * (len(pieces) - len(roles))
    positions = list(range(len(pieces)))
    places = [0] * len(pieces)
    marks = []
    for index, option in enumerate(options):
        cut = option[:option_read] if option_read <= OPTION_READ else _both_ends(option, option_read)
        marks.append(len(pieces))
        pieces += [MARK, *cut]
        length = len(cut) + 1
        positions += range(FIRST_POSITION_OF_OPTION, FIRST_POSITION_OF_OPTION + length)
        last = index == len(options) - 1 and not more
        roles += [2 + last + 2 * acted[index]] * length
        places += [min(first + index + 1, PLACES - 1)] * length
    return Sequences(np.array([pieces, positions, roles, places], dtype=np.int64), np.array(marks, dtype=np.int64))


def saying_pieces(saying: Saying, cut: Pieces) -> list[int]:
    """The word pieces of a saying, each part opened by a piece of its own."""
    found = [*_both_ends(cut(saying.words), SAID_READ)]
    if saying.asked:
        found += [ASKED, *cut(saying.asked)[:ASKED_READ]]
    if saying.took:
        found += [TOOK, *cut(saying.took)[:TOOK_READ]]
    if saying.passed:
        found += [PASSED, *cut("; ".join(saying.passed[:6]))[:PASSED_READ]]
    return [*found, NOW] if saying.now else found


def alone(saying: Sequence[int], request: Sequence[int], option: Sequence[int], read: int = OPTION_READ) -> Sequences:
    """A saying, a request and one option, one behind the other, from their word pieces."""
    cut = option[:read] if read <= OPTION_READ else _both_ends(option, read)
    pieces = [CLS, *saying, SEP, *request[-BEFORE_READ:], SEP, *cut, SEP]
    rows = np.zeros((4, len(pieces)), dtype=np.int64)
    rows[0], rows[1], rows[2] = pieces, range(len(pieces)), SAYING_ROLE
    rows[2, len(pieces) - len(cut) - 1 :] = HELD_ROLE
    return Sequences(rows, np.zeros(1, dtype=np.int64))


def talk(pieces: Sequence[int], before: Sequence[int] = ()) -> Sequences:
    """A message whose stretches are marked, and what was said before it."""
    said = pieces[:TALK_READ]
    row = [CLS, *said, SEP, *([*before[-BEFORE_READ:], SEP] if before else [])]
    rows = np.zeros((4, len(row)), dtype=np.int64)
    rows[0], rows[1], rows[2] = row, range(len(row)), MARKED_ROLE
    rows[2, len(said) + 2 :] = 1
    return Sequences(rows, np.arange(1, len(said) + 1))


def one_text(pieces: Sequence[int]) -> Sequences:
    """A text that is to become a vector, which stands at its first piece."""
    row = [CLS, *_both_ends(pieces, TEXT_READ), SEP]
    rows = np.zeros((4, len(row)), dtype=np.int64)
    rows[0], rows[1], rows[2] = row, range(len(row)), VECTOR_ROLE
    return Sequences(rows, np.zeros(1, dtype=np.int64))


def mended(words: str, options: Sequence[str], is_word: Callable[[str], bool]) -> str:
    """The words with slips of the finger mended where an option has the word that was meant.

    A text is cut into word pieces, and "waetr" shares none with "water". Only what is no word (``is_word``) is mended.

    >>> mended("the lemon waetr, on the tale", ["lemon water", "table"], {"the", "on", "tale", "lemon"}.__contains__)
    'the lemon water, on the tale'
    """
    if len(words) > CHARACTERS_READ:
        return words
    odd = [found for found in _WORD.finditer(words) if not is_word(found.group().lower())]
    if not odd:
        return words
    known = sorted({word for name in options for word in _WORD.findall(name.lower())})
    if any(found.group().lower() not in known for found in odd):
        for found in reversed(odd):
            slipped = found.group().lower()
            meant = [] if slipped in known else [word for word in known if is_slip(slipped, word)]
            if len(meant) == 1:
                words = words[: found.start()] + meant[0] + words[found.end() :]
    return words


def is_slip(one: str, other: str) -> bool:
    """Whether two texts differ by one letter that was left out, doubled, changed or swapped; two of long words.

    >>> is_slip("waetr", "water"), is_slip("shef", "shelf"), is_slip("shef", "chef"), is_slip("nighastnd", "nightstand")
    (True, True, False, True)
    """
    if one[0] != other[0] or abs(len(one) - len(other)) > 2:
        return False
    allowed = 2 if len(other) > 7 else 1
    rows = [list(range(len(other) + 1))]
    for at, letter in enumerate(one, start=1):
        row = [at]
        for to, wanted in enumerate(other, start=1):
            best = min(rows[-1][to] + 1, row[-1] + 1, rows[-1][to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                best = min(best, rows[-2][to - 2] + 1)
            row.append(best)
        if min(row) > allowed:
            return False
        rows.append(row)
    return rows[-1][-1] <= allowed


def clipped(text: str) -> str:
    """The text, or of a very long one its beginning and its end, without what is no character."""
    if len(text) > CHARACTERS_READ:
        half = CHARACTERS_READ // 2
        text = f"{text[:half]} {text[-half:]}"
    return text.encode("utf-8", "replace").decode("utf-8")


def _both_ends(pieces: Sequence[int], most: int) -> Sequence[int]:
    if len(pieces) <= most:
        return pieces
    half = most // 2
    return [*pieces[:half], *pieces[-half:]]
