"""A short name for a whole shop: the same data, wherever it came from, the same name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b

from penchant_lab.suites.web.records import Event, Product, WebData, WebTask


def signed(data: WebData) -> WebData:
    """The data with its fingerprint: over everything a result could depend on."""
    digest = blake2b(digest_size=16)
    for line in _lines(data):
        digest.update(line.encode("utf-8", "surrogatepass"))
        digest.update(b"\n")
    return replace(data, fingerprint=digest.hexdigest())


def _lines(data: WebData) -> Iterator[str]:
    yield from map(_product, data.products.values())
    for person, profile in data.profiles.items():
        yield json.dumps([person, dict(profile)], ensure_ascii=False)
    for person, events in data.history.items():
        yield person
        yield from map(_event, events)
    for task in (*data.train, *data.test):
        yield _task(task)
    for (split, number), withheld in data.withheld.items():
        told = [dict(withheld.attributes), dict(withheld.told), withheld.templates]
        yield json.dumps([split, number, *told], ensure_ascii=False)


def _product(product: Product) -> str:
    texts = (product.asin, product.title, product.category, product.raw_price, product.store or "")
    lists = (product.features, product.description, product.path)
    details = json.dumps(product.details, ensure_ascii=False)
    return _joined([*texts, str(product.rating), str(product.ratings), *map(_joined, lists), details])


def _event(event: Event) -> str:
    return _joined([event.asin, str(event.rating), event.title, event.text, str(event.at), event.split])


def _task(task: WebTask) -> str:
    return _joined([str(task.number), task.person, task.text, task.type, str(task.at), task.split, _event(task.target)])


def _joined(parts: Sequence[str]) -> str:
    return "\x1f".join(parts)
