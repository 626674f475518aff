"""The checks of crowds, for every store: one of them at each `make test`, all of them at `make soak`."""

from __future__ import annotations

import pytest

from penchant.testing import crowd_checks

QUICK = {"a_thousand_near_twins_each_find_their_own", "writing_about_many_is_all_or_nothing"}

every_crowd = pytest.mark.parametrize(
    "check",
    [check if check.__name__ in QUICK else pytest.param(check, marks=pytest.mark.slow) for check in crowd_checks()],
    ids=lambda check: check.__name__,
)
