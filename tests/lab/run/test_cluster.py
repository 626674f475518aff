"""A study on a real Ray cluster: the same report, whoever is killed, and one line for whatever is wrong with it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from mortal_suite import EndlessSuite, MortalSuite

from penchant.errors import BadInput, RunError
from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Endpoint
from penchant_lab.choice.study import ChoiceStudy
from penchant_lab.run.cluster import Build, RayCluster
from penchant_lab.run.config import RunConfig
from penchant_lab.run.progress import Progress
from penchant_lab.run.runner import StudyRun, new_run
from workbench import Said, is_refused, tiny_people

HERE = Path(__file__).parent
Cli = Callable[..., Said]
pytestmark = pytest.mark.usefixtures("no_matplotlib")


@contextmanager
def ray_cluster() -> Iterator[subprocess.Popen[str]]:
    """A cluster of two processors on this machine, which `--cluster auto` finds; all of it is one process group."""
    path = os.pathsep.join([str(HERE), str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")])
    settings = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": path}
    with pytest.MonkeyPatch.context() as environment:
        for name, value in settings.items():
            environment.setenv(name, value)
        head = subprocess.Popen(
            [sys.executable, HERE / "ray_head.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        try:
            assert head.stdout is not None
            address = head.stdout.readline().strip()
            assert address, "Ray did not start"
            environment.setenv("RAY_ADDRESS", address)
            yield head
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(head.pid, signal.SIGKILL)
            head.wait()


class Cluster:
    """The cluster that tests share: started when one is needed and none is there, since one test ends it."""

    def __init__(self, running: ExitStack) -> None:
        self._running = running
        self._head: subprocess.Popen[str] | None = None

    @property
    def head(self) -> subprocess.Popen[str]:
        """Its first process, which leads the group."""
        if self._head is None or self._head.poll() is not None:
            self._running.close()
            self._head = self._running.enter_context(ray_cluster())
        return self._head


@pytest.fixture(scope="module")
def clusters() -> Iterator[Cluster]:
    with ExitStack() as running:
        yield Cluster(running)


@pytest.fixture
def cluster(clusters: Cluster) -> subprocess.Popen[str]:
    return clusters.head


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), people=4)


class Quiet(Progress):
    """Somebody who is told how far a study is, and does as told at each step."""

    def __init__(self, step: Callable[[], None] = lambda: None) -> None:
        self.steps = 0
        self._step = step

    def step(self, result: object, episodes: int) -> None:
        self.steps += 1
        self._step()


def config(people: Path) -> RunConfig:
    return RunConfig(suite="embodied-v1", data=str(people), methods=("pre", "both"), options={"passes": 1})


def files(run: Path) -> list[bytes]:
    return [(run / name).read_bytes() for name in ("report.json", "episodes.jsonl")]


@pytest.fixture(scope="module")
def whole(people: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same study without a cluster."""
    run, study = new_run(config(people), tmp_path_factory.mktemp("whole") / "run")
    StudyRun(run, study, jobs=1, progress=Quiet()).finish()
    run.close()
    return run.path


@pytest.mark.usefixtures("cluster")
def test_the_report_is_the_same_as_without_a_cluster_though_a_worker_was_killed(
    people: Path, whole: Path, tmp_path: Path
) -> None:
    run, _ = new_run(config(people), tmp_path / "run")
    progress = Quiet()
    study = ChoiceStudy(MortalSuite(people, tmp_path / "killed"), run.config)
    StudyRun(run, study, cluster="auto", progress=progress).finish()
    run.close()
    assert (tmp_path / "killed").exists()
    assert progress.steps == 8
    assert files(run.path) == files(whole)


