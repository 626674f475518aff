"""The table of what shoppers say: every sentence in it can be said, and says no more than its section."""

from __future__ import annotations

import string

import pytest

from penchant_lab.people.remarks import house_remarks

LISTED = frozenset({"x", "or", "is"})
GAPS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("most", "all most", "fine", "fine too", "unwanted"), LISTED),
    **dict.fromkeys(("not that", "would have worked", "changed"), frozenset("x")),
    **dict.fromkeys(("unwanted in", "better"), frozenset("xy")),
    "better for": frozenset("xyz"),
}
SPOKEN_AS_THEY_STAND = frozenset(house_remarks().shapes) - set(GAPS)


def gaps(shape: str) -> set[str]:
    return {gap for _, gap, _, _ in string.Formatter().parse(shape) if gap is not None}


@pytest.mark.parametrize("section", GAPS)
def test_a_shape_has_no_gap_that_its_section_cannot_fill(section: str) -> None:
    for shape in house_remarks().shapes[section]:
        assert gaps(shape) <= GAPS[section], shape


def test_a_sentence_without_gaps_brings_its_capital_and_its_stop() -> None:
    assert {"no idea", "praise", "wanted nothing", "both fine"} <= SPOKEN_AS_THEY_STAND
    for section in SPOKEN_AS_THEY_STAND:
        for sentence in house_remarks().shapes[section]:
            assert not gaps(sentence), sentence
            assert sentence[0].isupper(), sentence
            assert sentence.endswith((".", "!", "?")), sentence


def test_nothing_is_there_twice_in_a_section() -> None:
    for section, shapes in house_remarks().shapes.items():
        assert len(set(shapes)) == len(shapes) > 1, section
