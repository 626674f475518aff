"""What is known that bears on something: a profile to put before a model, and a briefing where nothing is on offer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import takewhile

from penchant.domain import (
    TOLD,
    Briefing,
    EpisodeId,
    PersonId,
    Preference,
    PreferenceId,
    Profile,
    ProfileLine,
    Question,
    Saying,
)
from penchant.domain.lines import short
from penchant.loop.sayings import sayings_of
from penchant.memory import Memory
from penchant.memory.relevance import bearing, within
from penchant.mind.needs import Need, needs_of
from penchant.mind.protocol import Mind, Relating
from penchant.terms import stems

BEARS = 0.015
"""What bears on a task less likely than this is left out of a profile. All these were chosen on the lives that ship."""

KEPT_TO = 0.1
"""A constraint that bears so likely is told first, and is never left out; any other is a line among others."""

MATTERS = 4.5
"""How much the odds rise of what such a task needs to know as a rule, such as a diet for a dinner."""

MOST_LINES = 14
"""Lines of a profile for a task."""

SURELY = 0.6
"""What is about somebody else whom the task does not name is told where it bears so likely."""

REPLACES = 0.3
"""From so likely on, what was said later ends what was said earlier, and only the later is shown."""

COMPARED = 24
"""Lines that are compared with each other for that."""

SAYS_MORE = 2
"""Words of the person are shown beside a line that has so many fewer of their content words, or less."""

LONGEST_WORDS = 240


@dataclass(frozen=True, slots=True)
class Known:
    """One thing that may be told in a profile: a preference, or words from which none was read."""

    said: str  # what tells whether it bears: the person's words
    preference: Preference
    source: str
    at: datetime
    score: float = 0.0


def profile_of(memory: Memory, mind: Mind, person: str, about: str, tokens: int | None) -> Profile:
    """What is known of a person that bears on something, what must be kept to first, within so many tokens.

    A constraint that bears is told first; what was said later ends what it replaces. What is private, or never to be
    used, is in no prompt.
    """
    lines = _bearing(memory, mind, person, about) if about.strip() and isinstance(mind, Relating) else None
    if lines is None:
        note = partial(mind.note, person)
        ranked = bearing(memory, person, ". ".join((about, *(need.topic for need in needs_of(about)))))
        lines = [ProfileLine(note(one.belief), one.belief, one.score, one.also, _source(one.belief)) for one in ranked]
    if tokens is None:
        return Profile(PersonId(person), about, tuple(lines))
    heading = str(Profile(PersonId(person), about, tuple(lines[:1]))).partition("\n")[0]
    count = within([heading, *(f"- [{line.preference.id}] {line.text}" for line in lines)], tokens)
    first = takewhile(lambda line: line.preference.kind == "constraint" and line.bearing >= KEPT_TO, lines)
    kept = sum(1 for _ in first) if about.strip() else 0
    shown = max(count - 1, kept, 0)  # what must be kept to is never left out for room
    return Profile(PersonId(person), about, tuple(lines[:shown]), len(lines) - shown)


def _bearing(memory: Memory, mind: Relating, person: str, about: str) -> list[ProfileLine] | None:
    """The lines that bear on a task, constraints first, then what bears most."""
    known = _all_known(memory, person)
    scores = mind.bears([one.said for one in known], about)
    needs = needs_of(about)
    meant = _meant(known, about)
    rated = (
        Known(one.said, one.preference, one.source, one.at, _with_needs(one.preference, score, needs))
        for one, score in zip(known, scores, strict=True)
        if meant.issuperset(_others(one.preference)) or score >= SURELY
    )
    found = [one for one in rated if one.score >= BEARS]
    found.sort(key=lambda one: -one.score)
    ended = _ended(mind, found[:COMPARED])
    kept = [one for one in found if _is_kept_to(one)]  # none is dropped for room, or by a guess
    others = [one for at, one in enumerate(found[:COMPARED]) if at not in ended and not _is_kept_to(one)]
    kept += others[: max(MOST_LINES - len(kept), 0)]
    lines, told = list[ProfileLine](), set[str]()
    for one in kept:
        text = _worded(mind, person, one)
        if text not in told:
            told.add(text)
            lines.append(ProfileLine(text, one.preference, one.score, (), (one.source,)))
    return lines or None  # where nothing is likely to bear, what is nearest is better than nothing


def _is_kept_to(one: Known) -> bool:
    """Whether a line is a constraint that bears on the task likely enough to be told before all else."""
    return one.preference.kind == "constraint" and one.score >= KEPT_TO


def _all_known(memory: Memory, person: str) -> list[Known]:
    """Every preference that may be told, with the words it stands on; and words from which none was read."""
    preferences = memory.list(person, closed=True)
    found, covered = list[Known](), set[PreferenceId]()
    for saying in sayings_of(memory.transcript(person), preferences):
        if saying.use != "free" or saying.at is None:
            continue
        source = saying.episode.removeprefix(TOLD)
        for one in saying.preferences:
            covered.add(one.id)
            said = saying.words if len(saying.preferences) == 1 else one.words or one.value
            found.append(Known(said[: 2 * LONGEST_WORDS], one, source, saying.at))
        if not saying.preferences:
            found.append(
                Known(saying.words[: 2 * LONGEST_WORDS], _unread(person, saying, saying.at), source, saying.at)
            )
    for one in preferences:
        if one.is_open and one.use == "free" and one.id not in covered:
            found.append(Known(one.words or f"{one.topic}: {one.value}", one, _source(one)[0], one.since))
    return found


def _meant(known: Sequence[Known], about: str) -> set[str]:
    """The other people a task speaks of, by name or by what they are to the person."""
    asked = stems(about)
    named = {name for one in known for name in _others(one.preference) if asked & stems(name)}
    for one in known:
        relation = one.preference
        if relation.kind == "relation" and asked & (stems(relation.topic) | stems(relation.value)):
            named |= {relation.topic.casefold(), relation.value.casefold()}
    return named


def _others(belief: Preference) -> set[str]:
    """The people other than its owner that a preference is about."""
    if belief.kind == "relation":
        return {belief.value.casefold()}
    return {belief.whom.casefold()} if belief.whom else set()


def _with_needs(belief: Preference, score: float, needs: Sequence[Need]) -> float:
    """How likely it bears, once it is considered what such a task needs to know as a rule."""
    if belief.id == UNREAD or not any(need.is_met_by(belief) for need in needs):
        return score
    return MATTERS * score / (1 - score + MATTERS * score)


def _ended(mind: Relating, found: Sequence[Known]) -> set[int]:
    """The places of what something said later has replaced."""
    ended = set[int]()
    for at, older in enumerate(found):
        later = [one for one in found if one.at > older.at and one.preference.whom == older.preference.whom]
        if any(mind.replaces(one.said, older.said) >= REPLACES for one in later):
            ended.add(at)
    return ended


def _worded(mind: Relating, person: str, one: Known) -> str:
    """A line: the preference in a sentence with its day, and the person's own words where they say more."""
    belief, day = one.preference, f"{one.at:%Y-%m-%d}"
    if belief.id == UNREAD:
        return f"{day}: “{short(belief.words, LONGEST_WORDS)}”"
    note = mind.note(person, belief)
    words = belief.words.strip()
    more = stems(words) - stems(note)
    return f"{note} ({day})" if len(more) < SAYS_MORE else f"{note} ({day}: “{short(words, LONGEST_WORDS)}”)"


