"""From what stands about each option to the reading, and to whether the agent's choice was right."""

from __future__ import annotations

from penchant.domain import Reading, Verdict
from penchant.english import stem
from penchant.mind.lexicon import is_place
from penchant.mind.understand.options import OptionIndex
from penchant.mind.understand.plain import Stances
from penchant.mind.understand.references import Surroundings


def conclude(said: Stances, shelf: OptionIndex, around: Surroundings, unlisted: tuple[str, ...]) -> Reading:
    """The reading, in the options' names and order."""
    wants, accepts, avoids = said.of("wants"), said.of("accepts"), said.of("avoids")
    chosen = set(around.acted)
    displaced = _displaced(wants, shelf, around, said)
    if displaced:
        wants -= {option for option in chosen & wants if option in displaced or option not in said.named}
    if not wants and not chosen & accepts and said.whole:
        displaced = _displaced_by_names(unlisted, around)
    if said.whole or not said.concedes:
        avoids |= displaced - wants - accepts
    places = set(around.acted_places)
    if len(chosen) > 1 and places & avoids:  # "it will melt there" is said against the place
        avoids -= {option for option in chosen - places if option in said.stances and option not in said.named}
    verdict: Verdict = "unclear"
    if chosen & avoids or displaced:
        verdict = "wrong"
    elif chosen & (wants | accepts if said.whole else wants if not said.concedes else set()):
        verdict = "right"

    def named(options: set[int]) -> tuple[str, ...]:
        return tuple(shelf.names[option] for option in sorted(options))

    return Reading(named(wants), named(accepts), named(avoids), False, verdict, unlisted)


def _displaced(wants: set[int], shelf: OptionIndex, around: Surroundings, said: Stances) -> set[int]:
    """Those of the chosen that make way for what is wanted: a place for a place, a thing for a thing."""
    chosen = set(around.acted)
    wanted = wants - chosen
    if not chosen or not wanted:
        return set()
    if len(chosen) > 1:
        places = set(around.acted_places)
        placed = wanted & said.placed
        for_places = placed | {option for option in wanted if _is_place(option, places, shelf)}
        return (places if for_places else set()) | (chosen - places if wanted - for_places else set())
    if wants & chosen & said.named:
        return set()
    things = not chosen & shelf.places
    somewhere = wanted <= shelf.places & said.placed
    return set() if things and somewhere else chosen  # "put it on the shelf" finds no fault with what was brought


def _displaced_by_names(unlisted: tuple[str, ...], around: Surroundings) -> set[int]:
    """The same for things that are wanted but not on offer."""
    chosen, places = set(around.acted), set(around.acted_places)
    if len(chosen) == 1 or not unlisted:
        return chosen if unlisted else set()
    for_places = any(is_place(stem(name.split()[-1])) for name in unlisted)
    return places if for_places else chosen - places


def _is_place(option: int, places: set[int], shelf: OptionIndex) -> bool:
    heads = {shelf.entries[place].head for place in places}
    return option in shelf.places or shelf.entries[option].head in heads
