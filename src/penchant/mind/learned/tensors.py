"""Single tensors out of a model file, so that two models can share one: the little of protobuf that takes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

_GRAPH, _INITIALIZER = 7, 5
_DIMS, _TYPE, _NAME, _RAW = 1, 2, 8, 9
_KINDS: dict[int, type[Any]] = {1: np.float32, 3: np.int8, 7: np.int64}


def tensors(model: bytes, names: Collection[str]) -> dict[str, NDArray[Any]]:
    """The weights of these names in an ONNX model; one that is not there raises KeyError."""
    view = memoryview(model)
    found: dict[str, NDArray[Any]] = {}
    for number, graph in _fields(view):
        if number != _GRAPH or isinstance(graph, int):
            continue
        for part, tensor in _fields(graph):
            if part == _INITIALIZER and not isinstance(tensor, int):
                name, values = _tensor(tensor, names)
                if name:
                    found[name] = values
    if missing := set(names) - found.keys():
        raise KeyError(sorted(missing)[0])
    return found


def _tensor(view: memoryview, names: Collection[str]) -> tuple[str, NDArray[Any]]:
    dims: list[int] = []
    kind, name, raw = 1, "", memoryview(b"")
    for number, value in _fields(view):
        if number == _DIMS:
            dims += [value] if isinstance(value, int) else _varints(value)
        elif number == _TYPE and isinstance(value, int):
            kind = value
        elif number == _NAME and not isinstance(value, int):
            name = bytes(value).decode()
        elif number == _RAW and not isinstance(value, int):
            raw = value
    if name not in names:
        return "", np.empty(0)
    return name, np.frombuffer(raw, dtype=_KINDS[kind]).reshape(dims)


def _fields(view: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The numbered fields of a message: whole numbers, or the bytes of a text or a message."""
    at = 0
    while at < len(view):
        key, at = _varint(view, at)
        number, wire = key >> 3, key & 7
        if wire == 0:
            value, at = _varint(view, at)
            yield number, value
        else:
            size, at = (8, at) if wire == 1 else (4, at) if wire == 5 else _varint(view, at)
            yield number, view[at : at + size]
            at += size


def _varint(view: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = view[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def _varints(view: memoryview) -> list[int]:
    found, at = [], 0
    while at < len(view):
        value, at = _varint(view, at)
        found.append(value)
    return found
