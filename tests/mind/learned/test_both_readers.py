from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant import Agent, Request
from penchant.domain import Question, Reading, Utterance
from penchant.mind.builtin import BuiltInMind, RulesMind
from penchant.mind.learned.encoder import _opened
from penchant.mind.learned.reader import LearnedReader, Scores
from penchant.mind.learned.weights import MANIFEST, MODEL, SHIPPED, VOCABULARY, BadWeights
from penchant.mind.protocol import Recalled
from penchant.plugins import mind_named
from penchant.testing import HashEmbedder
from workbench import Said

Cli = Callable[..., Said]
DRINKS = ("black coffee", "herbal tea", "orange juice")


@pytest.fixture(scope="module")
def both() -> BuiltInMind:
    made: BuiltInMind = mind_named("built-in", HashEmbedder())
    return made


@pytest.fixture(scope="module")
def rules() -> RulesMind:
    made: RulesMind = mind_named("rules", HashEmbedder())
    return made


def test_what_is_compared_or_ruled_out_by_syntax_needs_no_weights(both: BuiltInMind, rules: RulesMind) -> None:
    said = Utterance("without milk please", ("coffee with milk", "coffee without milk"))
    assert both.understand(said).wants == rules.understand(said).wants == ("coffee without milk",)
    rooms = Utterance("under 100 a night", ("a room at €95", "a room at €200"))
    assert both.understand(rooms).wants == ("a room at €95",)
    for words in ("forget what I said about black coffee", "my sister loves black coffee"):
        assert not both.understand(Utterance(words, DRINKS)).wants, words


def test_it_hears_ways_of_speaking_that_no_rule_knows(both: BuiltInMind, rules: RulesMind) -> None:
    said = Utterance("ugh, black coffee again? that one never agreed with me", DRINKS, acted=("black coffee",))
    assert both.understand(said).verdict == "wrong"


def test_what_only_the_rules_know_is_kept(both: BuiltInMind) -> None:
    said = Utterance("no, hot chocolate please", DRINKS, acted=("black coffee",))
    assert both.understand(said).unlisted == ("hot chocolate",)


def test_plain_words_are_read_by_rules_and_surely(both: BuiltInMind, rules: RulesMind) -> None:
    said = Utterance("the herbal tea, please", DRINKS)
    read, plain = both.read(said)
    assert plain
    assert (read, read.sure) == (rules.read(said)[0], rules.read(said)[0].sure)
    assert read.sure > 0.95


def test_what_is_doubtful_is_less_sure_than_what_is_plain(both: BuiltInMind) -> None:
    doubtful = both.understand(Utterance("hm, dunno, tea-ish? or not, whatever floats", DRINKS))
    assert 0 <= doubtful.sure < both.understand(Utterance("herbal tea", DRINKS)).sure


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
        ("anything but the walnuts", Reading(accepts=("almonds", "raisins"), avoids=("walnuts",))),
        ("almonds or raisins, either is fine", Reading(accepts=("almonds", "raisins"))),
        ("everyone here eats walnuts", Reading()),
        ("yes", Reading()),
    ],
)
def test_likeness_does_not_spread_to_what_nobody_said(both: BuiltInMind, words: str, read: Reading) -> None:
    assert both.understand(Utterance(words, ("walnuts", "almonds", "raisins"))) == read


def test_without_options_and_of_a_catalogue_the_rules_read(both: BuiltInMind, rules: RulesMind) -> None:
    catalogue = Request("ana", "a kettle", ["one", "two"], described=[{"colour": "red"}, {"colour": "blue"}])
    for said in (Utterance("perfect, thanks"), Utterance("not red", ("red", "blue"), request=catalogue)):
        assert both.understand(said) == rules.understand(said)


def test_all_but_understanding_is_the_same_by_rules(both: BuiltInMind, rules: RulesMind) -> None:
    request = Request("ana", "Something to drink, please.", DRINKS)
    scene = both.survey(request)
    assert scene == rules.survey(request)
    assert both.weigh(request, scene, Recalled()) == rules.weigh(request, scene, Recalled())
    assert both.ask(request, scene, "thing", Recalled()) == rules.ask(request, scene, "thing", Recalled())


@pytest.mark.parametrize("mind", ["built-in", "rules"])
def test_an_agent_is_opened_with_either(mind: str) -> None:
    with Agent.open(":memory:", mind=mind) as agent:
        request = Request("ana", "Something to drink, please.", DRINKS)
        turn = agent.hear(agent.consider(request), "the tea, coffee makes me anxious")
        assert turn.choice is not None
        assert turn.choice.action.thing == "herbal tea"


def test_the_command_line_reads_with_the_weights_unless_told_otherwise(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    score = LearnedReader.read

    def noted(self: LearnedReader, said: Utterance) -> Scores:
        read.append(said.words)
        return score(self, said)

    monkeypatch.setattr(LearnedReader, "read", noted)
    asked = ("understand", "--options", "|".join(DRINKS), "--json", "well, tea would hit the spot I reckon")
    cli(*asked, "--mind", "rules")
    assert read == []
    cli(*asked)
    assert read


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
    assert "--mind rules" in said.err
    assert not (tmp_path / "ana.db").exists()


def test_whoever_says_rules_goes_on_without_weights(cli: Cli, spoilt: Path) -> None:
    assert cli("understand", "--mind", "rules", "--options", "tea|coffee", "--json", "tea").json["wants"] == ["tea"]


def test_an_agent_is_not_opened_on_weights_that_cannot_be_used(spoilt: Path, tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match='mind="rules"'):
        Agent.open(tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()
    Agent.open(tmp_path / "new.db", mind="rules").close()


def test_what_runs_the_weights_is_one_line_where_it_is_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    _opened.cache_clear()
    said = cli("understand", "--options", "tea|coffee", "tea")
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "--mind rules" in said.err
