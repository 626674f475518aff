"""Requests that fit the description part by part, made to make sense as a whole: what no schema can say."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from penchant.memory.transfer import VERSION

HOST = {"Host": "localhost"}
PAST = "2020-05-01T08:00:00+00:00"


def does_as_described(case: Any) -> None:
    """Send a drawn case; it is taken or refused as the description says."""
    from schemathesis.checks import CHECKS, load_all_checks

    load_all_checks()
    parts = [part.mode.is_positive for part in case.meta.components.values()]
    if all(parts):
        make_sense(case)
    # where the machine finds no body that fits, it sends one that does not, and calls that fitting
    mislabelled = case.meta.generation.mode.is_positive and not all(parts)
    excluded = [CHECKS.get_one("positive_data_acceptance")] if mislabelled else []
    case.call_and_validate(headers=HOST, excluded_checks=excluded)


def make_sense(case: Any) -> None:
    """Change a drawn case where it fits the description and still contradicts itself."""
    if "Idempotency-Key" in (case.headers or {}):
        case.headers["Idempotency-Key"] = str(uuid4())  # a key belongs to one request
    body = case.body
    if not isinstance(body, dict):
        return
    if case.path.endswith("/consider"):
        _describe_each_option_once(body)
    elif case.path.endswith("/watch"):
        for event in body["events"]:
            event["at"] = PAST  # a log is of the past
    elif case.path.endswith("/learn"):
        for statement in body["statements"]:
            statement.pop("quote", None)  # a quotation is found in the words
    elif case.path.endswith("/import"):
        _refer_to_what_is_there(body)


def _describe_each_option_once(body: dict[str, Any]) -> None:
    """One list of features, or one description and one number, for each option, and no option twice."""
    described = next((name for name in ("features", "described") if body.get(name)), None)
    if described is None:
        body.pop("popularity", None)
        return
    body["options"] = [f"option {number}" for number, _ in enumerate(body[described])]
    for name in {"features", "described"} - {described}:
        body.pop(name, None)
    if described == "features":
        body["features"] = [sorted({feature.strip() for feature in each}) for each in body["features"]]
    if body.get("popularity"):
        body["popularity"] = [1.0] * len(body[described]) if described == "described" else []


def _refer_to_what_is_there(body: dict[str, Any]) -> None:
    """A document of this version in which ids go up, and nothing speaks of what it does not have."""
    body["version"] = VERSION
    for number, preference in enumerate(body["preferences"], 1):
        preference |= {"id": number, "replaces": None, "vector": None}
        preference.setdefault("exception", "")  # only documents of earlier versions have none
    body["evidence"] = [one | {"preference": 1} for one in body["evidence"] if body["preferences"]]
    for number, line in enumerate(body.setdefault("transcript", [])):
        line["number"] = number
