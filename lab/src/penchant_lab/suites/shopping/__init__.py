"""The shopping world: an agent that buys one of three described products, or none."""

from penchant_lab.suites.shopping.suite import BUNDLED_PEOPLE, ShoppingSuite, write

__all__ = ["BUNDLED_PEOPLE", "ShoppingSuite", "write"]
