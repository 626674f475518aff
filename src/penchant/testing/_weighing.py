"""Checks of minds that look at a request: what is on offer, how likely each way is, what is the same matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penchant.domain import EpisodeId, PersonId, Preference, PreferenceId, Request, Stance
from penchant.mind.protocol import Held, Mind, Recalled, Scene
from penchant.testing._samples import moment, same, true

Make = Callable[[], Mind]

DRINK = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea", "orange juice"])
LAMP = Request("ana", "I want to read. Which lamp should I switch on?", ["desk lamp", "floor lamp"])
KEYS = Request("ana", "put the keys away, please", ["keys"], ["hall tray", "hook", "desk drawer"])

REQUESTS = (
    *(DRINK, LAMP, KEYS),
    Request("ana", "where do the keys go?", ["keys", "hall tray", "hook"]),
    Request("ana", "a drink", ["water"]),
    Request("ana", "", ["tea", "coffee"]),
    Request("ana", "anything at all", []),
    Request("ana", "tidy up", [], ["hall tray"]),
    Request("日本", "お茶をください 🍵 {0} %s \0", ["お茶", "café", "{x}", "it's", "a" * 300]),
    Request("ana", "tea " * 2_000, [f"tea number {n}" for n in range(40)]),
)
"""Plain ones, placements told in two ways, one thing, no words, no options, odd letters, far too much."""


def held(number: int, scene: Scene, value: str, *, stance: Stance = "wants", standing: float = 0.95) -> Held:
    """A belief about the matter of a scene."""
    offered = scene.places if scene.placing else scene.things
    preference = Preference(
        id=PreferenceId(number),
        person=PersonId("ana"),
        situation=scene.situation,
        topic=scene.topic,
        stance=stance,
        value=value,
        rather_than=tuple(name for name in offered if name != value) if stance == "wants" else (),
        confidence=0.92,
        words=f"the {value}, please",
        episode=EpisodeId(f"e{number}"),
        since=moment(number),
        confirmed=moment(number),
    )
    return Held(preference, standing)


def _recollections(mind: Mind) -> Iterator[Recalled]:
    drink, lamp, keys = (mind.survey(request) for request in (DRINK, LAMP, KEYS))
    one = held(1, drink, "herbal tea")
    yield Recalled()
    yield Recalled((one,), 0.5)
    yield Recalled((one, held(2, lamp, "floor lamp"), held(3, keys, "hook")), 0.9)
    yield Recalled((held(1, drink, "black coffee", stance="avoids"), held(2, drink, "orange juice", stance="accepts")))
    yield Recalled((held(1, drink, "herbal tea", standing=0.0), held(2, drink, "oat milk", standing=1.0)), 1.0)
    yield Recalled(tuple(held(n, lamp, "desk lamp") for n in range(1, 65)), 0.7)


def a_survey_keeps_what_is_on_offer(make: Make) -> None:
    """Every option is a thing or a place, none is left out and none made up; places the caller names are places."""
    mind = make()
    for request in REQUESTS:
        scene = mind.survey(request)
        same({*scene.things, *scene.places}, {*request.options, *request.places}, f"what {request.text[:40]!r} offers")
        true({*request.places} <= {*scene.places}, f"the places of {request.text[:40]!r} should stay places")
        true(isinstance(scene.situation, str) and isinstance(scene.topic, str), "situation and topic are texts")


def ways_are_made_of_what_is_on_offer(make: Make) -> None:
    """Every way to act names things and places in sight, no way comes twice, and where something is, there is a way."""
    mind = make()
    for request in REQUESTS:
        scene, offered = mind.survey(request), {*request.options, *request.places}
        for recalled in _recollections(mind):
            actions = [way.action for way in mind.weigh(request, scene, recalled)]
            named = {name for action in actions for name in (action.thing, action.place) if name is not None}
            true(named <= offered, f"ways for {request.text[:40]!r} should use what is on offer, not {named - offered}")
            same(len({*actions}), len(actions), f"how many different ways there are for {request.text[:40]!r}")
            true(bool(actions) or not (scene.places if scene.placing else scene.things), "there should be a way to act")


def likelihoods_are_shares_of_one(make: Make) -> None:
    """Each lies between 0 and 1, the likeliest comes first, and together they are at most 1."""
    mind = make()
    for request in REQUESTS:
        scene = mind.survey(request)
        for recalled in _recollections(mind):
            shares = [way.likelihood for way in mind.weigh(request, scene, recalled)]
            what = f"the likelihoods for {request.text[:40]!r}"
            true(all(0 <= share <= 1 + 1e-9 for share in shares), f"{what} should lie between 0 and 1: {shares}")
            true(sum(shares) <= 1 + 1e-6, f"{what} should add up to at most 1, not {sum(shares)}")
            same(shares, sorted(shares, reverse=True), f"{what}, likeliest first")


def every_belief_has_its_say(make: Make) -> None:
    """With each way comes one number a belief, in the order of the beliefs, and so it is for the same matter."""
    mind = make()
    for request in REQUESTS:
        scene = mind.survey(request)
        for recalled in _recollections(mind):
            count = len(recalled.beliefs)
            for way in mind.weigh(request, scene, recalled):
                same(len(way.support), count, f"how many beliefs support {way.action}")
            matter = mind.same_matter(request, scene, recalled)
            same(len(matter), count, f"how many beliefs are compared with {request.text[:40]!r}")
            true(all(0 <= sure <= 1 for sure in matter), f"the same matter is told from 0 to 1, not {matter}")


def a_belief_about_this_very_request_decides(make: Make) -> None:
    """What was wanted when the same was asked with the same on offer is likeliest now, whatever else is believed."""
    mind = make()
    drink, lamp = mind.survey(DRINK), mind.survey(LAMP)
    for value in DRINK.options:
        recalled = Recalled((held(1, lamp, "floor lamp"), held(2, drink, value)), 0.9)
        same(mind.weigh(DRINK, drink, recalled)[0].action.thing, value, f"the likeliest once {value} was wanted")


def a_matter_is_nearest_to_itself(make: Make) -> None:
    """A belief about this very request is more surely the same matter than one about something else."""
    mind = make()
    drink, lamp = mind.survey(DRINK), mind.survey(LAMP)
    other, own = mind.same_matter(DRINK, drink, Recalled((held(1, lamp, "floor lamp"), held(2, drink, "herbal tea"))))
    true(own > other, f"the same request again is surer ({own}) to be the same matter than another ({other})")


CHECKS = (
    a_survey_keeps_what_is_on_offer,
    ways_are_made_of_what_is_on_offer,
    likelihoods_are_shares_of_one,
    every_belief_has_its_say,
    a_belief_about_this_very_request_decides,
    a_matter_is_nearest_to_itself,
)
