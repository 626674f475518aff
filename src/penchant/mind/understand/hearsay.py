"""What somebody else likes, which is not what the person wants: "my sister loves coffee"."""

from __future__ import annotations

from functools import lru_cache

from penchant.mind.understand.clauses import KEPT, Clause
from penchant.mind.understand.words import one_of

KIN = one_of(
    """
    husband wife partner sister brother mum mom mother dad father friend friends kids children kid son daughter
    colleague colleagues coworker boss neighbor neighbors neighbour neighbours roommate flatmate boyfriend girlfriend
    aunt uncle grandma grandpa grandmother grandfather cousin
    """
)
ANYBODY = one_of("everyone everybody people others")
_LIKING = one_of(
    """
    love loves like likes liked prefer prefers hate hates adore adores enjoy enjoys drink drinks eat eats want wants
    use uses wear wears always swear swears go goes keep keeps have has say says
    """
)
_BETWEEN = one_of("here there always really usually all only too also both")


@lru_cache(maxsize=KEPT)
def is_hearsay(clause: Clause) -> bool:
    """Whether a clause tells what others like as they do anyway; "my sister would love it" may be said of a present."""
    texts = [node.text for node in clause.nodes if node.mention is None or node.mention.kind != "name"]
    while texts and texts[0] in {"but", "and", "well"}:
        texts = texts[1:]
    if texts[:1] and texts[0] in {"my", "our", "the"} and len(texts) > 1 and texts[1] in KIN:
        rest = texts[2:]
    elif texts[:1] and texts[0] in ANYBODY:
        rest = texts[1:]
    else:
        return False
    while rest and rest[0] in _BETWEEN:
        rest = rest[1:]
    return bool(rest) and rest[0].split()[0] in _LIKING
