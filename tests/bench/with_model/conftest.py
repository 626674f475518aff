"""People, a capable model behind an endpoint, and a whole run that tests of studies with a model share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from penchant.testing.capable import CapableModel
from penchant.testing.endpoint import Endpoint
from with_model.lm_study import Cli, start
from workbench import tiny_people


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_people(tmp_path_factory.mktemp("people"), tasks=6)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Endpoint]:
    with Endpoint(CapableModel()) as running:
        yield running


@pytest.fixture
def whole(cli: Cli, people: Path, endpoint: Endpoint, tmp_path: Path) -> Path:
    assert cli(*start(people, tmp_path / "whole", endpoint)).code == 0
    return tmp_path / "whole"
