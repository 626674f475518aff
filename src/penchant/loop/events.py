"""Events of a product's log at the edge: refused where they cannot be kept, and written into the transcript."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import get_args

from penchant.domain import Behaviour, Deed, EpisodeId, TranscriptEntry, readable
from penchant.errors import BadInput
from penchant.mind.behaviour import SEEN

_DEEDS = get_args(Deed)
_WRITTEN = [part.name for part in fields(Behaviour) if part.name != "at"]


def checked_events(person: str, events: Sequence[Behaviour]) -> dict[EpisodeId, Behaviour]:
    """The events by episode, each once; what is no list of events is refused."""
    if not isinstance(person, str) or not person.strip():
        raise BadInput("What was seen needs to say who did it; give the person a name.")
    if isinstance(events, str | Behaviour | Mapping) or not isinstance(events, Iterable):
        raise BadInput(f"Give a list of what {person} did, as in [Behaviour(…)], not {events!r:.60}.")
    found: dict[EpisodeId, Behaviour] = {}
    for event in events:
        if not isinstance(event, Behaviour):
            raise BadInput(f"What somebody did is a Behaviour, not {event!r:.60}.")
        if not isinstance(event.id, str) or not event.id.strip():
            raise BadInput("An event has no id; give it the one of your log, so that it counts once.")
        found.setdefault(episode_of(event), event)
    return found


def checked_event(event: Behaviour, now: datetime) -> Behaviour:
    """The event as it can be kept; one that cannot be is refused."""
    where = f"Event {event.id!r:.60}"
    if not isinstance(event.features, Mapping):
        raise BadInput(f'{where} has features as in {{"brand": "Acme"}}, not {event.features!r:.60}.')
    texts = (event.item, event.topic, event.words, *event.features, *event.features.values())
    if any(not isinstance(text, str) for text in texts):
        raise BadInput(f"{where} holds something that is no text in its item, topic, features or words.")
    if event.did not in _DEEDS:
        raise BadInput(f"{where} is none of {', '.join(_DEEDS)}: {event.did!r:.40}.")
    if not event.item.strip():
        raise BadInput(f"{where} names no item: what was {event.did}?")
    if not isinstance(event.at, datetime) or event.at.tzinfo is None:
        raise BadInput(f"{where} needs a time with its zone, as in datetime(2026, 5, 1, tzinfo=UTC).")
    if event.at > now:
        raise BadInput(f"{where} lies in the future: {event.at:%Y-%m-%d %H:%M}, and now it is {now:%Y-%m-%d %H:%M}.")
    if event.rating is not None and not is_rating(event.rating):
        raise BadInput(f"{where} is rated {event.rating!r:.40}; a rating lies between 1 and 5.")
    features = {readable(name).strip(): readable(value).strip() for name, value in event.features.items()}
    return Behaviour(
        id=event.id,
        at=event.at,
        item=readable(event.item).strip(),
        did=event.did,
        topic=readable(event.topic).strip(),
        features={name: value for name, value in features.items() if name and value},
        rating=event.rating,
        words=readable(event.words),
    )


def is_rating(rating: object) -> bool:
    """Whether this is a number from 1 to 5."""
    return isinstance(rating, int | float) and not isinstance(rating, bool) and 1 <= rating <= 5


def episode_of(event: Behaviour) -> EpisodeId:
    """The episode that an event is kept under."""
    return EpisodeId(f"{SEEN}{event.id}")


def entry_of(event: Behaviour) -> TranscriptEntry:
    """The event as a line of the transcript."""
    kept = {name: value for name in _WRITTEN if (value := getattr(event, name)) not in ("", None, {})}
    words = json.dumps(kept, ensure_ascii=False)
    return TranscriptEntry(episode=episode_of(event), number=0, kind="seen", words=words, at=event.at)


def event_of(entry: TranscriptEntry) -> Behaviour:
    """The event that a line of the transcript was made of."""
    return Behaviour(at=entry.at, **json.loads(entry.words))
