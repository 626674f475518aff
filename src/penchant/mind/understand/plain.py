"""How sure the reader can be of itself: whether a text is made of nothing but names, turns of phrase and small words.

Such a text leaves nothing to guess at. Anything that may turn it round, hang it on a condition or say it with a smile
makes it one that somebody with more sense of language should look at, where there is such a one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from penchant.domain import Reading
from penchant.mind.lexicon import PLACE_NOUNS
from penchant.mind.understand.clauses import KEPT, Clause, Row
from penchant.mind.understand.hearsay import KIN
from penchant.mind.understand.judge import Said
from penchant.mind.understand.words import ARTICLES, COMMON, FILLERS, GENERIC, one_of

LONG = 45
"""A text of more words and marks than this is never plain."""

_SMALL = COMMON | ARTICLES | FILLERS | GENERIC | one_of("am is are be will would could yes no ok please thanks")
_CONDITIONS = one_of("if unless when whenever while except otherwise before after during until")
_HABITS = one_of(
    """
    usually normally sometimes often mostly mornings morning evening evenings afternoon night nights weekend weekends
    winter summer sunday monday weekdays breakfast lunch dinner today tonight once work home office school
    again another yet needed supposed something anything somewhere funny joking kidding brilliant marvellous fantastic
    charming wow oh yay hooray whoopee clearly obviously
    """
)
"""Words that often hang a wish on an occasion, or that a smile goes with."""
_COUNTS = one_of("either both two")


def is_plain(words: Sequence[str], rows: Sequence[Row], statements: Sequence[Said], reading: Reading) -> bool:
    """Whether the reading of these clauses leaves no room for another."""
    if len(words) > LONG or not (reading.wants or reading.accepts or reading.avoids):
        return False
    if not _HABITS.isdisjoint(words) or not _CONDITIONS.isdisjoint(words) or not KIN.isdisjoint(words):
        return False
    if not _COUNTS.isdisjoint(words) and any(row.clause.names for row in rows if len(row.clause.nodes) > 1):
        return False  # "that or folk, both are fine"
    if any(row.clause.asks or not _is_understood(row.clause) for row in rows):
        return False
    if any(mention.loose or mention.vague for row in rows for mention in row.mentions):
        return False
    return all(said.firm and not said.theirs and not said.mere for said in statements)


@lru_cache(maxsize=KEPT)
def _is_understood(clause: Clause) -> bool:
    """Whether every word of it that is no mention is a cue, a small word or a place."""
    return all(
        node.mention is not None or node.marks or node.text in _SMALL or node.text in PLACE_NOUNS
        for node in clause.nodes
    )
