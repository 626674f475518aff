"""The web shop's data: a made-up shop of any size, and the original files where somebody has them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

from penchant.errors import BadInput
from penchant_lab.suites.web.data.emit import write
from penchant_lab.suites.web.data.files import read, read_ids
from penchant_lab.suites.web.data.fingerprint import signed
from penchant_lab.suites.web.data.generate import PEOPLE, PRODUCTS, generate
from penchant_lab.suites.web.records import WebData

__all__ = ["generate", "open_data", "read", "read_ids", "write"]


def open_data(
    data: Path | None = None, people: int | None = None, products: int | None = None, seed: int = 0
) -> WebData:
    """The shop in these files, or a made-up one of this size; of files, ``people`` takes the first so many."""
    if data is None:
        return generate(PEOPLE if people is None else people, PRODUCTS if products is None else products, seed)
    if products is not None:
        raise BadInput("The files say which products there are: leave out the number of products, or the folder.")
    found = read(data)
    return found if people is None else _first(found, people)


def _first(data: WebData, people: int) -> WebData:
    if people < 1:
        raise BadInput(f"A shop needs people: {people} is too few. Give 1 or more.")
    kept = set(islice(data.profiles, people))
    train = [task for task in data.train if task.person in kept]
    test = [task for task in data.test if task.person in kept]
    numbers = {(task.split, task.number) for task in (*train, *test)}
    return signed(
        replace(
            data,
            profiles={person: fields for person, fields in data.profiles.items() if person in kept},
            history={person: events for person, events in data.history.items() if person in kept},
            train=train,
            test=test,
            withheld={key: value for key, value in data.withheld.items() if key in numbers},
        )
    )
