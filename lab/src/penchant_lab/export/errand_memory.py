"""Judgements from the errands in one person's memory.

A store keeps which belief each word of theirs spoke for, the options that were passed over, and the transcript. It
does not keep, of memories before this release, what was done where no belief and no sentence tells: such are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from penchant.domain import EpisodeId, Evidence, Preference, PreferenceId, TaskLine, TranscriptEntry, is_told
from penchant_lab.export.judgement import ChatTurn, HeardAs, Judgement, asked_with, prompt_of
from penchant_lab.export.notes import Notebook

NO_REQUEST = "the request and its options were not kept"
_SOURCES: Mapping[str, HeardAs] = {"answer": "answer", "praise": "praise", "correction": "correction"}


def judged_errands(
    beliefs: Mapping[PreferenceId, Preference],
    evidence: Sequence[Evidence],
    lines: Mapping[EpisodeId, Sequence[TranscriptEntry]],
    notes: Notebook,
    left_out: Counter[str],
) -> Iterator[tuple[EpisodeId, Judgement]]:
    """What was said on each errand in the end: the wish heard last, and what had been done, where that shows."""
    episodes: dict[EpisodeId, list[Evidence]] = {}
    for item in evidence:
        if item.source in (*_SOURCES, "rejection") and not is_told(beliefs[item.preference]):
            episodes.setdefault(item.episode, []).append(item)
    for episode, items in episodes.items():
        told = [one for one in items if one.supports and _says_all(beliefs[one.preference], one)]
        if not told:
            left_out[NO_REQUEST] += 1
            continue
        yield episode, _judgement(told[-1], items, beliefs, lines.get(episode, ()), notes)


def _says_all(belief: Preference, item: Evidence) -> bool:
    """Whether a belief was heard on this errand, and says what was wanted and what was passed over."""
    return (
        belief.episode == item.episode
        and belief.stance == "wants"
        and bool(belief.rather_than)
        and item.source in _SOURCES
    )


def _judgement(
    item: Evidence,
    items: Sequence[Evidence],
    beliefs: Mapping[PreferenceId, Preference],
    lines: Sequence[TranscriptEntry],
    notes: Notebook,
) -> Judgement:
    belief, source = beliefs[item.preference], _SOURCES[item.source]
    begun = min([item.at, *(line.at for line in lines), *(one.at for one in items)])
    heard = next((line.number for line in lines if line.kind == "heard" and line.words == item.words), None)
    ordered = sorted(lines, key=lambda line: line.number)
    if heard is None:
        before: Sequence[TranscriptEntry] = ()
    else:  # an answer is known when it is acted on, a reaction is not; the line before it tells what was done
        before = [line for line in ordered if line.number <= (heard if source == "answer" else heard - 2)]
    request = ". ".join(part for part in (belief.situation, belief.topic) if part)
    options = sorted((belief.value, *belief.rather_than))
    turns: list[ChatTurn] = [("user", asked_with(request, options))]
    turns += [("assistant" if line.kind == "said" else "user", line.words) for line in before if line.words.strip()]
    known = notes.bearing_on(request, begun.timestamp(), may=lambda note: note.heard_in != item.episode)
    done: str | None = None
    if source == "praise":
        done = belief.value
    if source == "correction":
        said = next((line.words for line in ordered if heard is not None and line.number == heard - 1), "")
        tasks = [TaskLine.read(line.words) for line in lines if line.kind == "task"]
        done = next((task.done for task in reversed(tasks) if task.done in belief.rather_than), None)
        done = done or _done(belief, said, [beliefs[one.preference] for one in items if not one.supports])
    return Judgement(
        person=belief.person,
        source=source,
        at=item.at,
        prompt=prompt_of(known, turns),
        done=done,
        is_right=None if done is None else source == "praise",
        wanted=None if source == "praise" else belief.value,
    )


def _done(wanted: Preference, said: str, given_up: Sequence[Preference]) -> str | None:
    """What was done before the correction: what it spoke against, or the one option that the agent named."""
    against = {one.value for one in given_up if one.value in wanted.rather_than and one.stance == "wants"}
    told = said.partition(" rather than ")[0].partition(" over ")[0].casefold()
    named = {option for option in wanted.rather_than if option.casefold() in told}
    found = against if len(against) == 1 else named
    return next(iter(found)) if len(found) == 1 else None
