"""Learning what is said of other occasions, and keeping in mind for the moment what holds this once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import PersonId, Preference, PreferenceId, Stance, Statement
from penchant.loop.revision import HeardSentence, Revision
from penchant.memory import Memory, revise
from penchant.mind.protocol import Held, Mind, Recalled

_ONLY_NOW = PreferenceId(0)
"""The id of what is not kept."""


def learn_occasions(heard: HeardSentence, known: Sequence[Preference], memory: Memory, mind: Mind) -> Revision:
    """The changes that follow from what was said of other occasions, each in its own situation."""
    every = Revision(heard, memory, mind)
    for statement in dict.fromkeys(heard.reading.also):
        if not statement.value.strip() or statement.kind != "taste":
            continue
        there = _elsewhere(heard, statement)
        if _same(there.scene.situation, heard.scene.situation) and _same(there.scene.topic, heard.scene.topic):
            continue  # of the occasion at hand the rest of the reading tells
        revision = Revision(there, memory, mind)
        _revise(revision, statement, [b for b in known if _is_there(b, there)])
        every.changes += revision.changes
        every.lesson += revision.lesson
    return every


def for_now(heard: HeardSentence, recalled: Recalled) -> Recalled:
    """What is recalled, with what was said just for this once in place of what is believed of the same."""
    reading, values = heard.reading, heard.scene.values
    said: list[tuple[Stance, str]] = [("wants", value) for value in reading.wants]
    said += [("accepts", value) for value in reading.accepts] + [("avoids", value) for value in reading.avoids]
    told = tuple(
        Held(
            Preference(
                id=_ONLY_NOW,
                person=PersonId(heard.person),
                situation=heard.scene.situation,
                topic=heard.scene.topic,
                stance=stance,
                value=value,
                confidence=1 - heard.reliability.false("answer"),
                words=heard.words,
                episode=heard.episode,
                since=heard.at,
                confirmed=heard.at,
            ),
            reading.sure_of(value),
        )
        for stance, value in said
        if value in values
    )
    named = {held.preference.value for held in told}
    kept = tuple(held for held in recalled.beliefs if held.preference.value not in named)
    return replace(recalled, beliefs=kept + told)


def _elsewhere(heard: HeardSentence, statement: Statement) -> HeardSentence:
    scene = heard.scene
    topic = statement.topic or scene.topic
    if scene.features and statement.situation:
        topic = f"{topic} {statement.situation}"  # likings of features hold for a kind of thing, whatever the occasion
    return replace(heard, scene=replace(scene, situation=statement.situation, topic=topic), source="statement")


def _revise(revision: Revision, statement: Statement, beliefs: Sequence[Preference]) -> None:
    heard = revision.heard
    others = tuple(name for name in heard.pool if name != statement.value)
    ratio = heard.reliability.naming(heard.source, len(heard.pool), heard.reading.sure)
    agreeing, against, known = list[Preference](), list[Preference](), False
    for belief in beliefs:
        if belief.value == statement.value and (
            belief.stance == statement.stance or "avoids" not in (belief.stance, statement.stance)
        ):
            agreeing.append(belief)
            known = known or belief.stance in ("wants", statement.stance)
        elif belief.value == statement.value or (
            (belief.stance, statement.stance) == ("wants", "wants") and belief.value in others
        ):
            against.append(belief)
    standing = [heard.shaken(Held(belief, belief.confidence)) for belief in against]
    before = max([belief.confidence for belief in agreeing], default=max(1 - sum(standing), 0.0) / 2)
    likely, rest = revise(before, standing, ratio)
    for belief in agreeing:
        revision.confirm(belief, revise(belief.confidence, [], ratio)[0])
    replaced = None
    for belief, left in zip(against, rest, strict=True):
        replaced = belief.id if revision.contradict(Held(belief, belief.confidence), left) else replaced
    if not known:
        over = () if statement.stance == "avoids" or statement.value not in heard.pool else others
        revision.open(statement.stance, statement.value, likely, over, replaced)


def _is_there(belief: Preference, there: HeardSentence) -> bool:
    return _same(belief.situation, there.scene.situation) and _same(belief.topic, there.scene.topic)


def _same(first: str, second: str) -> bool:
    return first.strip().casefold() == second.strip().casefold()
