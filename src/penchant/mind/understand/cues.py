"""The turns of phrase that say how somebody feels about what they name, as tables.

Each table lists phrases, parted by semicolons, as they read once contractions are opened and fillers are gone.
``/`` parts words that may stand in the same place, ``~`` asks for every form of those verbs, ``$`` for the end of the
clause. A phrase carries one or more letters:

======  ===============================================================================================
W V A   the thing named *after* it is wanted, avoided, accepted; ``w`` is a verb that only leads to it
+ - =   the thing named *before* it is wanted, avoided, accepted; ``E`` says what it does to the person
N       negation: turns the next of the above round
T Q K   "than", "as good as", "swap": the thing after it stands against the thing before it
C P O   taste has changed; it was so in the past; it is so only this once
X F     what is named comes first; what is named is a fallback
B       it has been had already
S I     the person takes back what they just said; the person has no preference
Y Z H   yes; no; thanks
D       means nothing here, though its words would
======  ===============================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from penchant.english import verb_forms
from penchant.mind.understand.mood_cues import MOOD_CUES
from penchant.mind.understand.stance_cues import STANCE_CUES
from penchant.mind.understand.tokens import PAUSES
from penchant.mind.understand.words import FILLERS, one_of

Phrase = tuple[str, ...]


def _spell_out(phrase: str) -> list[Phrase]:
    slots = []
    for slot in phrase.split():
        words: list[str] = []
        every = slot.endswith("~")
        for word in slot.rstrip("~").split("/"):
            words += verb_forms(word) if every else [word]
        slots.append(words)
    return [tuple(words) for words in product(*slots)]


MOODS = frozenset("YZHI")
"""The letters that mean something only where nothing is named."""
_NO_MOODS = {ord(mood): None for mood in MOODS}


class Cue(NamedTuple):
    """A phrase of the book: its words, whether it must end the clause, and its letters."""

    words: Phrase
    must_end: bool
    marks: str

    def begins(self, row: Sequence[object], at: int) -> bool:
        """Whether its words stand in the row from here on."""
        return tuple(row[at : at + len(self.words)]) == self.words


@lru_cache(maxsize=2)
def phrase_book(*, naming: bool) -> dict[Phrase, list[Cue]]:
    """Phrases by their first two words (or their only one), the longest first.

    For a clause that names something (``naming``) the moods are left out.
    """
    book: dict[Phrase, list[Cue]] = {}
    if naming:
        for begin, cues in phrase_book(naming=False).items():
            stances = [cue._replace(marks=marks) for cue in cues if (marks := cue.marks.translate(_NO_MOODS))]
            if stances:
                book[begin] = stances
        return book
    letters: dict[Phrase, str] = {}
    for marks, table in (*STANCE_CUES, *MOOD_CUES):
        for phrase in table.split(";"):
            for spelled in _spell_out(phrase):
                known = letters.get(spelled, "")
                letters[spelled] = known + "".join(mark for mark in marks if mark not in known)
    for spelled in sorted(letters, key=lambda phrase: (len(phrase), phrase[-1].endswith("$")), reverse=True):
        *most, last = spelled
        words = (*most, last.rstrip("$"))
        book.setdefault(words[:2], []).append(Cue(words, last.endswith("$"), letters[spelled]))
    return book


@lru_cache(maxsize=1)
def vocabulary() -> frozenset[str]:
    """Every word the phrases are made of; none of them is a slip of the keyboard."""
    return frozenset(word for cues in phrase_book(naming=False).values() for cue in cues for word in cue.words)


_PRONOUNS = one_of("it them that this those these they")


@lru_cache(maxsize=1)
def _idioms() -> dict[Phrase, list[tuple[Cue, bool]]]:
    """Phrases that are more than their words, by the first two of these, and whether each is an aside.

    An aside means nothing; the others hold a word that would else be passed over, or a pronoun that points at nothing.
    """
    named, found = phrase_book(naming=True), dict[Phrase, list[tuple[Cue, bool]]]()
    for begin, cues in phrase_book(naming=False).items():
        stances = {cue.words: cue.marks for cue in named.get(begin, ())}
        for cue in cues:
            words = cue.words
            aside = stances.get(words) == "D" and len(words) > 2
            filled = len(words) > 1 and not FILLERS.isdisjoint(words)
            pointing = words in stances and not _PRONOUNS.isdisjoint(words[1:-1])
            if aside or filled or pointing:
                found.setdefault(begin, []).append((cue, aside))
    return found


def find_idioms(tokens: Sequence[str]) -> dict[int, tuple[int, bool]]:
    """Where an idiom can begin: how many words the longest has, and whether it is a mere aside."""
    book, found = _idioms(), dict[int, tuple[int, bool]]()
    for at in [at for at, pair in enumerate(pairwise(tokens)) if pair in book]:
        for cue, aside in book[tokens[at], tokens[at + 1]]:
            end = at + len(cue.words)
            if cue.begins(tokens, at) and not (cue.must_end and end < len(tokens) and tokens[end] not in PAUSES):
                found[at] = (len(cue.words), aside)
                break
    return found


def match(row: Sequence[object], at: int, *, naming: bool) -> tuple[int, str]:
    """How many words the longest phrase that begins here has, and its letters; 0 where none begins."""
    book = phrase_book(naming=naming)
    first = row[at] if at < len(row) else None
    second = row[at + 1] if at + 1 < len(row) else None
    if not isinstance(first, str):
        return 0, ""
    longer = book.get((first, second), ()) if isinstance(second, str) else ()
    for cue in (*longer, *book.get((first,), ())):
        if cue.begins(row, at) and not (cue.must_end and at + len(cue.words) < len(row)):
            return len(cue.words), cue.marks
    return 0, ""


GOOD_EFFECTS = one_of(
    """
    happiest happy happier calm calmer relaxed smile smiling laugh better good great cozy warm warmer strong stronger
    focused energy energetic alert awake comfort comfortable joy peace nostalgic hungry refreshed cheerful lively boost
    lift life confidence confident cool cosy ease relax alive fresh rested productive home pleasure strength cheer hope
    healthy healthier human special safe stylish pretty beautiful pumped motivated
    """
)
"""What may follow "makes me" and still be praise."""