@pytest.mark.usefixtures("cluster")
def test_a_cluster_with_another_penchant_is_one_line(
    people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, study = new_run(config(people), tmp_path / "run")
    monkeypatch.setattr(Build, "here", staticmethod(lambda: Build("9.9.9", "3.99.0")))
    with pytest.raises(RunError, match=r"^The workers at auto have penchant .*9\.9\.9 for Python 3\.99\.0.*--resume"):
        StudyRun(run, study, cluster="auto", progress=Quiet()).finish()
    run.close()


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_the_web_shop_is_studied_there_too(cli: Cli, tmp_path: Path) -> None:
    small = ("study", "web", "--people", "3", "--products", "300", "--agents", "none")
    assert cli(*small, "--out", tmp_path / "here", "--jobs", "1").code == 0
    assert cli(*small, "--out", tmp_path / "cluster", "--cluster", "auto", "--jobs", "1").code == 0
    assert files(tmp_path / "cluster") == files(tmp_path / "here")


@pytest.mark.slow
@pytest.mark.usefixtures("cluster", "no_key_of_the_machine")
def test_a_model_is_asked_from_the_cluster_and_its_replies_are_kept_in_the_run(
    cli: Cli, people: Path, tmp_path: Path
) -> None:
    with Endpoint(CapableModel()) as endpoint:
        flags = ("--data", people, "--people", "2", "--methods", "both", "--passes", "1", "--mind", "lm")
        study = ("study", "embodied", *flags, "--model", "scripted", "--base-url", endpoint.base_url)
        assert cli(*study, "--out", tmp_path / "cluster", "--cluster", "auto").code == 0
        asked = len(endpoint.asked)
        assert cli(*study, "--out", tmp_path / "here", "--reuse", tmp_path / "cluster", "--json").code == 0
    assert asked == len(endpoint.asked) == len((tmp_path / "cluster" / "calls.jsonl").read_bytes().splitlines())
    assert files(tmp_path / "cluster")[1] == files(tmp_path / "here")[1]


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_many_styles_of_people_give_the_same_report_there_and_here(people: Path, tmp_path: Path, cli: Cli) -> None:
    small = ("--worlds", "embodied", "--data", people, "--people", "1", "--passes", "1")
    words = ("study", "robustness", *small, "--styles", "ideal,noisy-30", "--methods", "both,majority", "--jobs", "1")
    assert cli(*words, "--out", "here").code == 0
    there = cli(*words, "--cluster", "auto", "--out", "there")
    assert there.code == 0, there.err
    assert files(tmp_path / "here") == files(tmp_path / "there")


@pytest.mark.slow
def test_a_study_whose_cluster_goes_away_is_resumed_without_it(
    cli: Cli, people: Path, whole: Path, tmp_path: Path, cluster: subprocess.Popen[str]
) -> None:
    run, _ = new_run(config(people), tmp_path / "run")
    progress = Quiet(lambda: os.killpg(cluster.pid, signal.SIGKILL) if progress.steps == 1 else None)
    study = ChoiceStudy(EndlessSuite(people), run.config)
    with pytest.raises(RunError, match=r"^The cluster at auto went away.*Nothing that was finished is lost; go on"):
        StudyRun(run, study, jobs=1, cluster="auto", progress=progress).finish()
    cluster.wait()
    run.close()
    assert progress.steps == 2
    assert cli("study", "--resume", run.path).code == 0
    assert files(run.path)[0] == files(whole)[0]


def test_a_cluster_that_is_not_there_is_one_line_and_the_run_goes_on_without(
    cli: Cli, people: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, not listening
        monkeypatch.setenv("RAY_ADDRESS", f"127.0.0.1:{nobody.getsockname()[1]}")
        run = tmp_path / "run"
        flags = ("--data", people, "--methods", "pre,both", "--passes", "1", "--out", run)
        said = cli("study", "embodied", *flags, "--cluster", "auto")
    assert said.code == 1
    told = said.err.splitlines()[-1]
    assert told.startswith("penchant: There is no Ray cluster at auto; start one with `ray start --head`.")
    assert told.endswith(f"Nothing that was finished is lost; go on with: penchant study --resume {run}")
    assert cli("study", "--resume", run).code == 0
    assert files(run) == files(whole)


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--cluster", "here"), "--cluster here is no cluster; give auto, or ray://host:port."),
        (("--cluster", "ray://"), "--cluster ray:// is no cluster"),
        (("--cluster", "auto", "--store", "sqlite"), "--store sqlite is on this machine"),
    ],
)
def test_a_mistake_about_clusters_is_one_line_and_leaves_no_run(
    cli: Cli, people: Path, tmp_path: Path, flags: tuple[str, ...], told: str
) -> None:
    said = cli("study", "embodied", "--data", people, "--out", tmp_path / "run", *flags)
    is_refused(said, told)
    assert not (tmp_path / "run").exists()


def test_without_ray_it_says_what_to_install(cli: Cli, people: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = cli("study", "embodied", "--data", people, "--cluster", "auto")
    is_refused(said, "--cluster needs the package ray; get it with: pip install 'penchant-lab[ray]'")


def test_what_cannot_be_sent_is_one_line() -> None:
    class Local:
        index = 0

        def open(self) -> Callable[[Local], int]:
            return lambda unit: unit.index

        def try_out(self) -> None:
            pass

    with pytest.raises(BadInput, match="This study cannot be sent to a cluster"):
        RayCluster("auto").run([Local()], Local())
