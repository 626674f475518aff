"""Plain-language understanding without a language model: what a sentence says about the options at hand."""

from penchant.mind.understand.names import named_in
from penchant.mind.understand.reader import read

__all__ = ["named_in", "read"]
