"""From what a message states to changes in memory: each statement is refused, or held against what is believed."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial

from penchant.domain import (
    Draft,
    EpisodeId,
    Evidence,
    Heard,
    LeftAlone,
    Lesson,
    Origin,
    Preference,
    PreferenceId,
    Source,
    Statement,
    is_told,
)
from penchant.errors import BadInput
from penchant.loop.barred import is_barred
from penchant.loop.constraints import AS_TOLD
from penchant.loop.reconcile import PLAIN, SURE, contradictory, effect_of, refined_by, said_again
from penchant.loop.sureness import FLOOR
from penchant.loop.talk_batch import SpokenMessage, TalkBatch
from penchant.memory import Memory
from penchant.mind.phrase import line_for_model
from penchant.mind.protocol import Mind, Relating
from penchant.mind.talk.doubts import ONLY_NOW
from penchant.store import Change, Close, Trust, Witness
from penchant.terms import stems

BELIEVED: dict[Origin, float] = {"stated": 0.95, "chosen": 0.85, "implied": 0.7, "behaviour": 0.7}
"""How far a statement is believed that was read for sure, by how it showed."""

SHORT = 300
"""A message of at most so many characters is held against what is known as a whole, a longer one by its sentences."""

FORGOTTEN = "it was to be forgotten"

_SOURCE: dict[Origin, Source] = {
    "stated": "statement",
    "chosen": "answer",
    "implied": "statement",
    "behaviour": "behaviour",
}
_WHY_SHOWN = 200  # so many characters of what was left alone are shown


def changes_of(
    batch: TalkBatch, heard: Heard, words: str, said: SpokenMessage, memory: Memory, mind: Mind
) -> tuple[list[Change], Lesson]:
    """What follows from what was heard in a message: the changes, and what they are in words."""
    changes, lesson = list[Change](), Lesson(left_alone=tuple(_shortened(one) for one in heard.left_alone))
    both = contradictory([one for one in heard.statements if one.lasting])
    known = batch.known
    kept = said_again([one for one in heard.statements if one.lasting], known.values())
    for statement in heard.statements:
        quote = statement.quote or statement.value
        if said.checks and statement.quote and statement.quote not in words:
            lesson += left_alone(quote, "the quotation is not in the message")
        elif not statement.value.strip():
            lesson += left_alone(quote, "it names nothing")
        elif not 0 <= statement.sure <= 1:
            raise BadInput(f"How sure a reading is lies between 0 and 1, and is not {statement.sure!r:.40}.")
        elif statement.sure < FLOOR:
            lesson += left_alone(quote, "not sure")
        elif statement.exception and stems(statement.exception) <= stems(statement.value):
            lesson += left_alone(quote, "its exception is all of it")
        elif not statement.lasting:
            lesson += left_alone(quote, ONLY_NOW)
        elif statement in both:
            lesson += left_alone(quote, "it says one thing and its opposite")
        elif is_barred(batch.person, statement, batch.marks, said.at):
            lesson += left_alone("", FORGOTTEN)
        else:
            believed = [belief for belief in known.values() if belief.is_open]
            more, taught = _learned(statement, believed, words, said, memory, mind, kept)
            kept |= {change.id for change in more if isinstance(change, Trust)}
            changes += more
            lesson += taught
            known = batch.believed_after(more, known)
    silent = not (heard.statements or heard.forget or heard.left_alone) and said.read is None
    if silent and len(words) <= SHORT:
        over = _over(words, [belief for belief in known.values() if belief.is_open], said, mind)
        closed = tuple(mind.note(said.person, belief) for belief in over)
        lesson += Lesson(closed=closed, ended_by=(words,) * len(over))
        changes += _closing(over, words, said)
    return changes, lesson


def left_alone(words: str, why: str) -> Lesson:
    """The lesson of what nothing was learned from."""
    return Lesson(left_alone=(_shortened(LeftAlone(words, why)),))


def _learned(
    statement: Statement,
    known: Sequence[Preference],
    words: str,
    said: SpokenMessage,
    memory: Memory,
    mind: Mind,
    kept: Set[PreferenceId],
) -> tuple[list[Change], Lesson]:
    """What one statement changes; of these beliefs, which the message says again, it ends none but to refine it."""
    confidence = statement.sure * (AS_TOLD if statement.kind == "constraint" else BELIEVED[statement.origin])
    note = partial(mind.note, said.person)
    does = None
    if statement.related is not None:
        told = {one.sentence: one.does for one in statement.related}
        lines = {belief.id: line_for_model(said.person, belief) for belief in known}
        does = {id: told[line] for id, line in lines.items() if line in told}
    quote = statement.quote or words
    ended = partial(_ended, mind, words if len(words) <= SHORT else quote, said.episode)
    effect = effect_of(statement, known, said.at, does, ended if said.read is None or said.checks else None, words)
    closed = tuple(one for one in effect.closed if one in effect.refined or one.id not in kept)
    effect = replace(effect, closed=closed)
    if statement.stance == "is" and not statement.changed:  # one message tells two facts of a matter, and both hold
        effect = replace(effect, closed=tuple(one for one in effect.closed if one.episode != said.episode))
    if effect.newer:
        return [], left_alone(statement.quote or statement.value, "something newer is known")
    changes = list[Change]()
    for belief in effect.confirmed:
        likely = 1 - (1 - belief.confidence) * (1 - confidence)
        changes += [Witness(_evidence(belief.id, said, quote, True)), Trust(belief.id, likely, said.at)]
    changes += _closing(effect.closed, quote, said)
    lesson = Lesson(closed=tuple(map(note, effect.closed)), confirmed=tuple(map(note, effect.confirmed)))
    lesson = replace(lesson, ended_by=(quote,) * len(effect.closed))
    if effect.opens:
        statement = refined_by(statement, effect.refined)
        for belief in effect.refined:
            confidence = 1 - (1 - belief.confidence) * (1 - confidence)
        draft = Draft(
            situation=statement.situation,
            topic=statement.topic,
            stance=statement.stance,
            value=statement.value,
            rather_than=statement.rather_than,
            confidence=confidence,
            words=quote,
            episode=said.episode,
            kind=statement.kind,
            whom=statement.whom,
            origin=statement.origin,
            use=statement.use,
            exception=statement.exception,
        )
        replaced = next((belief.id for belief in effect.closed), None)
        changes.append(memory.opening(draft, _SOURCE[statement.origin], replaces=replaced, at=said.at))
        lesson += Lesson(opened=(note(draft),))
    return changes, lesson


def _over(words: str, known: Sequence[Preference], said: SpokenMessage, mind: Mind) -> list[Preference]:
    """What words that state nothing say is over: of beliefs that share a word with them the nearest, if plainly so."""
    shared = [one for one in known if is_told(one) and one.confirmed <= said.at and stems(one.words) & stems(words)]
    if not shared or not isinstance(mind, Relating) or words.rstrip().endswith("?"):
        return []
    found = _ended(mind, words, said.episode, shared)
    (likely, near), nearest = max(zip(found, shared, strict=True), key=lambda pair: pair[0][1])
    return [one for one in shared if one.words == nearest.words] if likely >= SURE and near >= PLAIN else []


def _closing(beliefs: Sequence[Preference], quote: str, said: SpokenMessage) -> list[Change]:
    """The changes after which these beliefs are closed, because of these words."""
    return [
        change for one in beliefs for change in (Witness(_evidence(one.id, said, quote, False)), Close(one.id, said.at))
    ]


def _ended(mind: Mind, words: str, episode: EpisodeId, beliefs: Sequence[Preference]) -> Sequence[tuple[float, float]]:
    """How likely words end each belief, and how near they are to it; where the mind does not say, its name decides.

    What was read from these very words is ended by none of them.
    """
    if not isinstance(mind, Relating):
        return [(1.0, 1.0)] * len(beliefs)
    others = [one for one in beliefs if one.episode != episode]
    found = iter(mind.ended(words, [one.words or one.value for one in others]) if others else ())
    return [(0.0, 0.0) if one.episode == episode else next(found) for one in beliefs]


def _evidence(id: PreferenceId, said: SpokenMessage, words: str, supports: bool) -> Evidence:
    return Evidence(preference=id, episode=said.episode, source="statement", supports=supports, words=words, at=said.at)


def _shortened(one: LeftAlone) -> LeftAlone:
    return one if len(one.words) <= _WHY_SHOWN else LeftAlone(f"{one.words[:_WHY_SHOWN]}…", one.why)
