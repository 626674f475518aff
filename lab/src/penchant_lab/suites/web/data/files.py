"""The original's files, read whole or in parts. Nothing is read at import.

What is wrong is one line that names the file; what is merely missing is a note that comes with the data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from penchant.errors import BadData, MissingFiles
from penchant_lab.suites.web.data.emit import CATALOGUE, HISTORY, IDS, INSTRUCTIONS, PROFILES, SIDECAR
from penchant_lab.suites.web.data.fingerprint import signed
from penchant_lab.suites.web.data.originals import PARTS, check_original, claims_to_be_original, mismatches
from penchant_lab.suites.web.data.parse import SPLITS, a_dict, a_list, a_text, event_of, product_of, task_of
from penchant_lab.suites.web.records import Event, Product, Split, Templates, WebData, WebTask, Withheld

_PART = re.compile(r"_part_(\d{1,6})\.json$")
_FOLDERS = (  # of the folder given: it may be the data's own, or any above it in the original's repository
    "",
    "data",
    "PersonalWAB/envs/pwab/data",
    "functions/recommender/data",
    "../functions/recommender/data",
    "PersonalWAB/envs/pwab/functions/recommender/data",
)


def read(folder: Path) -> WebData:
    """A shop from its files; whether they are the original's, byte for byte, comes with it."""
    paths = _find(folder)
    profiles = {
        person: {key: a_text(text, f"{PROFILES}.json: {person}: {key!r}") for key, text in fields.items()}
        for person, fields in _profiles(paths[PROFILES])
    }
    history = {person: _events(person, events, file) for person, events, file in _union(paths[HISTORY])}
    products = {asin: _product(asin, value, file) for asin, value, file in _union(paths[CATALOGUE])}
    tasks = _tasks(paths[INSTRUCTIONS][0])
    data = WebData(
        products=products, profiles=profiles, history=history, train=tasks["train"], test=tasks["test"],
        withheld=_withheld(folder / SIDECAR),
    )  # fmt: skip
    data = _answerable(data, paths)
    if claims_to_be_original(data):
        check_original(data, read_ids(folder))
        data = _compared(data, [path for group in paths.values() for path in group], _first(folder, IDS))
    return signed(data)


def _compared(data: WebData, paths: Sequence[Path], ids: Path | None) -> WebData:
    """The data with what their checksums say of them."""
    others = mismatches({path.name: path for path in (*paths, *([ids] if ids else []))})
    notes = [f"{name} is not the original's, by its checksum." for name in others]
    return replace(data, original=not others, notes=(*data.notes, *notes))


def read_ids(folder: Path) -> Mapping[str, int] | None:
    """The recommender's number for each product, or None where the file is not there."""
    path = _first(folder, IDS)
    if path is None:
        return None
    found = _load(path)
    for asin, number in found.items():
        if isinstance(number, bool) or not isinstance(number, int):
            raise BadData(f"{path.name}: {asin} has {number!r}; it must be a whole number.")
    return found


def _find(folder: Path) -> dict[str, list[Path]]:
    """Where each file is, merged or in parts; every missing one is named."""
    if not folder.is_dir():
        raise BadData(f"There is no folder {folder}. Give the one that holds {PROFILES}.json and the other files.")
    paths = {name: _group(folder, name) for name in (PROFILES, INSTRUCTIONS, HISTORY, CATALOGUE)}
    missing = [name for name, found in paths.items() if not found]
    if missing:
        names = (
            f"{name}.json" + (f" (or {name}_part_*.json)" if name in (HISTORY, CATALOGUE) else "") for name in missing
        )
        raise MissingFiles([f"{folder} lacks {name}. Put it there and try again." for name in names])
    return paths


def _group(folder: Path, name: str) -> list[Path]:
    whole = _first(folder, f"{name}.json")
    if whole is not None or name not in (HISTORY, CATALOGUE):
        return [whole] if whole else []
    for inside in _FOLDERS:
        if parts := sorted((folder / inside).glob(f"{name}_part_*.json"), key=lambda path: (len(path.name), path.name)):
            return parts
    return []


def _first(folder: Path, name: str) -> Path | None:
    return next((path for inside in _FOLDERS if (path := folder / inside / name).is_file()), None)


def _whole(paths: Sequence[Path]) -> bool:
    return len(paths) == 1 and "_part_" not in paths[0].name


def _load(path: Path) -> dict[str, Any]:
    try:
        return a_dict(json.loads(path.read_text(encoding="utf-8")), path.name)
    except (ValueError, RecursionError) as error:
        raise BadData(f"{path.name} is cut short or not JSON ({error}). Fetch it again.") from error
    except OSError as error:
        raise BadData(f"{path.name} cannot be read: {error.strerror}.") from error


