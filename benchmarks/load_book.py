"""Whether a store has every write that was acknowledged, and none twice."""

from __future__ import annotations

from collections import defaultdict
from contextlib import closing
from typing import Any

from penchant.domain import PersonId
from penchant.embed import Embedder
from penchant.plugins import open_store
from penchant.store import Store


def audit(where: str, embedder: Embedder, book: dict[str, Any]) -> dict[str, Any]:
    """How many writes were acknowledged, and which of them are lost or doubled; those given up may be there once."""
    lost: list[str] = []
    doubled: list[str] = []
    of_person: defaultdict[str, list[str]] = defaultdict(list)
    for word, written in book["tried"].items():
        of_person[written["person"]].append(word)
    acknowledged = set(book["kept"])
    with closing(open_store(where, embedder)) as store:
        for person, words in of_person.items():
            for word, (times, believed) in _found(store, PersonId(person), words, book["tried"]).items():
                if word in acknowledged and (not times or believed < book["tried"][word].get("beliefs", 0)):
                    lost.append(word)
                if times > 1 or believed > 1:
                    doubled.append(word)
    return {"tried": len(book["tried"]), "acknowledged": len(acknowledged), "lost": lost, "doubled": doubled}


def _found(store: Store, person: PersonId, words: list[str], tried: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """How often each was written down, and how many beliefs came of it that say the very word."""
    transcript, beliefs = store.transcript(person), store.list(person, closed=True)
    found = {}
    for word in words:
        said = tried[word]
        named = sum(word in one.value for one in beliefs)
        lines = sum(entry.kind == "heard" and word in entry.words for entry in transcript)
        found[word] = (named if said["kind"] == "edit" else lines, named)
    return found
