"""One small shop and one with many people, each made once."""

from __future__ import annotations

import pytest

from penchant.bench.web.data import generate
from penchant.bench.web.records import WebData


@pytest.fixture(scope="session")
def shop() -> WebData:
    return generate(people=60, products=5_000, seed=7)


@pytest.fixture(scope="session")
def town() -> WebData:
    return generate(people=1_000, products=1_500, seed=3)
