"""Every verb over REST, as a product's agent would call it."""

from __future__ import annotations

from fastapi.testclient import TestClient

DRINK = {"text": "something to drink, I'm drowsy", "options": ["black coffee", "herbal tea"]}


def test_a_request_is_considered_and_its_answer_heard(client: TestClient) -> None:
    asked = client.post("/api/people/ana/consider", json=DRINK).json()
    assert asked["asks"] == "Which would you like: black coffee or herbal tea?"
    answered = client.post("/api/people/ana/hear", json={"turn": asked["turn"], "words": "the tea"}).json()
    assert answered["does"] == "herbal tea"
    assert answered["lesson"]["opened"]
    over = client.post("/api/people/ana/hear", json={"turn": answered["turn"], "words": "perfect, thanks"})
    assert over.status_code == 200


def test_what_is_told_is_in_the_profile(client: TestClient) -> None:
    lesson = client.post("/api/people/sam/tell", json={"words": "I'm vegetarian"}).json()
    assert lesson["opened"] == ["A constraint: sam wants only vegetarian."]
    profile = client.get("/api/people/sam/profile").json()
    assert profile["lines"][0]["id"] == 1
    assert profile == client.post("/api/people/sam/profile", json={}).json()


def test_the_server_says_that_it_is_there(client: TestClient) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    assert client.get("/readyz").status_code == 200
    assert "/api/people/{person}/consider" in client.get("/openapi.json").json()["paths"]
