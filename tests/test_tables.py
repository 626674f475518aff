"""Text tables: what is written is read, and what is wrong is said with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from penchant.errors import BadData
from penchant.tables import TableLine, TableSection, one_of, read_file, read_sections, read_text

TABLE = "# A remark.\n\n[tea]\nwhen: at four\nfits: sweet\n  green | calm  \nblack | lively\n\n[coffee]\nespresso\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "drinks.txt"


def section(text: str) -> TableSection:
    return read_sections("drinks.txt", text)[0]


def line(text: str) -> TableLine:
    return TableLine(text, "drinks.txt, line 7")


def test_sections_are_read_in_order_without_remarks_blanks_and_empty_lines(file: Path) -> None:
    file.write_text(TABLE, encoding="utf-8")
    found = read_file(file)
    assert list(found) == ["tea", "coffee"]
    assert found["tea"].texts == ("when: at four", "fits: sweet", "green | calm", "black | lively")
    assert found["coffee"].lines[0].where == f"{file}, line 10"


def test_a_long_line_may_go_on_below(file: Path) -> None:
    file.write_text("[tea]\ngreen tea,\n    black tea\n\n    and mint tea\nmilk\n", encoding="utf-8")
    assert read_file(file)["tea"].texts == ("green tea, black tea and mint tea", "milk")
    unfolded = read_sections("voice", "[tea]\n    [milk]\ncold\n    hot\n", folded=False)
    assert [(each.name, each.texts) for each in unfolded] == [("tea", ()), ("milk", ("cold", "hot"))]


def test_a_file_saved_by_a_windows_editor_reads_the_same(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + TABLE.replace("\n", "\r\n").encode())
    assert read_file(file)["tea"].texts[2] == "green | calm"


def test_the_leading_fields_are_taken_by_name_and_the_rest_is_left() -> None:
    fields, rest = section(TABLE).fields("fits", "when")
    assert {name: field.text for name, field in fields.items()} == {"when": "at four", "fits": "sweet"}
    assert [each.cells("name", "character") for each in rest] == [["green", "calm"], ["black", "lively"]]


def test_a_sentence_with_a_colon_is_no_field() -> None:
    _, rest = section("[tea]\nwhen: at four\nMy nerves: it is tea time.").fields("when")
    assert [each.text for each in rest] == ["My nerves: it is tea time."]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        (" \n\n", "is empty"),
        ("# only a remark\n", "has nothing but remarks"),
        ("green\n", "line 1: 'green' stands before any section"),
        ("[tea]\n[coffee]\nespresso\n", r"line 1: '\[tea\]' has 0 lines; it needs 1"),
        ("[tea]\ngreen\n[tea]\nblack\n", r"line 3: '\[tea\]' comes a second time"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_one_line(file: Path, text: str, complaint: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=complaint) as refusal:
        read_file(file)
    assert str(file) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_missing_or_no_text_is_refused_in_one_line(file: Path) -> None:
    with pytest.raises(BadData, match=r"Cannot read .*drinks\.txt"):
        read_text(file)
    file.write_bytes(b"[tea]\nver\xe4rt\n")
    with pytest.raises(BadData, match=r"not UTF-8 text \(byte 9\)"):
        read_text(file)


def test_a_missing_section_is_named_with_those_that_are_there(file: Path) -> None:
    file.write_text(TABLE, encoding="utf-8")
    with pytest.raises(BadData, match=r"has no section \[cocoa\]; it has: \[tea\], \[coffee\]"):
        one_of(read_file(file), "cocoa", file)


@pytest.mark.parametrize("text", ["green", "green | calm | nice", "green | ", "| calm"])
def test_a_line_with_too_few_or_too_many_cells_says_what_it_should_have(text: str) -> None:
    with pytest.raises(BadData, match=r"drinks\.txt, line 7: .* should read: name \| character"):
        line(text).cells("name", "character")


def test_a_line_with_too_few_names_says_how_many_it_should_have() -> None:
    assert line("a / b").parts(least=2) == ("a", "b")
    with pytest.raises(BadData, match="should have 3 names or more"):
        line("a / b").parts(least=3)
    with pytest.raises(BadData, match="should have 1 names or more"):
        line("x").parts("a / ", least=1)


def test_an_unknown_word_is_named_with_the_known_ones() -> None:
    assert line("x").words("nothing", ["hot"], "character") == frozenset()
    with pytest.raises(BadData, match=r"speaks of 'wram', which is no character\. There are: warm, cold"):
        line("x").words("cold wram", ["warm", "cold"], "character")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[tea]\nwhen: at four\nwhen: at five", r"line 3: .*'when' once in \[tea\]"),
        ("[tea]\nwhen:\n", "something behind the colon"),
        ("[tea]\ngreen\nwhen: at four", r"line 1: '\[tea\]' lacks the line 'when: …'"),
    ],
)
def test_a_field_that_is_missing_empty_or_there_twice_is_named(text: str, complaint: str) -> None:
    with pytest.raises(BadData, match=complaint):
        section(text).fields("when")
