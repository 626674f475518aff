"""The mind that learned from people how they speak: the built-in one, which reads by rules and by a small encoder.

The encoder gives a probability for whatever it reads; ``training/`` makes its weights. Needs the extra ``reader``.
"""

from penchant.mind.learned.mind import LearnedMind

__all__ = ["LearnedMind"]
