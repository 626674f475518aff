"""What a person said, gathered from the transcript: one saying an episode, as long as what was read from it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from penchant.domain import EpisodeId, Preference, Saying, TaskLine, TranscriptEntry, read_from
from penchant.mind.behaviour import is_seen
from penchant.mind.writing import is_way

SURELY_WANTED = 0.8
"""What was not taken counts as wanted from so sure on."""

PLAINLY = {"wants": "I prefer", "accepts": "I am fine with", "avoids": "I avoid", "is": "About me:"}


def called(option: str) -> str:
    """What an option goes by, without the description behind it.

    >>> called("Sakura (Japanese)"), called("Hotel Due, 95, own bathroom")
    ('Sakura', 'Hotel Due')
    """
    for mark in "–—,(:;":
        option = option.partition(mark)[0]
    return option.strip()


def sayings_of(lines: Iterable[TranscriptEntry], preferences: Sequence[Preference]) -> tuple[Saying, ...]:
    """A person's sayings, the oldest first.

    Words from which something was read speak as long as some of it holds. A preference that no words are kept of, such
    as one written by hand, speaks for itself.
    """
    heard: dict[EpisodeId, list[TranscriptEntry]] = {}
    tasks: dict[EpisodeId, TaskLine] = {}
    for line in lines:
        if line.kind == "heard" and line.words.strip():
            heard.setdefault(line.episode, []).append(line)
        elif line.kind == "task":
            tasks[line.episode] = TaskLine.read(line.words)
    read: dict[EpisodeId, list[Preference]] = {}
    for one in preferences:
        if not is_seen(one) and not is_way(one):
            read.setdefault(one.episode, []).append(one)
    found = []
    for episode, said in heard.items():
        known = [*read.pop(episode, ()), *read.pop(read_from(episode), ())]
        valid = tuple(one for one in known if one.is_open and one.use != "never")
        words = " ".join(line.words for line in said)
        if known and not valid:
            continue
        task = tasks.get(episode, TaskLine(""))
        took, passed = _taken(task, valid)
        private = any(one.use == "private" for one in valid)
        found.append(
            Saying(
                words,
                asked=task.asked,
                took=took,
                passed=passed,
                episode=episode,
                at=said[0].at,
                use="private" if private else "free",
                preferences=valid,
            )
        )
    for left in read.values():
        found += [_plain(one) for one in left if one.is_open and one.use != "never"]
    return tuple(sorted(found, key=lambda one: (one.at is None, one.at)))


def _taken(task: TaskLine, preferences: Sequence[Preference]) -> tuple[str, tuple[str, ...]]:
    """What was wanted of a task's options and what was passed over, as far as is known: what was done may be wrong."""
    avoided = {one.value for one in preferences if one.stance == "avoids"}
    wanted = [one.value for one in preferences if one.stance in ("wants", "accepts") and one.value in task.options]
    if not task.took:
        sure = {one.value for one in preferences if one.confidence >= SURELY_WANTED}
        wanted = [value for value in wanted if value in sure]
    took = task.took
    if wanted and took not in wanted:
        took = wanted[-1]
    if took and took not in avoided:
        return took, tuple(name for name in task.options if name != took)
    return "", tuple(name for name in task.options if name in avoided)


def _plain(one: Preference) -> Saying:
    """A preference as words."""
    when = f" ({one.situation})" if one.situation else ""
    words = f"{PLAINLY[one.stance]} {one.value}{when}."
    return Saying(
        words,
        asked=one.topic,
        passed=one.rather_than,
        episode=one.episode,
        at=one.since,
        use=one.use,
        preferences=(one,),
    )
