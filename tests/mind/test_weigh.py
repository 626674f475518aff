from __future__ import annotations

from dataclasses import replace

import pytest

from penchant.domain import Preference, Request
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Held, Recalled, Weighed
from workbench import belief

DROWSY = Request(
    "ana", "I'm so drowsy. Could you bring me something to drink?", ["black coffee", "herbal tea", "cold water"]
)
CRACKERS = Request("ana", "Guests are coming. Could you put the crackers away?", ["crackers", "top shelf", "low shelf"])
TEA = belief(1, "herbal tea", rather_than=("black coffee", "cold water"))
KEYS = belief(2, "hook", situation="Coming home", topic="where to put keys", rather_than=("bowl",))


def recalled(*beliefs: Preference, standing: float = 0.95, familiarity: float = 0.6) -> Recalled:
    return Recalled(tuple(Held(one, standing) for one in beliefs), familiarity)


def weigh(mind: BuiltInMind, request: Request, known: Recalled) -> list[Weighed]:
    return mind.weigh(request, mind.survey(request), known)


def best(mind: BuiltInMind, request: Request, known: Recalled) -> str | None:
    action = weigh(mind, request, known)[0].action
    return action.place or action.thing


@pytest.mark.parametrize("known", [recalled(), recalled(TEA), recalled(TEA, KEYS), recalled(KEYS)])
@pytest.mark.parametrize("request_", [DROWSY, CRACKERS])
def test_every_way_is_weighed_once_and_the_likeliest_comes_first(
    mind: BuiltInMind, request_: Request, known: Recalled
) -> None:
    ways = weigh(mind, request_, known)
    likelihoods = [way.likelihood for way in ways]
    assert likelihoods == sorted(likelihoods, reverse=True)
    assert all(0 <= likelihood <= 1 for likelihood in likelihoods)
    assert sum(likelihoods) <= 1.000001
    assert len({way.action for way in ways}) == len(ways) == (2 if request_ is CRACKERS else 3)
    assert all(len(way.support) == len(known.beliefs) for way in ways)


def test_knowing_nothing_is_said_honestly(mind: BuiltInMind) -> None:
    ways = weigh(mind, DROWSY, recalled())
    assert [way.likelihood for way in ways] == pytest.approx([1 / 3] * 3)


def test_a_belief_about_the_matter_decides_it(mind: BuiltInMind) -> None:
    first = weigh(mind, DROWSY, recalled(TEA))[0]
    assert first.action.thing == "herbal tea"
    assert first.likelihood > 0.85
    assert first.support[0] > 0


def test_a_belief_about_another_matter_leaves_it_open(mind: BuiltInMind) -> None:
    assert weigh(mind, DROWSY, recalled(KEYS))[0].likelihood < 0.5


def test_a_belief_that_hardly_stands_hardly_counts(mind: BuiltInMind) -> None:
    firm, shaky = weigh(mind, DROWSY, recalled(TEA)), weigh(mind, DROWSY, recalled(TEA, standing=0.2))
    assert shaky[0].likelihood < firm[0].likelihood - 0.3


def test_of_two_beliefs_about_one_matter_the_one_that_stands_wins(mind: BuiltInMind) -> None:
    coffee = replace(TEA, id=KEYS.id, value="black coffee", rather_than=("herbal tea", "cold water"))
    assert best(mind, DROWSY, Recalled((Held(TEA, 0.9), Held(coffee, 0.1)), 0.6)) == "herbal tea"
    assert best(mind, DROWSY, Recalled((Held(TEA, 0.1), Held(coffee, 0.9)), 0.6)) == "black coffee"


def test_what_is_avoided_is_lowered(mind: BuiltInMind) -> None:
    ways = weigh(mind, DROWSY, recalled(replace(TEA, stance="avoids", rather_than=())))
    assert ways[-1].action.thing == "herbal tea"
    assert ways[-1].support[0] < 0


def test_what_is_wanted_goes_before_what_is_accepted(mind: BuiltInMind) -> None:
    accepted = replace(TEA, id=KEYS.id, value="cold water", stance="accepts", rather_than=("black coffee",))
    wanted = replace(TEA, rather_than=("black coffee",))
    assert [way.action.thing for way in weigh(mind, DROWSY, recalled(wanted, accepted))] == [
        "herbal tea",
        "cold water",
        "black coffee",
    ]


