"""The embodied world: a household robot that fetches things and puts things away."""

from penchant_lab.suites.household.suite import BUNDLED_PEOPLE, EmbodiedSuite, write

__all__ = ["BUNDLED_PEOPLE", "EmbodiedSuite", "write"]
