"""What we believe about each person: add, recall, revise, forget, explain. Deterministic; understands no language."""

from penchant.memory.habits import Habits
from penchant.memory.memory import Clock, Memory, now
from penchant.memory.standing import Standing

__all__ = ["Clock", "Habits", "Memory", "Standing", "now"]
