from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from penchant.domain import Action, Lesson, Request
from penchant.errors import BadInput
from workbench import belief


def test_a_request_keeps_its_options_in_order_and_each_once() -> None:
    request = Request("ana", "a drink", [" tea ", "coffee", "tea"], ["shelf", "shelf"])
    assert request.options == ("tea", "coffee")
    assert request.places == ("shelf",)


def test_requests_that_say_the_same_are_equal_and_can_be_kept_in_a_set() -> None:
    assert len({Request("ana", "a drink", ["tea"]), Request("ana", "a drink", ("tea", "tea"))}) == 1


@pytest.mark.parametrize("name", ["", "   "])
def test_a_request_needs_a_person(name: str) -> None:
    with pytest.raises(BadInput, match="whose"):
        Request(name, "a drink", ["tea"])


def test_options_given_as_one_text_are_refused_rather_than_spelled_out_letter_by_letter() -> None:
    with pytest.raises(BadInput, match="list of names"):
        Request("ana", "a drink", "tea")
    with pytest.raises(BadInput, match="places"):
        Request("ana", "put it away", ["tea"], "shelf")


def test_an_option_without_a_name_is_refused() -> None:
    with pytest.raises(BadInput, match="empty"):
        Request("ana", "a drink", ["tea", "  "])


def test_a_request_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Request("ana", "a drink", ["tea"]).text = "another"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("action", "declined", "shown"),
    [
        (Action(), True, "none of these"),
        (Action("tea"), False, "tea"),
        (Action("keys", "hook"), False, "keys → hook"),
        (Action(place="hook"), False, "it → hook"),
    ],
)
def test_an_action_says_what_is_done(action: Action, declined: bool, shown: str) -> None:
    assert action.declined is declined
    assert str(action) == shown


def test_lessons_add_up_and_an_empty_one_is_false() -> None:
    both = Lesson(opened=("a",)) + Lesson(closed=("b",), confirmed=("c",)) + Lesson(opened=("d",))
    assert both == Lesson(opened=("a", "d"), closed=("b",), confirmed=("c",))
    assert not Lesson()
    assert all((Lesson(opened=("a",)), Lesson(closed=("a",)), Lesson(confirmed=("a",))))


def test_a_belief_is_open_until_it_is_closed() -> None:
    assert belief(1, "tea").is_open
    assert not belief(1, "tea", until=3).is_open


def test_a_feature_listed_twice_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match=r"'option B' lists 'oak' twice"):
        Request("ana", "a lamp", ["option A", "option B"], features=[["brass"], ["oak", "dim", "oak "]])


def test_ten_megabytes_are_more_than_an_agent_reads() -> None:
    with pytest.raises(BadInput, match="10,000,000 characters"):
        Request("ana", "x" * 10_000_000, ["tea"])
    with pytest.raises(BadInput, match="10,000,000 characters"):
        Request("ana", "a drink", ["tea", "x" * 10_000_000])


def test_a_catalogue_is_described_respect_by_respect_and_kept_in_pairs() -> None:
    beans = [{"roast": " dark ", "origin": ""}, {"roast": "light"}]
    request = Request("ana", "beans", ["Dusk", "Dawn"], described=beans, popularity=[3, 1])
    assert request.described == ((("roast", "dark"),), (("roast", "light"),))
    assert {request} == {Request("ana", "beans", ["Dusk", "Dawn"], described=request.described, popularity=(3, 1))}


@pytest.mark.parametrize("described", [["dark"], [None], [{"roast": 3}], [{}, {}]])
def test_a_catalogue_that_is_described_otherwise_is_refused(described: list[dict[str, str]]) -> None:
    with pytest.raises(BadInput, match="escribe"):
        Request("ana", "beans", ["Dusk"], described=described)


@pytest.mark.parametrize("popularity", [[1, 2], [-1], [float("nan")], ["much"]])
def test_popularity_is_a_number_for_each_described_option(popularity: list[float]) -> None:
    with pytest.raises(BadInput, match="Popularity"):
        Request("ana", "beans", ["Dusk"], described=[{"roast": "dark"}], popularity=popularity)
