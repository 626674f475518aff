"""What we believe about each person: add, recall, revise, forget, explain. Deterministic; understands no language."""

from penchant.memory.conflicts import until_written
from penchant.memory.habits import Habits
from penchant.memory.memory import Clock, Memory, now
from penchant.memory.posterior import HELD, revise
from penchant.memory.reliability import STRANGER, Reliability
from penchant.memory.said import SaidMatch
from penchant.memory.standing import Standing

__all__ = [
    "HELD",
    "STRANGER",
    "Clock",
    "Habits",
    "Memory",
    "Reliability",
    "SaidMatch",
    "Standing",
    "now",
    "revise",
    "until_written",
]
