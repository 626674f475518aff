"""Reading a user's own download: finding the files wherever they lie in it, and one line on what is wrong with them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from penchant.errors import BadData

T = TypeVar("T")
DEEP = 6
"""So many folders below the one that was given are looked into."""


def bundled(name: str) -> Path:
    """The folder of a suite's own data, in the layout of the public one."""
    found: Traversable = files("penchant_lab.suites.talk").joinpath("content", name)
    return Path(str(found))


def holding(folder: Path, *names: str) -> Path:
    """The folder nearest to this one that holds all of these names (patterns)."""
    if not folder.is_dir():
        raise BadData(f"There is no folder {folder}; give a checkout of the public repository, or its files.")
    level = [folder]
    for _ in range(DEEP):
        for each in level:
            if all(any(each.glob(name)) for name in names):
                return each
        try:
            level = sorted(inner for each in level for inner in each.iterdir() if inner.is_dir())
        except OSError as error:
            raise BadData(f"Cannot look into {folder}: {error.strerror or error}; check its permissions.") from error
    raise BadData(f"Neither {folder} nor a folder in it holds {' and '.join(names)}; see docs/talk.md for the layout.")


def read_json(path: Path) -> Any:
    """What a JSON file holds."""
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadData(f"Cannot read {path}: {error.strerror or error}; copy the file again.") from error
    except ValueError as error:
        raise BadData(f"{path} is no JSON: {error}; copy the file again.") from error


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """What each line of a file holds, with its number from 1."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadData(f"Cannot read {path}: {error}; copy the file again.") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError as error:
                raise BadData(f"{path}, line {number}, is no JSON: {error}.") from error


def read_table(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file with headings, with their lines."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, row in enumerate(csv.DictReader(file), 2):
                yield number, {key: value or "" for key, value in row.items() if key is not None}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadData(f"Cannot read {path}: {error}; copy the file again.") from error


def taken(where: str, take: Callable[[], T]) -> T:
    """What is made of a row; one line says where a row is that lacks something."""
    try:
        return take()
    except KeyError as error:
        raise BadData(f"{where} lacks {error}; see docs/talk.md for the layout.") from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadData(f"{where} is not in the layout that docs/talk.md shows: {error}.") from error
