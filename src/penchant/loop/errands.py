"""Errands: a request is considered, what the person says is heard, and the same errand may be considered anew."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from penchant.domain import (
    Action,
    Basis,
    Briefing,
    Choice,
    EpisodeId,
    Exchange,
    Lesson,
    Message,
    PersonId,
    Preference,
    Profile,
    Question,
    Reading,
    Request,
    Scene,
    Turn,
    Utterance,
    is_told,
    readable,
)
from penchant.errors import AlreadyTranscribed, BadInput
from penchant.loop.ask import AskPolicy
from penchant.loop.ask_back import as_meant, asked_already, in_doubt, options_of
from penchant.loop.barred import barred
from penchant.loop.briefing import asked_for, briefing_of
from penchant.loop.constraints import as_agreed, ruled_out, said_in, taken_back
from penchant.loop.decider import Decider, among, fitting_ways, tells
from penchant.loop.errand import ONLY_NOW, brought, recall_for
from penchant.loop.free_talk import FreeTalk, known_of
from penchant.loop.learn import Doubt
from penchant.loop.learner import Learner
from penchant.loop.methods import Method
from penchant.loop.occasions import for_now
from penchant.loop.parts import check_hearing, check_request
from penchant.loop.recall import Recollection, searched
from penchant.loop.sureness import FLOOR
from penchant.loop.transcript import Lines, lines_of, said_next, saying, was_heard
from penchant.loop.watch import Watching
from penchant.memory import Memory, until_written
from penchant.mind import phrase
from penchant.mind.explain import because, is_confirmation, though_ruled_out, to_drop
from penchant.mind.protocol import ListeningBesideKnown, Mind, Recalled, Weighed
from penchant.mind.quotations import is_framed
from penchant.mind.told.names import is_long
from penchant.mind.understand.turns import as_confirmed
from penchant.store import Transcribe


class Errands:
    """What an agent does with requests: asks or acts, hears answers and reactions, and learns from them."""

    def __init__(
        self,
        memory: Memory,
        mind: Mind,
        method: Method,
        policy: AskPolicy,
        recollection: Recollection,
        watching: Watching,
        talk: FreeTalk,
    ) -> None:
        self.memory = memory
        self.mind = mind
        self.method = method
        self.policy = policy
        self._recollection = recollection
        self._watching = watching
        self.talk = talk

    def consider(self, request: Request, *, may_ask: bool = True, episode: str | None = None) -> Turn:
        """A question where one is worth asking, else a choice with its reasons. Nothing is learned yet."""
        check_request(request, episode)
        if not (request.options or request.places):
            return self._briefed(request, may_ask=may_ask, episode=episode)
        scene = self.mind.survey(request)
        id = EpisodeId(episode or uuid.uuid4().hex)
        recalled = self._recall(request, scene, id)
        basis = _basis(recalled)
        turn = Turn(episode=id, request=request, scene=scene, basis=basis, may_ask=may_ask)
        if asked := self._decider.asked_for(request, scene, recalled):  # a request is for now: nothing lasting follows
            turn = replace(turn, choice=asked, once=True)
            return self._said(turn) if may_ask else turn
        if forbidden := self._decider.asked_for_though_ruled_out(request, scene, recalled):
            if may_ask and self._decider.may_confirm(turn):
                return self._said(replace(turn, question=Question(though_ruled_out(forbidden), tuple(forbidden))))
            return self._go_on(turn, scene, recalled, (), may_ask=may_ask)  # refused, and told why
        return self._go_on(turn, scene, recalled, self._decider.ways(request, scene, recalled), may_ask=may_ask)

    def hear(self, turn: Turn, words: str) -> Turn:
        """Take in what the person said: an answer leads on to a choice (or one more question), a reaction ends it.

        Where a reaction is in doubt and would overturn what is trusted, the turn asks back (``question``, with its
        ``reaction``) before anything is learned from it; what is said to that ends it.

        The same words for the same turn count once, whichever process hears them; others are BadInput then.
        """
        check_hearing(turn, words)
        words = readable(words)
        if turn.briefing is not None:
            return self._hear_briefed(turn, words)
        listen = self._hear_answer if turn.question else self._hear_reaction
        if turn.question and turn.reaction is not None:
            listen = self._hear_reply
        if not self.method.remembers:
            return listen(turn, words, Lines())
        self._recollection.check(turn)
        rest, forgotten = self.talk.forget_asked(turn.request.person, words, turn.request.options)
        if forgotten:
            turn = self._recollection.without_forgotten(turn)
        if words and not rest:
            return replace(turn, lesson=turn.lesson + forgotten)  # what was asked or done is still open
        words = rest

        def learn() -> Turn:
            revision = self._recollection.check(turn)
            return listen(turn, words, lines_of(self.memory, turn.request.person, turn.episode, revision))

        heard = until_written(turn.request.person, learn)
        return replace(heard, lesson=forgotten + heard.lesson) if forgotten else heard

    def reconsider(self, turn: Turn) -> Turn:
        """Another choice on the same errand, in the light of what the person said of the one before."""
        if not isinstance(turn, Turn) or turn.choice is None or turn.reaction is None or turn.question is not None:
            raise BadInput("There is nothing to reconsider yet: act, and hear what the person says of it.")
        heard = (*turn.heard, brought(_names(turn.choice.action), turn.reaction))
        request, scene = turn.request, turn.scene or self.mind.survey(turn.request)
        recalled = self._recall(request, scene, turn.episode, heard)
        ways = self._decider.ways(request, scene, recalled)
        if not request.described:  # what was wrong once is not done again
            ways = [way for way in ways if way.action != turn.choice.action]
        choice = self._decider.choice(request, scene, recalled, ways)
        basis = _basis(recalled)
        turn = replace(turn, choice=choice, heard=heard, reaction=None, corrected=False, scene=scene, basis=basis)
        return self._said(turn)

    def recall(self, turn: Turn) -> list[Preference]:
        """What the agent goes by on this errand: what it believes that may bear on it, and what was said on it."""
        if not isinstance(turn, Turn):
            raise BadInput(f"Recall for a turn that `consider` gave, not for {turn!r:.80}.")
        scene = turn.scene or self.mind.survey(turn.request)
        recalled = self._recall(turn.request, scene, turn.episode, turn.heard)
        return [*recalled.constraints, *(held.preference for held in recalled.beliefs)]

    def _briefed(self, request: Request, *, may_ask: bool, episode: str | None) -> Turn:
        """Where there is nothing to choose from: what is known that bears on it, or a question worth asking."""
        turn = Turn(episode=EpisodeId(episode or uuid.uuid4().hex), request=request, may_ask=may_ask)
        if not self.method.remembers:
            return replace(turn, briefing=Briefing(Profile(PersonId(request.person), request.text)))
        briefing, missing = briefing_of(self.memory, self.mind, request.person, request.text)
        if may_ask and missing and self.method.asks and not turn.heard:
            turn = replace(turn, question=asked_for(missing[0]))
        return replace(turn, briefing=briefing)

    def _hear_briefed(self, turn: Turn, words: str) -> Turn:
        """Learn from what was said to a briefing, or to what was asked for it, as from any free talk."""
        person, asked = turn.request.person, turn.question
        lesson = Lesson()
        if self.method.remembers and words.strip():
            said = Message("user", words, id=f"{turn.episode}-{len(turn.heard)}")
            context = Message("assistant", asked.text) if asked else Message("user", turn.request.text)
            lesson = self.talk.tell(person, said, (context,))
        if asked is None:
            return replace(turn, reaction=words, lesson=turn.lesson + lesson)
        heard = (*turn.heard, Exchange(asked, words))
        briefing = turn.briefing
        if self.method.remembers:
            briefing, _ = briefing_of(self.memory, self.mind, person, turn.request.text)
        return replace(turn, question=None, heard=heard, briefing=briefing, lesson=turn.lesson + lesson)

    def _go_on(
        self, turn: Turn, scene: Scene, recalled: Recalled, ways: Sequence[Weighed], *, may_ask: bool = True
    ) -> Turn:
        """The turn with a question, where one is worth asking, or else with a choice."""
        request = turn.request
        if may_ask and (question := self._decider.last_resort(turn, scene, recalled, ways)):
            return self._said(replace(turn, question=question))
        if not may_ask:
            return replace(turn, choice=self._decider.choice(request, scene, recalled, ways))
        question, why = self._decider.question(request, scene, recalled, ways, asked=len(turn.heard))
        if question is not None:
            return self._said(replace(turn, question=replace(question, why=why)))
        choice = replace(self._decider.choice(request, scene, recalled, ways), unasked=why)
        return self._said(replace(turn, choice=choice))

    def _said(self, turn: Turn) -> Turn:
        """The turn, once what it says is in the transcript, if nobody could tell later on whose words they are.

        What is said in built-in words is transcribed with what is heard; an exam says nothing that is to be kept.
        """
        if self.method.remembers and self._is_in_own_words(turn):
            at = turn.basis.at if turn.basis else self.memory.clock()
            with suppress(AlreadyTranscribed):  # considered twice under one name
                self.memory.apply(turn.request.person, [Transcribe(saying(turn, at))])
        return turn

    def _is_in_own_words(self, turn: Turn) -> bool:
        """Whether the mind found words for the question, or for its reasons, that are not made of a belief."""
        person = turn.request.person
        if turn.question is not None and turn.question.back == "reaction":
            return True  # by then its reaction is learned from, and would not be doubted again
        if turn.question is not None:
            return not is_framed(turn.question.text, person)
        told = turn.choice.reasons[:1] if turn.choice and tells(self.mind) else ()
        return any(reason.note != self.mind.note(person, reason.preference) for reason in told)

    def _hear_answer(self, turn: Turn, words: str, lines: Lines) -> Turn:
        assert turn.question is not None
        request, scene = turn.request, turn.scene or self.mind.survey(turn.request)
        asked, rules = turn.question, self._rules(turn)
        ruled = ruled_out(request, scene, rules, self.mind)
        options = tuple(
            dict.fromkeys((*options_of(asked, scene), *ruled))
        )  # who asks for what is ruled out is understood
        learner = self._learner
        said = learner.fresh(turn, scene, words)
        reading = as_meant(
            asked,
            self.mind.understand(self._beside_known(Utterance(said, options, question=asked, request=request))),
            said,
        )
        reading = as_confirmed(asked, reading, said)
        taken = learner.sentence(turn, scene, reading, said)
        found = learner.doubts(turn, taken)
        lesson = learner.learn(turn, taken, words, lines)
        heard = (*turn.heard, Exchange(turn.question, words))
        recalled, once = self._recall(request, scene, turn.episode, heard), turn.once or reading.once
        basis, lesson = _basis(recalled), turn.lesson + lesson
        turn = replace(turn, question=None, heard=heard, once=once, lesson=lesson, scene=scene, basis=basis)
        if reading.once and scene.features:
            recalled = for_now(taken, recalled)
        if question := self._confirmation(turn, reading, rules, ruled):
            return self._said(replace(turn, question=question))
        settled = is_confirmation(asked)
        ways = self._decider.ways(request, scene, recalled, {*reading.wants, *reading.accepts} if settled else ())
        heard_well = settled or not said.strip()
        if not heard_well and (question := self._decider.ask_back(turn, reading, found, recalled, ways)):
            return self._said(replace(turn, question=question))
        sure = min([doubt.likely for doubt in found], default=reading.sure)
        heeded = not (scene.features or request.described) and sure >= FLOOR
        fitting = fitting_ways(ways, reading) if heeded else None
        if fitting is None:
            return self._go_on(turn, scene, recalled, ways)
        if len(fitting) > 1 and not (reading.wants or reading.accepts):  # they only said what it is not
            fitting = among(fitting)
            question, why = self._decider.question(request, scene, recalled, fitting, asked=len(turn.heard))
            if question is not None:
                return self._said(replace(turn, question=replace(question, why=why)))
            sure *= fitting[0].likelihood
        action = fitting[0].action if fitting else Action()
        choice = Choice(action, min(self.policy.reliability, sure), (), because(action, (), said, scene))
        return replace(turn, choice=self._decider.mindful(choice, request.person, ruled) if not fitting else choice)

    def _beside_known(self, utterance: Utterance) -> Utterance:
        """The utterance with what is known of the person, for a mind that reads it beside that."""
        if not (self.method.remembers and isinstance(self.mind, ListeningBesideKnown) and utterance.request):
            return utterance
        person = utterance.request.person
        told = [one for one in self.memory.list(person) if is_told(one) or one.kind != "taste"]
        return replace(utterance, known=known_of(person, told))

    def _rules(self, turn: Turn) -> Sequence[Preference]:
        """What this person keeps to, whatever the errand."""
        if not self.method.remembers:
            return ()
        known = self._recollection.constraints_of(turn.request.person)
        return (*known, *said_in(turn.request, known, self.memory.clock()))

    def _confirmation(
        self, turn: Turn, reading: Reading, rules: Sequence[Preference], ruled: Mapping[str, Preference]
    ) -> Question | None:
        """A question before a constraint is dropped, or broken: whether they mean it."""
        if not rules or not self._decider.may_confirm(turn):
            return None
        if dropped := taken_back(reading, rules):
            return to_drop(dropped[0], "answer")
        meant = {name: ruled[name] for name in (*reading.wants, *reading.accepts) if name in ruled}
        return Question(though_ruled_out(meant), tuple(meant), back="answer") if meant else None

    def _hear_reaction(self, turn: Turn, words: str, lines: Lines) -> Turn:
        scene, learner = turn.scene or self.mind.survey(turn.request), self._learner
        said = learner.fresh(turn, scene, words)
        reading = self._reaction(turn, scene, said)
        taken = learner.sentence(turn, scene, reading, said)
        if was_heard(turn, words, lines):
            question = asked_already(said_next(turn, lines), scene, self._rules(turn))
        else:
            question = self._asked_back(turn, reading, learner.doubts(turn, taken)) if self.method.corrected else None
        waits = question is not None and is_confirmation(question)
        lesson = learner.learn(turn, taken, words, lines, kept=not waits)
        turn = self._over(turn, scene, reading, lesson, words)
        if question is None:
            return turn
        corrected = turn.corrected and not waits
        return self._said(replace(turn, question=question, corrected=corrected, doubted=reading if waits else None))

    def _hear_reply(self, turn: Turn, words: str, lines: Lines) -> Turn:
        """Learn from what was said when a reaction was asked back about: it is one more word of the matter."""
        asked, reaction = turn.question, turn.reaction
        assert asked is not None
        assert reaction is not None
        scene, learner = turn.scene or self.mind.survey(turn.request), self._learner
        said = learner.fresh(turn, scene, words)
        reply = self.mind.understand(Utterance(said, options_of(asked, scene), question=asked, request=turn.request))
        heard = (*turn.heard, Exchange(asked, words))
        if not is_confirmation(asked):
            taken = learner.sentence(turn, scene, as_meant(asked, reply, said), said)
            lesson = turn.lesson + learner.learn(turn, taken, words, lines)
            return replace(turn, question=None, heard=heard, lesson=lesson)
        first = learner.fresh(turn, scene, reaction)  # nothing was learned from it yet
        before = turn.doubted or self._reaction(turn, scene, first)
        reading = as_agreed(asked, before, as_confirmed(asked, reply, said))
        lesson = learner.learn(turn, learner.sentence(turn, scene, reading, first), words, lines)
        turn = replace(turn, question=None, doubted=None, heard=heard)
        return self._over(turn, scene, reading, lesson, reaction)

    def _reaction(self, turn: Turn, scene: Scene, said: str) -> Reading:
        """What a reaction says."""
        acted = _names(turn.choice.action) if turn.choice else ()
        options = (*scene.things, *scene.places, *scene.values)
        reading = self.mind.understand(self._beside_known(Utterance(said, options, acted, request=turn.request)))
        if turn.once and reading.verdict == "right":
            reading = replace(reading, once=True)  # pleased with what was for this one time
        return reading

    def _asked_back(self, turn: Turn, reading: Reading, found: Sequence[Doubt]) -> Question | None:
        """A question back about a reaction that would drop a constraint, or overturn what is trusted if it pays."""
        if (dropped := taken_back(reading, self._rules(turn))) and self._decider.may_confirm(turn):
            return to_drop(dropped[0], "reaction")
        if self._decider.may_ask_back(turn):
            for doubt in in_doubt(found):
                if self.policy.is_worth_confirming(doubt.likely):
                    return phrase.ask_back(doubt.stance, (doubt.value,), "reaction")
        return None

    def _over(self, turn: Turn, scene: Scene, reading: Reading, lesson: Lesson, reaction: str) -> Turn:
        """The turn at its end, with what was learned from the reaction."""
        declined = turn.choice is not None and turn.choice.action.declined
        fine = {*reading.wants, *reading.accepts} & {*scene.things, *scene.places}
        wrong = reading.verdict == "wrong" or (declined and bool(fine))  # something would have done after all
        return replace(turn, reaction=reaction, corrected=wrong and bool(lesson), lesson=turn.lesson + lesson)

    def _recall(self, request: Request, scene: Scene, episode: EpisodeId, heard: Sequence[Exchange] = ()) -> Recalled:
        """Recall what bears on a request, without the words that were said on this very task."""
        if request.described:
            return recall_for(request, heard, self.memory, self.mind, remembers=self.method.remembers)
        if not self.method.remembers:
            return Recalled()
        recalled = self._recollection.of(request.person, *searched(request, scene, self.memory.habits))
        sayings = tuple(one for one in recalled.sayings if one.episode != episode)
        if len(sayings) < len(recalled.sayings):
            recalled = replace(recalled, sayings=sayings)
        if is_long(request.options):
            recalled = replace(recalled, barred=frozenset(barred(self.memory, request.person)))
        said = said_in(request, recalled.constraints, self.memory.clock())
        return replace(recalled, constraints=(*recalled.constraints, *said)) if said else recalled

    @property
    def _decider(self) -> Decider:
        return Decider(self.mind, self.method, self.policy)

    @property
    def _learner(self) -> Learner:
        return Learner(self.memory, self.mind, self.method, self._recollection, self._watching)


def _names(action: Action) -> tuple[str, ...]:
    return tuple(name for name in (action.thing, action.place) if name)


def _basis(recalled: Recalled) -> Basis | None:
    if recalled.at is None:
        return None
    kept = [held.preference.id for held in recalled.beliefs if held.preference.id != ONLY_NOW]
    return Basis(tuple(kept), recalled.revision, recalled.at, recalled.epoch)
