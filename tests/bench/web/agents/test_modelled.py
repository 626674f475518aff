"""The same strategies on a language model, which is scripted here."""

from __future__ import annotations

import json

import pytest
from webtown import agent, opened, tasks, with_long_past

from penchant.bench.web.agents import AGENTS
from penchant.bench.web.agents.prompts import acted
from penchant.bench.web.shop.functions import SEARCH, Call, say
from penchant.errors import ModelFailed
from penchant.lm import Prompt, Reply
from penchant.lm.scripted import ScriptedModel

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


@pytest.mark.parametrize("name", [name for name, spec in AGENTS.items() if not spec.strategy.thinks])
def test_a_model_calls_a_function_in_the_form_it_was_given(name: str) -> None:
    track = AGENTS[name].tracks[0]
    lm = ScriptedModel(Shopper())
    episode = opened(with_long_past("search"), track, details=AGENTS[name].details)
    played = agent(name, track, lm).play(episode)
    assert episode.calls[0] == Call(SEARCH, {"query": "warm scarf"})
    assert played.completions == len(lm.asked)
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


def test_a_reply_out_of_form_is_shown_to_the_model_once() -> None:
    lm = ScriptedModel(["Sure, let me look!", FIND])
    episode = opened(with_long_past("search"))
    played = agent("last", lm=lm).play(episode)
    assert (played.completions, episode.ended) == (2, True)


def test_a_model_that_never_answers_in_form_fails_in_one_line() -> None:
    with pytest.raises(ModelFailed, match="no usable reply, twice"):
        agent("last", lm=ScriptedModel(["no", "no"])).play(opened(with_long_past("search")))


def test_thinking_aloud_is_read_however_it_is_laid_out() -> None:
    query = Call(SEARCH, {"query": "tea"})
    assert acted(f'Thought: tea.\nAction: {SEARCH}\nArguments: {{"query": "tea"}}') == query
    assert acted(f'Thought: tea.\n\nAction:  {SEARCH}\n\nArguments:\n{{"query": "tea"}}\nDone.') == query
    assert acted('Action: respond\nArguments: {"content": "Which one?"}') == say("Which one?")
    assert acted("Thought: I do not know.") == say("I do not know.")
    assert acted("Action: stop") == Call("stop")
    with pytest.raises(ValueError, match="not a JSON object"):
        acted(f"Action: {SEARCH}\nArguments: {{query: tea}}")


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
    assert played.completions == 4
    assert "I should search by the brand." in lm.asked[2].messages[-1].text


def test_interecagent_asks_the_model_what_to_keep_and_shows_it_next_time() -> None:
    lines = [STOP, '{"like": ["B0X"], "dislike": [], "expect": ["quiet things"]}', STOP]
    lm = ScriptedModel([*lines, '{"like": [], "dislike": [], "expect": []}'])
    player = agent("interecagent", "multi", lm)
    task = with_long_past("search")
    for _ in range(2):
        player.play(opened(task, "multi"))
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
    assert "usually has store:" in told["penchant"]
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
