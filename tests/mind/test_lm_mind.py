"""The language-model mind: what it takes from a model, when it asks one at all, and that it is never below its own."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lm_scripts import FILES, able, at_random, cases, failing, is_read, reply, right_about, said_in

from penchant.domain import Question, Reading, Request, Statement, Utterance
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.errors import BadInput, BadReply, BudgetSpent, ModelFailed, ModelUnavailable
from penchant.lm import Prompt
from penchant.lm.dry_run import DryRun
from penchant.lm.scripted import ScriptedModel
from penchant.loop import Agent
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm import LanguageModelMind
from penchant.mind.lm.hearing import hearing
from penchant.mind.lm.trial import SENTENCES
from penchant.mind.protocol import Recalled
from penchant.plugins import mind_named

VECTORS = cached(WordLlamaEmbedder())
DRINKS = ("black coffee", "herbal tea", "orange juice")
REQUEST = Request("ana", "something to drink, I'm drowsy", DRINKS)


def mind(lm: ScriptedModel, *, trusted: bool | None = True) -> LanguageModelMind:
    return LanguageModelMind(VECTORS, lm, trusted=trusted)


def hear(words: str, said: str, *acted: str) -> Reading:
    """What a trusted model that says so makes of the words."""
    return mind(ScriptedModel([said])).understand(Utterance(words, DRINKS, acted=acted, request=REQUEST))


def test_several_statements_at_once_each_keep_their_occasion() -> None:
    said = reply(
        wants=["herbal tea"],
        also=[{"when": "in the mornings", "stance": "wants", "value": "Black coffee"}],
    )
    reading = hear("coffee in the mornings, tea when I'm drowsy", said)
    assert reading.wants == ("herbal tea",)
    assert reading.also == (Statement("wants", "black coffee", "in the mornings"),)


def test_irony_means_the_opposite() -> None:
    reading = hear("oh great, coffee again, just what I needed", reply(verdict="wrong"), "black coffee")
    assert (reading.verdict, reading.avoids, reading.wants) == ("wrong", ("black coffee",), ())


def test_a_wish_for_today_and_a_changed_taste_are_told_apart() -> None:
    today = hear("seeing as it's my birthday, the juice", reply(wants=["orange juice"], taste="once"))
    assert (today.once, today.changed) == (True, False)
    anew = hear("coffee and I have parted ways", reply(avoids=["black coffee"], taste="changed"))
    assert (anew.once, anew.changed) == (False, True)


def test_what_others_want_is_left_out() -> None:
    assert hear("Sam wants the coffee, he says", reply()) == Reading()


def test_praise_certifies_what_was_done_though_the_model_names_nothing() -> None:
    reading = hear("chef's kiss!", reply(verdict="right"), "herbal tea")
    assert (reading.verdict, reading.wants) == ("right", ("herbal tea",))


@pytest.mark.parametrize(
    "said",
    [
        reply(wants=["herbal tea"], avoids=["herbal tea"]),
        reply(wants=["black coffee"], verdict="wrong"),
        reply(avoids=["black coffee"], verdict="right"),
        '{"wants": ["green soap"]}',
        "I think they want tea.",
        "",
    ],
)
def test_a_reply_that_contradicts_itself_or_is_no_reply_leaves_the_built_in_reading(said: str) -> None:
    words = "no, the tea; coffee sets my teeth on edge"
    lm = ScriptedModel([said, said])
    reading = mind(lm).understand(Utterance(words, DRINKS, acted=["black coffee"]))
    assert len(lm.asked) == 2
    assert reading == BuiltInMind(VECTORS).understand(Utterance(words, DRINKS, acted=["black coffee"]))


def test_a_reply_is_put_right_once() -> None:
    lm = ScriptedModel(["tea, I suppose", reply(wants=["herbal tea"])])
    assert mind(lm).understand(Utterance("something soothing for my poor head", DRINKS)).wants == ("herbal tea",)


def test_a_model_that_hears_nothing_after_a_no_or_praise_in_it_is_not_believed() -> None:
    words = "no, the tea; coffee sets my teeth on edge"
    assert hear(words, reply(), "black coffee").wants == ("herbal tea",)
    assert hear(words, reply(verdict="right"), "black coffee").verdict == "wrong"


def test_what_is_plain_costs_nothing() -> None:
    lm = ScriptedModel([])
    for words, acted in (("the tea, please", ()), ("Perfect, thank you!", ("herbal tea",)), ("", ()), ("  ", ())):
        mind(lm).understand(Utterance(words, DRINKS, acted=acted))
    mind(lm).understand(Utterance("something soothing for my poor head", ()))
    assert lm.asked == []


def test_a_model_is_tried_once_before_it_is_believed() -> None:
    lm = able(lambda prompt: reply(wants=["herbal tea"]))
    ours = mind(lm, trusted=None)
    assert lm.asked == []
    for _ in range(2):
        assert ours.understand(Utterance("something soothing for my poor head", DRINKS)).wants == ("herbal tea",)
    trial = ours.reading_trial
    assert trial is not None
    assert (trial.passed, trial.right) == (True, len(SENTENCES) - 2)
    assert len(lm.asked) == trial.asked + 2


def test_a_model_that_fails_the_trial_is_not_asked_again() -> None:
    for lm in (at_random(1), failing()):
        ours = mind(lm, trusted=None)
        assert ours.understand(Utterance("something soothing for my poor head", DRINKS)) == Reading()
        asked = len(lm.asked)
        assert asked == 3
        assert ours.understand(Utterance("something soothing for my poor head", DRINKS)) == Reading()
        assert len(lm.asked) == asked


@pytest.mark.parametrize("error", [ModelUnavailable("Nobody answers."), BudgetSpent("The budget is spent.")])
def test_a_model_that_is_gone_is_no_reason_to_guess(error: ModelUnavailable) -> None:
    for trusted in (None, True):
        with pytest.raises(type(error)):
            mind(ScriptedModel(lambda prompt: error), trusted=trusted).understand(Utterance("for my poor head", DRINKS))


def test_where_it_must_not_be_covered_up_a_reply_that_is_no_use_is_an_error() -> None:
    strict = LanguageModelMind(VECTORS, ScriptedModel(["", ""]), trusted=True, strict=True)
    with pytest.raises(BadReply, match="no usable reply, twice"):
        strict.understand(Utterance("something soothing for my poor head", DRINKS))
    counted = LanguageModelMind(VECTORS, DryRun("m"), trusted=True, strict=True)
    assert counted.understand(Utterance("something soothing for my poor head", DRINKS)) == Reading()
    wordy = LanguageModelMind(VECTORS, ScriptedModel(["hm"]), trusted=True, phrase=True, strict=True)
    with pytest.raises(BadReply):
        wordy.ask(REQUEST, wordy.survey(REQUEST), "thing", Recalled())


def test_otherwise_the_built_in_mind_stands_in_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    ours = LanguageModelMind(VECTORS, ScriptedModel(["", ""]), trusted=True, notice=told.append)
    ours.understand(Utterance("something soothing for my poor head", DRINKS))
    assert told == [
        "scripted, asked to understand, gave no usable reply, twice: the reply is empty. The built-in mind stands in."
    ]
    mind(ScriptedModel(["", ""])).understand(Utterance("something soothing for my poor head", DRINKS))
    assert told == [record.getMessage() for record in caplog.records]


def test_one_failure_costs_one_sentence() -> None:
    ours = mind(ScriptedModel([ModelFailed("No usable reply."), reply(wants=["herbal tea"])]))
    assert ours.understand(Utterance("something soothing for my poor head", DRINKS)) == Reading()
    assert ours.understand(Utterance("something soothing for my poor head", DRINKS)).wants == ("herbal tea",)


@cache
def reading_once() -> BuiltInMind:
    """One mind for all of the tests below: it remembers what it has read, whichever model stands beside it."""
    return BuiltInMind(VECTORS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("model", ["right", "at random", "failing"])
def test_with_any_model_it_is_never_below_the_built_in_mind(
    path: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built_in, sentences = reading_once(), cases(path)
    monkeypatch.setattr("penchant.mind.lm.mind.BuiltInMind", lambda embedder: built_in)
    lm = {"right": right_about(sentences), "at random": at_random(7), "failing": failing()}[model]
    ours = mind(lm, trusted=None)
    counts: Counter[str] = Counter()
    for case in sentences:
        asked = Question(case["question"], tuple(case["alternatives"])) if "question" in case else None
        own = built_in.understand(Utterance(case["words"], case["options"], acted=case["acted"], question=asked))
        before = len(lm.asked)
        read = ours.understand(Utterance(case["words"], case["options"], acted=case["acted"], question=asked))
        counts["own"] += is_read(own, case)
        counts["read"] += is_read(read, case)
        counts["asked"] += len(lm.asked) > before
        counts["misread"] += len(lm.asked) > before and not is_read(read, case)
        counts["lost"] += is_read(own, case) and not is_read(read, case)
    assert counts["lost"] == 0, counts
    assert counts["read"] >= counts["own"]
    if model == "right":
        assert counts["asked"] > len(sentences) / 20
        assert counts["misread"] <= len(sentences) / 100
    else:
        assert counts["read"] == counts["own"]


def test_the_prompt_shows_what_was_asked_for_and_done_and_allows_no_other_name() -> None:
    seen: list[Prompt] = []

    def note(prompt: Prompt) -> str:
        seen.append(prompt)
        return reply()

    question = Question("Which would you like?", DRINKS)
    ours = mind(ScriptedModel(note))
    ours.understand(Utterance("something soothing for my poor head", DRINKS, question=question, request=REQUEST))
    ours.understand(Utterance("something soothing for my poor head", DRINKS, acted=["black coffee"], request=REQUEST))
    for part in (REQUEST.text, "black coffee | herbal tea", question.text, "nothing yet"):
        assert part in seen[0].messages[1].text
    assert "did: black coffee" in seen[1].messages[1].text
    assert said_in(seen[0]) == "something soothing for my poor head"
    schema = seen[0].schema
    assert schema is not None
    assert schema["properties"]["wants"]["items"] == {"enum": list(DRINKS)}


def test_prompts_stay_short() -> None:
    long = Request("ana", "please " * 500, [f"a fairly long name of a thing on offer, number {n}" for n in range(12)])
    prompt = hearing(Utterance("word " * 2000, long.options, long.options[:1], Question("why? " * 400), long))
    assert sum(len(message.text) for message in prompt.messages) < 4600
    usual = hearing(Utterance("no, the tea; coffee sets my teeth on edge", DRINKS, DRINKS[:1], None, REQUEST))
    assert sum(len(message.text) for message in usual.messages) < 3000
    assert len(json.dumps(usual.schema)) < 2200


def test_it_goes_by_its_name() -> None:
    made = mind_named("lm", lm=able(), choose=True)
    assert isinstance(made, LanguageModelMind)
    assert made.chooses


def test_a_dry_run_supposes_that_the_model_can_read() -> None:
    lm = DryRun("some-model")
    ours = LanguageModelMind(VECTORS, lm)
    for words in ("something soothing for my poor head", "the tea, please", "well, I never"):
        ours.understand(Utterance(words, DRINKS))
    assert ours.reading_trial is not None
    assert lm.counted()["understand"].calls == ours.reading_trial.asked + 2


def test_an_agent_opens_with_a_model_behind_its_mind() -> None:
    agent = Agent.open(":memory:", mind="lm", lm=able(lambda prompt: reply(wants=["herbal tea"])))
    turn = agent.hear(agent.consider(REQUEST), "something soothing for my poor head")
    assert turn.choice is not None
    assert turn.choice.action.thing == "herbal tea"
    assert [(b.stance, b.value) for b in agent.memory.list("ana")] == [("wants", "herbal tea")]


def test_an_agent_opens_on_a_mind_that_was_made_already() -> None:
    ours = mind(ScriptedModel([reply(wants=["herbal tea"])]))
    agent = Agent.open(":memory:", mind=ours)
    turn = agent.hear(agent.consider(REQUEST), "something soothing for my poor head")
    assert turn.choice is not None
    assert str(turn.choice.action) == "herbal tea"
    with pytest.raises(BadInput, match="leave out lm"):
        Agent.open(":memory:", mind=ours, lm=ScriptedModel([]))


@pytest.mark.parametrize("wrong", [LanguageModelMind, None, 7])
def test_what_is_no_mind_is_one_line_that_says_how_to_name_one(wrong: Any, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match='mind="lm", lm=…'):
        Agent.open(tmp_path / "memory.db", mind=wrong)
    assert not (tmp_path / "memory.db").exists()


def test_without_a_model_there_is_one_clear_line() -> None:
    with pytest.raises(BadInput, match="needs a language model: say which with --model"):
        mind_named("lm")
    with pytest.raises(BadInput, match="needs a language model"):
        Agent.open(":memory:", mind="lm")


def test_a_model_that_never_replies_is_not_there_rather_than_unable_to_read() -> None:
    silent = ScriptedModel(lambda prompt: ModelFailed("nobody answered, 6 times"))
    with pytest.raises(ModelUnavailable, match="none got a reply: nobody answered"):
        LanguageModelMind(VECTORS, silent).understand(Utterance("well, I never", DRINKS))


@pytest.mark.parametrize(
    "words",
    [
        *("the doctor says tea", "My guests want coffee", "my dentist recommends tea", "Tom and Maria drink coffee"),
        *("the whole family drinks tea", "Élodie likes coffee", "In Italy it would be coffee", "tom likes coffee"),
        *("Would my guests like coffee?", "Tom said: tea", "tea, says my doctor", "I think my boss wants tea"),
        *("I'd like my guests to have coffee", "my mum: tea", "coffee for the visitors", "here one drinks coffee"),
    ],
)
def test_a_model_that_hears_nothing_of_what_others_want_is_believed(words: str) -> None:
    assert hear(words, reply()) == Reading()


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("I want the tea; my guests can wait", ("herbal tea",)),
        ("I'd like tea because I'm drowsy", ("herbal tea",)),
        ("the tea... please", ("herbal tea",)),
        ("thanks, the tea 🙏", ("herbal tea",)),
        ("could I have the tea?", ("herbal tea",)),
    ],
)
def test_a_model_that_hears_nothing_of_what_the_person_wants_is_not(words: str, wanted: tuple[str, ...]) -> None:
    assert hear(words, reply()).wants == wanted
