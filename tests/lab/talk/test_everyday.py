"""Stories of everyday life are read, played and scored as docs/everyday.md says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from penchant.cli.main import main
from penchant.errors import BadData
from penchant_lab.suites.talk.everyday import scored_exam
from penchant_lab.suites.talk.message_lives import Shown, scored_task
from penchant_lab.suites.talk.stories import LifeTask, Step, read_everyday

KNOWN = Step("exam", "lunch", ("soup", "steak"), ("soup",), known=True, kind="reason")
NONE = Step("exam", "lunch", ("soup", "steak"), (), known=True, kind="none")
OPEN = Step("exam", "lunch", ("soup", "steak"), (), known=False, kind="unknown")
STORY = {
    "id": "a1",
    "steps": [
        {"do": "tell", "words": "I'm vegetarian."},
        {
            "do": "teach",
            "text": "lunch please",
            "options": ["lentil soup", "beef steak"],
            "wants": ["lentil soup"],
            "answer": "the lentil soup",
            "praise": "great",
            "correction": "no, the soup",
        },
        {
            "do": "exam",
            "text": "dinner?",
            "options": ["pork chops", "vegetable curry"],
            "right": ["vegetable curry"],
            "known": True,
            "kind": "constraint",
        },
    ],
}


@pytest.mark.parametrize(
    ("step", "took", "name", "done"),
    [
        (KNOWN, "soup", "known-right", 1.0),
        (KNOWN, "steak", "known-wrong", 0.0),
        (KNOWN, "", "known-wrong", 0.0),
        (KNOWN, None, "known-asked", 0.0),
        (NONE, "", "known-right", 1.0),
        (NONE, "soup", "known-wrong", 0.0),
        (OPEN, None, "open-asked", 1.0),
    ],
)
def test_an_exam_ends_in_one_way(step: Step, took: str | None, name: str, done: float) -> None:
    found = scored_exam(step, took)
    assert found["scores"][name] == 1.0
    assert found["done"] == done
    assert sum(found["scores"].get(each, 0.0) for each in ("known-right", "known-asked", "known-wrong")) <= 1


def test_acting_where_nobody_could_know_is_not_asking() -> None:
    assert scored_exam(OPEN, "soup")["scores"] == {"unknown/right": 0.0, "asks-per-100": 0.0, "open-asked": 0.0}


def test_a_task_is_scored_by_the_messages_behind_its_lines() -> None:
    task = LifeTask("dinner", ("3", "9"), has_stale=True, forbidden=("Jonas",))
    scores = scored_task(task, Shown("fully vegetarian", (("9",), ("4",))))
    assert scores == {
        "lines": 2.0,
        "needed-now": 1.0,
        "needed": 0.5,
        "precision": 0.5,
        "stale": 0.0,
        "forbidden": 0.0,
    }
    assert scored_task(task, Shown("no meat since jonas", (("3",),)))["stale"] == 1.0
    assert scored_task(task, Shown("no meat since jonas", (("3",),)))["forbidden"] == 1.0


def test_a_broken_line_is_told_by_its_number_and_the_others_are_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.dumps(STORY), "{not json", json.dumps({**STORY, "id": "a2", "steps": []})]
    (tmp_path / "mine.jsonl").write_text("\n".join(lines))
    (tmp_path / "other.jsonl").write_text('{"said": "something else"}\n')
    assert len(read_everyday(tmp_path).stories) == 1
    assert main(["study", "everyday", "--data", str(tmp_path), "--json", "--out", str(tmp_path / "run")]) == 0
    told = capsys.readouterr()
    assert "mine.jsonl, line 2, is left out" in told.err
    assert "mine.jsonl, line 3, is left out" in told.err
    assert "other.jsonl" not in told.err
    report = json.loads(told.out)
    assert report["results"]["known-right"]["n"] == 1
    assert {"chance", "ask-always", "sentence", "none"} <= report["lines"].keys()
    assert report["lines"]["ask-always"]["known-asked"]["score"] == 1.0


def test_a_folder_without_stories_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "everyday", "--data", str(tmp_path)]) != 0
    assert "There is no story in" in capsys.readouterr().err


def test_a_second_story_of_one_name_and_a_file_that_is_no_text_are_left_out_and_told(tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text("\n".join([json.dumps(STORY)] * 2))
    (tmp_path / "picture.jsonl").write_bytes(b"\xff\xfe\x00")
    found = read_everyday(tmp_path)
    assert len(found.stories) == 1
    assert [line.partition(" is left out")[0] for line in found.broken] == ["mine.jsonl, line 2,", "picture.jsonl"]


def test_a_folder_of_nothing_but_broken_lines_tells_the_first(tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text('{"id": "a", "steps": "abc"}')
    with pytest.raises(BadData, match=r"mine\.jsonl, line 1"):
        read_everyday(tmp_path)


def test_lives_that_ship_are_whole() -> None:
    found = read_everyday(None)
    assert not found.broken
    assert len(found.stories) == 100
    assert len(found.lives) == 24
