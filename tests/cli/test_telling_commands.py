"""`penchant tell`, `observe`, `profile` and `forget`: people just talk, from the command line."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench import Said, is_refused, penchant, tree

Cli = Callable[..., Said]
VEGETARIAN = "sam is vegetarian."
FAR = "2026-05-01T08:00:00+00:00"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))


def lines_of(*messages: dict[str, object]) -> str:
    return "".join(f"{json.dumps(each)}\n" for each in messages)


def user(content: str, **more: object) -> dict[str, object]:
    return {"role": "user", "content": content, **more}


def test_what_is_told_is_learned_and_shown(cli: Cli) -> None:
    said = cli("tell", "sam", "I'm vegetarian,", "and from now on window seats")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0] == f"Learned:       1  {VEGETARIAN}"
    assert VEGETARIAN in cli("memory", "show", "sam").out


def test_a_preview_shows_what_would_be_and_writes_nothing(cli: Cli, tmp_path: Path) -> None:
    is_refused(cli("tell", "sam", "I live in Rome", "--preview"), "There is no memory at")
    cli("tell", "sam", "I live in Lyon.")
    before = tree(tmp_path)
    said = cli("tell", "sam", "I live in Rome now", "--preview")
    assert said.out.startswith("Nothing was written. What would be:\nLearned: ")
    assert "You said “I live in Rome now”." in said.out
    assert len(cli("tell", "sam", "I live in Rome now", "--preview", "--json").json["closed"]) == 1
    assert tree(tmp_path) == before


def test_what_is_told_twice_teaches_once(cli: Cli) -> None:
    for _ in range(2):
        assert cli("tell", "sam", "I'm vegetarian", "--id", "m1", "--at", FAR).code == 0
    [belief] = cli("memory", "show", "sam", "--json").json
    assert (belief["since"], belief["episode"]) == ("2026-05-01T08:00:00.000000+00:00", "message m1")
    assert len(cli("memory", "why", "sam", "1", "--json").json["evidence"]) == 1


def test_a_script_gets_typed_beliefs_and_why_the_rest_was_left_alone(cli: Cli) -> None:
    said = cli("tell", "sam", "My sister Rosa loves tulips", "--at", FAR, "--json").json
    assert {"person", "messages", "opened", "closed", "confirmed", "forgotten"} < said.keys()
    tulips = next(one for one in said["beliefs"] if one["value"] == "tulips")
    assert (tulips["kind"], tulips["whom"], tulips["stance"]) == ("taste", "Rosa", "wants")
    assert (tulips["origin"], tulips["use"], tulips["situation"]) == ("stated", "free", "")
    assert "My sister Rosa loves tulips" in tulips["words"]
    assert tulips["sentence"] in said["opened"]
    assert all({"words", "why"} == left.keys() for left in said["left_alone"])


def test_words_come_from_a_file_or_from_standard_input(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "words.txt").write_text("\ufeffI'm vegetarian\n", encoding="utf-8")
    assert VEGETARIAN in cli("tell", "ana", "--file", "words.txt").out.replace("ana", "sam")
    for words in ((), ("-",), ("--file", "-")):
        typed(monkeypatch, "I'm vegetarian")
        assert VEGETARIAN in cli("tell", "sam", *words).out


def test_what_asks_to_be_forgotten_is_forgotten_and_said(cli: Cli) -> None:
    cli("tell", "sam", "I live in Lyon")
    said = cli("tell", "sam", "please forget that I live in Lyon")
    assert said.out == "Forgotten:        sam's home: Lyon.\n"
    assert "Lyon" not in cli("memory", "show", "sam", "--all").out


def test_small_talk_teaches_nothing_and_is_no_failure(cli: Cli) -> None:
    assert cli("tell", "sam", "good morning").out == "Nothing was learned.\n"


@pytest.mark.parametrize("as_list", [True, False])
def test_a_conversation_is_listened_to_and_only_the_person_counts(cli: Cli, tmp_path: Path, as_list: bool) -> None:
    talk: list[dict[str, object]] = [
        user("I'm vegetarian", at=FAR, id="m1"),
        {"role": "assistant", "content": "You love anchovies."},
        user("and I hate mushrooms", at="2026-05-02T08:00:00+00:00", id="m2"),
    ]
    text = json.dumps(talk, indent=1) if as_list else f"\n{lines_of(*talk)}\n"
    (tmp_path / "talk.jsonl").write_text(text, encoding="utf-8")
    said = cli("observe", "sam", "talk.jsonl", "--json").json
    assert said["messages"] == 3
    assert [(one["value"], one["since"][:10]) for one in said["beliefs"]] == [
        ("vegetarian", "2026-05-01"),
        ("mushrooms", "2026-05-02"),
    ]
    assert "anchovies" not in cli("memory", "show", "sam").out
    assert cli("observe", "sam", "talk.jsonl").code == 0
    assert len(cli("memory", "show", "sam", "--json").json) == 2


def test_a_conversation_comes_from_standard_input_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, lines_of(user("I'm vegetarian")))
    assert VEGETARIAN in cli("observe", "sam", "-").out


def test_on_a_terminal_it_shows_how_far_it_is_and_elsewhere_nothing(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "talk.jsonl").write_text(lines_of(*(user(f"I love jazz number {n}") for n in range(20))))
    screen = Terminal()
    with monkeypatch.context() as at_a_terminal:
        at_a_terminal.setattr(sys, "stderr", screen)
        assert cli("observe", "sam", "talk.jsonl").code == 0
    assert "20.0/20.0" in screen.getvalue()
    assert cli("observe", "sam", "talk.jsonl").err == ""


def test_many_things_left_alone_are_counted(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(lines_of(*(user(f"Is tea number {n} any good for me?") for n in range(40))))
    said = cli("observe", "sam", "talk.jsonl")
    assert len(said.out.splitlines()) == 1
    left = cli("observe", "ben", "talk.jsonl", "--json").json["left_alone"]
    assert all(one["why"] for one in left)


BROKEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "no JSON": ('{"role": "user"\n', ("line 3", "no JSON")),
    "no object": ("7\n", ("line 3", "not of the form")),
    "no role": ('{"content": "hello"}\n', ("line 3", "role")),
    "a strange role": ('{"role": "oracle", "content": "hello"}\n', ("line 3", "'oracle'", "assistant")),
    "no text": ('{"role": "user", "content": 7}\n', ("line 3", "content")),
    "no time": ('{"role": "user", "content": "tea", "at": "soon"}\n', ("line 3", "no time")),
    "no letters": ("\udcff\n", ("line 3", "no JSON")),
    "too deep": ("[" * 100_000 + "\n", ("line 3",)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_line_is_told_by_its_number_and_nothing_is_learned(cli: Cli, tmp_path: Path, name: str) -> None:
    line, words = BROKEN[name]
    text = lines_of(user("I'm vegetarian")) + "\n" + line + lines_of(user("I love jazz"))
    (tmp_path / "talk.jsonl").write_text(text, encoding="utf-8", errors="surrogateescape")
    is_refused(cli("observe", "sam", "talk.jsonl"), "talk.jsonl", "Nothing was learned", *words)
    assert tree(tmp_path) == ["talk.jsonl"]


def test_in_a_list_a_broken_message_is_told_by_its_number(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talk.json").write_text(json.dumps([user("I'm vegetarian"), "hello"]))
    is_refused(cli("observe", "sam", "talk.json"), "message 2", "Nothing was learned")
    (tmp_path / "talk.json").write_text('[{"role": "user",\n "content": }]')
    is_refused(cli("observe", "sam", "talk.json"), "line 2", "no JSON")
    assert tree(tmp_path) == ["talk.json"]


REFUSED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "nobody": (("tell", "", "I'm vegetarian"), ("name",)),
    "no words": (("tell", "sam", "  "), ("no words",)),
    "words and a file": (("tell", "sam", "tea", "--file", "x"), ("--file",)),
    "no such file": (("tell", "sam", "--file", "nowhere.txt"), ("nowhere.txt",)),
    "a folder": (("tell", "sam", "--file", "."), ("cannot be read",)),
    "no time": (("tell", "sam", "I'm vegetarian", "--at", "soon"), ("'soon'", "2026-05-01")),
    "a fleeting memory": (("tell", "sam", "I'm vegetarian", "--store", ":memory:"), ("--store FILE",)),
    "an idle flag": (("tell", "sam", "I'm vegetarian", "--model", "x"), ("--mind lm",)),
    "no conversation": (("observe", "sam", "nowhere.jsonl"), ("nowhere.jsonl",)),
    "an empty conversation": (("observe", "sam", "empty.jsonl"), ("no message",)),
    "no memory to profile": (("profile", "sam", "--store", "nowhere.db"), ("nowhere.db",)),
    "no room": (("profile", "sam", "--tokens", "0"), ("--tokens 0",)),
    "no memory to forget": (("forget", "sam", "tea"), ("memory.db",)),
    "nothing to forget": (("forget", "sam"), ("WORDS",)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_mistake_is_answered_in_one_line_and_leaves_no_file(cli: Cli, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.jsonl").write_text("\n \n")
    words, told = REFUSED[name]
    is_refused(cli(*words), *told)
    assert tree(tmp_path) == ["empty.jsonl"]


def test_without_words_somebody_at_a_terminal_is_told_how(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    is_refused(cli("tell", "sam"), "penchant tell sam")


def test_ctrl_c_in_the_middle_keeps_what_was_learned_and_the_rest_follows(tmp_path: Path) -> None:
    talk = lines_of(*(user(f"I love {thing}") for thing in ("jazz", "tulips", "chess")))
    (tmp_path / "talk.jsonl").write_text(talk)
    code = """
