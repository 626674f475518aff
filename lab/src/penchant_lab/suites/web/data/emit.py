"""A shop written in the original's files: the same names, keys and types; what was withheld lies apart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from penchant_lab.suites.web.records import Event, Product, Split, WebData, WebTask, Withheld

PROFILES, INSTRUCTIONS, HISTORY, CATALOGUE = "user_profiles", "user_instructions", "user_history", "all_products"
IDS, SIDECAR = "1000_ids.json", "withheld.json"


def write(data: WebData, folder: Path, *, parts: tuple[int, int] = (3, 2)) -> None:
    """The shop in the original's files: history and products in so many parts, or merged where that is one."""
    folder.mkdir(parents=True, exist_ok=True)
    info = {asin: _product_json(product) for asin, product in data.products.items()}
    history = {person: [_event_json(event, info) for event in events] for person, events in data.history.items()}
    _dump(
        {person: {"user_profile": dict(fields)} for person, fields in data.profiles.items()},
        folder / f"{PROFILES}.json",
    )
    _dump({"train": [_task_json(t, info) for t in data.train], "test": [_task_json(t, info) for t in data.test]},
          folder / f"{INSTRUCTIONS}.json")  # fmt: skip
    _split(history, folder, HISTORY, parts[0])
    _split(info, folder, CATALOGUE, parts[1])
    _dump({asin: number for number, asin in enumerate(data.products, 1)}, folder / IDS)
    if data.withheld:
        _dump(_sidecar_json(data.withheld), folder / SIDECAR)


def _product_json(product: Product) -> dict[str, Any]:
    return {
        "main_category": product.category,
        "title": product.title,
        "average_rating": product.rating,
        "rating_number": product.ratings,
        "features": list(product.features),
        "description": list(product.description),
        "price": product.raw_price,
        "store": product.store,
        "categories": list(product.path),
        "details": dict(product.details),
        "parent_asin": product.asin,
        **product.more,
    }


def _event_json(event: Event, info: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    said = {"rating": event.rating, "title": event.title, "text": event.text}
    review = {**said, "parent_asin": event.asin, "timestamp": event.at}
    return {"product_info": info.get(event.asin, {"parent_asin": event.asin}), "review": review, "split": event.split}


def _task_json(task: WebTask, info: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    target = _event_json(task.target, info)
    return {"user_id": task.person, "task": task.text, "target": target, "timestamp": task.at, "type": task.type}


def _sidecar_json(withheld: Mapping[tuple[Split, int], Withheld]) -> dict[str, Any]:
    found: dict[str, Any] = {"train": {}, "test": {}}
    for (split, number), one in withheld.items():
        lines = {"attributes": dict(one.attributes), "told": dict(one.told), "templates": one.templates}
        found[split][str(number)] = lines
    return found


def _split(merged: Mapping[str, Any], folder: Path, name: str, parts: int) -> None:
    if parts == 1:
        _dump(merged, folder / f"{name}.json")
        return
    keys = list(merged)
    edges = [round(len(keys) * part / parts) for part in range(parts + 1)]
    for part in range(parts):
        inside = keys[edges[part] : edges[part + 1]]
        _dump({key: merged[key] for key in inside}, folder / f"{name}_part_{part + 1}.json")


def _dump(value: object, path: Path) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
