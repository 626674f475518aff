"""The entry point: one sentence, the options, and what just happened, into a reading."""

from __future__ import annotations

from dataclasses import replace

from penchant.domain import Reading, Utterance
from penchant.mind.learned.decide import Decision, decide
from penchant.mind.learned.reader import LearnedReader
from penchant.mind.understand.guard import guarded
from penchant.mind.understand.language import is_foreign
from penchant.mind.understand.names import named_in
from penchant.mind.understand.numbers import read_numbers
from penchant.mind.understand.turns import (
    about_times,
    anything_but,
    asked_for,
    for_once,
    none_of,
    plain_yes,
    says_nothing,
)

UNREAD = 0.1
"""How sure it is that nothing was said, in a language that is not read."""


def read(said: Utterance, reader: LearnedReader) -> Reading:
    """What the words say about the options.

    What can mean only one thing, or be compared with the options' own numbers, decides; of anything else the encoder
    tells. Words that say nothing about the options give an empty reading.

    >>> options = ("black coffee", "herbal tea")
    >>> heard = read(Utterance("no, the tea; it makes me jittery", options, acted=("black coffee",)), LearnedReader())
    >>> heard.wants, heard.avoids, heard.verdict
    (('herbal tea',), ('black coffee',), 'wrong')
    """
    if is_foreign(said.words, said.options):
        return Reading(sure=UNREAD)
    if (certain := compared(said)) is not None:
        return certain
    if not said.options or says_nothing(said.words):
        return Reading()
    return asked_for(said, for_once(said, by_weights(said, reader).reading))


def by_weights(said: Utterance, reader: LearnedReader) -> Decision:
    """What the encoder makes of the words, less what their syntax rules out."""
    decision = decide(reader.read(_as_asked(said)), named_in(said.words, said.options))
    return Decision(guarded(said, decision.reading), decision.product)


def _as_asked(said: Utterance) -> Utterance:
    """The words beside the options in the order in which the question put them: "the first"."""
    asked = said.question.alternatives if said.question is not None and not said.acted else ()
    rest = tuple(name for name in said.options if name not in asked)
    options = (*(name for name in asked if name in said.options), *rest)
    return said if options == tuple(said.options) else replace(said, options=options)


def compared(said: Utterance) -> Reading | None:
    """What follows from a plain yes, from numbers, from times of day and from "anything but"."""
    return plain_yes(said) or read_numbers(said) or about_times(said) or none_of(said) or anything_but(said)
