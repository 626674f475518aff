"""LangGraph's items as preferences, and back: a value is kept word for word, and found by the text in it.

An item is a fact about its person, so that it shows in their profile and goes when they are forgotten. One that is
put again closes the one before; none that is not indexed is ever used for a choice or shown in a prompt.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from langgraph.store.base import Item, SearchItem, get_text_at_path

from penchant.domain import Draft, EpisodeId, Preference, readable
from penchant.errors import BadInput

Namespace = tuple[str, ...]
Place = tuple[Namespace, str]
"""A namespace and a key in it."""

_ITEM = "item "
_WHOLE = ("$",)


def draft_of(place: Place, value: Mapping[str, Any], fields: Sequence[str] | Literal[False]) -> Draft:
    """What it is to keep a value in a place; ``fields`` are what it is found by, False where it is not to be found."""
    if not isinstance(value, Mapping):
        raise BadInput(f'A value to put is a dictionary such as {{"text": "…"}}, not {value!r:.60}.')
    try:
        kept = _written(dict(value))
    except (TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"This value cannot be kept as JSON: {error}.") from None
    text = "" if fields is False else " ".join(readable(_text_of(json.loads(kept), fields)).split())
    return Draft(
        situation="",
        topic="",
        stance="is",
        value=text or readable(place[1]).strip() or "a note",
        confidence=1.0,
        words=kept,
        episode=episode_of(place),
        kind="fact",
        use="free" if text else "never",
    )


def episode_of(place: Place) -> EpisodeId:
    """By what the beliefs of one item are known."""
    namespace, key = place
    return EpisodeId(_ITEM + _written([*namespace, key]))


def place_of(belief: Preference) -> Place | None:
    """The place of the item that a belief is; None for what was learned otherwise."""
    return _place(belief.episode) if belief.episode.startswith(_ITEM) else None


@lru_cache(maxsize=16_384)
def _place(episode: str) -> Place | None:
    try:
        *namespace, key = json.loads(episode.removeprefix(_ITEM))
    except (ValueError, TypeError):
        return None
    return tuple(map(str, namespace)), str(key)


def line_of(place: Place, beliefs: Iterable[Preference]) -> list[Preference]:
    """All that was ever put in a place, oldest first."""
    episode = episode_of(place)
    return [belief for belief in beliefs if belief.episode == episode]


def is_found(belief: Preference) -> bool:
    """Whether an item may be found by its meaning."""
    return belief.use != "never"


def value_of(belief: Preference) -> dict[str, Any]:
    """What was put."""
    value: dict[str, Any] = json.loads(belief.words)
    return value


def item_of(line: Sequence[Preference]) -> Item:
    """The last of the values that were put in a place, which was made with the first."""
    first, last = line[0], line[-1]
    namespace, key = place_of(last) or ((), "")
    return Item(value=value_of(last), key=key, namespace=namespace, created_at=first.since, updated_at=last.since)


def found_item(item: Item, score: float | None) -> SearchItem:
    """An item as a search gives it."""
    return SearchItem(item.namespace, item.key, item.value, item.created_at, item.updated_at, score)


def _written(value: Any) -> str:
    """A value as JSON that can be kept, whatever its texts are made of."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text if readable(text) == text else json.dumps(value)


def _text_of(value: Any, fields: Sequence[str]) -> str:
    """The text by which a value is found: of the whole its words and numbers, without the names of its fields."""
    if tuple(fields) == _WHOLE:
        return ". ".join(_leaves(value))
    return ". ".join(text for field in fields for text in get_text_at_path(value, field))


def _leaves(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)
