"""What a server keeps beside a memory, opened by many workers at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from penchant.server.ledger import Answered, FileLedger


def test_workers_that_start_at_once_share_one_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        ledgers = list(pool.map(lambda _: FileLedger(tmp_path / "d" / "ledger.db"), range(8)))
    assert len({ledger.secret() for ledger in ledgers}) == 1
    for ledger in ledgers:
        ledger.close()


def test_the_first_answer_counts_whoever_gives_it(tmp_path: Path) -> None:
    ledgers = [FileLedger(tmp_path / "ledger.db") for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = [Answered("digest", 200, f"answer {number}") for number in range(4)]
        kept = set(pool.map(lambda pair: pair[0].keep("id", "ana", pair[1]), zip(ledgers, answers, strict=True)))
    assert len(kept) == 1
    for ledger in ledgers:
        ledger.close()
