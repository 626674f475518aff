"""The language-model mind: a model understands free text and may phrase and choose; the rest is the built-in mind's."""

from penchant.mind.lm.mind import LanguageModelMind
from penchant.mind.lm.trial import Trial

__all__ = ["LanguageModelMind", "Trial"]
