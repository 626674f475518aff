"""Free talk: what a person tells the agent, or says while it listens, with no list of options in sight.

A message is an episode of its own: what the assistant said just before it (context, never evidence), and the person's
words. It is read once; the same message handed in again teaches nothing more. What it states is held against what is
believed (:mod:`penchant.loop.stated`), and all that follows is written in one durable step with the message, or with
those of a long conversation that were read beside it (:mod:`penchant.loop.talk_batch`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from penchant.domain import (
    EpisodeId,
    Forgetting,
    Heard,
    LeftAlone,
    Lesson,
    Message,
    PersonId,
    Preference,
    PreferenceId,
    Statement,
    TranscriptEntry,
    all_of,
)
from penchant.errors import AlreadyTranscribed, BadInput, WriteConflict
from penchant.loop.aspects import is_of_a_whole
from penchant.loop.forgetting import DONE, Forgetter
from penchant.loop.messages import AHEAD, LONGEST, checked_messages, episode_of, episodes_of
from penchant.loop.recall import Recollection
from penchant.loop.stated import FORGOTTEN, changes_of, left_alone
from penchant.loop.talk_batch import HeardMessage, SpokenMessage, TalkBatch
from penchant.memory import Memory, until_written
from penchant.mind import talk as built_in
from penchant.mind.phrase import line_for_model
from penchant.mind.protocol import Listening, ListeningBesideKnown, Mind
from penchant.mind.quotations import fresh
from penchant.mind.talk.forgetting import clauses, may_ask
from penchant.mind.talk.tagger import TalkTagger
from penchant.terms import stems

QUOTABLE = 256
"""Of more beliefs, those that have most of a message's words are held against it for quotations."""

Progress = Callable[[int, int], None]
"""Is told how many of the person's messages were listened to, and how many there are."""

CONTEXT = 4
"""So many messages before one are read with it."""


