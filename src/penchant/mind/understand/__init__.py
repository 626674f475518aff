"""Plain-language understanding without a language model: what a sentence says about the options at hand."""

from penchant.mind.understand.reader import is_own_wish, read, understand

__all__ = ["is_own_wish", "read", "understand"]
