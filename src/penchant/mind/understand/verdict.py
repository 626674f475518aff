"""From what stands about each option to the reading, and to whether the agent's choice was right."""

from __future__ import annotations

from penchant.domain import Reading, Verdict
from penchant.english import stem
from penchant.mind.lexicon import is_place
from penchant.mind.understand.options import OptionIndex
from penchant.mind.understand.references import Surroundings
from penchant.mind.understand.stances import Stances


def conclude(stances: Stances, shelf: OptionIndex, around: Surroundings, unlisted: tuple[str, ...]) -> Reading:
    """The reading, in the options' names and order."""
    wants, accepts, avoids = stances.of("wants"), stances.of("accepts"), stances.of("avoids")
    chosen = set(around.acted)
    displaced = _displaced(wants, shelf, around, stances)
    if displaced:
        wants -= {option for option in chosen & wants if option in displaced or not stances.stands_apart(option)}
    if not wants and not chosen & accepts:
        displaced = _displaced_by_names(unlisted, around)
    avoids |= displaced - wants - accepts
    places = set(around.acted_places)
    if len(chosen) > 1 and places & avoids:  # "it will melt there" is said against the place
        avoids -= {option for option in chosen - places if option in stances.by_option and not stances.by_name(option)}
    verdict: Verdict = "unclear"
    if chosen & avoids or displaced:
        verdict = "wrong"
    elif chosen & (wants | accepts):
        verdict = "right"

    def named(options: set[int]) -> tuple[str, ...]:
        return tuple(shelf.names[option] for option in sorted(options))

    changed = stances.changed and bool(wants or accepts or avoids or unlisted)
    return Reading(named(wants), named(accepts), named(avoids), changed, verdict, unlisted)


def _displaced(wants: set[int], shelf: OptionIndex, around: Surroundings, stances: Stances) -> set[int]:
    """Those of the chosen that make way for what is wanted: a place for a place, a thing for a thing."""
    chosen = set(around.acted)
    wanted = wants - chosen
    if not chosen or not wanted:
        return set()
    if len(chosen) > 1:
        places = set(around.acted_places)
        placed = {option for option in wanted if stances.by_option[option].mention.placed}
        for_places = placed | {option for option in wanted if _is_place(option, places, shelf)}
        return (places if for_places else set()) | (chosen - places if wanted - for_places else set())
    cued = any(not stances.by_option[option].passing for option in wanted)
    if any(stances.by_name(option) and not (cued and stances.by_option[option].passing) for option in wants & chosen):
        return set()
    things = not chosen & shelf.places
    somewhere = all(option in shelf.places and stances.by_option[option].mention.placed for option in wanted)
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
