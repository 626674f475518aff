"""A person goes by any text, in an address as elsewhere, and is never taken for somebody else."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from rest_calls import refused

HOSTILE = [
    "a/b",
    "a/../b",
    "../../etc/passwd",
    "ana/tell",
    "%2F",
    "%",
    "a b",
    "?limit=1",
    "#x",
    "ana;drop table person",
    "' or 1=1 --",
    "Ana\u0301",
    "Án\u00e1",
    "日本語",
    "🦊" * 250,
    "\u202eana",
    "a\nb",
    "a\x00b",
    "{person}",
    "x" * 1000,
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_any_name_is_one_persons(client: TestClient, name: str) -> None:
    at = f"/api/people/{quote(name, safe='')}"
    told = client.post(f"{at}/tell", json={"words": "I'm vegetarian"})
    assert told.status_code == 200, told.text
    assert client.get("/api/people").json()["people"] == [name]
    assert client.get(f"{at}/profile").json()["person"] == name
    assert client.get(f"{at}/preferences/1").json()["person"] == name
    assert client.get("/api/people/ana/preferences").json()["preferences"] == []
    assert client.delete(at).json() == {"forgotten": 1, "lingering": ""}
    assert client.get("/api/people").json()["people"] == []


@pytest.mark.parametrize("name", ["%20", "%FF", "%ED%A0%80", "x" * 1001, "%C3%28"])
def test_what_is_no_name_is_refused(client: TestClient, name: str) -> None:
    refused(client.get(f"/api/people/{name}/profile"), 422)


def test_names_that_differ_in_a_letter_are_two_people(client: TestClient) -> None:
    for name in ("ana", "Ana", "ana%20", "an%C3%A1"):
        client.post(f"/api/people/{name}/tell", json={"words": "I'm vegetarian"})
    assert len(client.get("/api/people").json()["people"]) == 4
