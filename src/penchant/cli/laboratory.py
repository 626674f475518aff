"""The commands of the laboratory: `study`, `figures`, `train` and others, where penchant-lab is installed."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from types import MappingProxyType
from typing import Any

from penchant.errors import LABORATORY, BadInput

GROUP = "penchant.commands"
COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "study": "play a study and report it",
        "figures": "write a run's pictures as SVG, PNG and CSV",
        "train": "train the web shop's adapter",
        "export-training": "write training examples of what was heard",
        "data": "write the bundled people out",
    }
)


def add_to(commands: Any) -> None:
    """Add each command of the laboratory; one that is not installed says how to install it."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    wrong = _other_version()
    for name in dict.fromkeys((*COMMANDS, *found)):
        if name in found and not wrong:
            _load(found[name]).add_to(commands)
            continue
        missing = f"`penchant {name}` is part of the laboratory. Install it: {LABORATORY}"
        parser: argparse.ArgumentParser = commands.add_parser(
            name, help=f"{COMMANDS.get(name, 'a command')} ({LABORATORY})", add_help=False
        )
        parser.whole = True  # type: ignore[attr-defined]
        parser.set_defaults(run=_Refusal(wrong or missing))


class _Refusal:
    """Stands in for a command that cannot be run, and says why."""

    def __init__(self, why: str) -> None:
        self._why = why

    def __call__(self, args: argparse.Namespace) -> int:
        raise BadInput(self._why)


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except Exception as error:  # whatever a package does when it is imported
        raise BadInput(f"The command {point.name!r} ({point.value}) cannot be loaded: {error}.") from error


def _other_version() -> str:
    """What to say where the laboratory is of another version than the library; empty where it is not."""
    try:
        ours, theirs = version("penchant"), version("penchant-lab")
    except PackageNotFoundError:
        return ""
    if ours == theirs:
        return ""
    return f"penchant is {ours} and the laboratory is {theirs}. Install the same: pip install penchant-lab=={ours}"
