"""Shoppers in the public layout: what is written is read, and whatever is wrong is said in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.errors import BadData, BadInput
from penchant_lab.suites.shopping import ShoppingSuite, write
from penchant_lab.suites.shopping.generate import generate


@pytest.fixture
def people(tmp_path: Path) -> Path:
    write(3, 2, tmp_path)
    return tmp_path


def change(folder: Path, name: str, edit: Callable[[Any], Any]) -> None:
    path = folder / "shopping" / name
    content = json.loads(path.read_text())
    edited = edit(content)
    path.write_text(json.dumps(content if edited is None else edited))


def test_what_is_written_is_read_back(people: Path) -> None:
    suite = ShoppingSuite(data=people)
    assert [suite.life(index) for index in range(2)] == [ShoppingSuite(people=2, seed=3).life(i) for i in range(2)]
    assert generate(3, 0).person == suite.life(0).person


def test_answers_need_not_be_stated(people: Path) -> None:
    before = ShoppingSuite(data=people).life(0)
    change(people, "phase1.json", lambda tasks: [task.pop("gt") for task in tasks] and None)
    assert ShoppingSuite(data=people).life(0) == before


def test_a_stated_answer_that_the_rule_does_not_give_is_refused(people: Path) -> None:
    change(people, "phase4.json", lambda tasks: tasks[6].update(gt="A" if tasks[6]["gt"] != "A" else None))
    with pytest.raises(BadData, match=r"phase4\.json, record 7: 'gt' says .* is right; correct one\.$"):
        ShoppingSuite(data=people)


def first(**fields: Any) -> Callable[[Any], None]:
    def edit(tasks: Any) -> None:
        tasks[0].update(fields)

    return edit


def without(field: str) -> Callable[[Any], None]:
    def edit(tasks: Any) -> None:
        del tasks[0][field]

    return edit


@pytest.mark.parametrize(
    ("name", "edit", "says"),
    [
        ("phase1.json", lambda tasks: {}, "an object"),
        ("phase1.json", lambda tasks: [], "an empty list"),
        ("phase1.json", lambda tasks: ["x"], "record 1 is a text"),
        ("phase2.json", without("Option B"), "no field 'Option B'"),
        ("phase2.json", first(Task=""), "'Task' is empty"),
        ("phase2.json", first(User=7), "'User' is a number"),
        ("phase2.json", first(User="Nobody"), "what 'Nobody' likes"),
        ("phase2.json", first(product="moon"), "in a moon"),
        ("phase3.json", first(gt="E"), "'gt' is 'E'"),
        ("phase3.json", first(**{"Option A": []}), "has no features"),
        ("phase3.json", first(**{"Option A": "red"}), "should be a list of texts"),
        ("phase3.json", first(**{"Option A": ["red", "red"]}), "lists 'red' twice"),
        ("phase3.json", first(**{"Option A": [" "]}), "an empty name"),
        ("phase3.json", first(**{"Option A": ["unheard of"]}), "likes 'unheard of'"),
        ("phase3.json", first(User="x" * 501), "record 1: 'User' has 501 characters"),
        ("phase3.json", first(Task="a lamp " * 20_000), "record 1: A request of 140,000 characters"),
        ("phase3.json", lambda tasks: tasks[1:], "44 tasks"),
        ("persona_info.json", lambda people: [], "a list"),
        ("persona_info.json", lambda people: dict.fromkeys(people, 1), "no 'persona_info'"),
    ],
)
def test_bad_data_name_the_file_and_the_fault(people: Path, name: str, edit: Callable[[Any], Any], says: str) -> None:
    change(people, name, edit)
    with pytest.raises(BadData) as raised:
        ShoppingSuite(data=people)
    line = str(raised.value)
    assert name in line
    assert says in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("like_most", "", "'like_most' is empty"),
        ("like_most", None, "'like_most' is null"),
        ("like_second", "red", "should be a list of texts"),
        ("dislike", ["red", "red"], "lists 'red' twice"),
    ],
)
def test_bad_likings_name_the_person_and_the_product(people: Path, field: str, value: Any, says: str) -> None:
    def edit(content: Any) -> None:
        info = next(iter(content.values()))["persona_info"]
        product = next(name for name in info if name != "name")
        next(iter(info[product].values()))[field] = value

    change(people, "updated_persona_info.json", edit)
    with pytest.raises(BadData) as raised:
        ShoppingSuite(data=people)
    assert says in str(raised.value)
    assert generate(3, 0).person in str(raised.value)


def test_a_value_that_is_liked_and_disliked_is_refused(people: Path) -> None:
    def edit(content: Any) -> None:
        info = next(iter(content.values()))["persona_info"]
        liking = next(iter(next(each for name, each in info.items() if name != "name").values()))
        liking["dislike"][0] = liking["like_most"]

    change(people, "persona_info.json", edit)
    with pytest.raises(BadData, match="is listed twice; a value has one place only"):
        ShoppingSuite(data=people)


def test_a_feature_that_no_agent_would_read_is_refused_where_it_stands(people: Path) -> None:
    long, files = "x" * 10_001, [people / "shopping" / name for name in ("persona_info.json", "phase1.json")]
    first_feature = json.loads(files[1].read_text())[0]["Option A"][0]
    for file in files:
        file.write_text(file.read_text().replace(json.dumps(first_feature), json.dumps(long)))
    with pytest.raises(BadData, match=r"phase1\.json, record 1: One of the features of an option has 10,001"):
        ShoppingSuite(data=people)


def test_broken_json_says_where(people: Path) -> None:
    (people / "shopping" / "phase1.json").write_text("[{")
    with pytest.raises(BadData, match=r"phase1\.json is broken JSON at line 1"):
        ShoppingSuite(data=people)


def test_missing_files_and_wrong_folders_are_pointed_out(people: Path, tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"is the shopping folder; give the folder that holds shopping/: "):
        ShoppingSuite(data=people / "shopping")
    with pytest.raises(BadData, match="There is no folder"):
        ShoppingSuite(data=tmp_path / "nowhere")
    (people / "shopping" / "phase2.json").unlink()
    with pytest.raises(BadData, match=r"lacks phase2\.json"):
        ShoppingSuite(data=people)


def test_more_people_than_there_are_cannot_be_had(people: Path) -> None:
    with pytest.raises(BadInput, match="holds 2 people, not 3"):
        ShoppingSuite(data=people, people=3)


def test_persona_texts_may_lie_beside_and_change_nothing_that_is_decided(people: Path) -> None:
    plain = ShoppingSuite(data=people)
    assert plain.life(0).personas is None
    name = plain.life(0).person
    for file, text in (("original_persona", "Likes brass."), ("updated_persona", "Likes oak now.")):
        (people / "shopping" / f"{file}.json").write_text(json.dumps({name: text}))
    told = ShoppingSuite(data=people)
    assert told.life(0).personas == ("Likes brass.", "Likes oak now.")
    assert told.life(1).personas is None
    assert told.life(0).phases == plain.life(0).phases
    assert told.fingerprint() == plain.fingerprint()
    (people / "shopping" / "updated_persona.json").write_text("[]")
    with pytest.raises(BadData, match=r"updated_persona\.json holds a list"):
        ShoppingSuite(data=people)
