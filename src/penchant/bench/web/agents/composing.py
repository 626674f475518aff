"""How our agent writes a review: the opinion in the request, said as this person says such things."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from penchant.bench.web.agents.habits import (
    CLOSING,
    FOCUS,
    NOUN,
    OPENING,
    PET,
    REMARK,
    TONE,
    VERDICT,
    mood,
    speaks_of,
)
from penchant.bench.web.agents.reading import TaskReading
from penchant.bench.web.agents.shelves import Shelves
from penchant.bench.web.records import Product
from penchant.domain import Preference

_LIKE = 0.3  # a remark this near in meaning to what is to be said is taken in its place
_HABIT = 0.1  # a habit shown less often than this is left out
_LEAD = re.compile(r"^(?P<lead>[^:]*?)(?::|,? (?:because|since|as)\b),? (?P<rest>.+)$")
_AND = r", (?=[a-z]+ [a-z])| and (?=(?:i|it|they|the|there|my|nothing|nobody|each|people|we|everything|a)\b)"
_BUT = re.compile(r"^(on the other hand|that said|still|however|but),? ", re.I)
_NAME = re.compile(
    r"\b(?:this|these|the|my) (?P<noun>[a-z][a-z' -]*?)(?=[.?!,:;]| and\b| for\b| in a\b| on my\b| a bit\b|$)"
)
_MENTION = re.compile(r"\b(?:mention|bring up) (?P<what>.+?)(?: too| as well)?[.!?]*$", re.I)


def review(
    instruction: str, reading: TaskReading, beliefs: Sequence[Preference], shelves: Shelves, about: Product | None
) -> str:
    """The whole text; of somebody whose writing is not known, the opinion as it was told."""
    if not beliefs:
        return " ".join(reading.opinion)
    situation = mood(reading.stars)
    mine = [belief for belief in beliefs if belief.situation in ("", situation)]
    other = [belief for belief in beliefs if belief.situation not in ("", situation)]
    noun = name_of(instruction, about)
    verdict = _verdict(mine, reading)
    if any(belief.topic == TONE for belief in mine) and reading.stars != 3:
        verdict = [f"{line.rstrip('.!')}!" for line in verdict]
    lines = [*_habit(mine, OPENING), *verdict]
    focus = [belief.value for belief in mine if belief.topic == FOCUS]
    to_say = clauses(reading.opinion)
    to_say.sort(key=lambda one: not any(speaks_of(aspect, one[0]) for aspect in focus))  # what they look at comes first
    for clause, turned in to_say:
        lines.append(_said(clause, other if turned and situation else mine, shelves))
    lines += [*_mentions(reading.opinion), *_habit(mine, PET), *_habit(mine, CLOSING)]
    return joined([line.replace(NOUN, noun) for line in dict.fromkeys(lines)])


def clauses(opinion: Sequence[str]) -> list[tuple[str, bool]]:
    """What is to be said, one thing at a time, and whether it turns against the rest."""
    found: list[tuple[str, bool]] = []
    for line in opinion:
        if _MENTION.search(line):
            continue
        turned = bool(_BUT.match(line))
        led = _LEAD.match(line)
        text = _BUT.sub("", line) if turned else led["rest"] if led else line
        found += [(part, turned) for part in re.split(_AND, text.rstrip(".!? ")) if part]
    return found


def name_of(instruction: str, about: Product | None) -> str:
    """What the thing is called in the request; by its title where it is not."""
    found = _NAME.search(instruction)
    if found:
        return found["noun"].strip()
    return about.title.split(",")[0] if about else "it"


def joined(lines: Sequence[str]) -> str:
    """Sentences as a text; an opening that ends in a comma runs into the next one."""
    text = ""
    for line in lines:
        if text.endswith(","):
            line = line if line.startswith("I ") else line[:1].lower() + line[1:]
        elif text:
            line = line[:1].upper() + line[1:]
        if line[-1:] not in ".!?,":
            line += "."
        text = f"{text} {line}".strip()
    return text


def _habit(beliefs: Sequence[Preference], topic: str) -> list[str]:
    held = [belief for belief in beliefs if belief.topic == topic]
    best = max(held, key=lambda belief: belief.confidence, default=None)
    return [best.value] if best and best.confidence >= (_HABIT if topic != PET else _HABIT / 3) else []


def _verdict(beliefs: Sequence[Preference], reading: TaskReading) -> list[str]:
    """How they sum up something with so many stars; with the nearest number where there was none of these."""
    held = [belief for belief in beliefs if belief.topic == VERDICT]
    stars = reading.stars or 5
    best = max(held, key=lambda one: (-abs(int(one.value[0]) - stars), one.confidence, one.id), default=None)
    return [best.value[3:]] if best else list(reading.opinion[:1])


def _said(clause: str, beliefs: Sequence[Preference], shelves: Shelves) -> str:
    """A clause in the words they used for such a thing before; as it stands where they never did."""
    held = [belief.value for belief in beliefs if belief.topic == REMARK]
    if held:
        vectors = np.stack([shelves.embedder.one(value) for value in held])
        scores = vectors @ shelves.embedder.one(clause)
        best = int(np.argmax(scores))
        if scores[best] >= _LIKE:
            return held[best]
    return clause[:1].upper() + clause[1:]


def _mentions(opinion: Sequence[str]) -> list[str]:
    found = (_MENTION.search(line) for line in opinion)
    return [f"A word on {match['what']}." for match in found if match]
