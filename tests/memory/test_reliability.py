"""How far words can be relied on is learned from how they agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from penchant.domain import EpisodeId, Evidence, PreferenceId, Source
from penchant.memory import STRANGER
from penchant.memory.posterior import revise
from penchant.memory.reliability import reliability
from workbench import belief, minute


def words(*heard: tuple[int, Source, bool], errand: str | None = None) -> list[Evidence]:
    """What was heard of beliefs, each on an errand of its own unless it is one."""
    return [
        Evidence(
            preference=PreferenceId(belief),
            episode=EpisodeId(errand or f"e{n}"),
            source=source,
            supports=supports,
            words=f"{errand} word {n}",
            at=minute(n),
        )
        for n, (belief, source, supports) in enumerate(heard)
    ]


def test_who_never_contradicts_themselves_is_relied_on_more_and_more() -> None:
    praise: tuple[int, Source, bool] = (1, "praise", True)
    few, many = reliability(words(*[praise] * 4), {}), reliability(words(*[praise] * 40), {})
    assert many.false("praise") < few.false("praise") < STRANGER.false("praise")


def test_what_was_contradicted_and_held_all_the_same_counts_against_the_word() -> None:
    steady = [(belief, "praise", True) for belief in range(10) for _ in range(4)]
    slips: list[tuple[int, Source, bool]] = [
        (belief, "correction" if n == 2 else "praise", n != 2) for belief in range(10) for n in range(4)
    ]
    assert reliability(words(*slips), {}).false("correction") > 0.15
    assert reliability(words(*((b, "praise", s) for b, _, s in steady)), {}).false("correction") < 0.02


def test_what_it_took_to_end_a_belief_counts_against_no_word() -> None:
    """Whether one correction was enough or two were needed, it was a change and not a slip."""
    praised: list[tuple[int, Source, bool]] = [(b, "praise", True) for b in range(10) for _ in range(4)]
    ended = {PreferenceId(b): replace(belief(b, f"value {b}"), until=minute(99)) for b in range(10)}
    steady = reliability(words(*praised), {})
    for corrections in (1, 2):
        heard = words(*praised, *((b, "correction", False) for b in range(10) for _ in range(corrections)))
        assert reliability(heard, ended).false("correction") < 1.1 * steady.false("correction")
        assert reliability(heard, {}).false("correction") > 3 * steady.false("correction"), "and held, it was a slip"


def test_of_an_answer_and_a_reaction_that_disagree_one_was_false() -> None:
    heard = [
        item
        for n in range(20)
        for item in words((n, "answer", True), (n, "correction", n % 2 == 0), errand=f"errand {n}")
    ]
    found = reliability(heard, {})
    assert 0.15 < found.false("answer") < 0.4
    assert 0.15 < found.false("correction") < 0.4


def test_two_kinds_of_moment_are_relied_on_differently() -> None:
    """Every other answer is off, and every reaction agrees with the ones before and after it."""
    heard: list[Evidence] = []
    for n in range(40):
        about = n % 8
        heard += words((about, "answer", n % 2 == 0), (about, "praise", True), errand=f"errand {n}")
        heard += words((about, "praise", True), errand=f"another errand {n}")
    found = reliability(heard, {})
    assert found.false("answer") > 1.5 * found.false("praise")


def test_a_word_of_somebody_who_often_errs_moves_a_belief_less() -> None:
    unsteady = reliability(words(*[(1, "praise" if n % 2 else "correction", n % 2 == 1) for n in range(40)]), {})
    plain, [kept_plain] = revise(0.01, [0.95], STRANGER.naming("correction", 4))
    doubted, [kept] = revise(0.01, [0.95], unsteady.naming("correction", 4))
    assert plain > 3 * doubted
    assert kept > kept_plain


@pytest.mark.parametrize("sure", [0.5, 0.7, 0.9, 1.0])
def test_a_word_never_tells_the_opposite_of_what_it_says(sure: float) -> None:
    assert STRANGER.naming("answer", 4, sure) >= 1
    assert STRANGER.against("rejection", sure) >= 1
