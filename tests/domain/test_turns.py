"""A turn goes to JSON and back, and what is no whole turn is told in one line."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from penchant import Agent, Request, Turn
from penchant.domain import (
    Action,
    Basis,
    Choice,
    EpisodeId,
    Exchange,
    Lesson,
    PreferenceId,
    Question,
    Reason,
    Scene,
)
from penchant.errors import BadInput
from workbench import belief

DROWSY = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"])
LAMP = Request("ana", "a lamp 🪔\nplease", ["A", "B"], features=[["brass"], ["oak", "dim"]], may_decline=True)
BEANS = Request("ana", "beans", ["Dawn", "Dusk"], described=[{"roast": "light"}, {}], popularity=[3, 0.5])
AT = datetime(2026, 5, 1, 12, 0, 0, 17, tzinfo=timezone(timedelta(hours=2)))


def full() -> Turn:
    reason = Reason(belief(3, "herbal tea", until=3), 1 / 3, "Ana wants “herbal tea”.")
    return Turn(
        episode=EpisodeId("e1"),
        request=LAMP,
        choice=Choice(Action("A", None), 0.1 + 0.2, (reason,), "because", (("A", 0.7), ("B", 1e-17))),
        heard=(Exchange(Question("Which?", ("brass", "oak"), 0.9, 2), "oak\u2028"),),
        reaction="",
        corrected=True,
        once=True,
        lesson=Lesson(("a",), ("b",), ("c", "d")),
        scene=Scene(("A", "B"), (), False, "", "lamp", (("brass",), ("oak", "dim")), True),
        basis=Basis((PreferenceId(3), PreferenceId(9)), 12, AT),
    )


@pytest.mark.parametrize(
    "turn",
    [
        full(),
        Turn(episode=EpisodeId("x"), request=DROWSY, question=Question("Which?", ("tea",))),
        Turn(episode=EpisodeId("x"), request=BEANS, choice=Choice(Action(), 0.5)),
    ],
)
def test_a_turn_comes_back_from_json_as_it_was(turn: Turn) -> None:
    again = Turn.from_json(turn.to_json())
    assert again == turn
    assert again.to_json() == turn.to_json()
    assert "\n" not in turn.to_json()


def test_what_an_agent_gives_comes_back_from_json_at_every_step(agent: Agent) -> None:
    turn = agent.consider(DROWSY)
    for words in ("the tea", "perfect"):
        assert Turn.from_json(turn.to_json()) == turn
        turn = agent.hear(Turn.from_json(turn.to_json()), words)
    assert Turn.from_json(turn.to_json()) == turn
    assert len(agent.memory.evidence("ana")) == 2


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_turn_that_was_cut_short_is_told_in_one_line(share: float) -> None:
    text = full().to_json()
    with pytest.raises(BadInput, match="cut short") as raised:
        Turn.from_json(text[: int(share * len(text))])
    assert len(raised.value.lines) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"penchant": "memory"}, "not of a turn"),
        ({"version": 1}, "version 1 of its form; this penchant reads version 5"),
        ({"version": None}, "version None"),
        ({"request": None}, "not of a whole turn"),
        ({"request": {"person": "ana"}}, "'text'"),
        ({"heard": "tea"}, "no list"),
        ({"lesson": [1]}, "Lesson"),
        ({"episode": 3}, "3 is no str"),
        ({"corrected": "yes"}, "no bool"),
        ({"surplus": 1}, "'surplus'"),
        ({"basis": {"beliefs": [], "revision": 1, "at": "yesterday"}}, "yesterday"),
        ({"basis": {"beliefs": [], "revision": True, "at": AT.isoformat()}}, "'revision': True"),
    ],
)
def test_json_of_something_else_is_told_in_one_line(change: dict[str, object], told: str) -> None:
    entry = {**json.loads(full().to_json()), **change}
    with pytest.raises(BadInput, match=told):
        Turn.from_json(json.dumps(entry))


@pytest.mark.parametrize("text", ["[]", "3", "null", '"turn"', "{}", "[" * 100_000])
def test_other_json_is_no_turn(text: str) -> None:
    with pytest.raises(BadInput):
        Turn.from_json(text)


def test_no_text_is_no_turn() -> None:
    with pytest.raises(BadInput, match="not from None"):
        Turn.from_json(None)  # type: ignore[arg-type]


def test_a_request_within_a_turn_is_checked_like_any() -> None:
    entry = json.loads(full().to_json())
    entry["request"]["person"] = "  "
    with pytest.raises(BadInput, match="whose"):
        Turn.from_json(json.dumps(entry))


def test_a_turn_of_another_memory_is_refused(tmp_path: Path) -> None:
    with Agent.open(tmp_path / "one.db") as one, Agent.open(tmp_path / "other.db") as other:
        one.hear(one.consider(DROWSY), "the tea")
        turn = Turn.from_json(one.consider(DROWSY).to_json())
        with pytest.raises(BadInput, match="of another one"):
            other.hear(turn, "perfect")
        assert other.memory.people() == []
        for _ in range(3):
            other.hear(other.consider(Request("ana", "a book", ["atlas", "novel"])), "the atlas")
        with pytest.raises(BadInput, match="of another one"):
            other.hear(turn, "perfect")
        assert one.hear(turn, "perfect").lesson.confirmed


def test_a_turn_of_somebody_who_was_forgotten_teaches_nothing(agent: Agent) -> None:
    agent.hear(agent.consider(DROWSY), "the tea")
    turn = agent.consider(DROWSY)
    agent.memory.forget_person("ana")
    with pytest.raises(BadInput, match="ana was forgotten"):
        agent.hear(turn, "perfect")
    assert agent.memory.people() == []


def test_a_turn_about_a_catalogue_of_another_memory_is_refused(tmp_path: Path) -> None:
    lamps = Request("ana", "a lamp", ["A", "B"], described=[{"color": "red"}, {"color": "blue"}])
    with Agent.open(tmp_path / "one.db") as one, Agent.open(tmp_path / "other.db") as other:
        one.hear(one.consider(lamps, may_ask=False), "no, I always have blue ones")
        turn = one.consider(lamps, may_ask=False)
        assert turn.basis is not None
        assert len(turn.basis.beliefs) >= 1
        with pytest.raises(BadInput, match="of another one"):
            other.hear(Turn.from_json(turn.to_json()), "perfect")
        assert other.memory.people() == []
        assert one.hear(turn, "perfect").reaction == "perfect"


def test_a_turn_is_shown_in_a_line() -> None:
    turn = Turn(episode=EpisodeId("e1"), request=DROWSY, question=Question("Which would you like?"))
    assert repr(turn) == "<Turn e1 of ana: \"something to drink, I'm drowsy\", asks 'Which would you like?'>"
    assert repr(full()).endswith("does 'A', and is over>")
