"""Fixtures for every folder: one embedder and one mind a session, a fresh memory and agents a test."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import encoded_once
from penchant.cli.main import main
from penchant.embed import Embedder, cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned import weights
from penchant.store.dict import DictStore
from workbench import Clock, Said, Unsure

if TYPE_CHECKING:  # parts of a server are loaded by those tests alone that use one
    from fastapi.testclient import TestClient

    from penchant.server.host import Host
    from penchant.server.settings import ServerSettings


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the whole API description where slow tests are left out: it takes seconds to collect."""
    left_out = collection_path.name == "test_whole_description.py" and config.option.markexpr == "not slow"
    return True if left_out else None


@pytest.fixture(scope="session", autouse=True)
def encoder_shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The encoder runs once for each input, whichever tests, workers and forked processes read it."""
    folder = tmp_path_factory.getbasetemp()
    file = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "encoded.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(encoded_once.FILE, str(file))
        patch.setattr(weights, "open_session", weights.open_session)
        encoded_once.share()
        yield


@pytest.fixture(scope="session", autouse=True)
def one_job() -> Iterator[None]:
    """Studies that are not told otherwise run in the process of their test: other tests are on the other cores."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("penchant_lab.run.executor.usable_cores", lambda: 1)
        yield


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return cached(WordLlamaEmbedder())


@pytest.fixture(scope="session")
def mind(embedder: Embedder) -> BuiltInMind:
    return BuiltInMind(embedder)


@pytest.fixture
def unsure(embedder: Embedder) -> Unsure:
    """A mind that is as sure of what it reads as a test tells it to be."""
    return Unsure(embedder)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(embedder: Embedder, clock: Clock) -> Iterator[Memory]:
    memory = Memory(DictStore(), embedder, clock)
    yield memory
    memory.close()


@pytest.fixture
def agent(memory: Memory, mind: BuiltInMind, clock: Clock) -> Agent:
    clock.step = 1
    return Agent(memory, mind)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """The command, run in this process from an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: str | Path) -> Said:
        capsys.readouterr()
        code = main([str(word) for word in argv])
        printed = capsys.readouterr()
        return Said(code, printed.out, printed.err)

    return run


@pytest.fixture(scope="module")
def no_matplotlib() -> Iterator[None]:
    """As in a core install, where a study draws nothing: for tests of studies whose pictures nobody looks at."""
    with pytest.MonkeyPatch.context() as core:
        core.setitem(sys.modules, "matplotlib", None)
        yield


@pytest.fixture
def no_key_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have a language model; they know nothing of it."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def settings(tmp_path: Path, embedder: Embedder, monkeypatch: pytest.MonkeyPatch) -> ServerSettings:
    """Of a server on a memory of its own; its embedder is the one of all tests, which takes long to load."""
    from penchant.server.settings import ServerSettings

    monkeypatch.setattr("penchant.plugins.embedder_named", lambda _: embedder)
    return ServerSettings(store=str(tmp_path / "memory.db"), log=False)


@pytest.fixture
def client(settings: ServerSettings) -> Iterator[TestClient]:
    """A server without a network."""
    from fastapi.testclient import TestClient

    from penchant.server.app import create_app

    with TestClient(create_app(settings), base_url="http://localhost") as made:
        yield made


@pytest.fixture
def host(settings: ServerSettings) -> Iterator[Host]:
    """One worker, for what is reached without HTTP."""
    from penchant.server.host import Host

    made = Host(settings)
    yield made
    made.close()
