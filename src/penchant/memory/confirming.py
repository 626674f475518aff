"""Standing by a belief: noted once a day, and taken back by whoever clicked too soon."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from penchant.domain import Evidence, PersonId, Preference, PreferenceId, is_of_episode
from penchant.errors import BadInput
from penchant.memory.conflicts import until_written
from penchant.memory.memory import BY_HAND, CONFIRMED, Memory
from penchant.memory.reopening import draft_of
from penchant.store import Change, Close


def confirm_once_a_day(
    memory: Memory, person: str, id: PreferenceId, *, words: str, episode: str | None = None
) -> Preference:
    """Note that the person stands by a belief, unless they did so by hand on this day (UTC) already."""
    today = memory.clock().date()
    belief = memory.get(person, id)
    given = [item for item in memory.evidence(person, id) if _is_confirmation(belief, item)]
    if belief.is_open and any(item.at.date() == today for item in given):
        return belief
    return memory.confirm(person, id, words=words, episode=episode or f"{_DAILY}{today}")


def unconfirm(memory: Memory, person: str, id: PreferenceId, *, episode: str | None = None) -> Preference:
    """Take back that the person stood by a belief; gives what is believed again, as sure as before and with a new id.

    BadInput where something was heard of it since, or nobody confirmed it. An ``episode`` of its own is done once.
    """
    return until_written(person, partial(_unconfirm, memory, person, id, episode))


def _unconfirm(memory: Memory, person: str, id: PreferenceId, episode: str | None) -> Preference:
    revision = memory.store.revision(PersonId(person))
    belief = memory.get(person, id)
    if episode is not None:
        done = [one for one in memory.list(person) if one.replaces == id and is_of_episode(one, episode)]
        if done:
            return done[0]
    heard = memory.evidence(person, id)
    if not belief.is_open or not heard or not _is_confirmation(belief, heard[-1]):
        raise BadInput(f"The last thing that happened to preference {id} is not that it was confirmed.")
    before = replace(belief, confidence=max(0.0, 1 - (1 - belief.confidence) / (1 - CONFIRMED)))
    at = memory.clock()
    again = memory.opening(draft_of(before, episode or BY_HAND), "edit", replaces=id, at=at)
    changes: list[Change] = [Close(id, at), again]
    (opened,) = memory.apply(person, changes, expected=revision)
    return memory.get(person, opened)


_DAILY = f"{BY_HAND}, confirmed on "


def _is_confirmation(belief: Preference, item: Evidence) -> bool:
    """Whether somebody stood by the belief then, and did not only write it."""
    return item.source == "edit" and item.supports and item.episode != belief.episode
