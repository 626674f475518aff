"""The lines of a run's ``episodes.jsonl``, found by person; only where they lie is held in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from penchant.errors import BadData

EPISODES = "episodes.jsonl"


class RunLines:
    """The whole units of a run: one person under one method."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / EPISODES
        self.unfinished = 0  # lines of units that were not finished
        self._places: dict[str, dict[str, list[tuple[int, int, int]]]] = {}  # by person and method: from, to, line
        try:
            self._index()
        except OSError as error:
            raise BadData(f"Cannot read {self.path}: {error.strerror or error}.") from error
        if not self._places:
            raise BadData(f"{self.path} has no finished life in it; finish the run: penchant study --resume {folder}")

    @property
    def units(self) -> Mapping[str, Mapping[str, object]]:
        """The methods of each person, in the order in which they were kept."""
        return self._places

    def read(self, person: str, method: str) -> Iterator[dict[str, Any]]:
        """The episodes of one person under one method, in order."""
        with self.path.open("rb") as file:
            for start, end, number in self._places[person][method]:
                file.seek(start)
                while file.tell() < end:
                    yield self._parsed(file.readline(), number)
                    number += 1

    def _index(self) -> None:
        start = at = first = number = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.startswith(b'{"unit"') and line.endswith(b"\n"):
                    unit = self._unit(line, number)
                    of_person = self._places.setdefault(unit["person"], {})
                    of_person.setdefault(unit["method"], []).append((start, at, first + 1))
                    start, first = at + len(line), number
                at += len(line)
        self.unfinished = number - first

    def _unit(self, line: bytes, number: int) -> dict[str, str]:
        unit = self._parsed(line, number).get("unit")
        if not isinstance(unit, dict) or not all(isinstance(unit.get(key), str) for key in ("person", "method")):
            raise self._broken(number)
        return unit

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except ValueError as error:
            raise self._broken(number) from error
        if not isinstance(found, dict):
            raise self._broken(number)
        return found

    def _broken(self, number: int) -> BadData:
        return BadData(f"Line {number} of {self.path} is cut or was not written by a study; nothing was exported.")
