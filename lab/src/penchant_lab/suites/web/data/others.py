"""Other shoppers of a made-up shop: what they bought trains its recommender, and nobody is ever asked about them.

They are people of the same generator with numbers of their own, never among the people of a study. Only the order of
what they bought is known, one sequence for each person and main category, as the original's recommender had it.
"""

from __future__ import annotations

import json
import random
from hashlib import blake2b

import numpy as np

from penchant_lab.suites.web.data.catalogue import draw_catalogue
from penchant_lab.suites.web.data.needs import Companions
from penchant_lab.suites.web.data.purchases import draw_purchases
from penchant_lab.suites.web.data.tastes import draw_taste
from penchant_lab.suites.web.data.words import kinds

SHOPPERS = 5_000
"""At most, as many as the original's recommender was trained on; a small shop has fewer, one for each product."""


def shop_key(products: int, seed: int) -> str:
    """Names the shop and how people buy in it: another one where either changed, found from a few shoppers."""
    catalogue, first = draw_catalogue(products, seed).asins, other_shoppers(products, seed, 20)
    return blake2b(json.dumps([list(catalogue), first]).encode(), digest_size=16).hexdigest()


def other_shoppers(products: int, seed: int, count: int | None = None) -> list[list[str]]:
    """What others bought in the shop of this size and seed, oldest first; ``count`` of them, or the usual number."""
    catalogue = draw_catalogue(products, seed)
    companions = Companions(catalogue)
    found: list[list[str]] = []
    for number in range(min(SHOPPERS, products) if count is None else count):
        rng = np.random.default_rng([seed, 3, number])
        taste = draw_taste(rng, random.Random(f"{seed}/other/{number}"))
        by_category: dict[str, list[str]] = {}
        for purchase in draw_purchases(taste, companions, rng):
            category = kinds()[int(catalogue.kind[purchase.row])].category
            by_category.setdefault(category, []).append(catalogue.asins[purchase.row])
        found += by_category.values()
    return found
