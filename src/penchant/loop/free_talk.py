"""Free talk: what a person tells the agent, or says while it listens, with no list of options in sight.

A message is an episode of its own: what the assistant said just before it (context, never evidence), and the person's
words. It is read once; the same message handed in again teaches nothing more. What it states is held against what is
believed (:mod:`penchant.loop.reconcile`), and all that follows is written in one durable step with the message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from penchant.domain import (
    Draft,
    EpisodeId,
    Evidence,
    Forgetting,
    Heard,
    LeftAlone,
    Lesson,
    Message,
    Origin,
    PersonId,
    Preference,
    PreferenceId,
    Source,
    Statement,
    TranscriptEntry,
    all_of,
)
from penchant.errors import BadInput
from penchant.loop.barred import barred, is_barred
from penchant.loop.constraints import AS_TOLD
from penchant.loop.forgetting import Forgetter
from penchant.loop.learn import lesson_of
from penchant.loop.messages import AHEAD, LONGEST, checked_messages, episode_of, episodes_of
from penchant.loop.quotations import fresh
from penchant.loop.recall import Recollection
from penchant.loop.reconcile import contradictory, effect_of
from penchant.loop.sureness import FLOOR
from penchant.memory import Memory, until_written
from penchant.mind import talk as built_in
from penchant.mind.protocol import Listening, Mind
from penchant.store import Change, Close, Transcribe, Trust, Witness
from penchant.store.snapshot import Snapshot, plan

BELIEVED: dict[Origin, float] = {"stated": 0.95, "chosen": 0.85, "implied": 0.7, "behaviour": 0.7}
"""How far a statement is believed that was read for sure, by how it showed."""

QUOTABLE = 256
"""Of more beliefs, those that have most of a message's words are held against it for quotations."""

FORGOTTEN = "it was to be forgotten"
Progress = Callable[[int, int], None]
"""Is told how many of the person's messages were listened to, and how many there are."""

CONTEXT = 4
"""So many messages before one are read with it."""

_WHY_SHOWN = 200  # so many characters of what was left alone are shown


@dataclass(frozen=True, slots=True)
class _Said:
    """A message of the person's, in its place."""

    message: Message
    before: Sequence[Message]
    episode: EpisodeId
    at: datetime


