"""The words a made-up shop is made of: kinds of product, what they can be like, brands, and shapes of sentences.

The words themselves are data, in ``words/*.txt``; everything here only reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Literal

Role = Literal["taste", "own", "free"]
TIERS = ("budget", "mid-range", "premium")
USED_UP = frozenset({"remedy", "care", "house", "brew", "bite", "larder"})  # corners whose things are bought again
CATEGORIES = ("home", "clothing", "electronics", "health", "grocery")
_AS_WRITTEN = (
    "shoes",
    "ring",
    "phone",
    "charge",
    "watts",
    "storage",
    "strength",
)  # names and units keep their capitals


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One way in which products of a kind differ: a matter of taste, of one's own size, or of the moment."""

    name: str
    key: str  # its name in a product's details
    role: Role
    values: tuple[str, ...]

    def spoken(self, value: str) -> str:
        """The value inside a sentence."""
        return value if self.name in _AS_WRITTEN else value.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Brand:
    """A maker we made up."""

    name: str
    house: str  # the corner of the shop it sells in
    tier: int
    quality: float
    style: str


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A type of product, with the grammar its pages, reviews and requests are written by."""

    category: str
    house: str
    path: tuple[str, ...]
    one: str
    many: str
    prices: tuple[int, int]
    families: tuple[Family, ...]
    aspects: tuple[str, ...]
    uses: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]  # what some have, and what their page says of it

    @cached_property
    def noun(self) -> str:
        """The bare name: "frying pan"."""
        return self.one.removeprefix("a ").removeprefix("an ")

    @cached_property
    def slots(self) -> Mapping[str, str]:
        """What the grammar of a sentence about one of these needs."""
        several = self.one == self.many
        words = _SEVERAL if several else _SINGLE
        return {**words, "noun": self.noun, "noun1": _loose(self), "one": self.one, "many": self.many}


_SINGLE = {
    "it": "it", "It": "It", "them": "it", "this": "this", "This": "This", "this1": "this one", "is": "is", "is1": "is",
    "was": "was", "has": "has", "has1": "has", "s": "s", "es": "es",
}  # fmt: skip
_SEVERAL = {
    "it": "they", "It": "They", "them": "them", "this": "these", "This": "These", "this1": "these", "is": "are",
    "is1": "is", "was": "were", "has": "have", "has1": "have", "s": "", "es": "",
}  # fmt: skip


def _loose(kind: Kind) -> str:
    """The name that fits after "a good" whatever the number: "thing" where the real one is not countable."""
    return kind.noun if kind.one != kind.noun else "buy"


def the(tag: str) -> str:
    """The feature as something one can like: "the stay-cool handle", "having no fillers"."""
    if tag.startswith("no "):
        return f"having {tag}"
    return "the " + tag.removeprefix("a ").removeprefix("an ")


def capital(text: str) -> str:
    """The text with its first letter raised."""
    return text[:1].upper() + text[1:]


def _lines(name: str) -> list[str]:
    text = (resources.files(__package__) / "words" / f"{name}.txt").read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if not line.startswith("#")]


@cache
def sections(name: str) -> Mapping[str, tuple[str, ...]]:
    """The sentence shapes of one file, by heading; several short ones may share a line."""
    found: dict[str, list[str]] = {}
    for line in _lines(name):
        if line.startswith("["):
            found[heading := line.strip("[]")] = []
        elif line:
            found[heading].extend(part.strip() for part in line.split("; "))
    return {heading: tuple(lines) for heading, lines in found.items()}


@cache
def families() -> Mapping[str, Family]:
    """Every way in which products can differ, by name."""
    rows = [[cell.strip() for cell in line.split("|")] for line in _lines("families") if line]
    roles: Mapping[str, Role] = {"taste": "taste", "own": "own", "free": "free"}
    return {
        name: Family(name=name, key=key, role=roles[role], values=tuple(values.split(", ")))
        for name, key, role, values in rows
    }


@cache
def brands() -> tuple[Brand, ...]:
    """Every brand, each of our own invention."""
    rows = [[cell.strip() for cell in line.split("|")] for line in _lines("brands") if line]
    return tuple(
        Brand(name=name, house=house, tier=TIERS.index(tier), quality=float(quality), style=style)
        for name, house, tier, quality, style in rows
    )


@cache
def kinds() -> tuple[Kind, ...]:
    """Every kind of product, category by category."""
    return tuple(_kind(block) for name in CATEGORIES for block in _blocks(f"kinds_{name}"))


def _blocks(name: str) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    for line in _lines(name):
        if line:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _kind(block: list[str]) -> Kind:
    category, house, path = block[0].split(" / ")
    one, many, prices = (cell.strip() for cell in block[1].split("|"))
    low, high = prices.split("-")
    rest = [line.split(": ", 1) for line in block[2:]]
    of = {name: value for name, value in rest if name != "with"}
    return Kind(
        category=category,
        house=house,
        path=(category.replace("_and_", " & ").replace("_", " "), *path.split(" > ")),
        one=one,
        many=many,
        prices=(int(low), int(high)),
        families=tuple(families()[name] for name in of["has"].split(", ")),
        aspects=tuple(of["aspects"].split(", ")),
        uses=tuple(of["for"].split("; ")),
        tags=tuple(_tag(value) for name, value in rest if name == "with"),
    )


def _tag(text: str) -> tuple[str, str]:
    tag, sentence = text.split(" = ")
    return tag, sentence
