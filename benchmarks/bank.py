"""The baseline: the memory bank published with PAHF, its algorithm written again in plain words.

One table for everybody. A search reads every row of the person, decodes the vectors, multiplies and sorts; nothing is
remembered between two searches. Adding skips a text that is there already; updating overwrites.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from penchant.embed import Embedder, Vector

_SCHEMA = """
create table if not exists docs (
    id integer primary key autoincrement, person_id text not null, text text not null, embedding blob not null);
create index if not exists docs_person on docs (person_id);
create index if not exists docs_person_text on docs (person_id, text);
"""


class Bank:
    """Notes in one SQLite file with the settings SQLite comes with: each write is synced to the disk."""

    def __init__(self, path: Path, embedder: Embedder) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.executescript(_SCHEMA)
        self._embedder = embedder

    def load(self, rows: Iterable[tuple[str, str, Vector]]) -> None:
        """Many notes (person, text, vector) in one transaction."""
        packed = ((person, text, vector.tobytes()) for person, text, vector in rows)
        with self._connection:
            self._connection.executemany("insert into docs (person_id, text, embedding) values (?, ?, ?)", packed)

    def add(self, person: str, text: str) -> None:
        """Keep a text, unless this person has the very same already."""
        query = "select 1 from docs where person_id = ? and text = ?"
        if self._connection.execute(query, (person, text)).fetchone():
            return
        with self._connection:
            self._connection.execute(
                "insert into docs (person_id, text, embedding) values (?, ?, ?)", (person, text, self._embed(text))
            )

    def update(self, person: str, id: int, text: str) -> None:
        """Overwrite a note."""
        with self._connection:
            self._connection.execute(
                "update docs set text = ?, embedding = ? where id = ? and person_id = ?",
                (text, self._embed(text), id, person),
            )

    def search(self, person: str, query: str, top_k: int = 10) -> list[tuple[float, str]]:
        """The ``top_k`` most alike as (score, text), best first."""
        rows = self._connection.execute("select text, embedding from docs where person_id = ?", (person,)).fetchall()
        if not rows:
            return []
        matrix = np.array([np.frombuffer(packed, dtype=np.float32) for _, packed in rows])
        scores = matrix @ self._embedder.embed([query])[0]
        top_k = min(top_k, len(rows))
        best = np.argpartition(-scores, top_k - 1)[:top_k]
        best = best[np.argsort(-scores[best])]
        return [(float(scores[i]), rows[i][0]) for i in best]

    def ids(self, person: str) -> list[int]:
        """The ids of a person's notes."""
        found = self._connection.execute("select id from docs where person_id = ? order by id", (person,))
        return [id for (id,) in found]

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _embed(self, text: str) -> bytes:
        vector: Vector = self._embedder.embed([text])[0]
        return vector.tobytes()
