from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from workbench import Said

Cli = Callable[..., Said]
KEYS = ["wants", "accepts", "avoids", "verdict", "changed", "once", "unlisted", "sure", "statements", "forget"]
DRINKS = ["black coffee", "herbal tea"]
TEA = {"words": "the herbal tea, please", "options": DRINKS}


def batch(cli: Cli, tmp_path: Path, lines: Sequence[Any], *more: str) -> Said:
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    (tmp_path / "said.jsonl").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return cli("understand", "--batch", "said.jsonl", *more)


def answers(said: Said) -> list[dict[str, Any]]:
    return [json.loads(line) for line in said.out.splitlines()]


def test_every_line_is_answered_by_one_in_order(cli: Cli, tmp_path: Path) -> None:
    rows = [
        TEA,
        {"words": "no, the tea", "options": DRINKS, "acted": "black coffee", "said_before": "Here you are."},
        {"words": "no, the tea", "options": DRINKS, "acted": ["black coffee"], "request": "a drink"},
        {"words": "yes please", "options": DRINKS, "said_before": "Would you like the black coffee?"},
    ]
    said = batch(cli, tmp_path, rows, "--json")
    assert (said.code, said.err) == (0, "")
    read = answers(said)
    assert [list(answer) for answer in read] == [KEYS] * len(rows)
    assert [answer["wants"] for answer in read] == [["herbal tea"]] * 3 + [["black coffee"]]
    assert [answer["verdict"] for answer in read] == ["unclear", "wrong", "wrong", "unclear"]
    assert all(0 <= answer["sure"] <= 1 for answer in read)


def test_what_was_done_need_not_be_an_option_and_is_none_in_the_answer(cli: Cli, tmp_path: Path) -> None:
    words = {"no, the tea": "wrong", "Perfect, thank you!": "right", "I don't like orange juice": "wrong"}
    rows = [{"words": each, "options": DRINKS, "acted": "orange juice"} for each in words]
    said = batch(cli, tmp_path, rows, "--json")
    assert (said.code, said.err) == (0, "")
    read = answers(said)
    assert [answer["verdict"] for answer in read] == list(words.values())
    assert [(answer["wants"], answer["accepts"], answer["avoids"]) for answer in read] == [
        (["herbal tea"], [], []),
        ([], [], []),
        ([], [], []),
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{broken", "is no JSON"),
        ("", "is empty"),
        ("[" * 100_000, "nested too deeply"),
        ('"tea"', "no object"),
        ("[1]", "no object"),
        ("null", "no object"),
        ({"options": DRINKS}, 'no "words"'),
        ({"words": 3, "options": DRINKS}, '"words" is a text, not 3'),
        ({"words": "tea", "options": "tea|coffee"}, "list of names"),
        ({"words": "tea", "options": {"tea": 1}}, "list of names"),
        ({"words": "tea", "options": ["tea", 3]}, "no text"),
        ({"words": "tea", "options": ["tea", " "]}, "is empty"),
        ({"words": "tea", "options": ["tea" * 10_000]}, "30,000 characters"),
        ({"words": "tea", "options": ["tea"], "acted": " "}, "is empty"),
        ({"words": "tea", "options": ["tea"], "acted": {"tea": 1}}, "a text or a list"),
        ({"words": "tea", "options": ["tea"], "said_before": 7}, '"said_before" is a text'),
        ({"words": "tea", "options": ["tea"], "request": ["a drink"]}, '"request" is a text'),
        ({"words": "tea " * 25_000, "options": ["tea"]}, "100,000 characters"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_by_its_number_and_the_others_are_answered(
    cli: Cli, tmp_path: Path, line: Any, why: str
) -> None:
    said = batch(cli, tmp_path, [TEA, line, TEA], "--json")
    assert said.code == 1
    assert said.err.startswith("penchant: Line 2: ")
    assert said.err.count("\n") == 1
    assert why in said.err
    first, second, third = answers(said)
    assert first == third
    assert first["wants"] == ["herbal tea"]
    assert list(second) == ["line", "error"]
    assert second["line"] == 2


def test_a_line_that_is_no_text_is_told_too(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "said.jsonl").write_bytes(b"\xef\xbb\xbf" + json.dumps(TEA).encode() + b"\r\n\xff\xfe")
    said = cli("understand", "--batch", "said.jsonl", "--json")
    assert said.code == 1
    assert "Line 2: The line is not UTF-8" in said.err
    assert answers(said)[0]["wants"] == ["herbal tea"]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "?!?! ... ;;",
        "😍👍",
        "den Tee bitte, keinen Kaffee",
        "je ne veux pas de café, plutôt du thé",
        "我要茶",
        "\x00",
    ],
)
def test_what_is_no_english_says_nothing(cli: Cli, tmp_path: Path, words: str) -> None:
    options = ["Kaffee", "Tee", "café", "thé", "茶"]
    said = batch(cli, tmp_path, [{"words": words, "options": options}], "--json")
    assert said.code == 0
    (answer,) = answers(said)
    assert [answer[stance] for stance in ("wants", "accepts", "avoids")] == [[], [], []]


def test_nothing_on_offer_duplicates_and_half_characters_are_no_trouble(cli: Cli, tmp_path: Path) -> None:
    rows = [
        {"words": "the tea", "options": []},
        {"words": "tea", "options": ["tea", "tea", "coffee"]},
        {"words": "te\x00a \ud800", "options": ["cof\udfff", "tea\x00"]},
    ]
    said = batch(cli, tmp_path, rows, "--json")
    assert said.code == 0
    assert [answer["wants"] for answer in answers(said)][:2] == [[], ["tea"]]


def test_ten_thousand_options_take_a_moment_and_no_more(cli: Cli, tmp_path: Path) -> None:
    names = [f"kettle {n} in {colour}" for n in range(2_500) for colour in ("blue", "red", "green", "white")]
    rows = [{"words": words, "options": names} for words in ("kettle 77 in blue, please", "a quieter one, not the red")]
    started = time.process_time()
    said = batch(cli, tmp_path, rows, "--json")
    assert said.code == 0
    assert answers(said)[0]["wants"] == ["kettle 77 in blue"]
    assert time.process_time() - started < 10


def test_lines_come_from_standard_input_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(TEA).encode())))
    assert cli("understand", "--batch", "-", "--json").json["wants"] == ["herbal tea"]


