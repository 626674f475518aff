"""Make shoppers up: a name, likings that later change, and four phases of purchases.

Which answer is right (A, B, C or none) is drawn first, evenly, and the options are drawn to make it so; the order of
tasks, of options and of features tells nothing. Every feature of an exam has come up in the lessons before it. Person
``index`` of a seed never depends on how many people are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from penchant.errors import BadInput
from penchant_lab.people import Tastes
from penchant_lab.suites.names import person_name
from penchant_lab.suites.shopping.content import BOUGHT, ProductRange, assortment
from penchant_lab.suites.shopping.records import LETTERS, Liking, Order, ShoppingLife, tastes

TASKS = 9  # purchases of each in a phase
_LIKED = 0.72  # how often an option is given a feature that is liked
_Sides = tuple[list[str], list[str]]  # the values of an aspect that are not wanted, and the others
_STAYS = 0.5  # how often a feature keeps its place when tastes change


def generate(seed: int, index: int) -> ShoppingLife:
    """Make the ``index``-th person of a seed; the same arguments always give the same person.

    >>> life = generate(7, 0)
    >>> life == generate(7, 0), len(life.phases), len(life.phases[0])
    (True, 4, 45)
    """
    if index < 0:
        raise BadInput(f"Cannot make person {index}; count people from 0.")
    rng = Random(f"penchant/shopping/1/{seed}/{index}")
    person = person_name(seed, index)
    products = rng.sample(assortment().products, BOUGHT)
    before = {product.name: _likings(rng, product) for product in products}
    after = {product.name: _changed(rng, before[product.name]) for product in products}
    phases = []
    for number in range(4):
        likings = before if number < 2 else after
        records = [r for product in products for r in _purchases(rng, person, product, tastes(likings[product.name]))]
        rng.shuffle(records)
        phases.append(tuple(records))
    first, second, third, fourth = phases
    return ShoppingLife(person, before, after, (first, second, third, fourth))


def _likings(rng: Random, product: ProductRange) -> dict[str, Liking]:
    return {aspect: _liking(rng.sample(values, len(values))) for aspect, values in product.aspects}


def _liking(ranked: list[str]) -> Liking:
    return Liking(ranked[0], tuple(ranked[1:3]), tuple(ranked[3:]))


def _changed(rng: Random, likings: dict[str, Liking]) -> dict[str, Liking]:
    """Other likings: in each aspect about half of the values change sides, and at least one does."""
    changed = {}
    for aspect, old in likings.items():
        while True:
            ranked = list(old.values)
            moving = [n for n in range(len(ranked)) if rng.random() >= _STAYS]
            for at, value in zip(moving, rng.sample([ranked[n] for n in moving], len(moving)), strict=True):
                ranked[at] = value
            new = _liking(ranked)
            if set(new.dislike) != set(old.dislike):
                break
        changed[aspect] = new
    return changed


def _purchases(rng: Random, person: str, product: ProductRange, likes: Tastes) -> list[Order]:
    """The purchases of one product in one phase; every value comes up in some of them."""
    every = {value for _, values in product.aspects for value in values}
    sides = [_sides(values, likes) for _, values in product.aspects]
    right = [rng.randrange(len(LETTERS) + 1) for _ in range(TASKS)]
    while True:
        records = [_purchase(rng, person, product, sides, likes, answer) for answer in right]
        if every == {value for record in records for option in record.options for value in option}:
            return records


def _sides(values: Sequence[str], likes: Tastes) -> _Sides:
    return [value for value in values if value in likes.avoids], [
        value for value in values if value not in likes.avoids
    ]


def _purchase(
    rng: Random, person: str, product: ProductRange, sides: Sequence[_Sides], likes: Tastes, right: int
) -> Order:
    aspects = rng.sample(sides, len(sides))
    while True:
        options = tuple(tuple(rng.choice(side[rng.random() < _LIKED]) for side in aspects) for _ in LETTERS)
        best = likes.best(options)
        if len(set(options)) == len(options) and (len(LETTERS) if best is None else best) == right:
            task = rng.choice(assortment().requests).format(product=product.name)
            return Order(product.name, task, person, options)
