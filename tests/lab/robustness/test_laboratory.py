"""What the laboratory counts because it knows the truth, and what an ideal listener would reach."""

from __future__ import annotations

import pytest

from penchant.domain import Action, Choice, Episode, EpisodeId, Exchange, Question, Request, Stance
from penchant.errors import BadInput
from penchant.memory import Memory
from penchant.store import Close
from penchant_lab.choice.life import Errand, JudgedEpisode
from penchant_lab.people import Intent
from penchant_lab.people.style import Style
from penchant_lab.people.tastes import Tastes
from penchant_lab.suites.protocol import Life, Task
from penchant_lab.suites.robustness.listener import IdealListener, option_counts
from penchant_lab.suites.robustness.metrics import closures, recovery
from penchant_lab.suites.robustness.observer import Observer, is_true
from penchant_lab.suites.robustness.options import RobustnessOptions, settled
from penchant_lab.suites.robustness.reasons import sampled
from workbench import belief, draft

DRINKS = Request("ana", "Something to drink, I'm drowsy", ["coffee", "tea", "juice"])


def test_a_belief_is_true_where_it_says_what_the_person_has_in_mind() -> None:
    tea = Task(DRINKS, Intent("tea"))
    assert is_true(belief(1, value="tea"), tea) is True
    assert is_true(belief(1, value="coffee"), tea) is False
    assert is_true(belief(1, value="coffee", stance="avoids"), tea) is True
    assert is_true(belief(1, value="a walk"), tea) is None


def test_a_belief_about_a_place_is_true_by_the_place_or_by_all_that_is_done() -> None:
    shelf = Task(Request("ana", "Put the cup away", ["cup", "shelf", "drawer"]), Intent("cup", "shelf"))
    assert is_true(belief(1, value="shelf"), shelf) is True
    assert is_true(belief(1, value=str(Action("cup", "shelf"))), shelf) is True
    assert is_true(belief(1, value="drawer"), shelf) is False


def test_to_take_nothing_may_be_true_as_well() -> None:
    request = Request("ana", "Buy me a lamp", ["A", "B"], features=[["oak"], ["steel"]], may_decline=True)
    tastes = Tastes(frozenset(), frozenset(), frozenset({"oak", "steel"}))
    nothing, any_of_it = (Task(request, Intent(thing, tastes=tastes)) for thing in ("", "A"))
    assert is_true(belief(1, value=str(Action())), nothing) is True
    assert is_true(belief(1, value=str(Action())), any_of_it) is False


def test_a_belief_about_a_feature_is_true_by_what_is_thought_of_it() -> None:
    tastes = Tastes(frozenset({"oak"}), frozenset({"brass"}), frozenset({"steel"}))
    request = Request("ana", "Buy me a lamp", ["A", "B"], features=[["oak"], ["steel"]], may_decline=True)
    task = Task(request, Intent("A", tastes=tastes))
    said = {(value, stance): is_true(belief(1, value=value, stance=stance), task) for value, stance in SAID}
    assert [each for each, true in said.items() if true] == [("oak", "wants"), ("oak", "accepts"), ("steel", "avoids")]


SAID: tuple[tuple[str, Stance], ...] = (
    ("oak", "wants"),
    ("oak", "accepts"),
    ("oak", "avoids"),
    ("steel", "avoids"),
    ("steel", "wants"),
)


def life(changed: str = "juice") -> Life:
    before, after = Task(DRINKS, Intent("tea")), Task(DRINKS, Intent(changed, formerly=Intent("tea")))
    return Life("ana", ((before,), (before,), (after,), (after,)))


def seen(
    observer: Observer, task: Task, phase: str, *, done: str = "tea", asked: bool = False, corrected: bool = False
) -> object:
    """What is written down of an episode in which this was done."""
    heard = (Exchange(Question("Which?", ()), "that one"),) if asked else ()
    episode = Episode(
        id=EpisodeId("e"), request=task.request, choice=Choice(Action(done), 1.0), heard=heard, corrected=corrected
    )
    errand = Errand(0, task, "m", None, None, None, None, teaching=True)  # type: ignore[arg-type]
    return observer.see(errand, JudgedEpisode(episode, right=done == task.intent.thing), (phase, 1))


def test_a_true_belief_that_is_closed_is_counted_and_one_that_is_no_longer_true_is_not(memory: Memory) -> None:
    lived = life()
    observer, before, after = Observer(lived, memory), lived.phases[0][0], lived.phases[2][0]
    lost, kept = (memory.add("ana", draft(value="tea", topic=topic)) for topic in ("a drink", "another drink"))
    seen(observer, before, "phase1")
    memory.apply("ana", [Close(lost.id, memory.clock())])
    assert seen(observer, before, "phase1") == {
        "wanted": {"thing": "tea", "place": None},
        "closed_though_true": ["wants tea"],
    }
    memory.apply("ana", [Close(kept.id, memory.clock())])
    seen(observer, after, "phase3")
    counted = observer.counts()
    assert (counted["true"], counted["closed"], counted["falsely"]) == (2, 2, 1)
    assert closures([counted])["share"] == 0.5