from penchant.loop import free_talk
real, heard = free_talk.FreeTalk._heard, []
def take_in(self, *args, **more):
    heard.append(1)
    if len(heard) == 3:
        raise KeyboardInterrupt
    return real(self, *args, **more)
free_talk.FreeTalk._heard = take_in
"""
    said = penchant("observe", "sam", "talk.jsonl", cwd=tmp_path, code=code)
    assert (said.code, said.err) == (130, "penchant: Stopped.\n")
    assert penchant("observe", "sam", "talk.jsonl", cwd=tmp_path).code == 0
    shown = penchant("memory", "show", "sam", "--json", cwd=tmp_path).json
    assert [one["value"] for one in shown] == ["jazz", "tulips", "chess"]


def test_a_profile_is_ready_for_a_prompt_and_typed_for_a_script(cli: Cli) -> None:
    cli("tell", "sam", "I'm vegetarian. I love window seats. I hate mushrooms.")
    said = cli("profile", "sam", "--about", "plan dinner")
    assert f"- [1] {VEGETARIAN}" in said.out.splitlines()[1]
    found = cli("profile", "sam", "--about", "plan dinner", "--json").json
    assert found["text"] == said.out.removesuffix("\n")
    assert found["lines"][0]["belief"]["kind"] == "constraint"
    short = cli("profile", "sam", "--tokens", "40", "--json").json
    assert len(short["lines"]) < 3
    assert short["left_out"] == 3 - len(short["lines"])


def test_a_profile_of_somebody_new_says_so(cli: Cli) -> None:
    cli("tell", "sam", "I'm vegetarian")
    said = cli("profile", "ana")
    assert (said.code, said.out) == (0, "Nothing is known about ana yet.\n")


def test_one_thing_is_forgotten_at_once_and_proved(cli: Cli) -> None:
    cli("tell", "sam", "I live in Lyon. I love jazz.")
    said = cli("forget", "sam", "where", "I", "live")
    assert said.code == 0, said.err
    assert said.out.splitlines()[0].endswith(": sam's home: Lyon.")
    assert "the file's bytes" in said.out
    assert [one["value"] for one in cli("memory", "show", "sam", "--json").json] == ["jazz"]


def test_more_than_one_thing_is_shown_and_asked_about(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("tell", "sam", "My sister Rosa loves tulips. I love jazz.")
    is_refused(cli("forget", "sam", "Rosa"), "2 things", "--yes")
    for answer, code, left in (("n\n", 2, 3), ("y\n", 0, 1)):
        monkeypatch.setattr("sys.stdin", Terminal(answer))
        said = cli("forget", "sam", "Rosa")
        assert said.code == code
        assert "tulips" in said.err
        assert "Go ahead? [y/N]" in said.err
        assert len(cli("memory", "show", "sam", "--json").json) == left


def test_ids_are_forgotten_too_and_a_script_says_yes(cli: Cli) -> None:
    cli("tell", "sam", "My sister Rosa loves tulips. I love jazz.")
    is_refused(cli("forget", "sam", "1", "2"), "--yes")
    assert cli("forget", "sam", "1", "2", "--yes", "--json").json["ids"] == [1, 2]
    assert cli("forget", "sam", "3").code == 0
    assert cli("memory", "show", "sam", "--json").json == []


def test_what_is_not_known_is_not_said_to_be_forgotten(cli: Cli) -> None:
    cli("tell", "sam", "I love jazz")
    is_refused(cli("forget", "sam", "my", "motorcycle"), "Nothing was forgotten", "penchant memory show sam")
    is_refused(cli("forget", "sam", "9"), "9")
    is_refused(cli("forget", "ana", "jazz"), "'ana'")


def test_memory_shows_and_finds_by_kind_and_by_whom(cli: Cli) -> None:
    cli("tell", "sam", "I live in Lyon. I'm vegetarian. My sister Rosa loves tulips.")
    shown = cli("memory", "show", "sam").out.splitlines()
    assert shown[0].endswith(VEGETARIAN)
    [line] = cli("memory", "show", "sam", "--whom", "rosa").out.splitlines()
    assert line.endswith("Rosa likes tulips.")
    assert [one["topic"] for one in cli("memory", "show", "sam", "--kind", "fact", "--json").json] == ["home"]
    assert cli("memory", "show", "sam", "--kind", "instruction").out == "Nothing of that kind is believed about sam.\n"
    found = cli("memory", "search", "sam", "flowers", "--whom", "Rosa", "--json").json
    assert [one["value"] for one in found] == ["tulips"]


def test_what_is_private_says_so_and_is_in_no_profile(cli: Cli, tmp_path: Path) -> None:
    from penchant import Agent, Statement

    with Agent.open(tmp_path / "memory.db") as agent:
        agent.learn("sam", [Statement("is", "insulin", topic="medicine", kind="fact", use="private")])
    assert cli("memory", "show", "sam").out.endswith("insulin. (private)\n")
    assert cli("profile", "sam").out == "Nothing is known about sam yet.\n"
