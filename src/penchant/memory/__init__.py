"""What we believe about each person: add, recall, revise, forget, explain. Deterministic; understands no language."""

from penchant.memory.habits import Habits
from penchant.memory.memory import Memory
from penchant.memory.standing import Standing

__all__ = ["Habits", "Memory", "Standing"]
