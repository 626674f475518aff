"""Read and write shoppers in the public layout: four files of purchases, two of likings.

A folder holds ``shopping/phase1.json`` to ``phase4.json``, ``persona_info.json`` and ``updated_persona_info.json``;
texts for whoever plays the people may lie beside them, as ``original_persona.json`` and ``updated_persona.json``.
Right answers are decided from the likings; where a file states one (``gt``) it has to agree. Whatever is wrong is said
in one line: which file, what, and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from penchant.errors import BadData
from penchant_lab.suites.json_files import called, check_name, parse, said_of
from penchant_lab.suites.layout import compare_phases, data_folder, digest_of, looking_into, written_people
from penchant_lab.suites.personas import personas
from penchant_lab.suites.shopping.records import LETTERS, Liking, Likings, Order, ShoppingLife, request, right_letter

_PHASES = tuple(f"phase{number}.json" for number in range(1, 5))
_LIKINGS = ("persona_info.json", "updated_persona_info.json")
_PERSONAS = (("original_persona", "prompt_dict"), ("updated_persona", "prompt_updated_dict"))
_FEATURES = tuple(f"Option {letter}" for letter in LETTERS)


def load(folder: Path) -> list[ShoppingLife]:
    """Read everybody in a folder, in the order they first appear."""
    with looking_into(folder):
        return _load(folder)


def save(lives: Iterable[ShoppingLife], folder: Path) -> None:
    """Write people in the layout :func:`load` reads, one by one."""
    lists, objects = ([Path("shopping", name) for name in names] for names in (_PHASES, _LIKINGS))
    with written_people(folder, lists, objects) as writer:
        for life in lives:
            entries = [
                [_entry(record, right_letter(record, life.likings(number))) for record in phase]
                for number, phase in enumerate(life.phases)
            ]
            writer.add(life.person, entries, [_persona(life.person, each) for each in (life.before, life.after)])


def fingerprint(lives: Iterable[ShoppingLife]) -> str:
    """A sha256 over everything that is said, seen and liked; the same people in the same order give the same one."""
    return digest_of(
        [
            life.person,
            [[(r.product, r.task, r.user, r.options) for r in phase] for phase in life.phases],
            _persona(life.person, life.before),
            _persona(life.person, life.after),
        ]
        for life in lives
    )


def _load(folder: Path) -> list[ShoppingLife]:
    root = data_folder(folder, "shopping", "", (*_PHASES, *_LIKINGS))
    before, after = (_likings(root / name) for name in _LIKINGS)
    paths = [root / name for name in _PHASES]
    phases = []
    for number, path in enumerate(paths):
        by_person: dict[str, list[Order]] = {}
        for record in _records(path, before if number < 2 else after):
            by_person.setdefault(record.user, []).append(record)
        phases.append(by_person)
    compare_phases(phases, paths)
    texts = [personas(root, stem, name) for stem, name in _PERSONAS]
    lives = []
    for person in phases[0]:
        first, second, third, fourth = (tuple(phase[person]) for phase in phases)
        for record in (*third, *fourth):
            if record.product not in before[person]:
                raise BadData(
                    f"{root / _LIKINGS[0]} does not say what {person!r} liked in a {record.product}; "
                    f"add it, {_LIKINGS[1]} does."
                )
        told = texts[0].get(person), texts[1].get(person)
        both = (told[0], told[1]) if told[0] and told[1] else None
        lives.append(ShoppingLife(person, before[person], after[person], (first, second, third, fourth), both))
    return lives


def _likings(path: Path) -> dict[str, Likings]:
    content = parse(path)
    if not isinstance(content, dict) or not content:
        raise BadData(f"{path} holds {called(content)}; it should hold an object of people and what they like.")
    people: dict[str, Likings] = {}
    for name, entry in content.items():
        info = entry.get("persona_info") if isinstance(entry, dict) else None
        if not isinstance(info, dict):
            raise BadData(f"{path}: {name!r} has no 'persona_info' object; add it.")
        products = {product: each for product, each in info.items() if product != "name"}
        people[name] = {product: _product(path, name, product, each) for product, each in products.items()}
    return people


def _product(path: Path, name: str, product: str, entry: object) -> dict[str, Liking]:
    where = f"{path}: {name!r}, {product}"
    if not isinstance(entry, dict) or not entry:
        raise BadData(f"{where} is {called(entry)}; it should be an object of categories.")
    likings = {category: _liking(f"{where}, {category}", each) for category, each in entry.items()}
    seen: set[str] = set()
    for category, liking in likings.items():
        for value in liking.values:
            if value in seen:
                raise BadData(f"{where}, {category}: {value!r} is listed twice; a value has one place only.")
            seen.add(value)
    return likings


def _liking(where: str, entry: object) -> Liking:
    if not isinstance(entry, dict):
        raise BadData(f"{where} is {called(entry)}; it should have like_most, like_second and dislike.")
    for field in ("like_most", "like_second", "dislike"):
        if field not in entry:
            raise BadData(f"{where} has no {field!r}; add it.")
    most = entry["like_most"]
    if not isinstance(most, str) or not most.strip():
        raise BadData(f"{where}: 'like_most' is {called(most) if most != '' else 'empty'}; it should be a text.")
    return Liking(most, *(_texts(where, field, entry[field]) for field in ("like_second", "dislike")))


def _records(path: Path, people: Mapping[str, Likings]) -> list[Order]:
    content = parse(path)
    if not isinstance(content, list) or not content:
        raise BadData(f"{path} holds {'an empty list' if content == [] else called(content)}; it should hold tasks.")
    return [_record(f"{path}, record {at}", entry, people) for at, entry in enumerate(content, start=1)]


def _record(where: str, entry: object, people: Mapping[str, Likings]) -> Order:
    if not isinstance(entry, dict):
        raise BadData(f"{where} is {called(entry)}; it should be an object with the fields of a task.")
    for field in ("product", "Task", "User", *_FEATURES):
        if field not in entry:
            raise BadData(f"{where} has no field {field!r}; add it, every record needs it.")
    for field in ("product", "Task", "User"):
        value = entry[field]
        if not isinstance(value, str) or not value.strip():
            raise BadData(f"{where}: {field!r} is {'empty' if value == '' else called(value)}; it should be a text.")
    product, user = entry["product"], entry["User"]
    check_name(where, "User", user)
    if user not in people:
        raise BadData(f"{where}: nothing says what {user!r} likes; add them to the persona files.")
    if product not in people[user]:
        raise BadData(f"{where}: nothing says what {user!r} likes in a {product}; add it to the persona files.")
    options = tuple(_texts(where, field, entry[field]) for field in _FEATURES)
    record = Order(product, entry["Task"], user, options)
    known = {value for liking in people[user][product].values() for value in liking.values}
    for field, option in zip(_FEATURES, options, strict=True):
        if not option:
            raise BadData(f"{where}: {field!r} has no features; describe it.")
        for value in option:
            if value not in known:
                raise BadData(f"{where}: nothing says whether {user!r} likes {value!r}; add it to the persona files.")
    _compare(where, entry, right_letter(record, people[user]))
    with said_of(where):
        request(record)
    return record


def _compare(where: str, entry: Mapping[str, object], right: str | None) -> None:
    """See that the stated answer, where there is one, is what the rule gives."""
    if "gt" not in entry or entry["gt"] == right:
        return
    if entry["gt"] not in (None, *LETTERS):
        raise BadData(f"{where}: 'gt' is {entry['gt']!r:.40}; it should be A, B, C or null.")
    raise BadData(
        f"{where}: 'gt' says {entry['gt'] or 'none'}, but by the likings {right or 'none'} is right; correct one."
    )


def _texts(where: str, field: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadData(f"{where}: {field!r} is {called(value)}; it should be a list of texts.")
    for item in value:
        if not item.strip():
            raise BadData(f"{where}: {field!r} lists an empty name; fill it in or take it out.")
        if value.count(item) > 1:
            raise BadData(f"{where}: {field!r} lists {item!r} twice; once is enough.")
    return tuple(value)


def _entry(record: Order, right: str | None) -> dict[str, Any]:
    options = {field: list(option) for field, option in zip(_FEATURES, record.options, strict=True)}
    return {"product": record.product, **options, "User": record.user, "Task": record.task, "gt": right}


def _persona(person: str, likings: Likings) -> dict[str, Any]:
    info: dict[str, Any] = {"name": person}
    for product, categories in likings.items():
        info[product] = {
            category: {
                "like_most": each.like_most,
                "like_second": list(each.like_second),
                "dislike": list(each.dislike),
            }
            for category, each in categories.items()
        }
    return {"persona_info": info}
