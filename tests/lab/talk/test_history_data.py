"""The talks of `study history`: read from PersonaMem's two public layouts, or made from tables of ours."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.embed import Embedder
from penchant.errors import BadData
from penchant_lab.suites.talk.answers_alone import AnswersAlone
from penchant_lab.suites.talk.history import HistoryWorld
from penchant_lab.suites.talk.history_data import SUBSETS, public_histories
from penchant_lab.suites.talk.history_made import made_histories
from penchant_lab.suites.talk.lines import share
from workbench import Said

Cli = Callable[..., Said]

TALK = [
    {"role": "system", "content": "The persona: Ana, who likes trains."},
    {"role": "user", "content": "I go by train."},
    {"role": "assistant", "content": "Nice."},
    {"role": "user", "content": "Forget that."},
]
FILE = "chat_history_32k/chat_history_x_persona7.json"
ROW = {
    "persona_id": 7,
    "user_query": "{'role': 'user', 'content': 'How do I get there?'}",
    "correct_answer": "By train.",
    "incorrect_answers": ["By car.", "By bus.", "On foot."],
    "preference": "Likes trains",
    "who": "self",
    "sensitive_info": False,
    "evidence_first": 1,
    "evidence_last": 2,
    "chat_history_file": FILE,
    "subset": "",
}
HEADINGS = (
    "persona_id",
    "question_id",
    "question_type",
    "topic",
    "user_question_or_message",
    "correct_answer",
    "all_options",
    "shared_context_id",
    "end_index_in_shared_context",
)


def lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def second(tmp_path: Path) -> Path:
    (tmp_path / "chat_history_32k").mkdir()
    (tmp_path / FILE).write_text(json.dumps({"metadata": {}, "chat_history": TALK}))
    others = [{**ROW, "who": "sister"}, {**ROW, "sensitive_info": "True"}]
    lines(tmp_path / "benchmark.jsonl", [ROW, *others])
    lines(tmp_path / "benchmark_update.jsonl", [{**ROW, "subset": "update", "incorrect_answers": "['A', 'B', 'C']"}])
    lines(tmp_path / "benchmark_forget.jsonl", [{**ROW, "evidence_last": 3}])
    return tmp_path


@pytest.fixture
def first(tmp_path: Path) -> Path:
    lines(tmp_path / "shared_contexts_32k.jsonl", [{"c1": TALK}])
    with (tmp_path / "questions_32k.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADINGS)
        options = "['(a) By car.', '(b) By train.', '(c) By bus.', '(d) On foot.']"
        writer.writerow(["7", "q1", "track_full_preference_evolution", "x", "How?", "(b)", options, "c1", "3"])
        writer.writerow(["7", "q2", "recall_user_shared_facts", "x", "What?", "(a)", options, "c1", "2"])
    return tmp_path


def test_rows_of_the_second_version_fall_into_their_subsets(second: Path) -> None:
    [talk] = public_histories(second)
    assert [question.subset for question in talk.questions] == list(SUBSETS)
    own, *_, update, forget = talk.questions
    assert own.query == "How do I get there?"
    assert own.answers == ("By train.", "By car.", "By bus.", "On foot.")
    assert own.evidence == {1, 2}
    assert update.answers == ("By train.", "A", "B", "C")
    assert forget.request == 3


def test_a_query_that_only_looks_like_a_message_is_taken_as_it_is(second: Path) -> None:
    lines(second / "benchmark.jsonl", [{**ROW, "user_query": "{sigh} how?"}])
    [talk] = public_histories(second)
    assert talk.questions[0].query == "{sigh} how?"


def test_the_persona_is_never_shown(second: Path) -> None:
    [talk] = public_histories(second)
    assert [message.content for message in talk.messages][:2] == ["", "I go by train."]


def test_evidence_at_two_places_far_apart_is_no_stretch(second: Path) -> None:
    lines(second / "benchmark.jsonl", [{**ROW, "evidence_last": 400}])
    [talk] = public_histories(second)
    assert talk.questions[0].evidence == {1, 400}


def test_questions_of_the_first_version_see_what_comes_before_them(first: Path) -> None:
    [talk] = public_histories(first)
    one, two = talk.questions
    assert (one.until, one.subset, one.answers[0]) == (2, "own", "(a) By car.")
    assert (two.until, two.subset, two.answers[0]) == (3, "update", "(b) By train.")


def test_a_talk_that_is_not_there_is_named(second: Path, first: Path) -> None:
    (second / "questions_32k.csv").unlink()
    (second / FILE).unlink()
    with pytest.raises(BadData, match="persona7"):
        list(public_histories(second))


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"persona_id": 1}, "incorrect_answers"),
        ({**ROW, "incorrect_answers": "3"}, "no list"),
        ({**ROW, "incorrect_answers": "['A', "}, "layout"),
    ],
)
def test_a_row_of_another_layout_is_said_to_be_one(second: Path, row: dict[str, Any], told: str) -> None:
    lines(second / "benchmark.jsonl", [row])
    with pytest.raises(BadData, match=told):
        list(public_histories(second))


def test_a_folder_with_neither_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"benchmark\.jsonl"):
        HistoryWorld(tmp_path, 0)


def test_our_people_have_questions_of_every_kind_and_their_evidence_is_in_the_talk() -> None:
    for talk in made_histories(3, seed=5):
        assert {question.subset for question in talk.questions} == set(SUBSETS)
        for question in talk.questions:
            assert len(set(question.answers)) == 4
            assert all(talk.messages[place].role == "user" for place in question.evidence)
            if question.subset == "forget":
                assert question.request is not None
                words = talk.messages[question.request].content
                assert any(word in words for word in ("orget", "emember", "remove"))


def test_the_length_of_our_answers_tells_little() -> None:
    for sign in (1, -1):
        found = [
            share([sign * len(answer) for answer in question.answers], 0)
            for talk in made_histories(12, seed=0)
            for question in talk.questions
        ]
        assert 0.1 < sum(found) / len(found) < 0.4


def test_a_reader_of_the_answers_alone_learns_what_right_answers_have_in_common(embedder: Embedder) -> None:
    topics = ("trains", "boats", "hills", "soups", "cakes", "hats", "songs", "films", "books", "lamps", "chairs")
    asked = [
        (f"What of {topic}?", (f"It is a pity about {topic}, madam, quite.", f"No {topic}.", topic)) for topic in topics
    ]
    reader = AnswersAlone({topic: [each] for topic, each in zip(topics, asked, strict=True)})
    assert share(reader.scores("trains", asked[0], embedder), 0) == 1
    alone = AnswersAlone({"trains": asked[:1]})
    assert share(alone.scores("trains", asked[0], embedder), 0) == pytest.approx(1 / 3)


def test_it_learns_nothing_from_the_same_question_put_to_another(embedder: Embedder) -> None:
    same = ("Where to?", ("Up the hill, slowly.", "Down.", "In."))
    reader = AnswersAlone({"ana": [same], "ben": [same]})
    assert share(reader.scores("ana", same, embedder), 0) == pytest.approx(1 / 3)


def test_a_study_runs_on_talks_of_the_second_version(cli: Cli, second: Path, tmp_path: Path) -> None:
    said = cli("study", "history", "--data", second, "--json", "--jobs", "1", "--out", tmp_path / "run")
    assert said.code == 0, said.err
    assert {name: row["n"] for name, row in said.json["results"].items()} == {
        **dict.fromkeys(SUBSETS, 1),
        "evidence-at-10": 4,
    }
    assert said.json["broke"] == 0


def test_a_study_runs_on_talks_of_the_first_version(cli: Cli, first: Path, tmp_path: Path) -> None:
    said = cli("study", "history", "--data", first, "--json", "--jobs", "1", "--out", tmp_path / "run")
    assert said.code == 0, said.err
    assert {name: row["n"] for name, row in said.json["results"].items()} == {"own": 1, "update": 1}
    assert said.json["broke"] == 0
