from __future__ import annotations

from collections.abc import Sequence

import pytest

from penchant.domain import Request
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Scene
from penchant.mind.survey import PLACING, looks_like_a_place


def seen(mind: BuiltInMind, text: str, options: Sequence[str], places: Sequence[str] = ()) -> Scene:
    return mind.survey(Request("ana", text, options, places))


@pytest.mark.parametrize(
    "text",
    [
        "I'm so drowsy. Could you bring me something to drink?",
        "Something to drink, please.",
        "What should I drink?",
        "I'd love something to drink",
        "I could use something to drink!",
    ],
)
def test_fetching_has_things_and_no_places(mind: BuiltInMind, text: str) -> None:
    scene = seen(mind, text, ["tea", "coffee"])
    assert not scene.placing
    assert scene.things == ("tea", "coffee")
    assert scene.places == ()


@pytest.mark.parametrize(
    "text",
    [
        "Guests are coming. Could you put the crackers away?",
        "Where should the crackers go?",
        "Please store the crackers for me.",
        "Tidy the crackers away, please.",
        "Could you find a home for these crackers?",
    ],
)
def test_putting_away_has_a_thing_and_places(mind: BuiltInMind, text: str) -> None:
    scene = seen(mind, text, ["top shelf", "crackers", "low shelf"])
    assert scene.placing
    assert scene.things == ("crackers",)
    assert scene.places == ("top shelf", "low shelf")
    assert scene.topic == f"{PLACING} crackers"


def test_the_situation_is_told_from_the_asking(mind: BuiltInMind) -> None:
    first = seen(mind, "I'm so drowsy. Could you bring me something to drink?", ["tea", "coffee"])
    last = seen(mind, "Could you bring me something to drink? I'm so drowsy.", ["tea", "coffee"])
    assert first.situation == last.situation == "I'm so drowsy"
    assert first.topic == last.topic == "something to drink"


def test_a_request_without_a_situation_has_none(mind: BuiltInMind) -> None:
    scene = seen(mind, "Bring me something to drink, please.", ["tea", "coffee"])
    assert scene.situation == ""
    assert "drink" in scene.topic


def test_places_that_are_named_apart_are_believed(mind: BuiltInMind) -> None:
    scene = seen(mind, "these, as always", ["keys", "hat box"], ["hat box", "my left shoe"])
    assert scene.placing
    assert scene.things == ("keys",)
    assert scene.places == ("hat box", "my left shoe")


def test_a_thing_that_could_be_a_place_is_the_thing_when_the_request_names_it(mind: BuiltInMind) -> None:
    scene = seen(mind, "Could you put the tray away?", ["tray", "top shelf", "kitchen drawer"])
    assert scene.things == ("tray",)
    assert scene.places == ("top shelf", "kitchen drawer")


def test_a_place_of_an_unknown_name_is_still_a_place_when_the_request_names_the_thing(mind: BuiltInMind) -> None:
    text = "Would you tidy these elderflower cordial bottles away for me?"
    scene = seen(mind, text, ["filing cabinet", "boot of the car", "elderflower cordial bottles"])
    assert scene.things == ("elderflower cordial bottles",)
    assert scene.places == ("filing cabinet", "boot of the car")


@pytest.mark.parametrize("options", [[], ["keys"]])
def test_putting_something_away_with_nowhere_to_put_it_is_no_placement(mind: BuiltInMind, options: list[str]) -> None:
    scene = seen(mind, "Please put the keys away.", options)
    assert not scene.placing
    assert scene.things == tuple(options)
    assert scene.places == ()


@pytest.mark.parametrize("text", ["", "   ", "?!", "🙂", "Ω" * 5000])
def test_any_text_can_be_surveyed(mind: BuiltInMind, text: str) -> None:
    scene = seen(mind, text, ["tea", "coffee"])
    assert set(scene.things) | set(scene.places) == {"tea", "coffee"}


def test_every_option_is_a_thing_or_a_place_and_never_both(mind: BuiltInMind) -> None:
    options = ["box", "basket", "crate", "keys", "hall table", "oven"]
    scene = seen(mind, "Could you put the keys away?", options)
    assert sorted((*scene.things, *scene.places)) == sorted(options)
    assert "keys" in scene.things


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("top shelf of the fridge", True),
        ("Hook by the door", True),
        ("bedside drawers", True),
        ("tomato soup", False),
        ("keys", False),
        ("", False),
    ],
)
def test_a_place_is_told_by_its_head(name: str, is_one: bool) -> None:
    assert looks_like_a_place(name) is is_one