def _union(paths: Sequence[Path]) -> Iterator[tuple[str, Any, str]]:
    """Every entry of all parts, with the name of the file it is in."""
    seen: set[str] = set()
    for path in paths:
        part = _load(path)
        if twice := seen & part.keys():
            raise BadData(f"{path.name} has {min(twice)} again, which an earlier part has. Keep one of them.")
        seen |= part.keys()
        for key, value in part.items():
            yield key, value, path.name


def _profiles(paths: Sequence[Path]) -> Iterator[tuple[str, dict[str, Any]]]:
    for person, value in _load(paths[0]).items():
        where = f"{PROFILES}.json: {person}"
        yield person, a_dict(a_dict(value, where).get("user_profile"), f"{where}: 'user_profile'")


def _events(person: str, value: object, file: str) -> list[Event]:
    where = f"{file}: {person}"
    events = [event_of(event, f"{where}: event {place}") for place, event in enumerate(a_list(value, where))]
    return sorted(events, key=lambda event: event.at)


def _product(asin: str, value: object, file: str) -> Product:
    product = product_of(value, f"{file}: {asin}")
    if product.asin != asin:
        raise BadData(f"{file}: {asin} says of itself that it is {product.asin}; the two must agree.")
    return product


def _tasks(path: Path) -> dict[Split, list[WebTask]]:
    found = _load(path)
    tasks: dict[Split, list[WebTask]] = {}
    for split in (SPLITS["train"], SPLITS["test"]):
        listed = a_list(found.get(split), f"{path.name}: {split!r}")
        tasks[split] = [task_of(task, n, split, f"{path.name}: {split} task {n}") for n, task in enumerate(listed)]
    return tasks


def _withheld(path: Path) -> Mapping[tuple[Split, int], Withheld]:
    if not path.is_file():
        return {}
    found: dict[tuple[Split, int], Withheld] = {}
    for split, tasks in _load(path).items():
        if split not in SPLITS:
            raise BadData(f"{path.name}: {split!r} is no split; it must be train or test.")
        for number, value in a_dict(tasks, f"{path.name}: {split!r}").items():
            where = f"{path.name}: {split} task {number}"
            if not number.isdecimal():
                raise BadData(f"{where}: its number must be a whole number.")
            told = a_dict(a_dict(value, where).get("told", {}), f"{where}: 'told'")
            attributes = a_dict(value.get("attributes"), f"{where}: 'attributes'")
            if (templates := value.get("templates", "first")) not in get_args(Templates):
                raise BadData(f"{where}: 'templates' is {templates!r}; it must be first or second.")
            found[SPLITS[split], int(number)] = Withheld(
                attributes={key: a_text(text, where) for key, text in attributes.items()},
                told={key: a_text(text, where) for key, text in told.items()},
                templates=templates,
            )
    return found


def _answerable(data: WebData, paths: Mapping[str, Sequence[Path]]) -> WebData:
    """The data without the tasks that missing parts leave unanswerable; notes name the parts, and say so."""
    gone = [task for task in (*data.train, *data.test) if task.target.asin not in data.products]
    if gone and _whole(paths[CATALOGUE]):
        first = gone[0]
        raise BadData(f"{INSTRUCTIONS}.json: {first.split} task {first.number} has the target {first.target.asin}, "
                      f"which is not in {CATALOGUE}.json.")  # fmt: skip
    orphans = [t for t in (*data.train, *data.test) if t.person not in data.history and not _whole(paths[HISTORY])]
    absent = [
        *_absent(paths[HISTORY], HISTORY, some=bool(orphans)),
        *_absent(paths[CATALOGUE], CATALOGUE, some=bool(gone)),
    ]
    data = replace(data, notes=(*data.notes, *absent))
    dropped = {(task.split, task.number) for task in (*gone, *orphans)}
    if not dropped:
        return data
    note = (f"Some parts are missing: {len(dropped)} of {len(data.train) + len(data.test)} tasks were left out "
            f"({len(gone)} without their product, {len(orphans)} without their person's history).")  # fmt: skip
    return replace(
        data,
        train=[task for task in data.train if (task.split, task.number) not in dropped],
        test=[task for task in data.test if (task.split, task.number) not in dropped],
        withheld={key: value for key, value in data.withheld.items() if key not in dropped},
        notes=(*data.notes, note),
    )


def _absent(paths: Sequence[Path], name: str, *, some: bool) -> list[str]:
    """A line for each part that is missing: what the others' numbers leave out, and where ``some`` are, those after."""
    if _whole(paths):
        return []
    numbers = {int(found[1]) for path in paths if (found := _PART.search(path.name))}
    last = max(numbers, default=0)
    if some:
        last = max(last, PARTS[name])
    missing = [f"{name}_part_{number}.json" for number in range(1, last + 1) if number not in numbers]
    if some and not missing:
        missing = [f"{name}_part_{last + 1}.json, or a later part,"]
    return [f"{file} is missing." for file in missing]
