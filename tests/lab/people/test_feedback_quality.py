"""Feedback quality: how often what people say is wrong, missing, vague or about something else, and how it is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from penchant.domain import Action, Question, Request
from penchant_lab.people import Character, FeedbackQuality, Intent, Person, SimulatedPerson, Style, VoiceSet
from penchant_lab.people.remarks import Remarks, house_remarks
from penchant_lab.people.voice import house_voices
from penchant_lab.suites.protocol import Task
from penchant_lab.suites.shopping import ShoppingSuite

DRINK = Request("ana", "a drink, please", ["black coffee", "herbal tea", "orange juice", "green tea"])
KEYS = Request("ana", "put the keys away", ["keys", "hall tray", "hook", "desk drawer"])
WHICH = Question("Which would you like?", tuple(DRINK.options))
MOMENTS = [f"phase1/1/{n}" for n in range(2000)]


class Telling:
    """Says plainly what they have in mind, so that a test can look at it."""

    name = "ana"

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        return _TellingPerson("ana", intent)


class _TellingPerson:
    def __init__(self, name: str, intent: Intent) -> None:
        self.name, self._intent = name, intent

    def answer(self, request: Request, question: Question) -> str:
        return self._intent.place or self._intent.thing

    def react(self, request: Request, action: Action, because: str = "") -> str:
        return "good" if self._intent.is_met_by(action) else f"rather {self._intent.place or self._intent.thing}"


def telling(feedback: FeedbackQuality, seed: int = 1) -> Character:
    return feedback.wrap(Telling(), seed=seed)


def answers(feedback: FeedbackQuality, intent: Intent, request: Request = DRINK) -> list[str | None]:
    player = telling(feedback)
    return [player.with_mind_on(intent, moment).answer(request, WHICH) for moment in MOMENTS]


def reactions(feedback: FeedbackQuality, intent: Intent, action: Action) -> list[str | None]:
    player = telling(feedback)
    return [player.with_mind_on(intent, moment).react(DRINK, action) for moment in MOMENTS]


@pytest.mark.parametrize("share", [0.05, 0.1, 0.2, 0.3])
def test_about_that_share_of_answers_and_of_reactions_is_wrong(share: float) -> None:
    tea = Intent("herbal tea")
    said = answers(FeedbackQuality(wrong=share), tea)
    assert sum(words != "herbal tea" for words in said) / len(said) == pytest.approx(share, abs=0.03)
    for action, truth in ((Action("herbal tea"), "good"), (Action("black coffee"), "rather herbal tea")):
        heard = reactions(FeedbackQuality(wrong=share), tea, action)
        assert sum(words != truth for words in heard) / len(heard) == pytest.approx(share, abs=0.03)


def test_a_wrong_answer_names_each_of_the_other_options_about_as_often() -> None:
    said = answers(FeedbackQuality(wrong=1.0), Intent("herbal tea"))
    assert {words: round(said.count(words) / len(said), 1) for words in set(said)} == {
        "black coffee": 0.3,
        "orange juice": 0.3,
        "green tea": 0.3,
    }


def test_a_wrong_reaction_may_praise_what_is_wrong_and_never_what_is_right() -> None:
    praise = reactions(FeedbackQuality(wrong=1.0), Intent("herbal tea"), Action("black coffee"))
    assert praise.count("good") / len(praise) == pytest.approx(1 / 3, abs=0.05)
    assert "good" not in reactions(FeedbackQuality(wrong=1.0), Intent("herbal tea"), Action("herbal tea"))


def test_of_a_thing_to_put_away_another_place_is_named_and_not_the_thing_itself() -> None:
    said = answers(FeedbackQuality(wrong=1.0), Intent("keys", "hook"), KEYS)
    assert set(said) == {"hall tray", "desk drawer"}


def test_a_plausible_mistake_names_what_is_most_like_the_right_option() -> None:
    assert set(answers(FeedbackQuality(wrong=1.0, how="neighbour"), Intent("herbal tea"))) == {"green tea"}


def test_a_mistake_of_habit_names_what_was_right_before_and_until_then_there_is_none() -> None:
    habit = FeedbackQuality(wrong=1.0, how="old")
    assert set(answers(habit, Intent("herbal tea", formerly=Intent("black coffee")))) == {"black coffee"}
    assert set(answers(habit, Intent("herbal tea"))) == {"herbal tea"}


def test_what_is_not_wrong_may_be_missing_vague_or_about_something_else() -> None:
    said = answers(FeedbackQuality(missing=0.2, vague=0.2, off_topic=0.2), Intent("herbal tea"))
    plain = said.count("herbal tea")
    assert said.count(None) / len(said) == pytest.approx(0.2, abs=0.03)
    assert plain / len(said) == pytest.approx(0.4, abs=0.03)
    others = {words for words in said if words not in (None, "herbal tea")}
    assert not any(name in words for words in others if words for name in DRINK.options)


def test_a_vague_reaction_is_another_to_what_is_right_than_to_what_is_wrong() -> None:
    vague = FeedbackQuality(vague=1.0)
    right, wrong = (set(reactions(vague, Intent("herbal tea"), Action(done))) for done in ("herbal tea", "green tea"))
    assert "Not that one." in wrong
    assert not right & wrong


def test_somebody_with_one_option_has_nothing_else_to_name() -> None:
    one = Request("ana", "the tea, please", ["herbal tea"])
    assert set(answers(FeedbackQuality(wrong=1.0), Intent("herbal tea"), one)) == {"herbal tea"}


def test_the_same_seed_gives_the_same_words_and_another_seed_other_slips() -> None:
    tea, noisy = Intent("herbal tea"), FeedbackQuality(wrong=0.3)
    said = answers(noisy, tea)
    assert answers(noisy, tea) == said
    other = [telling(noisy, seed=2).with_mind_on(tea, moment).answer(DRINK, WHICH) for moment in MOMENTS]
    assert other != said


def test_slips_do_not_depend_on_what_an_agent_asks_or_does() -> None:
    player, tea = telling(FeedbackQuality(wrong=0.3)), Intent("herbal tea")
    for moment in MOMENTS[:200]:
        asked, unasked = (player.with_mind_on(tea, moment) for _ in range(2))
        one, two = (
            asked.answer(DRINK, Question(text, options)) for text, options in (("Tea?", ("herbal tea",)), ("", ()))
        )
        assert one == player.with_mind_on(tea, moment).answer(DRINK, WHICH)
        assert asked.react(DRINK, Action("green tea")) == unasked.react(DRINK, Action("green tea"))
        assert two is not None


def test_a_second_question_at_the_same_moment_is_another_chance_to_be_right() -> None:
    player, tea = telling(FeedbackQuality(wrong=0.5)), Intent("herbal tea")
    people = [player.with_mind_on(tea, moment) for moment in MOMENTS]
    both = [person.answer(DRINK, WHICH) != "herbal tea" != person.answer(DRINK, WHICH) for person in people]
    assert sum(both) / len(both) == pytest.approx(0.25, abs=0.03)


def test_more_noise_keeps_the_slips_of_less() -> None:
    tea = Intent("herbal tea")
    less, more = (answers(FeedbackQuality(wrong=share), tea) for share in (0.1, 0.2))
    assert all(more[n] == words for n, words in enumerate(less) if words != "herbal tea")


def test_a_changed_taste_is_never_told_as_a_change_to_itself() -> None:
    player = Style.of("noisy-30").play(SimulatedPerson("ana", seed=1), seed=1)
    intent = Intent("herbal tea", formerly=Intent("black coffee"))
    for moment in MOMENTS[:300]:
        said = player.with_mind_on(intent, moment).react(DRINK, Action("orange juice")) or ""
        assert not said.count("coffee") > 1


SHAPES = {
    **house_remarks().shapes,
    "praise": ("right",),
    "praise of nothing": ("right",),
    "wanted nothing": ("nothing",),
    "would have worked": ("would {x}",),
    "unwanted in": ("without {y}",),
    "changed": ("without {x}",),
    "better": ("better {y}",),
}


def shopping_tasks() -> Iterator[Task]:
    suite = ShoppingSuite(people=2)
    yield from (task for index in range(2) for phase in suite.life(index).phases for task in phase)


def is_true(said: str, task: Task, action: Action) -> bool:
    """Whether a reaction in the plain shapes above is what somebody with these tastes may say."""
    intent, (verb, _, what) = task.intent, said.rstrip(".").partition(" ")
    assert intent.tastes is not None
    if verb.casefold() == "right":
        return intent.is_met_by(action)
    if verb.casefold() == "without":
        return what in intent.tastes.avoids
    return what == intent.thing


@pytest.mark.parametrize(("share", "wrong"), [(0.0, 0), (1.0, 1)])
def test_shoppers_who_are_wrong_say_nothing_true_of_what_was_bought(share: float, wrong: int) -> None:
    voices = replace(house_voices(), remarks=Remarks(SHAPES))
    player = FeedbackQuality(wrong=share).wrap(SimulatedPerson("ana", seed=1, voices=voices), seed=1)
    for number, task in enumerate(shopping_tasks()):
        for action in (*map(Action, task.request.options), Action()):
            said = player.with_mind_on(task.intent, f"m{number}").react(task.request, action)
            assert is_true(said or "", task, action) == (not wrong), (task, action, said)


def test_shoppers_who_are_wrong_are_wrong_about_a_feature_that_was_asked_about() -> None:
    plain, noisy = (
        SimulatedPerson("ana", seed=1),
        FeedbackQuality(wrong=1.0).wrap(SimulatedPerson("ana", seed=1), seed=1),
    )
    for number, task in enumerate(shopping_tasks()):
        for column in range(3):
            values = tuple(dict.fromkeys(each[column] for each in task.request.features))
            question, moment = Question("Which of these do you like?", values), f"m{number}"
            true = plain.with_mind_on(task.intent, moment).answer(task.request, question)
            assert noisy.with_mind_on(task.intent, moment).answer(task.request, question) != true


def test_voices_of_others_speak_for_people_who_slip() -> None:
    strangers: VoiceSet = replace(house_voices(), remarks=Remarks(SHAPES))
    player = FeedbackQuality(wrong=1.0).wrap(SimulatedPerson("ana", seed=1, voices=strangers), seed=1)
    task = next(task for task in shopping_tasks() if task.intent.thing)
    assert player.with_mind_on(task.intent, "m").react(task.request, Action(task.intent.thing)) != "right"