class FreeTalk:
    """Listens for one agent: reads messages, and learns from what they state."""

    def __init__(self, memory: Memory, mind: Mind, recollection: Recollection) -> None:
        self.memory = memory
        self.mind = mind
        self._recollection = recollection
        self._forgetter = Forgetter(memory, mind)

    def tell(self, person: str, message: Message, before: Sequence[Message] = (), *, preview: bool = False) -> Lesson:
        """Learn from words that a person says to the agent, perhaps in answer to something; or only say what."""
        episode = episode_of(message)
        if not message.id and message.at is None:
            episode = self._unsaid_since(person, episode)
        at = message.at or self.memory.clock()
        said = SpokenMessage(PersonId(person), message, before, episode, at)
        return self._foreseen(said) if preview else self._take_in(person, said)

    def observe(self, person: str, messages: object, progress: Progress | None = None) -> Lesson:
        """Learn from what a person says in a conversation, in the order of its times."""
        conversation = list(checked_messages(messages))
        spoken = self._in_order(PersonId(person), conversation)
        lessons = list[Lesson]()
        for written in self._taken_in(person, spoken):
            lessons += written
            if progress is not None:
                for done in range(len(lessons) - len(written), len(lessons)):
                    progress(done + 1, len(spoken))
        return all_of(lessons)

    def learn(
        self, person: str, statements: Sequence[Statement], message: Message | None, *, at: datetime | None = None
    ) -> Lesson:
        """Learn what a caller's own model made of a message, or what a caller knows; each is checked like any other."""
        if not isinstance(statements, Iterable) or not all(isinstance(one, Statement) for one in statements):
            raise BadInput('Statements are given as in learn("sam", [Statement("wants", "window seats")]).')
        told = message or Message("user", "; ".join(_typed(one) for one in statements), at)
        if not told.content.strip():
            return Lesson()
        read = statements if message else [replace(one, quote=one.quote or one.value) for one in statements]
        at = told.at or self.memory.clock()
        heard, episode = Heard(tuple(read)), episode_of(told)
        given = SpokenMessage(PersonId(person), told, (), episode, at, heard, checks=message is not None)
        return self._take_in(person, given)

    def forget(self, person: str, what: str | Forgetting | PreferenceId | Sequence[PreferenceId]) -> Forgetting:
        """Forget what words say, or these beliefs; of words that may mean several things it is only shown which."""
        if isinstance(what, str):
            if not what.strip():
                raise BadInput("Say what to forget: words, or the id of a belief.")
            found = self._forgetter.found(person, what)
            if len(found) != 1 or is_of_a_whole(what) or found != self._forgetter.found(person, what, DONE):
                return Forgetting(PersonId(person), what, tuple(found))
            what = Forgetting(PersonId(person), what, tuple(found))
        elif not isinstance(what, Forgetting | int) and not _is_list_of_ids(what):
            raise BadInput(f"Say what to forget: words, or ids of beliefs, not {what!r:.60}.")
        elif not isinstance(what, Forgetting):
            ids = [what] if isinstance(what, int) else list(what)
            what = Forgetting(PersonId(person), "", tuple(self.memory.get(person, PreferenceId(id)) for id in ids))
        if what.person != person:
            raise BadInput(f"This is what {what.person} wanted forgotten; {person} has to say so for themselves.")
        there = {belief.id for belief in self.memory.list(person, closed=True)}
        gone = [belief for belief in what.found if belief.id in there]
        if gone:
            self._forgetter.forget(person, gone, [what.words] if what.words else [], self.memory.clock())
        return replace(what, done=True, lingering=self.memory.lingering)

    def forget_asked(self, person: str, words: str, options: Sequence[str]) -> tuple[str, Lesson]:
        """Forget what words in a task ask to be forgotten; return the rest of the words, and what was forgotten.

        "Forget the stew, I'll have the rice" turns an option down, and asks for nothing to be forgotten.
        """
        kept, about = list[str](), list[str]()
        for part in clauses(words) if may_ask(words) else ():
            heard = listening(getattr(self.mind, "built_in", self.mind))(Message("user", part), ())
            asked = [each for each in heard.forget if not _is_on_offer(each, options)]
            about += asked
            kept += [] if asked else [part]
        if not about:
            return words, Lesson()
        return " ".join(kept), self._forgetter.done(person, about, self.memory.clock())

    def _in_order(self, person: PersonId, conversation: Sequence[Message]) -> list[SpokenMessage]:
        """The person's messages with what was said before each, those of an earlier time first."""
        now = self.memory.clock()
        latest = now
        found = list[SpokenMessage]()
        for place, (message, episode) in enumerate(zip(conversation, episodes_of(conversation), strict=True)):
            latest = message.at or (latest if found else now)
            if message.role == "user" and message.content.strip():
                before = conversation[max(place - CONTEXT, 0) : place]
                found.append(SpokenMessage(person, message, before, episode, latest))
        return sorted(found, key=lambda said: said.at)

    def _unsaid_since(self, person: str, episode: EpisodeId) -> EpisodeId:
        """The episode of words without a time or a name: another one, where what they taught holds no longer.

        What was asked to be forgotten, or taken back, can be asked again.
        """
        beliefs = self.memory.list(person, closed=True)
        again = 1
        while any(belief.episode == episode and not belief.is_open for belief in beliefs) or any(
            line.kind == "heard" and not line.words for line in self.memory.transcript(person, episode)
        ):
            again += 1
            episode = EpisodeId(f"{episode.split('#')[0]}#{again}")
        return episode

    def _foreseen(self, said: SpokenMessage) -> Lesson:
        """What a message would teach; nothing is written."""
        batch = TalkBatch(self.memory, said.person)
        heard = self._heard(batch, said)
        if heard is not None:
            lesson, gone = self._forgetter.foreseen(said.person, heard.forget, said.at)
            batch.known = {id: belief for id, belief in batch.known.items() if belief not in gone}
            marks = self._forgetter.marks(said.person, gone, heard.forget, said.at)
            batch.marks |= {line.words: line.at for line in marks}
            self._learn_from(batch, said, heard, lesson)
        return all_of([one.lesson for one in batch.heard])

    def _take_in(self, person: str, said: SpokenMessage) -> Lesson:
        """What one message teaches."""
        return all_of([lesson for written in self._taken_in(person, [said]) for lesson in written])

    def _taken_in(self, person: str, spoken: Iterable[SpokenMessage]) -> Iterator[list[Lesson]]:
        """What messages teach, in order, batch by batch: durable once it is given, also where the next one breaks."""
        batch = TalkBatch(self.memory, person)
        for said in spoken:
            if batch.is_full or batch.has(said.episode):
                yield self._written(batch)
                batch = TalkBatch(self.memory, person)
            with self._kept(batch):
                heard = self._heard(batch, said)
            if heard is None:
                continue
            forgotten = Lesson()
            if heard.forget:  # also in what was said just before, and before anything else is learned from the message
                yield self._written(batch)
                forgotten = self._forgetter.done(person, heard.forget, said.at)
                batch = TalkBatch(self.memory, person)
            with self._kept(batch):
                self._learn_from(batch, said, heard, forgotten)
        yield self._written(batch)

    @contextmanager
    def _kept(self, batch: TalkBatch) -> Iterator[None]:
        """What was heard before stays learned where a message cannot be."""
        try:
            yield
        except BaseException:
            self._written(batch)
            raise

    def _written(self, batch: TalkBatch) -> list[Lesson]:
        """What each message taught, now that it is durable."""
        with suppress(WriteConflict, AlreadyTranscribed):
            return batch.write()
        return until_written(batch.person, partial(self._written_anew, batch))

    def _written_anew(self, batch: TalkBatch) -> list[Lesson]:
        """The same, where somebody else wrote about this person in the meantime; nothing is read twice."""
        anew = TalkBatch(self.memory, batch.person)
        for one in batch.heard:
            if one.heard is None or self._was_heard(one.spoken):
                anew.pass_by(one.spoken, one.lesson if one.heard is None else self._taught(anew, one.spoken))
            else:
                self._learn_from(anew, one.spoken, one.heard, one.drawn)
        return anew.write()

    def _heard(self, batch: TalkBatch, said: SpokenMessage) -> Heard | None:
        """What a message says; None where it says nothing new, which is noted."""
        if said.at > self.memory.clock() + AHEAD:
            why = f"its time, {said.at:%Y-%m-%d}, is still to come"
            batch.pass_by(said, left_alone(said.message.content, why))
            return None
        if self._was_heard(said):
            batch.pass_by(said, self._taught(batch, said))
            return None
        return said.read or self._read(batch, said)

    def _was_heard(self, said: SpokenMessage) -> bool:
        return any(line.kind == "heard" for line in self.memory.transcript(said.person, said.episode))

    def _taught(self, batch: TalkBatch, said: SpokenMessage) -> Lesson:
        """What was learned when the message was first heard, as far as memory still tells."""
        return batch.taught_before.lesson(said.episode, partial(self.mind.note, batch.person))

    def _learn_from(self, batch: TalkBatch, said: SpokenMessage, heard: Heard, drawn: Lesson) -> None:
        """Add what a message teaches to its batch, besides the lesson that was drawn from it already."""
        lesson, words = drawn, said.message.content[:LONGEST]
        if len(said.message.content) > LONGEST:
            lesson += left_alone(said.message.content[LONGEST:], f"a message is read up to {LONGEST:,} characters")
        changes, taught = changes_of(batch, heard, words, said, self.memory, self.mind)
        lesson += taught
        secret = heard.forget or any(left.why == FORGOTTEN for left in taught.left_alone)
        kept = "" if secret else words  # who asks for something to be forgotten names it
        line = TranscriptEntry(episode=said.episode, number=1, kind="heard", words=kept, at=said.at)
        heard_message = HeardMessage(said, lesson, heard, drawn)
        batch.add(heard_message, changes, [*_context(said, kept), line])

    def _read(self, batch: TalkBatch, said: SpokenMessage) -> Heard:
        """What the message says, but for what the agent said itself or has shown of its memory."""
        words = said.message.content[:LONGEST]
        content = fresh(words, (), person=batch.person, known=partial(self._quoted, batch))
        message = replace(said.message, content=content)
        if isinstance(self.mind, ListeningBesideKnown):
            heard = self.mind.listen(message, said.before, known_of(batch.person, batch.known.values()))
        else:
            heard = listening(self.mind)(message, said.before)
        if content != words:
            heard = replace(heard, left_alone=(*heard.left_alone, LeftAlone("", "pasted text: it came from memory")))
        return heard

    def _quoted(self, batch: TalkBatch, runs: Set[str]) -> list[str]:
        """What is believed, or was said on errands, that has one of these runs of words."""
        beliefs = [belief for belief in batch.known.values() if belief.is_open]
        if len(beliefs) > QUOTABLE:  # what is quoted has the words of the quotation
            found = self.memory.search(batch.person, " ".join(sorted(runs)), limit=QUOTABLE)
            beliefs = [match.preference for match in found] + batch.unwritten
        note = partial(self.mind.note, batch.person)
        return self._recollection.quoted(batch.person, runs, beliefs, note, batch.said)


