"""Other names for people: counted in the order in which they are exported, wherever their own stands in a text."""

from __future__ import annotations

import re
from typing import Any


class Pseudonyms:
    """Gives each person a name that says nothing of them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, person: str) -> str:
        """What somebody is called instead."""
        return self._names.setdefault(person, f"person-{len(self._names) + 1:05}")

    def within(self, example: dict[str, Any], person: str) -> dict[str, Any]:
        """An example in which a person's own name stands nowhere."""
        own = re.compile(rf"(?i)(?<!\w){re.escape(person)}(?!\w)")
        changed: dict[str, Any] = self._changed(example, own, self.of(person))
        return changed | {"person": self.of(person)}

    def _changed(self, value: Any, own: re.Pattern[str], other: str) -> Any:
        if isinstance(value, str):
            return own.sub(lambda _: other, value)
        if isinstance(value, list):
            return [self._changed(each, own, other) for each in value]
        if isinstance(value, dict):
            return {key: self._changed(each, own, other) for key, each in value.items()}
        return value
