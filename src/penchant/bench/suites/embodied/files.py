"""Read and write people in the public layout: four files of errands, two of personas.

A folder holds ``embodied/scenarios/{original,evolved}_scenarios_{A,B}.json`` and, if it likes,
``embodied/personas/{original,evolved}_persona.json`` or the same as ``.py``, which is read and never run. Whatever is
wrong with it is said in one line: which file, what, and what to do.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import fields
from operator import attrgetter
from pathlib import Path

from penchant.bench.suites.embodied.parsing import records_from_json
from penchant.bench.suites.embodied.records import EmbodiedLife, Errand
from penchant.bench.suites.personas import personas
from penchant.errors import BadData

_PHASES = (
    "original_scenarios_A.json",
    "original_scenarios_B.json",
    "evolved_scenarios_A.json",
    "evolved_scenarios_B.json",
)
_PERSONAS = (("original_persona", "prompt_dict"), ("evolved_persona", "prompt_evolved_dict"))

_FIELDS = tuple(field.name for field in fields(Errand))
_values = attrgetter(*_FIELDS)

_Errands = dict[str, list[Errand]]


def load(folder: Path) -> list[EmbodiedLife]:
    """Read everybody in a folder, in the order they first appear.

    An intent that is not in its scene, an empty scene and a person without a persona are kept as they are.
    """
    try:
        return _load(folder)
    except OSError as error:
        raise BadData(f"Cannot look into {folder}: {error.strerror or error}; check its permissions.") from error


def save(lives: Iterable[EmbodiedLife], folder: Path) -> None:
    """Write people in the layout :func:`load` reads; a file is either there in full or not touched.

    The people are taken one by one, so there may be more of them than fit in memory.
    """
    root = folder / "embodied"
    targets = [root / "scenarios" / name for name in _PHASES]
    targets += [root / "personas" / f"{stem}.json" for stem, _ in _PERSONAS]
    seen: set[str] = set()
    try:
        with ExitStack() as stack:
            drafts = [stack.enter_context(_Draft(target)) for target in targets]
            for life in lives:
                if life.person in seen:
                    raise BadData(
                        f"Two of the people to save are called {life.person!r}; give each a name of their own."
                    )
                seen.add(life.person)
                for draft, phase in zip(drafts, life.phases, strict=False):
                    for record in phase:
                        draft.add(_json(dict(zip(_FIELDS, _values(record), strict=True))))
                for draft, persona in zip(drafts[4:], (life.persona_before, life.persona_after), strict=True):
                    draft.add(f"{_json(life.person)}: {_json(chr(10).join(persona))}")
            if not seen:
                raise BadData(f"There is nobody to save in {folder}; make at least one person first.")
            for draft in drafts:
                draft.finish()
            for draft in drafts:
                draft.publish()
    except OSError as error:
        raise BadData(
            f"Cannot write to {folder}: {error.strerror or error}; give a folder that can be written."
        ) from error


def fingerprint(lives: Iterable[EmbodiedLife]) -> str:
    """A sha256 over everything that is said, seen and wanted; the same people in the same order give the same one."""
    digest = hashlib.sha256()
    for life in lives:
        phases = [[_values(record) for record in phase] for phase in life.phases]
        content = [life.person, phases, life.persona_before, life.persona_after]
        digest.update(json.dumps(content, separators=(",", ":")).encode())
        digest.update(b"\n")
    return digest.hexdigest()


def _load(folder: Path) -> list[EmbodiedLife]:
    scenarios = _scenarios(folder)
    paths = [scenarios / name for name in _PHASES]
    phases = [_by_person(records_from_json(path)) for path in paths]
    for phase, path in zip(phases, paths, strict=True):
        _compare(phases[0], phase, paths[0], path)
    before, after = (_personas(folder / "embodied" / "personas", stem, name) for stem, name in _PERSONAS)
    lives = []
    for person, lessons in phases[0].items():
        order = [record.index for record in lessons]
        first, second, third, fourth = (_lined_up(phase[person], order) for phase in phases)
        lives.append(
            EmbodiedLife(person, (first, second, third, fourth), before.get(person, ()), after.get(person, ())),
        )
    return lives


class _Draft:
    """A JSON file in the making, beside the one it will replace: a list of records, or a dict of personas."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        self._brackets = "{}" if target.parent.name == "personas" else "[]"
        self._separator = "\n"

    def __enter__(self) -> _Draft:
        self._target.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._draft.open("w", encoding="utf-8")
        self._file.write(self._brackets[0])
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._draft.unlink(missing_ok=True)

    def add(self, entry: str) -> None:
        self._file.write(self._separator + entry)
        self._separator = ",\n"

    def finish(self) -> None:
        self._file.write("\n" + self._brackets[1] + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def publish(self) -> None:
        self._draft.replace(self._target)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _scenarios(folder: Path) -> Path:
    """The folder with the four files, or one line on why it is not there."""
    if not folder.exists():
        raise BadData(f"There is no folder {folder}; give the folder that holds embodied/.")
    if not folder.is_dir():
        raise BadData(f"{folder} is a file; give the folder that holds embodied/.")
    scenarios = folder / "embodied" / "scenarios"
    if not scenarios.is_dir():
        if any((folder / inner / name).exists() for inner in ("scenarios", ".") for name in _PHASES):
            parent = folder.resolve().parent if (folder / "scenarios").is_dir() else folder.resolve().parent.parent
            raise BadData(f"{folder} is inside the embodied folder; give the folder that holds embodied/: {parent}.")
        raise BadData(f"{folder} has no embodied/scenarios/ in it; give the folder that holds embodied/.")
    missing = [name for name in _PHASES if not (scenarios / name).is_file()]
    if missing:
        raise BadData(f"{scenarios} lacks {', '.join(missing)}; copy them there, all four are needed.")
    return scenarios


def _by_person(records: list[Errand]) -> _Errands:
    errands: _Errands = {}
    for record in records:
        errands.setdefault(record.user, []).append(record)
    return errands


def _compare(first: _Errands, other: _Errands, first_path: Path, other_path: Path) -> None:
    """See that the same people have the same number of tasks in two phases."""
    for person in dict.fromkeys((*first, *other)):
        if person not in first or person not in other:
            here, there = (first_path, other_path) if person in first else (other_path, first_path)
            raise BadData(
                f"{there} has no task of {person!r}, but {here.name} has; add them or take them out of all four."
            )
        mine, theirs = len(first[person]), len(other[person])
        if mine != theirs:
            raise BadData(
                f"{other_path} has {theirs} tasks of {person!r}, but {first_path.name} has {mine}; "
                "every phase needs the same tasks."
            )


def _lined_up(records: list[Errand], order: list[int]) -> tuple[Errand, ...]:
    """Put tasks in the order of the first phase where their indexes say how, else leave them as they came."""
    by_index = {record.index: record for record in records}
    if len(by_index) < len(records) or by_index.keys() != set(order):
        return tuple(records)
    return tuple(by_index[index] for index in order)


def _personas(folder: Path, stem: str, name: str) -> dict[str, tuple[str, ...]]:
    """What each person says about themselves, line by line; nothing where there is no such file."""
    return {person: _sentences(text) for person, text in personas(folder, stem, name).items()}


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.replace("\r\n", "\n").split("\n") if line.strip())
