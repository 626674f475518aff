"""Read and write people in the public layout: four files of errands, two of personas.

A folder holds ``embodied/scenarios/{original,evolved}_scenarios_{A,B}.json`` and, if it likes,
``embodied/personas/{original,evolved}_persona.json`` or the same as ``.py``, which is read and never run. Whatever is
wrong with it is said in one line: which file, what, and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from operator import attrgetter
from pathlib import Path

from penchant_lab.suites.household.parsing import records_from_json
from penchant_lab.suites.household.records import EmbodiedLife, HouseholdErrand
from penchant_lab.suites.layout import compare_phases, data_folder, digest_of, looking_into, written_people
from penchant_lab.suites.personas import personas

_PHASES = (
    "original_scenarios_A.json",
    "original_scenarios_B.json",
    "evolved_scenarios_A.json",
    "evolved_scenarios_B.json",
)
_PERSONAS = (("original_persona", "prompt_dict"), ("evolved_persona", "prompt_evolved_dict"))

_FIELDS = tuple(field.name for field in fields(HouseholdErrand))
_values = attrgetter(*_FIELDS)
_Errands = dict[str, list[HouseholdErrand]]


def load(folder: Path) -> list[EmbodiedLife]:
    """Read everybody in a folder, in the order they first appear.

    An intent that is not in its scene, an empty scene and a person without a persona are kept as they are.
    """
    with looking_into(folder):
        return _load(folder)


def save(lives: Iterable[EmbodiedLife], folder: Path) -> None:
    """Write people in the layout :func:`load` reads, one by one."""
    scenarios, texts = Path("embodied", "scenarios"), Path("embodied", "personas")
    lists, objects = [scenarios / name for name in _PHASES], [texts / f"{stem}.json" for stem, _ in _PERSONAS]
    with written_people(folder, lists, objects) as writer:
        for life in lives:
            told = ["\n".join(persona) for persona in (life.persona_before, life.persona_after)]
            writer.add(life.person, [map(_fields, phase) for phase in life.phases], told)


def fingerprint(lives: Iterable[EmbodiedLife]) -> str:
    """A sha256 over everything that is said, seen and wanted; the same people in the same order give the same one."""
    return digest_of(
        [
            life.person,
            [[_values(record) for record in phase] for phase in life.phases],
            life.persona_before,
            life.persona_after,
        ]
        for life in lives
    )


def _load(folder: Path) -> list[EmbodiedLife]:
    scenarios = data_folder(folder, "embodied", "scenarios", _PHASES)
    paths = [scenarios / name for name in _PHASES]
    phases = [_by_person(records_from_json(path)) for path in paths]
    compare_phases(phases, paths)
    before, after = (_personas(folder / "embodied" / "personas", stem, name) for stem, name in _PERSONAS)
    lives = []
    for person, lessons in phases[0].items():
        order = [record.index for record in lessons]
        first, second, third, fourth = (_lined_up(phase[person], order) for phase in phases)
        lives.append(
            EmbodiedLife(person, (first, second, third, fourth), before.get(person, ()), after.get(person, ())),
        )
    return lives


def _fields(record: HouseholdErrand) -> dict[str, object]:
    return dict(zip(_FIELDS, _values(record), strict=True))


def _by_person(records: list[HouseholdErrand]) -> _Errands:
    errands: _Errands = {}
    for record in records:
        errands.setdefault(record.user, []).append(record)
    return errands


def _lined_up(records: list[HouseholdErrand], order: list[int]) -> tuple[HouseholdErrand, ...]:
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