class FreeTalk:
    """Listens for one agent: reads messages, and learns from what they state."""

    def __init__(self, memory: Memory, mind: Mind, recollection: Recollection) -> None:
        self.memory = memory
        self.mind = mind
        self._recollection = recollection
        self._forgetter = Forgetter(memory, mind)

    def tell(self, person: str, message: Message, before: Sequence[Message] = ()) -> Lesson:
        """Learn from words that a person says to the agent, perhaps in answer to something."""
        episode = episode_of(message)
        if not message.id and message.at is None:
            episode = self._unsaid_since(person, episode)
        return self._take_in(person, _Said(message, before, episode, message.at or self.memory.clock()))

    def observe(self, person: str, messages: object, progress: Progress | None = None) -> Lesson:
        """Learn from what a person says in a conversation, in the order of its times."""
        conversation = list(checked_messages(messages))
        spoken = self._in_order(conversation)
        lessons = list[Lesson]()
        for done, said in enumerate(spoken, 1):
            if said.at > self.memory.clock() + AHEAD:
                why = f"its time, {said.at:%Y-%m-%d}, is still to come"
                lessons.append(_left_alone(said.message.content, why))
            else:
                lessons.append(self._take_in(person, said))
            if progress is not None:
                progress(done, len(spoken))
        return all_of(lessons)

    def learn(
        self, person: str, statements: Sequence[Statement], message: Message | None, *, at: datetime | None = None
    ) -> Lesson:
        """Learn what a caller's own model made of a message, or what a caller knows; each is checked like any other."""
        if isinstance(statements, Statement) or not all(isinstance(one, Statement) for one in statements):
            raise BadInput('Statements are given as in learn("sam", [Statement("wants", "window seats")]).')
        told = message or Message("user", "; ".join(_typed(one) for one in statements), at)
        if not told.content.strip():
            return Lesson()
        said = _Said(told, (), episode_of(told), told.at or self.memory.clock())
        read = statements if message else [replace(one, quote=one.quote or one.value) for one in statements]
        return self._take_in(person, said, Heard(tuple(read)), checks=message is not None)

    def forget(self, person: str, what: str | Forgetting | PreferenceId | Sequence[PreferenceId]) -> Forgetting:
        """Forget what words say, or these beliefs; of words that mean several things it is only shown which."""
        if isinstance(what, str):
            if not what.strip():
                raise BadInput("Say what to forget: words, or the id of a belief.")
            found = self._forgetter.found(person, what)
            if len(found) != 1:
                return Forgetting(PersonId(person), what, tuple(found))
            what = Forgetting(PersonId(person), what, tuple(found))
        elif not isinstance(what, Forgetting):
            ids = [what] if isinstance(what, int) else list(what)
            what = Forgetting(PersonId(person), "", tuple(self.memory.get(person, PreferenceId(id)) for id in ids))
        if what.person != person:
            raise BadInput(f"This is what {what.person} wanted forgotten; {person} has to say so for themselves.")
        there = {belief.id for belief in self.memory.list(person, closed=True)}
        gone = [belief for belief in what.found if belief.id in there]
        if gone:
            self._forgetter.forget(person, gone, [what.words] if what.words else [], self.memory.clock())
        return replace(what, done=True)

    def _in_order(self, conversation: Sequence[Message]) -> list[_Said]:
        """The person's messages with what was said before each, those of an earlier time first."""
        now = self.memory.clock()
        latest = now
        found = list[_Said]()
        for place, (message, episode) in enumerate(zip(conversation, episodes_of(conversation), strict=True)):
            latest = message.at or (latest if found else now)
            if message.role == "user" and message.content.strip():
                before = conversation[max(place - CONTEXT, 0) : place]
                found.append(_Said(message, before, episode, latest))
        return sorted(found, key=lambda said: said.at)

    def _unsaid_since(self, person: str, episode: EpisodeId) -> EpisodeId:
        """The episode of words without a time or a name: another one, where what they taught holds no longer."""
        beliefs = self.memory.list(person, closed=True)
        again = 1
        while any(belief.episode == episode and not belief.is_open for belief in beliefs):
            again += 1
            episode = EpisodeId(f"{episode.split('#')[0]}#{again}")
        return episode

    def _take_in(self, person: str, said: _Said, read: Heard | None = None, *, checks: bool = True) -> Lesson:
        return until_written(person, partial(self._listen, person, said, read, checks=checks))

    def _listen(self, person: str, said: _Said, read: Heard | None, *, checks: bool) -> Lesson:
        revision = self.memory.store.revision(PersonId(person))
        lines = self.memory.transcript(person, said.episode)
        if any(line.kind == "heard" for line in lines):
            return self._lesson_again(person, said)
        words = said.message.content[:LONGEST]
        lesson = Lesson()
        if len(said.message.content) > LONGEST:
            lesson += _left_alone(said.message.content[LONGEST:], f"a message is read up to {LONGEST:,} characters")
        heard = read or self._read(person, replace(said, message=replace(said.message, content=words)))
        changes, taught = self._changes(person, heard, words, said, checks=checks)
        lesson += taught
        gone = [found for about in heard.forget for found in self._forgetter.found(person, about)]
        secret = heard.forget or any(left.why == FORGOTTEN for left in taught.left_alone)
        kept = "" if secret else words  # who asks for something to be forgotten names it
        entries = [*_context(said, lines, kept), TranscriptEntry(
            episode=said.episode, number=1, kind="heard", words=kept, at=said.at
        )]  # fmt: skip
        opened = self.memory.apply(person, [*changes, *map(Transcribe, entries)], expected=revision)
        lesson = replace(lesson, beliefs=tuple(opened))
        return lesson + self._forgetter.forget(person, gone, heard.forget, said.at) if heard.forget else lesson

    def _read(self, person: str, said: _Said) -> Heard:
        """What the message says, but for what the agent said itself or has shown of its memory."""
        message = said.message
        content = fresh(message.content, (), person=person, known=partial(self._quoted, person))
        listen = self.mind.listen if isinstance(self.mind, Listening) else built_in.listen
        heard = listen(replace(message, content=content), said.before)
        if content != message.content:
            heard = replace(heard, left_alone=(*heard.left_alone, LeftAlone("", "pasted text: it came from memory")))
        return heard

    def _quoted(self, person: str, runs: Set[str]) -> list[str]:
        """What is believed, or was said on errands, that has one of these runs of words."""
        beliefs = self.memory.list(person)
        if len(beliefs) > QUOTABLE:  # what is quoted has the words of the quotation
            found = self.memory.search(person, " ".join(sorted(runs)), limit=QUOTABLE)
            beliefs = [match.preference for match in found]
        return self._recollection.quoted(person, runs, beliefs, partial(self.mind.note, person))

    def _changes(
        self, person: str, heard: Heard, words: str, said: _Said, *, checks: bool
    ) -> tuple[list[Change], Lesson]:
        """What follows from what was heard: the changes, and what they are in words."""
        changes, lesson = list[Change](), Lesson(left_alone=tuple(_shortened(one) for one in heard.left_alone))
        both = contradictory(heard.statements)
        marks = barred(self.memory, person)
        known: Sequence[Preference] = self.memory.list(person, closed=True)
        for statement in heard.statements:
            quote = statement.quote or statement.value
            if checks and statement.quote and statement.quote not in words:
                lesson += _left_alone(quote, "the quotation is not in the message")
            elif not statement.value.strip():
                lesson += _left_alone(quote, "it names nothing")
            elif not 0 <= statement.sure <= 1:
                raise BadInput(f"How sure a reading is lies between 0 and 1, and is not {statement.sure!r:.40}.")
            elif statement.sure < FLOOR:
                lesson += _left_alone(quote, "not sure")
            elif statement in both:
                lesson += _left_alone(quote, "it says one thing and its opposite")
            elif is_barred(person, statement, marks, said.at):
                lesson += _left_alone("", FORGOTTEN)
            else:
                more, taught = self._learned(person, statement, known, words, said)
                changes += more
                lesson += taught
                known = _as_if(person, known, more)
        return changes, lesson

    def _learned(
        self, person: str, statement: Statement, known: Sequence[Preference], words: str, said: _Said
    ) -> tuple[list[Change], Lesson]:
        believed = AS_TOLD if statement.kind == "constraint" else BELIEVED[statement.origin]
        confidence = believed * statement.sure
        effect = effect_of(statement, [belief for belief in known if belief.is_open], said.at)
        if effect.newer:
            return [], _left_alone(statement.quote or statement.value, "something newer is known")
        note = partial(self.mind.note, person)
        quote = statement.quote or words
        changes = list[Change]()
        for belief in effect.confirmed:
            likely = 1 - (1 - belief.confidence) * (1 - confidence)
            changes += [Witness(_evidence(belief.id, said, quote, True)), Trust(belief.id, likely, said.at)]
        for belief in effect.closed:
            changes += [Witness(_evidence(belief.id, said, quote, False)), Close(belief.id, said.at)]
        lesson = Lesson(closed=tuple(map(note, effect.closed)), confirmed=tuple(map(note, effect.confirmed)))
        if effect.opens:
            draft = Draft(
                situation=statement.situation,
                topic=statement.topic,
                stance=statement.stance,
                value=statement.value,
                confidence=confidence,
                words=quote,
                episode=said.episode,
                kind=statement.kind,
                whom=statement.whom,
                origin=statement.origin,
                use=statement.use,
            )
            replaced = next((belief.id for belief in effect.closed), None)
            changes.append(self.memory.opening(draft, _SOURCE[statement.origin], replaces=replaced, at=said.at))
            lesson += Lesson(opened=(note(draft),))
        return changes, lesson

    def _lesson_again(self, person: str, said: _Said) -> Lesson:
        """What was learned when the message was first heard, as far as memory still tells."""
        evidence = [item for item in self.memory.evidence(person) if item.episode == said.episode]
        beliefs = self.memory.list(person, closed=True)
        words = {item.words for item in evidence}
        lesson = lesson_of(said.episode, words, beliefs, self.memory.evidence(person), partial(self.mind.note, person))
        opened = tuple(belief.id for belief in beliefs if belief.episode == said.episode)
        return replace(lesson, beliefs=opened)


