"""A model that chooses and phrases: what it may change, what it may not, and how many calls a task takes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

import pytest
from lm_scripts import able, at_random, failing, reply

from penchant.domain import Action, Choice, Draft, EpisodeId, Question, Request
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.errors import ModelUnavailable
from penchant.lm import Prompt
from penchant.lm.scripted import ScriptedModel
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.lm import LanguageModelMind
from penchant.mind.lm.picking import weighed_in
from penchant.mind.protocol import Recalled, Weighed
from penchant.session import run_episode
from penchant.store.dict import DictStore
from penchant.testing import MindCheck, ScriptedPerson, mind_checks

VECTORS = cached(WordLlamaEmbedder())
DRINKS = ("black coffee", "herbal tea", "orange juice")
REQUEST = Request("ana", "something to drink, I'm drowsy", DRINKS)
KETTLE = Request("ana", "a kettle", ["A", "B"], features=[["glass body"], ["steel body"]], may_decline=True)


def an_agent(lm: ScriptedModel, *, choose: bool = False, phrase: bool = False) -> Agent:
    mind = LanguageModelMind(VECTORS, lm, choose=choose, phrase=phrase, trusted=True)
    return Agent(Memory(DictStore(), VECTORS), mind)


def choosing(way: int, sure: str = "likely") -> ScriptedModel:
    return ScriptedModel(lambda prompt: json.dumps({"way": way, "sure": sure}))


def test_the_model_decides_where_nothing_is_known() -> None:
    for way, name in enumerate(DRINKS, start=1):
        choice = an_agent(choosing(way), choose=True).consider(REQUEST, may_ask=False).choice
        assert choice is not None
        offered = [Weighed(Action(each), 1 / 3) for each in DRINKS]
        assert choice.action.thing in DRINKS
        assert weighed_in(offered, (way - 1, "likely"))[0].action.thing == name


def test_what_is_known_for_sure_is_not_put_to_the_model() -> None:
    lm = choosing(1, "certain")
    agent = an_agent(lm, choose=True)
    for _ in range(3):
        turn = agent.consider(REQUEST)
        agent.hear(turn, "the tea, please" if turn.question else "Perfect, thank you!")
    before = len(lm.asked)
    choice = agent.consider(REQUEST, may_ask=False).choice
    assert choice is not None
    assert (choice.action.thing, len(lm.asked)) == ("herbal tea", before)


def test_likelihoods_check_the_choice_and_add_up_to_what_they_did() -> None:
    ways = [Weighed(Action("tea"), 0.8), Weighed(Action("coffee"), 0.15)]
    for sure, best in (("certain", "tea"), ("likely", "tea"), ("guess", "tea")):
        after = weighed_in(ways, (1, "certain" if sure == "certain" else "likely"))
        assert after[0].action.thing == best
        assert sum(way.likelihood for way in after) == pytest.approx(0.95)
    even = [Weighed(Action("tea"), 0.5), Weighed(Action("coffee"), 0.5)]
    assert weighed_in(even, (1, "guess"))[0].action.thing == "coffee"


def test_the_model_sees_the_notes_and_the_features() -> None:
    lm = choosing(1)
    agent = an_agent(lm, choose=True)
    agent.hear(agent.consider(REQUEST), "the tea, please")
    agent.consider(Request("ana", "a drink after the gym", ["lemonade", "iced water"]), may_ask=False)
    assert "ana chose herbal tea" in lm.asked[-1].messages[1].text
    agent.consider(KETTLE, may_ask=False)
    assert "A: glass body" in lm.asked[-1].messages[1].text
    assert max(sum(len(m.text) for m in prompt.messages) for prompt in lm.asked) < 1800


@pytest.mark.parametrize("make", [failing, lambda: at_random(3)], ids=["failing", "at random"])
def test_a_model_that_cannot_choose_changes_nothing(make: Callable[[], ScriptedModel]) -> None:
    lm = make()
    mind = LanguageModelMind(VECTORS, lm, choose=True)
    scene = mind.survey(REQUEST)
    ways = mind.weigh(REQUEST, scene, Recalled())
    assert mind.choose(REQUEST, scene, Recalled(), ways) is None
    assert mind.choosing_trial is not None
    assert not mind.choosing_trial.passed


def test_a_model_that_chooses_well_is_believed() -> None:
    mind = LanguageModelMind(VECTORS, able(lambda prompt: json.dumps({"way": 3, "sure": "likely"})), choose=True)
    scene = mind.survey(REQUEST)
    ways = [Weighed(Action(name), 1 / 3) for name in DRINKS]
    chosen = mind.choose(REQUEST, scene, Recalled(), ways)
    assert chosen is not None
    assert chosen[0].action.thing == "orange juice"


def test_a_model_that_is_gone_while_choosing_ends_the_run() -> None:
    agent = an_agent(ScriptedModel(lambda prompt: ModelUnavailable("Nobody answers.")), choose=True)
    with pytest.raises(ModelUnavailable):
        agent.consider(REQUEST, may_ask=False)


def test_a_question_in_other_words_asks_about_the_same() -> None:
    asked = "Now, love, would it be black coffee, herbal tea or orange juice?"
    agent = an_agent(ScriptedModel([json.dumps({"question": asked})]), phrase=True)
    question = agent.consider(REQUEST).question
    assert question is not None
    assert (question.text, question.alternatives) == (asked, DRINKS)


@pytest.mark.parametrize("text", ["Tea or coffee?", "black coffee, herbal tea or orange juice", "", "What?"])
def test_a_question_that_leaves_something_out_is_not_asked(text: str) -> None:
    question = an_agent(ScriptedModel([json.dumps({"question": text})]), phrase=True).consider(REQUEST).question
    assert question == Question("Which would you like: black coffee, herbal tea or orange juice?", DRINKS)


def knowing(agent: Agent, confidence: float) -> Agent:
    """An agent that has heard of the tea."""
    tea = Draft(
        situation="I'm drowsy",
        topic="something to drink",
        stance="wants",
        value="herbal tea",
        rather_than=("black coffee", "orange juice"),
        confidence=confidence,
        words="the tea, please",
        episode=EpisodeId("before"),
    )
    agent.memory.add("ana", tea)
    return agent


def told(lm: ScriptedModel, *, confidence: float = 0.95, **options: bool) -> Choice:
    """What an agent chooses that has heard of the tea, and how it says why."""
    agent = knowing(an_agent(lm, **options), confidence)
    choice = agent.consider(REQUEST, may_ask=False).choice
    assert choice is not None
    return choice


def test_a_reason_in_other_words_is_about_the_same() -> None:
    said = "Drowsy as you are, you like herbal tea best."
    lm = ScriptedModel([json.dumps({"note": said})])
    choice = told(lm, phrase=True)
    assert choice.because.startswith("Drowsy as you are, you like herbal tea best: you said “the tea, please” on ")
    assert "ana wants herbal tea" in lm.asked[0].messages[-1].text
    assert choice.reasons[0].note == said


@pytest.mark.parametrize(
    "said",
    [
        "You like tea.",
        "Would you like herbal tea?",
        "herbal tea " * 40 + ".",
        "",
        "No herbal tea for you.",
        "herbal tea",
    ],
)
def test_a_reason_that_says_something_else_is_not_told(said: str) -> None:
    plain = told(ScriptedModel([]))
    assert told(ScriptedModel([json.dumps({"note": said})]), phrase=True).because == plain.because


def test_words_for_a_reason_are_paid_for_once() -> None:
    lm = ScriptedModel([json.dumps({"note": "You like herbal tea best."})])
    agent = knowing(an_agent(lm, phrase=True), 0.95)
    first, second = (agent.consider(REQUEST, may_ask=False).choice for _ in range(2))
    assert first is not None
    assert first.because.startswith("You like herbal tea best: ")
    assert second == first
    assert len(lm.asked) == 1


def test_words_that_were_no_use_are_asked_for_again_the_next_time() -> None:
    lm = ScriptedModel([json.dumps({"note": text}) for text in ("Hm.", "You like herbal tea best.")])
    agent = knowing(an_agent(lm, phrase=True), 0.95)
    agent.consider(REQUEST, may_ask=False)
    choice = agent.consider(REQUEST, may_ask=False).choice
    assert choice is not None
    assert choice.because.startswith("You like herbal tea best: ")


def test_words_about_somebody_who_is_forgotten_are_forgotten() -> None:
    lm = ScriptedModel([json.dumps({"note": f"{how} you like herbal tea."}) for how in ("Oh,", "Ah,")])
    agent = knowing(an_agent(lm, phrase=True), 0.95)
    agent.consider(REQUEST, may_ask=False)
    agent.memory.forget_person("ana")
    choice = knowing(agent, 0.95).consider(REQUEST, may_ask=False).choice
    assert choice is not None
    assert choice.because.startswith("Ah, ")


@pytest.mark.parametrize(("confidence", "asked"), [(0.4, "choose"), (0.95, "phrase")])
def test_a_model_is_asked_to_choose_or_for_words_and_not_both(confidence: float, asked: str) -> None:
    lm = ScriptedModel(lambda prompt: json.dumps({"way": 1, "sure": "certain"}))
    told(lm, confidence=confidence, choose=True, phrase=True)
    assert [prompt.purpose for prompt in lm.asked] == [asked]


@pytest.mark.parametrize(
    ("choose", "phrase", "learning", "exam"),
    [(False, False, 8, 2), (True, False, 4, 1), (False, True, 7, 2), (True, True, 6, 1)],
)
@pytest.mark.parametrize("reply_of", ["useless", "says nothing"])
def test_no_task_takes_more_calls_than_promised(
    choose: bool, phrase: bool, learning: int, exam: int, reply_of: str
) -> None:
    def say(prompt: Prompt) -> str:
        useful = {"choose": '{"way": 1, "sure": "guess"}', "phrase": '{"question": "Hm?"}'}
        return "hm" if reply_of == "useless" else useful.get(prompt.purpose, reply())

    most: Counter[bool] = Counter()
    for request in (REQUEST, KETTLE):
        lm = ScriptedModel(say)
        agent = knowing(an_agent(lm, choose=choose, phrase=phrase), 0.4)
        person = ScriptedPerson(
            "ana",
            answers=lambda request, question: "something soothing for my poor head",
            reactions=lambda request, action: "well I never, that takes the biscuit",
        )
        for number in range(8):
            teaching = number < 4
            before = len(lm.asked)
            run_episode(person, agent, request, teaching=teaching, episode=str(number))
            most[teaching] = max(most[teaching], len(lm.asked) - before)
    assert most[True] <= learning <= 8  # a decision and three times words, each once more where nothing else is asked
    assert most[False] <= exam <= 2
    if reply_of == "useless":
        assert most[True] == learning  # the bound is reached, not only kept


@pytest.mark.parametrize("check", list(mind_checks()), ids=lambda check: check.__name__)
@pytest.mark.parametrize("trusted", [True, None], ids=["trusted", "tried"])
def test_the_language_model_mind_keeps_the_contract(check: MindCheck, trusted: bool | None) -> None:
    check(lambda: LanguageModelMind(VECTORS, at_random(5), choose=True, phrase=True, trusted=trusted))
