"""Where a study keeps its people's memories: the same figures everywhere, and lives that go on where they stopped."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from penchant.cli.main import main
from penchant.domain import PersonId, PreferenceId
from penchant.embed import Embedder
from penchant.errors import StoreError
from penchant.store import Change
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing._samples import direction, opening
from penchant_lab.run.memories import Memories, OneLife, shown
from workbench import Said, is_refused, tiny_people

Cli = Callable[..., Said]
ANA = PersonId("ana")
pytestmark = pytest.mark.usefixtures("no_matplotlib")


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"))


def start(people: Path, out: Path, *more: str) -> list[str]:
    plain = ["study", "embodied", "--data", str(people), "--methods", "none,both", "--passes", "2"]
    return [*plain, "--out", str(out), "--jobs", "1", *more]


@pytest.fixture(scope="module")
def whole(people: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in the memory of its process, from start to end."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    assert main(start(people, out)) == 0
    return out


def report(run: Path) -> bytes:
    return (run / "report.json").read_bytes()


@pytest.mark.parametrize("where", ["sqlite", "faiss"])
def test_the_figures_do_not_depend_on_where_memories_are_kept(
    cli: Cli, people: Path, whole: Path, tmp_path: Path, where: str
) -> None:
    assert cli(*start(people, tmp_path / "run", "--store", where, "--jobs", "2")).code == 0
    assert report(tmp_path / "run") == report(whole)
    assert (tmp_path / "run" / "episodes.jsonl").read_bytes() == (whole / "episodes.jsonl").read_bytes()


def test_what_a_study_learned_can_be_looked_at_afterwards(cli: Cli, people: Path, tmp_path: Path) -> None:
    assert cli(*start(people, tmp_path / "run", "--store", "sqlite")).code == 0
    said = cli("memory", "people", "--store", tmp_path / "run" / "memory.db", "--json")
    names = [entry["person"] for entry in json.loads(said.out)]
    assert len(names) == 3, "method none remembers nothing"
    assert all(name.startswith("both/") for name in names)


@pytest.mark.parametrize(("where", "file"), [("sqlite", "memory.db"), ("faiss", "memory.faiss/records.db")])
def test_what_a_study_learned_lies_in_one_file_once_it_ends_or_stops(
    cli: Cli, people: Path, tmp_path: Path, where: str, file: str
) -> None:
    run = tmp_path / "run"
    for argv in (start(people, run, "--store", where, "--stop-after", "2", "--jobs", "2"), ["study", "--resume", run]):
        assert cli(*argv).code == 0
        assert [path.name for path in (run / file).parent.glob("*.db*")] == [Path(file).name]
        shutil.copy(run / file, tmp_path / "copy.db")
        with closing(SQLiteStore(tmp_path / "copy.db")) as copy:
            assert [bool(copy.list(person)) for person in copy.people()] == [True] * 3


@pytest.mark.parametrize("phases", [1, 2, 3])
def test_a_study_that_stopped_between_phases_ends_with_the_same_figures(
    cli: Cli, people: Path, whole: Path, tmp_path: Path, phases: int
) -> None:
    run = tmp_path / "run"
    said = cli(*start(people, run, "--stop-after", str(phases)))
    assert said.code == 0
    assert f"--resume {run}" in said.out
    assert not (run / "report.json").exists()
    assert cli("study", "--resume", run).code == 0
    assert report(run) == report(whole)


def test_lives_can_move_to_another_store_between_phases(cli: Cli, people: Path, whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert cli(*start(people, run, "--store", "sqlite", "--stop-after", "2")).code == 0
    assert cli("study", "--resume", run, "--store", "faiss", "--stop-after", "3").code == 0
    assert cli("study", "--resume", run, "--store", "memory").code == 0
    assert report(run) == report(whole)


def test_stopping_where_a_run_has_stopped_already_changes_nothing(cli: Cli, people: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert cli(*start(people, run, "--stop-after", "2")).code == 0
    before = (run / "episodes.jsonl").read_bytes()
    said = cli("study", "--resume", run, "--stop-after", "2", "--json")
    assert json.loads(said.out)["phases"] == 2
    assert (run / "episodes.jsonl").read_bytes() == before


def test_a_life_begins_empty_whatever_an_interruption_left_there(
    cli: Cli, people: Path, whole: Path, tmp_path: Path
) -> None:
    run, shared = tmp_path / "run", tmp_path / "run" / "memory.db"
    assert cli(*start(people, run, "--store", "sqlite")).code == 0
    lines = (run / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    (run / "episodes.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))
    assert shared.exists()
    assert cli("study", "--resume", run).code == 0
    assert report(run) == report(whole)


def test_what_was_forgotten_or_edited_while_a_run_stood_still_is_told_and_its_record_counts(
    cli: Cli, people: Path, whole: Path, tmp_path: Path
) -> None:
    run, file = tmp_path / "run", tmp_path / "run" / "memory.db"
    assert cli(*start(people, run, "--store", "sqlite", "--stop-after", "2")).code == 0
    first, second, _ = (entry["person"] for entry in cli("memory", "people", "--store", file, "--json").json)
    said = cli("memory", "forget", first, "--everything", "--yes", "--store", file)
    assert said.out.splitlines()[-1].startswith("Not looked into: the record of the study this memory is from")
    assert said.out.splitlines()[-1].endswith(str(run / "episodes.jsonl"))
    assert cli("memory", "edit", second, "1", "green tea", "--store", file).code == 0
    told = f"by an interruption: the memory of {first}, {second}. The study goes on from its own record"
    said = cli("study", "--resume", run, "--stop-after", "3")
    assert told in said.err
    assert str(run / "episodes.jsonl") in said.err
    assert "Changed since" not in cli("study", "--resume", run).err
    assert report(run) == report(whole)


def test_a_change_is_told_though_the_memories_move_elsewhere(cli: Cli, people: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert cli(*start(people, run, "--store", "sqlite", "--stop-after", "2")).code == 0
    name = cli("memory", "people", "--store", run / "memory.db", "--json").json[0]["person"]
    assert cli("memory", "retire", name, "1", "--store", run / "memory.db").code == 0
    assert f"the memory of {name}. " in cli("study", "--resume", run, "--store", "faiss").err


def test_a_run_knows_where_its_memories_have_moved(cli: Cli, people: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"

    def noted() -> object:
        return json.loads((run / "run.json").read_text())["config"]["memory"]

    assert cli(*start(people, run, "--store", "sqlite", "--stop-after", "2")).code == 0
    assert cli("study", "--resume", run, "--store", tmp_path / "no" / "folder.db").code == 1
    assert noted() == "sqlite"
    assert cli("study", "--resume", run, "--store", "faiss", "--stop-after", "3").code == 0
    assert noted() == "faiss"
    (run / "memory.db").unlink()
    assert cli("study", "--resume", run).code == 0
    assert not (run / "memory.db").exists()
    assert cli("study", "--resume", run, "--store", "sqlite").code == 0
    assert noted() == "faiss", "nothing was left to move"


def test_two_runs_in_one_file_do_not_meet(cli: Cli, people: Path, whole: Path, tmp_path: Path) -> None:
    for run in ("a", "b"):
        assert cli(*start(people, tmp_path / run, "--store", str(tmp_path / "shared.db"))).code == 0
        assert report(tmp_path / run) == report(whole)
    with closing(SQLiteStore(tmp_path / "shared.db")) as store:
        assert len(store.people()) == 6


@pytest.mark.parametrize("where", ["sqllite:x.db", "sqllite", "postgresql://", "nothere/deep/memory.db"])
def test_a_memory_that_cannot_be_had_is_one_line_and_leaves_no_run(
    cli: Cli, people: Path, tmp_path: Path, where: str
) -> None:
    said = cli(*start(people, tmp_path / "run", "--store", where))
    is_refused(said)
    assert not (tmp_path / "run").exists()
    assert not (tmp_path / where).exists()


def test_a_store_that_fails_in_mid_run_stops_it_and_the_run_can_be_resumed(
    cli: Cli, people: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = 0

    def fails(
        self: SQLiteStore, person: PersonId, changes: Sequence[Change], *, expected: int | None = None
    ) -> list[PreferenceId]:
        nonlocal writes
        writes += 1
        if writes > 60:
            raise StoreError("The disk with the memory is gone.")
        return write(self, person, changes, expected=expected)

    write = SQLiteStore.write
    run = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(SQLiteStore, "write", fails)
        said = cli(*start(people, run, "--store", "sqlite"))
    assert said.code == 1
    assert "is gone" in said.err
    assert said.err.splitlines()[-1].endswith(f"penchant study --resume {run}")
    assert cli("study", "--resume", run).code == 0
    assert report(run) == report(whole)
    assert json.loads(report(run))["methods"]["both"]["broke"] == 0


def test_a_password_is_never_written_down() -> None:
    for url in (
        "postgresql://ana:secret@host:5432/db",
        "postgresql://ana@host/db?password=secret&sslmode=require",
    ):
        assert "secret" not in shown(url)
        assert "ana@host" in shown(url)
    assert shown("sqlite") == "sqlite"
    assert shown("faiss:folder") == "faiss:folder"


def test_in_a_shared_store_a_life_is_kept_under_a_name_of_its_own() -> None:
    shared = DictStore()
    life, other = (OneLife(shared, ANA, PersonId(f"{method}/ana")) for method in ("both", "pre"))
    [id] = life.write(ANA, [opening("herbal tea")])
    assert shared.people() == ["both/ana"]
    assert [one.person for one in life.list(ANA)] == [ANA]
    assert [match.preference.person for match in life.nearest(ANA, direction(1.0), limit=3)] == [ANA]
    kept = life.get(ANA, id)
    assert kept is not None
    assert (kept.person, life.people(), len(life.evidence(ANA)), list(life.vectors(ANA))) == (ANA, [ANA], 1, [id])
    assert (other.people(), other.list(ANA), life.list(PersonId("ben"))) == ([], [], [])
    assert life.forget_person(ANA) == 1
    assert not shared.people()


def test_memories_in_the_process_end_with_the_life(embedder: Embedder, tmp_path: Path) -> None:
    memories = Memories("memory", tmp_path, "run", embedder)
    assert memories.fresh("both", "ana") is not memories.fresh("both", "ana")
    assert not list(tmp_path.iterdir())
