"""The original's files, written and read back, and every way in which they can be wrong."""

from __future__ import annotations

import json
import math
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from penchant.errors import BadData, BadInput, MissingFiles
from penchant_lab.suites.web.data import generate, open_data, originals, read, read_ids, write
from penchant_lab.suites.web.data.originals import blob
from penchant_lab.suites.web.data.parse import price_of
from penchant_lab.suites.web.records import WebData


@pytest.fixture(scope="session")
def small() -> WebData:
    return generate(people=8, products=150, seed=1)


@pytest.fixture
def folder(small: WebData, tmp_path: Path) -> Path:
    write(small, tmp_path)
    return tmp_path


def _change(path: Path, change: Callable[[Any], object]) -> None:
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")


def _complaint(folder: Path) -> str:
    with pytest.raises(BadData) as caught:
        read(folder)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("parts", [(3, 2), (1, 1), (5, 4)])
def test_what_was_written_is_read_back_equal(small: WebData, tmp_path: Path, parts: tuple[int, int]) -> None:
    write(small, tmp_path, parts=parts)
    assert read(tmp_path) == small
    assert read(tmp_path).notes == ()


def test_the_files_have_the_originals_names_and_keys(small: WebData, folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {
        "user_profiles.json", "user_instructions.json", "user_history_part_1.json", "user_history_part_2.json",
        "user_history_part_3.json", "all_products_part_1.json", "all_products_part_2.json", "1000_ids.json",
        "withheld.json",
    }  # fmt: skip
    tasks = json.loads((folder / "user_instructions.json").read_text(encoding="utf-8"))
    assert list(tasks) == ["train", "test"]
    assert set(tasks["test"][0]) == {"user_id", "task", "target", "timestamp", "type"}
    assert set(tasks["test"][0]["target"]) == {"product_info", "review", "split"}
    assert set(tasks["test"][0]["target"]["review"]) == {"rating", "title", "text", "parent_asin", "timestamp"}
    products = json.loads((folder / "all_products_part_1.json").read_text(encoding="utf-8"))
    asin, product = next(iter(products.items()))
    assert product["parent_asin"] == asin
    assert isinstance(product["price"], str)
    assert {"main_category", "title", "average_rating", "rating_number", "features", "description"} <= set(product)
    assert {"store", "categories", "details"} <= set(product)
    profiles = json.loads((folder / "user_profiles.json").read_text(encoding="utf-8"))
    assert all(len(value["user_profile"]) == 11 for value in profiles.values())
    assert read_ids(folder) == {asin: number for number, asin in enumerate(small.products, 1)}


def test_nothing_withheld_is_in_the_originals_files(folder: Path) -> None:
    assert "withheld" not in (folder / "user_instructions.json").read_text(encoding="utf-8")


def test_the_repository_itself_can_be_given_as_the_folder(small: WebData, tmp_path: Path) -> None:
    write(small, tmp_path / "PersonalWAB" / "envs" / "pwab" / "data")
    assert read(tmp_path).history == small.history


@pytest.mark.parametrize(
    "name", ["user_profiles.json", "user_instructions.json", "user_history_part_*.json", "all_products_part_*.json"]
)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    for path in list(folder.glob(name)):
        path.unlink()
    assert name in _complaint(folder)


def test_every_missing_file_has_a_line_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(MissingFiles) as caught:
        read(tmp_path)
    names = ("user_profiles", "user_instructions", "user_history", "all_products")
    assert len(caught.value.lines) == len(names)
    assert all(name in line for name, line in zip(names, caught.value.lines, strict=True))


def test_a_folder_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    assert "no folder" in _complaint(tmp_path / "elsewhere")


@pytest.mark.parametrize("name", ["user_profiles.json", "user_history_part_2.json", "all_products_part_1.json"])
def test_a_cut_file_is_named(folder: Path, name: str) -> None:
    whole = (folder / name).read_text(encoding="utf-8")
    (folder / name).write_text(whole[: len(whole) // 2], encoding="utf-8")
    assert f"{name} is cut short" in _complaint(folder)


def test_bytes_that_are_no_text_are_named(folder: Path) -> None:
    (folder / "user_instructions.json").write_bytes(b"\xff\xfe\x00")
    assert "user_instructions.json is cut short or not JSON" in _complaint(folder)


def test_a_list_where_an_object_belongs_is_named(folder: Path) -> None:
    (folder / "all_products_part_2.json").write_text("[]", encoding="utf-8")
    assert _complaint(folder) == "all_products_part_2.json is a list, and it must be an object."


def _first(value: dict[str, Any]) -> Any:
    return value[next(iter(value))]


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("all_products_part_1.json", lambda v: _first(v).update(title=3), "'title' is a whole number"),
        ("all_products_part_1.json", lambda v: _first(v).update(average_rating="high"), "'average_rating' is a string"),
        ("all_products_part_1.json", lambda v: _first(v).update(features={"a": 1}), "'features' is an object"),
        ("all_products_part_1.json", lambda v: _first(v).update(details=[1]), "'details' is a list"),
        ("all_products_part_1.json", lambda v: _first(v).update(parent_asin="B000000000"), "the two must agree"),
        ("user_history_part_1.json", lambda v: _first(v)[0].pop("review"), "'review' is null"),
        ("user_history_part_1.json", lambda v: _first(v)[0].update(split="later"), "'split' is 'later'"),
        ("user_history_part_1.json", lambda v: _first(v)[0]["review"].update(timestamp="noon"), "of milliseconds"),
        ("user_history_part_1.json", lambda v: _first(v)[0]["review"].update(rating=True), "'rating' is true or false"),
        ("user_history_part_1.json", lambda v: v.update({next(iter(v)): 5}), "must be a list"),
        ("user_profiles.json", lambda v: _first(v).update(user_profile="x"), "'user_profile' is a string"),
        ("user_profiles.json", lambda v: _first(v)["user_profile"].update(Age=34), "'Age' is a whole number"),
        ("user_instructions.json", lambda v: v.pop("test"), "'test' is null"),
        ("user_instructions.json", lambda v: v["test"][0].update(type="buy"), "'type' is 'buy'"),
        ("user_instructions.json", lambda v: v["test"][0].update(task=None), "'task' is null"),
        ("user_instructions.json", lambda v: v["test"][0].update(timestamp=1), "the same moment"),
        ("withheld.json", lambda v: v["test"]["0"].update(attributes=1), "'attributes' is a whole number"),
        ("withheld.json", lambda v: v["test"]["0"].update(templates="third"), "it must be first or second"),
        ("withheld.json", lambda v: v.update(later={}), "'later' is no split"),
        ("user_history_part_1.json", lambda v: _first(v)[0]["review"].update(timestamp=math.nan), "'timestamp' is NaN"),
        ("user_history_part_1.json", lambda v: _first(v)[0]["review"].update(timestamp=-math.inf), "is infinite, and"),
        ("user_history_part_1.json", lambda v: _first(v)[0]["review"].update(timestamp=10**400), "too large a number"),
        ("user_history_part_1.json", lambda v: _first(v)[0]["review"].update(rating=math.nan), "'rating' is NaN"),
        ("user_history_part_1.json", lambda v: _first(v)[0]["review"].update(timestamp=10**15), "no calendar"),
        ("user_instructions.json", lambda v: v["test"][0].update(timestamp=math.nan), "'timestamp' is NaN"),
        ("all_products_part_2.json", lambda v: _first(v).update(average_rating=10**400), "too large a number"),
        ("all_products_part_2.json", lambda v: _first(v).update(rating_number=math.inf), "is infinite, and"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_named(
    folder: Path, name: str, change: Callable[[Any], object], said: str
) -> None:
    _change(folder / name, change)
    message = _complaint(folder)
    assert said in message
    assert message.startswith(f"{name}: ")


def test_a_number_too_long_to_be_read_is_told_with_its_file(folder: Path) -> None:
    text = (folder / "user_profiles.json").read_text(encoding="utf-8")
    (folder / "user_profiles.json").write_text('{"x": ' + "9" * 5000 + ", " + text[1:], encoding="utf-8")
    assert _complaint(folder).startswith("user_profiles.json is")


def test_the_same_product_in_two_parts_is_named(folder: Path) -> None:
    one = json.loads((folder / "all_products_part_1.json").read_text(encoding="utf-8"))
    asin = next(iter(one))
    _change(folder / "all_products_part_2.json", lambda value: value.update({asin: one[asin]}))
    message = _complaint(folder)
    assert asin in message
    assert "all_products_part_2.json" in message


def test_a_target_that_the_whole_catalogue_lacks_is_named(small: WebData, tmp_path: Path) -> None:
    write(small, tmp_path, parts=(1, 1))
    target = small.test[0].target.asin
    _change(tmp_path / "all_products.json", lambda value: value.pop(target))
    assert f"has the target {target}" in _complaint(tmp_path)


def test_with_some_parts_missing_the_rest_is_read_and_a_note_says_so(small: WebData, folder: Path) -> None:
    (folder / "all_products_part_2.json").unlink()
    (folder / "user_history_part_3.json").unlink()
    data = read(folder)
    kept = {(task.split, task.number) for task in (*data.train, *data.test)}
    assert 0 < len(kept) < len(small.train) + len(small.test)
    assert all(task.target.asin in data.products and task.person in data.history for task in (*data.train, *data.test))
    assert data.withheld.keys() == kept
    assert [task for task in small.test if (task.split, task.number) in kept] == data.test
    *named, note = data.notes
    assert named == ["user_history_part_3.json is missing.", "all_products_part_2.json is missing."]
    assert "Some parts are missing" in note
    assert "\n" not in note


@pytest.mark.parametrize("missing", [(1,), (2,), (2, 3), (4,)])
def test_each_missing_part_is_named_as_far_as_it_can_be_known(
    small: WebData, tmp_path: Path, missing: tuple[int, ...]
) -> None:
    write(small, tmp_path, parts=(2, 4))
    assert read(tmp_path).notes == ()
    for number in missing:
        (tmp_path / f"all_products_part_{number}.json").unlink()
    named = [note for note in read(tmp_path).notes if note.startswith("all_products_part_")]
    assert [note.split(".json")[0] for note in named] == [f"all_products_part_{number}" for number in missing]


def test_a_price_too_large_to_count_with_is_unknown() -> None:
    assert price_of("9" * 400)[0] is None


def test_what_merely_lacks_something_is_read(small: WebData, tmp_path: Path) -> None:
    write(small, tmp_path, parts=(1, 1))
    asins = list(small.products)
    person = next(iter(small.history))

    def poorer(products: dict[str, dict[str, Any]]) -> None:
        products[asins[0]].pop("title")
        products[asins[1]].update(price="None", features="one line", description=None, store=None)
        products[asins[2]].update(price="$1,299.50", colour_of_the_box="brown")
        products[asins[3]].update(price=12)
        products[asins[4]].update(price="from 8.99")

    _change(tmp_path / "all_products.json", poorer)
    _change(tmp_path / "user_history.json", lambda value: value.pop(person))
    data = read(tmp_path)
    found = [data.products[asin] for asin in asins[:5]]
    assert found[0].title == ""
    assert (found[1].price, found[1].raw_price, found[1].store) == (None, "None", None)
    assert (found[1].features, found[1].description) == (("one line",), ())
    assert found[2].price == 1299.5
    assert found[2].more == {"colour_of_the_box": "brown"}
    assert found[3].price == 12
    assert (found[4].price, found[4].raw_price) == (None, "from 8.99")
    task = next(task for task in data.test if task.person == person)
    assert data.visible(task) == []
    write(data, tmp_path / "again")
    assert read(tmp_path / "again").products[asins[2]].more == {"colour_of_the_box": "brown"}


def test_events_are_put_in_order_and_the_future_is_not_shown(small: WebData, folder: Path) -> None:
    _change(folder / "user_history_part_1.json", lambda value: _first(value).reverse())
    data = read(folder)
    assert data.history == small.history
    for task in data.test:
        assert task.target not in data.visible(task)
        assert all(event.at < task.at for event in data.visible(task))


def test_the_fingerprint_notices_any_change(small: WebData, folder: Path) -> None:
    before = read(folder).fingerprint
    _change(folder / "user_history_part_1.json", lambda value: _first(value)[0]["review"].update(text="Other words."))
    assert before == small.fingerprint
    assert read(folder).fingerprint != before


def test_the_checksum_is_gits(folder: Path) -> None:
    path = folder / "user_profiles.json"
    hashed = subprocess.run(["git", "hash-object", path.name], cwd=folder, capture_output=True, text=True, check=True)
    assert blob(path) == hashed.stdout.strip()


@pytest.fixture
def original_sized(small: WebData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files that are as large as the original, because here the original is as small as they are."""
    monkeypatch.setattr(originals, "PEOPLE", len(small.profiles))
    monkeypatch.setattr(originals, "PRODUCTS", len(small.products))
    monkeypatch.setattr(originals, "EVENTS", sum(len(events) for events in small.history.values()))
    types = {"train": Counter(task.type for task in small.train), "test": Counter(task.type for task in small.test)}
    monkeypatch.setattr(originals, "TASKS", types)
    write(replace(small, withheld={}), tmp_path)
    return tmp_path


def test_files_of_the_originals_size_that_keep_its_invariants_are_read(small: WebData, original_sized: Path) -> None:
    assert read(original_sized).test == small.test


def test_files_of_the_originals_size_are_known_by_their_checksums(
    original_sized: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blobs = {path.name: blob(path) for path in original_sized.iterdir()}
    monkeypatch.setattr(originals, "BLOBS", blobs)
    data = read(original_sized)
    assert (data.original, data.notes) == (True, ())
    _change(original_sized / "user_profiles.json", lambda value: _first(value)["user_profile"].update(Age="18-24"))
    _change(original_sized / "1000_ids.json", lambda value: value.update({next(iter(value)): 7}))
    data = read(original_sized)
    assert not data.original
    assert [note.split()[0] for note in data.notes] == ["user_profiles.json", "1000_ids.json"]


def test_files_of_the_originals_size_must_have_its_events(original_sized: Path) -> None:
    _change(original_sized / "user_history_part_1.json", lambda value: _first(value).pop(0))
    assert "claim to be the original's files" in _complaint(original_sized)


def test_files_of_the_originals_size_must_have_its_tasks(original_sized: Path) -> None:
    _change(original_sized / "user_instructions.json", lambda value: value["train"].pop())
    assert "train tasks" in _complaint(original_sized)


def test_files_of_the_originals_size_must_have_its_numbers(original_sized: Path) -> None:
    _change(original_sized / "1000_ids.json", lambda value: value.pop(next(iter(value))))
    assert "1000_ids.json names other products" in _complaint(original_sized)


def test_a_product_number_that_is_none_is_named(folder: Path) -> None:
    _change(folder / "1000_ids.json", lambda value: value.update({next(iter(value)): "one"}))
    with pytest.raises(BadData, match="must be a whole number"):
        read_ids(folder)


def test_the_first_few_people_of_files_can_be_had(small: WebData, folder: Path) -> None:
    few = open_data(folder, 3, None, 0)
    assert list(few.profiles) == list(small.profiles)[:3]
    assert {task.person for task in few.test} == set(few.profiles) == set(few.history)
    assert few.withheld.keys() == {(task.split, task.number) for task in (*few.train, *few.test)}
    assert few.products == small.products


def test_a_number_of_products_makes_no_sense_for_files(folder: Path) -> None:
    with pytest.raises(BadInput, match="leave out the number of products"):
        open_data(folder, None, 500, 0)
