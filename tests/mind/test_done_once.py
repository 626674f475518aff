"""What comes again is not worked out again, and comes out the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from penchant.domain import Question, Reading, Utterance
from penchant.mind import builtin
from penchant.mind.builtin import BuiltInMind
from penchant.mind.features import _together
from penchant.mind.likeness import Likeness
from penchant.mind.understand.reader import read
from penchant.testing import HashEmbedder

MIND = BuiltInMind(HashEmbedder())
DRINKS = ["black coffee", "herbal tea"]


def test_the_same_words_about_the_same_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []

    def listen(utterance: Utterance, *around: Any) -> Reading:
        heard.append(utterance.words)
        return read(utterance, *around)

    monkeypatch.setattr(builtin, "read", listen)
    first = MIND.read(Utterance("no, the tea", DRINKS, acted=["black coffee"]))
    assert MIND.read(Utterance("no, the tea", tuple(DRINKS), acted=("black coffee",))) == first
    assert heard == ["no, the tea"]


def test_what_was_done_or_asked_makes_the_same_words_others() -> None:
    after = MIND.read(Utterance("yes", DRINKS, acted=["herbal tea"]))
    asked = MIND.read(Utterance("yes", DRINKS, question=Question("The black coffee?", ("black coffee",))))
    assert (after.wants, asked.wants) == (("herbal tea",), ("black coffee",))
    assert MIND.read(Utterance("yes", DRINKS)).wants == ()


def test_the_nearest_of_several_names_is_as_near_as_each_alone() -> None:
    likeness = Likeness(HashEmbedder())
    others = ("herbal tea", "iced coffee", "lemonade")
    alone = max(likeness.names("black coffee", other) for other in others)
    assert likeness.nearest("black coffee", others) == likeness.nearest("black coffee", others) == alone
    assert likeness.nearest("black coffee", ()) == 0.0


@pytest.mark.parametrize("values", [0, 1, 5, 9])
def test_every_way_values_can_stand_is_as_likely_as_its_parts_together(values: int) -> None:
    chances = np.random.default_rng(values).dirichlet(np.ones(3), size=values)
    expected = np.ones(())
    for each in chances:
        expected = np.multiply.outer(expected, each)
    assert np.array_equal(_together(chances.tolist()), expected)
