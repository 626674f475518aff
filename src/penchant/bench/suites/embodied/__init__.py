"""The embodied world: a household robot that fetches things and puts things away."""

from penchant.bench.suites.embodied.suite import EmbodiedSuite

__all__ = ["EmbodiedSuite"]
