"""The rows of `study told`: read from the public layout, ours and anybody's, and what the lines make of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from penchant.embed import Embedder
from penchant.errors import BadData
from penchant_lab.suites.talk.files import bundled
from penchant_lab.suites.talk.lines import BM25, CHANCE, COSINE, LONGEST, POLARITY, SHORTEST, answer_scores, share
from penchant_lab.suites.talk.told import ToldWorld, other_turns, rows_in
from workbench import Said

ROW = {"preference": "I can't bear boats.", "question": "How do I get to the island?", "explanation": "Ferries."}
OTHER = {"preference": "I only fly.", "question": "How do I get to Rome?", "explanation": "Trains."}
ANSWERS = ["Over the bridge.", "By ferry.", "By yacht.", "Swim."]
CHOICE = {
    "implicit_query": "A day out?",
    "options": ["A hill", "A cruise", "A regatta", "A lake ferry"],
    "aligned_op": "A hill",
    "conversation": {
        "query": "A day out?",
        "assistant_options": "1. A cruise",
        "user_selection": "Up the hill, nothing that floats.",
        "assistant_acknowledgment": "The hill.",
    },
}
TALK = {
    "persona": "Ana, a baker",
    "conversation": {
        "10": {"user": "And last?", "assistant": "Last."},
        "0": {"user": "Hello", "assistant": "Hi!"},
        "1": {"user": "Boats make me ill.", "assistant": "Oh."},
    },
}


def write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A checkout of the public repository, as small as it gets."""
    root = tmp_path / "checkout" / "benchmark_dataset"
    rows = [{**ROW, "classification_task_options": ANSWERS}, {**OTHER, "classification_task_options": ANSWERS}]
    write(root / "explicit_preference" / "travel.json", [ROW, OTHER])
    write(root / "mcq_options" / "travel.json", rows)
    write(root / "mcq_options" / "travel_stray.json", rows[:1])
    write(root / "implicit_preference" / "choice-based" / "travel.json", [{**ROW, **CHOICE}])
    write(root / "implicit_preference" / "persona-driven" / "travel.json", [{**ROW, **TALK}])
    return tmp_path / "checkout"


def test_rows_are_found_wherever_they_lie_in_a_checkout_and_each_counts_once(folder: Path) -> None:
    world = ToldWorld(folder, 0)
    assert [row.name for row in world.rows] == ["travel-01", "travel-02"]
    first, second = world.rows
    assert first.answers == tuple(ANSWERS)
    assert first.selection is not None
    assert first.selection.words == "Up the hill, nothing that floats."
    assert [message.content for message in first.talk if message.role == "user"][1:] == [
        "Boats make me ill.",
        "And last?",
    ]
    assert second.selection is None
    assert not second.talk


def test_a_study_runs_on_them(cli: Callable[..., Said], folder: Path) -> None:
    said = cli("study", "told", "--data", folder, "--json", "--jobs", "1", "--out", folder / "run")
    assert said.code == 0, said.err
    counts = {name: row["n"] for name, row in said.json["results"].items()}
    assert counts == {"selection": 1, "stated-0": 2, "stated-10": 2, "stated-100": 2, "choice": 1, "persona": 1}
    assert said.json["broke"] == 0


def test_rows_that_do_not_say_what_they_are_about_go_by_their_place(folder: Path) -> None:
    path = folder / "benchmark_dataset" / "implicit_preference" / "choice-based" / "travel.json"
    write(path, [CHOICE])
    assert ToldWorld(folder, 0).rows[0].selection is not None


@pytest.mark.parametrize(
    "turns",
    [
        [{"conversation": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}],
        [[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]],
        [{"user": "Hi", "assistant": "Hello"}],
    ],
)
def test_other_turns_are_read_in_each_of_their_usual_forms(tmp_path: Path, turns: list[Any]) -> None:
    write(tmp_path / "filtered_inter_turns.json", turns)
    [[first, second]] = other_turns(tmp_path)
    assert (first.content, second.content) == ("Hi", "Hello")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"rows": []}, "is not a list of rows"),
        ([{**ROW}], "lacks 'classification_task_options'"),
        ([{**ROW, "classification_task_options": ["same", "same"]}], "row 1"),
    ],
)
def test_a_file_of_another_layout_is_said_to_be_one(folder: Path, content: Any, told: str) -> None:
    write(folder / "benchmark_dataset" / "mcq_options" / "travel.json", content)
    with pytest.raises(BadData, match=told):
        ToldWorld(folder, 0)


def test_a_folder_without_rows_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="mcq_options"):
        ToldWorld(tmp_path, 0)
    with pytest.raises(BadData, match="no folder"):
        ToldWorld(tmp_path / "nowhere", 0)


def test_our_own_rows_are_96_in_16_topics_all_with_a_choice_and_talk() -> None:
    rows = list(rows_in(bundled("told")))
    assert len(rows) == 96
    assert len({row.topic for row in rows}) == 16
    assert all(row.selection is not None and row.talk and len(row.answers) == 4 for row in rows)
    assert len(list(other_turns(bundled("told")))) == 120


def test_the_length_of_our_answers_does_not_tell_the_right_one() -> None:
    longest = [share([len(answer) for answer in row.answers], 0) for row in rows_in(bundled("told"))]
    assert 0.15 < sum(longest) / len(longest) < 0.35


def test_a_seed_draws_the_rows_and_the_same_ones_again() -> None:
    one, same, other = (ToldWorld(None, seed, 5).people for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) == 5


@pytest.mark.parametrize(
    ("line", "right"),
    [(CHANCE, 0.25), (LONGEST, 1.0), (SHORTEST, 0.0), (BM25, 0.0), (COSINE, 0.0), (POLARITY, 1.0)],
)
def test_each_line_does_what_its_name_says(embedder: Embedder, line: str, right: float) -> None:
    answers: Sequence[str] = ("Over the long bridge, on foot.", "By boat.", "A boat trip.", "Boats go hourly.")
    scores = answer_scores(line, ["I can't bear boats."], "How do I get there?", answers, embedder)
    assert share(scores, 0) == right
