"""Judgements from the conversations in one person's memory: a reply of an assistant, and what was said to it next.

A store keeps each message of the person and the reply it answers. A reply that was found wrong and followed by one that
was found right makes a pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from penchant.domain import EpisodeId, TranscriptEntry
from penchant.domain.preference import TOLD
from penchant.mind.protocol import Mind
from penchant_lab.export.judgement import ChatTurn, Judgement, prompt_of
from penchant_lab.export.notes import Notebook
from penchant_lab.export.verdicts import verdict_of

PAUSE = timedelta(hours=1)
"""After so long without a word another conversation begins."""

CONTEXT = 4
"""So many turns before a reply are shown with it."""

NOT_ASKED = "what a reply answered was not kept"
NO_VERDICT = "a reply that nobody judged plainly"


@dataclass(frozen=True, slots=True)
class _Spoken:
    """One message of the person, and the reply it was said to."""

    entry: TranscriptEntry
    reply: str = ""


def judged_talk(
    transcript: Sequence[TranscriptEntry],
    mind: Mind,
    notes: Notebook,
    left_out: Counter[str],
    is_secret: Callable[[EpisodeId], bool],
) -> Iterator[tuple[list[EpisodeId], Judgement]]:
    """What was said of each reply that was judged plainly; with the episodes that its words are from."""
    for talk in _conversations(transcript):
        verdicts = [verdict_of(mind, one.entry.words) if one.reply else None for one in talk]
        for place, one in enumerate(talk):
            if not one.reply:
                continue
            if place == 0:
                left_out[NOT_ASKED] += 1
                continue
            if (is_right := verdicts[place]) is None:
                left_out[NO_VERDICT] += 1
                continue
            after = None if is_right or place + 1 == len(talk) or not verdicts[place + 1] else talk[place + 1]
            wanted = after.reply if after and not is_secret(after.entry.episode) else None
            shown = talk[max(0, place - CONTEXT // 2) : place]
            known = notes.bearing_on(shown[-1].entry.words, one.entry.at.timestamp())
            yield (
                [each.entry.episode for each in (*shown, one)],
                Judgement(
                    person="",
                    source="praise" if is_right else "correction" if wanted else "rejection",
                    at=one.entry.at,
                    prompt=prompt_of(known, _turns(shown)),
                    done=one.reply,
                    is_right=is_right,
                    wanted=wanted,
                ),
            )


def _conversations(transcript: Sequence[TranscriptEntry]) -> Iterator[list[_Spoken]]:
    replies = {line.episode: line.words for line in transcript if line.kind == "said" and line.episode.startswith(TOLD)}
    talk: list[_Spoken] = []
    for line in transcript:
        if line.kind != "heard" or not line.episode.startswith(TOLD):
            continue
        if not line.words.strip() or (talk and abs(line.at - talk[-1].entry.at) > PAUSE):
            if talk:  # words that were to be forgotten are not kept, and nothing goes on across them
                yield talk
            talk = []
        if line.words.strip():
            talk.append(_Spoken(line, replies.get(line.episode, "").strip()))
    if talk:
        yield talk


def _turns(shown: Sequence[_Spoken]) -> list[ChatTurn]:
    turns: list[ChatTurn] = []
    for place, one in enumerate(shown):
        if place and one.reply:
            turns.append(("assistant", one.reply))
        turns.append(("user", one.entry.words))
    return turns
