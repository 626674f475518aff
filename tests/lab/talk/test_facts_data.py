"""The people of `study facts`: read from PersonaBench's public layout, or made from tables of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from penchant.errors import BadData
from penchant_lab.suites.talk.facts import FactsWorld
from penchant_lab.suites.talk.facts_data import NOISES, public_lives
from penchant_lab.suites.talk.facts_made import made_lives
from workbench import Said

ASKED = [
    {
        "q_id": "1",
        "question": "Where do I live?",
        "answer": "Oslo",
        "type": "Basic information",
        "outdated_value": "Rome",
    },
    {"q_id": "2", "question": "Am I brave?", "answer": "yes", "type": "Subjective", "outdated_value": None},
    {"q_id": "3", "question": "What do I eat?", "answer": ["soup", "figs"], "type": "Preference"},
]
TALK = {
    "Name": "Ana",
    "Data": [
        {
            "Target_name": "Ben",
            "Conversations": [
                {
                    "session": 1,
                    "time": "2024/Oct/14/11:11 AM",
                    "target_name": "Ben",
                    "conversation": [
                        {"role": "Ben", "content": "How's Oslo?"},
                        {"role": "Ana", "content": "I live here now."},
                    ],
                    "segment_id": "s1",
                }
            ],
        }
    ],
}
CHAT = {
    "Name": "Ana",
    "Data": [
        {
            "session": 1,
            "time": "2024/Oct/15/01:00 PM",
            "user_ai_interaction": [{"role": "user", "content": "A soup?"}, {"role": "assistant", "content": "Leek."}],
            "segment_id": "s2",
        }
    ],
}
BOUGHT = {"purchase_history": [{"title": "Figs", "description": "dried", "brand": "X", "categories": ["food"]}]}


def write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "eval_data" / "eval_data_v1" / "synthetic_data" / "community_0"
    write(root / "eval_info" / "eval_info_all.json", [{"Name": "Ana", "Eval_Info": {"qa": ASKED}}])
    needed = [
        {"q_id": "1", "question": "", "answer": "Oslo", "segment_id": {"Oslo": ["s1"]}},
        {"q_id": "3", "question": "", "answer": "soup", "segment_id": {"soup": ["s2"], "figs": ["s9"]}},
    ]
    write(root / "eval_info" / "qa_gt_context_all_noise_0.5.json", needed)
    documents = root / "private_data" / "noise_0.5" / "Ana"
    write(documents / "conversation_data.json", TALK)
    write(documents / "user_ai_interaction_data.json", CHAT)
    write(documents / "purchase_history_data.json", BOUGHT)
    return tmp_path


def test_sessions_questions_and_what_they_need_are_read(folder: Path) -> None:
    [life] = public_lives(folder)
    assert (life.person, life.noise) == ("community_0/Ana", "0.5")
    first, second = life.sessions
    assert first.at == datetime(2024, 10, 14, 11, 11, tzinfo=UTC)
    assert [message.role for message in first.messages("Ana")] == ["assistant", "user"]
    assert second.lines[0] == ("Ana", "A soup?")
    where, food = life.questions  # the subjective one is not scored
    assert where.outdated == ("Rome",)
    assert where.needed == (("Oslo", ("s1",)),)
    assert food.needed == (("soup", ("s2",)),)  # a segment that is not there cannot be found


def test_a_study_runs_on_them(cli: Callable[..., Said], folder: Path) -> None:
    said = cli("study", "facts", "--data", folder, "--json", "--jobs", "1", "--out", folder / "run")
    assert said.code == 0, said.err
    assert {name: row["n"] for name, row in said.json["results"].items()} == {"noise-0.5": 2, "outdated": 1}
    assert said.json["results"]["noise-0.5"]["score"] == 1  # there are two sessions, and five may be found
    assert said.json["broke"] == 0


def test_a_purchase_with_a_segment_is_one_more_document(folder: Path) -> None:
    path = next(folder.rglob("purchase_history_data.json"))
    write(path, {"purchase_history": [{**BOUGHT["purchase_history"][0], "segment_id": 9}]})
    [life] = public_lives(folder)
    assert life.sessions[-1].id == "9"
    assert "Figs; dried" in life.sessions[-1].text


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("eval_info_all.json", [{"Name": "Ana"}], "Eval_Info"),
        ("qa_gt_context_all_noise_0.5.json", [{"q_id": "1", "segment_id": ["s1"]}], "from values to lists"),
        ("conversation_data.json", {"Name": "Ana"}, "Data"),
        ("user_ai_interaction_data.json", {"Data": [{"time": "", "segment_id": "1"}]}, "user_ai_interaction"),
    ],
)
def test_a_file_of_another_layout_is_said_to_be_one(folder: Path, name: str, content: Any, told: str) -> None:
    write(next(folder.rglob(name)), content)
    with pytest.raises(BadData, match=told):
        list(public_lives(folder))


def test_a_time_that_is_none_is_named(folder: Path) -> None:
    path = next(folder.rglob("conversation_data.json"))
    path.write_text(path.read_text().replace("2024/Oct/14/11:11 AM", "yesterday"))
    with pytest.raises(BadData, match="yesterday"):
        list(public_lives(folder))


def test_a_folder_without_communities_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="community_"):
        FactsWorld(tmp_path, 0)


def test_the_noise_of_our_people_is_the_share_of_sessions_that_no_question_needs() -> None:
    for life in made_lives(3, seed=4):
        told = {segment for question in life.questions for _, needed in question.needed for segment in needed}
        changed = sum(bool(question.outdated) for question in life.questions)
        share = 1 - (len(told) + changed) / len(life.sessions)
        assert share == pytest.approx(float(life.noise), abs=0.02)


def test_each_of_our_values_is_told_in_the_sessions_it_needs_and_the_old_one_before() -> None:
    for life in made_lives(2, seed=3):
        sessions = {session.id: session for session in life.sessions}
        for question in life.questions:
            [(value, needed)] = question.needed
            assert all(value.lower() in sessions[id].text.lower() for id in needed)
            begun = min(sessions[id].at or datetime.max.replace(tzinfo=UTC) for id in needed)
            for old in question.outdated:
                said = [each for each in life.sessions if old.lower() in each.text.lower() and each.id not in needed]
                assert any(each.at is not None and each.at < begun for each in said)


def test_the_same_seed_makes_the_same_people() -> None:
    assert list(made_lives(2, 1)) == list(made_lives(2, 1)) != list(made_lives(2, 2))
    assert {life.noise for life in made_lives(1, 0)} == set(NOISES)
