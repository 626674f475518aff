"""What a product's page says: title, features, description and details, from the grammar in ``words/pages.txt``."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from penchant.english import capital
from penchant_lab.suites.web.data.catalogue import CatalogueRows
from penchant_lab.suites.web.data.words import TIERS, Brand, Family, ProductKind, sections, the
from penchant_lab.suites.web.records import Product

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
_AHEAD = ("Material", "Flavor", "Roast", "Scent", "Pattern")  # what a title names before the thing itself
_UNSAID = ("Plain", "1 Pack", "Original")  # what goes without saying
_WHOSE = {"Women": ("Women's",), "Men": ("Men's",)}
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
        self.series = rng.choice(_lines("series", self.kind.category))
        tag = the(self.tags[0][0])
        self.slots = {
            **self.kind.slots,
            "brand": self.brand.name,
            "series": self.series,
            "use": uses[0],
            "other use": uses[1],
            "tag": tag,
        }
        self.rank = int(catalogue.rank[row])
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
        """Brand, series, what it is and what sets it apart, in one of the orders that shops have."""
        ahead = [value for family, value in self.values.items() if family.key in _AHEAD and value not in _UNSAID]
        after = [value for family, value in self.values.items() if family.key not in _AHEAD and value not in _UNSAID]
        self.rng.shuffle(after)
        name = [self.brand.name, self._model(), *_WHOSE.get(self.kind.path[1], ()), *ahead, _headline(self.kind.noun)]
        tag = _headline(self.tags[0][0].removeprefix("a ").removeprefix("an "))
        shown = self.rng.random()
        with_tag = f" with {tag}" if shown < 0.45 else f", {tag}" if shown < 0.6 else ""
        for_use = f" for {_headline(self.slots['use'])}" if self.rng.random() < 0.2 else ""
        size = f" ({after.pop()})" if after and self.rng.random() < 0.25 else ""
        return ", ".join([" ".join(name) + with_tag + for_use + size, *after])

    def _model(self) -> str:
        if self.kind.category != "Electronics" or self.rng.random() < 0.4:
            return self.series
        letters = "".join(self.rng.choices("ABCDEGHKMPRSTVX", k=self.rng.choice((1, 2))))
        return f"{self.series} {letters}{self.rng.choice((self.rng.randrange(2, 99), 10 * self.rng.randrange(10, 99)))}"

    def _features(self) -> Iterator[str]:
        lines = [f"{capital(the(tag).removeprefix('the '))}: {said[0].lower()}{said[1:]}" for tag, said in self.tags]
        pages = sections("pages")
        told = list(self.values.items())
        self.rng.shuffle(told)
        for family, value in told[: self.rng.choice((1, 2, 2, 3))]:
            if value not in _UNSAID:
                shapes = pages.get(f"feature {family.name}") or pages[f"feature {family.key}"]
                lines.append(self._fill(shapes, value=family.spoken(value)))
        lines.append(self._fill(pages[f"feature {self.tier}"]))
        if self.rng.random() < 0.8:
            lines.append(self._fill(pages["feature use"]))
        if self.rng.random() < 0.6:
            lines.append(self._fill((*pages["feature care"], *pages.get(f"feature care {self.kind.house}", ()))))
        self.rng.shuffle(lines)
        yield from map(self._bullet, lines[:6])

    def _bullet(self, line: str) -> str:
        """The line as this maker prints it: some begin every one with a word or two in capitals."""
        lead, colon, rest = line.partition(": ")
        if self.brand.style in ("modern", "playful") and colon and len(lead) < 40:
            return f"{lead.upper()}: {capital(rest)}"
        return line

    def _description(self) -> Iterator[str]:
        pages = sections("pages")
        paragraphs = self.rng.choice((0, 1, 2, 2, 2, 2))
        more = self.rng.choice((1, 2, 3, 3, 4, 5, 6))
        bodies = self._bodies(2 * more)
        told = [f"{said}." for _, said in self.tags]
        first = [self._fill(pages["intro"]), *bodies[:more], told[0], self._fill(pages[f"style {self.brand.style}"])]
        second = [told[1], *bodies[more:], self._fill(pages["outro"])]
        yield from (" ".join(paragraph) for paragraph in (first, second)[:paragraphs])

    def _bodies(self, count: int) -> list[str]:
        pages = sections("pages")
        lines = [(shape, "") for shape in (*pages["body"], *pages.get(f"body {self.kind.house}", ()))]
        for family, value in self.values.items():
            lines += [(shape, family.spoken(value)) for shape in pages.get(f"body {family.key}", ())]
        return [self._fill((shape,), value=value) for shape, value in self.rng.sample(lines, count)]

    def _details(self) -> Mapping[str, object]:
        rng = self.rng
        pounds = self.kind.pounds * rng.uniform(0.75, 1.35)
        weight = f"{pounds:.1f} pounds" if pounds >= 1 else f"{max(0.3, 16 * pounds):.1f} ounces"
        box = [max(0.5, round(2 * side * rng.uniform(0.85, 1.2)) / 2) for side in self.kind.box]
        month, day, year = rng.choice(_MONTHS), rng.randrange(1, 29), rng.randrange(2004, 2012)
        return {
            "Brand": self.brand.name,
            **{family.key: value for family, value in self.values.items()},
            "Item Weight": weight,
            "Package Dimensions": " x ".join(f"{side:g}" for side in box) + " inches",
            "Date First Available": f"{month} {day}, {year}",
            "Best Sellers Rank": {self.kind.path[-1]: self.rank},
        }

    def _fill(self, shapes: tuple[str, ...], **slots: str) -> str:
        return capital(self.rng.choice(shapes).format_map({**self.slots, **slots}))


def _headline(text: str) -> str:
    return " ".join(word if word in _SMALL else capital(word) for word in text.split())


def _lines(heading: str, of: str) -> tuple[str, ...]:
    pages = sections("pages")
    return pages.get(f"{heading} {of}") or pages[heading]
