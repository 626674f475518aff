"""The same strategies on a language model, which is scripted here."""

from __future__ import annotations

import json

import pytest
from webtown import agent, opened, tasks, with_long_past

from penchant.errors import ModelFailed
from penchant.lm import Prompt, Reply
from penchant.lm.scripted import ScriptedModel
from penchant_lab.suites.web.agents import AGENTS
from penchant_lab.suites.web.agents.prompts import acted, called
from penchant_lab.suites.web.scores import record_of
from penchant_lab.suites.web.shop.functions import SEARCH, Call, say

FIND = json.dumps({"function": SEARCH, "arguments": {"query": "warm scarf"}})
STOP = json.dumps({"function": "stop", "arguments": {}})


class Shopper:
    """A script: it searches first and stops then, and keeps nothing when it is asked what to keep."""

    def __init__(self) -> None:
        self.searched = False

    def __call__(self, prompt: Prompt) -> str:
        if prompt.purpose == "extract":
            return '{"like": [], "dislike": [], "expect": ["soft"]}'
        said, self.searched = STOP if self.searched else FIND, True
        return said


@pytest.mark.parametrize("name", [name for name, spec in AGENTS.items() if spec.models and not spec.strategy.thinks])
def test_a_model_calls_a_function_in_the_form_it_was_given(name: str) -> None:
    track = AGENTS[name].tracks[0]
    lm = ScriptedModel(Shopper())
    episode = opened(with_long_past("search"), track, details=AGENTS[name].details)
    played = agent(name, track, lm).play(episode)
    assert episode.calls[0] == Call(SEARCH, {"query": "warm scarf"})
    assert played.completions == len([prompt for prompt in lm.asked if prompt.purpose == "act"])
    assert played.usage.prompt_tokens > 0
    assert played.usage.completion_tokens > 0


def test_words_to_the_person_and_the_price_are_counted() -> None:
    replies = [
        Reply(text='{"say": "Which colour?"}', input_tokens=10, output_tokens=2, cost=0.5),
        Reply(text=FIND, input_tokens=20, output_tokens=3, cost=0.25),
        Reply(text=STOP, input_tokens=30, output_tokens=1),
    ]
    episode = opened(with_long_past("search"), "multi")
    played = agent("none", "multi", ScriptedModel(replies)).play(episode)
    assert [call.name for call in episode.calls] == ["respond", SEARCH, "stop"]
    assert (played.completions, played.usage.tokens, played.usage.price) == (3, 66, 0.75)
    assert played.usage.by_step == ((10, 2), (20, 3), (30, 1))


SINGLE = [name for name, spec in AGENTS.items() if spec.models and "single" in spec.tracks]


def form(name: str, call: dict[str, object]) -> str:
    """A call as this agent is asked to write it."""
    if not AGENTS[name].strategy.thinks:
        return json.dumps(call)
    return f"Thought: so.\nAction: {call['function']}\nArguments: {json.dumps(call['arguments'])}"


@pytest.mark.parametrize("name", SINGLE)
def test_words_to_nobody_end_a_task_with_nothing(name: str) -> None:
    lm = ScriptedModel(["Sure, could you tell me your size {?"])
    episode = opened(with_long_past("search"), details=AGENTS[name].details)
    agent(name, lm=lm).play(episode)
    record = record_of(episode)
    assert episode.calls == [say("Sure, could you tell me your size {?")]
    assert (episode.ended, len(lm.asked), record.function, record.result, record.broke) == (True, 1, 0, 0, ())


@pytest.mark.parametrize("name", SINGLE)
def test_a_function_that_does_not_exist_is_named_to_the_model_and_costs_a_step(name: str) -> None:
    found = form(name, {"function": SEARCH, "arguments": {"query": "tea"}})
    lm = ScriptedModel([form(name, {"function": "buy_now", "arguments": {}}), found])
    episode = opened(with_long_past("search"), details=AGENTS[name].details)
    agent(name, lm=lm).play(episode)
    assert [call.name for call in episode.calls] == ["buy_now", SEARCH]
    assert "Unknown action buy_now" in lm.asked[1].messages[-1].text
    assert record_of(episode).function == 1


@pytest.mark.parametrize("arguments", [{"query": 5}, {"words": "tea"}, {}, ["tea"], "tea", None])
@pytest.mark.parametrize("name", SINGLE)
def test_arguments_that_are_wrong_are_an_answer_worth_nothing(name: str, arguments: object) -> None:
    lm = ScriptedModel([form(name, {"function": SEARCH, "arguments": arguments})])
    episode = opened(with_long_past("search"), details=AGENTS[name].details)
    agent(name, lm=lm).play(episode)
    assert episode.answer is not None
    assert episode.answer.text.startswith("Error: ")
    record = record_of(episode)
    assert (episode.ended, record.function, record.result, record.broke) == (True, 0, 0, ())


def test_what_is_said_beside_a_call_is_passed_over_and_thoughts_are_not_said() -> None:
    assert called(f"Let me look. {FIND}") == Call(SEARCH, {"query": "warm scarf"})
    assert called('{"function": "stop", "arguments": "{}"}') == Call("stop")
    lm = ScriptedModel(["<think>Hm.</think>Which size?"])
    episode = opened(with_long_past("search"))
    agent("last", lm=lm).play(episode)
    assert episode.calls == [say("Which size?")]


