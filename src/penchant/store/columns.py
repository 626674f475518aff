"""Between our nouns and what both databases keep of them: some columns, and one text of all that is words.

How a moment is kept is each database's own affair; whoever reads says how.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from penchant.domain import EpisodeId, Evidence, PersonId, Preference, PreferenceId, TranscriptEntry

END_OF_IDS = 2**63
"""No id reaches it; one that does is nobody's, and no database could look for it."""
_OLDER: tuple[Any, ...] = "", "stated", "free", ""
"""About whom, how it showed, whether it may be used, and its exception, in rows from before these were kept."""
_from_json = json.JSONDecoder().raw_decode  # of what we wrote ourselves: no blanks around it to look for
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def preference_text(one: Preference) -> str:
    """All words of a preference as one text."""
    more = (one.whom, one.origin, one.use, one.exception)
    return _to_json([one.situation, one.topic, one.stance, one.value, one.words, one.episode, one.rather_than, *more])


def episode_of_preference(text: str) -> EpisodeId:
    """The episode in the text of a preference."""
    return EpisodeId(_from_json(text)[0][5])


def spoken_text(one: Evidence | TranscriptEntry) -> str:
    """All words of a piece of evidence, or of an entry of a transcript, as one text."""
    return _to_json([one.episode, one.words])


def episode_of_spoken(text: str) -> EpisodeId:
    """The episode in the text of a piece of evidence, or of an entry of a transcript."""
    return EpisodeId(_from_json(text)[0][0])


def preference_of(person: PersonId, row: Sequence[Any], moment: Callable[[Any], datetime]) -> Preference:
    """The preference that these columns hold: id, text, confidence, since, confirmed, until, replaces, kind."""
    number, text, confidence, since, confirmed, until, replaces, kind = row
    situation, topic, stance, value, words, episode, rather_than, *more = _from_json(text)[0]
    later: list[Any] = more
    whom, origin, use, exception = (*later, *_OLDER[len(later) :])
    return Preference(
        id=PreferenceId(number),
        person=person,
        situation=situation,
        topic=topic,
        stance=stance,
        value=value,
        rather_than=tuple(rather_than),
        confidence=confidence,
        words=words,
        episode=EpisodeId(episode),
        since=moment(since),
        confirmed=moment(confirmed),
        until=None if until is None else moment(until),
        replaces=replaces,
        kind=kind,
        whom=whom,
        origin=origin,
        use=use,
        exception=exception,
    )


def evidence_of(row: Sequence[Any], moment: Callable[[Any], datetime]) -> Evidence:
    """The piece of evidence that these columns hold: preference, source, supports, at, text."""
    preference, source, supports, at, text = row
    episode, words = _from_json(text)[0]
    return Evidence(
        preference=PreferenceId(preference),
        episode=EpisodeId(episode),
        source=source,
        supports=bool(supports),
        words=words,
        at=moment(at),
    )


def entry_of(row: Sequence[Any], moment: Callable[[Any], datetime]) -> TranscriptEntry:
    """The entry of a transcript that these columns hold: number, kind, at, text."""
    number, kind, at, text = row
    episode, words = _from_json(text)[0]
    return TranscriptEntry(episode=EpisodeId(episode), number=number, kind=kind, words=words, at=moment(at))
