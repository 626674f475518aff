"""The nouns everything else speaks in: frozen, without behaviour, standard library only."""

from penchant.domain.behaviour import Behaviour, Deed
from penchant.domain.episode import (
    Action,
    Choice,
    Episode,
    Exchange,
    Lesson,
    Question,
    Reading,
    Reason,
    Request,
    Statement,
    Turn,
    Utterance,
    Verdict,
    readable,
)
from penchant.domain.preference import (
    Draft,
    EpisodeId,
    Evidence,
    PersonId,
    Preference,
    PreferenceId,
    Source,
    Stance,
)
from penchant.domain.transcript import EntryKind, TranscriptEntry

__all__ = [
    "Action",
    "Behaviour",
    "Choice",
    "Deed",
    "Draft",
    "EntryKind",
    "Episode",
    "EpisodeId",
    "Evidence",
    "Exchange",
    "Lesson",
    "PersonId",
    "Preference",
    "PreferenceId",
    "Question",
    "Reading",
    "Reason",
    "Request",
    "Source",
    "Stance",
    "Statement",
    "TranscriptEntry",
    "Turn",
    "Utterance",
    "Verdict",
    "readable",
]
