"""What was told in free talk, with no options in sight, decides among options later on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from penchant.domain import TOLD, BeliefKind, EpisodeId, Preference, Request, Stance
from penchant.embed import Embedder
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Held, Recalled, Weighed
from penchant.mind.told.amounts import breaks, compared
from penchant.mind.told.answers import advised
from penchant.mind.told.names import said_of
from penchant.mind.told.occasion import beneficiary, holds
from workbench import belief

SEATS = ("window seat", "aisle seat")
DRINKS = ("black coffee", "herbal tea", "water")
HOTELS = ("Alba, 92 a night, 4.2 stars", "Bora, 120 a night, 4.8 stars", "Cima, 80 a night, 3.1 stars")
HEAT = ("18 degrees", "20 degrees", "21 degrees", "24 degrees")


@pytest.fixture(scope="module")
def mind(embedder: Embedder) -> BuiltInMind:
    return BuiltInMind(embedder)


def told(
    value: str,
    stance: Stance = "wants",
    *,
    situation: str = "",
    topic: str = "",
    whom: str = "",
    kind: BeliefKind = "taste",
    id: int = 1,
) -> Preference:
    one = belief(id, value, situation=situation, topic=topic, rather_than=())
    return replace(one, stance=stance, whom=whom, kind=kind, episode=EpisodeId(f"{TOLD}{id}"))


def weigh(mind: BuiltInMind, text: str, options: tuple[str, ...], *beliefs: Preference) -> list[Weighed]:
    request = Request("ana", text, options)
    recalled = Recalled((), told=tuple(Held(one, 0.95) for one in beliefs))
    return mind.weigh(request, mind.survey(request), recalled)


def best(mind: BuiltInMind, text: str, options: tuple[str, ...], *beliefs: Preference) -> str | None:
    ways = weigh(mind, text, options, *beliefs)
    return ways[0].action.thing if ways[0].likelihood > 1.2 / len(options) else None


def test_a_value_that_was_told_decides_among_names(mind: BuiltInMind) -> None:
    ways = weigh(mind, "book me a flight to Oslo", SEATS, told("window seats", topic="seat"))
    assert ways[0].action.thing == "window seat"
    assert ways[0].likelihood > 0.85
    assert ways[0].told[0] > 0.5


def test_what_is_avoided_is_lowered_by_its_kind(mind: BuiltInMind) -> None:
    ways = weigh(mind, "lunch", ("grilled salmon", "beef burger", "lentil soup"), told("seafood", "avoids"))
    assert ways[-1].action.thing == "grilled salmon"
    assert ways[-1].told[0] < 0


def test_what_bears_on_nothing_there_leaves_it_open(mind: BuiltInMind) -> None:
    assert best(mind, "book me a flight to Oslo", SEATS, told("oat milk")) is None


@pytest.mark.parametrize(
    ("text", "drink"),
    [
        ("something to drink, I'm drowsy", "herbal tea"),
        ("I'm sleepy, bring me a drink", "herbal tea"),
        ("a drink with my breakfast", "black coffee"),
        ("a drink at 8:30", "black coffee"),
        ("something to drink", None),
    ],
)
def test_each_half_of_a_condition_speaks_on_its_own_occasion(mind: BuiltInMind, text: str, drink: str | None) -> None:
    both = told("coffee", situation="in the mornings"), told("tea", situation="I'm drowsy", id=2)
    assert best(mind, text, DRINKS, *both) == drink
    assert best(mind, text, DRINKS, *[one for one in both if drink and one.value in drink]) == drink


def test_what_is_told_for_the_occasion_goes_before_what_holds_always(mind: BuiltInMind) -> None:
    both = told("window seats", topic="seat"), told("aisle seats", topic="seat", situation="night flights", id=2)
    assert best(mind, "book me a flight to Oslo", SEATS, *both) == "window seat"
    assert best(mind, "book me a night flight to Oslo", SEATS, *both) == "aisle seat"
    assert best(mind, "book me the red-eye to Oslo", SEATS, *both) == "aisle seat"


@pytest.mark.parametrize(
    ("situation", "said", "expected"),
    [
        ("", "anything", 1.0),
        ("drowsy", "a drink, I'm so sleepy", 1.0),
        ("drowsy", "a drink, I'm wide awake before my run", 0.0),
        ("at work", "lunch at the office, please", 1.0),
        ("not at work", "lunch at the office, please", 0.0),
        ("not at work", "lunch in the park, please", 1.0),
        ("night flights", "a flight to Oslo", 0.0),
    ],
)
def test_a_situation_holds_where_a_request_tells_of_it(situation: str, said: str, expected: float) -> None:
    assert holds(situation, said) == expected


def test_somebody_elses_tastes_speak_on_errands_for_them_and_ones_own_do_not(mind: BuiltInMind) -> None:
    gifts = ("orchid", "jazz record", "bottle of wine")
    both = told("jazz"), told("orchids", whom="sister", id=2)
    assert best(mind, "a gift for my sister", gifts, *both) == "orchid"
    assert best(mind, "something nice for me", gifts, *both) == "jazz record"
    assert best(mind, "a gift for my brother", gifts, *both) is None


def test_a_relation_tells_who_a_name_is(mind: BuiltInMind) -> None:
    known = told("orchids", whom="Rosa"), told("Rosa", "is", topic="sister", kind="relation", id=2)
    assert best(mind, "a gift for my sister", ("orchid", "jazz record"), *known) == "orchid"
    assert beneficiary("dinner for me and Rosa", known).speaks("")


@pytest.mark.parametrize(
    ("values", "options", "expected"),
    [
        (("under 100 a night", "at least 4 stars"), HOTELS, HOTELS[0]),
        (("at least 4.5 stars",), HOTELS, HOTELS[1]),
        (("around 21 degrees",), HEAT, "21 degrees"),
        (("around 18 degrees", "a bit warmer"), HEAT, "20 degrees"),
        (("a bit warmer",), HEAT, "21 degrees"),
        (("the cheapest",), HOTELS, HOTELS[2]),
    ],
)
def test_numbers_are_compared(
    mind: BuiltInMind, values: tuple[str, ...], options: tuple[str, ...], expected: str
) -> None:
    assert best(mind, "one of these", options, *(told(v, id=n) for n, v in enumerate(values, start=1))) == expected


def test_a_value_without_numbers_compares_nothing() -> None:
    assert compared("window seats", HOTELS) is None
    assert compared("under 100 a night", SEATS) is None


def test_a_limit_is_broken_only_by_a_number_of_its_kind() -> None:
    assert breaks("wants", "under 100 a night", "Bora, 120 a night")
    assert not breaks("wants", "under 100 a night", "Bora, 120 rooms")
    assert not breaks("wants", "under 100 a night", "Alba, 92 a night")
    assert not breaks("avoids", "before 9am", "Bora, 8 a night")
    assert breaks("avoids", "over 100 a night", "Bora, 120 a night")


def test_what_an_answer_advises_against_is_no_part_of_it() -> None:
    assert "beach" not in advised("Skip the beach clubs. The old town is quiet.")
    assert advised("Never go there.") == "Never go there."


def test_a_word_that_all_names_share_tells_nothing_apart() -> None:
    said, spoken = said_of("seats", SEATS)
    assert not said.any()
    assert spoken == 1.0