def test_a_true_belief_that_another_true_one_replaces_is_not_lost(memory: Memory) -> None:
    lived = life()
    observer, task = Observer(lived, memory), lived.phases[0][0]
    old = memory.add("ana", draft(value="coffee", stance="avoids", topic="a drink"))
    seen(observer, task, "phase1")
    memory.apply(
        "ana",
        [
            Close(old.id, memory.clock()),
            memory.opening(draft(value="tea", topic="a drink"), "correction", replaces=old.id),
        ],
    )
    seen(observer, task, "phase1")
    assert observer.counts()["falsely"] == 0


def test_recovery_counts_what_is_heard_of_a_changed_taste_until_it_is_done_unasked(memory: Memory) -> None:
    observer, task = Observer(life(), memory), life().phases[2][0]
    seen(observer, task, "phase3", corrected=True)
    seen(observer, task, "phase3", done="juice", asked=True)
    seen(observer, task, "phase3", done="juice")
    assert observer.counts()["recovered"] == [2]
    assert observer.counts()["not_recovered"] == 0


def test_what_did_not_change_need_not_recover(memory: Memory) -> None:
    same = life(changed="tea")
    observer = Observer(same, memory)
    seen(observer, same.phases[2][0], "phase3", corrected=True)
    nothing = {"at_once": 0, "affected": 0, "recovered": None, "half": None, "each": None}
    assert recovery([observer.counts()]) == nothing


def test_what_is_right_at_once_after_the_change_is_counted_apart(memory: Memory) -> None:
    observer, task = Observer(life(), memory), life().phases[2][0]
    seen(observer, task, "phase3", done="juice")
    assert recovery([observer.counts()])["at_once"] == 1
    assert recovery([observer.counts()])["affected"] == 0


def test_what_was_met_once_since_it_changed_says_nothing_of_recovery(memory: Memory) -> None:
    observer, task = Observer(life(), memory), life().phases[2][0]
    seen(observer, task, "phase3", corrected=True)
    assert observer.counts()["not_recovered"] == 0
    seen(observer, task, "phase3", corrected=True)
    assert observer.counts()["not_recovered"] == 1


def test_recovery_of_the_quicker_half_is_told_only_where_a_half_came_back() -> None:
    assert recovery([{"at_once": 0, "recovered": [1, 2, 3, 4], "not_recovered": 0}])["half"] == 1.5
    assert recovery([{"at_once": 0, "recovered": [1], "not_recovered": 2}])["half"] is None


def test_who_is_never_told_wrong_things_is_right_after_one_question() -> None:
    figures = IdealListener.of(Style.of("ideal")).figures([4], 3, 0)
    assert figures == {"success": 1.0, "asked": [1.0, 0.0, 0.0], "passes": [1.0, 1.0, 1.0]}


def test_the_ideal_listener_asks_more_and_is_right_less_often_the_more_is_wrong() -> None:
    found = [IdealListener.of(Style.of(name)).figures([4], 3, 0) for name in ("noisy-5", "noisy-10", "noisy-30")]
    success, asked = [each["success"] for each in found], [each["asked"][2] for each in found]
    assert success == sorted(success, reverse=True)
    assert asked == sorted(asked)
    assert success[1] > 0.985
    assert asked[1] < 0.03
    assert 0.90 < success[2] < 0.96


def test_who_hears_nothing_guesses() -> None:
    assert abs(IdealListener(0.0, 1.0).figures([4], 1, 0)["success"] - 0.25) < 0.05


def test_a_thing_to_put_away_has_as_many_options_as_there_are_places() -> None:
    put = Task(Request("ana", "Put the cup away", ["cup", "shelf", "drawer"]), Intent("cup", "shelf"))
    buy = Task(Request("ana", "Buy a cup", ["A", "B"], features=[["red"], ["blue"]], may_decline=True), Intent("A"))
    assert option_counts([put, buy]) == [2, 3]


def test_two_styles_of_one_name_are_refused() -> None:
    other = {"name": "ideal", "traits": {"patience": {"budget": 1}}}
    with pytest.raises(BadInput, match="two styles called 'ideal'"):
        RobustnessOptions(styles=["ideal", other]).people_styles  # noqa: B018


def test_presets_are_written_down_by_their_names() -> None:
    assert settled("ideal, noisy-5,ideal") == "ideal,noisy-5"


def record(style: str, number: int, why: str = "", unasked: str = "", *, taught: int = 1) -> dict[str, object]:
    heard = [{"question": "Which?", "why": why}] if why else []
    place = {"method": "both", "person": f"embodied/{style}/ana", "phase": "phase1", "pass": taught, "n": number}
    return {**place, "request": f"request {number}", "heard": heard, "unasked": unasked}


def test_a_reason_for_asking_and_one_for_not_asking_are_shown_whatever_order_records_come_in() -> None:
    records = [
        record("ideal", 0, why="not sure", taught=1),
        record("ideal", 1, why="still not sure", taught=2),
        record("ideal", 2, why="nor here", taught=2),
        record("ideal", 3, unasked="sure", taught=2),
        {**record("ideal", 4, why="another method", taught=3), "method": "pre"},
    ]
    shown = {"request": "request 1", "why": "still not sure"}, {"request": "request 3", "why": "sure"}
    for order in (records, records[::-1]):
        assert sampled(order, "both") == {("embodied", "ideal"): {"asked": shown[0], "unasked": shown[1]}}


def test_where_no_reasons_were_recorded_none_are_shown() -> None:
    assert sampled([record("ideal", 0)], "both") == {}
