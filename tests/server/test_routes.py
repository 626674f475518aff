"""Every verb over REST, as a product's agent would call it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from rest_calls import ANA, DRINK, wants_tea

from penchant.server.app import create_app
from penchant.server.settings import ServerSettings


def test_a_request_is_considered_and_its_answer_and_reaction_heard(client: TestClient) -> None:
    asked = client.post(f"{ANA}/consider", json=DRINK).json()
    assert asked["asks"] == "Which would you like: black coffee or herbal tea?"
    assert asked["does"] is asked["confidence"] is asked["briefing"] is None
    answered = client.post(f"{ANA}/hear", json={"turn": asked["turn"], "words": "the tea"}).json()
    assert answered["does"] == "herbal tea"
    assert 0 < answered["confidence"] <= 1
    assert answered["because"]
    assert answered["lesson"]["opened"]
    over = client.post(f"{ANA}/hear", json={"turn": answered["turn"], "words": "perfect, thank you"}).json()
    again = client.post(f"{ANA}/reconsider", json={"turn": over["turn"]})
    assert again.status_code == 200
    assert again.json()["does"]


def test_a_request_without_options_gets_a_briefing(client: TestClient) -> None:
    client.post(f"{ANA}/tell", json={"words": "I'm vegetarian"})
    told = client.post(f"{ANA}/consider", json={"text": "plan a dinner", "may_ask": False}).json()
    assert "vegetarian" in told["briefing"]
    heard = client.post(f"{ANA}/hear", json={"turn": told["turn"], "words": "I'm allergic to nuts"}).json()
    assert "nuts" in heard["lesson"]["opened"][0]


def test_a_turn_may_come_back_as_a_page_writes_it(client: TestClient) -> None:
    turn = client.post(f"{ANA}/consider", json=DRINK).json()["turn"]
    turn["question"]["settles"] = int(turn["question"]["settles"])  # JavaScript knows no 1.0
    assert client.post(f"{ANA}/hear", json={"turn": turn, "words": "tea"}).status_code == 200


def test_what_is_told_is_in_the_profile(client: TestClient) -> None:
    lesson = client.post(f"{ANA}/tell", json={"words": "I'm vegetarian", "at": "2026-05-01T08:00:00Z"}).json()
    assert lesson["opened"] == ["ana is vegetarian."]
    assert lesson["beliefs"] == [1]
    profile = client.get(f"{ANA}/profile", params={"about": "dinner", "tokens": 400}).json()
    assert profile["lines"][0]["id"] == 1
    assert "vegetarian" in profile["text"]
    assert profile == client.post(f"{ANA}/profile", json={"about": "dinner", "tokens": 400}).json()


def test_a_conversation_is_observed_and_teaches_once(client: TestClient) -> None:
    said = {"messages": [{"role": "assistant", "content": "Hi!"}, {"role": "user", "content": "I'm vegetarian"}]}
    assert client.post(f"{ANA}/observe", json=said).json()["opened"]
    client.post(f"{ANA}/observe", json=said)
    assert len(client.get(f"{ANA}/preferences").json()["preferences"]) == 1


def test_behaviour_is_watched_and_counts_once(client: TestClient) -> None:
    events = [
        {"id": f"order {n}", "at": f"2026-01-0{n}T00:00:00Z", "item": f"No. {n}", "topic": "beans",
         "features": {"roast": "dark"}, "rating": 5.0}
        for n in (1, 2)
    ]  # fmt: skip
    first = client.post(f"{ANA}/watch", json={"events": events}).json()
    assert first["opened"] == ["Going by what ana did, ana keeps to dark (roast)."]
    assert client.post(f"{ANA}/watch", json={"events": events}).json()["opened"] == []


def test_preferences_are_listed_in_pages(client: TestClient) -> None:
    values = [f"thing {n}" for n in range(5)]
    statements = [{"stance": "wants", "value": value, "topic": value} for value in values]
    client.post(f"{ANA}/learn", json={"statements": statements})
    found, cursor = [], None
    while True:
        page = client.get(f"{ANA}/preferences", params={"limit": 2, **({"cursor": cursor} if cursor else {})}).json()
        found += [one["value"] for one in page["preferences"]]
        if (cursor := page["next"]) is None:
            break
    assert found == values


def test_preferences_are_narrowed_by_kind_and_by_whom(client: TestClient) -> None:
    statements = [
        {"stance": "wants", "value": "tea", "topic": "a drink"},
        {"stance": "avoids", "value": "nuts", "kind": "constraint", "whom": "Rosa"},
    ]
    client.post(f"{ANA}/learn", json={"statements": statements})
    for narrowed, value in (({"kind": "constraint"}, "nuts"), ({"whom": ""}, "tea"), ({"whom": "Rosa"}, "nuts")):
        page = client.get(f"{ANA}/preferences", params=narrowed).json()
        assert [one["value"] for one in page["preferences"]] == [value]


def test_a_search_finds_what_fits(client: TestClient) -> None:
    wants_tea(client)
    found = client.post(f"{ANA}/search", json={"text": "something to drink", "limit": 3, "closed": True}).json()
    assert found["matches"][0]["preference"]["value"] == "tea"
    assert client.post(f"{ANA}/search", json={"text": "a drink", "kinds": ["fact"]}).json()["matches"] == []


def test_a_preference_is_explained(client: TestClient) -> None:
    tea = wants_tea(client)
    told = client.get(f"{ANA}/preferences/{tea['id']}/explain").json()
    assert told["sentence"] == tea["sentence"]
    assert [one["value"] for one in told["history"]] == ["tea"]
    assert told["evidence"][0]["supports"] is True


def test_an_edit_closes_the_old_belief_and_undo_brings_it_back(client: TestClient) -> None:
    tea = wants_tea(client)
    at = f"{ANA}/preferences/{tea['id']}"
    edited = client.patch(at, json={"value": "cocoa", "use": "private"}, headers={"If-Match": tagged(client, at)})
    assert (edited.json()["value"], edited.json()["use"], edited.json()["replaces"]) == ("cocoa", "private", tea["id"])
    assert client.get(at).json()["until"] is not None
    again = client.post(f"{ANA}/undo", json={"beliefs": [edited.json()["id"]]}).json()["preferences"]
    assert [one["value"] for one in again] == ["tea"]
    assert [one["value"] for one in client.get(f"{ANA}/preferences").json()["preferences"]] == ["tea"]


def test_an_edit_that_changes_nothing_leaves_the_belief(client: TestClient) -> None:
    tea = wants_tea(client)
    at = f"{ANA}/preferences/{tea['id']}"
    same = client.patch(at, json={"value": "tea"}, headers={"If-Match": tagged(client, at)})
    assert same.json()["id"] == tea["id"]


def tagged(client: TestClient, at: str) -> str:
    return client.get(at).headers["ETag"]


def test_confirming_makes_surer_and_retiring_closes_and_undo_opens(client: TestClient) -> None:
    tea = wants_tea(client)
    at = f"{ANA}/preferences/{tea['id']}"
    assert client.post(f"{at}/confirm").json()["confidence"] > tea["confidence"]
    assert client.post(f"{at}/retire").json()["until"] is not None
    assert client.get(f"{ANA}/preferences").json()["preferences"] == []
    again = client.post(f"{ANA}/undo", json={"beliefs": [tea["id"]]}).json()["preferences"]
    assert [one["value"] for one in again] == ["tea"]
    moments = [moment["what"] for moment in client.get(f"{ANA}/timeline").json()["moments"]]
    assert moments == ["opened", "confirmed", "closed", "opened"]


def test_confirming_counts_once_a_day_and_can_be_taken_back(client: TestClient) -> None:
    tea = wants_tea(client)
    at = f"{ANA}/preferences/{tea['id']}"
    first = client.post(f"{at}/confirm").json()
    again = client.post(f"{at}/confirm", headers={"Idempotency-Key": "another"}).json()
    assert again["confidence"] == first["confidence"] > tea["confidence"]
    assert len(client.get(f"{at}/explain").json()["evidence"]) == 2
    back = client.delete(f"{at}/confirm", headers={"Idempotency-Key": "back"})
    assert back.json()["confidence"] == pytest.approx(tea["confidence"])
    assert client.delete(f"{at}/confirm", headers={"Idempotency-Key": "back"}).json() == back.json()
    new = f"{ANA}/preferences/{back.json()['id']}"
    assert client.delete(f"{new}/confirm").status_code == 422
    assert client.post(f"{new}/confirm").json()["confidence"] == pytest.approx(first["confidence"])


def test_the_time_line_comes_in_pages(client: TestClient) -> None:
    for words in ("I'm vegetarian", "I love jazz", "I never drink coffee"):
        client.post(f"{ANA}/tell", json={"words": words})
    whole = client.get(f"{ANA}/timeline").json()
    assert whole["next"] is None
    page = client.get(f"{ANA}/timeline", params={"limit": 1}).json()
    paged = page["moments"]
    while page["next"]:
        page = client.get(f"{ANA}/timeline", params={"limit": 1, "cursor": page["next"]}).json()
        paged += page["moments"]
        assert len(page["moments"]) == 1
    assert paged == whole["moments"]


def test_what_was_just_learned_is_undone(client: TestClient) -> None:
    lesson = client.post(f"{ANA}/tell", json={"words": "I'm vegetarian"}).json()
    assert client.post(f"{ANA}/undo", json={"beliefs": lesson["beliefs"]}).json()["preferences"] == []
    assert client.get(f"{ANA}/preferences").json()["preferences"] == []


def test_one_preference_is_forgotten_for_good(client: TestClient) -> None:
    tea = wants_tea(client)
    at = f"{ANA}/preferences/{tea['id']}"
    assert client.delete(at).json() == {"forgotten": 1, "lingering": ""}
    assert client.get(at).status_code == 404


def test_words_that_mean_several_things_are_forgotten_once_confirmed(client: TestClient) -> None:
    statements = [{"stance": "wants", "value": f"{kind} tea", "topic": kind} for kind in ("green", "black")]
    client.post(f"{ANA}/learn", json={"statements": statements})
    shown = client.post(f"{ANA}/forget", json={"words": "anything about tea"}).json()
    assert (len(shown["found"]), shown["done"]) == (2, False)
    done = client.post(f"{ANA}/forget", json={"words": "anything about tea", "confirm": True}).json()
    assert (len(done["found"]), done["done"]) == (2, True)
    assert client.get(f"{ANA}/preferences", params={"closed": True}).json()["preferences"] == []


def test_a_memory_goes_out_and_in_as_one_file(client: TestClient) -> None:
    wants_tea(client)
    document = client.get(f"{ANA}/export")
    assert "attachment" in document.headers["Content-Disposition"]
    taken = client.post("/api/people/ben/import", json=document.json())
    assert taken.json() == {"person": "ben", "preferences": 1, "evidence": 1, "transcript": 1}
    assert client.get("/api/people/ben/preferences").json()["preferences"][0]["value"] == "tea"


def test_everything_about_a_person_is_forgotten(client: TestClient) -> None:
    wants_tea(client)
    assert client.delete(ANA).json() == {"forgotten": 1, "lingering": ""}
    assert client.delete(ANA).json() == {"forgotten": 0, "lingering": ""}
    assert client.get("/api/people").json() == {"people": [], "next": None}


def test_people_are_listed_in_pages(client: TestClient) -> None:
    for name in ("ana", "ben", "cleo"):
        client.post(f"/api/people/{name}/tell", json={"words": "I'm vegetarian"})
    first = client.get("/api/people", params={"limit": 2}).json()
    assert first["people"] == ["ana", "ben"]
    assert client.get("/api/people", params={"limit": 2, "cursor": first["next"]}).json() == {
        "people": ["cleo"],
        "next": None,
    }


def test_the_reports_of_studies_are_shown_and_their_records_are_not(settings: ServerSettings, tmp_path: Path) -> None:
    run = tmp_path / "runs" / "first"
    run.mkdir(parents=True)
    (run / "run.json").write_text('{"config": {"suite": "embodied"}}')
    (run / "report.json").write_text("{}")
    (run / "report.html").write_text("<title>It asks &amp; learns</title><h1>Report</h1>")
    (run / "episodes.jsonl").write_text("what people said")
    shown = ServerSettings(store=settings.store, log=False, runs=str(tmp_path / "runs"))
    with TestClient(create_app(shown), base_url="http://localhost") as client:
        [study] = client.get("/api/studies").json()["studies"]
        files = ["report.html", "report.json"]
        told = {"run": "first", "title": "It asks & learns", "suite": "embodied"}
        assert study == {**told, "finished": True, "files": files}
        assert "Report" in client.get("/api/studies/first/report.html").text
        for hidden in ("episodes.jsonl", "run.json", "..%2F..%2Fmemory.db"):
            assert client.get(f"/api/studies/first/{hidden}").status_code in (404, 422)


def test_the_server_says_that_it_is_there(client: TestClient) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    assert [client.head(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]
    assert client.get("/readyz").status_code == 200
    assert "/api/people/{person}/consider" in client.get("/openapi.json").json()["paths"]


def test_figures_are_counted_by_route_and_name_nobody(client: TestClient) -> None:
    client.post("/api/people/unmistakable/tell", json={"words": "I'm vegetarian"})
    figures = client.get("/metrics").text
    assert 'penchant_requests_total{route="/api/people/{person}/tell",status="200"}' in figures
    assert "unmistakable" not in figures