def test_the_nearest_kin_is_chosen_where_the_very_thing_is_not_on_offer(mind: BuiltInMind) -> None:
    offered = Request("ana", DROWSY.text, ["iced cola", "chamomile tea", "espresso"])
    assert best(mind, offered, recalled(TEA)) == "chamomile tea"


def test_a_taste_in_places_decides_a_placement(mind: BuiltInMind) -> None:
    shelf = belief(
        3, "low shelf", situation="Guests are coming", topic="where to put biscuits", rather_than=("top shelf",)
    )
    action = weigh(mind, CRACKERS, recalled(shelf))[0].action
    assert (action.thing, action.place) == ("crackers", "low shelf")


def test_the_order_of_options_and_of_beliefs_does_not_change_the_choice(mind: BuiltInMind) -> None:
    other = belief(4, "cold water", situation="After a run", rather_than=("black coffee", "herbal tea"))
    turned = Request("ana", DROWSY.text, tuple(reversed(DROWSY.options)))
    assert best(mind, DROWSY, recalled(TEA, other)) == best(mind, turned, recalled(other, TEA)) == "herbal tea"


def test_the_same_matter_is_told_from_another(mind: BuiltInMind) -> None:
    same, other = mind.same_matter(DROWSY, mind.survey(DROWSY), recalled(TEA, KEYS))
    assert same > 0.9
    assert other < 0.1


def test_the_more_often_matters_recur_the_surer_it_is_that_this_one_does(mind: BuiltInMind) -> None:
    offered = Request("ana", "I can hardly keep my eyes open. A drink?", ["espresso", "herbal tea", "lemonade"])
    scene = mind.survey(offered)
    [seldom] = mind.same_matter(offered, scene, recalled(TEA, familiarity=0.05))
    [often] = mind.same_matter(offered, scene, recalled(TEA, familiarity=0.95))
    assert 0 <= seldom < often <= 1


def test_nothing_known_is_the_same_as_no_matter(mind: BuiltInMind) -> None:
    assert mind.same_matter(DROWSY, mind.survey(DROWSY), recalled()) == []


def test_nothing_on_offer_leaves_no_way_to_act(mind: BuiltInMind) -> None:
    nothing = Request("ana", DROWSY.text)
    assert weigh(mind, nothing, recalled(TEA)) == []


def test_weighing_twice_gives_the_same_numbers_whatever_came_between(mind: BuiltInMind) -> None:
    first = weigh(mind, DROWSY, recalled(TEA, KEYS))
    weigh(mind, CRACKERS, recalled(KEYS))
    assert weigh(mind, DROWSY, recalled(TEA, KEYS)) == first


def test_what_was_weighed_before_makes_no_difference(mind: BuiltInMind) -> None:
    juice = belief(3, "juice", situation="At breakfast", rather_than=("milk",))
    reworded = replace(TEA, value="cold water", rather_than=("herbal tea",))
    trusted = replace(TEA, confidence=0.5)
    for known in ([TEA], [TEA, KEYS, juice], [KEYS, juice], [trusted, juice], [reworded, KEYS], [juice, trusted], []):
        alone = BuiltInMind(mind._likeness._embedder)
        assert weigh(mind, DROWSY, recalled(*known)) == weigh(alone, DROWSY, recalled(*known))


def test_what_is_weighed_is_then_compared_no_more(mind: BuiltInMind, monkeypatch: pytest.MonkeyPatch) -> None:
    known, scene = recalled(TEA, KEYS), mind.survey(DROWSY)
    expected = mind.same_matter(DROWSY, scene, known)
    mind.weigh(DROWSY, scene, known)
    monkeypatch.delattr(type(mind._scale), "_near")
    assert mind.same_matter(DROWSY, scene, known) == expected


def test_the_same_scene_with_other_beliefs_is_compared_anew(mind: BuiltInMind) -> None:
    scene = mind.survey(DROWSY)
    [sure] = mind.same_matter(DROWSY, scene, recalled(TEA))
    [unsure] = mind.same_matter(DROWSY, scene, recalled(KEYS))
    assert unsure < 0.1 < 0.9 < sure


def test_what_only_is_so_speaks_for_no_option(mind: BuiltInMind) -> None:
    likeliest, *_ = weigh(mind, DROWSY, recalled(replace(TEA, stance="is")))
    assert likeliest.likelihood < 0.4
