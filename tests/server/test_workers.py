"""Several workers on one memory: what one considers another hears, and one that is killed loses and doubles nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import httpx
import pytest
from rest_calls import DRINK
from workers import Served, served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc for the workers"),
]


def test_workers_share_everything_and_a_killed_one_loses_and_doubles_nothing(tmp_path: Path) -> None:
    store = str(tmp_path / "memory.db")
    with served(store) as server:
        turns = []
        for number in range(12):
            if number in (4, 8):
                server.kill_a_worker()
            person = f"/api/people/p{number}"
            told = server.post(f"{person}/tell", {"words": "I'm vegetarian"}, key=f"tell-{number}")
            assert told.json()["beliefs"] == [1]
            with httpx.Client(base_url=server.client.base_url, timeout=30) as another:  # perhaps the other worker
                aside = Served(server.process, another)
                again = aside.post(f"{person}/tell", {"words": "I'm vegetarian"}, key=f"tell-{number}")
            assert again.json() == told.json()
            turns.append(server.post(f"{person}/consider", DRINK, key=f"consider-{number}").json()["turn"])
        for number, turn in enumerate(turns):
            heard = server.post(f"/api/people/p{number}/hear", {"turn": turn, "words": "the tea"}, key=f"h{number}")
            assert heard.json()["does"] == "herbal tea", heard.text
        figures = server.client.get("/metrics").text
        [counted] = [line for line in figures.splitlines() if line.startswith("penchant_replayed_total")]
        assert float(counted.split()[1]) >= 12 - 2  # a worker that was killed had counted too
    with served(store, workers=1) as server:
        for number, turn in enumerate(turns):
            kept = server.client.get(f"/api/people/p{number}/preferences").json()["preferences"]
            assert len(kept) == 2, kept
            again = server.post(f"/api/people/p{number}/hear", {"turn": turn, "words": "the tea"}, key=f"h{number}")
            assert again.headers["Idempotency-Replayed"] == "true"
