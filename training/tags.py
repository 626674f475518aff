"""Messages with what they say marked in them, for the tagger: read, varied and put into numbers.

A line is a message; ``[[taste+|oat milk]]`` marks what is said in it: ``taste+ taste~ taste-`` what is liked, fine or
not, ``rule+ rule-`` what is no matter of liking, ``ask+ ask-`` instructions to the assistant, ``fact:TOPIC``,
``relation:WHICH``, ``when`` the occasion, ``except`` what it does not hold for, ``over`` the lesser of two, ``whom``
whose it is, ``forget`` what is to be forgotten. A ``!`` after the code says that it is a change. What was said
before a message stands before it, ``{{in braces}}``. A line without marks teaches nothing.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tokenizers import Tokenizer

from penchant.mind.learned.inputs import Ints, talk
from penchant.mind.talk.tagger import BESIDE, KINDS, TOPICS, label_of

_SAME_TOPIC = {
    other: topic
    for topic, others in {
        "size": "shoe size, clothing size",
        "religion": "faith, church",
        "habit": "routine",
        "health": "condition, injury, sight, hearing",
        "language": "languages",
        "hometown": "origin, birthplace",
        "commute": "transport",
        "computer": "device, os",
        "job": "role, work, business",
        "pet": "pets, dog, cat",
        "car": "vehicle",
        "schedule": "work schedule",
        "studies": "course, education",
        "school": "university",
        "family": "household",
        "friend": "best friend",
        "boss": "manager, supervisor",
        "medication": "medicine",
    }.items()
    for other in others.split(", ")
}
"""Topics in other words."""

_MARK = re.compile(r"\[\[([a-z]+[+~-]?)(?::([^|!\]]+))?(!?)\|([^\[\]]+)\]\]")


@dataclass(frozen=True, slots=True)
class Span:
    """What is marked in a message, as characters of it."""

    start: int
    end: int
    kind: str
    topic: str = ""
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A message and what is marked in it."""

    text: str
    spans: tuple[Span, ...] = ()
    before: str = ""  # what was said to them


def read_line(line: str) -> Marked:
    """The message of a line."""
    text, spans, at, before = "", [], 0, ""
    if line.startswith("{{"):
        before, _, line = line.removeprefix("{{").partition("}}")
        line = line.lstrip()
    for found in _MARK.finditer(line):
        text += line[at : found.start()]
        kind, topic, changed, words = found.groups()
        if kind not in KINDS:
            raise ValueError(f"{kind!r} in {line!r}")
        spans.append(Span(len(text), len(text) + len(words), kind, (topic or "").strip().lower(), bool(changed)))
        text += words
        at = found.end()
    return Marked(text + line[at:], tuple(spans), before)


def read_folder(folder: Path, prefixes: Iterable[str]) -> list[Marked]:
    """All messages of the files that begin so."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        if path.name.startswith(tuple(prefixes)):
            found += [read_line(line.strip()) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return found


class Variety:
    """Varies messages: other things in the same places, two in one, among other talk, with slips and without marks."""

    def __init__(self, messages: Sequence[Marked], talk: Sequence[str]) -> None:
        self._messages = [one for one in messages if one.spans]
        self._talk = [*talk, *(one.text for one in messages if not one.spans)]
        self._things: dict[str, list[str]] = {}
        for one in messages:
            for span in one.spans:
                if span.kind != "forget" and not span.kind.startswith("ask"):
                    key = f"{span.kind}:{span.topic}"
                    self._things.setdefault(key, []).append(one.text[span.start : span.end])

    def of(self, message: Marked, rng: random.Random) -> Marked:
        """The message as it may be said another time."""
        if message.spans and rng.random() < 0.35:
            message = self._swapped(message, rng)
        if message.spans and len(message.text) < 160 and rng.random() < 0.12:
            message = _joined(message, rng.choice(self._messages), rng.choice([". ", ", and ", "; ", " — ", "\n"]))
        if len(message.text) < 300 and rng.random() < 0.2:
            other = Marked(rng.choice(self._talk))
            if len(other.text) < 300:
                pair = (other, message) if rng.random() < 0.5 else (message, other)
                message = _joined(*pair, rng.choice([". ", " ", "\n", "! "]))
        if rng.random() < 0.1:
            message = _slipped(message, rng)
        return message

    def _swapped(self, message: Marked, rng: random.Random) -> Marked:
        text, spans, at = "", [], 0
        for span in message.spans:
            text += message.text[at : span.start]
            words = message.text[span.start : span.end]
            others = self._things.get(f"{span.kind}:{span.topic}", ())
            if len(others) > 5 and rng.random() < 0.6:
                words = rng.choice(others)
            spans.append(replace(span, start=len(text), end=len(text) + len(words)))
            text += words
            at = span.end
        return Marked(text + message.text[at:], tuple(spans), message.before)


def _joined(first: Marked, second: Marked, between: str) -> Marked:
    head = first.text.rstrip(" .!") if between[0] in ".,;!" else first.text
    moved = [
        replace(span, start=span.start + len(head + between), end=span.end + len(head + between))
        for span in second.spans
    ]
    kept = [span for span in first.spans if span.end <= len(head)]
    return Marked(head + between + second.text, (*kept, *moved), first.before)


def _slipped(message: Marked, rng: random.Random) -> Marked:
    """With two letters swapped somewhere outside of what is marked, or without its punctuation at the end."""
    if rng.random() < 0.5:
        return (
            message
            if message.spans and message.spans[-1].end == len(message.text)
            else replace(message, text=message.text.rstrip(".!"))
        )
    at = rng.randrange(max(len(message.text) - 1, 1))
    if any(span.start - 1 <= at <= span.end for span in message.spans) or len(message.text) < 4:
        return message
    text = message.text
    return Marked(text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :], message.spans)


@dataclass(frozen=True, slots=True)
class Tagged:
    """A message in numbers: for each of its pieces a label, whether it tells of a change, and of what."""

    rows: Ints
    speaks: Ints
    labels: list[int]
    changed: list[int]  # -1 where it means nothing
    topics: list[int]


def in_numbers(message: Marked, tokenizer: Tokenizer) -> Tagged:
    """The message as the encoder reads it."""
    encoding = tokenizer.encode(message.text, add_special_tokens=False)
    before = tokenizer.encode(message.before, add_special_tokens=False).ids if message.before else ()
    made = talk(encoding.ids, before)
    offsets = encoding.offsets[: len(made.marks)]
    labels, changed, topics = [0] * len(offsets), [-1] * len(offsets), [-1] * len(offsets)
    for span in message.spans:
        inside = [at for at, (start, end) in enumerate(offsets) if start < span.end and span.start < end]
        for place, at in enumerate(inside):
            labels[at] = label_of(span.kind, first=place == 0)
            changed[at] = int(span.changed) if span.kind not in BESIDE and span.kind != "forget" else -1
            if span.kind in ("fact", "relation"):
                topic = _SAME_TOPIC.get(span.topic, span.topic)
                topics[at] = TOPICS.index(topic) if topic in TOPICS else -1
    return Tagged(made.rows, made.marks, labels, changed, topics)
