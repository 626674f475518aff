"""People: they know what they want and tell it in words. They never meet memory or a mind."""

from penchant.people.intent import Intent
from penchant.people.protocol import Character, CharacterMaker, Person
from penchant.people.simulated import SimulatedPerson
from penchant.people.tastes import Tastes
from penchant.people.voice import Voice, VoiceSet, known_voices, read_voices, voices_named

__all__ = [
    "Character",
    "CharacterMaker",
    "Intent",
    "Person",
    "SimulatedPerson",
    "Tastes",
    "Voice",
    "VoiceSet",
    "known_voices",
    "read_voices",
    "voices_named",
]
