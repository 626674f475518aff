"""One errand among the options of a catalogue: what is believed of them, and what was said on this errand so far."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from penchant.domain import (
    EpisodeId,
    Exchange,
    PersonId,
    Preference,
    PreferenceId,
    Question,
    Reading,
    Request,
    Source,
    Stance,
    Utterance,
)
from penchant.loop.watch import CatalogueRemark
from penchant.memory import Memory
from penchant.mind.catalogue import table_of
from penchant.mind.protocol import Held, Mind, Recalled
from penchant.mind.remarks import labelled

SAID_NOW = 0.95
"""How sure it is that somebody wants this time what they just named."""

ONLY_NOW = PreferenceId(0)
"""The id of what is not kept."""


def utterance_in(request: Request, exchange: Exchange) -> Utterance:
    """What was said in an exchange: to a question, or of what was brought (which its alternatives name then)."""
    asked = exchange.question
    acted = tuple(name for name in asked.alternatives if name in request.options)
    question = None if acted else asked
    return Utterance(exchange.answer, asked.alternatives, acted=acted, question=question, request=request)


def brought(names: tuple[str, ...], words: str) -> Exchange:
    """What was brought, and what the person said of it."""
    return Exchange(Question(", ".join(names), names), words)


def remark_of(request: Request, reading: Reading, episode: EpisodeId, words: str, source: Source) -> CatalogueRemark:
    """What a reading says of the values of a catalogue; who is pleased wants it as it is."""
    return CatalogueRemark(
        episode=episode,
        words=words,
        source=source,
        wants=tuple(labelled((*reading.wants, *reading.accepts), request)),
        avoids=tuple(labelled(reading.avoids, request)),
        offered={respect.name: respect.values for respect in table_of(request).respects},
    )


def recall_for(request: Request, heard: Sequence[Exchange], memory: Memory, mind: Mind, *, remembers: bool) -> Recalled:
    """What is believed of the values on offer, and in its place what was said on this errand."""
    respects = {respect.name for respect in table_of(request).respects}
    person = PersonId(request.person)
    revision = memory.store.revision(person) if remembers else 0  # before the beliefs, which may be newer then
    kept = memory.list(person) if remembers else []
    rules = tuple(belief for belief in kept if belief.kind == "constraint")
    held = [
        Held(belief, belief.confidence)
        for belief in kept
        if belief.kind == "taste" and belief.topic in respects and not belief.situation
    ]
    for exchange in heard:
        reading = mind.understand(utterance_in(request, exchange))
        named = {
            "wants": labelled(reading.wants, request),
            "avoids": labelled(reading.avoids, request),
        }
        settled = {respect for respect, _ in named["wants"]}
        turned_down = set(named["avoids"])
        held = [
            one
            for one in held
            if one.preference.topic not in settled and (one.preference.topic, one.preference.value) not in turned_down
        ]
        at = memory.clock()
        held += [_now(request, "wants", pair, exchange.answer, at) for pair in named["wants"]]
        held += [_now(request, "avoids", pair, exchange.answer, at) for pair in named["avoids"]]
    epoch = memory.store.epoch(person) if remembers else 0
    when = memory.clock() if remembers else None
    return Recalled(tuple(held), revision=revision, at=when, epoch=epoch, constraints=rules)


def _now(request: Request, stance: Stance, pair: tuple[str, str], words: str, at: datetime) -> Held:
    belief = Preference(
        id=ONLY_NOW,
        person=PersonId(request.person),
        situation="",
        topic=pair[0],
        stance=stance,
        value=pair[1],
        confidence=SAID_NOW,
        words=words,
        episode=EpisodeId("just now"),
        since=at,
        confirmed=at,
    )
    return Held(belief, SAID_NOW)
