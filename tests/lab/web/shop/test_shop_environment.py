"""Hand-made episodes for every rule of the two tracks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from shelf import LAMP, MAT, MUG, TEA, bought, shop, task

from penchant.errors import BadInput, ModelUnavailable
from penchant.testing import HashEmbedder
from penchant_lab.suites.web.records import WebTask
from penchant_lab.suites.web.scores import TaskRecord, record_of
from penchant_lab.suites.web.shop.environment import NOBODY, ShopEpisode, WebShop
from penchant_lab.suites.web.shop.functions import (
    Call,
    details_call,
    recommend_call,
    review_call,
    say,
    search_call,
    stop,
)
from penchant_lab.suites.web.shop.protocol import Environment, Listener, Outcome
from penchant_lab.suites.web.shop.recommend import LightRecommender, Recommender
from penchant_lab.suites.web.shop.rewards import ReviewJudge
from penchant_lab.suites.web.shop.search import WordSearch


class Ana:
    """Says what she hears, and keeps what she was shown."""

    def __init__(self) -> None:
        self.seen: list[Sequence[Outcome]] = []

    def reply(self, said: str, shown: Sequence[Outcome]) -> str:
        self.seen.append(shown)
        return f"You said {said!r}."


class Fails:
    """A recommender with something wrong inside."""

    name = "fails"
    comparable = False

    def __init__(self, error: Exception) -> None:
        self._error = error

    def recommend(self, asins: Sequence[str], k: int = 10) -> list[str]:
        raise self._error


class Turned:
    """Gives back what it is given, in the very order."""

    name = "turned"
    comparable = False

    def recommend(self, asins: Sequence[str], k: int = 10) -> list[str]:
        return list(asins)


def shop_of(*tasks: WebTask, recommender: Recommender | None = None) -> WebShop:
    data = shop(*tasks)
    return WebShop(
        data=data,
        search=WordSearch.index(data.products.values()),
        recommender=recommender or LightRecommender.trained(data),
        judge=ReviewJudge(HashEmbedder()),
    )


def played(
    task: WebTask, *calls: Call, listener: Listener | None = None, recommender: Recommender | None = None
) -> TaskRecord:
    episode = shop_of(task, recommender=recommender).open(
        task, track="multi" if listener else "single", listener=listener
    )
    for call in calls:
        episode.step(call)
    return record_of(episode)


def single(task: WebTask) -> ShopEpisode:
    return shop_of(task).open(task)


def test_an_episode_keeps_the_protocol() -> None:
    environment: Environment = single(task("search", MUG))
    assert [function.name for function in environment.functions] == [
        "search_product_by_query",
        "get_recommendations_by_history",
        "add_product_review",
        "stop",
    ]
    assert environment.observe().text == "USER ana: Something for me, please"
    assert environment.observe().about is None


def test_a_request_for_a_review_shows_the_product_and_no_other_request_does() -> None:
    seen = single(task("review", MAT)).observe()
    assert seen.about == MAT
    assert seen.text.startswith("USER ana: Something for me, please\nTitle: Acupressure Mat\nParent Asin: B000000001")
    assert "B0" not in single(task("recommend", MAT)).observe().text


def test_only_what_happened_strictly_before_the_task_can_be_seen() -> None:
    asked = task("search", MUG, at=200)  # the tea was bought at that very moment
    assert [event.asin for event in single(asked).history] == [MAT.asin]
    later = task("search", MUG, at=201)
    assert [event.asin for event in single(later).history] == [MAT.asin, TEA.asin]
    assert single(task("search", MUG, at=50)).history == ()


def test_less_of_the_past_can_be_shown() -> None:
    asked = task("recommend", TEA)
    shelves = shop_of(asked)
    assert [event.asin for event in shelves.open(asked).history] == [MAT.asin, TEA.asin]
    some = shelves.data.visible(asked)[:1]
    assert [event.asin for event in shelves.open(asked, past=some).history] == [MAT.asin]
    assert shelves.open(asked, past=()).history == ()


def test_the_first_answer_ends_a_single_turn() -> None:
    episode = single(task("search", MUG))
    outcome = episode.step(search_call("mug"))
    assert outcome.ended
    assert outcome.asins == (MUG.asin,)
    assert outcome.text.startswith("Product 0: \nTitle: Tea Mug\nParent Asin: B000000003")
    with pytest.raises(BadInput, match="over"):
        episode.step(search_call("mug"))


def test_words_in_a_single_turn_reach_nobody_and_end_it_with_nothing() -> None:
    episode = single(task("search", MUG))
    outcome = episode.step(say("Which mug?"))
    assert (outcome.text, outcome.ended) == (NOBODY, True)
    assert outcome.text == "Error: ###STOP###"
    record = record_of(episode)
    assert (record.function, record.result, record.steps) == (0, 0, 1)


def test_stopping_without_an_answer_is_worth_nothing() -> None:
    record = played(task("search", MUG), stop())
    assert (record.function, record.result, record.outcome, record.final) == (0, 0, 0, None)


def test_looking_up_details_does_not_end_a_single_turn() -> None:
    asked = task("search", MUG)
    episode = shop_of(asked).open(asked, details=True)
    assert "get_product_details_by_asin" in [function.name for function in episode.functions]
    assert episode.step(details_call(LAMP.asin)).text.startswith("Title: Reading Lamp")
    assert episode.step(details_call("B999999999")).text == "Product not found."
    assert episode.step(search_call("mug")).ended
    record = record_of(episode)
    assert (record.function, record.result, record.steps) == (1, 1, 3)


def test_an_unknown_function_is_named_and_does_not_end_it() -> None:
    episode = single(task("search", MUG))
    outcome = episode.step(Call("buy", {}))
    assert (outcome.text, outcome.ended, outcome.answers) == ("Unknown action buy", False, False)
    episode.step(search_call("mug"))
    assert (record_of(episode).result, record_of(episode).steps) == (1, 2)


def test_a_single_turn_is_over_after_its_last_step() -> None:
    asked = task("search", MUG)
    episode = shop_of(asked).open(asked, steps=3)
    assert [episode.step(Call("buy", {})).ended for _ in range(3)] == [False, False, True]


@pytest.mark.parametrize(
    "call",
    [
        Call("search_product_by_query", {"q": "mug"}),
        Call("search_product_by_query", {"query": ["mug"]}),
        Call("search_product_by_query", {}),
    ],
    ids=["name", "type", "none"],
)
def test_wrong_arguments_are_an_answer_worth_nothing_even_for_the_function(call: Call) -> None:
    episode = single(task("search", MUG))
    outcome = episode.step(call)
    assert outcome.text.startswith("Error: ")
    assert outcome.ended
    record = record_of(episode)
    assert (record.function, record.result, record.broke) == (0, 0, ())


def test_an_error_inside_a_function_is_worth_nothing_and_is_not_hidden() -> None:
    record = played(task("recommend", MUG), recommend_call([MAT.asin]), recommender=Fails(KeyError("oops")))
    assert (record.function, record.result) == (0, 0)
    assert record.broke == ("get_recommendations_by_history: KeyError('oops')",)


def test_something_that_is_gone_for_now_is_not_scored() -> None:
    with pytest.raises(ModelUnavailable):
        played(task("recommend", MUG), recommend_call([MAT.asin]), recommender=Fails(ModelUnavailable("gone")))


def test_details_with_wrong_arguments_are_told_and_go_on() -> None:
    episode = single(task("search", MUG))
    assert episode.step(Call("get_product_details_by_asin", {"asin": "x"})).text.startswith("Error: ")
    assert not episode.ended
    assert episode.attempts() == ()


def test_the_wrong_function_with_the_target_counts_for_the_outcome_alone() -> None:
    record = played(task("recommend", MUG), search_call("mug"))
    assert (record.function, record.result, record.outcome) == (0, 0, 1)
    assert (record.final_result, record.success, record.rank) == (0, 0, 1)


def test_the_order_of_a_sequence_is_kept() -> None:
    given = [LAMP.asin, MAT.asin, TEA.asin, MUG.asin]
    record = played(task("recommend", TEA), recommend_call(given), recommender=Turned())
    assert record.attempts[0].asins == tuple(given)
    assert record.result == 1 - 2 / 4


def test_unknown_products_only_bring_an_empty_list_and_a_right_function() -> None:
    episode = single(task("recommend", TEA))
    outcome = episode.step(recommend_call(["B999999999"]))
    assert (outcome.text, outcome.asins, outcome.failed) == ("[]", (), False)
    assert (record_of(episode).function, record_of(episode).result) == (1, 0)


@pytest.mark.parametrize("arguments", [{"review": ""}, {"review": " \n"}, {"review": None}, {}])
def test_an_empty_review_is_compared_as_the_text_that_stands_for_it(arguments: dict[str, Any]) -> None:
    episode = single(task("review", MAT, text="No review was provided to me"))
    assert episode.step(Call("add_product_review", arguments)).text == "No review provided."
    written = played(task("review", MAT, text="No review was provided to me"), review_call("No review provided."))
    assert record_of(episode).function == 1
    assert record_of(episode).result == written.result > 0


@pytest.mark.parametrize("sequence", ["B000000001", "", [1, 2.5, None, True], [], {"x": 1}])
def test_a_sequence_of_another_kind_is_gone_through_and_the_function_is_right(sequence: object) -> None:
    episode = single(task("recommend", TEA))
    outcome = episode.step(Call("get_recommendations_by_history", {"product_sequence": sequence}))
    assert (outcome.text, outcome.asins, outcome.failed) == ("[]", (), False)
    record = record_of(episode)
    assert (record.function, record.result, record.broke) == (1, 0, ())


def test_of_an_object_the_keys_are_the_sequence_and_of_a_mixed_list_the_texts() -> None:
    for sequence in ({MAT.asin: 1, LAMP.asin: 2}, [3, MAT.asin, None, LAMP.asin]):
        call = Call("get_recommendations_by_history", {"product_sequence": sequence})
        record = played(task("recommend", TEA), call, recommender=Turned())
        assert record.attempts[0].asins == (MAT.asin, LAMP.asin)


@pytest.mark.parametrize("sequence", [5, None, [["B000000001"]], [{}]])
def test_what_cannot_be_gone_through_or_looked_up_is_worth_nothing(sequence: object) -> None:
    record = played(task("recommend", TEA), Call("get_recommendations_by_history", {"product_sequence": sequence}))
    assert (record.function, record.result, record.broke) == (0, 0, ())


def test_in_many_turns_answers_are_collected_until_the_agent_stops() -> None:
    asked, ana = task("search", MUG), Ana()
    episode = shop_of(asked).open(asked, track="multi", listener=ana)
    assert not episode.step(search_call("tea")).ended
    assert episode.step(say("This one?")).text == "You said 'This one?'."
    assert [outcome.asins for outcome in ana.seen[0]] == [(TEA.asin, MUG.asin)]
    assert not episode.step(search_call("mug")).ended
    assert not episode.step(search_call("lamp")).ended
    ended = episode.step(stop())
    assert (ended.text, ended.ended) == ("###STOP###", True)
    record = record_of(episode)
    assert [attempt.result for attempt in record.attempts] == [0.5, 1.0, 0.0]
    assert (record.function, record.result, record.steps, record.questions) == (1, 1.0, 5, 1)  # the best counts
    assert (record.final_result, record.success) == (0.0, 0.0)  # and the last is what she is left with
    assert [action["name"] for action in record.actions] == [*["search_product_by_query"] * 3, "stop"]


def test_in_many_turns_a_failing_answer_does_not_end_it() -> None:
    asked = task("search", MUG)
    record = played(asked, Call("search_product_by_query", {"q": "x"}), search_call("mug"), stop(), listener=Ana())
    assert [(attempt.right, attempt.result) for attempt in record.attempts] == [(0, 0.0), (1, 1.0)]
    assert (record.function, record.result) == (1, 1)


def test_many_turns_are_over_after_the_last_step() -> None:
    asked = task("search", MUG)
    episode = shop_of(asked).open(asked, track="multi", listener=Ana())
    ends = [episode.step(say("Hm?")).ended for _ in range(10)]
    assert ends == [*[False] * 9, True]
    assert record_of(episode).questions == 10


def test_an_answer_taken_back_leaves_the_one_before_it_and_the_originals_scores_alone() -> None:
    asked = task("search", MUG)
    episode = shop_of(asked).open(asked, track="multi", listener=Ana())
    assert not episode.undo()
    episode.step(search_call("mug"))
    episode.step(search_call("lamp"))
    assert episode.undo()
    episode.step(stop())
    assert not episode.undo()
    record = record_of(episode)
    assert (record.result, record.final_result, len(record.attempts)) == (1, 1, 2)


def test_in_the_continual_track_she_answers_and_the_first_answer_ends_it() -> None:
    asked, ana = task("search", MUG), Ana()
    episode = shop_of(asked).open(asked, track="continual", listener=ana)
    assert not episode.cost(say("Which?")).ends
    assert episode.step(say("Which?")).text == "You said 'Which?'."
    assert episode.cost(search_call("mug")).ends
    assert episode.step(search_call("mug")).ended
    assert (record_of(episode).questions, record_of(episode).success) == (1, 1.0)


def test_costs_are_told_before_a_call() -> None:
    asked = task("search", MUG)
    alone, talking = single(asked), shop_of(asked).open(asked, track="multi", listener=Ana(), steps=2)
    assert alone.cost(search_call("mug")).ends
    assert alone.cost(say("?")).ends
    assert not alone.cost(details_call(MUG.asin)).ends
    assert not talking.cost(search_call("mug")).ends
    assert talking.cost(stop()).ends
    assert (talking.cost(say("?")).interruptions, alone.cost(say("?")).interruptions) == (1, 0)
    talking.step(say("?"))
    assert talking.cost(say("?")).ends  # the last step


def test_a_track_without_its_listener_a_strange_target_and_no_steps_are_refused() -> None:
    asked = task("search", MUG)
    shelves = shop_of(asked)
    wrongs: tuple[tuple[Callable[[], ShopEpisode], str], ...] = (
        (lambda: shelves.open(asked, track="multi"), "listener"),
        (lambda: shelves.open(asked, listener=Ana()), "multi-turn"),
        (lambda: shelves.open(asked, steps=0), "at least one"),
        (lambda: shelves.open(replace(asked, target=replace(bought(MUG, 300), asin="B999999999"))), "B999999999"),
    )
    for wrong, line in wrongs:
        with pytest.raises(BadInput, match=line):
            wrong()
