"""How somebody writes, and how to write for them: learned from what they wrote, and nothing else.

Their ways are beliefs (how they open and close, what they always say, how much), each with the text that
showed it last; their own sentences are taken from what they wrote. Who complains closes differently from who
is pleased: the situation of a belief says which it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from penchant.domain import Behaviour, Preference
from penchant.english import capital, small
from penchant.remembering import remembered

WRITING, PLEASED, UNHAPPY = "writing", "writing about something good", "writing about something bad"
"""When a way of writing shows: always, or in a mood. So it is told apart from a feature of that name (a length)."""

OPENING, CLOSING, PET, LENGTH = "opening", "closing", "pet phrase", "length"
TONE, EXCLAIMS = "tone", "exclaims"
_FOCUS = "focus"  # what their texts are about: in memories of an earlier version
_WAYS = frozenset({OPENING, CLOSING, PET, LENGTH, TONE, _FOCUS})
_SITUATIONS = frozenset({WRITING, PLEASED, UNHAPPY})

GOOD = 4
"""From so many of five points on, it pleased."""

_NOUN = "{noun}"  # stands in a sentence for what was written about
_TWICE = 2
_EACH = 5  # ways of opening, of closing and of going on are believed
_LEADING = re.compile(r"^([A-Z][^,.!?]{0,40},) (?=\S)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'])")


@dataclass(frozen=True, slots=True)
class Way:
    """One way somebody has of writing, how sure that is, and the text that shows it."""

    situation: str
    topic: str
    value: str
    confidence: float
    shown: Behaviour


def is_way(belief: Preference) -> bool:
    """Whether a belief is about how somebody writes."""
    return belief.topic in _WAYS and belief.situation in _SITUATIONS


@remembered(4_096)
def sentences(text: str) -> tuple[str, ...]:
    """A text cut at its sentences."""
    return tuple(line for line in _SENTENCE.split(" ".join(text.split())) if line)


def mood(rating: float | None) -> str:
    """The situation of a text with such a rating; without one, a good one."""
    return PLEASED if rating is None or rating >= GOOD else UNHAPPY


def ways_of(events: Sequence[Behaviour]) -> Iterator[Way]:
    """What somebody's texts show of how they write, oldest first."""
    cut = _cut(events)
    long = [(event, lines) for event, lines in cut if len(lines) > 1]
    yield from _common(OPENING, ((event, WRITING, lines[0]) for event, lines in long))
    yield from _common(CLOSING, ((event, mood(event.rating), lines[-1]) for event, lines in long))
    yield from _common(
        PET, ((event, WRITING, line) for event, lines in cut for line in lines[1:-1] if _NOUN not in line)
    )
    if cut:
        mean = sum(len(lines) for _, lines in cut) / len(cut)
        yield Way(WRITING, LENGTH, f"{mean:.1f} sentences", 1 - 1 / (1 + len(cut)), cut[-1][0])
    written = [event for event, _ in cut]
    loud = [event for event in written if "!" in event.words]
    if len(loud) >= _TWICE and len(loud) > len(written) / 2:
        yield Way(WRITING, TONE, EXCLAIMS, len(loud) / (len(written) + 1), loud[-1])


def compose(opinion: Sequence[str], *, about: str, rating: float | None, beliefs: Sequence[Preference]) -> str:
    """What was told, sentence by sentence, opened and closed as this person does; of a stranger, as it was told.

    Nothing of it is put in other words: sentences they once wrote of other things say less of this one.
    """
    now = [belief for belief in beliefs if belief.situation in (WRITING, mood(rating))]
    opening, closing = (_habit(now, topic) for topic in (OPENING, CLOSING))
    if not opening and not closing:
        return " ".join(opinion)
    return joined([line.replace(_NOUN, about) for line in (*opening, *opinion, *closing)])


def joined(lines: Sequence[str]) -> str:
    """Sentences as a text; an opening that ends in a comma runs into the next one."""
    text = ""
    for line in lines:
        if text.endswith(","):
            line = small(line)
        elif text:
            line = capital(line)
        if line[-1:] not in ".!?,":
            line += "."
        text = f"{text} {line}".strip()
    return text


_Cut = list[tuple[Behaviour, tuple[str, ...]]]


def _cut(events: Sequence[Behaviour]) -> _Cut:
    """Their texts, each in its sentences."""
    written = [event for event in events if event.words.strip()]
    whole = {sentences(event.words)[0] for event in written}
    leads = Counter(found[1] for first in whole if (found := _LEADING.match(first)))
    apart = frozenset(lead for lead, times in leads.items() if times >= _TWICE)
    return [(event, _lines(event.words, event.item, apart)) for event in written]


@remembered(4_096)
def _lines(words: str, item: str, apart: frozenset[str]) -> tuple[str, ...]:
    """The sentences of a text, a usual opening before a comma apart, and the thing's own name taken out."""
    lines = list(sentences(words))
    leading = _LEADING.match(lines[0])
    if leading and leading[1] in apart:
        rest = lines[0][leading.end() :]
        lines[:1] = [leading[1], capital(rest)]
    return tuple(_without_name(line, item) for line in lines)


def _without_name(line: str, item: str) -> str:
    """A sentence with the name of what it is about replaced: the longest run of words that the name has too."""
    known = {word.lower() for word in re.findall(r"[A-Za-z'-]+", item)} - {"with", "for", "and", "of", "in"}
    words = line.split()
    best: tuple[int, int] = (0, 0)
    start = 0
    for place in range(len(words) + 1):
        if place == len(words) or words[place].strip(".,!?").lower() not in known:
            if place - start > best[1] - best[0]:
                best = (start, place)
            start = place + 1
    if best[0] == best[1] or not any(len(word) > 3 for word in words[best[0] : best[1]]):
        return line
    mark = words[best[1] - 1][len(words[best[1] - 1].rstrip(".,!?")) :]
    return " ".join([*words[: best[0]], _NOUN + mark, *words[best[1] :]])


def _common(topic: str, said: Iterable[tuple[Behaviour, str, str]]) -> Iterator[Way]:
    """What was said more than once in its place, with the share of times; the commonest few."""
    found: dict[tuple[str, str], tuple[int, Behaviour]] = {}
    total: Counter[str] = Counter()
    for event, situation, line in said:
        count = found.get((situation, line), (0, event))[0]
        found[situation, line] = (count + 1, event)
        total[situation] += 1
    for situation in total:
        often = [(count, line, event) for (when, line), (count, event) in found.items() if when == situation]
        for count, line, event in sorted(often, key=lambda one: -one[0])[:_EACH]:
            if count >= _TWICE:
                yield Way(situation, topic, line, count / (total[situation] + 1), event)


def _habit(beliefs: Sequence[Preference], topic: str) -> list[str]:
    """The surest of their ways, the latest of equals."""
    held = [belief for belief in beliefs if belief.topic == topic]
    return [sorted(held, key=lambda belief: belief.confidence)[-1].value] if held else []
