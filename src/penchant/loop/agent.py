"""The agent: considers a request, hears what the person says, and remembers."""

from __future__ import annotations

import uuid
from collections.abc import Container, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Self, TypeGuard

from penchant.domain import (
    Action,
    Basis,
    Behaviour,
    Choice,
    EpisodeId,
    Exchange,
    Lesson,
    Preference,
    Question,
    Reading,
    Reason,
    Request,
    Scene,
    Turn,
    Utterance,
    readable,
)
from penchant.embed import cached
from penchant.errors import AlreadyTranscribed, BadInput
from penchant.lm import LanguageModel
from penchant.loop.ask import AskPolicy
from penchant.loop.errand import ONLY_NOW, brought, recall_for, remark_of
from penchant.loop.events import is_rating
from penchant.loop.explain import because, reasons
from penchant.loop.features import learn_features
from penchant.loop.learn import REACTIONS, SAME, HeardSentence, Revision, learn, lesson_of, source_of
from penchant.loop.methods import Method, method_named
from penchant.loop.occasions import for_now, learn_occasions
from penchant.loop.quotations import fresh, is_framed
from penchant.loop.recall import Recollection
from penchant.loop.transcript import Lines, hearing, lines_of, saying, was_heard
from penchant.loop.watch import Watching
from penchant.memory import Clock, Habits, Memory, now
from penchant.mind import catalogue, writing
from penchant.mind.behaviour import SEEN, Assortment
from penchant.mind.protocol import Choosing, Mind, Part, Recalled, Telling, Weighed
from penchant.plugins import embedder_named, mind_named, needs_model, open_store
from penchant.store import Change, Transcribe

_NOTHING: frozenset[str] = frozenset()

MOST_RACES = 3
"""So often words are heard anew because another process wrote to the same episode first."""


