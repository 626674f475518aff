"""How people put it: requests to bring, and requests to put away."""

from __future__ import annotations

from random import Random

from penchant.english import in_number
from penchant_lab.suites.household.content import Name, ThingKind, household


def bring(rng: Random, kind: ThingKind) -> str:
    """Ask for something of a kind, without saying which."""
    shapes = household().bring
    choice = int(rng.random() * (len(shapes) + len(kind.what)))
    if choice >= len(shapes):
        return kind.what[choice - len(shapes)]
    return shapes[choice].format(kind.asks[int(rng.random() * len(kind.asks))])


def put(rng: Random, thing: Name) -> str:
    """Ask for a thing to be put away, without saying where."""
    shapes = household().put
    words = in_number(plural=not thing.single)
    gaps = {"these": words["this"], "them": words["them"], "they": f"{words['it']} {words['belongs']}"}
    return shapes[int(rng.random() * len(shapes))].format(thing=thing.bare, **gaps)


def request(rng: Random, says: str, ask: str) -> str:
    """Join the moment and the wish, mostly in that order."""
    return f"{ask} {says}" if rng.random() < 0.2 else f"{says} {ask}"
