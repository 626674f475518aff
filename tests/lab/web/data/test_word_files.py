"""Editing the words the shop is made of: a line that cannot be used is named."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from penchant.errors import BadData
from penchant_lab.suites.web.data import words

OURS = resources.files("penchant_lab.suites.web.data") / "words"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for file in OURS.iterdir():
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(words, "_file", lambda name: tmp_path / f"{name}.txt")
    return tmp_path


def read_all() -> None:
    words.families.__wrapped__()
    words.brands.__wrapped__()
    words.kinds.__wrapped__()
    words.sections.__wrapped__("reviews")


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        (
            "brands",
            "| mid-range |",
            "| cheap |",
            "'cheap', which is no price tier. There are: budget,",
        ),
        ("brands", "| 0.75 |", "| good |", "should have a quality from 0 to 1, not 'good'"),
        ("brands", " | heritage", "", "should read: name | house | price tier | quality | style"),
        ("families", "| taste |", "| tsate |", "'tsate', which is no role"),
        ("kinds_home", "Carbon Steel, pan", "Carbon Steel, pam", "'pam', which is no family of families.txt"),
        ("kinds_home", "has: cookware=", "hsa: cookware=", "lacks the line 'has: …'"),
        ("kinds_home", "Carbon Steel, pan", "Carbon Steal, pan", "'Carbon Steal', which is none of cookware"),
        ("kinds_home", "box: 3.1 lb,", "box: 3.1,", "weight and size of the parcel, such as 2.5 lb"),
        ("kinds_home", "never: Cast Iron/", "never: Tin/", "'Tin', which such a product never has"),
        ("kinds_home", "| 18-70", "| 18", "a price range such as 18-70"),
        ("kinds_home", "with: a stay-cool handle =", "with a stay-cool handle =", "should read: with: what some have"),
        ("kinds_home", "[Home_and_Kitchen / cook / Kit", "[Kit", "should have 3 parts or more"),
        ("reviews", "[quality -]", "[quality +]", "comes a second time"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(folder: Path, name: str, old: str, new: str, complaint: str) -> None:
    text = (folder / f"{name}.txt").read_text(encoding="utf-8")
    assert old in text
    (folder / f"{name}.txt").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData) as refusal:
        read_all()
    assert complaint in str(refusal.value)
    assert f"{name}.txt, line " in str(refusal.value)


def test_a_shop_without_brands_is_refused(folder: Path) -> None:
    (folder / "brands.txt").write_text("", encoding="utf-8")
    with pytest.raises(BadData, match=r"brands\.txt is empty"):
        words.brands.__wrapped__()