class Agent:
    """Asks when a question is worth it, acts on what it knows about this person, says why, and learns.

    >>> agent = Agent.open(":memory:")
    >>> turn = agent.consider(Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"]))
    >>> turn.question.text
    'Which would you like: black coffee or herbal tea?'
    >>> turn = agent.hear(turn, "the tea, coffee makes me anxious")
    >>> str(turn.choice.action)
    'herbal tea'
    """

    def __init__(
        self,
        memory: Memory,
        mind: Mind,
        *,
        method: Method | None = None,
        policy: AskPolicy | None = None,
        assortment: Assortment | None = None,
    ) -> None:
        self.memory = memory
        self.mind = mind
        self.method = method or method_named("both")
        self.policy = policy or AskPolicy()
        self._recollection = Recollection(memory)
        self._watching = Watching(memory, mind, assortment)

    @classmethod
    def open(
        cls,
        where: str | Path = "memory.db",
        *,
        embedder: str = "wordllama",
        mind: str | Mind = "built-in",
        lm: LanguageModel | None = None,
        lm_options: Mapping[str, Any] | None = None,
        method: str | Method | None = None,
        policy: AskPolicy | None = None,
        habits: Habits | None = None,
        assortment: Assortment | None = None,
        clock: Clock = now,
    ) -> Agent:
        """An agent on a memory file (made when absent), or on ``":memory:"``; embedders and minds go by plugin name.

        A mind may also be given as one that was made already.
        Other stores go by name or URL: ``sqlite``, ``faiss``, ``memory``, ``faiss:FOLDER``, ``postgresql://…``; a
        ``Path`` is a file's, whatever its name.
        The mind ``lm`` understands with a language model, such as ``penchant.lm.openai.OpenAIModel("NAME")``; with
        ``lm_options={"choose": True, "phrase": True}`` it also lets it choose, and word questions and reasons.
        An ``assortment`` says what can be had, so that :meth:`watch` can tell a liking from chance.
        ``method`` says whether it may ask and be corrected (``none``, ``pre``, ``post``, ``both``), ``clock`` what
        time it is. Close the agent when you are done, or open it in a ``with`` statement.
        """
        if not isinstance(where, str | Path):
            raise BadInput(f"A memory is named by a text or a path, not by {where!r}.")
        _check_parts(method=method, policy=policy, habits=habits, assortment=assortment, lm_options=lm_options)
        _check_clock(clock)
        way = method_named(method) if isinstance(method, str) else method
        if habits is None and way is not None:
            habits = way.habits
        vectors = cached(embedder_named(embedder))
        if isinstance(mind, str):  # a mistyped name must not leave a new file behind
            _check_model(mind, lm)
            made = mind_named(mind, vectors, lm=lm, **(lm_options or {}))
        else:
            made = _made_already(mind, lm, lm_options)
        address = where if isinstance(where, str) else str(where.absolute())
        memory = Memory(open_store(address, vectors), vectors, clock, habits=habits)
        return cls(memory, made, method=way, policy=policy, assortment=assortment)

    def consider(self, request: Request, *, may_ask: bool = True, episode: str | None = None) -> Turn:
        """A question where one is worth asking, else a choice with its reasons. Nothing is learned yet."""
        if not isinstance(request, Request):
            raise BadInput(f'Consider a request, as in Request("ana", "a drink", ["tea"]), not {request!r:.80}.')
        if episode is not None and (not isinstance(episode, str) or not episode.strip()):
            raise BadInput(f"An episode goes by a text, not by {episode!r:.80}.")
        if episode is not None and episode.startswith(SEEN):
            raise BadInput(f"Episodes that begin with {SEEN!r} are of what was watched; call this one something else.")
        scene = self.mind.survey(request)
        recalled = self._recall(request, scene)
        id, basis = EpisodeId(episode or uuid.uuid4().hex), _basis(recalled)
        turn = Turn(episode=id, request=request, scene=scene, basis=basis)
        return self._go_on(turn, scene, recalled, self._ways(request, scene, recalled), may_ask=may_ask)

    def hear(self, turn: Turn, words: str) -> Turn:
        """Take in what the person said: an answer leads on to a choice (or one more question), a reaction ends it.

        The same words for the same turn count once, whichever process hears them; others are BadInput then.
        """
        if not isinstance(turn, Turn):
            raise BadInput(f"Hear words for a turn that `consider` gave, not for {turn!r:.80}.")
        if not isinstance(words, str):
            raise BadInput(f"What a person says is a text, not {words!r:.80}; silence is an empty one.")
        if turn.reaction is not None:
            raise BadInput("This errand is over: its reaction was heard. Consider a new request.")
        if turn.question is None and turn.choice is None:
            raise BadInput("This turn has neither a question nor a choice that words could be about.")
        words = readable(words)
        listen = self._hear_answer if turn.question else self._hear_reaction
        if not self.method.remembers:
            return listen(turn, words, {})
        self._recollection.check(turn)
        for _ in range(MOST_RACES):
            with suppress(AlreadyTranscribed):  # by another process, in the meantime
                return listen(turn, words, lines_of(self.memory, turn.request.person, turn.episode))
        raise BadInput(f"Others keep writing to the episode {turn.episode!r:.80}; an episode is one errand.")

    def reconsider(self, turn: Turn) -> Turn:
        """Another choice on the same errand, in the light of what the person said of the one before."""
        if not isinstance(turn, Turn) or turn.choice is None or turn.reaction is None:
            raise BadInput("There is nothing to reconsider yet: act, and hear what the person says of it.")
        names = tuple(name for name in (turn.choice.action.thing, turn.choice.action.place) if name)
        heard = (*turn.heard, brought(names, turn.reaction))
        request, scene = turn.request, turn.scene or self.mind.survey(turn.request)
        recalled = self._recall(request, scene, heard)
        ways = self._ways(request, scene, recalled)
        if not request.described:  # what was wrong once is not done again
            ways = [way for way in ways if way.action != turn.choice.action]
        choice = self._choose(request, scene, recalled, ways)
        basis = _basis(recalled)
        turn = replace(turn, choice=choice, heard=heard, reaction=None, corrected=False, scene=scene, basis=basis)
        return self._said(turn)

    def recall(self, turn: Turn) -> list[Preference]:
        """What the agent goes by on this errand: what it believes that may bear on it, and what was said on it."""
        if not isinstance(turn, Turn):
            raise BadInput(f"Recall for a turn that `consider` gave, not for {turn!r:.80}.")
        scene = turn.scene or self.mind.survey(turn.request)
        return [held.preference for held in self._recall(turn.request, scene, turn.heard).beliefs]

    def watch(self, person: str, events: Sequence[Behaviour]) -> Lesson:
        """Learn from what somebody did: purchases, views, returns, reviews. An event that was seen before counts once.

        >>> from datetime import UTC, datetime
        >>> from penchant import Behaviour
        >>> bought = [Behaviour(id=f"order {n}", at=datetime(2026, 1, n, tzinfo=UTC), item=f"No. {n}", topic="beans",
        ...                     features={"roast": "dark"}, rating=5) for n in (1, 2)]
        >>> agent = Agent.open(":memory:")
        >>> agent.watch("ana", bought).opened
        ('Going by what ana did, ana keeps to dark (roast).',)
        >>> agent.watch("ana", bought).opened
        ()
        """
        return self._watching.watch(person, events)

    def compose(
        self, person: str, opinion: str | Sequence[str], *, about: str = "it", rating: float | None = None
    ) -> str:
        """An opinion in the words and ways of somebody whose writing was watched; of a stranger, as it was told.

        ``about`` is what the thing is called, ``rating`` (1 to 5) how well it pleased.
        """
        if not isinstance(person, str) or not person.strip():
            raise BadInput("A text needs to say in whose words; give the person a name.")
        if not isinstance(about, str) or not about.strip():
            raise BadInput(f"What an opinion is about goes by a name, not by {about!r:.60}.")
        if rating is not None and not is_rating(rating):
            raise BadInput(f"A rating lies between 1 and 5, and is not {rating!r:.40}.")
        lines = writing.sentences(opinion) if isinstance(opinion, str) else opinion
        if not isinstance(lines, Sequence) or not all(isinstance(line, str) for line in lines):
            raise BadInput(f"An opinion is a text, or a list of sentences, not {opinion!r:.60}.")
        return writing.compose(
            [readable(line) for line in lines],
            about=about,
            rating=rating,
            beliefs=[belief for belief in self.memory.list(person) if writing.is_way(belief)],
            events=self._watching.seen(person),
            embedder=self.memory.embedder,
        )

    def close(self) -> None:
        """Let go of the memory's files."""
        self.memory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Agent with the {self.mind.name} mind, method {self.method.name!r}, on {self.memory!r}>"

    def _go_on(
        self, turn: Turn, scene: Scene, recalled: Recalled, ways: Sequence[Weighed], *, may_ask: bool = True
    ) -> Turn:
        """The turn with a question, where one is worth asking, or else with a choice."""
        request = turn.request
        if may_ask and (question := self._question(request, scene, recalled, ways, asked=len(turn.heard))):
            return self._said(replace(turn, question=question))
        turn = replace(turn, choice=self._choose(request, scene, recalled, ways))
        return self._said(turn) if may_ask else turn

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
        if turn.question is not None:
            return not is_framed(turn.question.text, person)
        told = turn.choice.reasons[:1] if turn.choice and _tells(self.mind) else ()
        return any(reason.note != self.mind.note(person, reason.preference) for reason in told)

    def _hear_answer(self, turn: Turn, words: str, lines: Lines) -> Turn:
        assert turn.question is not None
        request, scene = turn.request, turn.scene or self.mind.survey(turn.request)
        options = turn.question.alternatives or (*scene.things, *scene.places)
        said = self._fresh(turn, scene, words)
        reading = self.mind.understand(Utterance(said, options, question=turn.question, request=request))
        taken = self._heard(turn, scene, reading, said, answering=True)
        lesson = self._learn(turn, taken, words, lines)
        heard = (*turn.heard, Exchange(turn.question, words))
        recalled, once = self._recall(request, scene, heard), turn.once or reading.once
        basis, lesson = _basis(recalled), turn.lesson + lesson
        turn = replace(turn, question=None, heard=heard, once=once, lesson=lesson, scene=scene, basis=basis)
        if reading.once and scene.features:
            recalled = for_now(taken, recalled)
        ways = self._ways(request, scene, recalled)
        fitting = None if scene.features or request.described else _fitting(ways, reading)
        if fitting is None:
            return self._go_on(turn, scene, recalled, ways)
        action = fitting[0].action if fitting else Action()
        choice = Choice(action, self.policy.reliability, (), because(action, (), said, scene))
        return replace(turn, choice=choice)

    def _hear_reaction(self, turn: Turn, words: str, lines: Lines) -> Turn:
        assert turn.choice is not None
        action, scene = turn.choice.action, turn.scene or self.mind.survey(turn.request)
        acted = tuple(name for name in (action.thing, action.place) if name)
        options = (*scene.things, *scene.places, *scene.values)
        said = self._fresh(turn, scene, words)
        reading = self.mind.understand(Utterance(said, options, acted, request=turn.request))
        if turn.once and reading.verdict == "right":
            reading = replace(reading, once=True)  # pleased with what was for this one time
        taken = self._heard(turn, scene, reading, said, answering=False)
        lesson = self._learn(turn, taken, words, lines)
        fine = {*reading.wants, *reading.accepts} & {*scene.things, *scene.places}
        wrong = reading.verdict == "wrong" or (action.declined and bool(fine))  # something would have done after all
        return replace(turn, reaction=words, corrected=wrong and bool(lesson), lesson=turn.lesson + lesson)

    def _fresh(self, turn: Turn, scene: Scene, words: str) -> str:
        """The words without what this agent said, or has in its memory: what is recalled is never learned again."""
        asked = [turn.question] if turn.question else []
        said = [question.text for question in (*asked, *(exchange.question for exchange in turn.heard))]
        if turn.choice is not None:  # the rest of its reason is worded as every reason is
            said += [reason.note for reason in turn.choice.reasons]
        known = partial(self._quoted, turn, scene) if self.method.remembers else None
        names = (*scene.things, *scene.places, *scene.values)
        return fresh(words, said, names, person=turn.request.person, known=known)

    def _quoted(self, turn: Turn, scene: Scene, runs: Set[str]) -> list[str]:
        """What this agent believes, or said on earlier errands, that has one of these runs of words."""
        request = turn.request
        beliefs = self._recollection.beliefs_of(turn, self._phrasings(request, scene), _named_in(request))
        return self._recollection.quoted(request.person, runs, beliefs, partial(self.mind.note, request.person))

    def _heard(self, turn: Turn, scene: Scene, reading: Reading, words: str, *, answering: bool) -> HeardSentence:
        return HeardSentence(
            person=turn.request.person,
            episode=turn.episode,
            scene=scene,
            reading=reading,
            source=source_of(reading, answering=answering),
            words=words,
            at=self.memory.clock(),
        )

    def _learn(self, turn: Turn, heard: HeardSentence, words: str, lines: Lines) -> Lesson:
        """Learn from what was heard and transcribe it, in one durable step; says what was changed."""
        if not self.method.remembers:
            return Lesson()
        if was_heard(turn, words, lines):
            return self._lesson_again(turn)
        changes, lesson = self._lesson(turn, heard) if turn.question or self.method.corrected else ([], Lesson())
        if words.strip():  # silence is nothing to be kept
            changes = [*changes, *map(Transcribe, hearing(turn, words, heard.at, lines))]
        self.memory.apply(heard.person, changes)
        return lesson

    def _lesson(self, turn: Turn, heard: HeardSentence) -> tuple[list[Change], Lesson]:
        """What follows from what was heard: the changes, and what they are in words."""
        if turn.request.described:
            remark = remark_of(turn.request, heard.reading, heard.episode, heard.words, heard.source)
            return self._watching.heard(heard.person, remark)
        changes: list[Change] = []
        lesson = Lesson()
        if not heard.reading.once:
            now = self._learn_of_now(turn, heard)
            changes, lesson = now.changes, now.lesson
        if heard.reading.also:
            known = self._recollection.believed_as_if(heard.person, changes)
            other = learn_occasions(heard, known, self.memory, self.mind)
            changes, lesson = changes + other.changes, lesson + other.lesson
        return changes, lesson

    def _lesson_again(self, turn: Turn) -> Lesson:
        """What was learned when these words were first heard, as far as memory still tells."""
        person, others = turn.request.person, REACTIONS if turn.question else frozenset({"answer"})
        evidence = [one for one in self.memory.evidence(person) if one.source not in others]
        beliefs = self.memory.list(person, closed=True)
        return lesson_of(turn.episode, beliefs, evidence, partial(self.mind.note, person))

    def _learn_of_now(self, turn: Turn, heard: HeardSentence) -> Revision:
        request, scene = turn.request, heard.scene
        recalled = self._recollection.of_turn(turn, self._phrasings(request, scene), _named_in(request))
        if scene.features:
            acted = None if turn.choice is None else turn.choice.action
            return learn_features(heard, request, acted, recalled, self._recollection, self.memory, self.mind)
        same = self.mind.same_matter(request, scene, recalled)
        return learn(heard, recalled.beliefs, same, self.memory, self.mind)

    def _recall(self, request: Request, scene: Scene, heard: Sequence[Exchange] = ()) -> Recalled:
        if request.described:
            return recall_for(request, heard, self.memory, self.mind, remembers=self.method.remembers)
        if not self.method.remembers:
            return Recalled()
        return self._recollection.of(request.person, self._phrasings(request, scene), _named_in(request))

    def _phrasings(self, request: Request, scene: Scene) -> tuple[str, ...]:
        """What memory is searched for: the request, and where that is a habit, its parts."""
        if not self.memory.habits.expand:
            return (request.text,)
        parts = (request.text, scene.situation, scene.topic, ", ".join((*scene.things, *scene.places)))
        return tuple(dict.fromkeys(part for part in parts if part))

    def _ways(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """What could be done, the likeliest first, less what this person does not want in this very matter."""
        ways = self.mind.weigh(request, scene, recalled)
        avoids = [held for held in recalled.beliefs if held.preference.stance == "avoids"]
        if scene.features or request.described or not avoids:
            return ways
        same = self.mind.same_matter(request, scene, recalled)
        pairs = zip(same, recalled.beliefs, strict=True)
        avoided = {h.preference.value for sure, h in pairs if sure > SAME and h.preference.stance == "avoids"}
        return [way for way in ways if _open_name(way, scene) not in avoided]

    def _question(
        self, request: Request, scene: Scene, recalled: Recalled, ways: Sequence[Weighed], *, asked: int
    ) -> Question | None:
        """What to ask before acting, where that is worth it."""
        if not self.method.asks or asked >= self.policy.turns or len(ways) < 2:
            return None
        likelihood = catalogue.worth(ways) if request.described else ways[0].likelihood
        if not scene.features and not request.described:
            likelihood = max(likelihood, self._accepted(request, scene, recalled, _open_name(ways[0], scene)))
            if not self.policy.is_worth_asking(likelihood):
                return None
            left = {_open_name(way, scene) for way in ways}
            scene = _only(scene, left)
        question = self.mind.ask(request, scene, _open_part(scene), recalled)
        lately = recalled.asked if scene.features else 0.0  # reactions teach about features too, so a question can wait
        return question if self.policy.is_worth_asking(likelihood, question, lately) else None

    def _accepted(self, request: Request, scene: Scene, recalled: Recalled, name: str | None) -> float:
        """How sure that this would be fine, even if it is not what they would want most."""
        held = [h for h in recalled.beliefs if h.preference.stance == "accepts" and h.preference.value == name]
        if not held:
            return 0.0
        same = dict(zip(recalled.beliefs, self.mind.same_matter(request, scene, recalled), strict=True))
        return max(same[h] * h.standing for h in held)

    def _choose(self, request: Request, scene: Scene, recalled: Recalled, ways: Sequence[Weighed]) -> Choice:
        if not ways:
            return Choice(Action(), 0.5, (), because(Action(), (), None, scene))
        chosen = None
        if _chooses(self.mind) and not request.described:  # a catalogue is too long to be read
            chosen = self.mind.choose(request, scene, recalled, ways)
        best = (chosen or ways)[0]
        found = reasons(request.person, self.mind, best, recalled.beliefs)
        if found and chosen is None and _tells(self.mind):  # not after a choice: of the two, a task pays for one
            first, *others = found
            found = (Reason(first.preference, first.weight, self._told(first, self.mind, recalled)), *others)
        ranked = tuple((str(way.action), way.likelihood) for way in chosen or ways) if request.described else ()
        return Choice(best.action, best.likelihood, found, because(best.action, found, None, scene), ranked)

    def _told(self, reason: Reason, mind: Telling, recalled: Recalled) -> str:
        """A reason's note in the mind's words; what it found words for once is told in the same ones from then on."""
        text: str = recalled.cache.get(("told", reason.note)) or mind.tell(reason.preference, reason.note)
        if text != reason.note:  # or else it may find some the next time
            recalled.cache.keep(("told", reason.note), text)
        return text


_PARTS: dict[str, tuple[tuple[type, ...], str]] = {
    "method": ((str, Method), '"both"'),
    "policy": ((AskPolicy,), "AskPolicy(cost=0.3)"),
    "habits": ((Habits,), "Habits(notes=10)"),
    "assortment": ((Assortment,), 'Assortment([("beans", {"roast": "dark"})])'),
    "lm_options": ((Mapping,), '{"choose": True}'),
}


def _check_parts(**given: object) -> None:
    """BadInput for a part of an agent that is something else."""
    for name, part in given.items():
        kinds, example = _PARTS[name]
        if part is not None and not isinstance(part, kinds):
            raise BadInput(f"An agent is opened with {name}={example}, or the like, not with {name}={part!r:.60}.")


def _check_clock(clock: Clock) -> None:
    """BadInput for what does not tell the time with its zone."""
    moment = clock() if callable(clock) else None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise BadInput(
            "A clock is a function that gives the time with its zone, as in clock=lambda: datetime.now(UTC)."
        )


def _check_model(mind: str, lm: LanguageModel | None) -> None:
    """BadInput for a model that could not be asked, or that nobody would ask."""
    if lm is None:
        return
    if isinstance(lm, type) or not hasattr(lm, "complete"):
        raise BadInput(f'A language model is given as in lm=OpenAIModel("NAME"), not as {lm!r:.60}.')
    if not needs_model("minds", mind):
        raise BadInput(f'The mind {mind!r} asks no language model; with one, open the agent with mind="lm".')


def _made_already(mind: Mind, lm: LanguageModel | None, options: Mapping[str, Any] | None) -> Mind:
    """The mind, if it is one; a model would have to be given to whoever made it."""
    if isinstance(mind, type) or not all(hasattr(mind, name) for name in ("survey", "weigh", "understand")):
        raise BadInput(f'A mind is named by a text, as in mind="lm", lm=…, or is one itself; this is not: {mind!r:.80}')
    if lm is not None or options is not None:
        raise BadInput('A mind that is made already has its model; leave out lm and lm_options, or name it: mind="lm".')
    return mind


def _chooses(mind: Mind) -> TypeGuard[Choosing]:
    """Whether a mind looks again at what it weighed; looked up once for each class, as this takes its time."""
    return _is_choosing(type(mind))


def _tells(mind: Mind) -> TypeGuard[Telling]:
    """Whether a mind words notes for the person to read."""
    return _is_telling(type(mind))


@lru_cache(maxsize=64)
def _is_choosing(kind: type[Mind]) -> bool:
    return issubclass(kind, Choosing)


@lru_cache(maxsize=64)
def _is_telling(kind: type[Mind]) -> bool:
    return issubclass(kind, Telling)


def _basis(recalled: Recalled) -> Basis | None:
    if recalled.at is None:
        return None
    kept = [held.preference.id for held in recalled.beliefs if held.preference.id != ONLY_NOW]
    return Basis(tuple(kept), recalled.revision, recalled.at)


def _named_in(request: Request) -> frozenset[str]:
    return frozenset(value for each in request.features for value in each) if request.features else _NOTHING


def _open_part(scene: Scene) -> Part:
    return "place" if scene.placing else "thing"


def _open_name(way: Weighed, scene: Scene) -> str | None:
    """What is to be decided: the place of a placement, else the thing."""
    return way.action.place if scene.placing else way.action.thing


def _only(scene: Scene, names: Container[str | None]) -> Scene:
    """The scene without what is ruled out."""
    if scene.placing:
        return replace(scene, places=tuple(name for name in scene.places if name in names))
    return replace(scene, things=tuple(name for name in scene.things if name in names))


def _fitting(ways: Sequence[Weighed], reading: Reading) -> list[Weighed] | None:
    """The ways to act that an answer leaves, likeliest first; None where the answer settles nothing."""

    def touching(names: Sequence[str]) -> list[Weighed]:
        return [way for way in ways if way.action.thing in names or way.action.place in names]

    if found := touching(reading.wants) or touching(reading.accepts):
        return found
    if reading.avoids:
        return [way for way in ways if way not in touching(reading.avoids)]
    return None
