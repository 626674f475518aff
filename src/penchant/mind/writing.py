"""How somebody writes, and how to write for them: learned from what they wrote, and nothing else.

Their ways are beliefs (how they open and close, what they always say, how much, what they come back to), each with the
text that showed it last; their own sentences are taken from what they wrote. Who complains closes differently from who
is pleased: the situation of a belief says which it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from penchant.domain import Behaviour, Preference
from penchant.embed import Embedder
from penchant.english import capital, small
from penchant.remembering import remembered

WRITING, PLEASED, UNHAPPY = "writing", "writing about something good", "writing about something bad"
"""When a way of writing shows: always, or in a mood. So it is told apart from a feature of that name (a length)."""

OPENING, CLOSING, PET, LENGTH = "opening", "closing", "pet phrase", "length"
FOCUS, TONE, EXCLAIMS = "focus", "tone", "exclaims"
_WAYS = frozenset({OPENING, CLOSING, PET, LENGTH, FOCUS, TONE})
_SITUATIONS = frozenset({WRITING, PLEASED, UNHAPPY})

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

GOOD = 4
"""From so many of five points on, it pleased."""

_NOUN = "{noun}"  # stands in a sentence for what was written about
_TWICE = 2
_EACH = 5  # ways of opening, of closing and of going on are believed
_OFTEN = 0.3  # of their texts are about it, where it is what they look at
_KEPT = 60  # sentences of each mood, the latest
_LIKE = 0.3  # a sentence this near in meaning to what is to be said is taken in its place
_SHOWN = {PET: 0.03}  # a habit that shows less often is left out
_SHOWN_ELSE = 0.1
_LEADING = re.compile(r"^([A-Z][^,.!?]{0,40},) (?=\S)")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'])")
_LEAD = re.compile(r"^(?P<lead>[^:]*?)(?::|,? (?:because|since|as)\b),? (?P<rest>.+)$")
_AND = r", (?=[a-z]+ [a-z])| and (?=(?:i|it|they|the|there|my|nothing|nobody|each|people|we|everything|a)\b)"
_BUT = re.compile(r"^(on the other hand|that said|still|however|but),? ", re.I)
_MENTION = re.compile(r"\b(?:mention|bring up) (?P<what>.+?)(?: too| as well)?[.!?]*$", re.I)


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
    for aspect in ASPECTS:
        found = [event for event in written if aspect in aspects_of(event.words)]
        if len(found) >= _TWICE and len(found) >= _OFTEN * len(written):
            yield Way(WRITING, FOCUS, aspect, len(found) / (len(written) + 1), found[-1])
    loud = [event for event in written if "!" in event.words]
    if len(loud) >= _TWICE and len(loud) > len(written) / 2:
        yield Way(WRITING, TONE, EXCLAIMS, len(loud) / (len(written) + 1), loud[-1])


@remembered(4_096)
def aspects_of(text: str) -> frozenset[str]:
    """What of a thing a text is about."""
    heard = text.lower()
    return frozenset(aspect for aspect, words in ASPECTS.items() if any(word in heard for word in words))


def compose(
    opinion: Sequence[str],
    *,
    about: str,
    rating: float | None,
    beliefs: Sequence[Preference],
    events: Sequence[Behaviour],
    embedder: Embedder,
) -> str:
    """An opinion, sentence by sentence, said as this person says such things; of a stranger, as it was told."""
    cut = _cut(events)
    if not cut:
        return " ".join(opinion)
    situation = mood(rating)
    mine = [belief for belief in beliefs if belief.situation in (WRITING, situation)]
    said = {each: _said_before(cut, each) for each in (PLEASED, UNHAPPY)}
    verdict = _verdict(said[situation], rating) or list(opinion[:1])
    if any(belief.topic == TONE for belief in mine) and rating != 3:
        verdict = [f"{line.rstrip('.!')}!" for line in verdict]
    focus = {belief.value for belief in mine if belief.topic == FOCUS}
    to_say = clauses(opinion)
    to_say.sort(key=lambda one: not focus & aspects_of(one[0]))  # what they look at comes first
    lines = [*_habit(mine, OPENING), *verdict]
    for clause, turned in to_say:
        theirs = said[UNHAPPY if (situation == PLEASED) == turned else PLEASED]
        lines.append(_in_their_words(clause, theirs, embedder))
    lines += [*_mentions(opinion), *_habit(mine, PET), *_habit(mine, CLOSING)]
    return joined([line.replace(_NOUN, about) for line in dict.fromkeys(lines)])


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


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence somebody wrote, how often, and of what rating it was the first word, if it was."""

    text: str
    times: int
    rating: int | None


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


def _said_before(cut: _Cut, situation: str) -> list[_Sentence]:
    """What they said in this mood, whole sentences without their usual openings and closings, the latest last."""
    usual = Counter(line for _, lines in cut for line in {*lines[:1], *lines[-1:]})
    latest: dict[str, _Sentence] = {}
    for event, lines in cut:
        if mood(event.rating) == situation:
            rating = 5 if event.rating is None else round(event.rating)
            for place, line in enumerate(line for line in lines if usual[line] < _TWICE or _NOUN in line):
                before = latest.pop(line, None)
                latest[line] = _Sentence(line, 1 + (before.times if before else 0), None if place else rating)
    return list(latest.values())[-_KEPT:]


def _verdict(said: Sequence[_Sentence], rating: float | None) -> list[str]:
    """How they sum up something of such a rating; of the nearest one where there was none of these."""
    wanted = rating or 5
    held = [(-abs(one.rating - wanted), one.times, at) for at, one in enumerate(said) if one.rating is not None]
    return [said[max(held)[2]].text] if held else []


def _in_their_words(clause: str, said: Sequence[_Sentence], embedder: Embedder) -> str:
    """A clause in the words they used for such a thing before; as it stands where they never did."""
    held = [one.text for one in said if one.rating is None]
    if held:
        vectors = embedder.embed([clause, *held])
        scores = vectors[1:] @ vectors[0]
        best = int(np.argmax(scores))
        if scores[best] >= _LIKE:
            return held[best]
    return capital(clause)


def _habit(beliefs: Sequence[Preference], topic: str) -> list[str]:
    held = [belief for belief in beliefs if belief.topic == topic]
    best = max(held, key=lambda belief: belief.confidence, default=None)
    return [best.value] if best and best.confidence >= _SHOWN.get(topic, _SHOWN_ELSE) else []


def _mentions(opinion: Sequence[str]) -> list[str]:
    found = (_MENTION.search(line) for line in opinion)
    return [f"A word on {match['what']}." for match in found if match]
