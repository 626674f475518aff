"""`--people-style`: kept with the run, told in the report, and the same when it goes on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench import Said, is_refused, tiny_people, tree

Cli = Callable[..., Said]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), people=2, tasks=3)


def start(people: Path, out: str, *more: str | Path) -> list[str | Path]:
    plain = ["study", "embodied", "--methods", "both", "--passes", "1", "--jobs", "1", "--out", out]
    return [*plain, "--data", people, *more]


def test_ideal_people_give_the_very_report_that_no_style_gives(cli: Cli, people: Path, tmp_path: Path) -> None:
    cli(*start(people, "plain"))
    cli(*start(people, "ideal", "--people-style", "ideal"))
    one, two = tmp_path / "plain", tmp_path / "ideal"
    for name in ("report.json", "episodes.jsonl"):
        assert (one / name).read_bytes() == (two / name).read_bytes()
    report = json.loads((one / "report.json").read_text())
    assert (report["people_style"], report["traits"]) == ("ideal", {})


def test_a_style_is_told_in_the_table_the_report_and_the_page(cli: Cli, people: Path, tmp_path: Path) -> None:
    said = cli(*start(people, "run", "--people-style", "noisy-30"))
    told = "noisy-30 (feedback: wrong 0.3, how random)"
    assert told in " ".join(said.out.split())
    report = json.loads((tmp_path / "run" / "report.json").read_text())
    assert report["people_style"] == told
    assert report["traits"] == {"feedback": {"wrong": 0.3, "how": "random"}}
    assert told in (tmp_path / "run" / "report.html").read_text()
    kept = json.loads((tmp_path / "run" / "run.json").read_text())["config"]["options"]["people_style"]
    assert kept == {"name": "noisy-30", "traits": report["traits"]}
    assert cli(*start(people, "again", "--people-style", "noisy-30", "--json")).json["people_style"] == told


def test_a_file_works_as_its_preset_does_and_its_path_is_not_told(cli: Cli, people: Path, tmp_path: Path) -> None:
    style = tmp_path / "mine.toml"
    style.write_text('[feedback]\nwrong = 0.3\nhow = "random"\n')
    cli(*start(people, "preset", "--people-style", "noisy-30"))
    said = cli(*start(people, "file", "--people-style", style))
    assert "mine (feedback: wrong 0.3, how random)" in " ".join(said.out.split())
    one, two = (tmp_path / name / "episodes.jsonl" for name in ("preset", "file"))
    assert one.read_bytes() == two.read_bytes()
    assert str(tmp_path) not in (tmp_path / "file" / "report.html").read_text()


def test_a_run_goes_on_with_its_own_people_and_without_their_file(cli: Cli, people: Path, tmp_path: Path) -> None:
    style = tmp_path / "mine.toml"
    style.write_text("[feedback]\nwrong = 0.3\n")
    cli(*start(people, "whole", "--people-style", style))
    cli(*start(people, "run", "--people-style", style, "--stop-after", "2"))
    refused = cli("study", "--resume", "run", "--people-style", "noisy-5")
    is_refused(
        refused,
        "--people-style noisy-5 (feedback: wrong 0.05, how random) is not what the run was started with "
        "(mine (feedback: wrong 0.3)); leave it out.",
    )
    style.unlink()
    cli("study", "--resume", "run")
    one, two = ((tmp_path / name / "report.json").read_bytes() for name in ("whole", "run"))
    assert one == two


@pytest.mark.parametrize("phase", ["1", "3"])
def test_moods_go_on_where_a_life_was_left(cli: Cli, people: Path, tmp_path: Path, phase: str) -> None:
    cli(*start(people, "whole", "--people-style", "difficult"))
    cli(*start(people, "run", "--people-style", "difficult", "--stop-after", phase))
    closing = json.loads((tmp_path / "run" / "episodes.jsonl").read_text().splitlines()[-1])
    assert [sorted(state) for state in closing["left"]["people"]] == [["spent"], ["trust"]]
    cli("study", "--resume", "run")
    one, two = ((tmp_path / name / "report.json").read_bytes() for name in ("whole", "run"))
    assert one == two


def test_the_exam_goes_by_the_taste_that_holds_then(cli: Cli, people: Path, tmp_path: Path) -> None:
    style = tmp_path / "style.toml"
    stale = []
    for number, drift in enumerate(('kind = "never"', 'kind = "once"', 'kind = "back"\nover = 0.2')):
        style.write_text(f"[drift]\n{drift}\n")
        lines = cli(*start(people, f"run{number}", "--people-style", style, "--json")).json["lines"]
        assert lines["oracle"]["phase4"] == 1.0
        stale.append(lines["stale"]["phase4"])
    assert stale == [1.0, 0.0, 1.0]


def test_the_style_file_of_the_docs_is_read_and_run(cli: Cli, people: Path, tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "study.md").read_text(encoding="utf-8"), re.DOTALL)
    style = tmp_path / "docs.toml"
    style.write_text(example)
    figures = cli(*start(people, "run", "--people-style", style, "--json")).json
    assert list(figures["traits"]) == ["feedback", "patience", "drift", "trust"]
    assert figures["methods"]


def test_a_style_that_cannot_be_is_one_line_and_nothing_is_run(cli: Cli, people: Path, tmp_path: Path) -> None:
    style = tmp_path / "bad.toml"
    style.write_text("[feedback]\nwrong = 1.5\n")
    before = tree(tmp_path)
    is_refused(
        cli(*start(people, "run", "--people-style", style)),
        "The trait 'feedback' takes wrong as a share from 0 to 1, not 1.5.",
    )
    assert tree(tmp_path) == before


def test_people_of_the_web_shop_have_traits_where_they_are_talked_to(cli: Cli, tmp_path: Path) -> None:
    shop = ["study", "web", "--people", "3", "--products", "300", "--agents", "penchant", "--jobs", "1"]
    single = cli(*shop, "--people-style", "noisy-10")
    is_refused(single, "--people-style noisy-10 is for people who are talked to")
    is_refused(cli(*shop, "--track", "multi", "--people-style", "drifting"), "The trait 'drift' changes nothing")
    plain = cli(*shop, "--track", "multi", "--json", "--out", "plain").json
    cli(*shop, "--track", "multi", "--out", "ideal", "--people-style", "ideal")
    assert (tmp_path / "plain" / "episodes.jsonl").read_bytes() == (tmp_path / "ideal" / "episodes.jsonl").read_bytes()
    said = cli(*shop, "--track", "multi", "--json", "--out", "run", "--people-style", "difficult")
    assert said.json["people_style"].startswith("difficult (")
    assert plain["people_style"] == "ideal"
    assert "The trait 'drift' changes nothing" in said.err
    assert (tmp_path / "run" / "episodes.jsonl").read_bytes() != (tmp_path / "plain" / "episodes.jsonl").read_bytes()


def test_help_lists_the_presets(cli: Cli, capsys: pytest.CaptureFixture[str]) -> None:
    from penchant.cli.main import main
    from penchant_lab.people import PRESETS

    for words in (("study", "--help"), ("study", "shopping", "--help")):
        with pytest.raises(SystemExit):
            main(list(words))
        text = " ".join(capsys.readouterr().out.split())
        assert ", ".join(PRESETS) in text.replace("noisy- ", "noisy-")
