"""Suites by name: ours and other packages', opened for a run. What a suite raises is told in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from penchant.bench.report.presentation import Presentation
from penchant.bench.run.config import RunConfig, unversioned
from penchant.bench.run.study import Study, SuiteSpec, one_line
from penchant.errors import PenchantError, RunError, SuiteFailed
from penchant.plugins import installed, plugin


def suite_named(name: str) -> SuiteSpec:
    """The suite of a name, with or without its version; one that only says what people have in mind chooses."""
    from penchant.bench.choice.spec import choice_spec

    made = plugin("suites", unversioned(name))
    return made if isinstance(made, SuiteSpec) else choice_spec(unversioned(name), made)


def open_study(config: RunConfig) -> Study:
    """The study that a configuration names."""
    suite = suite_named(config.suite)
    if config.suite != suite.versioned:
        raise RunError(f"The run was started with {config.suite}, and {suite.versioned} is installed; start a new run.")
    with suite_at_work(suite.name):
        return suite.open(config)


def presentation_of(report: Mapping[str, Any]) -> Presentation:
    """How a report is told, by the suite it names; where that is not installed, as a study in four phases."""
    from penchant.bench.choice.presentation import CHOICE_PRESENTATION

    name = report.get("suite") if isinstance(report, dict) else None
    known = isinstance(name, str) and unversioned(name) in installed("suites")
    return suite_named(str(name)).presentation() if known else CHOICE_PRESENTATION


@contextmanager
def suite_at_work(name: str) -> Iterator[None]:
    """Say in one line what a suite raised that no line of ours explains."""
    try:
        yield
    except PenchantError:
        raise
    except Exception as error:
        raise SuiteFailed(f"The suite {name!r} failed: {one_line(error)}") from error
