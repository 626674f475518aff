"""What shares no word and is about one field of life is found."""

from __future__ import annotations

import pytest

from penchant.memory import Memory
from workbench import draft


@pytest.mark.parametrize(
    ("about", "wanted"),
    [
        ("book me a flight to Oslo", "window seats"),
        ("write a python function", "type hints"),
        ("plan a dinner for Friday", "spicy dishes"),
        ("a film for tonight", "subtitles"),
    ],
)
def test_what_is_about_the_same_field_comes_first(memory: Memory, about: str, wanted: str) -> None:
    for value in ("window seats", "type hints", "spicy dishes", "subtitles", "black ink", "tall shelves"):
        memory.add("ana", draft(value, situation="", topic="", words=value))
    [first] = memory.search("ana", about, limit=1)
    assert first.preference.value == wanted


def test_words_of_no_field_leave_it_to_the_others(memory: Memory) -> None:
    memory.add("ana", draft("Quimby", situation="", topic="", words="Quimby"))
    [found] = memory.search("ana", "Quimby", limit=1)
    assert found.preference.value == "Quimby"
