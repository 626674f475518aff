"""The benchmark of finding what was said reads LoCoMo's layout, oddities too, and tells what was found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import locomo
import pytest

CONVERSATION: dict[str, Any] = {
    "speaker_a": "Rita",
    "speaker_b": "Karl",
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [
        {"speaker": "Rita", "dia_id": "D1:1", "text": "How was the weekend?"},
        {"speaker": "Karl", "dia_id": "D1:2", "text": "Rainy, we played cards."},
        {"speaker": "Karl", "dia_id": "D1:3", "text": "Look!", "blip_caption": "a wooden boat on a trailer"},
    ],
    "session_10_date_time": "in the evening",
    "session_10": [{"speaker": "Rita", "dia_id": "D10:1", "text": "I play the harp in an orchestra."}],
}
QUESTIONS: list[dict[str, Any]] = [
    {"question": "Which instrument does Rita play?", "answer": "harp", "evidence": ["D10:01"], "category": 4},
    {"question": "What boat has Karl got?", "answer": "wooden", "evidence": ["D1:3; D1:2"], "category": 1},
    {"question": "Is it known?", "answer": "no", "evidence": [], "category": 3},
    {"question": "Where is it?", "answer": "there", "evidence": ["D77:1", "D"], "category": 5},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "locomo10.json"
    path.write_text(json.dumps([{"qa": QUESTIONS, "conversation": CONVERSATION}]), encoding="utf-8")
    return path


def test_questions_that_need_turns_of_the_conversation_are_counted(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert locomo.main([str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["lines"]) == {"ours", "BM25", "cosine"}
    ours = told["lines"]["ours"]
    assert ours["all"] == {"evidence-at-5": 1.0, "evidence-at-10": 1.0, "evidence-at-25": 1.0, "n": 2}
    assert set(ours) == {"all", "one turn", "several turns"}


def test_the_table_names_every_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert locomo.main([str(file)]) == 0
    told = capsys.readouterr().out
    assert all(line in told for line in ("ours", "BM25", "cosine", "several turns"))


@pytest.mark.parametrize("content", ["no json", "{}", "[1]", '[{"qa": [], "conversation": {}}]'])
def test_another_file_is_refused_in_one_line(tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.json"
    path.write_text(content, encoding="utf-8")
    assert locomo.main([str(path)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(path) in said
