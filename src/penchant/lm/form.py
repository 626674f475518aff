"""JSON in pieces, letter for letter as the standard library writes it: what stays the same is written once.

A question is written down three times: for its address, for the endpoint and for the record. Most of it, the form of
the reply and what a model is told to do, is the same for thousands of questions.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cached_property
from json.encoder import encode_basestring_ascii
from typing import Any

_sorted = json.JSONEncoder(separators=(",", ":"), default=dict, sort_keys=True).encode
_compact = json.JSONEncoder(separators=(",", ":"), default=dict).encode
_spaced = json.JSONEncoder(default=dict).encode

quote = encode_basestring_ascii
"""A text as JSON."""


class Form(dict[str, Any]):
    """The JSON schema of a reply, with what is written of it; whoever asks in the same form often keeps it.

    It is not to be changed once it was used: what is written of it would not be.

    >>> Form({"type": "object", "title": "x"}).sorted
    '{"title":"x","type":"object"}'
    """

    @staticmethod
    def of(schema: Mapping[str, Any]) -> Form:
        """The schema as a form: itself, where it is one."""
        return schema if isinstance(schema, Form) else Form(schema)

    @staticmethod
    def with_all(properties: Mapping[str, Any]) -> Form:
        """The form of an object with every one of these properties, and no others."""
        return Form(
            {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}
        )

    @cached_property
    def sorted(self) -> str:
        """Without spaces, its keys sorted."""
        return _sorted(self)

    @cached_property
    def compact(self) -> str:
        """Without spaces."""
        return _compact(self)

    @cached_property
    def spaced(self) -> str:
        """As usual."""
        return _spaced(self)


def plain(value: bool | float | None) -> str:
    """A number, or what may stand in its place, as JSON.

    >>> plain(3), plain(0.5), plain(None), plain(math.nan)
    ('3', '0.5', 'null', 'NaN')
    """
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return repr(value)
    return _compact(value)
