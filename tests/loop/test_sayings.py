"""What a person said is kept with the task it was said about, and speaks as long as what was read from it holds."""

from __future__ import annotations

from penchant import Agent, Request
from penchant.domain import TaskLine
from penchant.loop.sayings import sayings_of

EAT = Request("ana", "where shall we eat tonight?", ["Sakura (Japanese)", "Bella Napoli"])


def _sayings(agent: Agent) -> tuple[str, ...]:
    memory = agent.memory
    return tuple(one.words for one in sayings_of(memory.transcript("ana"), memory.list("ana", closed=True)))


def test_words_are_kept_whole_with_what_was_asked_for_and_taken() -> None:
    agent = Agent.open(":memory:")
    turn = agent.hear(agent.consider(EAT), "Sakura, I always go for Japanese on date nights")
    agent.hear(turn, "lovely evening, thanks")
    memory = agent.memory
    (saying,) = sayings_of(memory.transcript("ana"), memory.list("ana", closed=True))
    assert saying.words == "Sakura, I always go for Japanese on date nights lovely evening, thanks"
    assert (saying.asked, saying.took, saying.passed) == (EAT.text, "Sakura (Japanese)", ("Bella Napoli",))


def test_a_reason_in_an_answer_leaves_a_preference_beside_the_choice() -> None:
    agent = Agent.open(":memory:")
    turn = agent.consider(Request("ana", "which train?", ["the 6:10", "the 11:30"]))
    lesson = agent.hear(turn, "the 11:30, I refuse to get up before seven").lesson
    assert any("before seven" in note for note in lesson.opened)
    assert any("11:30" in note for note in lesson.opened)


def test_words_fall_silent_when_all_that_was_read_from_them_is_forgotten() -> None:
    agent = Agent.open(":memory:")
    agent.tell("ana", "I love window seats")
    assert _sayings(agent) == ("I love window seats",)
    agent.forget("ana", [one.id for one in agent.memory.list("ana")])
    assert _sayings(agent) == ()


def test_a_preference_written_by_hand_speaks_for_itself() -> None:
    agent = Agent.open(":memory:")
    agent.tell("ana", "I love window seats")
    (belief,) = agent.memory.list("ana")
    agent.memory.update("ana", belief.id, value="aisle seats", words="by hand")
    assert _sayings(agent) == ("I prefer aisle seats.",)


def test_what_is_never_to_be_used_says_nothing() -> None:
    agent = Agent.open(":memory:")
    agent.tell("ana", "I love window seats, but don't ever use that")
    believed = agent.memory.list("ana")
    assert [one.use for one in believed] == ["never"]
    assert _sayings(agent) == ()


def test_people_do_not_hear_each_other() -> None:
    agent = Agent.open(":memory:")
    agent.tell("bo", "I hate window seats")
    assert _sayings(agent) == ()


def test_a_line_that_is_no_task_is_an_empty_one() -> None:
    assert TaskLine.read("not json") == TaskLine("")
    assert TaskLine.read(TaskLine("a drink", ("tea",), "tea").written()) == TaskLine("a drink", ("tea",), "tea")


def test_words_of_an_errand_go_with_the_reason_that_was_read_from_them() -> None:
    agent = Agent.open(":memory:")
    turn = agent.consider(Request("ana", "which train?", ["the 6:10", "the 11:30"]))
    agent.hear(turn, "the 11:30, I refuse to get up before seven")
    reason = next(one for one in agent.memory.list("ana") if "before seven" in one.value)
    agent.memory.forget("ana", reason.id)
    assert not any("seven" in line.words for line in agent.memory.transcript("ana"))
