"""What is recalled, or was said by the agent itself, is never learned again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from penchant import Agent, Request, Statement
from penchant.domain import Preference, Question
from penchant.mind.builtin import BuiltInMind
from penchant.mind.protocol import Part, Recalled, Scene
from penchant.mind.quotations import fresh
from penchant.plugins import embedder_named

NAMES = ["black coffee", "herbal tea"]
ASKED = "Which would you like: black coffee or herbal tea?"
NOTE = "When ana says “so drowsy” (something to drink), ana wants herbal tea rather than black coffee."
BECAUSE = f"{NOTE[:-1]}: you said “the tea, coffee makes me anxious” on 01 January 2026."


def left(words: str) -> str:
    return fresh(words, [ASKED, NOTE, BECAUSE], NAMES)


@pytest.mark.parametrize(
    "words",
    [
        ASKED,
        f"“{ASKED}”",
        f"> {ASKED}",
        f"Agent: {ASKED}",
        BECAUSE,
        NOTE,
        BECAUSE.upper(),
        "ana wants herbal tea rather than black coffee: you said so",
        "you said “the tea, coffee makes me anxious” on 01 January 2026",
        f"{ASKED} {BECAUSE}",
        f"Agent: {ASKED}\nMe: the tea\nAgent: {BECAUSE}",
    ],
)
def test_of_what_the_agent_said_nothing_is_left(words: str) -> None:
    assert left(words) in ("", "so")


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (f"{ASKED} Herbal tea.", "Herbal tea."),
        (f"You asked “{ASKED}” The coffee.", "The coffee."),
        (f"> {ASKED}\n\nthe coffee, please", "the coffee, please"),
        (f"Agent: {ASKED}\nAna: the tea\nAgent: Here you are. {BECAUSE}\nAna: no, the coffee", "no, the coffee"),
        (f"assistant: {ASKED} user: the coffee", "the coffee"),
        (f"the coffee please (I know: {NOTE})", "the coffee please"),
    ],
)
def test_what_the_person_adds_stays(words: str, kept: str) -> None:
    assert kept in left(words)
    assert "rather than" not in left(words)
    assert "would you" not in left(words)


@pytest.mark.parametrize(
    "words",
    [
        "black coffee or herbal tea",
        "herbal tea rather than black coffee",
        "I would like black coffee or herbal tea",
        "the tea, coffee makes me anxious",  # their own words, said again
        "no: the tea",
        "you said so yourself, so the tea",
        "",
        "tea",
    ],
)
def test_a_persons_own_words_stay_theirs(words: str) -> None:
    assert left(words) == words


def test_an_answer_may_take_up_the_words_of_the_question() -> None:
    asked = "Would you be happy with a glass body for the kettle?"
    for words in ("I would be happy with a glass body for the kettle", "yes, happy with a glass body for the kettle"):
        assert fresh(words, [asked], ["glass body"]) == words


def test_a_quoted_question_teaches_nothing() -> None:
    agent = Agent.open(":memory:")
    turn = agent.consider(Request("ana", "something to drink, I'm drowsy", NAMES))
    assert turn.question is not None
    turn = agent.hear(turn, f"You asked: {turn.question.text}")
    assert agent.memory.list("ana") == []


def test_notes_from_memory_come_back_as_no_evidence() -> None:
    agent = Agent.open(":memory:")
    turn = agent.consider(Request("ana", "something to drink, I'm drowsy", NAMES))
    agent.hear(turn, "the tea, coffee makes me anxious")
    before = agent.memory.evidence("ana")
    again = agent.consider(Request("ana", "something to drink, I'm drowsy", NAMES))
    assert again.choice is not None
    for words in (again.choice.because, again.choice.reasons[0].note, f"Agent: {again.choice.because}\nAna:"):
        agent.hear(agent.consider(again.request), words)
        assert agent.memory.evidence("ana") == before
    agent.hear(again, f"{again.choice.because} Perfect, thank you!")
    assert len(agent.memory.evidence("ana")) == len(before) + 1
    assert agent.memory.evidence("ana")[-1].words == "Perfect, thank you!"


def test_what_is_said_twice_by_a_person_counts_twice() -> None:
    agent = Agent.open(":memory:")
    for _ in range(2):
        turn = agent.consider(Request("ana", "something to drink, I'm drowsy", NAMES), may_ask=False)
        agent.hear(turn, "I want the herbal tea, coffee makes me anxious")
    assert len(agent.memory.evidence("ana")) == 4  # for the tea and against the coffee, twice


def test_what_the_agent_said_is_looked_at_only_where_somebody_could_have_quoted_it() -> None:
    looked: list[str] = []

    def said() -> Iterator[str]:
        looked.append(NOTE)
        yield NOTE

    assert fresh("the tea, please", said(), NAMES) == "the tea, please"
    assert looked == []
    assert fresh(NOTE, said(), NAMES) == ""
    assert looked == [NOTE]


def test_a_quotation_may_begin_and_end_with_names_of_what_is_on_offer() -> None:
    said = "Green tea with mint goes well before a long walk with the brown dog of ours."
    names = ["green tea with mint", "brown dog of ours"]
    assert fresh(f"{said}\nthe tea", [said], names) == "the tea"
    assert fresh("green tea with mint", [said], names) == "green tea with mint"


DRINKS = ["black coffee", "herbal tea", "orange juice"]
DROWSY = Request("ana", "I'm so drowsy. Could you bring me something to drink?", DRINKS)


def taught(agent: Agent) -> str:
    """What the agent asked before it was taught that Ana wants tea."""
    turn = agent.consider(DROWSY)
    assert turn.question is not None
    agent.hear(turn, "the tea")
    return turn.question.text


def evidence_after(agent: Agent, words: str) -> list[str]:
    """The words that became evidence when they were the reaction to the next errand."""
    before = len(agent.memory.evidence("ana"))
    turn = agent.consider(DROWSY)
    assert turn.choice is not None
    agent.hear(turn, words)
    return [item.words for item in agent.memory.evidence("ana")[before:]]


def test_the_question_of_an_earlier_errand_teaches_nothing() -> None:
    agent = Agent.open(":memory:")
    asked = taught(agent)
    assert evidence_after(agent, asked) == []
    assert evidence_after(agent, f"{asked} the coffee") == ["the coffee"] * 2  # for the one, and against the other


@pytest.mark.parametrize(
    "words",
    [
        "Which would you like: black coffee or orange juice?",
        "Which of these would you be happy with for the drink: herbal tea, orange juice or one of 3 others?",
        "I know nothing yet that bears on this; black coffee is a guess.",
        "There is nothing else to choose from than orange juice.",
        "When ana says “it's late” (something to drink), ana wants orange juice rather than herbal tea.",
        "ana turned down herbal tea when asked “something to drink”.",
        "you said “no, that's wrong, the coffee!” on 03 May 2025 (and 2 more like it)",
        "Your notes say ana wants herbal tea",
        "Assistant: What would you like?\nana: black coffee\nAssistant: Here is the tea.\nana: hm",
    ],
)
def test_built_in_words_teach_nothing_after_a_restart(words: str, tmp_path: Path) -> None:
    with closing(Agent.open(tmp_path / "memory.db")) as agent:
        taught(agent)
    with closing(Agent.open(tmp_path / "memory.db")) as agent:
        assert evidence_after(agent, words) == []


def test_a_reason_is_known_on_the_next_errand() -> None:
    agent = Agent.open(":memory:")
    taught(agent)
    choice = agent.consider(DROWSY).choice
    assert choice is not None
    assert evidence_after(agent, f"It says here: {choice.because} Who wrote that?") == []
    assert evidence_after(agent, choice.because) == []


class Phrasing(BuiltInMind):
    """A mind that asks and tells in words of its own, as with a model's."""

    def ask(self, request: Request, scene: Scene, part: Part, recalled: Recalled) -> Question:
        question = super().ask(request, scene, part, recalled)
        return replace(question, text="Good day! May it be black coffee, herbal tea or orange juice for you?")

    def tell(self, belief: Preference, note: str) -> str:
        return "Whenever you feel drowsy you are happiest with herbal tea."