_SOURCE: dict[Origin, Source] = {
    "stated": "statement",
    "chosen": "answer",
    "implied": "statement",
    "behaviour": "behaviour",
}


def _context(said: _Said, lines: Sequence[TranscriptEntry], kept: str) -> list[TranscriptEntry]:
    """The line of what was said just before the message, by whoever it was."""
    before = [message for message in said.before if message.role != "system" and message.content.strip()]
    if not before or before[-1].role == "user" or lines or not kept:
        return []
    words = before[-1].content[:LONGEST]
    return [TranscriptEntry(episode=said.episode, number=0, kind="said", words=words, at=said.at)]


def _typed(statement: Statement) -> str:
    """A statement that nobody worded, in words."""
    if statement.quote:
        return statement.quote
    parts = (statement.whom, statement.situation, statement.topic, statement.stance, statement.value)
    return " ".join(part for part in (*parts, "from now on" if statement.changed else "") if part)


def _evidence(id: PreferenceId, said: _Said, words: str, supports: bool) -> Evidence:
    return Evidence(preference=id, episode=said.episode, source="statement", supports=supports, words=words, at=said.at)


def _as_if(person: str, known: Sequence[Preference], changes: Sequence[Change]) -> Sequence[Preference]:
    """What would be believed once the changes were made."""
    if not changes:
        return known
    kept = {belief.id: belief for belief in known}
    steps = plan(PersonId(person), changes, next_id=max(kept, default=0) + 1, has=kept.__contains__, size=None)
    return Snapshot(0, kept).after(steps, 0).read(closed=True)


def _left_alone(words: str, why: str) -> Lesson:
    return Lesson(left_alone=(_shortened(LeftAlone(words, why)),))


def _shortened(one: LeftAlone) -> LeftAlone:
    return one if len(one.words) <= _WHY_SHOWN else LeftAlone(f"{one.words[:_WHY_SHOWN]}…", one.why)
