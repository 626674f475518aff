"""The seam for people: whoever asks for things, answers questions and reacts, simulated or live.

A person hands over words and nothing else; the truth behind them stays on this side.
"""

from __future__ import annotations

from typing import Protocol

from penchant.domain.person import Person as Person
from penchant_lab.people.intent import Intent


class Character(Protocol):
    """Someone who can be played: has a name and a way of speaking, and no request on their mind yet.

    The same name, seed, intent and moment give the same words, whatever was said before and in any process.
    """

    @property
    def name(self) -> str:
        """What they are called, as requests spell it."""
        ...

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """The person with one request on their mind; ``moment`` is a text no other request of theirs shares."""
        ...


class CharacterMaker(Protocol):
    """How the plugin of a kind of person is called: ``Character(name, seed=seed)``, once for each person.

    One that has a parameter ``voices`` is also given the :class:`~penchant_lab.people.VoiceSet` of the study.
    """

    def __call__(self, name: str, *, seed: int) -> Character:
        """Somebody of this kind; ``seed`` varies their words and nothing else."""
        ...
