"""Whatever is sent, nothing is a 500: bodies, headers, addresses and encodings that nobody would send in earnest."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings

VERBS = ("consider", "hear", "reconsider", "tell", "observe", "watch", "learn", "profile", "search", "undo", "forget")
MORE = ("import", "recall", "compose", "token", "preferences/1/confirm", "preferences/1/retire")
FIELDS = (
    "text", "options", "places", "features", "described", "popularity", "may_decline", "may_ask", "turn", "words", "at",
    "id", "messages", "events", "statements", "about", "tokens", "limit", "kinds", "whom", "since", "until", "closed",
    "value", "use", "beliefs", "ids", "confirm", "hours", "episode", "opinion", "rating", "format", "version",
)  # fmt: skip
INNER = (
    "role",
    "content",
    "stance",
    "value",
    "item",
    "did",
    "id",
    "at",
    "sure",
    "quote",
    "penchant",
    "version",
    "seal",
)
ROUNDS = 400


def value(random: random.Random, depth: int = 0) -> Any:
    """Something that JSON can hold, though not always by the book."""
    texts = ["", " ", "tea", "x" * 5_000, "\x00", "\ud800", "🦊", "2026-01-01T00:00:00Z", "0001-01-01T00:00:00+23:59"]
    texts += ["user", "wants", "turn", "constraint", "bought", "\u202e", "'; --", "%s", "{}", "-0", "1e999"]
    numbers = [0, 1, -1, 5, 2**31, 2**53, 2**63, 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf"), True, None]
    match random.randrange(5 if depth < 3 else 3):
        case 0 | 1:
            return random.choice(texts)
        case 2:
            return random.choice(numbers)
        case 3:
            return [value(random, depth + 1) for _ in range(random.randrange(4))]
        case _:
            return {random.choice(INNER): value(random, depth + 1) for _ in range(random.randrange(5))}


def body(random: random.Random) -> bytes:
    """A body: mostly an object with names that mean something, at times not even JSON."""
    if random.random() < 0.1:
        return random.choice(
            [b"", b"{", b"null", b"\xff" * 20, b"[" * 5_000, b'"' + b"\\ud800" * 9 + b'"', b"1" * 9_999]
        )
    made = {random.choice(FIELDS): value(random) for _ in range(random.randrange(5))}
    text = json.dumps(made)
    return text.encode(random.choice(["utf-8"] * 8 + ["utf-16", "utf-32"]))


def headers(random: random.Random) -> dict[bytes, bytes]:
    """Headers that may be anything."""
    made = {b"Content-Type": b"application/json"}
    odd: list[tuple[bytes, bytes]] = [
        (b"Content-Type", random.choice([b"text/plain", b"", b"\xff", b"application/json;charset=\xe9"])),
        (b"Idempotency-Key", random.choice([b"k", b"\xff\xfe", b"x" * 999, b"a b"])),
        (b"If-Match", random.choice([b"*", b'"x"', b"\xff", b"W/"])),
        (b"Authorization", random.choice([b"Bearer", b"Bearer \xff", b"Basic eA=="])),
        (b"Accept", b"\xff/\xff"),
        (b"Content-Encoding", b"gzip"),
        (b"Cookie", b"\xff=\xff; a"),
        (b"Origin", b"\xff"),
        (b"X-Forwarded-For", b"' or 1=1"),
    ]
    for name, text in random.sample(odd, random.randrange(3)):
        made[name] = text
    return made


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))])
def test_nothing_that_is_sent_is_a_500(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    settings = ServerSettings(store=str(tmp_path / "memory.db"), log=False)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        for _ in range(ROUNDS):
            name = quote(chance.choice(["ana", "a/b", "..", "\x00", "é", "%", "x" * 1_001, "🦊"]), safe="")
            path = f"/api/people/{name}/{chance.choice((*VERBS, *MORE))}"
            method = chance.choice(["POST"] * 9 + ["PATCH", "DELETE", "PUT", "GET", "HEAD", "OPTIONS"])
            if method == "PATCH":
                path = f"/api/people/{name}/preferences/{chance.choice(['1', '0', '-1', 'x', '9' * 30])}"
            sent = body(chance)
            response = client.request(method, path, content=sent, headers=headers(chance))
            assert response.status_code < 500, (method, path, sent[:300], response.text)


@pytest.mark.parametrize(
    "query", ["limit=x", "limit=-1", "cursor=%FF", "limit=1&limit=2", "%00=%00", "closed=7", "&&=", "kind=%F0"]
)
def test_no_query_is_a_500(client: TestClient, query: str) -> None:
    for path in ("/api/people", "/api/people/ana/preferences", "/api/people/ana/profile", "/api/studies"):
        assert client.get(f"{path}?{query}").status_code < 500
