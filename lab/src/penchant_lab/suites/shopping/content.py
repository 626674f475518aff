"""What our own shoppers buy, and how they ask for it: read from ``products.txt``, which tells how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from penchant.errors import BadData
from penchant.tables import TableSection, one_of, read_file

BOUGHT = 5
"""So many products is a person interested in."""

_ASPECTS = 3
_VALUES = 6


@dataclass(frozen=True, slots=True)
class ProductRange:
    """A kind of product, and for each of its aspects the values one may choose from."""

    name: str
    aspects: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class ProductTable:
    """Everything shoppers can ask for, and how they do; a request has the gap ``{product}``."""

    products: tuple[ProductRange, ...]
    requests: tuple[str, ...]


@cache
def assortment() -> ProductTable:
    """What our own shoppers buy."""
    return read_assortment(resources.files(__package__) / "products.txt")


def read_assortment(path: Traversable) -> ProductTable:
    """The products and requests of a file, or :class:`BadData`, which names the line to mend."""
    sections = read_file(path)
    requests = one_of(sections, "requests", path)
    for line in requests.lines:
        if line.text.count("{product}") != 1 or line.text.count("{") > 1 or line.text.count("}") > 1:
            raise line.refused("should have the gap {product} once, and no other")
    products = tuple(_product(section) for section in sections.values() if section is not requests)
    if len(products) < BOUGHT:
        raise BadData(f"{path} has {len(products)} products; it needs {BOUGHT} or more.")
    return ProductTable(products, requests.texts)


def _product(section: TableSection) -> ProductRange:
    aspects: dict[str, tuple[str, ...]] = {}
    seen: set[str] = set()
    for line in section.lines:
        aspect, _, listed = line.text.partition(": ")
        values = tuple(value.strip() for value in listed.split("|"))
        if len(values) != _VALUES or not all(values) or aspect in aspects:
            raise line.refused(f"should read 'aspect: …' with {_VALUES} values and bars between them, each aspect once")
        for value in values:
            if value in seen or ", " in value or {"and", "or"} & {*value.split()}:
                raise line.refused(f"has the value {value!r} twice in [{section.name}], or with a comma, 'and' or 'or'")
            seen.add(value)
        aspects[aspect] = values
    if len(aspects) != _ASPECTS:
        raise section.heading.refused(f"has {len(aspects)} aspects; it needs {_ASPECTS}")
    return ProductRange(section.name, tuple(aspects.items()))
