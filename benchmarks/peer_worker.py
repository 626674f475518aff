"""One memory system under test, in a process and usually a venv of its own, told what to do in lines of JSON.

    python peer_worker.py SYSTEM FOLDER

Reads {"do": "add" | "search", "items": [[person, text], ...], "seconds": most} and answers with the times of each call;
"close" ends it. Every text is embedded before the clock starts, so that all that is left of the embedder in any figure
is a look in a dict. Standard library only, apart from the system itself, which is imported by name: no two of them can
be installed in one place. Nothing may reach the network from here.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import math
import resource
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

SIZE = 384
TOP = 10


def embed(text: str) -> list[float]:
    """A signed feature hash of the words, of length 1: the same on every machine."""
    numbers = [0.0] * SIZE
    for word in text.lower().replace(",", " ").replace(".", " ").replace("?", " ").split():
        digest = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "big")
        numbers[digest % SIZE] += 1.0 if digest >> 63 else -1.0
    length = math.sqrt(sum(number * number for number in numbers)) or 1.0
    return [number / length for number in numbers]


class Embedded:
    """The vectors of all texts seen so far."""

    def __init__(self) -> None:
        self._known: dict[str, list[float]] = {}

    def learn(self, texts: Iterable[str]) -> None:
        """Embed these before the clock starts."""
        for text in texts:
            self._known.setdefault(text, embed(text))

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """The vector of each text."""
        return [self._known[text] for text in texts]


EMBEDDED = Embedded()


class System(Protocol):
    """What every system can do."""

    def add(self, person: str, text: str) -> None:
        """Keep a text."""
        ...

    def search(self, person: str, query: str) -> list[str]:
        """The texts most alike, best first."""
        ...

    def close(self) -> None:
        """Let go of the files."""
        ...


class Mem0:
    """mem0 with its embedded Qdrant, nothing inferred."""

    def __init__(self, folder: Path) -> None:
        factory = importlib.import_module("mem0.utils.factory").EmbedderFactory
        factory.provider_to_class["huggingface"] = f"{__name__}.Mem0Embedding"
        vectors = {"path": str(folder / "qdrant"), "embedding_model_dims": SIZE, "on_disk": True}
        config = {
            "vector_store": {"provider": "qdrant", "config": vectors},
            "embedder": {"provider": "huggingface", "config": {"embedding_dims": SIZE}},
            "llm": {"provider": "openai", "config": {"api_key": "never used"}},
            "history_db_path": str(folder / "history.db"),
        }
        self._memory: Any = importlib.import_module("mem0").Memory.from_config(config)

    def add(self, person: str, text: str) -> None:
        """Memory.add without inference."""
        self._memory.add(text, user_id=person, infer=False)

    def search(self, person: str, query: str) -> list[str]:
        """Memory.search."""
        found = self._memory.search(query, filters={"user_id": person}, top_k=TOP)
        return [one["memory"] for one in found["results"]]

    def close(self) -> None:
        """Close the vector store."""
        self._memory.vector_store.client.close()


class Mem0Embedding:
    """The embedder as mem0 calls it."""

    def __init__(self, config: Any) -> None:
        self.config = config

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """The vector of one text."""
        return EMBEDDED([text])[0]

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        """The vectors of several."""
        return EMBEDDED(texts)


class LangGraph:
    """A store of LangGraph: each person a namespace."""

    def __init__(self, folder: Path | None) -> None:
        index = {"dims": SIZE, "embed": EMBEDDED, "fields": ["text"]}
        self._numbers = itertools.count(1)
        self._context: Any = None
        if folder is None:
            self._store: Any = importlib.import_module("langgraph.store.memory").InMemoryStore(index=index)
        else:
            maker = importlib.import_module("langgraph.store.sqlite").SqliteStore
            self._context = maker.from_conn_string(str(folder / "store.db"), index=index)
            self._store = self._context.__enter__()
            self._store.setup()

    def add(self, person: str, text: str) -> None:
        """Store.put under a new key."""
        # the field again: the SQLite store looks for it under another name than its documentation, and embeds JSON
        self._store.put(("memories", person), str(next(self._numbers)), {"text": text}, index=["text"])

    def search(self, person: str, query: str) -> list[str]:
        """Store.search in the person's namespace."""
        found = self._store.search(("memories", person), query=query, limit=TOP)
        return [one.value["text"] for one in found]

    def close(self) -> None:
        """Close the connection, where there is one."""
        if self._context is not None:
            self._context.__exit__(None, None, None)


class Penchant:
    """Our memory, on one of its stores; it is its embedder as well."""

    name = "hash-384"
    size = SIZE

    def __init__(self, where: str) -> None:
        self._draft: Any = importlib.import_module("penchant.domain").Draft
        self._numpy: Any = importlib.import_module("numpy")
        store = importlib.import_module("penchant.plugins").open_store(where, self)
        self._memory: Any = importlib.import_module("penchant.memory").Memory(store, self)

    def embed(self, texts: Sequence[str]) -> Any:
        """The embedder as we call it."""
        return self._numpy.array(EMBEDDED(texts), dtype="float32")

    def add(self, person: str, text: str) -> None:
        """Memory.add."""
        said = {"situation": "", "topic": "", "stance": "wants", "words": text, "episode": "e1"}
        self._memory.add(person, self._draft(value=text, confidence=0.9, **said))

    def search(self, person: str, query: str) -> list[str]:
        """Memory.search."""
        return [match.preference.value for match in self._memory.search(person, query, limit=TOP)]

    def close(self) -> None:
        """Close the store."""
        self._memory.close()


def opened(system: str, folder: Path) -> System:
    """The system of that name, empty."""
    match system:
        case "mem0":
            return Mem0(folder)
        case "langgraph-sqlite":
            return LangGraph(folder)
        case "langgraph-memory":
            return LangGraph(None)
        case "penchant-sqlite":
            return Penchant(str(folder / "memory.db"))
        case "penchant-faiss":
            return Penchant(f"faiss:{folder / 'faiss'}")
        case "penchant-memory":
            return Penchant("memory")
    raise SystemExit(f"No system is called {system!r}.")


def timed(system: System, order: dict[str, Any]) -> dict[str, Any]:
    """Carry out one order, call by call, until it is done or the seconds are over."""
    texts = [text for _, text in order["items"]]
    EMBEDDED.learn(itertools.chain(texts, (f"wants {text}" for text in texts)))  # ours says the stance too
    walls: list[float] = []
    cpus: list[float] = []
    found: list[list[str]] = []
    deadline = time.monotonic() + order["seconds"]
    for person, text in order["items"]:
        if walls and time.monotonic() > deadline:
            break
        cpu, wall = time.process_time(), time.perf_counter()
        if order["do"] == "add":
            system.add(person, text)
        else:
            found.append(system.search(person, text))
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return {"walls": walls, "cpus": cpus, "found": found}


def refuse_network(event: str, args: tuple[Any, ...]) -> None:
    """Let nothing out: a peer that tries is stopped, and seen."""
    if event == "socket.connect" and isinstance(args[1], tuple):
        raise PermissionError(f"no network in a benchmark: {args[1]}")


def main() -> None:
    """Answer orders until told to close."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what a system prints is no answer
    sys.addaudithook(refuse_network)
    system = opened(sys.argv[1], Path(sys.argv[2]))
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        if order["do"] == "close":
            break
        print(json.dumps(timed(system, order)), file=answers, flush=True)
    system.close()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"closed": True, "megabytes": peak}), file=answers, flush=True)


if __name__ == "__main__":
    main()