def test_requests_of_many_people_in_turns_are_each_worked_out_once(mind: BuiltInMind) -> None:
    requests = [Request(f"person {n % 40}", f"Something to drink, take {n}.", ["tea", "coffee"]) for n in range(3_000)]
    first = [mind.survey(request) for request in requests]
    assert all(mind.survey(request) is scene for request, scene in zip(requests, first, strict=True))


_NEITHER = ["jazz", "rock", "classical"]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("Set the thermostat", ["19 degrees", "21 degrees", "23 degrees"]),
        ("Could you set the heating for tonight?", ["low", "medium", "high"]),
        ("Please set an alarm for the morning", ["six", "seven", "eight"]),
        ("set a timer for the eggs", ["four minutes", "seven minutes", "ten minutes"]),
        ("Set the mood for dinner, would you?", ["candles", "dim lights", "fairy lights"]),
        ("set the table for four", ["blue plates", "white plates", "the good china"]),
        ("set up a meeting with Ana", ["Monday", "Tuesday", "Friday"]),
        ("set a reminder", ["tomorrow", "next week", "never"]),
        ("put on some music", _NEITHER),
        ("Put some music on, please", _NEITHER),
        ("put on a film for the kids", ["a cartoon", "a western", "a musical"]),
        ("put something nice on", _NEITHER),
        ("Put the kettle on", ["kettle", "toaster", "pan"]),
        ("could you put the lights on", ["warm light", "bright light", "fairy lights"]),
        ("put me in a good mood", ["a joke", "a song", "a story"]),
        ("put in an order for lunch", ["ramen", "pizza", "salad"]),
        ("put together a playlist", _NEITHER),
        ("leave a tip", ["5 euros", "10 euros", "20 euros"]),
        ("Leave them a generous tip", ["5 euros", "10 euros", "20 euros"]),
        ("leave a review for the hotel", ["three stars", "four stars", "five stars"]),
        ("leave a message for Tom", ["call me", "see you", "thanks"]),
        ("We leave at eight. What should I wear?", ["coat", "jacket", "jumper"]),
        ("keep me company", ["a story", "a game", "a song"]),
        ("keep it quiet tonight", _NEITHER),
        ("drop me a line about the trip", ["by mail", "by phone", "by letter"]),
        ("Let's move on to dessert", ["cake", "ice cream", "fruit"]),
        ("let's hang out on Sunday", ["cinema", "museum", "swimming"]),
        ("stick with something simple", ["toast", "soup", "salad"]),
        ("help me settle on a colour", ["red", "green", "blue"]),
        ("what do I do with the rest of the day", ["read", "sleep", "run"]),
        ("I need some rest", ["a nap", "a walk", "a bath"]),
        ("book a return flight", ["morning", "noon", "evening"]),
        ("return her call", ["now", "tonight", "tomorrow"]),
        ("file my taxes", ["by post", "online", "through Jo"]),
        ("I can't stand the heat", ["fan", "ice cream", "cold shower"]),
        ("place an order for lunch", ["ramen", "pizza", "salad"]),
        ("find us a place to eat", ["ramen bar", "pizzeria", "bistro"]),
        ("a nice place for dinner, please", ["ramen bar", "pizzeria", "bistro"]),
        ("let's go to the park", ["by bike", "by bus", "on foot"]),
        ("get milk from the store", ["oat milk", "soy milk", "cow's milk"]),
        ("a new set of pens", ["blue pens", "black pens", "red pens"]),
        ("leave me alone for a while", ["an hour", "two hours", "all day"]),
    ],
)
def test_nothing_is_put_anywhere_where_there_is_no_place_for_it(
    mind: BuiltInMind, text: str, options: list[str]
) -> None:
    scene = seen(mind, text, options)
    assert not scene.placing
    assert scene.things == tuple(options)


@pytest.mark.parametrize(
    "text",
    [
        "Set the crackers down somewhere",
        "leave the crackers where they belong",
        "Put the crackers on something flat",
        "keep the crackers dry for me",
        "drop the crackers off in the kitchen",
        "hang the crackers up",
        "park the crackers for now",
    ],
)
def test_with_a_thing_and_a_place_something_is_put_there(mind: BuiltInMind, text: str) -> None:
    scene = seen(mind, text, ["top shelf", "crackers", "low shelf"])
    assert scene.placing
    assert scene.places == ("top shelf", "low shelf")
