"""What was said is found turn by turn, each line with the lines around it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from penchant.domain import EpisodeId, TranscriptEntry
from penchant.errors import BadInput
from penchant.memory import Memory
from penchant.store import Transcribe

MORNING = """
    Rita: How was the weekend?
    Karl: Rainy, so we stayed in and played cards.
    Rita: Did you get the boat ready at last?
    Karl: Mostly, it only lacks a coat of varnish now.
    Rita: My cousin Oskar sails too, he won a cup in Kiel.
    Karl: Oh, what is he like?
"""
EVENING = """
    Karl: The varnish is dry, we can launch her on Sunday.
    Rita: I have a recital on Sunday, I play the harp.
    Karl: Then Monday it is.
"""


def keep(memory: Memory, episode: str, talk: str, at: datetime, person: str = "rita") -> None:
    lines = [line.strip() for line in talk.strip().splitlines()]
    entries = [
        TranscriptEntry(episode=EpisodeId(episode), number=number, kind="heard", words=words, at=at)
        for number, words in enumerate(lines)
    ]
    memory.apply(person, [Transcribe(entry) for entry in entries])


@pytest.fixture
def talked(memory: Memory) -> Memory:
    keep(memory, "morning", MORNING, datetime(2026, 3, 2, 8, tzinfo=UTC))
    keep(memory, "evening", EVENING, datetime(2026, 5, 4, 19, tzinfo=UTC))
    return memory


def found(memory: Memory, text: str, limit: int = 1, **how: datetime) -> list[str]:
    return [match.entry.words for match in memory.search_said("rita", text, limit=limit, **how)]


def test_the_line_that_tells_is_found(talked: Memory) -> None:
    assert found(talked, "Which instrument does Rita play?") == ["Rita: I have a recital on Sunday, I play the harp."]


def test_what_was_answered_is_found_by_the_words_of_the_question_before_it(talked: Memory) -> None:
    assert found(talked, "Is the boat ready?") == ["Karl: Mostly, it only lacks a coat of varnish now."]


def test_a_name_in_the_question_looks_for_what_they_said(talked: Memory) -> None:
    [of_karl], [of_rita] = found(talked, "What of Sunday, Karl?"), found(talked, "What of Sunday, Rita?")
    assert of_karl == "Karl: The varnish is dry, we can launch her on Sunday."
    assert of_rita == "Rita: I have a recital on Sunday, I play the harp."


def test_a_month_in_the_question_looks_for_what_was_said_then(talked: Memory) -> None:
    assert found(talked, "varnish in March 2026") == ["Karl: Mostly, it only lacks a coat of varnish now."]
    assert found(talked, "varnish on 4 May") == ["Karl: The varnish is dry, we can launch her on Sunday."]


def test_only_what_was_said_between_two_moments_is_found(talked: Memory) -> None:
    april = datetime(2026, 4, 1, tzinfo=UTC)
    assert all("recital" not in words for words in found(talked, "harp", limit=9, until=april))
    assert len(found(talked, "harp", limit=9, since=april)) == 3
    with pytest.raises(BadInput, match="time zone"):
        talked.search_said("rita", "harp", since=april.replace(tzinfo=None))


def test_what_was_seen_is_no_line_of_a_conversation(talked: Memory) -> None:
    entry = TranscriptEntry(
        episode=EpisodeId("log"), number=0, kind="seen", words='{"item": "harp"}', at=datetime(2026, 5, 4, tzinfo=UTC)
    )
    talked.apply("rita", [Transcribe(entry)])
    assert all("{" not in words for words in found(talked, "harp", limit=99))


def test_lines_that_are_added_are_found_and_forgotten_ones_are_not(talked: Memory) -> None:
    assert "Rita: I sold the harp." not in found(talked, "harp", limit=99)
    keep(talked, "later", "Rita: I sold the harp.", datetime(2026, 6, 1, tzinfo=UTC))
    assert found(talked, "sold the harp") == ["Rita: I sold the harp."]
    talked.forget_person("rita")
    assert found(talked, "harp", limit=99) == []


def test_nobody_is_found_in_somebody_elses_talk(talked: Memory) -> None:
    assert talked.search_said("karl", "harp") == []
    assert found(talked, "harp", limit=0) == []
    with pytest.raises(BadInput, match="limit"):
        talked.search_said("rita", "harp", limit=-1)
