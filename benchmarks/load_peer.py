"""LangGraph's store behind the same FastAPI shape, on the same texts and embedder, to stand beside penchant.

    python benchmarks/load_peer.py PORT PEOPLE EACH

It keeps each liking as an item in the namespace of its person and answers both addresses with what its search finds:
it decides nothing. ``InMemoryStore`` lies in one process, so it has one worker, and nothing of it survives.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI
from load_fill import draft_of
from load_texts import liking, name_of
from pydantic import BaseModel

from penchant.embed import Embedder, cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.memory.memory import sentence

_TOP = 10


class Asked(BaseModel):
    """A request, or a search."""

    text: str
    options: list[str] = []
    limit: int = _TOP


class Found(BaseModel):
    """What is most alike."""

    matches: list[dict[str, Any]]


def filled(embedder: Embedder, *, people: int, each: int) -> Any:
    """A store with everybody's likings."""
    from langgraph.store.base import PutOp
    from langgraph.store.memory import InMemoryStore

    def embed(texts: Sequence[str]) -> list[Any]:
        return list(embedder.embed(list(texts)))  # rows of numpy: a fifth of the memory that lists of floats take

    store = InMemoryStore(index={"dims": embedder.size, "embed": embed, "fields": ["text"]})
    for person in range(people):  # in one batch no text may come twice
        texts = [sentence(draft_of(liking(person, number), number)) for number in range(each)]
        namespace = (name_of(person),)
        store.batch([PutOp(namespace, str(at), {"text": text}, index=["text"]) for at, text in enumerate(texts)])
    return store


def application(store: Any) -> FastAPI:
    """The store behind the addresses that the load script asks."""
    app = FastAPI()

    def search(person: str, body: Asked) -> Found:
        items = store.search((person,), query=body.text, limit=body.limit)
        return Found(matches=[{"score": item.score, "text": item.value["text"]} for item in items])

    app.add_api_route("/readyz", lambda: {"status": "ok"})
    for verb in ("consider", "search"):
        app.add_api_route(f"/api/people/{{person}}/{verb}", search, methods=["POST"], response_model=Found)
    return app


def main(argv: Sequence[str]) -> int:
    """Fill, and serve until stopped."""
    import uvicorn

    port, people, each = map(int, argv)
    app = application(filled(cached(WordLlamaEmbedder()), people=people, each=each))
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", access_log=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
