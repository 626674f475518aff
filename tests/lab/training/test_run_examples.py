"""Training examples from the folder of a study: what people said there, and never the truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from penchant.errors import BadData, BadInput
from penchant.mind.builtin import BuiltInMind
from penchant.testing import HashEmbedder
from penchant_lab.export.choices import UNCLEAR, UNSAID
from penchant_lab.export.from_run import UNFINISHED, RunSource
from penchant_lab.export.judgement import Judgement, examples_of

DRINKS = ["black coffee", "herbal tea", "oat latte"]
SEARCH = {"name": "search_product_by_query", "arguments": {"query": "lamp"}}
BETTER = {"name": "search_product_by_query", "arguments": {"query": "brass lamp"}}


def errand(**given: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "method": "both",
        "person": "Imani",
        "phase": "phase1",
        "request": "Something to drink, please",
        "options": DRINKS,
        "heard": [],
        "action": {"thing": "black coffee", "place": None},
        "reaction": None,
        "corrected": False,
        "right": False,
        "opened": [],
        "closed": [],
        "confirmed": [],
        "broke": None,
    }
    return record | given


def task(*messages: dict[str, Any], **given: Any) -> dict[str, Any]:
    record = {"method": "penchant", "person": "A1", "text": "a lamp", "type": "search", "target": "B0SECRET00"}
    return {**record, "at": 1_700_000_000_000, "broke": [], "messages": list(messages), **given}


def call(made: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "call": made}


def shown(words: str) -> list[dict[str, Any]]:
    found = {"name": "respond", "arguments": {"content": "I found: a lamp. Does it suit you?"}}
    return [{"role": "tool", "content": "Product 0"}, call(found), {"role": "tool", "content": words}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    return tmp_path / "run"


def keep(folder: Path, records: list[dict[str, Any]], suite: str = "embodied-v1", rest: str = "") -> None:
    about = {"started": "2026-01-01T10:00:00+00:00", "config": {"suite": suite}}
    (folder / "run.json").write_text(json.dumps(about), encoding="utf-8")
    units: dict[tuple[str, str], list[str]] = {}
    for record in records:
        units.setdefault((record["person"], record["method"]), []).append(json.dumps(record))
    lines = [
        line
        for (person, method), some in units.items()
        for line in (*some, json.dumps({"unit": {"method": method, "person": person}}))
    ]
    (folder / "episodes.jsonl").write_text("".join(f"{line}\n" for line in lines) + rest, encoding="utf-8")


def source_of(folder: Path, mind: BuiltInMind, **given: Any) -> RunSource:
    return RunSource(folder, mind, HashEmbedder(), **given)


def judged(source: RunSource) -> list[Judgement]:
    return [one for person in source.people() for one in source.judgements(person)]


def test_what_was_corrected_answered_praised_and_turned_down(folder: Path, mind: BuiltInMind) -> None:
    asked = [{"question": "Which would you like: black coffee or herbal tea?", "alternatives": DRINKS[:2]}]
    keep(
        folder,
        [
            errand(reaction="No, I wanted the oat latte"),
            errand(heard=[asked[0] | {"answer": "the herbal tea"}], action={"thing": "herbal tea", "place": None}),
            errand(reaction="Perfect, thank you"),
            errand(reaction="No, that is wrong."),
            errand(),
        ],
    )
    source = source_of(folder, mind)
    found = judged(source)
    assert [(one.source, one.done, one.is_right, one.wanted) for one in found] == [
        ("correction", "black coffee", False, "oat latte"),
        ("answer", None, None, "herbal tea"),
        ("praise", "black coffee", True, None),
        ("rejection", "black coffee", False, None),
    ]
    assert source.left_out[UNSAID] == 1
    assert found[1].prompt[-1] == ("user", "the herbal tea")
    assert [len(examples_of(one, "dpo")) for one in found] == [1, 0, 0, 0]
    assert [len(examples_of(one, "sft")) for one in found] == [1, 1, 1, 0]
    assert [len(examples_of(one, "kto")) for one in found] == [2, 1, 1, 1]


def test_notes_are_those_that_were_there_before(folder: Path, mind: BuiltInMind) -> None:
    later = errand(reaction="Perfect, thank you")
    keep(
        folder,
        [errand(reaction="Perfect", opened=["Imani likes tea."]), later | {"closed": ["Imani likes tea."]}, later],
    )
    before, between, after = (one.prompt[0][1] for one in judged(source_of(folder, mind)))
    assert "Imani likes tea." in between
    assert "Imani likes tea." not in before + after


def test_the_time_is_that_of_the_study_or_of_its_beginning(folder: Path, mind: BuiltInMind) -> None:
    keep(folder, [errand(reaction="Perfect", at="2026-01-01T00:07:00+00:00"), errand(reaction="Perfect")])
    found = judged(source_of(folder, mind))
    assert [f"{one.at:%H:%M}" for one in found] == ["00:07", "10:00"]


def test_the_truth_is_nowhere(folder: Path, mind: BuiltInMind) -> None:
    wrong = errand(reaction="Perfect, thank you", right=False)
    keep(folder, [wrong])
    [one] = judged(source_of(folder, mind))
    assert one.is_right


def test_an_option_is_declined_or_found_by_its_features(folder: Path, mind: BuiltInMind) -> None:
    described = {"options": ["option A", "option B"], "features": [["brass"], ["oak"]]}
    keep(folder, [errand(**described, action=None, reaction="You missed option B, that would have been good.")])
    [one] = judged(source_of(folder, mind))
    assert (one.done, one.wanted) == ("none of these", "option B")
    assert "- option B: oak\n- none of these" in one.prompt[-1][1]


def test_what_was_asked_back_about_is_not_clear(folder: Path, mind: BuiltInMind) -> None:
    back = {
        "question": "Just to be sure: oat latte?",
        "alternatives": ["oat latte"],
        "answer": "yes",
        "back": "reaction",
    }
    keep(folder, [errand(reaction="hm, the oat latte", heard=[back])])
    source = source_of(folder, mind)
    assert (judged(source), source.left_out[UNCLEAR]) == ([], 1)


def test_in_the_shop_a_call_is_judged_by_what_was_said_of_its_results(folder: Path, mind: BuiltInMind) -> None:
    words = [call(SEARCH), *shown("No, that is wrong."), call(BETTER), *shown("Perfect, thanks.")]
    keep(folder, [task(*words), task(*words, type="review")], suite="web-v1")
    first, second = judged(source_of(folder, mind))
    assert (first.done, first.wanted, first.is_right) == (json.dumps(SEARCH), json.dumps(BETTER), False)
    assert (second.done, second.is_right) == (json.dumps(BETTER), True)
    assert second.prompt[-1] == ("user", "No, that is wrong.")
    assert not any("B0SECRET00" in text for one in (first, second) for text in one.texts)


def test_what_is_said_once_a_task_is_over_judges_the_answer_it_ended_with(folder: Path, mind: BuiltInMind) -> None:
    kind = "Which kind would you like?"
    asked = {"name": "respond", "arguments": {"content": kind}}
    question = [call(asked), {"role": "tool", "content": "A table lamp."}]
    done = [*question, call(SEARCH), {"role": "tool", "content": "Product 0"}]
    keep(
        folder,
        [
            task(*done, afterword="Not that brand, this time I would take Lumeno."),
            task(*done, afterword="Perfect, thanks."),
            task(*done, afterword="There is nothing there that I could take."),
            task(*done),
        ],
        suite="web-v1",
    )
    source = source_of(folder, mind)
    first, second, third = judged(source)
    assert [(one.source, one.done, one.is_right) for one in (first, second, third)] == [
        ("rejection", json.dumps(SEARCH), False),
        ("praise", json.dumps(SEARCH), True),
        ("rejection", json.dumps(SEARCH), False),
    ]
    assert first.prompt[1:] == (("user", "a lamp"), ("assistant", kind), ("user", "A table lamp."))
    assert (source.left_out[UNCLEAR], source.left_out[UNSAID]) == (0, 1)


def test_people_come_in_order_whatever_order_their_lives_were_kept_in(folder: Path, mind: BuiltInMind) -> None:
    lives = [errand(person=name, method=method, reaction="Perfect") for name in "BCA" for method in ("post", "both")]
    keep(folder, lives)
    once = judged(source_of(folder, mind))
    keep(folder, lives[::-1])
    assert judged(source_of(folder, mind)) == once
    assert [one.person for one in once] == ["A", "A", "B", "B", "C", "C"]
    assert len(judged(source_of(folder, mind, only=["B"], methods=["both"]))) == 1


def test_a_life_that_was_cut_short_is_left_out_and_counted(folder: Path, mind: BuiltInMind) -> None:
    keep(folder, [errand(reaction="Perfect")], rest=json.dumps(errand(person="Ola")) + '\n{"method":"bo')
    source = source_of(folder, mind)
    assert ([one.person for one in judged(source)], source.left_out[UNFINISHED]) == (["Imani"], 2)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ('{"method": "both", "per\n{"unit": {"method": "both", "person": "Imani"}}\n', "Line 1 of"),
        ('{"unit": 3}\n', "Line 1 of"),
        ('{"method": "both"}\n{"unit": {"method": "both", "person": "Imani"}}\n', "not as a study"),
        ("", "no finished life"),
    ],
)
def test_lines_that_no_study_wrote_are_named(folder: Path, mind: BuiltInMind, broken: str, says: str) -> None:
    keep(folder, [])
    (folder / "episodes.jsonl").write_text(broken, encoding="utf-8")
    with pytest.raises(BadData, match=says):
        judged(source_of(folder, mind))


def test_a_run_of_something_else_and_a_name_that_is_not_there_are_refused(folder: Path, mind: BuiltInMind) -> None:
    keep(folder, [errand()], suite="theory-v1")
    with pytest.raises(BadData, match="theory-v1 has no judgements"):
        source_of(folder, mind)
    keep(folder, [task()], suite="web-v1")
    about = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    about["config"]["options"] = {"track": "single"}
    (folder / "run.json").write_text(json.dumps(about), encoding="utf-8")
    with pytest.raises(BadData, match="--track multi or continual"):
        source_of(folder, mind)
    keep(folder, [errand()])
    with pytest.raises(BadInput, match="no person 'Ola'"):
        source_of(folder, mind, only=["Ola"])
    with pytest.raises(BadInput, match="no method 'pre'"):
        source_of(folder, mind, methods=["pre"])
