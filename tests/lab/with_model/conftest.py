"""People, a capable model behind an endpoint, and a whole run that tests of studies with a model share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from penchant.cli.main import main
from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Endpoint
from with_model.lm_study import start
from workbench import tiny_people


@pytest.fixture(scope="package")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), tasks=4)


@pytest.fixture(scope="package")
def endpoint() -> Iterator[Endpoint]:
    with Endpoint(CapableModel()) as running:
        yield running


@pytest.fixture(scope="package")
def whole_once(people: Path, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("runs") / "whole"
    assert main(start(people, run, endpoint)) == 0
    return run


@pytest.fixture
def whole(whole_once: Path, tmp_path: Path) -> Path:
    """A run that nothing interrupted; each test has a copy of its own."""
    return Path(shutil.copytree(whole_once, tmp_path / "whole"))


@pytest.fixture
def read_by_weights_too() -> None:
    """Nothing to do: the mind beside the model always reads by weights. Two studies still name it."""
