"""A few lines of BM25 and of reading somebody's past, enough to show what withheld attributes are worth."""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping

from penchant_lab.suites.web.records import Product, WebData, WebTask

KEYS = frozenset(
    {"Color", "Pattern", "Motif", "Material", "Flavor", "Roast", "Scent", "Diet", "Form", "Fit", "Size"}
    | {"Compatible With", "Screen Size", "Skin Type", "Hair Type"}
)
STOP = frozenset(
    {"a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of"}
    | {
        "on",
        "or",
        "such",
        "that",
        "the",
        "their",
        "then",
        "there",
        "these",
        "they",
        "this",
        "to",
        "was",
        "will",
        "with",
    }
)


def words(text: str) -> list[str]:
    return [word.removesuffix("s") for word in re.findall(r"[a-z0-9.]+", text.lower()) if word not in STOP]


def contents(product: Product) -> str:
    details = " ".join(f"{key} {value}" for key, value in product.details.items())
    block = (product.title, product.asin, product.category, product.raw_price, product.store or "", details)
    return " ".join((*block, *product.description, *product.features))


class BM25:
    """Lucene's formula, k1 0.9 and b 0.4."""

    def __init__(self, products: Mapping[str, Product]) -> None:
        self.holders: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        docs = {asin: Counter(words(contents(product))) for asin, product in products.items()}
        mean = sum(doc.total() for doc in docs.values()) / len(docs)
        for asin, doc in docs.items():
            norm = 0.9 * (0.6 + 0.4 * doc.total() / mean)
            for word, count in doc.items():
                self.holders[word].append((asin, count / (count + norm)))
        self.size = len(docs)
        self.alike: defaultdict[tuple[str, ...], list[Product]] = defaultdict(list)
        for product in products.values():
            self.alike[product.path].append(product)

    def best(self, query: str, count: int = 10) -> list[str]:
        scores: defaultdict[str, float] = defaultdict(float)
        for word in words(query):
            holders = self.holders.get(word, [])
            if len(holders) > self.size / 3:  # worth next to nothing, and slow
                continue
            weight = math.log(1 + (self.size - len(holders) + 0.5) / (len(holders) + 0.5))
            for asin, part in holders:
                scores[asin] += weight * part
        return [asin for _, asin in heapq.nsmallest(count, ((-score, asin) for asin, score in scores.items()))]

    def result(self, query: str, target: str) -> float:
        """The benchmark's score: 1 for the first place, a tenth less for each further one, 0 when not among ten."""
        found = self.best(query)
        return 1 - found.index(target) / len(found) if target in found else 0.0


def suggested(data: WebData, task: WebTask, search: BM25) -> str:
    """What the past suggests for this request, from what an agent may see: no target, no sidecar."""
    alike = search.alike[data.products[search.best(task.text, 1)[0]].path]
    liked = [data.products[event.asin] for event in data.visible(task) if event.rating >= 4]
    stores = Counter(product.store for product in liked)
    guesses = [_usual(stores, {product.store for product in alike}, share=0.2)]
    for key in sorted(KEYS):
        seen = Counter(str(product.details[key]) for product in liked if key in product.details)
        guesses.append(_usual(seen, {str(product.details[key]) for product in alike if key in product.details}))
    return " ".join(guess for guess in guesses if guess)


def _usual(seen: Counter[str] | Counter[str | None], possible: set[str] | set[str | None], share: float = 0.4) -> str:
    fitting = Counter({value: count for value, count in seen.items() if value in possible})
    for value, count in fitting.most_common(1):
        if count >= max(2, share * fitting.total()):
            return str(value)
    return ""
