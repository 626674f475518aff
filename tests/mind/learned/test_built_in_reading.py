from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant import Agent, Request
from penchant.domain import Question, Reading, Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned.encoder import _opened
from penchant.mind.learned.reader import LearnedReader
from penchant.mind.learned.weights import MANIFEST, MODEL, SHIPPED, VOCABULARY, BadWeights
from penchant.testing import HashEmbedder
from workbench import Said

Cli = Callable[..., Said]
MIND = BuiltInMind(HashEmbedder())
DRINKS = ("black coffee", "herbal tea", "orange juice")


def understand(words: str, options: tuple[str, ...] = DRINKS, *acted: str) -> Reading:
    return MIND.understand(Utterance(words, options, acted=acted))


def test_what_is_compared_or_ruled_out_by_syntax_is_read_before_and_after_the_weights() -> None:
    assert understand("without milk please", ("coffee with milk", "coffee without milk")).wants == (
        "coffee without milk",
    )
    assert understand("under 100 a night", ("a room at €95", "a room at €200")).wants == ("a room at €95",)
    for words in ("forget what I said about black coffee", "my sister loves black coffee"):
        assert not understand(words).wants, words


def test_ways_of_speaking_that_stand_in_no_table_are_heard() -> None:
    heard = understand("ugh, black coffee again? that one never agreed with me", DRINKS, "black coffee")
    assert heard.verdict == "wrong"


def test_what_is_simple_is_read_surely_and_what_is_doubtful_less_so() -> None:
    doubtful = understand("hm, dunno, tea-ish? or not, whatever floats")
    assert 0 <= doubtful.sure < understand("herbal tea").sure
    assert understand("the herbal tea, please").sure > 0.95


def test_what_was_said_before_is_read_whether_or_not_something_was_done() -> None:
    reader, asked = LearnedReader(), "Is there anything else I can do for you?"
    for said in (
        Utterance("no that's all", DRINKS, acted=("herbal tea",), said_before=asked),
        Utterance("no that's all", DRINKS, question=Question(asked)),
    ):
        assert reader.read(said) is reader.score("no that's all", DRINKS, acted=said.acted, before=asked)


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("anything except walnuts", Reading(accepts=("almonds", "raisins"), avoids=("walnuts",))),
        ("almonds or raisins, either is fine", Reading(accepts=("almonds", "raisins"))),
        ("everyone here eats walnuts", Reading()),
        ("yes", Reading()),
    ],
)
def test_likeness_does_not_spread_to_what_nobody_said(words: str, read: Reading) -> None:
    assert understand(words, ("walnuts", "almonds", "raisins")) == read


def test_without_options_nothing_is_read_and_of_a_catalogue_what_its_columns_say() -> None:
    catalogue = Request("ana", "a kettle", ["one", "two"], described=[{"colour": "red"}, {"colour": "blue"}])
    assert understand("perfect, thanks", ()) == Reading()
    said = Utterance("not red", ("red", "blue"), request=catalogue)
    assert MIND.understand(said) == Reading(avoids=("colour: red",))


def missing(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def cut(folder: Path) -> None:
    (folder / MODEL).write_bytes((folder / MODEL).read_bytes()[:-1000])


def of_another_version(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps(manifest | {"version": 99}))


@pytest.fixture(params=[missing, cut, of_another_version], ids=lambda spoil: spoil.__name__)
def spoilt(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "weights"
    folder.mkdir()
    for name in (MANIFEST, MODEL, VOCABULARY):
        shutil.copy(SHIPPED / name, folder / name)
    request.param(folder)
    monkeypatch.setattr("penchant.mind.learned.weights.SHIPPED", folder)
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("understand", "--options", "tea|coffee", "tea"),
        ("chat", "--store", "ana.db"),
        ("study", "embodied", "--people", "2", "--jobs", "2", "--out", "run"),
        ("study", "embodied", "--people", "2", "--jobs", "1", "--out", "run"),
        ("study", "shopping", "--people", "2", "--out", "run"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_weights_that_cannot_be_used_are_one_line_that_names_the_way_out(
    cli: Cli, spoilt: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    said = cli(*words)
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "install penchant again" in said.err
    assert not (tmp_path / "ana.db").exists()


def test_an_agent_is_not_opened_on_weights_that_cannot_be_used(spoilt: Path, tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="install penchant again"):
        Agent.open(tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_what_runs_the_weights_is_one_line_where_it_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    _opened.cache_clear()
    said = cli("understand", "--options", "tea|coffee", "tea")
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "install penchant again" in said.err