UNREAD = PreferenceId(0)
"""The id of words from which no preference was read."""


def _unread(person: str, saying: Saying, at: datetime) -> Preference:
    return Preference(
        id=UNREAD,
        person=PersonId(person),
        situation="",
        topic="",
        stance="is",
        value=short(saying.words, LONGEST_WORDS),
        confidence=0.5,
        words=saying.words,
        episode=EpisodeId(saying.episode),
        since=at,
        confirmed=at,
        kind="fact",
    )


def _source(belief: Preference) -> tuple[str, ...]:
    return (belief.episode.removeprefix(TOLD),)


def briefing_of(memory: Memory, mind: Mind, person: str, text: str) -> tuple[Briefing, list[Need]]:
    """What to go by for a request that offers nothing, and what would matter for it and is neither known nor said."""
    profile = profile_of(memory, mind, person, text, None)
    profile = replace(profile, lines=tuple(line for line in profile.lines if line.preference.id != UNREAD))
    known = memory.list(person)
    unsaid = [need for need in needs_of(text) if not need.is_said_in(text)]
    missing = [need for need in unsaid if not any(need.is_met_by(belief) for belief in known)]
    return Briefing(profile, tuple(need.topic for need in missing)), missing


def asked_for(need: Need) -> Question:
    """A question about what is missing."""
    return Question(need.question, why=f"{need.topic} would matter for this, and is not known")
