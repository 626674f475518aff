"""The public layout, read and written; every defect is one clear line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penchant.errors import BadData
from penchant_lab.suites.household.files import fingerprint, load, save
from penchant_lab.suites.household.generate import generate
from penchant_lab.suites.household.records import EmbodiedLife, HouseholdErrand

LIVES = [generate(0, index, tasks=4) for index in range(3)]
FIRST = "embodied/scenarios/original_scenarios_A.json"
THIRD = "embodied/scenarios/evolved_scenarios_A.json"
PERSONA = "embodied/personas/original_persona.json"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save(LIVES, tmp_path)
    return tmp_path


def complaint(folder: Path) -> str:
    """The one line that loading this folder ends in."""
    with pytest.raises(BadData) as caught:
        load(folder)
    message = str(caught.value)
    assert "\n" not in message
    assert str(folder) in message
    return message


def edit(path: Path, change: Callable[[Any], Any]) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    changed = change(content)
    path.write_text(json.dumps(content if changed is None else changed), encoding="utf-8")


def test_what_is_saved_is_what_is_loaded(folder: Path) -> None:
    assert load(folder) == LIVES
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        "evolved_persona.json",
        "evolved_scenarios_A.json",
        "evolved_scenarios_B.json",
        "original_persona.json",
        "original_scenarios_A.json",
        "original_scenarios_B.json",
    ]


TEXT = st.text(st.characters(blacklist_categories=["Cs"]), min_size=1).filter(lambda text: bool(text.strip()))
LINE = TEXT.filter(lambda text: "\n" not in text and not text.endswith("\r"))


@settings(max_examples=25, deadline=None)
@given(person=TEXT, task=TEXT, seen=st.lists(TEXT), persona=LINE)
def test_any_words_survive_the_round_trip(
    tmp_path_factory: pytest.TempPathFactory, person: str, task: str, seen: list[str], persona: str
) -> None:
    record = HouseholdErrand(0, "", task, "", person, "", "pick-up", tuple(seen))
    life = EmbodiedLife(person, ((record,), (record,), (record,), (record,)), (persona, "More."), ())
    folder = tmp_path_factory.mktemp("words")
    save([life], folder)
    assert load(folder) == [life]


def test_saving_again_replaces_what_was_there(folder: Path) -> None:
    save(LIVES[:1], folder)
    assert load(folder) == LIVES[:1]


def test_a_save_that_fails_half_way_leaves_the_old_files_alone(folder: Path) -> None:
    def broken() -> Iterator[EmbodiedLife]:
        yield LIVES[0]
        raise RuntimeError("the generator fell over")

    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(RuntimeError):
        save(broken(), folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == files


def test_people_to_save_need_names_of_their_own(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="name of their own"):
        save([LIVES[0], LIVES[0]], tmp_path)
    with pytest.raises(BadData, match="nobody to save"):
        save([], tmp_path)


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "embodied").write_text("in the way")
    with pytest.raises(BadData, match="Cannot write to"):
        save(LIVES, tmp_path)


def test_people_keep_the_order_of_first_appearance_and_tasks_line_up_by_index(folder: Path) -> None:
    edit(folder / THIRD, lambda content: content[::-1])
    assert load(folder) == LIVES


def test_tasks_whose_indexes_do_not_match_keep_their_order(folder: Path) -> None:
    edit(folder / THIRD, lambda content: [record | {"index": 0} for record in content])
    assert [record.task for record in load(folder)[0].phases[2]] == [record.task for record in LIVES[0].phases[2]]


def test_an_intent_outside_its_scene_and_an_empty_scene_are_accepted(folder: Path) -> None:
    edit(folder / FIRST, lambda content: content[0].update(scene_objects=[], scene=""))
    edit(folder / THIRD, lambda content: content[1].update(user_intent_object="a unicorn"))
    first = load(folder)[0]
    assert first.phases[0][0].scene_objects == ()
    assert first.phases[2][1].user_intent_object == "a unicorn"


def test_personas_are_optional(folder: Path) -> None:
    (folder / PERSONA).unlink()
    assert [life.persona_before for life in load(folder)] == [(), (), ()]
    assert [life.persona_after for life in load(folder)] == [life.persona_after for life in LIVES]


def test_python_personas_are_read_and_never_run(folder: Path) -> None:
    (folder / PERSONA).unlink()
    trap = folder / "sprung"
    name, other = LIVES[0].person, LIVES[1].person
    (folder / PERSONA).with_suffix(".py").write_text(
        f"from pathlib import Path\nPath({str(trap)!r}).touch()\nINTRO = 'You are'\n"
        f'prompt_dict = {{\n  {name!r}: f"{{INTRO}} kind.\\n" + """- You like tea.\n""".strip(),\n}}\n'
        f"prompt_dict[{other!r}] = 'You are ' 'tall.'\n",
        encoding="utf-8",
    )
    lives = load(folder)
    assert lives[0].persona_before == ("You are kind.", "- You like tea.")
    assert lives[1].persona_before == ("You are tall.",)
    assert not trap.exists()


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("prompt_dict = {", "broken Python at line 1"),
        ("prompts = {}", "assigns nothing to prompt_dict"),
        ("prompt_dict = make()", "line 1: this is not a dict"),
        ("prompt_dict = {\n 'Ana': open('x').read()}", "line 2: this is not a plain text"),
        ("prompt_dict = {**others}", "this is not a plain text"),
        ("x = '\0'", "cannot be read as Python|broken Python"),
        ("prompt_dict = {'Ana': " + "'a' + " * 5000 + "'b'}", "cannot be read as Python"),
        (" ", "is empty"),
    ],
)
def test_a_python_persona_that_is_not_plain_data_is_refused(folder: Path, source: str, says: str) -> None:
    (folder / PERSONA).unlink()
    (folder / PERSONA).with_suffix(".py").write_text(source, encoding="utf-8")
    with pytest.raises(BadData, match=says):
        load(folder)
    assert "original_persona.py" in complaint(folder)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    assert "There is no folder" in complaint(tmp_path / "nowhere")


def test_a_file_instead_of_a_folder_is_named(folder: Path) -> None:
    assert "is a file" in complaint(folder / FIRST)


@pytest.mark.parametrize(("inside", "where"), [("embodied", "is"), ("embodied/scenarios", "is inside")])
def test_pointing_inside_the_embodied_folder_says_where_to_point(folder: Path, inside: str, where: str) -> None:
    message = complaint(folder / inside)
    assert f"{inside} {where} the embodied folder; give the folder that holds embodied/" in message
    assert message.endswith(f"{folder.resolve()}.")


def test_a_folder_without_data_says_what_it_should_hold(tmp_path: Path) -> None:
    assert "no embodied/scenarios/" in complaint(tmp_path)


def test_missing_files_are_listed(folder: Path) -> None:
    (folder / FIRST).unlink()
    (folder / THIRD).unlink()
    assert "lacks original_scenarios_A.json, evolved_scenarios_A.json" in complaint(folder)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'[\n {"index": 0,,}]', "broken JSON at line 2, column 14"),
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b"[]", "empty list"),
        (b"{}", "holds an object"),
        (b'"hello"', "holds a text"),
        (b"null", "holds null"),
        (b"[3]", "record 1 is a number"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[" * 100_000, "cannot be read as JSON"),
        (b'["\\ud800"]', "half of a character"),
    ],
)
def test_a_broken_scenario_file_is_named_with_what_is_wrong(folder: Path, content: bytes, says: str) -> None:
    (folder / THIRD).write_bytes(content)
    message = complaint(folder)
    assert says in message
    assert "evolved_scenarios_A.json" in message


@pytest.mark.parametrize("field", ["index", "scene", "task", "context", "user", "user_intent_object", "scene_objects"])
def test_a_record_without_a_field_is_named_by_its_position(folder: Path, field: str) -> None:
    edit(folder / THIRD, lambda content: content[4].pop(field) and None)
    assert f"record 5 has no field '{field}'" in complaint(folder)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("index", "7", "'index' is a text"),
        ("index", True, "'index' is true or false"),
        ("task", None, "'task' is null"),
        ("task", " ", "'task' is empty"),
        ("user", "", "'user' is empty"),
        ("user_intent_location", ["a"], "'user_intent_location' is a list"),
        ("scene_objects", "cup, plate", "'scene_objects' is a text"),
        ("scene_objects", ["cup", 3], "'scene_objects' is a list of other things"),
        ("scene_objects", {"cup": 1}, "'scene_objects' is an object"),
    ],
)
def test_a_field_of_the_wrong_type_is_named_by_its_position(folder: Path, field: str, value: object, says: str) -> None:
    edit(folder / FIRST, lambda content: content[1].update({field: value}))
    message = complaint(folder)
    assert "original_scenarios_A.json, record 2" in message
    assert says in message


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("task", "tea please " * 10_000, "110,000 characters"),
        ("scene_objects", ["tea", "x" * 10_001], "10,001 characters"),
        ("scene_objects", ["tea", " "], "is empty"),
        ("user", "x" * 501, "'user' has 501 characters"),
    ],
)
def test_what_an_agent_would_refuse_is_named_by_its_position(
    folder: Path, field: str, value: object, says: str
) -> None:
    edit(folder / THIRD, lambda content: content[2].update({field: value}))
    assert f"{folder / THIRD}, record 3: " in complaint(folder)
    assert says in complaint(folder)


def test_a_person_missing_from_a_phase_is_named(folder: Path) -> None:
    gone = LIVES[1].person
    edit(folder / THIRD, lambda content: [record for record in content if record["user"] != gone])
    assert f"evolved_scenarios_A.json has no task of {gone!r}" in complaint(folder)


def test_a_person_missing_from_the_first_phase_is_named(folder: Path) -> None:
    gone = LIVES[1].person
    edit(folder / FIRST, lambda content: [record for record in content if record["user"] != gone])
    assert f"original_scenarios_A.json has no task of {gone!r}" in complaint(folder)


def test_a_phase_with_fewer_tasks_is_named(folder: Path) -> None:
    edit(folder / THIRD, lambda content: content[:-1])
    assert f"has 3 tasks of {LIVES[2].person!r}, but original_scenarios_A.json has 4" in complaint(folder)


@pytest.mark.parametrize(
    ("content", "says"), [("[]", "holds a list"), ('{"Ana": 3}', "persona of 'Ana' is a number"), ("{", "broken JSON")]
)
def test_a_broken_persona_file_is_named(folder: Path, content: str, says: str) -> None:
    (folder / PERSONA).write_text(content)
    message = complaint(folder)
    assert says in message
    assert "original_persona.json" in message


def test_a_byte_order_mark_is_no_obstacle(folder: Path) -> None:
    (folder / FIRST).write_bytes(b"\xef\xbb\xbf" + (folder / FIRST).read_bytes())
    assert load(folder) == LIVES


def test_the_fingerprint_knows_every_word_and_the_order() -> None:
    known = fingerprint(LIVES)
    assert known == fingerprint(iter(LIVES))
    assert known != fingerprint(LIVES[::-1])
    assert known != fingerprint(LIVES[:2])
    other = replace(LIVES[0], persona_after=("Changed.",))
    assert known != fingerprint([other, *LIVES[1:]])
