"""The judge of whole answers: what it reads, what it shares with the reader, and what it is good for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from penchant.domain import TOLD, EpisodeId, Request, Stance
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned import weights
from penchant.mind.learned.answers import AnswerReader
from penchant.mind.learned.tensors import tensors
from penchant.mind.protocol import Held, Recalled
from penchant.mind.told.judge import said_by
from workbench import belief

LOUD = (
    "The drummers' night in the old factory is a riot: four bands, big speakers, and the crowd sings along until two."
)
QUIET = (
    "The reading room of the abbey stays open until nine; you hear the pages turn, and there is tea in the cloister."
)


@pytest.fixture(scope="module")
def reader() -> AnswerReader:
    return AnswerReader()


@pytest.mark.parametrize("answers", [(LOUD, QUIET), (QUIET, LOUD)])
def test_it_tells_answers_by_what_was_said_in_either_order(reader: AnswerReader, answers: tuple[str, ...]) -> None:
    against = dict(zip(answers, reader.scores("I can't stand noise.", "Where to tonight?", answers), strict=True))
    for_it = dict(zip(answers, reader.scores("I love loud music.", "Where to tonight?", answers), strict=True))
    assert against[QUIET] > against[LOUD]
    assert for_it[LOUD] > for_it[QUIET]


def test_any_number_of_answers_of_any_length_is_scored(reader: AnswerReader) -> None:
    answers = (*(f"{QUIET} Room {number}." for number in range(20)), "x" * 9_000, "")
    assert np.isfinite(reader.scores("no noise " * 500, "?" * 900, answers)).all()


def test_the_shared_embeddings_are_found_in_the_readers_file() -> None:
    found = tensors((weights.SHIPPED / weights.MODEL).read_bytes(), ("piece.q", "piece.s"))
    assert found["piece.q"].shape == (30522, 384)
    assert found["piece.s"].shape == (30522, 1)
    with pytest.raises(KeyError):
        tensors(b"", ("piece.q",))


def test_a_judge_that_was_cut_short_says_so(tmp_path: Path) -> None:
    for path in weights.SHIPPED.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / weights.JUDGE).write_bytes(b"cut")
    with pytest.raises(weights.BadWeights, match=weights.JUDGE):
        AnswerReader(tmp_path).scores("no noise", "", (LOUD, QUIET))


def test_what_was_said_at_length_is_put_plainly() -> None:
    noise = belief(1, "noise", situation="at night", stance="avoids")
    assert said_by(replace(noise, words="no noise at night")) == "no noise at night I avoid noise (at night)."
    assert said_by(replace(noise, words="well " * 200)) == "I avoid noise (at night)."


def test_the_built_in_mind_takes_the_answer_that_fits(mind: BuiltInMind) -> None:
    told = belief(1, "loud places", situation="", topic="", stance="avoids")
    told = replace(told, words="I can't stand loud places", episode=EpisodeId(f"{TOLD}1"))
    request = Request("ana", "Where should I go tonight?", [LOUD, QUIET])
    ways = mind.weigh(request, mind.survey(request), Recalled(told=(Held(told, 0.95),)))
    assert ways[0].action.thing == QUIET
    assert ways[0].told[0] > 0.15


@pytest.mark.parametrize(
    ("words", "stance", "value", "text", "options"),
    [
        (
            "I don't like loud music",
            "avoids",
            "loud music",
            "what to play",
            ["thrash metal", "piano nocturnes", "techno"],
        ),
        ("no alcohol for me", "avoids", "alcohol", "a drink", ["gin and tonic", "red wine", "ginger ale"]),
        ("I prefer classical music", "wants", "classical music", "tickets", ["hip hop night", "string quartet"]),
    ],
)
def test_names_that_do_not_say_it_are_read_by_the_judge(
    mind: BuiltInMind, words: str, stance: Stance, value: str, text: str, options: list[str]
) -> None:
    fitting = {"piano nocturnes", "ginger ale", "string quartet"}
    told = replace(belief(1, value, situation="", topic="", stance=stance), words=words, episode=EpisodeId(f"{TOLD}1"))
    request = Request("ana", text, options)
    ways = mind.weigh(request, mind.survey(request), Recalled(told=(Held(told, 0.95),)))
    assert ways[0].action.thing in fitting
    assert ways[0].likelihood > 0.6


def test_what_is_about_something_else_leaves_names_open(mind: BuiltInMind) -> None:
    told = replace(belief(1, "oat milk", situation="", topic=""), episode=EpisodeId(f"{TOLD}1"))
    request = Request("ana", "book me a flight to Oslo", ["window seat", "aisle seat"])
    assert mind.weigh(request, mind.survey(request), Recalled(told=(Held(told, 0.95),)))[0].likelihood < 0.6