def known_of(person: str, beliefs: Iterable[Preference]) -> tuple[str, ...]:
    """Lines on open preferences, but private ones, for a mind that reads new words beside them."""
    return tuple(dict.fromkeys(line_for_model(person, one) for one in beliefs if one.is_open and one.use == "free"))


def listening(mind: Mind) -> Callable[[Message, Sequence[Message]], Heard]:
    """How free talk is read: by the mind, or where it does not, by the marks of the encoder."""
    return mind.listen if isinstance(mind, Listening) else partial(built_in.listen, tagger=TalkTagger())


def _context(said: SpokenMessage, kept: str) -> list[TranscriptEntry]:
    """The line of what was said just before the message, by whoever it was."""
    before = [message for message in said.before if message.role != "system" and message.content.strip()]
    if not before or before[-1].role == "user" or not kept:
        return []
    words = before[-1].content[:LONGEST]
    return [TranscriptEntry(episode=said.episode, number=0, kind="said", words=words, at=said.at)]


def _typed(statement: Statement) -> str:
    """A statement that nobody worded, in words."""
    if statement.quote:
        return statement.quote
    parts = [statement.whom, statement.situation, statement.topic, statement.stance, statement.value]
    parts += [f"rather than {name}" for name in statement.rather_than]
    parts += [f"except {statement.exception}" if statement.exception else ""]
    parts += ["from now on" if statement.changed else ""]
    return " ".join(filter(None, parts))


def _is_list_of_ids(what: object) -> bool:
    return isinstance(what, Sequence) and all(isinstance(id, int) for id in what)


def _is_on_offer(about: str, options: Sequence[str]) -> bool:
    """Whether words name one of the options and nothing else."""
    named = stems(about)
    return bool(named) and any(named <= stems(name) for name in options)
