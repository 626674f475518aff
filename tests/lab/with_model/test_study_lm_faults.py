"""What an endpoint or a model does wrong in a study: one line, or an episode that broke; nothing is lost."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penchant.mind.lm.trial import SENTENCES
from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import EMPTY, OUT_OF_ORDER, REFUSAL, Asked, Endpoint, Fault, Rules
from penchant.testing.endpoint import Said as Reply
from with_model.lm_study import Cli, report, start
from workbench import is_refused, penchant

pytestmark = pytest.mark.usefixtures("no_matplotlib")

KEY = "sk-very-secret-7"


def test_a_wrong_key_is_one_line_and_never_shown(
    cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with Endpoint(CapableModel(), Rules(key="another")) as guarded:
        said = cli(*start(people, tmp_path / "run", guarded))
    assert said.code == 1
    assert "OPENAI_API_KEY" in said.err.splitlines()[-1]
    assert KEY not in said.err + said.out


def test_a_key_is_in_no_file_of_a_run(cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with Endpoint(CapableModel(), Rules(key=KEY)) as guarded:
        assert cli(*start(people, tmp_path / "run", guarded)).code == 0
    for file in (tmp_path / "run").rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_mistyped_model_is_one_line_and_the_run_is_started_again_with_the_right_name(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path, jobs: str
) -> None:
    flags = ("--max-spend", "9", "--price", "1,2", "--in-flight", "3", "--jobs", jobs)
    command = start(people, tmp_path / "run", endpoint, *flags)
    command[command.index("scripted")] = "scripted-2"
    said = cli(*command)
    assert said.code == 1
    last = said.err.splitlines()[-1]
    assert "There is no model 'scripted-2'" in last
    assert "Did you mean 'scripted'?" in last
    assert last.endswith("start again with the right name.")
    assert "--resume" not in last
    assert list(tmp_path.iterdir()) == []
    command[command.index("scripted-2")] = "scripted"
    assert cli(*command).code == 0
    is_refused(cli("study", "embodied", "--data", people, "--mind", "lm"), "--model")


def test_an_empty_folder_that_was_there_before_stays(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path
) -> None:
    (tmp_path / "run").mkdir()
    command = start(people, tmp_path / "run", endpoint)
    command[command.index("scripted")] = "scripted-2"
    assert cli(*command).code == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["run"]


def test_a_run_with_a_mistyped_model_that_holds_anything_stays(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path
) -> None:
    command = start(people, tmp_path / "kept", endpoint, "--store", "sqlite")
    command[command.index("scripted")] = "scripted-2"
    last = cli(*command).err.splitlines()[-1]
    assert "Start again with the right name, with another --out; or, where the name is right, go on with:" in last
    assert (tmp_path / "kept" / "run.json").exists()
    again = cli("study", "--resume", tmp_path / "kept").err.splitlines()[-1]
    assert "Start again with the right name" in again
    assert (tmp_path / "kept" / "run.json").exists(), "what was there before a command is not removed by it"


def test_with_a_mistyped_model_of_the_people_nothing_is_paid_for_twice(cli: Cli, people: Path, tmp_path: Path) -> None:
    capable = CapableModel()

    def answer(asked: Asked) -> str:
        if asked.body["model"] != "actor":
            return capable(asked)
        wish = asked.body["messages"][0]["content"].split("What you want this time: ")[1].split(".")[0]
        return json.dumps({"says": f"I want the {wish.split(',')[0]}."})

    with Endpoint(answer, Rules(models=("scripted", "actor"))) as running:
        played = ("--people-kind", "played", "--people-model")
        said = cli(*start(people, tmp_path / "one", running, *played, "acter"))
        assert said.code == 1
        assert f"another --out and with --reuse {tmp_path / 'one'}, so that" in said.err.splitlines()[-1]
        reuse = ("--reuse", str(tmp_path / "one"))
        assert cli(*start(people, tmp_path / "two", running, *played, "actor", *reuse)).code == 0
    assert report(tmp_path / "two")["model"]["models"]["scripted"]["reused"] >= 10, "those of the trial"


FEW = ("--people", "2", "--passes", "1")
Answering = Callable[[Asked], str | Reply | Fault]
FAULTS: dict[str, Any] = {
    "broken JSON": "{",
    "a refusal": REFUSAL,
    "an empty reply": EMPTY,
    "another language": "Je ne comprends pas.",
    "a prompt too long": Fault(400, "This model's maximum context length is 512 tokens", "context_length_exceeded"),
    "no reply, whatever is tried": OUT_OF_ORDER,
}


def failing_with(fault: Any) -> Answering:
    """A capable model, but for a third of what it is asked once it has passed the trial; the same third every time."""
    capable = CapableModel()

    def answer(asked: Asked) -> str | Reply | Fault:
        first = str(asked.body["messages"][1]["content"])
        plain = any(case.words in first for case in SENTENCES) or zlib.crc32(first.encode()) % 3
        return capable(asked) if plain else fault

    return answer


@pytest.mark.parametrize("what", FAULTS)
def test_replies_that_are_no_use_break_their_episodes_and_say_why_and_the_run_goes_on(
    cli: Cli, people: Path, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penchant.lm.openai.PATIENCE", 1000)
    monkeypatch.setattr("penchant.lm.retry.Backoff.seconds", lambda *_: 0.0)
    with Endpoint(failing_with(FAULTS[what])) as moody:
        said = cli(*start(people, tmp_path / "run", moody, *FEW, "--in-flight", "1"))
        assert said.code == 0
    found = report(tmp_path / "run")["methods"]
    broke = [method["broke"] for method in found.values()]
    assert all(count > 0 for count in broke)
    assert [sum(method["why"].values()) for method in found.values()] == broke
    why = Counter[str]()
    for method in found.values():
        why.update(method["why"])
    reason = min(why, key=lambda each: (-why[each], each))
    episodes = sum(method["episodes"] for method in found.values())
    told = f"{sum(broke)} of {episodes} broke: {why[reason]} x {reason.rstrip('.')[:60]}"
    assert told in " ".join(said.out.split())
    entries = (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()
    kept = [json.loads(entry) for entry in entries]
    assert all(not entry["opened"] and entry["right"] is None for entry in kept if entry.get("broke"))


@pytest.mark.parametrize(
    "what", ["broken JSON", *(pytest.param(what, marks=pytest.mark.slow) for what in FAULTS if what != "broken JSON")]
)
def test_with_replies_that_are_no_use_the_report_is_the_same_however_the_study_is_run(
    cli: Cli, people: Path, tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("penchant.lm.openai.PATIENCE", 1000)
    monkeypatch.setattr("penchant.lm.retry.Backoff.seconds", lambda *_: 0.0)
    with Endpoint(failing_with(FAULTS[what])) as moody:
        assert cli(*start(people, tmp_path / "run", moody, *FEW, "--in-flight", "1")).code == 0
        for name, how in (("64", ("--in-flight", "64")), ("2", ("--in-flight", "4", "--jobs", "2"))):
            assert cli(*start(people, tmp_path / name, moody, *FEW, *how)).code == 0
            assert (tmp_path / name / "report.json").read_bytes() == (tmp_path / "run" / "report.json").read_bytes()
        lines = (tmp_path / "64" / "episodes.jsonl").read_bytes().splitlines(keepends=True)
        (tmp_path / "64" / "episodes.jsonl").write_bytes(b"".join(lines[: len(lines) // 3]))
        assert cli("study", "--resume", tmp_path / "64").code == 0
    assert cli("study", "--replay", tmp_path / "run", "--out", tmp_path / "again").code == 0
    for name in ("64", "again"):
        assert (tmp_path / name / "report.json").read_bytes() == (tmp_path / "run" / "report.json").read_bytes()


def test_a_reply_that_is_put_right_breaks_nothing(cli: Cli, people: Path, whole: Path, tmp_path: Path) -> None:
    capable = CapableModel()

    def hasty(asked: Asked) -> str | Reply | Fault:
        messages = asked.body["messages"]
        if len(messages) == 2 and not any(case.words in messages[1]["content"] for case in SENTENCES):
            return EMPTY if asked.number % 2 else "{"
        return capable(Asked({**asked.body, "messages": messages[:2]}, asked.headers, asked.number))

    with Endpoint(hasty) as running:
        assert cli(*start(people, tmp_path / "run", running)).code == 0
    assert report(tmp_path / "run")["methods"] == report(whole)["methods"]
    assert report(tmp_path / "run")["model"]["purposes"]["understand-repair"]["calls"] > 0


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        (["--max-calls", "-1"], "budget"),
        (["--max-calls", "0"], "budget"),
        (["--base-url", "notaurl"], "base URL"),
        (["--in-flight", "0"], "--in-flight"),
        (["--timeout", "0"], "--timeout"),
        (["--store", ""], "Which memory"),
    ],
)
def test_a_mistake_in_the_flags_is_one_line_and_leaves_no_run(
    cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path, flags: list[str], word: str
) -> None:
    is_refused(cli(*start(people, tmp_path / "run", endpoint, *flags)), word)
    assert not (tmp_path / "run").exists()


def test_an_endpoint_that_never_replies_stops_the_run_rather_than_being_left_out(
    cli: Cli, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    with Endpoint(lambda asked: OUT_OF_ORDER) as dead:
        said = cli(*start(people, tmp_path / "run", dead))
    assert said.code == 1
    assert "none got a reply" in said.err.splitlines()[-1]


def test_an_endpoint_that_is_out_of_order_is_seen_to_be_waited_for(people: Path, tmp_path: Path) -> None:
    soon = "from penchant.lm.retry import Backoff; Backoff.seconds = lambda *_: 0.01"
    few = ("--people", "1", "--passes", "1")
    capable = CapableModel()
    with Endpoint(lambda asked: OUT_OF_ORDER if asked.number < 5 else capable(asked)) as shaky:
        said = penchant(*start(people, tmp_path / "run", shaky, *few, "--json", "--in-flight", "4"), code=soon)
    assert said.code == 0
    assert json.loads(said.out)["suite"] == "embodied-v1"
    lines = [line for line in said.err.splitlines() if "answered 500" in line]
    assert len(lines) == 1, "of four one, as they come within ten seconds"
    assert "attempt 2 of 6 in 0.01 s." in lines[0]


def test_a_model_that_cannot_read_is_left_out_and_the_report_says_so(cli: Cli, people: Path, tmp_path: Path) -> None:
    with Endpoint(lambda asked: "I am a helpful assistant.") as weak:
        said = cli(*start(people, tmp_path / "run", weak))
    assert said.code == 0
    assert "The model was left out: it read 0 of the first 3 sentences" in " ".join(said.out.split())
    assert report(tmp_path / "run")["model"]["trial"] == {"right": 0, "asked": 3, "needed": 10, "passed": False}
