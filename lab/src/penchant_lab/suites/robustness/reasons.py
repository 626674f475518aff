"""Why the agent asked, and why it did not: an episode of each kind in every world and style, as the run recorded it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Place = tuple[int, str, int]


def sampled(records: Iterable[Mapping[str, Any]], method: str) -> dict[tuple[str, str], dict[str, Any]]:
    """By world and style: the first task that was asked about, and the first that was not, each with the reason.

    Of the latest pass before tastes change in which there is one; the same in whatever order records come.
    """
    found: dict[tuple[str, str, str], tuple[Place, dict[str, str]]] = {}
    for record in records:
        if record["method"] != method or record["phase"] != "phase1" or not (told := _reason(record)):
            continue
        world, style, person = record["person"].split("/", 2)
        kind, reason = told
        key, place = (world, style, kind), (-record["pass"], person, record["n"])
        if key not in found or place < found[key][0]:
            found[key] = place, {"request": record["request"], "why": reason}
    sample: dict[tuple[str, str], dict[str, Any]] = {}
    for (world, style, kind), (_, shown) in sorted(found.items()):
        sample.setdefault((world, style), {})[kind] = shown
    return sample


def _reason(record: Mapping[str, Any]) -> tuple[str, str] | None:
    asked = [each["why"] for each in record["heard"] if each.get("why")]
    if asked:
        return "asked", asked[0]
    return ("unasked", record["unasked"]) if record.get("unasked") and not record["heard"] else None
