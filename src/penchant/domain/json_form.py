"""The nouns as JSON and back: every field by its name, a tuple as a list, a time as ISO 8601."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Any, Literal, NewType, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from penchant.errors import BadInput

Noun = TypeVar("Noun")


_PLAIN = frozenset({str, int, float, bool})


@cache
def _names(noun: type) -> tuple[str, ...]:
    """The fields of a noun, which are asked for with every answer of a server."""
    return tuple(each.name for each in fields(noun))


def plain(value: Any) -> Any:
    """The value as dictionaries, lists, texts and numbers."""
    if value is None or type(value) in _PLAIN:
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in _names(type(value))}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def dumped(noun: Any, kind: str, version: int) -> str:
    """One line of JSON that says what it is, and in which version of its form."""
    return json.dumps({"penchant": kind, "version": version, **plain(noun)}, ensure_ascii=False, separators=(",", ":"))


def loaded(made: type[Noun], text: str, kind: str, version: int) -> Noun:
    """What :func:`dumped` was given; BadInput, in one line, where the text is anything else."""
    if not isinstance(text, str):
        raise BadInput(f"A {kind} is read from a text of JSON, not from {text!r:.80}.")
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"This is no JSON of a {kind}, or it was cut short: {error}.") from error
    if not isinstance(entry, dict) or entry.pop("penchant", None) != kind:
        raise BadInput(f"This JSON is not of a {kind}.")
    if (found := entry.pop("version", None)) != version:
        raise BadInput(f"This {kind} is in version {found} of its form; this penchant reads version {version}.")
    return read_plain(made, entry, kind)


def read_plain(made: type[Noun], value: Any, kind: str = "") -> Noun:
    """The noun that :func:`plain` was given; BadInput, in one line, where the value is of anything else."""
    try:
        reader: Callable[[Any], Noun] = _reader(cast(Hashable, made))
        return reader(value)
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"This JSON is not of a whole {kind or made.__name__.lower()}: {error}.") from error


@cache
def _reader(hint: Hashable) -> Callable[[Any], Any]:
    """What makes a value of a type from its plain form; it raises TypeError, ValueError or KeyError for another."""
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType):
        return _reader(hint.__supertype__)
    if is_dataclass(hint):
        return _noun_reader(hint)
    if origin in (Union, UnionType):
        return _union_reader(tuple(map(_reader, arguments)))
    if origin is Literal:
        return _literal_reader(arguments)
    if origin is Mapping:
        return _mapping_reader(_reader(arguments[1]))
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _pair_reader(tuple(map(_reader, arguments)))
    if origin in (tuple, Sequence):
        return _list_reader(_reader(arguments[0]))
    if hint is datetime:
        return datetime.fromisoformat
    return _simple_reader(hint)


def _noun_reader(made: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(made)
    readers = {each.name: _reader(hints[each.name]) for each in fields(made)}

    def read(value: Any) -> Any:
        if not isinstance(value, dict) or value.keys() != readers.keys():
            missing = readers.keys() ^ (value if isinstance(value, dict) else {})
            raise TypeError(f"a {made.__name__} with {', '.join(sorted(map(repr, missing)))} amiss")
        return made(**{name: reader(value[name]) for name, reader in readers.items()})

    return read


def _union_reader(readers: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        for reader in readers[:-1]:
            try:
                return reader(value)
            except (KeyError, TypeError, ValueError):
                continue
        return readers[-1](value)

    return read


def _literal_reader(allowed: Sequence[Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if value not in allowed:
            raise ValueError(f"{value!r:.80} is none of {', '.join(map(str, allowed))}")
        return value

    return read


def _mapping_reader(reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: {str(key): reader(each) for key, each in dict(value).items()}


def _pair_reader(readers: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    return lambda value: tuple(reader(each) for reader, each in zip(readers, value, strict=True))


def _list_reader(reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise TypeError(f"{value!r:.80} is no list")
        return tuple(reader(each) for each in value)

    return read


def _simple_reader(kind: Any) -> Callable[[Any], Any]:
    allowed = (int, float) if kind is float else kind

    def read(value: Any) -> Any:
        if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
            raise TypeError(f"{value!r:.80} is no {kind.__name__}")
        return value

    return read
