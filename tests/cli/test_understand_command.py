from __future__ import annotations

from collections.abc import Callable

import pytest

from workbench import Said

Cli = Callable[..., Said]
OPTIONS = ("--options", "black coffee|herbal tea|cold water")


def test_a_reading_is_shown_line_by_line(cli: Cli) -> None:
    said = cli("understand", *OPTIONS, "--acted", "black coffee", "No, I wanted the herbal tea.")
    assert said.code == 0
    shown = {line.split()[0]: " ".join(line.split()[1:]) for line in said.out.splitlines()}
    assert shown["wants"] == "herbal tea"
    assert shown["avoids"] == "black coffee"
    assert shown["accepts"] == "-"
    assert shown["changed"] == "False"
    assert shown["verdict"] == "wrong"
    assert [shown[key] for key in ("unlisted", "once", "also")] == ["-", "False", "-"]


def test_all_that_was_read_is_shown(cli: Cli) -> None:
    shown = cli("understand", *OPTIONS, "just for today the herbal tea; usually I drink black coffee").out
    assert "once        True" in shown
    assert "also        wants black coffee (otherwise)" in shown


def test_json_is_one_document_with_all_that_was_read(cli: Cli) -> None:
    said = cli("understand", *OPTIONS, "--json", "the herbal tea please")
    assert said.out.count("\n") == 1
    assert {key: value for key, value in said.json.items() if key not in ("sure", "odds")} == {
        "wants": ["herbal tea"],
        "accepts": [],
        "avoids": [],
        "changed": False,
        "verdict": "unclear",
        "unlisted": [],
        "once": False,
        "also": [],
        "constraints": [],
    }
    assert 0.9 < said.json["sure"] < 1
    assert said.json["odds"].keys() == {"black coffee", "herbal tea", "cold water"}


def test_a_change_and_praise_are_told_apart(cli: Cli) -> None:
    acted = ("--acted", "herbal tea", "--json")
    changed = cli("understand", *OPTIONS, *acted, "I no longer like herbal tea, the black coffee from now on.").json
    assert changed["changed"] is True
    assert changed["wants"] == ["black coffee"]
    praised = cli("understand", *OPTIONS, *acted, "Perfect, thank you!").json
    assert praised["verdict"] == "right"


def test_a_placement_is_given_as_thing_and_place(cli: Cli) -> None:
    options = ("--options", "crackers|top shelf|low shelf", "--acted", "crackers|top shelf", "--json")
    said = cli("understand", *options, "No, put them on the low shelf.").json
    assert "low shelf" in said["wants"]
    assert said["verdict"] == "wrong"


def test_options_are_trimmed_and_each_counts_once(cli: Cli) -> None:
    said = cli("understand", "--options", " tea | tea|milk ", "--json", "the tea please").json
    assert said["wants"] == ["tea"]


@pytest.mark.parametrize("words", ["", "   ", "?", "🙂", "é" * 3000, "--"])
def test_any_words_can_be_understood(cli: Cli, words: str) -> None:
    said = cli("understand", *OPTIONS, "--json", "--", words)
    assert said.code == 0
    assert said.json["changed"] is False
