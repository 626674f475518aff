"""A run of the web shop is kept as it goes, and the same whatever happens to it on the way."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from small_web import CONFIG, BrokenCast, Quiet, WatchedCast, finished, kept, small_shop, study

from penchant.errors import BadData, BadInput, Interrupted, ModelUnavailable, RunError
from penchant_lab.run.run_folder import RunFolder
from penchant_lab.run.runner import new_run, resumed_run
from penchant_lab.run.study import UnitResult
from penchant_lab.run.suites import presentation_of
from penchant_lab.suites.web.agents import AGENTS
from penchant_lab.suites.web.data import open_data, write
from penchant_lab.suites.web.records import PASTS, TRACKS, Past, Track
from penchant_lab.suites.web.shop.protocol import Environment
from penchant_lab.suites.web.study.baselines import BASELINES
from penchant_lab.suites.web.study.cast import WebCast
from penchant_lab.suites.web.study.options import DEAF
from penchant_lab.suites.web.study.study import tasks_by_person

pytestmark = pytest.mark.usefixtures("no_matplotlib")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "run"
    study(path)
    return path


def same(path: Path, other: Path) -> bool:
    return all((path / name).read_bytes() == (other / name).read_bytes() for name in ("report.json", "episodes.jsonl"))


def test_two_processes_give_the_same_bytes_as_one(whole: Path, tmp_path: Path) -> None:
    study(tmp_path / "run", jobs=2)
    assert same(tmp_path / "run", whole)


def test_the_report_has_every_agent_and_line_on_the_same_tasks(whole: Path) -> None:
    figures = json.loads((whole / "report.json").read_text())
    tasks = small_shop().test
    assert list(figures["agents"]) == list(CONFIG.methods)
    assert list(figures["lines"]) == list(BASELINES)
    for row in figures["agents"].values():
        assert row["overall"]["n"] == row["tasks"] == len(tasks) == figures["tasks"]
        for type in ("search", "recommend", "review"):
            assert row[type]["n"] == sum(task.type == type for task in tasks)
    assert figures["lines"]["oracle-title"]["search"]["n"] == figures["agents"]["none"]["search"]["n"]
    worth = {name: row["search"]["result"] for name, row in figures["agents"].items()}
    ahead = figures["ahead"]["search"]
    assert worth[ahead["best"]] == max(worth.values())
    assert ahead["difference"] == pytest.approx(worth[ahead["best"]] - worth[ahead["second"]], abs=2e-6)
    assert "wall_s" not in figures
    assert json.loads((whole / "timings.json").read_text())["wall_s"] > 0


@pytest.mark.parametrize(("units", "short"), [(0, 1), (7, 10_000), (10, 80)])
def test_a_run_that_stopped_anywhere_is_resumed_to_the_same_bytes(
    whole: Path, tmp_path: Path, units: int, short: int
) -> None:
    (tmp_path / "run.json").write_bytes((whole / "run.json").read_bytes())
    lines = (whole / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    ends = [at + 1 for at, line in enumerate(lines) if line.startswith(b'{"unit"')]
    start = ends[units - 1] if units else 0
    torn = b"".join(lines[start : ends[units]])[:-short]  # so many bytes of the next unit are missing
    (tmp_path / "episodes.jsonl").write_bytes(b"".join(lines[:start]) + torn)
    progress = Quiet()
    finished(*resumed_run(tmp_path), progress=progress)
    assert same(tmp_path, whole)
    assert len(progress.units) == len(ends) - units
    assert progress.done + sum(unit.episodes for unit in progress.units) == progress.tasks


def test_a_finished_run_that_is_resumed_does_nothing_again(whole: Path, tmp_path: Path) -> None:
    for name in ("run.json", "episodes.jsonl"):
        (tmp_path / name).write_bytes((whole / name).read_bytes())
    progress = Quiet()
    finished(*resumed_run(tmp_path), jobs=2, progress=progress)
    assert progress.units == []
    assert same(tmp_path, whole)


def test_a_task_that_breaks_is_counted_and_never_scored(tmp_path: Path) -> None:
    def fail(environment: Environment) -> None:
        if environment.observe().at % 2:
            raise ZeroDivisionError("on odd days")

    figures = study(tmp_path / "run", cast=WatchedCast(fail))
    odd = sum(task.at % 2 for task in small_shop().test)
    assert 0 < odd < figures["tasks"]
    for row in figures["agents"].values():
        assert row["broke"] == odd
        assert row["overall"]["n"] == figures["tasks"] - odd
    broke = [record for name, record in kept(tmp_path / "run") if record.broke and name not in BASELINES]
    assert len(broke) == odd * (len(CONFIG.methods) + 1)  # one of them without a past, too
    assert all("ZeroDivisionError: on odd days" in record.broke for record in broke)


def test_a_run_in_which_everything_breaks_says_where_the_reason_is(tmp_path: Path) -> None:
    def fail(environment: Environment) -> None:
        raise ZeroDivisionError

    with pytest.raises(RunError, match=r"Every task broke.*episodes\.jsonl"):
        study(tmp_path / "run", cast=WatchedCast(fail))


@pytest.mark.parametrize(("track", "who"), [("single", "none"), ("single", "last"), ("continual", "penchant")])
def test_an_agent_all_of_whose_tasks_broke_takes_the_report_from_nobody(tmp_path: Path, track: str, who: str) -> None:
    figures = study(tmp_path / "run", cast=BrokenCast(who), track=track, past="all")
    assert (figures["agents"][who]["overall"]["n"], figures["agents"][who]["overall"]["result"]) == (0, None)
    assert figures["agents"][who]["broke"] == figures["tasks"]
    assert all(row["overall"]["n"] for name, row in figures["agents"].items() if name.removesuffix(DEAF) != who)
    row = next(line for line in presentation_of(figures).text(figures).splitlines() if line.startswith(f"{who} "))
    assert row.split()[1:] == ["-"] * len(row.split()[1:])
    assert (tmp_path / "run" / "report.html").exists()


def test_a_model_that_is_gone_stops_the_run_and_nothing_is_scored_for_it(whole: Path, tmp_path: Path) -> None:
    calls = []

    def fail(environment: Environment) -> None:
        calls.append(environment)
        if len(calls) == 9:
            raise ModelUnavailable("Nobody there.")

    with pytest.raises(RunError, match=r"Nobody there\..*--resume"):
        study(tmp_path / "run", cast=WatchedCast(fail))
    finished(*resumed_run(tmp_path / "run"))
    assert same(tmp_path / "run", whole)


def test_an_interruption_is_one_line_that_says_how_to_go_on(whole: Path, tmp_path: Path) -> None:
    class Impatient(Quiet):
        def step(self, result: UnitResult, episodes: int) -> None:
            super().step(result, episodes)
            if len(self.units) == 12:
                raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"Stopped after 12 of 90 lives; .*--resume"):
        finished(*new_run(CONFIG, tmp_path / "run"), progress=Impatient())
    finished(*resumed_run(tmp_path / "run"), jobs=2)
    assert same(tmp_path / "run", whole)


def test_in_the_continual_track_agents_hear_after_each_task_in_order_of_time(tmp_path: Path) -> None:
    cast = WatchedCast()
    figures = study(tmp_path / "run", cast=cast, track="continual", agents=("none", "penchant"))
    tasks = tasks_by_person(small_shop(), "continual")
    assert list(figures["agents"]) == ["none", "penchant", f"penchant{DEAF}"]
    assert figures["tasks"] == sum(map(len, tasks.values())) > len(small_shop().test)
    none, ours, deaf, *strangers = (agent.seen for agent in cast.made)
    wanted = [f"{task.person} {task.at}" for group in tasks.values() for task in group]
    assert deaf == wanted
    assert strangers == [[each] for each in wanted]  # a new one for every task, and nothing said afterwards
    assert ours == none == [line for each in wanted for line in (each, f"{each} heard")]
    moments = [[task.at for task in group] for group in tasks.values()]
    assert moments == [sorted(group) for group in moments]


@pytest.mark.parametrize("past", PASTS)
def test_strangers_are_strangers_and_others_are_known_as_far_as_they_should_be(past: Past, tmp_path: Path) -> None:
    shown: dict[tuple[str, int], int] = {}

    def look(environment: Environment) -> None:
        seen = environment.observe()
        shown[seen.person, seen.at] = len(environment.history)

    study(tmp_path / "run", cast=WatchedCast(look), track="continual", past=past, agents=("none",))
    data = small_shop()
    for person, group in tasks_by_person(data, "continual").items():
        before = [len(data.visible(group[0])), *(len(data.visible(task)) for task in group)]
        wanted = {"none": [0] * len(group), "before": before[:1] * len(group), "all": before[1:]}[past]
        assert [shown[person, task.at] for task in group] == wanted
    assert max(shown.values()) > 0 or past == "none"


def test_only_who_has_somebody_to_talk_to_asks(whole: Path, tmp_path: Path) -> None:
    alone = [record for _, record in kept(whole)]
    assert not any(record.questions for record in alone)
    figures = study(tmp_path / "run", track="multi", agents=("none", "interecagent"))
    assert figures["agents"]["none"]["overall"]["questions"] > 0
    assert figures["agents"]["interecagent"]["overall"]["steps"] > 1


def test_a_folder_that_is_in_use_is_refused(whole: Path) -> None:
    run = RunFolder.reopen(whole)
    with pytest.raises(RunError, match="Another process"):
        resumed_run(whole)
    run.close()


def test_data_that_changed_since_are_refused(tmp_path: Path) -> None:
    write(open_data(None, 2, 300, 5), tmp_path / "data")
    study(tmp_path / "run", data=str(tmp_path / "data"), people=None, products=None, agents=("none",))
    write(open_data(None, 2, 300, 6), tmp_path / "data")
    with pytest.raises(RunError, match="have changed"):
        resumed_run(tmp_path / "run")
    RunFolder.reopen(tmp_path / "run").close()


def test_files_give_the_figures_of_the_shop_they_were_written_from(whole: Path, tmp_path: Path) -> None:
    write(small_shop(), tmp_path / "data")
    figures = study(tmp_path / "run", data=str(tmp_path / "data"), people=None, products=None)
    made: dict[str, Any] = json.loads((whole / "report.json").read_text())
    assert figures["agents"] == made["agents"]
    assert (figures["data"], made["data"]) == ("files", "made up")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"track": "duo"}, "no track 'duo'; there are single, multi, continual"),
        ({"agents": ("penchnt",)}, "Did you mean 'penchant'"),
        ({"agents": ("reflexion",)}, "track single"),
        ({"mind": "human"}, "no mind 'human'"),
        ({"mind": "lm"}, "--model"),
        ({"people": 0}, "0 is too few"),
        ({"products": 20}, "20 is too few"),
    ],
)
def test_bad_input_is_said_before_anything_is_written(tmp_path: Path, changed: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        study(tmp_path / "run", **changed)
    assert os.listdir(tmp_path) == []


def test_files_that_are_cut_or_hold_no_task_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    write(open_data(None, 2, 300, 5), folder)
    chosen: dict[str, Any] = {"data": str(folder), "people": None, "products": None}
    whole_text = (folder / "user_instructions.json").read_text()
    (folder / "user_instructions.json").write_text(whole_text[:500])
    with pytest.raises(BadData, match=r"user_instructions\.json is cut short"):
        study(tmp_path / "run", **chosen)
    (folder / "user_instructions.json").write_text('{"train": [], "test": []}')
    with pytest.raises(BadData, match="no task"):
        study(tmp_path / "run", **chosen)
    assert not (tmp_path / "run").exists()


def test_a_study_of_strangers_takes_those_that_learn_from_words_and_the_simple_rows() -> None:
    cast = WebCast()
    assert cast.usual("continual", "none") == ("none", "simple", "penchant")
    assert cast.usual("continual", "all") == cast.names("continual")
    untrained = [name for name in cast.names("single") if not AGENTS[name].trained]
    assert cast.usual("single", "all") == tuple(untrained)


@pytest.mark.parametrize("track", TRACKS)
def test_what_memory_is_worth_stands_in_every_track(tmp_path: Path, track: Track) -> None:
    figures = study(tmp_path / "run", agents=("none", "penchant"), track=track, people=6)
    assert [name for name in figures["agents"] if not name.endswith(DEAF)] == ["none", "penchant"]
    row = figures["agents"]["penchant"]
    for type in ("search", "recommend", "review", "overall"):
        apart = row["beside_stranger"][type]["result"]["difference"]
        assert apart == pytest.approx(row[type]["result"] - row["stranger"][type]["result"], abs=2e-6)
    assert ("over_time" in row["beside_stranger"]) == (track == "continual")
    text = presentation_of(figures).text(figures)
    assert "What memory is worth, beside the same agent to whom everybody is a stranger" in text
    assert "penchant without a past or any memory" in text


def test_agents_that_do_the_same_share_a_row(tmp_path: Path) -> None:
    figures = study(tmp_path / "run", agents=("none", "last", "react"))
    assert figures["agents"]["react"]["same_as"] == "last"
    assert {name for name, row in figures["agents"].items() if "same_as" in row} == {"react"}
    text = presentation_of(figures).text(figures)
    assert any(line.startswith("last = react  ") for line in text.splitlines())
    assert not any(line.startswith(("react  ", "last  ")) for line in text.splitlines())
    assert "share a row" in text
    assert "react" not in {found["second"] for found in figures["ahead"].values()}


def test_the_function_is_told_for_each_set_of_templates(whole: Path) -> None:
    figures = json.loads((whole / "report.json").read_text())
    data = small_shop()
    sets = Counter(data.withheld[task.split, task.number].templates for task in data.test)
    for row in figures["agents"].values():
        assert {name: of["overall"]["n"] for name, of in row["templates"].items()} == dict(sets)
        shares = [of["overall"]["function"] * of["overall"]["n"] for of in row["templates"].values()]
        assert sum(shares) / len(data.test) == pytest.approx(row["overall"]["function"], abs=1e-5)
    text = presentation_of(figures).text(figures)
    assert "first templates, F" in text
    assert "second templates, F" in text
