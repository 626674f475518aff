"""What was said lately is found by any few words of it, and there is an end to how much of it is kept."""

from __future__ import annotations

from datetime import UTC, datetime

from penchant.domain import EpisodeId, PersonId, Preference, PreferenceId
from penchant.loop.quotations import runs_of
from penchant.loop.sayings import MOST, Sayings
from penchant.mind.protocol import Held


def held(number: int) -> Held:
    belief = Preference(
        id=PreferenceId(number),
        person=PersonId("ana"),
        situation="",
        topic="drink",
        stance="wants",
        value=f"tea{number}",
        rather_than=(),
        confidence=0.9,
        words="",
        episode=EpisodeId("e"),
        since=datetime(2026, 1, 1, tzinfo=UTC),
        confirmed=datetime(2026, 1, 1, tzinfo=UTC),
    )
    return Held(belief, 0.9)


def note(held: Held) -> str:
    return f"Asked for a drink, ana wants {held.preference.value}."


def test_a_belief_that_did_not_change_is_worded_once() -> None:
    sayings, beliefs, worded = Sayings(), [held(1), held(2)], list[str]()

    def wording(held: Held) -> str:
        worded.append(note(held))
        return worded[-1]

    sayings.add_notes(beliefs, wording)
    sayings.add_notes([*beliefs, held(3)], wording)
    assert worded == [note(held(1)), note(held(2)), note(held(3))]


def test_of_many_sayings_the_oldest_are_forgotten() -> None:
    sayings = Sayings()
    said = [f"Shall I bring you number {n}?" for n in range(3 * MOST)]
    for text in said:
        sayings.add(text)
    kept = sayings.quoted_in(runs_of(said[0]))
    assert said[-1] in kept
    assert said[0] not in kept
    assert len(kept) <= MOST


def test_every_note_at_hand_is_found_however_many_there_are() -> None:
    sayings, beliefs = Sayings(), [held(n) for n in range(2 * MOST)]
    for until in (1, MOST, 2 * MOST):
        sayings.add_notes(beliefs[:until], note)
        for each in beliefs[:until]:
            assert sayings.quoted_in(runs_of(note(each)))
            assert note(each) in sayings.quoted_in(runs_of(note(each)))
