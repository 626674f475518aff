"""A reader's mistake is one line on standard error, a non-zero exit code, and nothing left behind."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest

from penchant.store.sqlite import SQLiteStore
from workbench import Said, is_refused, penchant, tiny_people, tree

Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")

STUDY = ("study", "embodied")
TALKING = (*STUDY, "--mind", "lm", "--model", "m", "--base-url", "http://localhost:1/v1")


@pytest.fixture
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), people=2, tasks=2)


REFUSED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "no command": ((), ("COMMAND", "--help")),
    "unknown command": (("stduy",), ("stduy", "study")),
    "unknown flag": ((*STUDY, "--colour", "red"), ("--colour",)),
    "no suite": (("study",), ("suite", "embodied")),
    "unknown suite": (("study", "embodid"), ("embodid", "Did you mean 'embodied'?")),
    "far suite": (
        ("study", "zzz"),
        ("zzz", "Installed: embodied, everyday, facts, history, lives, robustness, shopping, theory, told, web."),
    ),
    "nearly the web": (("study", "webb"), ("Did you mean 'web'?",)),
    "ablate again": ((*STUDY, "--resume", "run", "--ablate"), ("was started with; leave out --ablate.",)),
    "ablate two": ((*STUDY, "--ablate", "--methods", "pre,post"), ("--methods post, or leave out --methods.",)),
    "unknown method": ((*STUDY, "--methods", "both,boht"), ("boht", "none, pre, post, both, dictionary, nearest")),
    "no method": ((*STUDY, "--methods", " , "), ("--methods",)),
    "feedback on features there are none of": (
        (*STUDY, "--feedback", "detailed", "--people", "1"),
        ("--feedback detailed", "none in embodied"),
    ),
    "nobody": ((*STUDY, "--people", "0"), ("0",)),
    "fewer than nobody": ((*STUDY, "--people", "-3"), ("-3",)),
    "not a number": ((*STUDY, "--people", "three"), ("three",)),
    "no pass": ((*STUDY, "--passes", "0"), ("0",)),
    "negative passes": ((*STUDY, "--passes", "-1"), ("-1",)),
    "no jobs": ((*STUDY, "--jobs", "0"), ("--jobs 0",)),
    "negative jobs": ((*STUDY, "--jobs", "-2"), ("--jobs -2",)),
    "unknown mind": ((*STUDY, "--mind", "builtin"), ("builtin", "Did you mean 'built-in'?")),
    "no time": ((*TALKING, "--timeout", "0"), ("--timeout 0", "more than 0")),
    "no number of seconds": ((*TALKING, "--timeout", "nan"), ("--timeout nan", "more than 0")),
    "all the time there is": ((*TALKING, "--timeout", "inf"), ("--timeout inf", "86400 seconds or less")),
    "more than a day": ((*TALKING, "--timeout", "3000000"), ("--timeout 3e+06", "more than a day")),
    "unknown embedder": ((*STUDY, "--embedder", "wordlama"), ("wordlama", "wordllama")),
    "unknown kind of person": ((*STUDY, "--people-kind", "simulatd"), ("simulatd", "simulated")),
    "no data": ((*STUDY, "--data", "nowhere"), ("nowhere", "embodied/")),
    "out below a file": ((*STUDY, "--people", "1", "--out", "/dev/null/run"), ("/dev/null",)),
    "out is a file": ((*STUDY, "--people", "1", "--out", "/dev/null"), ("is a file",)),
    "resume nothing": (("study", "--resume", "nowhere"), ("nowhere",)),
    "resume and out": (("study", "--resume", "x", "--out", "y"), ("--out", "leave out")),
    "data: nobody": (("data", "embodied", "--people", "0", "--out", "x"), ("0",)),
    "data: nowhere": (("data", "embodied"), ("--out",)),
    "data: below a file": (("data", "embodied", "--people", "1", "--out", "/dev/null/x"), ("/dev/null/x",)),
    "data: unknown world": (("data", "shoping", "--out", "x"), ("shoping",)),
    "understand: no options": (("understand", "the tea"), ("--options",)),
    "understand: empty options": (("understand", "--options", "", "the tea"), ("--options",)),
    "understand: only bars": (("understand", "--options", " | |", "the tea"), ("--options",)),
    "understand: an empty option": (("understand", "--options", "tea||milk", "the tea"), ("--options", "nothing")),
    "understand: an empty last option": (("understand", "--options", "tea|milk|", "the tea"), ("--options",)),
    "understand: acted": (
        ("understand", "--options", "tea|milk", "--acted", "cocoa", "no"),
        ("cocoa", "tea, milk"),
    ),
    "understand: mind": (("understand", "--options", "tea", "--mind", "big", "no"), ("big",)),
    "understand: nothing said": (("understand", "--options", "tea"), ("words",)),
    "chat: no name": (("chat", "--person", " "), ("--person",)),
    "chat: too long a name": (("chat", "--person", "x" * 1001), ("1,000 characters at most", "1,001")),
    "chat: no such folder": (("chat", "--person", "ana", "--store", "nowhere/memory.db"), ("nowhere",)),
    "chat: below a file": (("chat", "--person", "ana", "--store", "/dev/null/memory.db"), ("/dev/null",)),
    "chat: unknown world": (("chat", "--world", "mars"), ("mars",)),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_mistake_is_one_line_and_leaves_nothing(cli: Cli, tmp_path: Path, case: str) -> None:
    argv, words = REFUSED[case]
    is_refused(cli(*argv), *words)
    assert tree(tmp_path) == []


def test_a_chat_with_an_unknown_mind_leaves_no_memory_behind(cli: Cli, tmp_path: Path) -> None:
    is_refused(cli("chat", "--person", "ana", "--mind", "big"), "big")
    assert tree(tmp_path) == []


def test_a_mistake_is_told_through_the_installed_command_too(tmp_path: Path) -> None:
    said = penchant("study", "embodied", "--people", "-3", cwd=tmp_path)
    is_refused(said, "-3")
    assert said.code == 2


def test_a_text_too_long_for_an_agent_is_refused_before_there_is_a_run(cli: Cli, people: Path, tmp_path: Path) -> None:
    file = people / "embodied" / "scenarios" / "evolved_scenarios_B.json"
    tasks = json.loads(file.read_text())
    tasks[1]["task"] = "x" * 10_000_000
    file.write_text(json.dumps(tasks))
    is_refused(cli(*STUDY, "--data", people, "--out", "run"), f"{file}, record 2", "10,000,000 characters")
    assert tree(tmp_path) == []


def test_more_people_than_the_data_hold_are_refused(cli: Cli, people: Path, tmp_path: Path) -> None:
    is_refused(cli(*STUDY, "--data", people, "--people", "3", "--out", "run"), "2 people", "3")
    assert tree(tmp_path) == []


@pytest.mark.parametrize("broken", ["half", "not json", "not a list", "not utf-8", "empty"])
def test_spoilt_data_name_the_file_and_start_no_run(cli: Cli, people: Path, tmp_path: Path, broken: str) -> None:
    file = people / "embodied" / "scenarios" / "evolved_scenarios_A.json"
    match broken:
        case "half":
            file.unlink()
        case "not json":
            file.write_bytes(file.read_bytes()[:-40])
        case "not a list":
            file.write_text(json.dumps({"a": 1}))
        case "not utf-8":
            file.write_bytes(b"\xff\xfe" + file.read_bytes())
        case _:
            file.write_text("")
    is_refused(cli(*STUDY, "--data", people, "--out", "run"), "evolved_scenarios_A.json")
    assert tree(tmp_path) == []


def test_the_folder_inside_the_data_is_pointed_out(cli: Cli, people: Path, tmp_path: Path) -> None:
    is_refused(cli(*STUDY, "--data", people / "embodied", "--out", "run"), str(people))
    assert tree(tmp_path) == []


def test_a_folder_that_is_not_empty_is_refused_and_left_as_it_was(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "diary.txt").write_text("mine")
    is_refused(cli(*STUDY, "--people", "1", "--out", "run"), "not empty")
    assert tree(tmp_path) == ["run", "run/diary.txt"]


def test_a_run_of_another_format_is_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"format": 99, "penchant": "7.0", "config": {}}))
    is_refused(cli("study", "--resume", "."), "99", "7.0")
    assert tree(tmp_path) == ["run.json"]


def test_resuming_with_what_the_run_was_started_with_is_fine_and_with_anything_else_refused(
    cli: Cli, people: Path
) -> None:
    started = (*STUDY, "--data", people, "--methods", "none", "--passes", "1")
    assert cli(*started, "--jobs", "1", "--out", "run").code == 0
    assert cli(*started, "--resume", "run").code == 0
    is_refused(cli("study", "shopping", "--resume", "run"), "shopping")
    for flag, value in (("--seed", "5"), ("--methods", "both"), ("--passes", "2"), ("--people-kind", "laconic")):
        is_refused(cli("study", "--resume", "run", flag, value), flag, "leave it out")


def test_a_run_of_another_version_is_refused(cli: Cli, people: Path, tmp_path: Path) -> None:
    assert cli(*STUDY, "--data", people, "--methods", "none", "--passes", "1", "--jobs", "1", "--out", "run").code == 0
    run = tmp_path / "run" / "run.json"
    run.write_text(run.read_text().replace(f'"penchant": "{version("penchant")}"', '"penchant": "9.9.9"'))
    is_refused(cli("study", "--resume", "run"), "9.9.9", "start a new run")


def test_a_memory_of_a_later_penchant_is_refused_and_left_alone(cli: Cli, tmp_path: Path) -> None:
    SQLiteStore(tmp_path / "memory.db").close()
    with closing(sqlite3.connect(tmp_path / "memory.db")) as connection:
        connection.execute("pragma user_version = 99")
    before = (tmp_path / "memory.db").read_bytes()
    is_refused(cli("chat", "--person", "ana"), "99", "upgrade")
    assert (tmp_path / "memory.db").read_bytes() == before


def test_a_memory_that_is_no_database_is_refused_and_left_alone(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_text("dear diary, " * 100)
    is_refused(cli("chat", "--person", "ana"), "memory.db")
    assert (tmp_path / "memory.db").read_text() == "dear diary, " * 100


def test_data_are_not_written_over(cli: Cli, tmp_path: Path) -> None:
    assert cli("data", "embodied", "--people", "1", "--out", "mine").code == 0
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in tree(tmp_path)}
    is_refused(cli("data", "embodied", "--people", "1", "--out", "mine"), "exists already")
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in tree(tmp_path)} == before


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096,) * 2)"


def test_no_room_for_data_is_one_line(tmp_path: Path) -> None:
    is_refused(penchant("data", "embodied", "--people", "3", "--out", "mine", cwd=tmp_path, code=FULL), "mine")
    assert [name for name in tree(tmp_path) if name.endswith(".json")] == []


def test_after_there_was_no_room_the_data_can_be_written_to_the_same_folder(tmp_path: Path) -> None:
    penchant("data", "embodied", "--people", "3", "--out", "mine", cwd=tmp_path, code=FULL)
    assert [name for name in tree(tmp_path) if name.endswith(".tmp")] == []
    assert penchant("data", "embodied", "--people", "3", "--out", "mine", cwd=tmp_path).code == 0


def test_a_standard_output_that_is_full_is_one_line() -> None:
    code = "import os; os.dup2(os.open('/dev/full', os.O_WRONLY), 1)"
    is_refused(penchant("understand", "--options", "tea|milk", "the tea", code=code), "space")


def test_a_reader_who_goes_away_early_is_no_failure() -> None:
    code = "import os; r, w = os.pipe(); os.close(r); os.dup2(w, 1)"
    said = penchant("understand", "--options", "tea|milk", "the tea", code=code)
    assert said.code == 141
    assert "Traceback" not in said.err
