"""Answers about a list: which are wanted most, which are fine, which are not wanted."""

from __future__ import annotations

import pytest

from penchant.domain import Question, Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.testing import HashEmbedder

MIND = BuiltInMind(HashEmbedder())
LISTED = ("Fire TV", "Tizen", "webOS")
QUESTION = Question("Which of these would you be happy with for the TV: Fire TV, Tizen or webOS?", LISTED)


@pytest.mark.parametrize(
    ("words", "wants", "accepts", "avoids"),
    [
        ("Fire TV would be my first choice, Tizen is fine too; not webOS, please", "Fire TV", "Tizen", "webOS"),
        ("Tizen is my favourite. Fire TV would do. I don't want webOS.", "Tizen", "Fire TV", "webOS"),
        ("webOS and Tizen are fine, but I don't want Fire TV", "", "Tizen|webOS", "Fire TV"),
        ("None of those, please", "", "", "Fire TV|Tizen|webOS"),
        ("All of them are fine", "", "Fire TV|Tizen|webOS", ""),
        ("I like Tizen best; Fire TV and webOS are out", "Tizen", "", "Fire TV|webOS"),
        ("Neither Tizen nor webOS, but Fire TV is okay", "", "Fire TV", "Tizen|webOS"),
        ("I'd love Tizen and webOS. Fire TV is not for me.", "Tizen|webOS", "", "Fire TV"),
        ("I could live with webOS; not Fire TV or Tizen, please", "", "webOS", "Fire TV|Tizen"),
    ],
)
def test_each_value_of_a_list_is_heard(words: str, wants: str, accepts: str, avoids: str) -> None:
    reading = MIND.read(Utterance(words, LISTED, question=QUESTION))
    found = [set(each) for each in (reading.wants, reading.accepts, reading.avoids)]
    assert found == [set(filter(None, each.split("|"))) for each in (wants, accepts, avoids)]


def test_a_name_with_a_dash_in_it_is_one_name() -> None:
    reading = MIND.read(Utterance("Camera–less back is fine. Not dual camera.", ["camera–less back", "dual camera"]))
    assert (reading.accepts, reading.avoids) == (("camera–less back",), ("dual camera",))


@pytest.mark.parametrize("words", ["Tizen is my number one. Fire TV will do.", "Tizen. My second choice is Fire TV."])
def test_what_comes_first_with_somebody_is_not_what_stands_first_in_the_list(words: str) -> None:
    reading = MIND.read(Utterance(words, LISTED, question=QUESTION))
    assert (reading.wants, reading.accepts) == (("Tizen",), ("Fire TV",))


def test_to_praise_a_choice_names_nothing_that_shares_a_word_with_the_praise() -> None:
    reading = MIND.read(Utterance("Top choice.", ["koa top", "bronze strings"], acted=["bronze strings"]))
    assert reading.verdict != "wrong"
    assert "koa top" not in reading.wants
