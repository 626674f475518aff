"""Suites by name: ours and other packages', opened for a run. What a suite raises is told in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penchant.errors import BadInput, RunError
from penchant.plugins import installed, plugin
from penchant_lab.report.presentation import Presentation
from penchant_lab.run.config import RunConfig, unversioned
from penchant_lab.run.study import Study, SuiteSpec, suite_at_work


def suite_named(name: str) -> SuiteSpec:
    """The suite of a name, with or without its version; one that only says what people have in mind chooses."""
    from penchant_lab.choice.spec import choice_spec

    plain = unversioned(name)
    made = plugin("suites", plain)
    suite = made if isinstance(made, SuiteSpec) else choice_spec(plain, made)
    if suite.name != plain:
        raise BadInput(f"The suite {plain!r} calls itself {suite.name!r}; call both the same.")
    if name not in (plain, suite.versioned):
        raise BadInput(f"There is no {name} here; {suite.versioned} is installed.")
    return suite


def open_study(config: RunConfig) -> Study:
    """The study that a configuration names."""
    suite = suite_named(unversioned(config.suite))
    if config.suite != suite.versioned:
        raise RunError(f"The run was started with {config.suite}, and {suite.versioned} is installed; start a new run.")
    with suite_at_work(suite.name):
        return suite.open(config)


def presentation_of(report: Mapping[str, Any]) -> Presentation:
    """How a report is told, by the suite it names; where that is not installed, as a study in four phases."""
    from penchant_lab.choice.presentation import CHOICE_PRESENTATION

    name = report.get("suite") if isinstance(report, dict) else None
    known = isinstance(name, str) and unversioned(name) in installed("suites")
    if not known:
        return CHOICE_PRESENTATION
    with suite_at_work(unversioned(str(name))):
        return suite_named(unversioned(str(name))).presentation()
