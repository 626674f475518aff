"""Choosing among described options: what fits, what fits best, what to ask, what follows."""

from __future__ import annotations

import numpy as np
import pytest

from penchant.domain import Action, EpisodeId, PersonId, Preference, PreferenceId, Request, Stance
from penchant.embed import cached
from penchant.errors import BadInput
from penchant.mind.builtin import BuiltInMind
from penchant.mind.features import _along, _summed
from penchant.mind.protocol import Held, Recalled
from penchant.mind.survey import wanted
from penchant.testing import HashEmbedder
from workbench import minute

MIND = BuiltInMind(cached(HashEmbedder()))
LAMPS = [("oak", "dimmer"), ("pine", "dimmer"), ("steel", "dimmer")]


def lamps(*features: tuple[str, ...], may_decline: bool = True) -> Request:
    names = [f"option {letter}" for letter in "ABCDEFGH"[: len(features)]]
    return Request("ana", "Find me a lamp I'd like", names, features=features, may_decline=may_decline)


def recalled(standing: float = 0.97, **stances: Stance) -> Recalled:
    return Recalled(
        tuple(
            Held(
                Preference(
                    id=PreferenceId(number),
                    person=PersonId("ana"),
                    situation="",
                    topic="lamp",
                    stance=stance,
                    value=value,
                    confidence=standing,
                    words=f"{value}: {stance}",
                    episode=EpisodeId("e1"),
                    since=minute(0),
                    confirmed=minute(0),
                ),
                standing,
            )
            for number, (value, stance) in enumerate(stances.items(), start=1)
        )
    )


def best(request: Request, known: Recalled) -> tuple[Action, float]:
    way = MIND.weigh(request, MIND.survey(request), known)[0]
    return way.action, way.likelihood


def test_an_option_with_an_unwanted_feature_is_not_bought() -> None:
    known = recalled(oak="avoids", pine="accepts", steel="avoids", dimmer="accepts")
    action, sure = best(lamps(*LAMPS), known)
    assert action == Action("option B")
    assert sure > 0.85


def test_of_those_that_fit_the_one_with_the_most_wanted_features_is_bought() -> None:
    known = recalled(oak="accepts", pine="accepts", steel="wants", dimmer="wants")
    assert best(lamps(*LAMPS), known)[0] == Action("option C")


def test_where_nothing_fits_nothing_is_bought() -> None:
    action, sure = best(lamps(*LAMPS), recalled(dimmer="avoids"))
    assert action.declined
    assert sure > 0.9


def test_where_none_is_no_answer_something_is_chosen_all_the_same() -> None:
    request = lamps(*LAMPS, may_decline=False)
    assert not best(request, recalled(dimmer="avoids", oak="avoids"))[0].declined


def test_likelihoods_add_up_to_one_and_nothing_known_is_not_sure() -> None:
    request = lamps(*LAMPS)
    ways = MIND.weigh(request, MIND.survey(request), Recalled())
    assert sum(way.likelihood for way in ways) == pytest.approx(1)
    assert ways[0].likelihood < 0.75


def test_many_options_with_many_features_are_weighed_as_well() -> None:
    request = lamps(*(tuple(f"value {n}-{m}" for m in range(6)) for n in range(8)))
    ways = MIND.weigh(request, MIND.survey(request), Recalled())
    assert len(ways) == 9
    assert MIND.ask(request, MIND.survey(request), "thing", Recalled()).alternatives


def test_a_question_lists_what_is_unknown_and_leaves_out_what_is_known() -> None:
    request = lamps(*LAMPS)
    question = MIND.ask(request, MIND.survey(request), "thing", recalled(dimmer="accepts", oak="avoids"))
    assert set(question.alternatives) == {"pine", "steel"}
    assert question.settles > 0.85
    assert question.news == 2


def test_the_order_of_features_makes_no_difference() -> None:
    one, other = lamps(*LAMPS), lamps(*(tuple(reversed(each)) for each in LAMPS))
    known = recalled(oak="wants")
    assert best(one, known)[0] == best(other, known)[0]
    assert best(one, known)[1] == pytest.approx(best(other, known)[1])
    asked = [set(MIND.ask(r, MIND.survey(r), "thing", known).alternatives) for r in (one, other)]
    assert asked[0] == asked[1]


