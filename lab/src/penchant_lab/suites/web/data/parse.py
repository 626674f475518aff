"""From what a JSON file holds to the nouns of the shop; whatever is not as it should be is one line that says where."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from penchant.errors import BadData
from penchant_lab.suites.web.records import Event, Product, Split, TaskType, WebTask

SPLITS: Mapping[str, Split] = {"history": "history", "train": "train", "test": "test"}
_TYPES: Mapping[str, TaskType] = {"search": "search", "recommend": "recommend", "review": "review"}
_PRODUCT_KEYS = {
    "main_category", "title", "average_rating", "rating_number", "features", "description", "price", "store",
    "categories", "details", "parent_asin",
}  # fmt: skip
_NAMES = {
    dict: "an object",
    list: "a list",
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}
_NAMES[type(None)] = "null"
_LARGEST = 1e15  # no rating, price or moment is larger
_YEAR_1, _YEAR_9999 = -62_135_596_800_000, 253_402_300_799_999


def wrong(where: str, value: object, wanted: str) -> BadData:
    """The one line for a value of the wrong type."""
    return BadData(f"{where} is {_named(value)}, and it must be {wanted}.")


def _named(value: object) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "infinite"
    if isinstance(value, int) and abs(value) > _LARGEST:
        return "too large a number"
    return _NAMES.get(type(value), "something else")


def _is_number(value: object) -> TypeGuard[int | float]:
    """Whether it is a number, finite and of a size that can be counted with."""
    return not isinstance(value, bool) and isinstance(value, int | float) and abs(value) <= _LARGEST


def a_dict(value: object, where: str) -> dict[str, Any]:
    """The value, if it is an object."""
    if not isinstance(value, dict):
        raise wrong(where, value, "an object")
    return value


def a_list(value: object, where: str) -> list[Any]:
    """The value, if it is a list."""
    if not isinstance(value, list):
        raise wrong(where, value, "a list")
    return value


def a_text(value: object, where: str, *, missing: str | None = None) -> str:
    """The value, if it is a string; where ``missing`` is given it stands for null."""
    if value is None and missing is not None:
        return missing
    if not isinstance(value, str):
        raise wrong(where, value, "a string")
    return value


def a_number(value: object, where: str) -> float:
    """The value, if it is a number of a size that can be counted with."""
    if not _is_number(value):
        raise wrong(where, value, "a number")
    return float(value)


def a_moment(value: object, where: str) -> int:
    """The value, if it is a moment in Unix milliseconds."""
    if not _is_number(value) or value != int(value):
        raise wrong(where, value, "a whole number of milliseconds")
    if not _YEAR_1 <= value <= _YEAR_9999:
        raise BadData(f"{where} is {value}, and no calendar has that moment; it must be in Unix milliseconds.")
    return int(value)


def price_of(raw: object) -> tuple[float | None, str]:
    """What it costs, or None where nobody knows, and how the file puts it."""
    if isinstance(raw, bool) or raw is None:
        return None, "None"
    written = str(raw)
    digits = written.strip().lstrip("$").replace(",", "")
    if not re.fullmatch(r"\d+(\.\d*)?", digits):
        return None, written
    price = float(digits)
    return price if price <= _LARGEST else None, written


def product_of(value: object, where: str) -> Product:
    """A product, normalised: a missing title is empty, a lone string is a list of one."""
    found = a_dict(value, where)
    price, raw = price_of(found.get("price"))
    return Product(
        asin=a_text(found.get("parent_asin"), f"{where}: 'parent_asin'"),
        title=a_text(found.get("title"), f"{where}: 'title'", missing=""),
        category=a_text(found.get("main_category"), f"{where}: 'main_category'", missing=""),
        price=price,
        raw_price=raw,
        store=None if found.get("store") is None else a_text(found["store"], f"{where}: 'store'"),
        rating=a_number(found.get("average_rating") or 0.0, f"{where}: 'average_rating'"),
        ratings=int(a_number(found.get("rating_number") or 0, f"{where}: 'rating_number'")),
        features=_texts(found.get("features"), f"{where}: 'features'"),
        description=_texts(found.get("description"), f"{where}: 'description'"),
        path=_texts(found.get("categories"), f"{where}: 'categories'"),
        details=a_dict({} if found.get("details") is None else found["details"], f"{where}: 'details'"),
        more={key: kept for key, kept in found.items() if key not in _PRODUCT_KEYS},
    )


def event_of(value: object, where: str) -> Event:
    """Something bought and what was said of it."""
    found = a_dict(value, where)
    review = a_dict(found.get("review"), f"{where}: 'review'")
    asin = review.get("parent_asin")
    if asin is None:
        asin = a_dict(found.get("product_info"), f"{where}: 'product_info'").get("parent_asin")
    split = found.get("split", "history")
    if not isinstance(split, str) or split not in SPLITS:
        raise BadData(f"{where}: 'split' is {split!r}; it must be history, train or test.")
    return Event(
        asin=a_text(asin, f"{where}: 'parent_asin'"),
        rating=a_number(review.get("rating"), f"{where}: 'rating'"),
        title=a_text(review.get("title"), f"{where}: the review's 'title'", missing=""),
        text=a_text(review.get("text"), f"{where}: the review's 'text'", missing=""),
        at=a_moment(review.get("timestamp"), f"{where}: 'timestamp'"),
        split=SPLITS[split],
    )


def task_of(value: object, number: int, split: Split, where: str) -> WebTask:
    """What one person asks for."""
    found = a_dict(value, where)
    type_ = found.get("type")
    if not isinstance(type_, str) or type_ not in _TYPES:
        raise BadData(f"{where}: 'type' is {type_!r}; it must be search, recommend or review.")
    target = event_of(found.get("target"), f"{where}: 'target'")
    at = a_moment(found.get("timestamp"), f"{where}: 'timestamp'")
    if at != target.at:
        raise BadData(f"{where}: its 'timestamp' is {at} and its target's {target.at}; they must be the same moment.")
    return WebTask(
        number=number,
        person=a_text(found.get("user_id"), f"{where}: 'user_id'"),
        text=a_text(found.get("task"), f"{where}: 'task'"),
        type=_TYPES[type_],
        at=at,
        target=target,
        split=split,
    )


def _texts(value: object, where: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    return tuple(a_text(part, where) for part in a_list(value, where))
