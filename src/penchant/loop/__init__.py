"""Ask, act, learn: the agent. It hears words, never the truth."""

from penchant.loop.agent import Agent
from penchant.loop.ask import AskPolicy
from penchant.loop.async_agent import AsyncAgent
from penchant.loop.methods import METHODS, Method, method_named

__all__ = ["METHODS", "Agent", "AskPolicy", "AsyncAgent", "Method", "method_named"]