def test_a_line_without_options_is_read_as_free_talk(cli: Cli, tmp_path: Path) -> None:
    rows = [{"words": "I love sushi, but never on Mondays"}, {"words": "please forget that I smoke"}]
    said = batch(cli, tmp_path, rows, "--json")
    assert (said.code, said.err) == (0, "")
    loves, forgets = answers(said)
    [one] = loves["statements"]
    assert (one["stance"], one["value"], one["except"]) == ("wants", "sushi", "on Mondays")
    assert forgets["forget"] == ["I smoke"]


def test_a_limit_says_what_it_is_of_and_a_line_for_people_has_the_whole_reach(cli: Cli, tmp_path: Path) -> None:
    rows = [
        {"words": "I don't want to spend more than 80 quid a night on a hotel"},
        {"words": "I love sushi, but never on Mondays"},
    ]
    [one] = answers(batch(cli, tmp_path, rows, "--json"))[0]["statements"]
    assert (one["limit"]["comparison"], one["limit"]["amount"], one["limit"]["of"]) == ("at most", 80.0, "hotel")
    assert "wants sushi, except: on Mondays (in general)" in batch(cli, tmp_path, rows).out


def test_a_line_tells_what_is_wanted_this_once(cli: Cli, tmp_path: Path) -> None:
    made = answers(batch(cli, tmp_path, [{"words": "I fancy sushi tonight"}, {"words": "I love sushi"}], "--json"))
    assert [[(one["value"], one["lasting"]) for one in row["statements"]] for row in made] == [
        [("sushi", False)],
        [("sushi", True)],
    ]


def test_without_json_every_line_is_a_sentence_to_look_at(cli: Cli, tmp_path: Path) -> None:
    rows = [
        TEA,
        {"words": "no, the tea", "options": DRINKS, "acted": "black coffee"},
        "{",
        {"words": "", "options": []},
    ]
    shown = batch(cli, tmp_path, rows).out.splitlines()
    assert shown[0] == "1  wants herbal tea  (100% sure)"
    assert shown[1].startswith("2  wants herbal tea; avoids black coffee; wrong  (")
    assert shown[2].startswith("3  The line is no JSON")
    assert shown[3].startswith("4  nothing")


def test_an_empty_file_is_told(cli: Cli, tmp_path: Path) -> None:
    said = batch(cli, tmp_path, [], "--json")
    assert (said.code, said.out) == (0, "")
    assert "has no lines" in said.err


@pytest.mark.parametrize("path", ["nowhere.jsonl", ".", "no\0where"])
def test_a_file_that_cannot_be_read_is_one_line(cli: Cli, path: str) -> None:
    said = cli("understand", "--batch", path)
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "cannot be read" in said.err


@pytest.mark.parametrize("more", [("tea",), ("--options", "tea|coffee"), ("--acted", "tea")])
def test_what_stands_in_the_lines_is_not_said_again(cli: Cli, more: tuple[str, ...]) -> None:
    said = cli("understand", "--batch", "said.jsonl", *more)
    assert said.code == 2
    assert "the file's lines" in said.err


def test_without_a_batch_words_and_options_are_needed(cli: Cli) -> None:
    assert "the words and what is on offer" in cli("understand", "tea").err
