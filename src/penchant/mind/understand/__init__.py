"""Plain-language understanding without a language model: what a sentence says about the options at hand."""

from penchant.mind.understand.reader import read, understand

__all__ = ["read", "understand"]
