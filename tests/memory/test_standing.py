from __future__ import annotations

import pytest

from penchant.domain import EpisodeId, Evidence, Preference, PreferenceId
from penchant.memory import Standing
from workbench import belief, minute


def heard(id: int, at: float, *, supports: bool = True) -> Evidence:
    return Evidence(
        preference=PreferenceId(id),
        episode=EpisodeId(f"e{at}"),
        source="praise" if supports else "correction",
        supports=supports,
        words="so it is",
        at=minute(at),
    )


def fallen(id: int, confirmed: float, until: float) -> Preference:
    return belief(id, f"value {id}", confirmed=confirmed, until=until)


def standing(confirmed: float, now: float, *, closed: list[Preference], latest: list[Evidence] | None = None) -> float:
    """How a belief of full confidence stands, that was last confirmed then."""
    judged = Standing(closed, latest or [])
    return judged.of([belief(100, "tea", confirmed=confirmed, confidence=1.0)], minute(now))[0]


UNSUSPECTED = standing(0, 1, closed=[])


def test_a_belief_nobody_has_tested_stands_nearly_at_its_own_confidence() -> None:
    assert 0.95 < UNSUSPECTED < 1
    [half] = Standing([], []).of([belief(1, "tea", confidence=0.5)], minute(1))
    assert half == pytest.approx(0.5 * UNSUSPECTED)


def test_a_belief_confirmed_a_moment_ago_stands_whatever_fell_before() -> None:
    falls = [fallen(n, 0, 10 + n) for n in range(5)]
    assert standing(20, 20, closed=falls) == pytest.approx(UNSUSPECTED)


def test_other_beliefs_of_the_same_age_falling_lower_it_and_more_of_them_lower_it_more() -> None:
    one, many = [fallen(1, 0, 10)], [fallen(n, 0, 10 + n) for n in range(6)]
    assert standing(0, 30, closed=many) < standing(0, 30, closed=one) < UNSUSPECTED - 0.2


def test_other_beliefs_holding_keep_it() -> None:
    falls = [fallen(1, 0, 10)]
    held = [heard(n, at) for n in range(2, 10) for at in (0, 30)]
    assert standing(0, 30, closed=falls, latest=held) > standing(0, 30, closed=falls) + 0.2
    assert standing(0, 30, closed=[], latest=held) >= UNSUSPECTED


def test_what_held_before_it_was_confirmed_says_nothing_about_it() -> None:
    held = [heard(n, at) for n in range(2, 10) for at in (0, 10)]
    falls = [fallen(1, 12, 20)]
    assert standing(11, 30, closed=falls, latest=held) == pytest.approx(standing(11, 30, closed=falls))


def test_what_was_confirmed_after_a_change_came_to_light_is_not_suspected() -> None:
    falls = [fallen(1, 0, 10), fallen(2, 1, 25), fallen(3, 2, 40)]
    assert standing(11, 50, closed=falls) == pytest.approx(UNSUSPECTED)
    assert standing(0, 50, closed=falls) < 0.5


def test_one_change_explains_falls_that_overlap_and_two_are_needed_where_they_do_not() -> None:
    overlapping = [fallen(1, 0, 10), fallen(2, 5, 30)]
    apart = [fallen(1, 0, 10), fallen(2, 12, 30)]
    assert standing(12, 40, closed=overlapping) == pytest.approx(UNSUSPECTED)
    assert standing(12, 40, closed=apart) < UNSUSPECTED - 0.2


def test_a_belief_confirmed_within_the_stretch_of_a_change_is_suspected_in_part() -> None:
    falls = [fallen(1, 0, 10)]
    assert standing(0, 20, closed=falls) < standing(5, 20, closed=falls) < standing(10, 20, closed=falls)


def test_a_change_is_no_earlier_than_the_last_confirmation_of_what_it_felled() -> None:
    falls = [fallen(1, 0, 20), fallen(2, 10, 20)]
    assert standing(5, 30, closed=falls) == pytest.approx(standing(0, 30, closed=falls))
    assert standing(15, 30, closed=falls) > standing(5, 30, closed=falls)


def test_a_belief_that_was_shaken_and_not_closed_counts_for_less_than_a_fall() -> None:
    shaken = [heard(7, 0), heard(7, 10, supports=False)]
    fall = standing(0, 20, closed=[fallen(1, 0, 10)])
    assert fall < standing(0, 20, closed=[], latest=shaken) < standing(0, 20, closed=[])


