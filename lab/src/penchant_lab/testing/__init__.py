"""Contract checks for people, traits and suites: plain functions, no test framework."""

from penchant_lab.testing.kinds import PersonCheck, person_checks
from penchant_lab.testing.suites import SuiteCheck, suite_checks
from penchant_lab.testing.traits import TraitCheck, trait_checks

__all__ = [
    "PersonCheck",
    "SuiteCheck",
    "TraitCheck",
    "person_checks",
    "suite_checks",
    "trait_checks",
]
