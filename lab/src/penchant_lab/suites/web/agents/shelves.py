"""What an agent knows of the shop itself: its kinds of product, what they are called, and how they differ.

Everything here is read from the catalogue, which anybody may look into; nothing is about a person.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from penchant.domain import Request
from penchant.embed import Embedder, Vectors, cached
from penchant.mind.behaviour import Assortment
from penchant.mind.catalogue import BANDS, PRICE, PRICE_BAND
from penchant_lab.suites.web.records import Product
from penchant_lab.suites.web.shop.words import Analyser

Kind = tuple[str, ...]
BRAND, KIND = "brand", "kind"
_UNTOLD = frozenset({"brand", "item weight", "package dimensions", "date first available", "best sellers rank"})
"""Details that say nothing of what somebody likes."""
_READ = 60  # pages of each kind are read for what they say; more would say the same
_HINT, _HEAT = 0.02, 0.06  # what a word on the pages is worth beside likeness, and how sharply the likest stands out
_ROUND = 5  # people name prices to the nearest five
_OFTEN, _LIFT, _BAND_WORDS = 0.1, 0.5, 3  # words that tell a price: on so many pages, so much oftener, at most so many
_WORD = re.compile(r"[a-z][a-z-]+")
_SHARED = 0.6  # of a kind's stores sell another kind too, where both lie in one corner


@dataclass(frozen=True)
class Catalogue:
    """Some of what the shop has, as options for an agent."""

    names: Mapping[str, str]  # by ASIN; each is another
    described: Sequence[Mapping[str, str]]
    popularity: Sequence[float] = ()

    @cached_property
    def asins(self) -> Mapping[str, str]:
        """Products by name."""
        return {name: asin for asin, name in self.names.items()}

    @property
    def options(self) -> tuple[str, ...]:
        """Their names, in order."""
        return tuple(self.names.values())

    def request(self, person: str, words: Sequence[str]) -> Request:
        """What somebody asks for among them."""
        return Request(person, " ".join(words), self.options, described=self.described, popularity=self.popularity)


class Shelves:
    """The kinds of product a shop has; a kind is a main category with its path of sub-categories."""

    def __init__(self, products: Mapping[str, Product], embedder: Embedder, meaning: Embedder | None = None) -> None:
        self.products = products
        self.embedder = cached(embedder)
        self._meaning = cached(meaning) if meaning else self.embedder  # compares requests with kinds
        self._analyser = Analyser()
        by_kind: defaultdict[Kind, list[Product]] = defaultdict(list)
        for product in products.values():
            by_kind[kind_of(product)].append(product)
        self.by_kind: Mapping[Kind, Sequence[Product]] = by_kind
        self._terms = {kind: self._shares(inside) for kind, inside in by_kind.items()}
        met = Counter(term for shares in self._terms.values() for term, share in shares.items() if share > 0.1)
        self._rare = {term: math.log(1 + len(by_kind) / count) for term, count in met.items()}
        self._corners = _corners(by_kind)
        self._page_terms = {
            product.asin: frozenset(self._analyser.terms(f"{product.title} {' '.join(told(product).values())}"))
            for product in products.values()
        }
        self._in_titles = Counter(term for terms in self._page_terms.values() for term in terms)
        self._edges = {kind: _thirds(inside) for kind, inside in by_kind.items()}
        self._respects: dict[str, dict[str, str]] = {}
        self._catalogues: dict[Kind, Catalogue] = {}
        self._offered: dict[Kind, dict[str, Counter[str]]] = {}
        self._stores: dict[Kind, Counter[str]] = {}

    def terms(self, words: Iterable[str]) -> list[str]:
        """The terms that the search would make of these words."""
        return self._analyser.terms(" ".join(words))

    def fits(self, words: Sequence[str]) -> dict[Kind, float]:
        """How well words name each kind: rare words that are in many of its titles count most; 0 for most kinds."""
        terms = dict.fromkeys(self.terms(words))
        return {
            kind: sum(shares.get(term, 0.0) * self._rare.get(term, 0.0) for term in terms)
            for kind, shares in self._terms.items()
        }

    def named(self, words: Sequence[str]) -> Kind | None:
        """The kind that words name best; None where they name none."""
        fits = self.fits(words)
        best = max(fits, key=lambda kind: fits[kind], default=None)
        return best if best is not None and fits[best] > 0.5 else None

    def likeness(self, text: str) -> dict[Kind, float]:
        """How near in meaning a text is to each kind, -1 to 1."""
        kinds, vectors = self._described
        scores = vectors @ self._meaning.one(text)
        return dict(zip(kinds, map(float, scores), strict=True))

    def about(self, words: Sequence[str]) -> dict[Kind, float]:
        """How likely words that name no product are about each kind; adds up to 1."""
        near, hinted = self.likeness(" ".join(words)), self.hints(words)
        scores = {kind: near[kind] + _HINT * hinted[kind] for kind in near}
        best = max(scores.values())
        likely = {kind: math.exp((score - best) / _HEAT) for kind, score in scores.items()}
        total = sum(likely.values())
        return {kind: share / total for kind, share in likely.items()}

    def hints(self, words: Sequence[str]) -> dict[Kind, float]:
        """How much words speak for each kind by what its pages say: a use, a feature."""
        pages, rare = self._pages
        terms = [term for term in dict.fromkeys(self.terms(words)) if term in rare]
        return {kind: sum(shares.get(term, 0.0) * rare[term] for term in terms) for kind, shares in pages.items()}

    def corner(self, kind: Kind) -> int:
        """The corner of the shop a kind lies in: kinds that mostly the same stores sell are in one."""
        return self._corners[kind]

    def pull(self, value: str) -> float:
        """How strongly a search is drawn by a value: what its words weigh in the catalogue, added up."""
        total = len(self.products)
        return sum(math.log(1 + total / (1 + self._in_titles[term])) for term in self.terms([value]))

    def names_kind(self, word: str, kind: Kind) -> bool:
        """Whether a word is in nearly every title of a kind."""
        terms = self.terms([word])
        return bool(terms) and all(self._terms[kind].get(term, 0.0) > 0.8 for term in terms)

    def offered(self, kind: Kind) -> Mapping[str, Counter[str]]:
        """How products of a kind differ: by name of a detail, its values and how many products have them."""
        if kind not in self._offered:
            found: defaultdict[str, Counter[str]] = defaultdict(Counter)
            for product in self.by_kind.get(kind, ()):
                for key, value in told(product).items():
                    found[key][value] += 1
            self._offered[kind] = dict(found)
        return self._offered[kind]

    def stores(self, kind: Kind) -> Counter[str]:
        """The stores that sell a kind, and how many products each has."""
        if kind not in self._stores:
            self._stores[kind] = Counter(product.store for product in self.by_kind.get(kind, ()) if product.store)
        return self._stores[kind]

    def band(self, product: Product) -> str | None:
        """The third of its kind's prices a product is in; None where its price is not known."""
        edges = self._edges.get(kind_of(product))
        return BANDS[bisect_right(edges, product.price)] if edges and product.price is not None else None

    def band_words(self, band: str) -> Mapping[str, float]:
        """Words by which pages of this third of prices differ from others of their kind, with how much they do."""
        return self._band_words[band]

    @cached_property
    def _band_words(self) -> Mapping[str, Mapping[str, float]]:
        """Over all kinds: how much more often a word stands on pages of a band than on others, as a logarithm."""
        met: Counter[str] = Counter()
        inside: dict[str, Counter[str]] = {band: Counter() for band in BANDS}
        pages: Counter[str] = Counter()
        for products in self.by_kind.values():
            for one in products[:_READ]:
                if band := self.band(one):
                    words = set(_WORD.findall(" ".join((one.title, *one.features, *one.description)).lower()))
                    met.update(words)
                    inside[band].update(words)
                    pages[band] += 1
        return {band: _telling(inside[band], met, pages[band], pages.total()) for band in BANDS}

    def respects(self, product: Product) -> Mapping[str, str]:
        """What a product is like, by what it may be judged by."""
        if product.asin in self._respects:
            return self._respects[product.asin]
        found = self._respects[product.asin] = told(product)
        if product.store:
            found[BRAND] = product.store
        if band := self.band(product):
            found[PRICE_BAND] = band
        return found

    @cached_property
    def assortment(self) -> Assortment:
        """What can be had of each kind."""
        return Assortment(
            (self.label(kind), self.respects(product)) for kind, inside in self.by_kind.items() for product in inside
        )

    @staticmethod
    def label(kind: Kind) -> str:
        """A kind's name."""
        return " > ".join(kind)

    def catalogue(self, kind: Kind, also: Product | None = None) -> Catalogue:
        """The products of a kind as options; with one of another kind where it has to be among them."""
        if kind not in self._catalogues:
            self._catalogues[kind] = self._listed(self.by_kind[kind])
        found = self._catalogues[kind]
        return found if also is None or also.asin in found.names else self._listed([also, *self.by_kind[kind]])

    @cached_property
    def kinds(self) -> Catalogue:
        """The kinds themselves as options."""
        names = {kind[-1].lower(): kind[-1].lower() for kind in self.by_kind}
        return Catalogue(names, [{KIND: name} for name in names])

    def _listed(self, products: Sequence[Product]) -> Catalogue:
        titles = Counter(product.title for product in products)
        names = {one.asin: one.title if titles[one.title] == 1 else f"{one.title} ({one.asin})" for one in products}
        described = [{**self.respects(one), **_spoken_price(one)} for one in products]
        return Catalogue(names, described, [max(0, one.ratings) for one in products])

    def _shares(self, inside: Sequence[Product]) -> dict[str, float]:
        met = Counter(term for product in inside for term in set(self._analyser.terms(product.title)))
        for term in set(self._analyser.terms(" ".join(kind_of(inside[0])))):
            met[term] = max(met[term], len(inside) // 2)  # the path names the kind too, if less to the point
        return {term: count / len(inside) for term, count in met.items() if count > 1 or len(inside) < 4}

    @cached_property
    def _pages(self) -> tuple[dict[Kind, dict[str, float]], dict[str, float]]:
        pages: dict[Kind, dict[str, float]] = {}
        for kind, inside in self.by_kind.items():
            some = inside[:_READ]
            met = Counter(term for one in some for term in set(self.terms((one.title, *one.features))))
            pages[kind] = {term: count / len(some) for term, count in met.items()}
        known = Counter(term for shares in pages.values() for term, share in shares.items() if share > 0.02)
        return pages, {term: math.log(len(pages) / count) for term, count in known.items()}

    @cached_property
    def _described(self) -> tuple[list[Kind], Vectors]:
        kinds = list(self.by_kind)
        return kinds, np.stack([self._meaning.one(" ".join(kind[1:])) for kind in kinds])


def kind_of(product: Product) -> Kind:
    """A product's kind."""
    return (product.category, *product.path)


def told(product: Product) -> dict[str, str]:
    """The details of a product that somebody may care about, by name."""
    return {
        key: value for key, value in product.details.items() if isinstance(value, str) and key.lower() not in _UNTOLD
    }


def spoken_price(price: float) -> str:
    """A price as people name it."""
    return f"${max(_ROUND, _ROUND * round(price / _ROUND))}"


def _spoken_price(product: Product) -> dict[str, str]:
    """What a product costs as people would say it, in a respect of its kind's own."""
    if product.price is None:
        return {}
    return {f"{PRICE}{kind_of(product)[-1].lower()}": spoken_price(product.price)}


def _telling(inside: Counter[str], met: Counter[str], pages: int, all_pages: int) -> dict[str, float]:
    """The words that stand much more often here than elsewhere, those that tell most first."""
    lifts = {
        word: math.log(count / pages / (met[word] / all_pages))
        for word, count in inside.items()
        if count >= _OFTEN * pages
    }
    best = sorted((word for word in lifts if lifts[word] > _LIFT), key=lambda word: (-lifts[word], word))
    return {word: lifts[word] for word in best[:_BAND_WORDS]}


def _corners(by_kind: Mapping[Kind, Sequence[Product]]) -> dict[Kind, int]:
    """A number for each kind, the same for kinds whose stores are mostly the same."""
    stores = {kind: frozenset(product.store for product in inside) for kind, inside in by_kind.items()}
    first: list[Kind] = []
    found: dict[Kind, int] = {}
    for kind, mine in sorted(stores.items(), key=lambda item: -len(item[1])):
        shared = [len(mine & stores[other]) / max(1, len(mine)) for other in first]
        best = max(range(len(first)), key=lambda number: shared[number], default=-1)
        if best >= 0 and shared[best] >= _SHARED:
            found[kind] = best
        else:
            found[kind] = len(first)
            first.append(kind)
    return found


def _thirds(inside: Sequence[Product]) -> tuple[float, float] | None:
    prices = sorted(product.price for product in inside if product.price is not None)
    return (prices[len(prices) // 3], prices[len(prices) * 2 // 3]) if len(prices) >= 3 else None
