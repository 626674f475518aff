"""`penchant memory`: what a person reads, corrects and carries away, on every store."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from penchant.embed import Embedder
from penchant.memory import Memory
from penchant.store.sqlite import SQLiteStore
from workbench import Clock, Said, draft, is_refused, penchant, tree

Cli = Callable[..., Said]


@pytest.fixture(autouse=True)
def _kept(embedder: Embedder, clock: Clock, tmp_path: Path) -> None:
    """A file in which ana and ben are remembered."""
    clock.step = 1
    memory = Memory(SQLiteStore(tmp_path / "memory.db", embedder=embedder.name), embedder, clock)
    coffee = memory.add("ana", draft("black coffee", rather_than=("herbal tea",), words="coffee please"), "answer")
    memory.update("ana", coffee.id, value="herbal tea", words="the tea from now on", source="correction")
    memory.add("ana", draft("thrillers", situation="", topic="something to read", stance="avoids"), "rejection")
    memory.add("ben", draft("oat milk", words="bens-own-secret"))
    memory.close()


def test_people_are_counted(cli: Cli) -> None:
    assert cli("memory", "people", "--json").json == [
        {"person": "ana", "open": 2, "closed": 1},
        {"person": "ben", "open": 1, "closed": 0},
    ]
    assert cli("memory", "people").out.splitlines()[0].split() == ["2", "open", "1", "closed", "ana"]


def test_beliefs_are_shown_as_sentences_with_ids(cli: Cli) -> None:
    said = cli("memory", "show", "ana")
    assert [line.split()[:2] for line in said.out.splitlines()] == [["2", "90%"], ["3", "90%"]]
    assert "ana wants herbal tea rather than black coffee." in said.out
    assert "until" not in said.out
    past = cli("memory", "show", "ana", "--all").out
    assert "ana wants black coffee rather than herbal tea. (until 2026-05-01 12:01)" in past
    assert [one["id"] for one in cli("memory", "show", "ana", "--all", "--json").json] == [1, 2, 3]


def test_nothing_left_is_said_and_is_no_failure(cli: Cli) -> None:
    for id in (1, 2, 3):
        assert cli("memory", "retire", "ana", id).code == 0
    said = cli("memory", "show", "ana")
    assert (said.code, "any more" in said.out, "--all" in said.out) == (0, True, True)
    for id in (1, 2, 3):
        assert cli("memory", "forget", "ana", id, "--yes").code == 0
    said = cli("memory", "show", "ana")
    assert (said.code, said.out) == (0, "Nothing is known about ana.\n")
    assert cli("memory", "show", "ana", "--json").json == []


@pytest.mark.parametrize("verb", [("show",), ("search", "tea"), ("why", "1"), ("export",), ("forget", "--everything")])
def test_nobody_learns_who_else_is_remembered(cli: Cli, verb: tuple[str, ...]) -> None:
    for near in ("an", "anna", "bne", "Ana", "ana ", "%", "an_", ""):
        said = cli("memory", verb[0], near, *verb[1:])
        is_refused(said)
        rest = said.err.replace(repr(near), "")
        assert "ana" not in rest.lower().split()
        assert "ben" not in rest.lower().split()


def test_a_search_gives_the_nearest_of_this_person_only(cli: Cli) -> None:
    found = cli("memory", "search", "ana", "a drink when drowsy", "--json").json
    assert [one["value"] for one in found] == ["herbal tea", "thrillers"]
    assert found[0]["score"] > found[1]["score"]
    assert len(cli("memory", "search", "ana", "oat milk", "--limit", "1").out.splitlines()) == 1
    assert "oat" not in cli("memory", "search", "ana", "oat milk").out


def test_history_and_evidence_can_be_read(cli: Cli) -> None:
    for id in (1, 2):
        said = cli("memory", "history", "ana", id)
        assert [line.split()[0] for line in said.out.splitlines()[::2]] == ["1", "2"]
        assert "“coffee please”" in said.out
        assert "12:01 to now" in said.out  # from the moment the old one was closed
    why = cli("memory", "why", "ana", "2", "--json").json
    assert why["preference"]["confidence"] == 0.9
    assert [(one["source"], one["supports"], one["words"]) for one in why["evidence"]] == [
        ("correction", True, "the tea from now on")
    ]
    assert "In all 1 for and 0 against" in cli("memory", "why", "ana", "2").out


def test_an_edit_to_what_is_believed_already_changes_nothing(cli: Cli, tmp_path: Path) -> None:
    believed = cli("memory", "show", "ana", "--all", "--json").json
    value = believed[1]["value"]
    before = (tmp_path / "memory.db").read_bytes()
    said = cli("memory", "edit", "ana", "2", f" {value} ")
    assert said.code == 0
    assert said.out.startswith("Believed already, nothing was changed:     2  ")
    assert cli("memory", "edit", "ana", "2", value, "--json").json == {"opened": None, "closed": None}
    assert cli("memory", "show", "ana", "--all", "--json").json == believed
    assert (tmp_path / "memory.db").read_bytes() == before


def test_an_edit_closes_the_old_and_is_evidence_itself(cli: Cli) -> None:
    said = cli("memory", "edit", "ana", "2", "green tea", "--words", "herbal makes me sneeze", "--json").json
    assert (said["opened"]["id"], said["opened"]["value"], said["opened"]["replaces"]) == (4, "green tea", 2)
    assert said["closed"]["until"] is not None
    [evidence] = cli("memory", "why", "ana", "4", "--json").json["evidence"]
    assert (evidence["source"], evidence["words"]) == ("edit", "herbal makes me sneeze")
    assert [one["id"] for one in cli("memory", "history", "ana", "1", "--json").json] == [1, 2, 4]
    assert cli("memory", "edit", "ana", "4", "rooibos").code == 0
    assert cli("memory", "why", "ana", "5", "--json").json["evidence"][0]["words"] == "rooibos"


def test_retiring_twice_changes_nothing_more(cli: Cli) -> None:
    first = cli("memory", "retire", "ana", "2", "--json").json
    assert cli("memory", "retire", "ana", "2", "--json").json == first
    assert "Not believed since" in cli("memory", "retire", "ana", "2").out


def test_stats_count_without_a_word_of_anybodys(cli: Cli, tmp_path: Path) -> None:
    said = cli("memory", "stats", "--json").json
    assert said == {
        "people": 2,
        "open": 3,
        "closed": 1,
        "evidence": 4,
        "by_stance": {"avoids": 1, "wants": 3},
        "by_source": {"answer": 1, "correction": 1, "rejection": 1, "statement": 1},
        "bytes": (tmp_path / "memory.db").stat().st_size,
        "schema": 6,
        "transcript": 0,
    }
    text = cli("memory", "stats").out
    assert "ana" not in text


def test_an_export_and_an_import_give_the_same_document(cli: Cli, tmp_path: Path) -> None:
    printed = cli("memory", "export", "ana").out
    assert cli("memory", "export", "ana", "--out", "ana.json").code == 0
    assert (tmp_path / "ana.json").read_text(encoding="utf-8") == printed
    assert (tmp_path / "ana.json").stat().st_mode & 0o777 == 0o600
    assert "bens-own-secret" not in printed
    said = cli("memory", "import", "ana.json", "--store", "sqlite:other.db", "--embedder", "wordllama", "--json").json
    assert said == {
        "person": "ana",
        "preferences": 3,
        "evidence": 3,
        "transcript": 0,
        "embedder": "wordllama-l2-supercat-256",
        "embedded_anew": False,
    }
    assert cli("memory", "export", "ana", "--store", "other.db").out == printed
    assert cli("memory", "import", "ana.json", "--as", "zoë").code == 0
    assert [one["person"] for one in cli("memory", "people", "--json").json] == ["ana", "ben", "zoë"]


def test_a_document_comes_through_a_pipe_and_a_terminal_without_our_letters(tmp_path: Path) -> None:
    assert penchant("memory", "edit", "ana", "2", "thé 🍵", cwd=tmp_path).code == 0
    plain = "import sys; sys.stdout.reconfigure(encoding='ascii')"
    document = penchant("memory", "export", "ana", cwd=tmp_path, code=plain).out
    assert document.isascii()
    assert penchant("memory", "import", "-", "--as", "zoë", stdin=document, cwd=tmp_path).code == 0
    shown = penchant("memory", "show", "zoë", "--json", cwd=tmp_path, code=plain).out
    assert "thé 🍵" in [one["value"] for one in json.loads(shown)]


@pytest.mark.parametrize("person", ["../x", "'; drop table said; --", "日本 🙂", "--x", "a\nb"])
def test_any_name_will_do(cli: Cli, tmp_path: Path, person: str) -> None:
    before = tree(tmp_path)
    assert cli("memory", "export", "ana", "--out", "ana.json").code == 0
    assert cli("memory", "import", "ana.json", f"--as={person}").code == 0
    assert cli("memory", "edit", "--", person, "2", "mate").code == 0
    assert "mate" in cli("memory", "show", "--", person).out
    assert cli("memory", "forget", "--everything", "--yes", "--", person).code == 0
    assert [one["person"] for one in cli("memory", "people", "--json").json] == ["ana", "ben"]
    assert tree(tmp_path) == sorted([*before, "ana.json"])


def test_words_cannot_command_the_terminal_nor_flood_it(cli: Cli, tmp_path: Path) -> None:
    assert cli("memory", "edit", "ana", "2", "\x1b[2Jtea", "--words", "\a" + "long " * 20_000).code == 0
    for verb in (("show", "ana"), ("history", "ana", "4"), ("why", "ana", "4"), ("search", "ana", "tea")):
        out = cli("memory", *verb).out
        assert "\x1b" not in out
        assert "\a" not in out
        assert len(out) < 4000
    assert "(100,001 characters)" in cli("memory", "why", "ana", "4").out
    [evidence] = cli("memory", "why", "ana", "4", "--json").json["evidence"]
    assert evidence["words"] == "\a" + "long " * 20_000


def test_names_cannot_command_the_terminal_either(cli: Cli) -> None:
    red = "\x1b[31mred"
    assert cli("memory", "export", "ana", "--out", "ana.json").code == 0
    took = cli("memory", "import", "ana.json", "--as", red)
    assert took.out.endswith(r" about \x1b[31mred" + "\n")
    for verb in (("why", red, "99"), ("forget", red, "--everything", "--yes"), ("show", red)):
        said = cli("memory", *verb)
        assert "\x1b" not in said.out + said.err
        assert r"\x1b[31mred" in said.out + said.err


def test_reading_leaves_the_file_as_it_was(cli: Cli, tmp_path: Path) -> None:
    before = (tmp_path / "memory.db").read_bytes()
    verbs = (("people",), ("show", "ana"), ("search", "ana", "x"), ("why", "ana", "1"), ("export", "ana"), ("stats",))
    for verb in verbs:
        assert cli("memory", *verb).code == 0
    assert (tmp_path / "memory.db").read_bytes() == before
    assert os.listdir(tmp_path) == ["memory.db"]


def test_somebody_is_kept_out_of_training_and_let_in_again(cli: Cli) -> None:
    assert cli("memory", "consent", "ana", "--json").json == {"person": "ana", "training": True}
    assert cli("memory", "consent", "ana", "no").out == "What ana said is never exported as training examples.\n"
    assert cli("memory", "consent", "ana", "--json").json == {"person": "ana", "training": False}
    assert cli("memory", "consent", "ben", "--json").json == {"person": "ben", "training": True}
    cli("memory", "consent", "ana", "yes")
    assert cli("memory", "consent", "ana", "--json").json["training"]
    is_refused(cli("memory", "consent", "ana", "perhaps"), "yes", "no")
