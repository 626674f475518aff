"""What we believe about each person: add, recall, revise, forget, explain. Deterministic; understands no language."""

from penchant.memory.book import Memory
from penchant.memory.standing import Standing

__all__ = ["Memory", "Standing"]
