"""The nouns everything else speaks in: frozen, without behaviour, standard library only."""

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
    Turn,
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

__all__ = [
    "Action",
    "Choice",
    "Draft",
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
    "Turn",
    "Verdict",
    "readable",
]
