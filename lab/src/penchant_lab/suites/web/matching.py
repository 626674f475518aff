"""How much of what a task leaves unsaid a product has: the store, the size, the band of prices."""

from __future__ import annotations

from collections.abc import Mapping

from penchant_lab.suites.web.records import Product, WebData, WebTask

PRICE_BAND = "price band"


class Matching:
    """Compares products with what was withheld from the tasks of a shop; nothing can be said of the original's tasks.

    Attributes go by name: ``store``, ``category``, ``price band``, and the keys of a product's details. Two products
    are of one price band if they lie in the same third, by price, of the priced products of their kinds.
    """

    def __init__(self, data: WebData) -> None:
        self._data = data
        self._bands = _thirds(data.products)

    def share(self, task: WebTask, asin: str | None) -> float | None:
        """The share of the withheld attributes that a product has, 0 for no product; None where none were withheld."""
        withheld = self._data.withheld.get((task.split, task.number))
        if withheld is None or not withheld.attributes:
            return None
        product = self._data.products.get(asin) if asin else None
        if product is None:
            return 0.0
        wanted = withheld.attributes
        return sum(self._has(product, name, value, task) for name, value in wanted.items()) / len(wanted)

    def _has(self, product: Product, name: str, value: str, task: WebTask) -> bool:
        if name == PRICE_BAND:
            band = self._bands.get(task.target.asin)
            return band is not None and self._bands.get(product.asin) == band
        return _plain(_attribute(product, name)) == _plain(value)


def _attribute(product: Product, name: str) -> object:
    if name in ("store", "category"):
        return product.store if name == "store" else product.category
    return next((value for key, value in product.details.items() if _plain(key) == _plain(name)), None)


def _plain(value: object) -> str:
    return str(value).strip().casefold()


def _thirds(products: Mapping[str, Product]) -> dict[str, int]:
    kinds: dict[tuple[str, ...], list[tuple[float, str]]] = {}
    for product in products.values():
        if product.price is not None:
            kinds.setdefault((product.category, *product.path), []).append((product.price, product.asin))
    bands: dict[str, int] = {}
    for priced in kinds.values():
        prices = sorted(price for price, _ in priced)
        edges = [prices[len(prices) * third // 3] for third in (1, 2)]
        bands |= {asin: sum(price >= edge for edge in edges) for price, asin in priced}
    return bands
