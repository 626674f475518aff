"""The formal model: what is drawn is what its letters say, and people's answers shrink as the paper assumes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from penchant.domain import Action, Question, Utterance
from penchant.embed import Embedder
from penchant.mind.builtin import BuiltInMind
from penchant_lab.suites.theory.bounds import RegretBound, enough_questions, with_both, without_correction
from penchant_lab.suites.theory.model import FormalModel, ModelRound, draw_rounds
from penchant_lab.suites.theory.people import ModelPerson
from penchant_lab.suites.theory.statements import worlds

MODEL = FormalModel(rounds=40, switches=3, ambiguous=0.25, answers=2, questions=2)


def on_new_rounds(model: FormalModel) -> list[ModelRound]:
    return [each for each in draw_rounds(model, "ana", 1) if each.ambiguous]


def answers(model: FormalModel, each: ModelRound, seed: int = 0) -> tuple[list[str], set[str]]:
    """What somebody says to the model's questions, and what that leaves."""
    person, said, left = ModelPerson("ana", model, each, seed), [], set(each.request.options)
    for _ in range(model.questions):
        said.append(person.answer(each.request, Question("Which?", tuple(left))))
        named = {option for option in each.request.options if f"the {option}" in said[-1].lower()}
        left = named if said[-1].startswith("The ") else left - named
    return said, left


def test_as_many_rounds_are_ambiguous_and_as_many_states_follow_as_was_asked_for() -> None:
    rounds = draw_rounds(replace(MODEL, rounds=200), "ana", 0)
    assert [each.number for each in rounds] == list(range(200))
    assert sum(each.ambiguous for each in rounds) == 50
    known = [each.wanted for each in rounds if not each.ambiguous]
    assert sum(one != other for one, other in pairwise(known)) == 3


def test_the_same_seed_draws_the_same_rounds_and_another_person_others() -> None:
    assert draw_rounds(MODEL, "ana", 0) == draw_rounds(MODEL, "ana", 0) != draw_rounds(MODEL, "bob", 0)


def test_a_new_matter_is_called_as_none_before_it_and_names_none_of_its_options() -> None:
    new = on_new_rounds(replace(MODEL, rounds=400))
    assert len({frozenset(each.request.text.split(" and ")) for each in new}) == len(new) == 100
    for each in new:
        assert each.wanted in each.request.options
        assert not {*each.request.text.split()} & {*each.request.options}


def test_answers_are_true_and_never_rule_out_what_is_wanted() -> None:
    for answering in ("shrinking", "balanced", "twins"):
        model = replace(MODEL, answering=answering, questions=4)
        assert all(each.wanted in answers(model, each)[1] for each in on_new_rounds(model))


@pytest.mark.parametrize(("m", "k"), [(2, 1), (2, 3), (4, 1), (4, 2)])
def test_after_k_answers_a_guess_is_wrong_m_to_the_minus_k_times_as_often(m: int, k: int) -> None:
    model = FormalModel(rounds=4000, switches=0, ambiguous=1, answers=m, questions=k)
    wrong = [1 - 1 / len(answers(model, each)[1]) for each in on_new_rounds(model)]
    assert sum(wrong) / len(wrong) == pytest.approx(model.blind_error * m**-k, abs=0.02)


def test_balanced_answers_leave_one_mth_of_the_options_and_a_worse_guess_than_assumed() -> None:
    model = replace(MODEL, answering="balanced", questions=1)
    for each in on_new_rounds(model):
        left = answers(model, each)[1]
        assert len(left) == model.options / 2
        assert 1 - 1 / len(left) > 1 / 2


def test_of_twins_no_number_of_answers_leaves_one() -> None:
    model = replace(MODEL, answering="twins", questions=8)
    assert {len(answers(model, each)[1]) for each in on_new_rounds(model)} == {2}


def test_every_answer_is_read_as_it_is_meant_and_surely(embedder: Embedder) -> None:
    mind = BuiltInMind(embedder)
    for answering in ("shrinking", "balanced", "twins"):
        model = replace(MODEL, answering=answering, questions=3)
        for each in on_new_rounds(model):
            options = tuple(each.request.options)
            for words in answers(model, each)[0]:
                reading = mind.read(Utterance(words, options, question=Question("Which?", options)))
                assert reading.sure > 0.9, words
                named = {option for option in options if f"the {option}" in words.lower()}
                wanted = words.startswith("The ")
                assert ({*reading.wants}, {*reading.avoids}) == ((named, set()) if wanted else (set(), named)), words


def test_a_reaction_says_whether_it_was_right_and_what_holds_from_now_on() -> None:
    known = next(each for each in draw_rounds(MODEL, "ana", 0) if not each.ambiguous)
    person = ModelPerson("ana", MODEL, known, 0)
    assert person.react(known.request, Action(known.wanted)).startswith("Yes")
    assert person.react(known.request, Action("soup")) == f"No, from now on I want the {known.wanted}."
    bare = ModelPerson("ana", replace(MODEL, correcting="bare"), known, 0)
    assert bare.react(known.request, Action("soup")) == f"No, I wanted the {known.wanted}."


def test_the_bound_for_both_channels_is_that_of_the_theorem() -> None:
    assert with_both(MODEL) == RegretBound("at most", 3 + 1 + 10 / 4)
    assert enough_questions(replace(MODEL, rounds=64)) == 6
    assert enough_questions(replace(MODEL, rounds=65)) == 7
    assert enough_questions(replace(MODEL, rounds=81, answers=3)) == 4


def test_who_is_never_told_loses_nothing_without_a_switch_and_a_share_of_the_rounds_with_one() -> None:
    calm = replace(MODEL, switches=0, ambiguous=0.0)
    assert without_correction(calm).value == 0
    lost = [without_correction(replace(calm, rounds=rounds, switches=1)).value / rounds for rounds in (100, 1000)]
    assert lost == pytest.approx([0.458, 0.458], abs=0.01)  # the integral of min(x, 1 - x/3), for four states


def test_a_bound_is_broken_only_where_chance_would_not_do_it() -> None:
    at_most, at_least = RegretBound("at most", 5), RegretBound("at least", 5)
    assert at_most.verdict([5, 5, 5, 5]) == at_least.verdict([5, 5, 5, 5]) == "holds"
    assert at_most.verdict([9, 9, 9, 9]) == at_least.verdict([1, 1, 1, 1]) == "broken"
    assert at_most.verdict([1, 20, 2, 9]) == at_most.verdict([9, 9]) == "open"


@pytest.mark.parametrize("model", [MODEL, replace(MODEL, rounds=2, switches=0), replace(MODEL, rounds=2, switches=1)])
def test_every_world_has_room_for_its_switches_and_a_name_of_its_own(model: FormalModel) -> None:
    found = worlds(model)
    assert len({world.key for world in found}) == len(found)
    for world in found:
        assert len(draw_rounds(world.model, "ana", 0)) == world.model.rounds
