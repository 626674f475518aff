"""The built-in mind: static word vectors, a lexicon, a small encoder and arithmetic; no key, no network, no GPU."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from penchant.domain import (
    Action,
    Draft,
    Heard,
    Message,
    Preference,
    Question,
    Reading,
    Request,
    Saying,
    Utterance,
)
from penchant.embed import Embedder
from penchant.mind import catalogue, features, phrase, remarks
from penchant.mind.evidence import SayingEvidence
from penchant.mind.learned.encoder import shared
from penchant.mind.learned.fits import FitReader
from penchant.mind.learned.inputs import OPTIONS_AT_ONCE
from penchant.mind.learned.reader import ALL_READ, LearnedReader
from penchant.mind.likeness import Likeness
from penchant.mind.protocol import Claim, Part, Recalled, Scene, Weighed
from penchant.mind.survey import survey, wanted
from penchant.mind.talk import listen
from penchant.mind.talk.tagger import TalkTagger
from penchant.mind.told.names import is_long
from penchant.mind.understand.constraints import beside_constraints, constraints, surer
from penchant.mind.understand.language import is_foreign
from penchant.mind.understand.names import named_in
from penchant.mind.understand.reader import read
from penchant.mind.understand.replies import Named, corrected_to, named_first, titled
from penchant.mind.understand.turns import anything_but, is_for_once
from penchant.mind.understand.words import MOST_READ, words_in
from penchant.mind.weigh import Scale, Weights
from penchant.remembering import remembered

WORDS_OF_A_REASON = 3
"""Fewer words are no reason for one option."""

ENOUGH, MUCH = 0.34, 0.6
"""How likely an option has to be meant by a reason to be taken after a question, and to be learned of a correction."""

PLAINLY_NEARER, SELECTED = 0.05, 0.9
"""How much nearer than the next an option has to be to what an answer begins with, and how sure that is then."""

_FIRST_SENTENCE = re.compile(r"[^.!?\n]{1,600}")
_REFUSES = re.compile(
    r"(?:no|not|none|neither|never|nothing|anything but|i (?:don't|do not|would not|wouldn't))\b", re.IGNORECASE
)

NAMED = 0.95
"""How sure it is that an option is meant which somebody picks by naming it."""

DOUBTED = 0.9
"""Where an answer is read less surely, what its reason speaks for is asked as well."""


class BuiltInMind:
    """Understands how people answer and correct, and weighs options by what is believed.

    Weights that are missing or cannot be used are told when it is made; ``lazily``, only at the first sentence.
    """

    name = "built-in"

    def __init__(
        self, embedder: Embedder, weights: Weights | None = None, *, folder: Path | None = None, lazily: bool = False
    ) -> None:
        encoder = shared(folder)
        if not lazily:
            encoder.open()
        self._likeness = Likeness(embedder)
        self._reader, self._tagger, fits = LearnedReader(encoder), TalkTagger(encoder), FitReader(encoder)
        self._evidence = SayingEvidence(fits, self._reader)
        self._scale = Scale(self._likeness, weights or Weights(), self._evidence)
        self._survey = remembered(4096)(partial(survey, likeness=self._likeness))
        self._heard = remembered(1024)(self._read)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @classmethod
    def check(cls) -> None:
        """Whether all it needs is there, before anything is begun: BadWeights where it is not."""
        shared().open()

    def survey(self, request: Request) -> Scene:
        """What the request asks for, and which of its options are things and which are places."""
        if request.described:
            return Scene(tuple(request.options), (), False, "", wanted(request.text))
        return self._survey(request)

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """Every way to act, the likeliest first."""
        if request.described:
            return catalogue.weigh(request, recalled.beliefs)
        if scene.features:
            return features.weigh(scene, recalled, features.same_matter(scene, recalled))
        return self._scale.weigh(request, scene, recalled)

    def nearest(self, request: str, options: Sequence[str], sayings: Sequence[Saying], most: int) -> list[int]:
        """The places of the sayings that are nearest to a request or its options, in their order."""
        return self._evidence.nearest(request, options, sayings, most)

    def alike(self, words: str, notes: Sequence[str]) -> list[float]:
        """How near in meaning each of these sentences is to the words."""
        near: list[float] = self._evidence.alike(words, notes).tolist()
        return near

    def bears(self, said: Sequence[str], task: str) -> list[float]:
        """How likely each sentence has to be known for a task."""
        return self._evidence.bears(said, task)

    def replaces(self, newer: str, older: str) -> float:
        """How likely a sentence means that what was said earlier no longer holds."""
        return self._evidence.replaces(newer, older)

    def ended(self, newer: str, older: Sequence[str]) -> list[tuple[float, float]]:
        """For each earlier sentence how likely it no longer holds, and how near in meaning it is to the newer one."""
        return self._evidence.ended(newer, older)

    def meant(self, request: str, said: Sequence[str]) -> list[float]:
        """How likely each sentence is meant by a request to forget."""
        return self._evidence.meant(request, said)

    def same_matter(self, request: Request, scene: Scene, recalled: Recalled) -> list[float]:
        """For each belief, how sure it is that it speaks of the very matter this request is about."""
        if request.described:
            return [1.0] * len(recalled.beliefs)  # none other is recalled
        if scene.features:
            return features.same_matter(scene, recalled)
        return self._scale.same_matter(scene, recalled)

    def ask(self, request: Request, scene: Scene, part: Part, recalled: Recalled) -> Question:
        """A question about the one part that would change the action."""
        if request.described:
            return catalogue.question(request, recalled.beliefs)
        if scene.features:
            inquiry = features.question(scene, recalled, features.same_matter(scene, recalled))
            return replace(phrase.ask_about(scene.topic, inquiry.values), settles=inquiry.settles, news=inquiry.news)
        return phrase.ask(scene, part)

    def infer(self, request: Request, scene: Scene, recalled: Recalled, right: Action) -> list[Claim]:
        """What follows about the features of the options from knowing which action is right."""
        return features.infer(scene, recalled, features.same_matter(scene, recalled), right) if scene.features else []

    def understand(self, utterance: Utterance) -> Reading:
        """What a person said about the options."""
        return constraints(utterance, self._settled(utterance, surer(utterance, self.read(utterance))))

    def _settled(self, utterance: Utterance, reading: Reading) -> Reading:
        """The reading; of an answer or a correction that names no option, with the one that its reason speaks for."""
        request, options = utterance.request, tuple(utterance.options)
        if request is not None and (request.described or request.features):
            return reading
        corrects = bool(utterance.acted) and reading.verdict == "wrong"
        if (
            corrects
            and not reading.wants
            and (named := self._picked(corrected_to(utterance.words, options), utterance, reading)) is not None
        ):
            return reading if named in utterance.acted else _picking(replace(reading, avoids=()), named)
        if not utterance.acted and (named := titled(utterance.words, options)) is not None:
            return _picking(replace(reading, avoids=()), named)
        if request is None:
            return reading
        answers = utterance.question is not None and not utterance.question.back and not utterance.acted
        if answers and (named := self._picked(named_first(utterance.words, options), utterance, reading)) is not None:
            if reading.once or named in reading.constraints:
                return reading
            if reading.wants == (named,):  # both see the same
                odds = ((named, NAMED), *(pair for pair in reading.odds if pair[0] != named))
                return replace(reading, sure=max(reading.sure, NAMED), odds=odds)
            return replace(_picking(reading, named), once=is_for_once(utterance.words))
        if is_foreign(utterance.words, options):
            return reading
        if answers and _refuses_all_unnamed(utterance, reading):
            reading = replace(reading, avoids=(), odds=())  # "somewhere quiet" names none, and refuses none
        silent = not (reading.wants or reading.accepts or reading.avoids or reading.unlisted or reading.once)
        doubted = answers and len(reading.wants) == 1 and not reading.accepts and reading.sure < DOUBTED
        if answers and is_long(options):
            return self._selected(utterance, reading)
        if not (answers or corrects) or not (silent or doubted) or is_long(options) or self._survey(request).placing:
            return reading
        left = tuple(name for name in options if name in request.options and name not in reading.avoids)
        if len(left) < 2 or len(left) > ALL_READ or len(utterance.words.split()) < WORDS_OF_A_REASON:
            return reading
        likely = self._evidence.settle(utterance.words, request.text, left, "".join(utterance.acted[:1]))
        best = int(likely.argmax())
        if doubted:  # both readers see the same: that is surer than either
            if left[best] != reading.wants[0]:
                return reading
            sure = round(1 - (1 - reading.sure) * (1 - float(likely[best])), 3)
            return replace(reading, sure=sure, odds=((left[best], sure),))
        if left[best] in utterance.acted or likely[best] < (ENOUGH if answers else MUCH):
            return reading
        sure = round(float(likely[best]), 3)
        return replace(reading, wants=(left[best],), sure=sure, odds=(*reading.odds, (left[best], sure)))

    def _picked(self, named: Named | None, utterance: Utterance, reading: Reading) -> str | None:
        """The option that words begin by naming, where they pick it: as the reading has it, or as those words alone do.

        Of "oat, dairy upsets my stomach" the whole is easily read as refusing the oat; its first part is not.
        """
        if named is None or reading.wants == (named.option,):
            return None if named is None else named.option
        if named.option in reading.wants or named_in(utterance.words, utterance.options).intersection(reading.wants):
            return None
        if named.turned_down(avoided=named.option in reading.avoids):
            return None
        if is_foreign(named.part, utterance.options):
            return named.option
        asked = utterance.question if len(utterance.options) <= OPTIONS_AT_ONCE else None  # a question of many is long
        alone = self.read(replace(utterance, words=named.part, acted=(), question=asked))
        return named.option if alone.wants == (named.option,) else None

    def _selected(self, utterance: Utterance, reading: Reading) -> Reading:
        """The reading of an answer to long options: the one that its first sentence is plainly nearest to."""
        first = _FIRST_SENTENCE.match(utterance.words.strip())
        if first is None or _REFUSES.match(first.group()) or len(first.group().split()) < WORDS_OF_A_REASON:
            return reading
        options = tuple(utterance.options)
        near = self._evidence.alike(first.group(), options)
        best, second = np.argsort(-near)[:2].tolist()
        if near[best] - near[second] < PLAINLY_NEARER or reading.wants == (options[best],):
            return reading
        odds = ((options[best], SELECTED),)
        return replace(reading, wants=(options[best],), accepts=(), avoids=(), unlisted=(), sure=SELECTED, odds=odds)

    def read(self, utterance: Utterance) -> Reading:
        """What a person said about the options, without what is no matter of taste."""
        if utterance.request is not None and utterance.request.described:
            return remarks.read(utterance, utterance.request)
        asked = (
            None if utterance.question is None else Question(utterance.question.text, utterance.question.alternatives)
        )
        if utterance.request is not None and not utterance.acted:
            of_all = anything_but(replace(utterance, options=tuple(utterance.request.options)))
            if of_all is not None and not set(of_all.avoids).intersection(utterance.options):
                return Reading(accepts=tuple(utterance.options), sure=of_all.sure)  # it was left out of the question
        words = beside_constraints(utterance.words[:MOST_READ], utterance.options)
        options = _spoken_of(words, utterance.options, utterance.acted)
        return self._heard(replace(utterance, words=words, options=options, question=asked, request=None))

    def _read(self, said: Utterance) -> Reading:
        """What `read` is asked: people often say the same about the same."""
        return read(said, self._reader)

    def listen(self, message: Message, before: Sequence[Message] = ()) -> Heard:
        """What one message of free talk says about the person."""
        return listen(message, before, tagger=self._tagger, judge=self.read)

    def note(self, person: str, belief: Preference | Draft) -> str:
        """One sentence a person can read."""
        return phrase.note_of(person, belief)


_NONE = re.compile(r"\b(?:no|not|none|neither|never|nothing|any(?:thing)? but|nope|nah)\b|n['’]t\b", re.IGNORECASE)


def _refuses_all_unnamed(utterance: Utterance, reading: Reading) -> bool:
    """Whether an answer is taken for "none of these" though no word in it names or refuses anything."""
    if reading.wants or reading.accepts or not {*reading.avoids}.issuperset(utterance.options):
        return False
    if len(utterance.words.split()) <= WORDS_OF_A_REASON or named_in(utterance.words, utterance.options):
        return False
    return _NONE.search(utterance.words) is None


def _picking(reading: Reading, named: str) -> Reading:
    """The reading with the option that was picked by name as the one that is wanted."""
    avoids = tuple(name for name in reading.avoids if name != named)
    odds = ((named, NAMED), *(pair for pair in reading.odds if pair[0] in avoids))
    return replace(reading, wants=(named,), accepts=(), avoids=avoids, sure=NAMED, odds=odds)


def _spoken_of(words: str, options: Sequence[str], acted: Sequence[str]) -> Sequence[str]:
    """Of more options than are read, those that are named in full and what was done; all where none is named."""
    if len(options) <= ALL_READ:
        return options
    said = f" {' '.join(words_in(words))} "
    named = [name for name in options if name in acted or f" {' '.join(words_in(name))} " in said]
    return tuple(named) if len(named) > len(acted) else options
