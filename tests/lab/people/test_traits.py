"""Patience, trust and drift: a property of each in a sentence, and the contract of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from penchant.domain import Action, Question, Request
from penchant_lab.people import (
    PRESETS,
    Character,
    Drift,
    FeedbackQuality,
    Intent,
    Patience,
    SimulatedPerson,
    Style,
    Trait,
    TrustInAgent,
)
from penchant_lab.people.traits import TaskTime, remember, remembered
from penchant_lab.testing import TraitCheck, trait_checks

MADE: dict[str, Callable[[], Trait]] = {
    "feedback": lambda: FeedbackQuality(wrong=0.3, missing=0.1, vague=0.1, off_topic=0.1),
    "patience": lambda: Patience(budget=6, recovery=0.4),
    "trust": lambda: TrustInAgent(start=0.4, rise=0.1, fall=0.2),
    "drift": lambda: Drift(kind="gradual", over=2),
    **{name: lambda name=name: _Composed(name) for name in PRESETS},  # type: ignore[misc]
}
DRINK = Request("ana", "a drink, please", ["black coffee", "herbal tea", "orange juice"])
TEA, WHICH = Intent("herbal tea"), Question("Which would you like?", tuple(DRINK.options))
RIGHT, WRONG = Action("herbal tea"), Action("black coffee")


class _Composed:
    """A whole style, held to the contract of a trait."""

    def __init__(self, name: str) -> None:
        self._style = Style.of(name)

    def wrap(self, character: Character, *, seed: int) -> Character:
        return self._style.play(character, seed=seed)

    def conflict(self, others: object) -> str | None:
        return None


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("check", list(trait_checks()), ids=lambda check: check.__name__)
def test_every_trait_keeps_the_contract_alone_and_composed(check: TraitCheck, name: str) -> None:
    check(MADE[name])


def ana(*traits: Trait) -> Character:
    person: Character = SimulatedPerson("ana", seed=1)
    for trait in traits:
        person = trait.wrap(person, seed=1)
    return person


def asked(person: Character, times: int, start: int = 0) -> list[str | None]:
    return [person.with_mind_on(TEA, f"m{n}").answer(DRINK, WHICH) for n in range(start, start + times)]


def test_patience_lasts_for_the_budget_and_then_nothing_is_answered() -> None:
    said = asked(ana(Patience(budget=4, short=1.0)), 12)
    assert all(words and "tea" in words for words in said[:4])
    assert not any(words and "tea" in words for words in said[4:])
    assert said[4]  # that they want no more of it
    assert None in said[5:]  # and if it goes on, nothing


def test_annoyance_shortens_answers_and_tells_of_itself_before_it_ends_them() -> None:
    fresh, tired = asked(ana(Patience(budget=1000)), 40), asked(ana(Patience(budget=40, short=0.0)), 40)
    assert sum(len(words or "") for words in tired[:20]) < sum(len(words or "") for words in fresh[:20])
    told = ["question" in (words or "") or "ask" in (words or "") for words in tired]
    assert sum(told[20:]) > sum(told[:20])
    assert not any("question" in (words or "") for words in fresh)


def test_patience_comes_back_with_requests_at_which_nobody_asks() -> None:
    person = ana(Patience(budget=3, recovery=0.5))
    assert not any(words and "tea" in words for words in asked(person, 12)[8:])
    for number in range(12):
        person.with_mind_on(TEA, f"quiet {number}")
    assert "tea" in (asked(person, 1, start=50)[0] or "")


def test_somebody_without_any_patience_answers_nothing() -> None:
    assert not any(words and "tea" in words for words in asked(ana(Patience(budget=0)), 5))


def test_trust_rises_with_what_is_right_and_falls_with_what_is_wrong() -> None:
    person = ana(TrustInAgent(start=0.5, rise=0.1, fall=0.2))
    person.with_mind_on(TEA, "m1").react(DRINK, RIGHT)
    assert remembered(person) == [{"trust": pytest.approx(0.6)}]
    person.with_mind_on(TEA, "m2").react(DRINK, WRONG)
    assert remembered(person) == [{"trust": pytest.approx(0.4)}]


def letters(said: Sequence[str | None]) -> int:
    return sum(len(words or "") for words in said)


def test_who_trusts_says_more_and_who_does_not_says_less_and_now_and_then_nothing_clear() -> None:
    wary, usual, trusting = (asked(ana(TrustInAgent(start=start)), 60) for start in (0.0, 0.5, 1.0))
    assert letters(wary) < letters(usual) < letters(trusting)
    assert 10 < sum("tea" not in (words or "").lower() for words in wary) < 50
    assert all("tea" in (words or "").lower() for words in usual + trusting)


def test_trust_and_patience_are_kept_when_a_life_is_left_and_only_theirs() -> None:
    person = ana(FeedbackQuality(wrong=0.1), TrustInAgent(), Patience(budget=5))
    asked(person, 3)
    person.with_mind_on(TEA, "m").react(DRINK, WRONG)
    kept = remembered(person)
    assert kept == [{"spent": 3.0}, {"trust": pytest.approx(0.4)}]
    later = ana(FeedbackQuality(wrong=0.1), TrustInAgent(), Patience(budget=5))
    remember(later, kept)
    assert remembered(later) == kept


NEW = Intent("herbal tea", formerly=Intent("black coffee"))


def wanted(drift: Drift, since: float, *, person: str = "ana", moment: str = "m", intent: Intent = NEW) -> Intent:
    return drift.holding(intent, DRINK, TaskTime(person, 1, moment, since))


def things(drift: Drift, times: Sequence[float], person: str = "ana") -> list[str]:
    return [wanted(drift, since, person=person, moment=f"m{since}").thing for since in times]


HALVES = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5)
OLD, TURNED = "black coffee", "herbal tea"


@pytest.mark.parametrize(
    ("drift", "held"),
    [
        (Drift(kind="once"), [TURNED] * 6),
        (Drift(kind="never"), [OLD] * 6),
        (Drift(kind="back"), [TURNED] * 2 + [OLD] * 4),
        (Drift(kind="recurring"), [TURNED] * 2 + [OLD] * 2 + [TURNED] * 2),
        (Drift(kind="recurring", over=0.5), [TURNED, OLD] * 3),
    ],
    ids=str,
)
def test_which_taste_holds_is_decided_by_the_time_since_the_change(drift: Drift, held: list[str]) -> None:
    assert things(drift, HALVES) == held


def test_a_gradual_change_is_more_and_more_often_the_new_taste() -> None:
    share = [
        sum(wanted(Drift(kind="gradual"), since, moment=f"{n}").thing == TURNED for n in range(500)) / 500
        for since in (0.0, 0.25, 0.75, 1.0)
    ]
    assert share == [0, pytest.approx(0.25, abs=0.06), pytest.approx(0.75, abs=0.06), 1]


def test_item_by_item_each_taste_changes_once_and_at_a_time_of_its_own() -> None:
    drift, moments = Drift(kind="item-by-item"), [n / 20 for n in range(21)]
    turned = {}
    for name in ("orange juice", "herbal tea"):
        held = [wanted(drift, since, intent=Intent(name, formerly=Intent(OLD))).thing for since in moments]
        assert held == sorted(held, key=lambda thing: thing == name)
        assert (held[-1], held[0] in (name, OLD)) == (name, True)
        turned[name] = held.index(name)
    assert len(set(turned.values())) == 2


def test_people_change_at_different_times_within_what_they_are_apart() -> None:
    drift, moments = Drift(kind="once", apart=1), [n / 50 for n in range(51)]
    turned = [things(drift, moments, person=f"person {n}").index(TURNED) for n in range(30)]
    assert len(set(turned)) > 10
    assert max(turned) <= 50


def test_who_goes_back_to_the_old_taste_says_what_they_had_meanwhile() -> None:
    back = wanted(Drift(kind="back"), 2.0)
    assert (back.thing, back.formerly and back.formerly.thing) == (OLD, TURNED)


def test_a_taste_that_is_not_on_offer_any_more_does_not_hold() -> None:
    gone = Intent("herbal tea", formerly=Intent("mate"))
    assert wanted(Drift(kind="never"), 1.0, intent=gone).thing == "herbal tea"


def test_a_change_that_is_not_announced_is_shown_by_what_they_want_and_by_no_word() -> None:
    told, quiet = (wanted(Drift(kind="once", announced=announced), 0.0) for announced in (True, False))
    assert (told.thing, quiet.thing) == (TURNED, TURNED)
    moments = [f"m{n}" for n in range(60)]
    plain = [ana().with_mind_on(Intent(TURNED), moment).react(DRINK, WRONG) for moment in moments]
    assert [ana().with_mind_on(quiet, moment).react(DRINK, WRONG) for moment in moments] == plain
    assert [ana().with_mind_on(told, moment).react(DRINK, WRONG) for moment in moments] != plain
