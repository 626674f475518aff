"""The words a made-up shop is made of: kinds of product, what they can be like, brands, and shapes of sentences.

The words themselves are data, in ``words/*.txt``; everything here only reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

from penchant.english import capital, in_number, without_article
from penchant.tables import TableLine, TableSection, read_file, read_lines, read_text

_AGREEING = ("it", "them", "this", "is", "was", "has")
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
class ProductKind:
    """A type of product, with the grammar its pages, reviews and requests are written by."""

    category: str
    house: str
    path: tuple[str, ...]
    one: str
    many: str
    prices: tuple[int, int]
    pounds: float  # as it is sent
    box: tuple[int, int, int]  # in inches
    families: tuple[Family, ...]
    comes_in: tuple[tuple[str, ...], ...]  # by family: the values it is made in, the commonest first
    aspects: tuple[str, ...]
    uses: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]  # what some have, and what their page says of it
    never: tuple[tuple[frozenset[str], frozenset[str]], ...]  # values and tags that no product has together

    @cached_property
    def noun(self) -> str:
        """The bare name: "frying pan"."""
        return without_article(self.one)

    @property
    def several(self) -> bool:
        """Whether one speaks of them as "they": shoes, mugs."""
        return self.one == self.many

    @property
    def countable(self) -> bool:
        """Whether one has "one" of them: a pan, but neither coffee nor socks."""
        return self.one not in (self.many, self.noun)

    @cached_property
    def slots(self) -> Mapping[str, str]:
        """What the grammar of a sentence about one of these needs."""
        return {
            **_grammar(several=self.several),
            "noun": self.noun,
            "noun1": _loose(self),
            "one": self.one,
            "many": self.many,
        }


def _grammar(*, several: bool) -> dict[str, str]:
    """The gaps of a sentence that agree with what it is about; "1" is for what is one even of a pair."""
    words = {word: form for word, form in in_number(plural=several).items() if word in _AGREEING}
    return {
        **words,
        "It": capital(words["it"]),
        "This": capital(words["this"]),
        "this1": "these" if several else "this one",
        "is1": "is",
        "has1": words["has"],
        "s": "" if several else "s",
        "es": "" if several else "es",
    }


def _loose(kind: ProductKind) -> str:
    """The name that fits after "a good" whatever the number: "thing" where the real one is not countable."""
    return kind.noun if kind.one != kind.noun else "buy"


def the(tag: str) -> str:
    """The feature as something one can like: "the stay-cool handle", "having no fillers"."""
    if tag.startswith("no "):
        return f"having {tag}"
    return "the " + without_article(tag)


def _file(name: str) -> Traversable:
    return resources.files(__package__) / "words" / f"{name}.txt"


@cache
def sections(name: str) -> Mapping[str, tuple[str, ...]]:
    """The sentence shapes of one file, by heading; several short ones may share a line."""
    return {
        heading: tuple(part for line in section.lines for part in line.parts(by="; ", of="shapes"))
        for heading, section in read_file(_file(name)).items()
    }


@cache
def families() -> Mapping[str, Family]:
    """Every way in which products can differ, by name."""
    return {family.name: family for family in map(_family, table_lines("families"))}


@cache
def brands() -> tuple[Brand, ...]:
    """Every brand, each of our own invention."""
    return tuple(map(_brand, table_lines("brands")))


@cache
def kinds() -> tuple[ProductKind, ...]:
    """Every kind of product, category by category."""
    return tuple(_kind(section) for name in CATEGORIES for section in read_file(_file(f"kinds_{name}")).values())


def table_lines(name: str) -> list[TableLine]:
    """The lines of a file that has no headings."""
    path = _file(name)
    return read_lines(str(path), read_text(path))


def _family(line: TableLine) -> Family:
    name, key, role, values = line.cells("name", "key", "role", "values")
    roles: Mapping[str, Role] = {"taste": "taste", "own": "own", "free": "free"}
    line.words(role, roles, "role")
    return Family(name=name, key=key, role=roles[role], values=line.parts(values, by=", ", of="values"))


def _brand(line: TableLine) -> Brand:
    name, house, tier, quality, style = line.cells("name", "house", "price tier", "quality", "style")
    line.words(tier, TIERS, "price tier")
    try:
        return Brand(name=name, house=house, tier=TIERS.index(tier), quality=float(quality), style=style)
    except ValueError:
        raise line.refused(f"should have a quality from 0 to 1, not {quality!r}") from None


def _kind(section: TableSection) -> ProductKind:
    category, house, path = section.heading.parts(section.name, least=3, of="parts")
    fields, rest = section.fields("one", "box", "has", "aspects", "for")
    one, many, prices = fields["one"].cells("one", "many", "price range")
    low, dash, high = prices.partition("-")
    if not (low + high).isdigit() or not dash:
        raise fields["one"].refused("should end with a price range such as 18-70")
    pounds, box = _box(fields["box"])
    ways = tuple(_way(fields["has"], way) for way in fields["has"].parts(by=", ", of="families"))
    tags = tuple(_tag(line) for line in rest if not line.text.startswith("never: "))
    known = frozenset(value for _, values in ways for value in values) | {tag for tag, _ in tags}
    return ProductKind(
        category=category,
        house=house,
        path=(category.replace("_and_", " & ").replace("_", " "), *path.split(" > ")),
        one=one,
        many=many,
        prices=(int(low), int(high)),
        pounds=pounds,
        box=box,
        families=tuple(family for family, _ in ways),
        comes_in=tuple(values for _, values in ways),
        aspects=fields["aspects"].parts(by=", ", of="aspects"),
        uses=fields["for"].parts(by="; ", of="uses"),
        tags=tags,
        never=tuple(_never(line, known) for line in rest if line.text.startswith("never: ")),
    )


def _box(line: TableLine) -> tuple[float, tuple[int, int, int]]:
    """What it weighs and measures, packed."""
    found = re.fullmatch(r"([\d.]+) lb, (\d+) x (\d+) x (\d+)", line.text)
    if not found:
        raise line.refused("should give weight and size of the parcel, such as 2.5 lb, 14 x 9 x 3")
    return float(found[1]), (int(found[2]), int(found[3]), int(found[4]))


def _way(line: TableLine, text: str) -> tuple[Family, tuple[str, ...]]:
    """A family, and the values of it that such a product comes in: all, or those behind the sign."""
    name, _, chosen = text.partition("=")
    line.words(name, families(), "family of families.txt")
    family = families()[name]
    values = tuple(chosen.split("/")) if chosen else family.values
    for value in values:
        if value not in family.values:
            raise line.refused(f"has the value {value!r}, which is none of {name} in families.txt")
    return family, values


def _never(line: TableLine, known: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    one, _, other = line.text.removeprefix("never: ").partition(" + ")
    sides = frozenset(one.split("/")), frozenset(other.split("/"))
    if unknown := sorted((sides[0] | sides[1]) - known):
        raise line.refused(f"speaks of {unknown[0]!r}, which such a product never has")
    return sides


def _tag(line: TableLine) -> tuple[str, str]:
    tag, sign, sentence = line.text.removeprefix("with: ").partition(" = ")
    if not sign or not line.text.startswith("with: "):
        raise line.refused("should read: with: what some have = what the page says of it")
    return tag, sentence
