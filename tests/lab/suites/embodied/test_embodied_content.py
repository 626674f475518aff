"""Editing the household as anybody would: what is written is used, and a mistake is named with its file and line."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import penchant_lab.suites.household
from penchant.errors import BadData
from penchant_lab.suites.household.content import KIND_FILES, MOMENT_FILES, household, read_household

OURS = Path(penchant_lab.suites.household.__file__).parent / "content"
ECLIPSE = "[Eclipse]\nwhen: when it is dark at noon\nsuggests: dim\nfits: drink eat\n" + "It is dark.\n" * 6
Edit = Callable[[str, str, str], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(OURS, tmp_path / "content")
    return tmp_path / "content"


@pytest.fixture
def edit(folder: Path) -> Edit:
    def replace(name: str, old: str, new: str) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


def test_a_thing_a_moment_and_a_place_that_are_written_down_are_there(folder: Path, edit: Edit) -> None:
    edit("drinks.txt", "\n[cold", "a beef tea / a strong beef tea / a cup of beef tea | hot rich | why not\n[cold")
    edit("weather.txt", "\n[", f"\n{ECLIPSE}\n[")
    edit("places.txt", "[hall]\n", "[hall]\non the door mat | so that I trip over it\n")
    found, ours = read_household(folder), household()
    hot, drink = (next(kind for kind in found.kinds if kind.label == label) for label in ("hot drink", "drink"))
    assert hot.things[-1].names[0].spoken == "a beef tea"
    assert hot.things[-1] in drink.things  # a kind of kinds has the very same things
    assert found.occasions[0].when == "when it is dark at noon"
    assert next(spot.where for spot in found.spots if spot.room == "hall") == "on the door mat"
    assert len(found.kinds) == len(ours.kinds)
    assert len(found.occasions) == len(ours.occasions) + 1


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("drinks.txt", "| hot lively rough |", "| hot lvely rough |", r"line 10: .* 'lvely', which is no character"),
        ("drinks.txt", " | salt first, opinions later", "", r"line 13: .* should read: names \| character \| why"),
        ("drinks.txt", " / a black espresso / an espresso with a twist", "", "line 10: .* 3 names or more"),
        ("drinks.txt", "group: drink\n", "", r"line 4: '\[hot drink\]' lacks the line 'group: …'"),
        ("drinks.txt", "all of: hot drink, cold", "all of: hot drink, cool", "no kind of that name stands above it"),
        ("food.txt", "[breakfast]", "[drink]", "is the name of a kind in another file"),
        ("drinks.txt", "[cold drink]", "[hot drink]", "comes a second time"),
        ("weather.txt", "fits: drink", "fits: drnk", "'drnk', which is no group of kinds"),
        ("places.txt", "on the top pantry shelf", "top pantry shelf", "should begin with where it is"),
        ("belongings.txt", "kitchen hall study bedroom parlour", "kitchen cellar", "'cellar', which is no room"),
        (
            "belongings.txt",
            "kitchen hall study bedroom parlour",
            "kitchen hall",
            "should name 5 rooms or more",
        ),
        ("belongings.txt", "[hall]", "[lobby]", "is no room of places.txt"),
        ("reasons.txt", "[cold]", "[chilly]", r"has no section \[cold\]; it has: \[chilly\]"),
        ("requests.txt", "[put away]", "[put]", r"has no section \[put away\]; it has: \[bring\], \[put\]"),
        ("requests.txt", "Please fetch me {}.", "Please fetch me.", r"should have the gap \{\} and no gaps but \{\}"),
        ("requests.txt", "Where should {these} {thing} go?", "Where should {those} {thing} go?", "no gaps but"),
        ("requests.txt", "Please fetch me {}.", "Please fetch me {.", "a brace too many or too few"),
    ],
)
def test_a_mistake_in_a_line_is_named(folder: Path, edit: Edit, name: str, old: str, new: str, complaint: str) -> None:
    edit(name, old, new)
    with pytest.raises(BadData, match=complaint) as refusal:
        read_household(folder)
    assert name in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", [*KIND_FILES, *MOMENT_FILES, "places", "belongings", "reasons", "requests"])
def test_a_file_that_is_empty_or_missing_is_named(folder: Path, name: str) -> None:
    (folder / f"{name}.txt").write_text("", encoding="utf-8")
    with pytest.raises(BadData, match=rf"{name}\.txt is empty"):
        read_household(folder)
    (folder / f"{name}.txt").unlink()
    with pytest.raises(BadData, match=rf"Cannot read .*{name}\.txt"):
        read_household(folder)


@pytest.mark.parametrize(
    ("name", "kept", "complaint"),
    [
        ("drinks.txt", 9, r"\[hot drink\]' has 1 things; it needs 8 or more"),
        ("weather.txt", 8, "has 1 ways to say it; it needs 6 or more"),
        ("places.txt", 5, r"\[kitchen\]' has 1 places; it needs 2 or more"),
        ("belongings.txt", 8, "has 4 belongings; it needs 14 or more"),
    ],
)
def test_too_little_to_make_people_from_is_refused(folder: Path, name: str, kept: int, complaint: str) -> None:
    lines = (folder / name).read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / name).write_text("".join(lines[:kept]), encoding="utf-8")
    with pytest.raises(BadData, match=complaint):
        read_household(folder)


def test_importing_the_suite_opens_none_of_its_files() -> None:
    code = (
        "import sys\n"
        "sys.addaudithook(lambda event, args: print(args[0]) if event == 'open' and '.txt' in str(args[0]) else None)\n"
        "import penchant_lab.suites.household, penchant_lab.suites.shopping, penchant_lab.people\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == ""
