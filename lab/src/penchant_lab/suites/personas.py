"""Persona texts by name, from a JSON file or from the Python file the public release has them in."""

from __future__ import annotations

from pathlib import Path

from penchant.errors import BadData
from penchant.tables import read_text
from penchant_lab.suites.json_files import called, parse
from penchant_lab.suites.python_personas import personas_from_python


def personas(folder: Path, stem: str, name: str) -> dict[str, str]:
    """What each person says about themselves, from ``stem.json`` or the dict ``name`` of ``stem.py``; {} without."""
    as_json, as_python = folder / f"{stem}.json", folder / f"{stem}.py"
    if as_json.exists():
        return _from_json(as_json)
    return personas_from_python(as_python, read_text(as_python), name) if as_python.exists() else {}


def _from_json(path: Path) -> dict[str, str]:
    content = parse(path)
    if not isinstance(content, dict):
        raise BadData(f"{path} holds {called(content)}; it should hold an object of name and text.")
    for name, text in content.items():
        if not isinstance(text, str):
            raise BadData(f"{path}: the persona of {name!r} is {called(text)}; it should be a text.")
    return content
