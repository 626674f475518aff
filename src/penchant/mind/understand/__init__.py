"""Plain-language understanding without a language model: what a sentence says about the options at hand."""

from penchant.mind.understand.aversion import lasting_aversions
from penchant.mind.understand.reader import is_own_wish, read, tells_of_others

__all__ = ["is_own_wish", "lasting_aversions", "read", "tells_of_others"]