def test_a_fall_is_counted_once_though_the_closing_and_the_evidence_both_tell_of_it() -> None:
    evidence = [heard(1, 0), heard(1, 10, supports=False)]
    falls = [fallen(1, 0, 10)]
    assert standing(0, 20, closed=falls, latest=evidence) == pytest.approx(standing(0, 20, closed=falls))


def test_every_belief_gets_its_own_standing_in_order() -> None:
    judged = Standing([fallen(1, 0, 10)], [])
    old, fresh = belief(2, "a", confirmed=0, confidence=0.8), belief(3, "b", confirmed=15, confidence=0.8)
    both = judged.of([old, fresh], minute(20))
    assert both == [*judged.of([old], minute(20)), *judged.of([fresh], minute(20))]
    assert both[0] < both[1]
    assert judged.of([], minute(20)) == []


@pytest.mark.parametrize("now", [0, 5, 10, 100_000])
def test_a_standing_is_a_likelihood_whatever_the_hour(now: float) -> None:
    falls = [fallen(1, 0, 10), fallen(2, 3, 12)]
    held = [heard(4, 3), heard(4, 3), heard(4, 9)]
    for confirmed in (0, 10, 200_000):
        assert 0 <= standing(confirmed, now, closed=falls, latest=held) <= 1


@pytest.mark.parametrize("until", [10, 9])
def test_a_belief_closed_in_the_instant_it_was_confirmed_or_by_a_clock_set_back_does_no_harm(until: float) -> None:
    falls = [fallen(1, 0, 10), fallen(2, 10, until)]
    assert 0 <= standing(0, 20, closed=falls) <= 1


def test_evidence_that_was_read_before_counts_the_same() -> None:
    heard_so_far = [heard(n % 7, n, supports=n % 5 > 0) for n in range(40)]
    closed = [fallen(20, 3, 9), fallen(21, 12, 30)]
    judged = [belief(100, "tea", confirmed=5), belief(101, "milk", confirmed=33)]
    for before, now in ((0, 40), (0, 30), (3, 40), (39, 40), (0, 0)):
        earlier = Standing([], heard_so_far[before : before + 20])
        again = Standing(closed, heard_so_far[before:now], earlier)
        assert again.of(judged, minute(50)) == Standing(closed, heard_so_far[before:now]).of(judged, minute(50))
    others = Standing([], [heard(n, 2 * n) for n in range(40)])
    assert Standing(closed, heard_so_far, others).of(judged, minute(50)) == Standing(closed, heard_so_far).of(
        judged, minute(50)
    )


def test_what_was_judged_before_is_judged_the_same_at_any_other_hour_even_an_earlier_one() -> None:
    heard_so_far = [heard(n % 7, n, supports=n % 5 > 0) for n in range(40)]
    closed = [fallen(20, 3, 9), belief(21, "rum", confirmed=12, until=30, situation="")]
    judged = [belief(100, "tea", confirmed=5, situation=""), belief(101, "milk", confirmed=33)]
    once = Standing(closed, heard_so_far)
    for now in (50, 60, 25, 10, 50, 25):
        for some in (judged, judged[:1], judged[::-1], judged):
            assert once.of(some, minute(now)) == Standing(closed, heard_so_far).of(some, minute(now))


def test_what_fell_counts_the_same_whether_or_not_it_was_read_before() -> None:
    heard_so_far = [heard(n % 7, n, supports=n % 5 > 0) for n in range(40)]
    always = [belief(30 + n, f"value {n}", confirmed=n, until=20 + n, situation="") for n in range(3)]
    closed = [fallen(20, 3, 9), *always, fallen(3, 12, 30)]
    judged = [belief(100, "tea", confirmed=5, situation=""), belief(101, "milk", confirmed=33)]
    before = None
    for count in (0, 1, 1, 3, 4, 4, 5, 5, 2):
        before = Standing(closed[:count], heard_so_far[count:], before)
        alone = Standing(closed[:count], heard_so_far[count:])
        assert before.of(judged, minute(50)) == alone.of(judged, minute(50))


def test_a_clock_that_steps_back_in_the_far_future_does_no_harm() -> None:
    far = 60 * 24 * 365.0 * 400
    closed = [belief(1, "tea", confirmed=far + 1, until=far, situation="")]
    [stands] = Standing(closed, []).of([belief(2, "milk", confirmed=far - 1, situation="")], minute(far + 1))
    assert 0 <= stands < 0.1
