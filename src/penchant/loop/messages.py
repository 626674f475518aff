"""What a caller hands in to be listened to, once it is seen to be that: a person, words, messages and their times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import get_args

from penchant.domain import TOLD, EpisodeId, Message, Role, readable
from penchant.errors import BadInput

LONGEST = 100_000
"""So many characters of a message are read and kept; of a longer one the rest is left alone."""

AHEAD = timedelta(days=1)
"""A clock may be so far ahead of ours; what is said later than that is not believed to be."""

_FIELDS = ("role", "content", "at", "time", "timestamp", "created_at", "id", "name")
_ROLES: dict[str, Role] = {**{role: role for role in get_args(Role)}, "human": "user", "ai": "assistant"}
_ROLES |= {"developer": "system", "function": "tool"}


def checked_name(person: object) -> str:
    """The name of whom it is about; BadInput where there is none."""
    if not isinstance(person, str) or not person.strip():
        raise BadInput(f"Say whose words these are: a person goes by a name, not by {person!r:.60}.")
    return person


def checked_time(at: object) -> datetime | None:
    """A moment with its time zone, or None; BadInput for anything else."""
    if at is None:
        return None
    if isinstance(at, str):
        try:
            at = datetime.fromisoformat(at)
        except ValueError:
            raise BadInput(f"{at!r:.60} is no time. Write it as 2026-05-01T08:00:00+00:00.") from None
    if isinstance(at, int | float) and not isinstance(at, bool):
        try:
            return datetime.fromtimestamp(at, UTC)
        except (OverflowError, ValueError, OSError):
            raise BadInput(f"{at!r:.60} is no time: seconds since 1970 are meant.") from None
    if not isinstance(at, datetime):
        raise BadInput(f"A time is a datetime, or a text such as 2026-05-01T08:00:00+00:00, not {at!r:.60}.")
    try:
        return at.astimezone(UTC) if at.tzinfo is not None else at.replace(tzinfo=UTC)
    except OverflowError:
        raise BadInput(f"{at.isoformat()} lies beyond the calendar in UTC.") from None


def checked_message(words: object, at: object = None, id: object = "") -> Message:
    """Words of the person's own as a message."""
    if not isinstance(words, str):
        raise BadInput(f"What a person says is a text, not {words!r:.60}.")
    if not words.strip():
        raise BadInput("There are no words here to listen to.")
    if not isinstance(id, str):
        raise BadInput(f"A message goes by a text, not by {id!r:.60}.")
    return Message("user", readable(words), checked_time(at), id)


def checked_messages(messages: object) -> Iterator[Message]:
    """The messages of a conversation, one after the other; BadInput, with its number, for one that is none."""
    if isinstance(messages, str | Mapping) or not isinstance(messages, Iterable):
        raise BadInput('A conversation is a list of messages such as {"role": "user", "content": "…"}.')
    for number, each in enumerate(messages, 1):
        try:
            yield message_of(each)
        except BadInput as error:
            raise BadInput(f"Message {number}: {error}") from None


def message_of(given: object) -> Message:
    """A message in the usual form, as ours; BadInput, in a few words, where it is none."""
    if isinstance(given, Message):
        given = {"role": given.role, "content": given.content, "at": given.at, "id": given.id, "name": given.name}
    if not isinstance(given, Mapping):
        raise BadInput(f'it is not of the form {{"role": "user", "content": "…"}}: {given!r:.60}')
    role = given.get("role")
    if not isinstance(role, str) or role.lower() not in _ROLES:
        raise BadInput(f"its role is {role!r:.40}; known are {', '.join(get_args(Role))}.")
    at = next((given[name] for name in _FIELDS[2:6] if given.get(name) is not None), None)
    id, name = given.get("id") or "", given.get("name") or ""
    if not isinstance(id, str | int) or not isinstance(name, str):
        raise BadInput("its id and its name are texts.")
    return Message(_ROLES[role.lower()], readable(_text(given.get("content"))), checked_time(at), str(id), name)


def _text(content: object) -> str:
    """The words of a content: a text, or a list of parts of which those that are text count."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        parts = [
            part if isinstance(part, str) else part.get("text") for part in content if isinstance(part, str | Mapping)
        ]
        return "\n".join(part for part in parts if isinstance(part, str))
    raise BadInput(f"its content is a text, or a list of parts, not {content!r:.40}.")


def episodes_of(messages: Sequence[Message]) -> list[EpisodeId]:
    """The episode of each message: by its id, else by its time and words, else by its words and those before it.

    So the same message is known again when a conversation is handed in that has grown.
    """
    seen: Counter[bytes] = Counter()
    found = []
    before = Message("system", "")
    for message in messages:
        if message.id:
            key = message.id
        else:
            told = (message.at.isoformat(),) if message.at else (before.role, before.content)
            digest = _digest(*told, message.role, message.content)
            key = digest.hex() + (f"-{seen[digest]}" if seen[digest] else "")
            seen[digest] += 1
        found.append(EpisodeId(f"{TOLD}{key}"))
        before = message
    return found


def episode_of(message: Message) -> EpisodeId:
    """The episode of words that were told by themselves."""
    key = message.id or _digest(message.at.isoformat() if message.at else "", message.content).hex()
    return EpisodeId(f"{TOLD}{key}")


def _digest(*parts: str) -> bytes:
    made = blake2b(digest_size=12)
    for part in parts:
        made.update(f"{len(part)}:{part}".encode())
    return made.digest()
