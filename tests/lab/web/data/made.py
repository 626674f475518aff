"""One shop of the usual size with few people, and a small one with many: each made once."""

from __future__ import annotations

from functools import cache

from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.records import WebData


@cache
def a_shop() -> WebData:
    return generate(people=60, products=5_000, seed=7)


@cache
def a_town() -> WebData:
    return generate(people=600, products=1_500, seed=3)