def test_an_empty_reply_is_asked_for_again_and_two_are_a_failure() -> None:
    episode = opened(with_long_past("search"))
    played = agent("last", lm=ScriptedModel([" ", FIND])).play(episode)
    assert (played.completions, episode.calls[0].name) == (2, SEARCH)
    with pytest.raises(ModelFailed, match="no reply, twice"):
        agent("last", lm=ScriptedModel(["", ""])).play(opened(with_long_past("search")))


def test_a_reply_that_was_cut_off_gets_more_room() -> None:
    lm = ScriptedModel([Reply(text=FIND[:-9], finish="length"), FIND])
    episode = opened(with_long_past("search"))
    agent("last", lm=lm).play(episode)
    assert episode.calls == [Call(SEARCH, {"query": "warm scarf"})]
    assert lm.asked[1].max_tokens == 2 * lm.asked[0].max_tokens


def test_a_refusal_without_a_word_is_a_failure_and_one_with_words_is_words() -> None:
    with pytest.raises(ModelFailed, match="refused"):
        agent("last", lm=ScriptedModel([Reply(text="", finish="refusal")])).play(opened(with_long_past("search")))
    episode = opened(with_long_past("search"))
    agent("last", lm=ScriptedModel([Reply(text="I will not.", finish="refusal")])).play(episode)
    assert episode.calls == [say("I will not.")]


def test_what_interecagent_cannot_read_of_its_model_changes_nothing() -> None:
    lm = ScriptedModel([STOP, "nothing", "nothing", STOP, "nothing", "nothing"])
    player = agent("interecagent", "multi", lm)
    task = with_long_past("search")
    player.play(opened(task, "multi"))
    player.play(opened(task, "multi"))
    assert lm.asked[3].messages[0].text == lm.asked[0].messages[0].text


def test_thinking_aloud_is_read_however_it_is_laid_out() -> None:
    query = Call(SEARCH, {"query": "tea"})
    assert acted(f'Thought: tea.\nAction: {SEARCH}\nArguments: {{"query": "tea"}}') == query
    assert acted(f'Thought: tea.\n\nAction:  {SEARCH}\n\nArguments:\n{{"query": "tea"}}\nDone.') == query
    assert acted('Action: respond\nArguments: {"content": "Which one?"}') == say("Which one?")
    assert acted("Thought: I do not know.") == say("I do not know.")
    assert acted("Action: stop") == Call("stop")
    assert acted(f"Action: {SEARCH}\nArguments: {{query: tea}}") == Call(SEARCH)
    assert acted("Action: respond\nArguments: {Which one?}") == say("{Which one?}")


def test_react_acts_on_what_it_thinks() -> None:
    lm = ScriptedModel([f'Thought: look.\nAction: {SEARCH}\nArguments: {{"query": "tea"}}'])
    episode = opened(with_long_past("search"))
    agent("react", lm=lm).play(episode)
    assert episode.calls == [Call(SEARCH, {"query": "tea"})]


def test_reflexion_thinks_once_more_after_each_reply() -> None:
    lines = [
        'Action: respond\nArguments: {"content": "Which brand?"}',
        "I should search by the brand.",
        f'Action: {SEARCH}\nArguments: {{"query": "tea"}}',
        "Action: stop",
    ]
    lm = ScriptedModel(lines)
    played = agent("reflexion", "multi", lm).play(opened(with_long_past("search"), "multi"))
    assert [prompt.purpose for prompt in lm.asked] == ["act", "reflect", "act", "act"]
    steps = played.usage.by_step  # a reflection is none, but what it takes is counted with the step before it
    assert played.completions == len(steps) == 3
    assert (sum(read for read, _ in steps), sum(said for _, said in steps)) == (
        played.usage.prompt_tokens,
        played.usage.completion_tokens,
    )
    assert steps[0][0] > steps[1][0]
    assert "I should search by the brand." in lm.asked[2].messages[-1].text


def test_interecagent_asks_the_model_what_to_keep_and_shows_it_next_time() -> None:
    lines = [STOP, '{"like": ["B0X"], "dislike": [], "expect": ["quiet things"]}', STOP]
    lm = ScriptedModel([*lines, '{"like": [], "dislike": [], "expect": []}'])
    player = agent("interecagent", "multi", lm)
    task = with_long_past("search")
    for _ in range(2):
        played = player.play(opened(task, "multi"))
        assert played.completions == 1
    assert "quiet things" in lm.asked[2].messages[0].text
    assert "quiet things" not in lm.asked[0].messages[0].text


def test_puma_names_the_function_and_ours_states_beliefs() -> None:
    task = with_long_past("search")
    told = {}
    for name in ("puma", "penchant", "none"):
        lm = ScriptedModel([FIND])
        agent(name, lm=lm).play(opened(task))
        told[name] = lm.asked[0].messages[0].text
    assert f"Use this function: {SEARCH}." in told["puma"]
    assert "usually has brand:" in told["penchant"]
    assert "What is known of this person" not in told["none"]


def test_no_model_is_told_the_target_or_the_profile() -> None:
    task = tasks("search")[0]
    for name in ("last", "puma", "penchant"):
        lm = ScriptedModel([FIND])
        episode = opened(task)
        agent(name, lm=lm).play(episode)
        told = " ".join(message.text for message in lm.asked[0].messages)
        had = {event.asin for event in episode.history}
        assert task.target.asin in had or task.target.asin not in told
        assert "Price Sensitivity" not in told
