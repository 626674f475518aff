"""Hearing what a person said on an errand: what of it is news, what follows from it, and keeping both."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from penchant.domain import Heard, Lesson, Message, Preference, Reading, Scene, Statement, Turn, is_told, read_from
from penchant.loop.constraints import learn_constraints, said_in
from penchant.loop.errand import remark_of
from penchant.loop.features import feature_doubts, learn_features
from penchant.loop.free_talk import listening
from penchant.loop.learn import Doubt, doubts, learn, lesson_of, source_of
from penchant.loop.methods import Method
from penchant.loop.occasions import learn_occasions
from penchant.loop.recall import Recollection, searched
from penchant.loop.revision import HeardSentence, Revision
from penchant.loop.sayings import called
from penchant.loop.stated import changes_of
from penchant.loop.talk_batch import SpokenMessage, TalkBatch
from penchant.loop.transcript import Lines, hearing, saying, task_line, unsaid, was_heard
from penchant.loop.watch import Watching
from penchant.memory import STRANGER, Memory, Reliability
from penchant.mind.explain import is_confirmation
from penchant.mind.protocol import Mind
from penchant.mind.quotations import fresh as without_quotations
from penchant.store import Change, Close, Transcribe, Trust
from penchant.terms import stems


@dataclass(frozen=True, slots=True)
class Learner:
    """Learns from what is said, as far as the method may."""

    memory: Memory
    mind: Mind
    method: Method
    recollection: Recollection
    watching: Watching

    def fresh(self, turn: Turn, scene: Scene, words: str) -> str:
        """The words without what this agent said, or has in its memory: what is recalled is never learned again."""
        asked = [turn.question] if turn.question else []
        said = [question.text for question in (*asked, *(exchange.question for exchange in turn.heard))]
        if turn.choice is not None:  # the rest of its reason is worded as every reason is
            said += [reason.note for reason in turn.choice.reasons]
        known = partial(self._quoted, turn, scene) if self.method.remembers else None
        names = (*scene.things, *scene.places, *scene.values)
        return without_quotations(words, said, names, person=turn.request.person, known=known)

    def _quoted(self, turn: Turn, scene: Scene, runs: Set[str]) -> list[str]:
        """What this agent believes, or said on earlier errands, that has one of these runs of words."""
        request = turn.request
        beliefs = self.recollection.beliefs_of(turn, *searched(request, scene, self.memory.habits))
        return self.recollection.quoted(request.person, runs, beliefs, partial(self.mind.note, request.person))

    def sentence(self, turn: Turn, scene: Scene, reading: Reading, words: str) -> HeardSentence:
        """What was heard, as it is learned from."""
        return HeardSentence(
            person=turn.request.person,
            episode=turn.episode,
            scene=scene,
            reading=reading,
            source=source_of(reading, answering=_is_answer(turn)),
            words=words,
            at=self.memory.clock(),
            reliability=self._reliability(turn.request.person),
            former=self.recollection.former(turn.request.person, scene) if self.method.remembers else frozenset(),
            lasting=self._lasting(turn, scene, reading, words),
        )

    def _lasting(self, turn: Turn, scene: Scene, reading: Reading, words: str) -> tuple[Statement, ...]:
        """What the words say in general, read as what is told in free talk is."""
        if turn.request.described or scene.features or not words.strip():
            return ()
        if reading.lasting is not None:
            return reading.lasting
        found = listening(getattr(self.mind, "built_in", self.mind))(
            Message("user", words), (Message("user", turn.request.text),)
        ).statements
        return tuple(
            replace(one, kind="taste") if one.kind == "constraint" else one
            for one in found
            if one.lasting and not one.changed
        )

    def _reliability(self, person: str) -> Reliability:
        return self.recollection.reliability_of(person) if self.method.remembers else STRANGER

    def doubts(self, turn: Turn, heard: HeardSentence) -> list[Doubt]:
        """What was heard against beliefs about this very matter, each with how likely it was meant."""
        request, scene = turn.request, heard.scene
        if request.described or not self.method.remembers or heard.reading.once:
            return []
        recalled = self.recollection.of_turn(turn, *searched(request, scene, self.memory.habits))
        if scene.features:
            return feature_doubts(heard, recalled)
        return doubts(heard, recalled.beliefs, self.mind.same_matter(request, scene, recalled))

    def learn(self, turn: Turn, heard: HeardSentence, words: str, lines: Lines, *, kept: bool = True) -> Lesson:
        """Learn from what was heard and transcribe it, in one durable step; says what was changed.

        What is not ``kept`` is to be asked back about first; only what is no matter of taste is kept at once.
        """
        if not self.method.remembers:
            return Lesson()
        if was_heard(turn, words, lines):
            return self._lesson_again(turn, heard)
        changes, lesson = list[Change](), Lesson()
        if turn.question or self.method.corrected:
            changes, lesson = self._lesson(turn, heard) if kept else self._rules(turn, heard)
        if words.strip():
            said = (*hearing(turn, words, heard.at, lines), task_line(turn, heard.reading.verdict, heard.at))
            changes = [*changes, *map(Transcribe, said)]
        elif turn.basis is not None and turn.basis.revision and turn.question is not None and unsaid(turn, lines):
            changes = [*changes, Transcribe(saying(turn, turn.basis.at))]  # of silence, that it was one to a question
        ids = self.memory.apply(heard.person, changes, expected=lines.revision)
        return replace(lesson, beliefs=tuple(ids))

    def _lesson(self, turn: Turn, heard: HeardSentence) -> tuple[list[Change], Lesson]:
        """What follows from what was heard: the changes, and what they are in words."""
        kept_to = self.recollection.constraints_of(heard.person)
        rules = learn_constraints(heard, turn.question, kept_to, self.memory, self.mind)
        more = self._rules_of_request(turn, heard, kept_to)
        changes, lesson = self._tastes(turn, heard)
        changes, lesson = changes + rules.changes + more.changes, lesson + rules.lesson + more.lesson
        reasons, taught = self._reasons(turn, heard, changes)
        return changes + reasons, lesson + taught

    def _reasons(self, turn: Turn, heard: HeardSentence, changes: Sequence[Change]) -> tuple[list[Change], Lesson]:
        """What follows from what the words say in general."""
        if heard.reading.once:
            return [], Lesson()
        names = [called(name) for name in (*heard.scene.things, *heard.scene.places)]
        known = {(one.stance, one.value) for one in heard.reading.also}
        told = [
            one
            for one in heard.lasting
            if (one.stance, one.value) not in known
            and (one.stance == "is" or (_reaches_on(one) and not known) or not _is_of_an_option(one, names))
        ]
        if not told:
            return [], Lesson()
        batch = TalkBatch(self.memory, heard.person)
        batch.known = {id: one for id, one in batch.known.items() if is_told(one) or one.kind != "taste"}
        said = SpokenMessage(
            batch.person, Message("user", heard.words), (), read_from(turn.episode), heard.at, checks=False
        )
        found, lesson = changes_of(batch, Heard(tuple(told)), heard.words, said, self.memory, self.mind)
        touched = {change.id for change in changes if isinstance(change, Close | Trust)}
        kept = [one for one in found if not isinstance(one, Close | Trust) or one.id not in touched]
        return kept, lesson

    def _rules(self, turn: Turn, heard: HeardSentence) -> tuple[list[Change], Lesson]:
        """What follows from an allergy and the like alone, whatever else is in doubt."""
        kept_to = self.recollection.constraints_of(heard.person)
        said = replace(heard, reading=Reading(also=heard.reading.also))
        rules = learn_constraints(said, None, kept_to, self.memory, self.mind)
        more = self._rules_of_request(turn, heard, kept_to)
        return rules.changes + more.changes, rules.lesson + more.lesson

    def _rules_of_request(self, turn: Turn, heard: HeardSentence, kept_to: Sequence[Preference]) -> Revision:
        """What follows from an allergy or the like that the request spoke of: it is kept with the first words heard."""
        said = said_in(turn.request, kept_to, heard.at) if not turn.heard else ()
        again = {(one.stance, one.value) for one in heard.reading.also}
        also = [Statement(one.stance, one.value, kind="constraint") for one in said]
        reading = Reading(also=tuple(one for one in also if (one.stance, one.value) not in again))
        asked = replace(heard, reading=reading, words=turn.request.text)
        return learn_constraints(asked, None, kept_to, self.memory, self.mind)

    def _tastes(self, turn: Turn, heard: HeardSentence) -> tuple[list[Change], Lesson]:
        if turn.request.described:
            remark = remark_of(turn.request, heard.reading, heard.episode, heard.words, heard.source)
            return self.watching.heard(heard.person, remark)
        changes: list[Change] = []
        lesson = Lesson()
        if not heard.reading.once:
            now = self._learn_of_now(turn, heard)
            changes, lesson = now.changes, now.lesson
        if heard.reading.also:
            known = self.recollection.believed_as_if(heard.person, changes)
            other = learn_occasions(heard, known, self.memory, self.mind)
            changes, lesson = changes + other.changes, lesson + other.lesson
        return changes, lesson

    def _lesson_again(self, turn: Turn, heard: HeardSentence) -> Lesson:
        """What was learned when these words were first heard, as far as memory still tells."""
        person, words = turn.request.person, {heard.words, *([] if turn.heard else [turn.request.text])}
        evidence, beliefs = self.memory.evidence(person), self.memory.list(person, closed=True)
        episodes = {turn.episode, read_from(turn.episode)}
        return lesson_of(episodes, words, beliefs, evidence, partial(self.mind.note, person))

    def _learn_of_now(self, turn: Turn, heard: HeardSentence) -> Revision:
        request, scene = turn.request, heard.scene
        recalled = self.recollection.of_turn(turn, *searched(request, scene, self.memory.habits))
        if scene.features:
            return learn_features(heard, request, turn.choice, recalled, self.recollection, self.memory, self.mind)
        same = self.mind.same_matter(request, scene, recalled)
        return learn(heard, recalled.beliefs, same, self.memory, self.mind)


def _reaches_on(one: Statement) -> bool:
    """Whether a statement says when it holds, or when not, which no choice of an option does."""
    return bool(one.situation or one.exception)


def _is_of_an_option(one: Statement, names: Sequence[str]) -> bool:
    """Whether a statement only names an option, of which the reading tells, and not what several may have in common."""
    value = stems(one.value)
    parts = [stems(part) for name in names for part in name.split(",")[1:]]
    return value not in parts and any(value <= stems(name) for name in names)


def _is_answer(turn: Turn) -> bool:
    """Whether what is heard now was asked for; who is asked whether they mean a reaction is heard as reacting."""
    return turn.question is not None and not (turn.reaction is not None and is_confirmation(turn.question))
