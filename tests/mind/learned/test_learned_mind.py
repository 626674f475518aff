from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant import Agent, Request
from penchant.domain import Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned import LearnedMind
from penchant.mind.learned.weights import BadWeights, opened
from penchant.mind.protocol import Recalled
from penchant.plugins import mind_named
from penchant.testing import HashEmbedder
from workbench import Said

pytest.importorskip("onnxruntime", reason="the extra reader is not installed")

Cli = Callable[..., Said]
DRINKS = ("black coffee", "herbal tea", "orange juice")


@pytest.fixture(scope="module")
def mind() -> LearnedMind:
    made: LearnedMind = mind_named("learned", HashEmbedder())
    return made


def test_what_is_compared_or_ruled_out_by_syntax_needs_no_weights(mind: LearnedMind) -> None:
    said = Utterance("without milk please", ("coffee with milk", "coffee without milk"))
    assert mind.understand(said).wants == mind.built_in.understand(said).wants == ("coffee without milk",)
    rooms = Utterance("under 100 a night", ("a room at €95", "a room at €200"))
    assert mind.understand(rooms).wants == ("a room at €95",)
    for words in ("forget what I said about black coffee", "my sister loves black coffee"):
        assert not mind.understand(Utterance(words, DRINKS)).wants, words


def test_what_only_the_rules_know_is_kept(mind: LearnedMind) -> None:
    said = Utterance("no, hot chocolate please", DRINKS, acted=("black coffee",))
    assert mind.understand(said).unlisted == ("hot chocolate",)


def test_without_options_and_of_a_catalogue_the_rules_read(mind: LearnedMind) -> None:
    catalogue = Request("ana", "a kettle", ["one", "two"], described=[{"colour": "red"}, {"colour": "blue"}])
    for said in (Utterance("perfect, thanks"), Utterance("not red", ("red", "blue"), request=catalogue)):
        assert mind.understand(said) == mind.built_in.understand(said)


def test_all_but_understanding_is_the_built_in_minds(mind: LearnedMind) -> None:
    request, own = Request("ana", "Something to drink, please.", DRINKS), BuiltInMind(HashEmbedder())
    scene = mind.survey(request)
    assert scene == own.survey(request)
    assert mind.weigh(request, scene, Recalled()) == own.weigh(request, scene, Recalled())
    assert mind.ask(request, scene, "thing", Recalled()) == own.ask(request, scene, "thing", Recalled())


def test_an_agent_is_opened_with_it() -> None:
    with Agent.open(":memory:", mind="learned") as agent:
        request = Request("ana", "Something to drink, please.", DRINKS)
        turn = agent.hear(agent.consider(request), "the tea, coffee makes me anxious")
        assert turn.choice is not None
        assert turn.choice.action.thing == "herbal tea"


def test_the_command_line_reads_with_it(cli: Cli) -> None:
    said = cli("understand", "--mind", "learned", "--options", "|".join(DRINKS), "--json", "anything but coffee")
    assert said.json["avoids"] == ["black coffee"]


def test_bad_weights_are_told_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="no weights in"):
        LearnedMind(HashEmbedder(), tmp_path)


def test_a_missing_extra_is_one_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    opened.cache_clear()
    said = cli("understand", "--mind", "learned", "--options", "tea|coffee", "tea")
    assert said.code != 0
    assert said.err.count("\n") == 1
    assert "pip install 'penchant[reader]'" in said.err
