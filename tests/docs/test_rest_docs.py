"""The page on REST lists every address, and each body it shows is taken."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from documents import text_of
from fastapi.testclient import TestClient

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings

ANA = "/api/people/ana"
ROWS = [
    (re.findall(r"`(\w+) ([^`]+)`", first), body.strip().strip("`"))
    for first, body in re.findall(r"^\| (`[A-Z]+ [^|]+) \|([^|]*)\|", text_of("docs/rest.md"), re.MULTILINE)
]


def address(shown: str) -> str:
    return shown if shown.startswith("/") else f"{ANA}/{shown}"


def test_every_address_is_listed_and_no_other() -> None:
    described: dict[str, Any] = create_app(ServerSettings(store=":memory:", log=False)).openapi()["paths"]
    there = {
        (method.upper(), path.format(person="ana", id=3, run="RUN", file="FILE"))
        for path, methods in described.items()
        for method in methods
        if not path.startswith("/v1/")
    }
    assert {(method, address(shown)) for row, _ in ROWS for method, shown in row} == there


def rejected(client: TestClient) -> Any:
    """A turn in which something was done that the person did not want."""
    asked = {"text": "a book", "options": ["a novel", "a play", "a diary"], "may_ask": False}
    turn = client.post(f"{ANA}/consider", json=asked).json()["turn"]
    return client.post(f"{ANA}/hear", json={"turn": turn, "words": "no, not that one"}).json()["turn"]


def test_each_body_that_is_shown_is_taken(tmp_path: Path) -> None:
    settings = ServerSettings(store=str(tmp_path / "memory.db"), log=False)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        statements = [
            {"stance": "wants", "value": value, "topic": "seat"} for value in ("a window", "the aisle", "row 3")
        ]
        assert client.post(f"{ANA}/learn", json={"statements": statements}).status_code == 200
        turn: Any = None
        for row, body in ROWS:
            for method, shown in row:
                if not body.startswith("{") or method == "GET" or shown == "token":  # without keys nobody needs one
                    continue
                if shown == "reconsider":
                    turn = rejected(client)
                sent = json.loads(body.replace("{…}", json.dumps(turn)))
                answer = client.request(method, address(shown), json=sent, headers={"If-Match": "*"})
                assert answer.status_code == 200, (shown, answer.text)
                turn = answer.json().get("turn", turn)
