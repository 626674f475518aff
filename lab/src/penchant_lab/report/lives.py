"""Whole lives for the page, read from ``episodes.jsonl`` without ever holding that file.

A first reading notes where each life lies; a second fetches people in order, all their methods together, for as long
as they fit. Words that come back (requests repeat in every pass and method) are kept once for each person.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from penchant.errors import BadData

HEAD = re.compile(rb'\{"method": ?"(?:[^"\\]|\\.)*", ?"person": ?"(?:[^"\\]|\\.)*"')
"""How a line begins; a line that begins otherwise is read all the same, only slower."""
COLUMNS = (
    "phase", "pass", "request", "options", "heard", "thing", "place", "sure", "because", "unasked", "reaction", "right",
    "opened", "closed", "confirmed", "broke",
)  # fmt: skip
"""What a row holds of an episode; the page carries these names, and its script goes by them."""
Span = tuple[int, int]
"""Where some lines lie: offset and length in bytes."""


EpisodeLine = dict[str, Any]
"""One line of ``episodes.jsonl``."""


@dataclass(frozen=True, slots=True)
class Lives:
    """The lives that fit: who, and each person's as JSON text that is inert inside HTML."""

    people: tuple[str, ...]
    blocks: tuple[str, ...]
    total: int  # people in the whole file


def inert(value: object) -> str:
    r"""JSON that no HTML parser can mistake for markup; ``JSON.parse`` reads it back unchanged.

    >>> inert({"person": "</script>"})
    '{"person":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def choose_lives(episodes: Path, order: Sequence[str], limit: int) -> Lives:
    """The first people whose whole lives fit into ``limit`` bytes, with methods in the given order."""
    with episodes.open("rb") as file:
        found = _index(file)
        people: list[str] = []
        blocks: list[str] = []
        left = limit
        for person, units in found.items():
            if sum(size for spans in units.values() for _, size in spans) > 40 * limit:
                break  # words kept once save much, never that much: spare the reading
            ranked = sorted(units, key=lambda method: order.index(method) if method in order else len(order))
            block = inert(_pack(person, [(method, _read(file, units[method])) for method in ranked]))
            left -= len(block.encode("utf-8", "backslashreplace"))
            if left < 0:
                break
            people.append(person)
            blocks.append(block)
    return Lives(tuple(people), tuple(blocks), len(found))


def _index(file: BinaryIO) -> dict[str, dict[str, list[Span]]]:
    """For each person in order of appearance, and each method, where the lines lie."""
    found: dict[str, dict[str, list[Span]]] = {}
    units: dict[bytes, list[Span]] = {}  # by how a line begins, for gigabytes are too much to parse twice
    at = 0
    for number, line in enumerate(file, 1):
        head = HEAD.match(line) if line.endswith(b"}\n") else None
        spans = units.get(head.group()) if head else None
        if spans is None and (record := _parse(line, number)) is not None:
            spans = found.setdefault(record["person"], {}).setdefault(record["method"], [])
            if head:
                units[head.group()] = spans
        if spans is not None:
            if spans and sum(spans[-1]) == at:
                spans[-1] = (spans[-1][0], spans[-1][1] + len(line))
            else:
                spans.append((at, len(line)))
        at += len(line)
    return found


def _parse(line: bytes, number: int | None = None) -> EpisodeLine | None:
    """One episode, or nothing where the line only says that a life is complete."""
    if not line.strip():
        return None
    try:
        record = json.loads(line, parse_constant=lambda _: None)
        if "unit" in record:
            return None
        record["person"], record["method"]
    except (ValueError, KeyError, TypeError):
        where = "A line" if number is None else f"Line {number}"
        told = f"{where} of episodes.jsonl is not an episode; resume the run to have it written anew."
        raise BadData(told) from None
    return dict(record)


def _read(file: BinaryIO, spans: Sequence[Span]) -> Iterator[EpisodeLine]:
    for start, size in spans:
        file.seek(start)
        for line in file.read(size).splitlines():
            if (record := _parse(line)) is not None:
                yield record


def _pack(person: str, lives: Sequence[tuple[str, Iterator[EpisodeLine]]]) -> dict[str, object]:
    """A person's lives as rows of numbers into one list of words, in the order of :data:`COLUMNS`."""
    words: dict[str, int] = {}

    def word(text: str | None) -> int | None:
        return None if text is None else words.setdefault(text, len(words))

    def all_of(texts: Sequence[str] | None) -> list[int | None]:
        return [word(text) for text in texts or ()]

    def heard(h: EpisodeLine) -> list[object]:
        """A question and its answer; then, where there is more: whether it came after the reaction, and why it came."""
        told: list[object] = [word(h["question"]), all_of(h.get("alternatives")), word(h["answer"])]
        after, why = int(h.get("back") == "reaction"), word(h.get("why"))
        return [*told, after, why] if why is not None else [*told, after] if after else told

    def row(e: EpisodeLine) -> list[object]:
        done: EpisodeLine = e.get("action") or {}
        right, sure = e.get("right"), e.get("confidence")
        cells: dict[str, object] = {
            "phase": word(e["phase"]),
            "pass": e.get("pass"),
            "request": word(e.get("request")),
            "options": all_of(e.get("options")),
            "heard": [heard(h) for h in e.get("heard") or ()],
            "thing": word(done.get("thing")),
            "place": word(done.get("place")),
            "sure": None if sure is None else round(sure, 3),
            "because": word(e.get("because") or None),
            "unasked": word(e.get("unasked")),
            "reaction": word(e.get("reaction")),
            "right": None if right is None else int(right),
            "opened": all_of(e.get("opened")),
            "closed": all_of(e.get("closed")),
            "confirmed": all_of(e.get("confirmed")),
            "broke": word(e.get("broke")),
        }
        return [cells[name] for name in COLUMNS]

    rows = [[method, [row(record) for record in records]] for method, records in lives]
    return {"person": person, "lives": rows, "words": list(words)}
