"""The agents a sceptic would try: what they keep, when they ask, and that they play by our rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from penchant.domain import Action, Question, Request, Utterance
from penchant.embed import Embedder
from penchant.errors import BadInput
from penchant.loop import METHODS
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Recalled
from penchant.session import run_episode
from penchant_lab.choice.life import LifeResult, Setting, run_life
from penchant_lab.choice.sceptics import SCEPTICS, Sceptic, study_method
from penchant_lab.choice.spec import USUAL
from penchant_lab.people import SimulatedPerson
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.protocol import Suite
from penchant_lab.suites.shopping import ShoppingSuite

pytestmark = pytest.mark.usefixtures("no_matplotlib")

DRINKS = ["black coffee", "herbal tea", "orange juice"]
LAMPS = [["brass", "dimmable"], ["oak", "foldable"], ["steel", "dimmable"]]

Named = Callable[[str], Sceptic]


@pytest.fixture
def sceptic(memory: Memory, mind: BuiltInMind) -> Named:
    return lambda name: Sceptic(memory, mind, method=study_method(name))


class Speaker:
    """Somebody who says what they are told to say."""

    name = "ana"

    def __init__(self, answer: str | None = None, reaction: str | None = None) -> None:
        self._answer, self._reaction = answer, reaction
        self.asked: list[Question] = []

    def answer(self, request: Request, question: Question) -> str | None:
        self.asked.append(question)
        return self._answer

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        return self._reaction


def drink(text: str = "Something to drink, I'm so drowsy", options: list[str] | None = None) -> Request:
    return Request("ana", text, options or DRINKS)


def lamp(text: str = "Buy me a lamp", features: list[list[str]] | None = None) -> Request:
    return Request("ana", text, ["option A", "option B", "option C"], features=features or LAMPS, may_decline=True)


def act(agent: Sceptic, request: Request, *, answer: str | None = None, reaction: str | None = None) -> tuple[str, int]:
    """What is done in a lesson, and how often was asked."""
    speaker = Speaker(answer, reaction)
    episode = run_episode(
        speaker, agent, request, teaching=True, episode=f"e{len(agent.memory.list('ana', closed=True))}"
    )
    assert episode.choice is not None
    assert len(speaker.asked) == len(episode.heard)
    return str(episode.choice.action), len(episode.heard)


def examined(agent: Sceptic, request: Request) -> str:
    """What is done in an exam."""
    before = agent.memory.list("ana", closed=True)
    speaker = Speaker("the tea", "no, the juice")
    episode = run_episode(speaker, agent, request, teaching=False, episode="exam")
    assert not speaker.asked
    assert agent.memory.list("ana", closed=True) == before
    assert episode.choice is not None
    return str(episode.choice.action)


@pytest.mark.parametrize("name", SCEPTICS)
def test_all_ask_first_do_as_they_are_told_and_know_it_the_next_time(sceptic: Named, name: str) -> None:
    agent = sceptic(name)
    assert act(agent, drink(), answer="the tea please", reaction="perfect") == ("herbal tea", 1)
    assert act(agent, drink(), reaction="lovely") == ("herbal tea", 0)
    assert examined(agent, drink()) == "herbal tea"


@pytest.mark.parametrize("name", ["dictionary", "nearest"])
def test_a_reaction_overwrites_the_entry(sceptic: Named, name: str) -> None:
    agent = sceptic(name)
    act(agent, drink(), answer="the tea please", reaction="perfect")
    assert act(agent, drink(), reaction="No, I wanted the orange juice.") == ("herbal tea", 0)
    assert act(agent, drink()) == ("orange juice", 0)
    assert [entry.value for entry in agent.memory.list("ana")] == ["orange juice"]
    assert [entry.value for entry in agent.memory.list("ana", closed=True)] == ["herbal tea", "orange juice"]


@pytest.mark.parametrize("name", SCEPTICS)
def test_who_hears_only_what_was_wrong_asks_when_the_request_comes_again(sceptic: Named, name: str) -> None:
    agent = sceptic(name)
    act(agent, drink(), answer="the tea please")
    assert act(agent, drink(), reaction="No, not the tea.")[0] == "herbal tea"
    assert act(agent, drink(), answer="the juice", reaction="thanks, perfect") == ("orange juice", 1)
    assert act(agent, drink()) == ("orange juice", 0)


def test_the_majority_holds_against_one_stray_word_and_gives_way_to_several(sceptic: Named) -> None:
    agent = sceptic("majority")
    act(agent, drink(), answer="the tea please", reaction="perfect")
    for _ in range(2):
        assert act(agent, drink(), reaction="No, I wanted the orange juice.") == ("herbal tea", 0)
    assert act(agent, drink(), answer="the juice", reaction="perfect") == ("orange juice", 1), "a tie is asked about"
    assert act(agent, drink()) == ("orange juice", 0)
    assert examined(agent, drink()) == "orange juice"


def test_the_majority_counts_what_was_heard_of_a_matter_in_other_words(sceptic: Named) -> None:
    agent = sceptic("majority")
    act(agent, drink("Something to drink, I'm so drowsy"), answer="the tea please")
    act(agent, drink("Something to drink, I'm rather drowsy"), reaction="No, I wanted the orange juice.")
    act(agent, drink("I'm drowsy, something to drink"), answer="the juice")
    assert examined(agent, drink()) == "orange juice", "two of three votes on what to drink when drowsy"


def test_the_majority_knows_nothing_of_another_matter(sceptic: Named) -> None:
    agent = sceptic("majority")
    act(agent, drink(), answer="the tea please", reaction="perfect")
    snack = Request("ana", "The rain has stopped. A snack for the garden", ["walnuts", "crackers"])
    assert act(agent, snack, answer="the crackers") == ("crackers", 1)
    assert act(agent, lamp(), answer="Brass and dimmable are great; I don't want oak, steel or foldable.")[1] == 1
    assert act(agent, lamp()) == ("option A", 0)


def test_the_majority_votes_on_features_and_takes_none_of_what_most_speak_against(sceptic: Named) -> None:
    agent = sceptic("majority")
    act(agent, lamp(), answer="brass and dimmable")
    assert examined(
        agent, lamp("A lamp, please", [["oak", "dimmable"], ["brass", "corded"], ["brass", "dimmable"]])
    ) == ("option C")
    agent = sceptic("majority")
    for _ in range(3):
        act(agent, lamp(), answer="none of these", reaction="None of these would have been right.")
    assert examined(agent, lamp("A lamp, please")) == str(Action())


def test_the_dictionary_asks_about_every_request_it_has_no_entry_for(sceptic: Named) -> None:
    agent = sceptic("dictionary")
    act(agent, drink(), answer="the tea please")
    assert act(agent, drink("I'm drowsy, bring me a drink"), answer="the coffee") == ("black coffee", 1)
    assert act(agent, drink(options=["black coffee", "cold milk"]), answer="the milk") == ("cold milk", 1)


def test_the_dictionary_knows_no_more_than_a_stranger_where_it_may_not_ask(sceptic: Named, mind: BuiltInMind) -> None:
    agent = sceptic("dictionary")
    act(agent, drink(), answer="the tea please")
    other = drink("I'm drowsy, bring me a drink")
    stranger = mind.weigh(other, mind.survey(other), Recalled())[0]
    assert examined(agent, other) == str(stranger.action)


def test_the_nearest_answers_new_requests_by_the_earlier_one_most_like_them(sceptic: Named) -> None:
    agent = sceptic("nearest")
    act(agent, drink(), answer="the tea please")
    act(agent, Request("ana", "A snack, I'm hungry", ["walnuts", "crackers"]), reaction="No, the crackers.")
    assert act(agent, drink("I'm so drowsy, could you bring me a drink?")) == ("herbal tea", 0)
    assert examined(agent, Request("ana", "I'm hungry, a snack please", ["walnuts", "crackers"])) == "crackers"


def test_the_nearest_takes_what_is_most_like_what_was_right_where_that_is_not_on_offer(sceptic: Named) -> None:
    agent = sceptic("nearest")
    act(agent, drink(), answer="the tea please")
    assert examined(agent, drink(options=["espresso", "green tea", "lemonade"])) == "green tea"


def test_things_are_put_where_they_belonged(sceptic: Named) -> None:
    agent = sceptic("nearest")
    places = ["top shelf", "low drawer", "desk"]
    walnuts = Request("ana", "Please put the walnuts away", ["walnuts", *places], places)
    act(agent, walnuts, answer="in the low drawer")
    assert examined(agent, walnuts) == "walnuts → low drawer"
    peanuts = Request("ana", "Please put the peanuts away", ["peanuts", *places], places)
    assert examined(agent, peanuts) == "peanuts → low drawer"


def test_in_a_shop_both_ask_about_every_feature_and_follow_the_answer(sceptic: Named) -> None:
    agent = sceptic("dictionary")
    turn = agent.consider(lamp(), episode="e1")
    assert turn.question is not None
    assert turn.question.alternatives == ("brass", "dimmable", "oak", "foldable", "steel")
    turn = agent.hear(turn, "I'd like steel most; dimmable is fine; I don't want brass, oak or foldable.")
    assert turn.choice is not None
    assert turn.choice.action == Action("option C")
    assert act(agent, lamp()) == ("option C", 0)


def test_in_a_shop_an_option_goes_by_what_it_is_like_and_not_by_its_name(sceptic: Named) -> None:
    agent = sceptic("nearest")
    act(agent, lamp(), answer="Steel and dimmable would be great; I don't want brass, oak or foldable.")
    assert examined(agent, lamp(features=[LAMPS[2], LAMPS[0], LAMPS[1]])) == "option A"
    other = sceptic("dictionary")
    assert act(other, lamp(features=[LAMPS[2], LAMPS[0], LAMPS[1]]), answer="I don't want any of them.")[1] == 1


def test_in_a_shop_nothing_is_taken_where_all_is_turned_down(sceptic: Named) -> None:
    agent = sceptic("dictionary")
    bad = "I don't want brass, oak, steel, dimmable or foldable."
    assert act(agent, lamp(), answer=bad, reaction="Right, I'd rather have none of those.")[0] == "none of these"
    assert examined(agent, lamp()) == "none of these"


@pytest.mark.parametrize("name", SCEPTICS)
def test_in_a_shop_a_feature_somebody_has_gone_off_makes_them_ask_again(sceptic: Named, name: str) -> None:
    agent = sceptic(name)
    act(agent, lamp(), answer="Steel and dimmable would be great; I don't want brass, oak or foldable.")
    assert act(agent, lamp(), reaction="I've gone off steel.") == ("option C", 0)
    assert act(agent, lamp(), answer="Oak and foldable would be great; I don't want steel or brass.") == ("option B", 1)


def test_all_read_with_the_mind_they_are_given(memory: Memory, embedder: Embedder) -> None:
    heard: list[str] = []

    class Listening(BuiltInMind):
        def understand(self, utterance: Utterance) -> Any:
            heard.append(utterance.words)
            return super().understand(utterance)

    for name in SCEPTICS:
        agent = Sceptic(memory, Listening(embedder), method=study_method(name))
        act(agent, drink(f"{name}: a drink"), answer="the tea please", reaction="perfect")
    assert heard == ["the tea please", "perfect", "perfect", "perfect"]


# In a study.


def life(suite: Suite, mind: BuiltInMind, embedder: Embedder, method: str, **others: Any) -> LifeResult:
    def play(life: Any) -> SimulatedPerson:
        return SimulatedPerson(life.person, seed=0)

    setting = Setting(suite=suite, play=play, passes=2, mind=mind, embedder=embedder)
    return run_life(setting, 0, study_method(method), **others)


@pytest.mark.parametrize("method", SCEPTICS)
@pytest.mark.parametrize(
    "suite", [EmbodiedSuite(people=1, seed=3), ShoppingSuite(people=1, seed=3)], ids=lambda s: s.name
)
def test_both_keep_the_protocol_of_the_study(suite: Suite, mind: BuiltInMind, embedder: Embedder, method: str) -> None:
    result = life(suite, mind, embedder, method)
    records = [json.loads(line) for line in result.lines]
    exams = [entry for entry in records if entry["phase"] in ("phase2", "phase4")]
    assert exams
    assert not any(entry["heard"] or entry["reaction"] or entry["opened"] or entry["closed"] for entry in exams)
    assert not any(entry["broke"] for entry in records)
    taught = [tally for phase in ("phase1", "phase3") for tally in result.tallies[phase]]
    asked = [entry for entry in records if entry["heard"]]
    assert sum(tally.questions for tally in taught) == len(asked) > 0
    second = result.tallies["phase1"][1]
    assert second.right >= 0.9 * second.tasks


@pytest.mark.parametrize("method", SCEPTICS)
def test_a_life_that_is_interrupted_goes_on_with_its_entries(
    mind: BuiltInMind, embedder: Embedder, method: str
) -> None:
    suite = EmbodiedSuite(people=1, seed=3)
    whole = life(suite, mind, embedder, method)
    half = life(suite, mind, embedder, method, until=2)
    again = LifeResult.from_closing_line(json.loads(half.closing_line()))
    rest = life(suite, mind, embedder, method, since=again)
    assert rest.tallies == whole.tallies
    assert half.lines + rest.lines == whole.lines


def test_they_run_by_default_after_ours_and_are_not_varied() -> None:
    assert list(USUAL) == [*(method.name for method in METHODS), *(name for name in SCEPTICS if name != "majority")]
    assert study_method("both+notes=10").habits.notes == 10
    with pytest.raises(BadInput, match=r"'nearest' is there to compare with"):
        study_method("nearest+notes=10")
    with pytest.raises(BadInput, match=r"'boht'.*none, pre, post, both, dictionary, nearest"):
        study_method("boht")