def inferred(request: Request, known: Recalled, right: Action) -> set[tuple[str, str]]:
    claims = MIND.infer(request, MIND.survey(request), known, right)
    return {(claim.stance, claim.value) for claim in claims}


def test_what_was_rightly_bought_has_no_unwanted_feature() -> None:
    found = inferred(lamps(*LAMPS), Recalled(), Action("option A"))
    assert {("accepts", "oak"), ("accepts", "dimmer")} <= found | {("accepts", v) for s, v in found if s == "wants"}


def test_rightly_buying_nothing_says_of_every_feature_that_had_to_be_unwanted_that_it_is() -> None:
    known = recalled(dimmer="accepts", oak="avoids", pine="avoids")
    assert inferred(lamps(*LAMPS), known, Action()) == {("avoids", wood) for wood in ("oak", "pine", "steel")}


def test_rightly_buying_nothing_says_little_where_much_is_unknown() -> None:
    assert inferred(lamps(*LAMPS), Recalled(), Action()) == set()


def test_the_better_of_two_has_the_wanted_feature() -> None:
    known = recalled(dimmer="accepts", pine="avoids", oak="accepts")
    assert ("wants", "steel") in inferred(lamps(*LAMPS), known, Action("option C"))


@pytest.mark.parametrize(
    ("text", "product"),
    [
        ("I'm looking for a washing machine that I prefer", "washing machine"),
        ("Could you find a desk lamp that I'd like to buy?", "desk lamp"),
        ("Looking for a tent to buy that I like", "tent"),
        ("My old one broke. Can you get me another kettle?", "kettle"),
        ("I want to buy a pair of headphones that suit me", "headphones"),
    ],
)
def test_a_request_tells_what_kind_of_thing_is_wanted(text: str, product: str) -> None:
    assert wanted(text) == product


@pytest.mark.parametrize(
    "features",
    [[["oak"]], [["oak"], []], [["oak"], ["  "]], [["oak"], "pine"]],
    ids=["too few", "none", "empty", "a text"],
)
def test_options_are_described_all_or_none(features: list[list[str]]) -> None:
    with pytest.raises(BadInput):
        Request("ana", "a lamp", ["option A", "option B"], features=features)


@pytest.mark.parametrize("values", [1, 2, 3, 6, 9])
def test_sums_along_an_axis_are_those_of_numpy(values: int) -> None:
    likely = np.random.default_rng(values).random((3,) * values)
    for axis in range(values):
        others = tuple(at for at in range(values) if at != axis)
        assert np.allclose(_along(likely, axis), likely.sum(axis=others), rtol=1e-12)
        assert np.allclose(_summed({(): likely}, (axis,)), likely.sum(axis=axis), rtol=1e-12)


def test_what_was_gone_through_before_makes_no_difference() -> None:
    request, wider = lamps(*LAMPS), lamps(*LAMPS, ("oak", "switch"))
    known = recalled(oak="wants", pine="avoids")
    for asked, brought in ((request, known), (wider, known), (request, recalled(oak="avoids")), (request, known)):
        scene, alone = MIND.survey(asked), Recalled(brought.beliefs, brought.familiarity, brought.asked)
        expected = MIND.weigh(asked, scene, alone), MIND.ask(asked, scene, "thing", alone)
        assert (MIND.weigh(asked, scene, brought), MIND.ask(asked, scene, "thing", brought)) == expected


def test_ten_thousand_described_options_are_weighed_and_asked_about(mind: BuiltInMind) -> None:
    options = [f"lamp {number}" for number in range(10_000)]
    described = [[f"made of {number % 7}", f"color {number % 11}", f"height {number % 13}"] for number in range(10_000)]
    request = Request("ana", "a lamp", options, features=described)
    scene = mind.survey(request)
    ways = mind.weigh(request, scene, Recalled())
    assert len({way.action.thing for way in ways}) == 10_000
    assert sum(way.likelihood for way in ways) == pytest.approx(1.0, abs=0.01)
    assert mind.ask(request, scene, "thing", Recalled()).alternatives


def test_the_first_that_fits_best_is_right_however_many_there_are(mind: BuiltInMind) -> None:
    named = [f"lamp {number}" for number in range(200)]
    request = Request("ana", "a lamp", named, features=[["oak" if number == 150 else "steel"] for number in range(200)])
    ways = mind.weigh(request, mind.survey(request), recalled(oak="wants"))
    assert ways[0].action.thing == "lamp 150"
