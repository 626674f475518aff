"""People: they know what they want and tell it in words. They never meet memory or a mind."""

from penchant_lab.people.intent import Intent
from penchant_lab.people.protocol import Character, CharacterMaker, Person
from penchant_lab.people.simulated import SimulatedPerson
from penchant_lab.people.style import PRESETS, Style
from penchant_lab.people.tastes import Tastes
from penchant_lab.people.traits import Drift, FeedbackQuality, Patience, Trait, TrustInAgent
from penchant_lab.people.voice import Voice, VoiceSet, known_voices, read_voices, voices_named

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
