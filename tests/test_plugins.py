"""A stranger's package, built by setuptools into a folder of its own, is found, checked and used like what is ours."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from penchant import Agent
from penchant.errors import BadInput
from penchant.plugins import addressed, installed, open_store, plugin
from penchant.store.dict import DictStore
from penchant.store.sqlite import SQLiteStore
from penchant.testing import HashEmbedder

PACKAGE = Path(__file__).parent / "plugin_package"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is installed: its module and its metadata, as setuptools makes them from the pyproject."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "penchant_example.py"):
        shutil.copy(PACKAGE / name, source)
    target = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-c", "import setuptools; setuptools.setup()", "--quiet"]
    steps = ["build_py", "--build-lib", str(target), "egg_info", "--egg-base", str(target)]
    subprocess.run([*build, *steps], cwd=source, check=True, capture_output=True)
    return target


@pytest.fixture
def python(site: Path, tmp_path: Path) -> Run:
    """Runs Python in an empty folder where the package is installed."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(site)}
        return subprocess.run([sys.executable, *words], cwd=tmp_path, env=env, capture_output=True, text=True)

    return run


@pytest.fixture
def penchant(python: Run) -> Run:
    """Runs the command line there."""
    return lambda *words: python("-m", "penchant.cli.main", *words)


def test_a_strangers_plugins_keep_every_contract(python: Run, tmp_path: Path) -> None:
    shutil.copy(PACKAGE / "contract.py", tmp_path)
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "contract.py")
    assert done.returncode == 0, done.stdout


def test_a_strangers_plugins_are_listed_beside_ours(penchant: Run) -> None:
    found = json.loads(penchant("plugins", "--json").stdout)
    assert found["stores"]["folder"] == "penchant_example:FolderStore"
    assert found["stores"]["sqlite"] == "penchant.store.sqlite:SQLiteStore"
    assert found["embedders"]["letters"] == "penchant_example:LettersEmbedder"
    assert found["minds"]["literal"] == "penchant_example:LiteralMind"
    assert found["people"]["laconic"] == "penchant_example:Laconic"
    assert found["traits"]["hoarse"] == "penchant_example:Hoarse"
    assert found["suites"]["colours"] == "penchant_example:ColoursSuite"
    assert "  colours      penchant_example:ColoursSuite\n" in penchant("plugins").stdout


@pytest.mark.parametrize("kind", [(), ("--people-kind", "laconic")], ids=["simulated", "laconic"])
def test_a_study_runs_in_a_strangers_world(penchant: Run, tmp_path: Path, kind: Sequence[str]) -> None:
    small = ("--people", "2", "--passes", "1", "--jobs", "1", "--out", "run", "--json")
    done = penchant("study", "colours", "--mind", "literal", "--embedder", "letters", *kind, *small)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["suite"], figures["people"]) == ("colours-v1", 2)
    assert all(method["broke"] == 0 for method in figures["methods"].values())
    assert figures["lines"]["oracle"] == {"phase2": 1.0, "phase4": 1.0}
    assert figures["lines"]["chance"] == {"phase2": 0.25, "phase4": 0.25}
    assert figures["methods"]["both"]["phase2"]["success"] == 1.0
    config = json.loads((tmp_path / "run" / "run.json").read_text())["config"]
    assert (config["mind"], config["embedder"]) == ("literal", "letters")
    assert config["options"]["people_kind"] == (kind[1] if kind else "simulated")
    lines = [json.loads(line) for line in (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()]
    answers = [heard["answer"] for line in lines for heard in line.get("heard", ())]
    assert any(" " in answer for answer in answers) == (not kind)  # laconic people say one word


def test_a_strangers_trait_is_composed_with_ours_in_a_style_file(penchant: Run, tmp_path: Path) -> None:
    (tmp_path / "cold.toml").write_text("[hoarse]\nshare = 1.0\n\n[feedback]\nwrong = 0.1\n")
    small = ("--people", "1", "--passes", "1", "--jobs", "1", "--out", "run", "--json", "--methods", "both")
    done = penchant("study", "colours", "--mind", "literal", "--people-style", "cold.toml", *small)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["traits"] == {"hoarse": {"share": 1.0}, "feedback": {"wrong": 0.1}}
    lines = [json.loads(line) for line in (tmp_path / "run" / "episodes.jsonl").read_text().splitlines()]
    assert not any(heard["answer"] for line in lines for heard in line.get("heard", ()))


def test_a_strangers_mind_reads_a_sentence(penchant: Run) -> None:
    done = penchant("understand", "--mind", "literal", "--options", "red|blue", "--json", "Blue, not red!")
    assert done.returncode == 0, done.stderr
    read = json.loads(done.stdout)
    assert (read["wants"], read["avoids"]) == (["blue"], ["red"])


REMEMBER = """
from penchant import Agent, Request
for _ in range(2):
    agent = Agent.open("folder:kept", embedder="letters", mind="literal")
    turn = agent.consider(Request("ana", "Paint the door.", ["red", "blue"]))
    print(turn.question.text if turn.question else turn.choice.because)
    if turn.question:
        agent.hear(turn, "blue")
    agent.close()
"""


def test_an_agent_remembers_in_a_strangers_store(python: Run, tmp_path: Path) -> None:
    done = python("-c", REMEMBER)
    asked, chosen = done.stdout.splitlines()
    assert asked == "Which thing: red, blue?"
    assert "blue" in chosen
    assert len(list((tmp_path / "kept").glob("*.db"))) == 1


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["colour"],
            "No suite is called 'colour'. Did you mean 'colours'? Installed: colours, embodied, everyday, facts, "
            "history, lives, robustness, shopping, theory, told, web.",
        ),
        (
            ["colours", "--mind", "litteral"],
            "No mind is called 'litteral'. Did you mean 'literal'? Installed: built-in, literal, lm.",
        ),
        (
            ["colours", "--embedder", "leters"],
            "No embedder is called 'leters'. Did you mean 'letters'? Installed: encoder, letters, minilm, wordllama.",
        ),
        (
            ["colours", "--people-kind", "laconik"],
            "No kind of person is called 'laconik'. Did you mean 'laconic'? Installed: laconic, played, simulated.",
        ),
    ],
    ids=["suite", "mind", "embedder", "kind of person"],
)
def test_a_mistyped_name_suggests_the_nearest(penchant: Run, tmp_path: Path, words: list[str], line: str) -> None:
    done = penchant("study", *words, "--out", "run")
    assert (done.returncode, done.stderr) == (2, f"penchant: {line}\n")
    assert not (tmp_path / "run").exists()


