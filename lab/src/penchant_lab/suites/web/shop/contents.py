"""A product as labelled text: one block that the search indexes, one that functions show.

They carry the same facts under the same labels. The order of the indexed one cannot be told from the original index,
and makes no difference to a search that counts words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from penchant_lab.suites.web.records import Product

_PRODUCT = re.compile(r"^(?=Product \d+: $)", re.MULTILINE)


def contents(product: Product) -> str:
    """The block that is indexed, and that search results show."""
    return _labelled(
        ("Title", product.title),
        ("Parent Asin", product.asin),
        ("Main Category", product.category),
        *_figures(product),
        ("Details", _details(product)),
        ("Description", _joined(product.description)),
        ("Features", _joined(product.features)),
    )


def block(product: Product) -> str:
    """The block that recommendations, details and requests for a review show."""
    return _labelled(
        ("Title", product.title),
        ("Parent Asin", product.asin),
        *_figures(product),
        ("Features", _joined(product.features)),
        ("Description", _joined(product.description)),
        ("Details", _details(product)),
        ("Category", product.category),
    )


def glimpse(text: str, letters: int) -> str:
    """A result cut to about so many letters, each product to the same length: all of them can be seen, none whole."""
    if len(text) <= letters:
        return text
    parts = [part for part in _PRODUCT.split(text) if part]
    each = letters // len(parts)
    return "\n".join(part if len(part) <= each else f"{part[: each - 1].rstrip()}…" for part in parts)


def _figures(product: Product) -> tuple[tuple[str, str], ...]:
    return (
        ("Average Rating", str(product.rating)),
        ("Rating Number", str(product.ratings)),
        ("Price", product.raw_price),
        ("Store", str(product.store)),
    )


def _details(product: Product) -> str:
    return json.dumps(dict(product.details), ensure_ascii=False, default=str)


def _joined(texts: Sequence[str]) -> str:
    return " ".join(texts)


def _labelled(*fields: tuple[str, str]) -> str:
    return "\n".join(f"{label}: {text}" for label, text in fields)
