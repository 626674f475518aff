"""Of ten thousand options, the one that is named is the one that is read."""

from __future__ import annotations

import pytest

from penchant.domain import Utterance
from penchant.mind.builtin import BuiltInMind

MANY = tuple(f"{colour} mug {at}" for at in range(2_500) for colour in ("red", "blue", "green", "grey"))


@pytest.mark.parametrize("name", ["red mug 0", "blue mug 7", "grey mug 2499"])
def test_one_of_ten_thousand_is_read_by_its_name(mind: BuiltInMind, name: str) -> None:
    assert mind.understand(Utterance(f"I'd like the {name} please", MANY)).wants == (name,)
    heard = mind.understand(Utterance(f"not the {name}", MANY))
    assert (heard.wants, heard.avoids) == ((), (name,))


def test_what_was_done_is_corrected_among_ten_thousand(mind: BuiltInMind) -> None:
    heard = mind.understand(Utterance("no, the grey mug 2400 please", MANY, ("red mug 3",)))
    assert (heard.wants, heard.verdict) == (("grey mug 2400",), "wrong")
