"""Plain-language understanding without a language model: what a sentence says about the options at hand."""

from penchant.mind.understand.lasting import lasting_aversions
from penchant.mind.understand.reader import is_own_wish, named_in, read

__all__ = ["is_own_wish", "lasting_aversions", "named_in", "read"]
