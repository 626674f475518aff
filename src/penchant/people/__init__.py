"""People: they know what they want and tell it in words. They never meet memory or a mind."""

from penchant.people.intent import Intent
from penchant.people.protocol import Character, CharacterMaker, Person
from penchant.people.simulated import SimulatedPerson
from penchant.people.style import PRESETS, Style
from penchant.people.tastes import Tastes
from penchant.people.traits import Drift, FeedbackQuality, Patience, Trait, TrustInAgent
from penchant.people.voice import Voice, VoiceSet, known_voices, read_voices, voices_named

__all__ = [
    "PRESETS",
    "Character",
    "CharacterMaker",
    "Drift",
    "FeedbackQuality",
    "Intent",
    "Patience",
    "Person",
    "SimulatedPerson",
    "Style",
    "Tastes",
    "Trait",
    "TrustInAgent",
    "Voice",
    "VoiceSet",
    "known_voices",
    "read_voices",
    "voices_named",
]
