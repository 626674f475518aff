"""A model that is somebody: prompts go to files, replies come from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from penchant.errors import ModelUnavailable
from penchant.lm import ChatMessage, Prompt
from penchant.lm.by_hand import ByHandModel

PROMPT = Prompt(purpose="decide", messages=(ChatMessage("user", "Tea or coffee?"),), schema={"type": "object"})


def _asked(folder: Path) -> str:
    (path,) = folder.glob("*.prompt.txt")
    assert "Tea or coffee?" in path.read_text("utf-8")
    return path.name.partition(".")[0]


def test_a_prompt_waits_for_the_reply_that_somebody_writes(tmp_path: Path) -> None:
    def answer(_: float) -> None:
        key = _asked(tmp_path)
        (tmp_path / f"{key}.reply.json").write_text(json.dumps({"prompt": key, "reply": {"pick": "tea"}}))

    model = ByHandModel("somebody", tmp_path, sleep=answer)
    assert json.loads(model.complete(PROMPT).text) == {"pick": "tea"}


def test_a_reply_that_is_cut_inside_a_character_is_put_aside_and_the_reason_is_told(tmp_path: Path) -> None:
    def answer(_: float) -> None:
        key = _asked(tmp_path)
        (tmp_path / f"{key}.reply.json").write_bytes(f'{{"prompt": "{key}", "reply": {{"pick": "caf'.encode() + b"\xc3")

    model = ByHandModel("somebody", tmp_path, timeout=1.0, sleep=answer)
    with pytest.raises(ModelUnavailable, match="was put aside"):
        model.complete(PROMPT)


def test_nobody_who_answers_in_time_is_told_in_one_line(tmp_path: Path) -> None:
    model = ByHandModel("somebody", tmp_path, timeout=1.0, sleep=lambda _: None)
    with pytest.raises(ModelUnavailable, match="Nobody answered"):
        model.complete(PROMPT)


@pytest.mark.parametrize(
    "reply", ['{"prompt": "K", "reply": {', '{"prompt": "another", "reply": {}}', '{"prompt": "K"}']
)
def test_a_reply_that_is_cut_or_of_another_prompt_is_put_aside(tmp_path: Path, reply: str) -> None:
    model = ByHandModel("somebody", tmp_path, timeout=0.1, sleep=lambda _: None)
    with pytest.raises(ModelUnavailable):
        model.complete(PROMPT)
    key = _asked(tmp_path)
    (tmp_path / f"{key}.reply.json").write_text(reply.replace('"K"', f'"{key}"'))
    with pytest.raises(ModelUnavailable):
        model.complete(PROMPT)
    assert not (tmp_path / f"{key}.reply.json").exists()
    assert "put aside" in (tmp_path / f"{key}.why.txt").read_text("utf-8")
