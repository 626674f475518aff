"""Nouns as the plain dictionaries that go out over HTTP; what each holds is described in ``schemas``."""

from __future__ import annotations

from typing import Any

from penchant.domain import Forgetting, Lesson, Preference, Profile, Turn
from penchant.domain.episode import TURN_FORM
from penchant.domain.json_form import plain
from penchant.memory.timeline import Moment
from penchant.mind.told.figures import limit_form
from penchant.server.service import Service

Form = dict[str, Any]


def turn_form(turn: Turn) -> Form:
    """A turn, and what to show of it."""
    choice, briefing = turn.choice, turn.briefing
    whole = plain(turn)
    return {
        "turn": {"penchant": "turn", "version": TURN_FORM, **whole},
        "asks": turn.question.text if turn.question else None,
        "does": str(choice.action) if choice and not turn.question else None,
        "because": choice.because if choice and not turn.question else turn.question.why if turn.question else "",
        "confidence": choice.confidence if choice and not turn.question else None,
        "briefing": str(briefing) if briefing else None,
        "lesson": whole["lesson"],
    }


def lesson_form(lesson: Lesson) -> Form:
    """What was learned."""
    form: Form = plain(lesson)
    return form


def preference_form(service: Service, preference: Preference) -> Form:
    """A preference with its sentence."""
    return said_form(preference, service.note(preference.person, preference))


def said_form(preference: Preference, sentence: str) -> Form:
    """A preference with a sentence that says it, and the limit that it sets."""
    return {"sentence": sentence, "limit": limit_form(preference), **plain(preference)}


def profile_form(profile: Profile) -> Form:
    """What is known that bears on something."""
    lines = [
        {
            "id": line.preference.id,
            "text": line.text,
            "bearing": line.bearing,
            "sources": list(line.sources),
            "also": list(line.also),
            "preference": said_form(line.preference, line.text),
        }
        for line in profile.lines
    ]
    about, left_out = profile.about, profile.left_out
    return {"person": profile.person, "about": about, "lines": lines, "left_out": left_out, "text": str(profile)}


def forget_form(service: Service, forgetting: Forgetting) -> Form:
    """What was found, and whether it is forgotten."""
    found = [preference_form(service, one) for one in forgetting.found]
    return {"found": found, "done": forgetting.done, "lingering": forgetting.lingering}


def lesson_to_keep(lesson: Lesson) -> Form | None:
    """What may be kept of a lesson that names what it forgot; None where it names nothing of the kind."""
    return lesson_form(Lesson()) if lesson.forgotten else None


def moment_form(service: Service, moment: Moment) -> Form:
    """One moment of a time line."""
    about = preference_form(service, moment.preference)
    return {"at": moment.at.isoformat(), "what": moment.what, "words": moment.words, "preference": about}
