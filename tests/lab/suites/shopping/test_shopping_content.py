"""Editing what shoppers buy as anybody would: a mistake is named with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import penchant_lab.suites.shopping
from penchant.errors import BadData
from penchant_lab.suites.shopping.content import assortment, read_assortment

OURS = Path(penchant_lab.suites.shopping.__file__).parent / "products.txt"
PEN = "\n[pen]\nnib: a | b | c | d | e | f\nink: g | h | i | j | k | l\ncap: m | n | o | p | q | r\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "products.txt"


def test_a_product_that_is_written_down_is_sold(file: Path) -> None:
    file.write_text(OURS.read_text(encoding="utf-8") + PEN, encoding="utf-8")
    found = read_assortment(file)
    assert found.products[:-1] == assortment().products
    assert found.products[-1].aspects[1] == ("ink", ("g", "h", "i", "j", "k", "l"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("nib: a | b", "nib: a", "should read 'aspect: …' with 6 values"),
        ("nib: a | b", "nib: a |", "should read 'aspect: …' with 6 values"),
        ("ink: g", "nib: g", "each aspect once"),
        ("ink: g", "ink: a", "has the value 'a' twice"),
        ("ink: g", "ink: red and blue", "'and' or 'or'"),
        ("cap: m | n | o | p | q | r\n", "", r"'\[pen\]' has 2 aspects; it needs 3"),
        ("[pen]", "[kettle]", r"'\[kettle\]' comes a second time"),
        ("\n[requests]\n", "\n[wishes]\n", r"has no section \[requests\]; it has: \[wishes\], \[kettle\]"),
        ("order a {product}", "order a thing", r"should have the gap \{product\} once, and no other"),
        ("order a {product}", "order {a} {product}", r"should have the gap \{product\} once, and no other"),
    ],
)
def test_a_mistake_is_named_with_its_line(file: Path, old: str, new: str, complaint: str) -> None:
    text = OURS.read_text(encoding="utf-8") + PEN
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData, match=complaint) as refusal:
        read_assortment(file)
    assert "products.txt" in str(refusal.value)


def test_too_few_products_to_choose_from_are_refused(file: Path) -> None:
    file.write_text("[requests]\na {product}, please\n" + PEN, encoding="utf-8")
    with pytest.raises(BadData, match=r"products\.txt has 1 products; it needs 5 or more"):
        read_assortment(file)


def test_an_empty_file_is_named(file: Path) -> None:
    file.write_text("", encoding="utf-8")
    with pytest.raises(BadData, match=r"products\.txt is empty"):
        read_assortment(file)
