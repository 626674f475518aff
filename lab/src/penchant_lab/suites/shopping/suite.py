"""The shopping world as a suite: three products with three features each, and "none of these" is an answer.

The rule: an option fits when none of its features is disliked; right is, of those that fit, the one with the most
features liked most, the first of equals; where none fits, to buy nothing. The agent is shown the request and the
options with their features; categories, likings and the order in which the data was made stay here.
"""

from __future__ import annotations

from pathlib import Path

from penchant_lab.people import Intent
from penchant_lab.suites.gathered import GatheredSuite, Source
from penchant_lab.suites.protocol import Life, Task
from penchant_lab.suites.shopping import files
from penchant_lab.suites.shopping.content import assortment
from penchant_lab.suites.shopping.generate import generate
from penchant_lab.suites.shopping.records import Likings, Order, ShoppingLife, called, request, right_letter, tastes

BUNDLED_PEOPLE = 20


def write(seed: int, people: int, folder: Path) -> None:
    """Write people of our own to a folder, in the public layout."""
    files.save((generate(seed, index) for index in range(people)), folder)


class ShoppingSuite(GatheredSuite[ShoppingLife]):
    """People of our own, made one by one from a seed, or those of a folder in the public layout."""

    name = "shopping"

    def __init__(self, *, data: Path | None = None, people: int | None = None, seed: int = 0) -> None:
        super().__init__(SOURCE, data=data, people=people, seed=seed)


def _life(made: ShoppingLife) -> Life:
    phases = []
    for number, phase in enumerate(made.phases):
        former = made.before if number >= 2 else None
        phases.append(tuple(_task(record, made.likings(number), former) for record in phase))
    return Life(made.person, tuple(phases), made.personas)


def _intent(record: Order, likings: Likings, formerly: Intent | None = None) -> Intent:
    return Intent(called(right_letter(record, likings)), None, formerly, tastes(likings[record.product]))


def _task(record: Order, likings: Likings, former: Likings | None) -> Task:
    old = None if former is None else _intent(record, former)
    return Task(request(record), _intent(record, likings, old))


SOURCE = Source(
    bundled=BUNDLED_PEOPLE,
    make=generate,
    load=files.load,
    life=_life,
    fingerprint=files.fingerprint,
    content=assortment,
    generator=Path(__file__).parent,
)
