"""How somebody writes reviews, as beliefs: how they open and close, what they always say, how much, and in which words.

The situation of these beliefs is the writing itself, and whether it pleased: people close a complaint differently.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from penchant.bench.web.agents.reading import sentences
from penchant.bench.web.records import Event, Product
from penchant.domain import Draft, EpisodeId

PLEASED, UNHAPPY = "writing about something good", "writing about something bad"
OPENING, CLOSING, PET, VERDICT, REMARK, LENGTH = "opening", "closing", "pet phrase", "verdict", "remark", "length"
FOCUS, TONE, EXCLAIMS = "focus", "tone", "exclaims"
ASPECTS: Mapping[str, tuple[str, ...]] = {
    "quality": ("quality", "well made", "workmanship", "sturdy", "solid", "built", "substantial"),
    "value": ("price", "value", "money", "paid", "cost", "bargain", "cent"),
    "comfort": ("comfort", "cosy", "pinches", "ached"),
    "fit": ("fit", "sizing", "chart", "measurements"),
    "looks": ("look", "prett", "colour", "appearance", "visual"),
    "taste": ("taste", "tasty", "flavour", "delicious", "mouthful"),
    "smell": ("smell", "scent", "fragrance", "aroma"),
    "size": ("the size", "perfect size", "dimensions", "capacity", "room"),
    "durability": ("months later", "last", "holding up", "fell apart", "broke", "for years"),
    "cleaning": ("clean", "stain", "wash", "dirt"),
    "function": ("works", "the job", "does exactly", "performs", "depend on"),
    "sound": ("sound", "audio", "bass", "music"),
    "battery": ("battery", "charge", "plug in"),
    "packaging": ("pack", "wrapp", "arrived", "container"),
    "results": ("difference", "results", "improvement", "helped"),
}
"""What a review may be about, by words in it."""
NOUN = "{noun}"  # stands in a sentence for what the review was of
_TWICE = 2
_OFTEN = 0.3  # of their reviews are about it, where it is what they look at
_REMARKS = 60  # of each mood are kept, the latest
_LEADING = re.compile(r"^([A-Z][^,.!?]{0,40},) (?=\S)")


def mood(stars: float | None) -> str:
    """The situation of a review with so many stars; of no stars at all, a good one."""
    return PLEASED if stars is None or stars >= 4 else UNHAPPY


def writing(events: Sequence[Event], products: Mapping[str, Product]) -> Iterator[Draft]:
    """What somebody's reviews show of how they write, oldest first."""
    written = [event for event in events if event.text.strip()]
    firsts = [sentences(event.text)[0] for event in written]
    whole = Counter(firsts)
    leads = Counter(found[1] for first in whole if (found := _LEADING.match(first)))
    apart = {lead for lead, times in leads.items() if times >= _TWICE}
    cut = [(event, _lines(event, products, apart)) for event in written]
    yield from _common(OPENING, ((event, "", lines[0]) for event, lines in cut if len(lines) > 1))
    closings = [(event, mood(event.rating), lines[-1]) for event, lines in cut if len(lines) > 1]
    yield from _common(CLOSING, closings)
    yield from _common(PET, ((event, "", line) for event, lines in cut for line in lines[1:-1] if NOUN not in line))
    if cut:
        last = cut[-1][0]
        mean = sum(len(lines) for _, lines in cut) / len(cut)
        yield _draft("", LENGTH, f"{mean:.1f} sentences", 1 - 1 / (1 + len(cut)), last)
    yield from _sentences(cut)
    yield from _looked_at(written)


def _looked_at(written: Sequence[Event]) -> Iterator[Draft]:
    """What they come back to, and whether they raise their voice."""
    for aspect in ASPECTS:
        found = [event for event in written if speaks_of(aspect, event.text)]
        if len(found) >= _TWICE and len(found) >= _OFTEN * len(written):
            yield _draft("", FOCUS, aspect, len(found) / (len(written) + 1), found[-1])
    loud = [event for event in written if "!" in event.text]
    if len(loud) >= _TWICE and len(loud) > len(written) / 2:
        yield _draft("", TONE, EXCLAIMS, len(loud) / (len(written) + 1), loud[-1])


def speaks_of(aspect: str, text: str) -> bool:
    """Whether a text is about something that products are judged by."""
    heard = text.lower()
    return any(word in heard for word in ASPECTS[aspect])


def _sentences(cut: Sequence[tuple[Event, Sequence[str]]]) -> Iterator[Draft]:
    """What they said before, whole sentences, by mood; those that said it oftener, then later, are surer."""
    usual = Counter(line for _, lines in cut for line in {*lines[:1], *lines[-1:]})
    for situation in (PLEASED, UNHAPPY):
        latest: dict[str, tuple[Event, int, bool]] = {}
        for event, lines in cut:
            if mood(event.rating) != situation:
                continue
            body = [line for line in lines if usual[line] < _TWICE or NOUN in line]
            for place, line in enumerate(body):
                times = latest.pop(line, (event, 0, False))[1] + 1
                latest[line] = (event, times, place == 0)
        for line, (event, times, first) in list(latest.items())[-_REMARKS:]:
            topic = VERDICT if first else REMARK
            yield _draft(
                situation, topic, f"{round(event.rating)}: {line}" if first else line, times / (times + 1), event
            )


def _common(topic: str, said: Iterable[tuple[Event, str, str]]) -> Iterator[Draft]:
    """What was said more than once in its place, with the share of times."""
    found: dict[tuple[str, str], tuple[int, Event]] = {}
    total: Counter[str] = Counter()
    for event, situation, line in said:
        count = found.get((situation, line), (0, event))[0]
        found[situation, line] = (count + 1, event)
        total[situation] += 1
    for (situation, line), (count, event) in found.items():
        if count >= _TWICE:
            yield _draft(situation, topic, line, count / (total[situation] + 1), event)


def _lines(event: Event, products: Mapping[str, Product], apart: Collection[str]) -> list[str]:
    """The sentences of a review, a usual opening before a comma apart, and the product's own name taken out."""
    lines = list(sentences(event.text))
    leading = _LEADING.match(lines[0])
    if leading and leading[1] in apart:
        rest = lines[0][leading.end() :]
        lines[:1] = [leading[1], rest[:1].upper() + rest[1:]]
    product = products.get(event.asin)
    return [without_name(line, product.title) for line in lines] if product else lines


@lru_cache(maxsize=65_536)
def without_name(line: str, title: str) -> str:
    """A sentence with the name of what it is about replaced: the longest run of words that the title has too."""
    known = {word.lower() for word in re.findall(r"[A-Za-z'-]+", title)} - {"with", "for", "and", "of", "in"}
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
    return " ".join([*words[: best[0]], NOUN + mark, *words[best[1] :]])


def _draft(situation: str, topic: str, value: str, confidence: float, event: Event) -> Draft:
    return Draft(
        situation=situation,
        topic=topic,
        stance="wants",
        value=value,
        confidence=min(1.0, round(confidence, 3)),
        words=event.text,
        episode=EpisodeId(f"reviewed {event.asin} at {event.at}"),
    )
