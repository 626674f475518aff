"""What a product's page says: title, features, description and details, from the grammar in ``words/pages.txt``."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from penchant.bench.web.data.catalogue import CatalogueRows
from penchant.bench.web.data.words import TIERS, Brand, Family, ProductKind, sections, the
from penchant.bench.web.records import Product
from penchant.english import capital

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_SMALL = {"with", "for", "and", "of", "on", "a", "an", "the", "in"}


def write_pages(catalogue: CatalogueRows, seed: int) -> Mapping[str, Product]:
    """Every product with its page, by id."""
    rng = random.Random(f"{seed}/pages")
    titles: set[str] = set()
    products: dict[str, Product] = {}
    for row, asin in enumerate(catalogue.asins):
        page = _Page(catalogue, row, rng)
        while page.title in titles:
            page = _Page(catalogue, row, rng)
        titles.add(page.title)
        products[asin] = page.product(asin, catalogue, row)
    return products


class _Page:
    """One page while it is being written."""

    def __init__(self, catalogue: CatalogueRows, row: int, rng: random.Random) -> None:
        self.rng = rng
        self.kind: ProductKind = catalogue.kind_of(row)
        self.brand: Brand = catalogue.brand_of(row)
        self.values: Mapping[Family, str] = catalogue.values(row)
        self.tier = TIERS[catalogue.tier[row]]
        self.tags = [self.kind.tags[tag] for tag in catalogue.tags[row]]
        uses = [self.kind.uses[use] for use in catalogue.uses[row]]
        self.series = rng.choice(sections("pages")["series"])
        tag = the(self.tags[0][0])
        self.slots = {
            **self.kind.slots,
            "brand": self.brand.name,
            "series": self.series,
            "use": uses[0],
            "other use": uses[1],
            "tag": tag,
        }
        self.title = self._title()

    def product(self, asin: str, catalogue: CatalogueRows, row: int) -> Product:
        """The finished record."""
        price = float(catalogue.price[row])
        known = price == price
        return Product(
            asin=asin,
            title=self.title,
            category=self.kind.category,
            price=price if known else None,
            raw_price=f"{price:.2f}" if known else "None",
            store=self.brand.name,
            rating=float(catalogue.rating[row]),
            ratings=int(catalogue.ratings[row]),
            features=tuple(self._features()),
            description=tuple(self._description()),
            path=self.kind.path,
            details=self._details(),
        )

    def _title(self) -> str:
        ahead = [
            value for family, value in self.values.items() if family.key in ("Material", "Flavor", "Roast", "Scent")
        ]
        after = [
            value for family, value in self.values.items() if family.key not in ("Material", "Flavor", "Roast", "Scent")
        ]
        self.rng.shuffle(after)
        model = f"{self.series} {self.rng.randrange(2, 99)}" if self.rng.random() < 0.7 else self.series
        name = " ".join([self.brand.name, model, *ahead, _headline(self.kind.noun)])
        with_tag = f" with {_headline(self.tags[0][0].removeprefix('a ').removeprefix('an '))}"
        return ", ".join([name + (with_tag if self.rng.random() < 0.6 else ""), *after])

    def _features(self) -> Iterator[str]:
        lines = [f"{capital(the(tag).removeprefix('the '))}: {said[0].lower()}{said[1:]}" for tag, said in self.tags]
        pages = sections("pages")
        told = list(self.values.items())
        self.rng.shuffle(told)
        for family, value in told[: self.rng.choice((1, 2, 2, 3))]:
            shapes = pages["feature free" if family.role == "free" else f"feature {family.key}"]
            lines.append(self._fill(shapes, value=family.spoken(value), key=family.key))
        lines.append(self._fill(pages[f"feature {self.tier}"]))
        if self.rng.random() < 0.8:
            lines.append(self._fill(pages["feature use"]))
        if self.rng.random() < 0.6:
            lines.append(self._fill(pages["feature care"]))
        self.rng.shuffle(lines)
        yield from lines[:6]

    def _description(self) -> Iterator[str]:
        pages = sections("pages")
        paragraphs = self.rng.choice((0, 1, 1, 2, 2, 2))
        bodies = self._bodies(4)
        first = [self._fill(pages["intro"]), *bodies[:2], self._fill(pages[f"style {self.brand.style}"])]
        second = [*bodies[2:], self._fill(pages["outro"])]
        yield from (" ".join(paragraph) for paragraph in (first, second)[:paragraphs])

    def _bodies(self, count: int) -> list[str]:
        pages = sections("pages")
        lines = [(shape, "") for shape in pages["body"]]
        for family, value in self.values.items():
            lines += [(shape, family.spoken(value)) for shape in pages.get(f"body {family.key}", ())]
        return [self._fill((shape,), value=value) for shape, value in self.rng.sample(lines, count)]

    def _details(self) -> Mapping[str, object]:
        rng = self.rng
        unit = "pounds" if self.kind.category == "Home_and_Kitchen" else "ounces"
        month, day, year = rng.choice(_MONTHS), rng.randrange(1, 29), rng.randrange(2004, 2012)
        return {
            "Brand": self.brand.name,
            **{family.key: value for family, value in self.values.items()},
            "Item Weight": f"{rng.randrange(6, 90) / 10} {unit}",
            "Package Dimensions": f"{rng.randrange(4, 24)} x {rng.randrange(3, 18)} x {rng.randrange(1, 12)} inches",
            "Date First Available": f"{month} {day}, {year}",
            "Best Sellers Rank": {self.kind.path[-1]: rng.randrange(1, 99_999)},
        }

    def _fill(self, shapes: tuple[str, ...], **slots: str) -> str:
        return capital(self.rng.choice(shapes).format_map({**self.slots, **slots}))


def _headline(text: str) -> str:
    return " ".join(word if word in _SMALL else capital(word) for word in text.split())