def test_what_was_said_in_a_models_words_is_remembered() -> None:
    agent = Agent.open(":memory:", mind=Phrasing(embedder_named("wordllama")))
    asked = taught(agent)
    assert evidence_after(agent, asked) == []
    assert evidence_after(agent, "Whenever you feel drowsy you are happiest with herbal tea.") == []
    assert evidence_after(agent, "herbal tea makes me happiest") == ["herbal tea makes me happiest"]


@pytest.mark.parametrize(
    "sentence",
    [
        "sam likes sushi rather than steak, except on Mondays.",
        "sam wants sushi (food) rather than steak, except on Mondays.",
        "Rosa (of whom sam speaks) wants pink tulips (flower).",
        "A constraint: sam never wants roasted pine nuts (food).",
    ],
)
def test_a_note_is_no_news_in_the_words_of_today_and_of_earlier_versions(sentence: str) -> None:
    with Agent.open(":memory:") as agent:
        agent.learn(
            "sam",
            [
                Statement("wants", "sushi", topic="food", rather_than=("steak",), exception="on Mondays"),
                Statement("wants", "pink tulips", topic="flower", whom="Rosa"),
                Statement("avoids", "roasted pine nuts", topic="food", kind="constraint"),
            ],
        )
        before = agent.memory.list("sam")
        lesson = agent.tell("sam", sentence)
        assert (lesson.opened, lesson.closed, lesson.confirmed) == ((), (), ())
        assert agent.memory.list("sam") == before
