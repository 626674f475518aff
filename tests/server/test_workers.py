"""Several workers on one memory: what one considers another hears, and one that is killed loses and doubles nothing."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from rest_calls import DRINK
from workers import is_running, served

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
            again = server.post(f"{person}/tell", {"words": "I'm vegetarian"}, key=f"tell-{number}", anew=True)
            assert again.json() == told.json()
            turns.append(server.post(f"{person}/consider", DRINK, key=f"consider-{number}").json()["turn"])
        for number, turn in enumerate(turns):
            heard = server.post(f"/api/people/p{number}/hear", {"turn": turn, "words": "the tea"}, key=f"h{number}")
            assert heard.json()["does"] == "herbal tea", heard.text
        figures = server.get("/metrics").text
        [counted] = [line for line in figures.splitlines() if line.startswith("penchant_replayed_total")]
        assert float(counted.split()[1]) >= 12 - 2  # a worker that was killed had counted too
    with served(store, workers=1) as server:
        for number, turn in enumerate(turns):
            kept = server.get(f"/api/people/p{number}/preferences").json()["preferences"]
            assert len(kept) == 2, kept
            again = server.post(f"/api/people/p{number}/hear", {"turn": turn, "words": "the tea"}, key=f"h{number}")
            assert again.headers["Idempotency-Replayed"] == "true"


def test_a_worker_that_is_killed_while_it_starts_is_replaced_at_once(tmp_path: Path) -> None:
    with served(str(tmp_path / "memory.db")) as server:
        for _ in range(2):  # the second one is still starting
            server.kill_a_worker()
            server.wait_for_workers(2)
        assert server.get("/readyz").status_code == 200


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    with served(str(tmp_path / "memory.db")) as server:
        workers = server.pids()
        server.process.kill()
        server.process.wait()
        deadline = time.monotonic() + 10
        while any(map(is_running, workers)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(map(is_running, workers))
