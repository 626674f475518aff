"""A language model listens to free talk through the same seam; where it is no use, the built-in reader does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lm_scripts import failing

from penchant import Agent
from penchant.domain import Heard, Message, Statement
from penchant.embed import Embedder
from penchant.errors import BadReply, ModelFailed
from penchant.lm.dry_run import DryRun
from penchant.lm.scripted import ScriptedModel
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm import LanguageModelMind
from penchant.mind.lm.listening import SHOWN, heard_of, listening
from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Asked, Endpoint
from workbench import Said

RIDDLE = "Mother keeps saying I was born with one hand on the window of every train."


def statement(value: str, **more: Any) -> dict[str, Any]:
    return {
        "quote": RIDDLE,
        "kind": "taste",
        "stance": "wants",
        "value": value,
        "topic": "",
        "when": "",
        "except": "",
        "rather_than": [],
        "whom": "",
        "changed": False,
        "use": "free",
        "sure": "certain",
    } | more


def reply(*statements: dict[str, Any], forget: tuple[str, ...] = ()) -> str:
    return json.dumps({"statements": list(statements), "forget": list(forget)})


def mind_of(embedder: Embedder, lm: ScriptedModel, **more: Any) -> LanguageModelMind:
    return LanguageModelMind(embedder, lm, trusted=True, **more)


def test_what_plain_code_does_not_read_is_heard_by_the_model_and_learned(embedder: Embedder) -> None:
    lm = ScriptedModel([reply(statement("window seats", topic="seat", when="on trains", use="private"))])
    with Agent.open(":memory:", mind=mind_of(embedder, lm)) as agent:
        lesson = agent.tell("sam", RIDDLE)
        [belief] = agent.memory.list("sam")
    assert len(lesson.opened) == 1
    assert (belief.value, belief.topic, belief.situation, belief.use) == (
        "window seats",
        "seat",
        "on trains",
        "private",
    )
    assert belief.words == RIDDLE
    assert lm.asked[0].purpose == "listen"


def test_a_quotation_that_is_not_in_the_message_is_refused(embedder: Embedder) -> None:
    lm = ScriptedModel([reply(statement("window seats"), statement("anchovies", quote="I adore anchovies"))])
    with Agent.open(":memory:", mind=mind_of(embedder, lm)) as agent:
        lesson = agent.tell("sam", RIDDLE)
        assert [one.value for one in agent.memory.list("sam")] == ["window seats"]
    assert [(left.words, left.why) for left in lesson.left_alone] == [
        ("I adore anchovies", "the quotation is not in the message")
    ]


@pytest.mark.parametrize(
    "broken",
    [
        "I am a helpful assistant.",
        "",
        json.dumps({"statements": []}),
        reply(statement("")),
        reply(statement("  ")),
        reply(statement("x" * 500)),
        reply(statement("tea", stance="is")),
        reply(statement("tea", kind="whim")),
        reply(statement("tea", sure="very")),
        json.dumps({"statements": [statement("tea") | {"colour": "red"}], "forget": []}),
    ],
)
def test_a_reply_that_stays_broken_leaves_the_built_in_reading_and_a_line(
    embedder: Embedder, mind: BuiltInMind, broken: str
) -> None:
    told: list[str] = []
    lm = ScriptedModel([broken, broken])
    message = Message("user", "I'm vegetarian, and I love jazz")
    assert mind_of(embedder, lm, notice=told.append).listen(message) == mind.listen(message)
    assert len(told) == 1
    assert "asked to listen" in told[0]
    assert "The built-in mind stands in." in told[0]


def test_a_broken_reply_is_asked_for_once_more(embedder: Embedder) -> None:
    lm = ScriptedModel(["no idea", reply(statement("window seats"))])
    heard = mind_of(embedder, lm).listen(Message("user", RIDDLE))
    assert [one.value for one in heard.statements] == ["window seats"]


def test_in_a_study_a_useless_reply_is_an_error(embedder: Embedder) -> None:
    with pytest.raises(ModelFailed):
        mind_of(embedder, failing(), strict=True).listen(Message("user", RIDDLE))


def test_no_model_undoes_a_constraint_or_a_request_to_forget(embedder: Embedder) -> None:
    lm = ScriptedModel(
        [
            reply(statement("peanuts", quote="I'm allergic to peanuts", stance="wants")),
            reply(statement("cigarettes", quote="I smoke")),
        ]
    )
    mind = mind_of(embedder, lm)
    [allergy] = mind.listen(Message("user", "I'm allergic to peanuts")).statements
    assert (allergy.kind, allergy.stance, allergy.value) == ("constraint", "avoids", "peanuts")
    heard = mind.listen(Message("user", "please forget that I smoke"))
    assert (heard.statements, heard.forget) == ((), ("I smoke",))


def test_a_model_may_hear_a_request_to_forget_but_not_make_one_up(embedder: Embedder) -> None:
    words = "let us pretend that my years in Lyon were never mentioned"
    lm = ScriptedModel([reply(forget=("my years in Lyon", "my name"))])
    assert mind_of(embedder, lm).listen(Message("user", words)).forget == ("my years in Lyon",)


def test_a_model_that_hears_nothing_is_believed_but_of_an_allergy(embedder: Embedder) -> None:
    mind = mind_of(embedder, ScriptedModel(lambda prompt: reply()))
    assert mind.listen(Message("user", RIDDLE)).statements == ()
    assert mind.listen(Message("user", "I love jazz")).statements == ()
    assert [one.value for one in mind.listen(Message("user", "I'm allergic to nuts")).statements] == ["nuts"]


def test_what_a_model_guesses_is_left_alone_as_not_sure(embedder: Embedder) -> None:
    lm = ScriptedModel([reply(statement("window seats", sure="guess"))])
    with Agent.open(":memory:", mind=mind_of(embedder, lm)) as agent:
        assert [left.why for left in agent.tell("sam", RIDDLE).left_alone] == ["not sure"]
        assert agent.memory.list("sam") == []


def test_only_the_persons_own_words_are_asked_about_and_the_same_ones_once(embedder: Embedder) -> None:
    lm = ScriptedModel(lambda prompt: reply())
    mind = mind_of(embedder, lm)
    assert mind.listen(Message("assistant", "You love jazz")) == Heard()
    assert mind.listen(Message("user", "  ")) == Heard()
    assert lm.asked == []
    for _ in range(2):
        mind.listen(Message("user", RIDDLE))
    assert len(lm.asked) == 1


def test_a_model_that_cannot_read_is_not_asked_to_listen(embedder: Embedder, mind: BuiltInMind) -> None:
    lm = ScriptedModel(lambda prompt: BadReply("no"))
    ours = LanguageModelMind(embedder, lm, trusted=False)
    message = Message("user", "I love jazz")
    assert ours.listen(message) == mind.listen(message)
    assert lm.asked == []


def test_a_dry_run_counts_what_listening_takes(embedder: Embedder) -> None:
    lm = DryRun("some-model")
    LanguageModelMind(embedder, lm, trusted=True).listen(Message("user", RIDDLE))
    assert lm.counted()["listen"].calls == 1


def test_the_prompt_shows_the_message_and_what_was_said_before_within_limits() -> None:
    before = [Message("user", "hello"), Message("assistant", "Window or aisle? " * 99), Message("user", "hm")]
    prompt = listening(Message("user", "x" * 100_000), before)
    text = prompt.messages[1].text
    assert "hello" not in text
    assert "Assistant: Window or aisle?" in text
    assert text.endswith("x" * 100)
    assert sum(len(message.text) for message in prompt.messages) < SHOWN + 3_000
    assert len(json.dumps(prompt.schema)) < 1_600


def test_a_fact_is_so_whatever_stance_a_model_gives_it() -> None:
    heard = heard_of(json.loads(reply(statement("Lyon", kind="fact", topic="home", quote="Lyon"))))
    assert heard.statements == (Statement("is", "Lyon", topic="home", kind="fact"),)


def test_over_http_a_command_listens_with_a_model(
    cli: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_key_of_the_machine: None
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    capable = CapableModel()

    def answer(asked: Asked) -> str:
        return reply(statement("window seats", topic="seat")) if RIDDLE in asked.text else capable(asked)

    with Endpoint(answer) as endpoint:
        with_model = ("--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url)
        assert "window seats" in cli("tell", "sam", RIDDLE, *with_model).out
        (tmp_path / "talk.jsonl").write_text(json.dumps({"role": "user", "content": "I love jazz"}))
        said = cli("observe", "sam", "talk.jsonl", *with_model)
    assert (said.code, said.err) == (0, "")
    assert "jazz" in said.out


def test_a_useless_reply_is_told_beside_what_a_command_prints(
    cli: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_key_of_the_machine: None
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    capable = CapableModel()
    with Endpoint(lambda asked: "no" if "jazz" in str(asked.body) else capable(asked)) as endpoint:
        said = cli("tell", "sam", "I love jazz", "--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url)
    assert "jazz" in said.out
    assert said.err.count("\n") == 1
    assert "The built-in mind stands in." in said.err