def test_a_name_that_is_like_no_other_gets_the_list() -> None:
    with pytest.raises(BadInput, match=r"^No store is called 'zzz'\. Installed: (\w+, )*memory, (\w+, )*sqlite\.$"):
        plugin("stores", "zzz")


def test_a_plugin_whose_module_is_missing_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = EntryPoint("gone", "penchant_gone:Store", "penchant.stores")
    monkeypatch.setattr("penchant.plugins.installed", lambda kind: {"gone": gone})
    with pytest.raises(BadInput, match=r"^The plugin 'gone' \(penchant_gone:Store\) cannot be loaded: No module named"):
        plugin("stores", "gone")


def test_a_store_goes_by_name_by_name_and_address_or_by_path(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    assert isinstance(open_store("memory", embedder), DictStore)
    for where in (f"sqlite:{tmp_path / 'a.db'}", str(tmp_path / "b.db"), ":memory:"):
        assert isinstance(open_store(where, embedder), SQLiteStore)
    assert sorted(path.name for path in tmp_path.glob("*.db")) == ["a.db", "b.db"]


@pytest.mark.parametrize(
    ("word", "near"),
    [("sqllite", "sqlite"), ("SQLite", "sqlite"), ("postgres", "postgresql"), ("fais", "faiss"), ("memroy", "memory")],
)
def test_a_mistyped_store_is_refused_and_becomes_no_file(
    word: str, near: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = ", ".join(installed("stores"))
    line = f"No store is called '{word}'. Did you mean '{near}'? Installed: {names}. For a file: ./{word}"
    with pytest.raises(BadInput, match=f"^{re.escape(line)}$"):
        Agent.open(word)
    assert list(tmp_path.iterdir()) == []


def test_a_file_may_have_a_name_like_a_stores_where_it_is_plainly_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = ("./sqllite", "sqllite", "sqlite.x", "memories", Path("fais"), Path("memory"))  # the second is there by now
    for where in files:
        Agent.open(where).close()
    found = sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(("-wal", "-shm")))
    assert found == ["fais", "memories", "memory", "sqlite.x", "sqllite"]


SMALL = (
    *("study", "colours", "--mind", "literal", "--embedder", "letters", "--methods", "both"),
    *("--people", "1", "--passes", "1", "--jobs", "1"),
)


def test_each_run_has_a_strangers_store_of_its_own(penchant: Run, tmp_path: Path) -> None:
    for run in ("one", "two"):
        done = penchant(*SMALL, "--store", "folder", "--out", run)
        assert done.returncode == 0, done.stderr
        assert len([*(tmp_path / run / "memory").glob("*.db")]) > 0
    assert not (tmp_path / "memory").exists()
    people = ("memory", "people", "--embedder", "letters", "--json", "--store")
    kept = [json.loads(penchant(*people, f"folder:{run}/memory").stdout) for run in ("one", "two")]
    assert kept[0] == kept[1] != []


def test_a_strangers_store_without_a_place_is_not_shared_between_runs(
    penchant: Run, site: Path, tmp_path: Path
) -> None:
    (site / "placeless.py").write_text(
        "from penchant.store.sqlite import SQLiteStore\n"
        "class Placeless(SQLiteStore):\n"
        "    usual_place = ''\n"
        "    def __init__(self, path='everybody.db', *, embedder=''):\n"
        "        super().__init__(path, embedder=embedder)\n"
    )
    (site / "placeless-1.dist-info").mkdir()
    (site / "placeless-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: placeless\nVersion: 1\n")
    (site / "placeless-1.dist-info" / "entry_points.txt").write_text(
        "[penchant.stores]\nplaceless = placeless:Placeless\n"
    )
    done = penchant(*SMALL, "--store", "placeless", "--out", "one")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "--store placeless:ADDRESS" in done.stderr
    assert [*tmp_path.iterdir()] == []
    for run in ("one", "two"):
        done = penchant(*SMALL, "--store", "placeless:told.db", "--out", run)
        assert done.returncode == 0, done.stderr
    with closing(SQLiteStore(tmp_path / "told.db")) as store:
        assert len(store.people()) == len(set(store.people())) > 0
        assert {name.partition("/")[0] for name in store.people()} > set()


def test_a_tilde_is_the_own_folder_where_no_shell_has_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    found = [addressed(where) for where in ("~/m.db", "sqlite:~/m.db", "faiss:~/m")]
    assert found == [("sqlite", "/home/ana/m.db"), ("sqlite", "/home/ana/m.db"), ("faiss", "/home/ana/m")]
