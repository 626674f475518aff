"""What other runs recorded, for who asks the very same question again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from penchant.lm.ledger import Ledger
from penchant.lm.protocol import Reply


class EarlierRuns:
    """The records of earlier runs, as they were when this was opened; nothing is ever written there."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self._ledgers = [Ledger(folder, writable=False) for folder in folders]

    def find(self, key: bytes) -> Reply | None:
        """The reply that one of them has, the first first."""
        for ledger in self._ledgers:
            if (reply := ledger.find(key)) is not None:
                return reply
        return None

    def close(self) -> None:
        """Let go of the files."""
        for ledger in self._ledgers:
            ledger.close()
