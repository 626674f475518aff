"""What was said adds up to a choice: by what was taken and passed over, by numbers, for whom, and never for certain."""

from __future__ import annotations

import pytest

from penchant import Agent, Request
from penchant.domain import Saying
from penchant.mind.evidence import SayingEvidence
from penchant.mind.learned.encoder import Encoder
from penchant.mind.learned.fits import FitReader
from penchant.mind.learned.reader import LearnedReader

ENCODER = Encoder()
EVIDENCE = SayingEvidence(FitReader(ENCODER), LearnedReader(ENCODER))
QUIET = Saying(
    "somewhere we can hear each other, as always",
    asked="a place for tonight with Sam",
    took="Little Fern, soft background music",
    passed=("Club Cantina, DJ nights", "Brickhouse, live band"),
)
LATER = "dinner with two friends on Friday"
OPTIONS = ("Tiki Yard, DJ and karaoke every evening", "Kellerhaus, soft music and candles", "Vault, live band at eight")
ANSWERS = (
    "Spend the day at the street festival in the centre, where thousands of people crowd the stages and the stalls.",
    "Take the path along the river to the old mill; it is calm there, and you will hardly meet anybody on the way.",
    "The opening of the new shopping mall draws crowds from all over the city, with music until late at night.",
    "Go to the packed stadium for the derby: sixty thousand people, songs from the start, crowds in every street.",
)


def test_what_was_taken_before_speaks_for_what_is_like_it() -> None:
    found = EVIDENCE.weigh(LATER, OPTIONS, [QUIET])
    assert found is not None
    assert int(found.options.argmax()) == 1
    assert int(found.support[0].argmax()) == 1


def test_likelihoods_add_up_with_none_and_unknown() -> None:
    found = EVIDENCE.weigh(LATER, OPTIONS, [QUIET])
    assert found is not None
    assert float(found.options.sum()) + found.none + found.unknown == pytest.approx(1.0)


def test_another_matter_is_likelier_unknown() -> None:
    near = EVIDENCE.weigh(LATER, OPTIONS, [QUIET])
    far = EVIDENCE.weigh("which phone case", ("blue silicone", "brown leather", "grey felt"), [QUIET])
    assert near is not None
    assert far is not None
    assert far.unknown > near.unknown


def test_somebody_elses_request_is_not_decided_by_the_persons_own_taste() -> None:
    assert EVIDENCE.weigh("My wife needs a place for lunch, which one?", OPTIONS, [QUIET]) is None


def test_the_order_of_the_options_means_nothing() -> None:
    one = EVIDENCE.weigh(LATER, OPTIONS, [QUIET])
    other = EVIDENCE.weigh(LATER, OPTIONS[::-1], [QUIET])
    assert one is not None
    assert other is not None
    assert one.options == pytest.approx(other.options[::-1], abs=1e-3)


def test_of_a_hundred_sayings_and_options_each_has_its_place() -> None:
    many = [Saying(f"I like number {n}", asked=f"which of {n}?") for n in range(100)]
    found = EVIDENCE.weigh("a tram", [f"tram {n}" for n in range(100)], [*many, QUIET])
    assert found is not None
    assert found.support.shape == (101, 100)


@pytest.mark.parametrize("words", ["I really hate crowded places full of people.", "I love quiet paths by the river"])
def test_whole_answers_are_held_against_what_was_said(words: str) -> None:
    found = EVIDENCE.weigh("What should I do on Saturday?", ANSWERS, [Saying(words)])
    assert found is not None
    assert int(found.options.argmax()) == 1


def test_nothing_said_is_no_evidence() -> None:
    assert EVIDENCE.weigh(LATER, OPTIONS, []) is None


def test_a_reason_that_names_no_option_refuses_none() -> None:
    agent = Agent.open(":memory:")
    places = ["Little Fern, soft music", "Cantina, DJ nights", "Taproom, live band"]
    turn = agent.consider(Request("dana", "need somewhere for me and sam", places))
    turn = agent.hear(turn, "somewhere where we can actually hear each other")
    assert not any(one.stance == "avoids" for one in agent.memory.list("dana"))
