"""Where people and agents meet, and the only place they do. They exchange words, and nothing else."""

from __future__ import annotations

from typing import Protocol

from penchant.domain import Episode, Request, Turn
from penchant.domain.person import Person
from penchant.loop import Method


class Assistant(Protocol):
    """Whoever considers requests and hears what is said of them: our agent, or one to compare it with."""

    @property
    def method(self) -> Method:
        """What it may do."""
        ...

    def consider(self, request: Request, *, may_ask: bool = True, episode: str | None = None) -> Turn:
        """A question, or else a choice."""
        ...

    def hear(self, turn: Turn, words: str) -> Turn:
        """What comes of an answer, or of a reaction."""
        ...


def run_episode(person: Person, agent: Assistant, request: Request, *, teaching: bool, episode: str) -> Episode:
    """Carry one request to the agent, the person's words back to it, and tell what happened.

    In an exam (``teaching=False``) nobody is asked and nothing is learned.
    """
    turn = agent.consider(request, may_ask=teaching, episode=episode)
    while turn.question is not None:
        turn = agent.hear(turn, person.answer(request, turn.question) or "")
    if teaching and agent.method.corrected and turn.choice is not None:
        reaction = person.react(request, turn.choice.action, turn.choice.because)
        if reaction is not None:
            turn = agent.hear(turn, reaction)
    if turn.reaction is not None and turn.question is not None:  # it asks back
        turn = agent.hear(turn, person.answer(request, turn.question) or "")
    return Episode(
        id=turn.episode,
        request=request,
        heard=turn.heard,
        choice=turn.choice,
        reaction=turn.reaction,
        corrected=turn.corrected,
        lesson=turn.lesson,
    )
