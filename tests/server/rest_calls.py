"""What the tests of the server call again and again."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient

DRINK = {"text": "something to drink, I'm drowsy", "options": ["black coffee", "herbal tea"]}
ANA = "/api/people/ana"


def wants_tea(client: TestClient) -> dict[str, Any]:
    """The one preference of ana, who wants tea."""
    made = client.post(f"{ANA}/learn", json={"statements": [{"stance": "wants", "value": "tea", "topic": "a drink"}]})
    assert made.status_code == 200
    found: dict[str, Any] = client.get(f"{ANA}/preferences").json()["preferences"][0]
    return found


def refused(response: Any, status: int) -> str:
    """The sentence of a problem, once it is seen to be one with that status."""
    assert response.status_code == status, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    told = response.json()
    error = told.pop("error", None)  # where clients of a model look for it
    assert (error is None) != ("/v1/" in str(response.url))
    assert error is None or error["message"] == told["detail"]
    assert told.keys() == {"type", "title", "status", "detail"}
    assert told["status"] == status
    assert "\n" not in told["detail"]
    detail: str = told["detail"]
    return detail
