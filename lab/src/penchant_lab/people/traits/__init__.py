"""What makes people less than ideal, a trait in a file each; a style composes them.

A trait is a class whose parameters are the keys of its section in a style file, and which wraps a character: what it
does with somebody's words is seen in its file and nowhere else. Other packages add theirs under the entry points
``penchant.traits``.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib.metadata import entry_points

from penchant.errors import BadInput
from penchant_lab.people.traits.drift import Drift
from penchant_lab.people.traits.feedback import FeedbackQuality
from penchant_lab.people.traits.patience import Patience
from penchant_lab.people.traits.protocol import (
    Changing,
    Remembering,
    TaskTime,
    Trait,
    TraitMaker,
    layers,
    remember,
    remembered,
)
from penchant_lab.people.traits.trust import TrustInAgent

TRAITS: Mapping[str, TraitMaker] = {
    "drift": Drift,
    "feedback": FeedbackQuality,
    "trust": TrustInAgent,
    "patience": Patience,
}
"""Those of the house. One that stands earlier is nearer to the person: the later ones hear what it makes of them."""

__all__ = [
    "TRAITS",
    "Changing",
    "Drift",
    "FeedbackQuality",
    "Patience",
    "Remembering",
    "TaskTime",
    "Trait",
    "TraitMaker",
    "TrustInAgent",
    "layers",
    "remember",
    "remembered",
    "trait_named",
]


def trait_named(name: str) -> TraitMaker:
    """The trait of that name, ours or another package's; a mistyped one gets the nearest that exists."""
    if name in TRAITS:
        return TRAITS[name]
    others = {point.name: point for point in entry_points(group="penchant.traits")}
    if name not in others:
        known = list(dict.fromkeys((*TRAITS, *others)))
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise BadInput(f"No trait is called {name!r}.{hint} There are: {', '.join(known)}.")
    try:
        made: TraitMaker = others[name].load()
    except Exception as error:  # whatever a package does when it is imported
        raise BadInput(f"The trait {name!r} ({others[name].value}) cannot be loaded: {error}.") from error
    return made
