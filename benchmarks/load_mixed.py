"""Everything at once, with retries, and a book of every write that was acknowledged.

Errands (consider, then hear), tells, searches and edits, each write with an idempotency key; some are sent twice at the
same moment. What ends without an answer is tried again with its key. Every write says a word that was never said
before, so that the store itself can be asked afterwards how often it was kept.
"""

from __future__ import annotations

import asyncio
import random
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from load_client import Heard, at_a_fixed_rate
from load_texts import Liking, liking, name_of
from load_wire import Broken, Reply, Wires

_TRIES = 40
_PAUSE_S = 0.25
_TWICE = 0.1
_SYLLABLES = ("ba", "ko", "lu", "mi", "ra", "so", "te", "vu", "zi", "da", "fe", "go")


@dataclass(slots=True)
class Book:
    """The writes that were tried, by the one word each said; and those that were acknowledged."""

    tried: dict[str, dict[str, Any]] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    again: Counter[str] = field(default_factory=Counter)  # why something was tried again


class Mixed:
    """One client that does everything."""

    def __init__(self, order: dict[str, Any]) -> None:
        self._wires = Wires(order["port"], timeout_s=10.0)
        self._draw = random.Random(order["seed"])
        self._people, self._each = order["people"], order["each"]
        self._edited: set[tuple[int, int]] = set()
        self.book = Book()

    async def __call__(self, _: int) -> Reply:
        """One thing that an agent does."""
        person = self._draw.randrange(self._people)
        one = liking(person, self._draw.randrange(self._each))
        at = f"/api/people/{name_of(person)}"
        kind = self._draw.choices(("errand", "consider", "tell", "search", "edit"), (35, 20, 15, 20, 10))[0]
        if kind == "errand":
            return await self._errand(at, person, one)
        if kind == "tell":
            word = self._word()
            written = {"person": name_of(person), "kind": "tell", "words": f"I love {word}."}
            return await self._write("POST", f"{at}/tell", {"words": written["words"]}, word, written)
        if kind == "edit":
            return await self._edit(at, person)
        if kind == "search":
            return await self._send("POST", f"{at}/search", {"text": one.request})
        return await self._send("POST", f"{at}/consider", {"text": one.request, "options": one.options})

    async def _errand(self, at: str, person: int, one: Liking) -> Reply:
        reply = await self._send("POST", f"{at}/consider", {"text": one.request, "options": one.options})
        if reply.status != 200:
            return reply
        found = reply.json
        word = self._word()
        words = f"The {one.value}, please, {word}." if found["asks"] else f"I wanted the {one.value}, {word}."
        written = {"person": name_of(person), "kind": "hear", "words": words, "episode": found["turn"]["episode"]}
        return await self._write("POST", f"{at}/hear", {"turn": found["turn"], "words": words}, word, written)

    async def _edit(self, at: str, person: int) -> Reply:
        id = self._draw.randrange(1, self._each + 1)
        seen = await self._send("GET", f"{at}/preferences/{id}")
        if (person, id) in self._edited or seen.status != 200 or seen.json["until"] is not None:
            return seen
        self._edited.add((person, id))
        word = self._word()
        written = {"person": name_of(person), "kind": "edit", "value": f"{seen.json['value']} {word}"}
        body, tag = {"value": written["value"]}, {"if-match": seen.headers["etag"]}
        reply = await self._write("PATCH", f"{at}/preferences/{id}", body, word, written, tag)
        return seen if reply.status == 412 else reply  # somebody else was quicker, which is no error

    async def _write(
        self,
        method: str,
        path: str,
        body: object,
        word: str,
        written: dict[str, Any],
        tag: dict[str, str] | None = None,
    ) -> Reply:
        headers = {"idempotency-key": str(uuid.UUID(int=self._draw.getrandbits(128))), **(tag or {})}
        self.book.tried[word] = written
        sending = [self._send(method, path, body, headers)]
        if self._draw.random() < _TWICE:
            sending.append(self._send(method, path, body, headers))
        replies = await asyncio.gather(*sending, return_exceptions=True)
        answered = [reply for reply in replies if isinstance(reply, Reply)]
        if not answered:
            raise Broken("no answer")
        best = min(answered, key=lambda reply: reply.status)
        if best.status == 200:
            self.book.kept.append(word)
            if written["kind"] == "tell":
                written["beliefs"] = len(best.json["beliefs"])
        return best

    async def _send(self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None) -> Reply:
        """An answer, however often it has to be asked for."""
        for _ in range(_TRIES):
            try:
                reply = await self._wires.send(method, path, body, headers)
                if reply.status not in (429, 503):
                    return reply
                self.book.again[str(reply.status)] += 1
            except Broken as error:
                self.book.again[str(error).partition(":")[0]] += 1
            await asyncio.sleep(_PAUSE_S)
        raise Broken(f"no answer after {_TRIES} tries")

    def _word(self) -> str:
        """A word that was never said."""
        while (word := "".join(self._draw.choices(_SYLLABLES, k=6)).capitalize()) in self.book.tried:
            pass
        return word


async def mixed(order: dict[str, Any]) -> dict[str, Any]:
    """Everything for so long; gives the figures, and the book."""
    client = Mixed(order)
    heard: Heard = await at_a_fixed_rate(order["rate"], order["seconds"], client)
    book = client.book
    told = {"tried": book.tried, "kept": book.kept, "again": dict(book.again)}
    return heard.figures(order["seconds"]) | {"book": told}
