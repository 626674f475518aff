"""The agents a sceptic would try first, in the same encounters as ours and with the same reader.

``dictionary``  asks about every request it has no entry for, keeps what was said under that very request, and looks it
                up from then on: by its text, and where options are described, by their descriptions too
``nearest``     answers with what was right for the earlier request (text and options) most like this one, or with what
                is most like that on offer; asks only while it has no earlier request at all, as a sceptic would: from
                then on people correct it
``majority``    does what was said to be right most often of this very request, whenever that was; asks where nothing
                was said of it, or as much for one thing as for another

The first two keep one entry for each request, which the latest reaction overwrites; where that only says what was
wrong, they ask when the very request comes again. The third keeps all that was said and counts it. In an exam they may
not ask; what they do not know, they do as an agent without a memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from penchant.domain import (
    Action,
    Choice,
    Draft,
    EpisodeId,
    Exchange,
    Lesson,
    Preference,
    Question,
    Reading,
    Request,
    Scene,
    Source,
    Stance,
    Turn,
    Utterance,
)
from penchant.embed import Embedder
from penchant.errors import BadInput
from penchant.loop import METHODS, Method, method_named
from penchant.loop.learn import source_of
from penchant.memory import Memory
from penchant.mind.phrase import ask_about
from penchant.mind.protocol import Mind, Recalled
from penchant.store import Close

Lookup = Callable[["Matter", Sequence[Preference], Embedder], Action | None]
"""What to do about a matter by the entries that there are; None where they say nothing about it."""


@dataclass(frozen=True)
class Matter:
    """A request as a sceptic sees it: what is on offer, and what could be done, the likeliest first."""

    request: Request
    scene: Scene
    actions: Sequence[Action]

    @cached_property
    def offer(self) -> str:
        """What is on offer, in words."""
        request = self.request
        if not any(self._descriptions):
            return ", ".join((*request.options, *request.places))
        return "; ".join(", ".join(each) for each in self._descriptions)

    @cached_property
    def _descriptions(self) -> Sequence[Sequence[str]]:
        """What each option is like, where that is told."""
        described = [tuple(dict(each).values()) for each in self.request.described]
        return self.scene.features or described or [()] * len(self.request.options)

    def told(self, action: Action) -> str:
        """An action in words that mean the same for another request: a described option by what it is like."""
        if action.thing in self.request.options:
            return ", ".join(self._descriptions[self.request.options.index(action.thing)]) or str(action)
        return str(action)

    def is_turned_down(self, action: Action, avoids: Sequence[str]) -> bool:
        """Whether what an action takes is among what somebody does not want, or has something of that."""
        parts = {action.thing, action.place}
        if action.thing in self.request.options:
            parts.update(self._descriptions[self.request.options.index(action.thing)])
        return not parts.isdisjoint(avoids)

    def names(self, entry: Preference) -> bool:
        """Whether an entry is about this very request."""
        return entry.situation == self.request.text and (not any(self._descriptions) or entry.topic == self.offer)

    def on_offer(self, entry: Preference) -> Action | None:
        """What was right by an entry, where it can be had."""
        return next((action for action in self.actions if self.told(action) == entry.value), None)


def look_up(matter: Matter, entries: Sequence[Preference], embedder: Embedder) -> Action | None:
    """What was right for this very request, if it is on offer."""
    found = next((entry for entry in entries if matter.names(entry) and entry.stance == "wants"), None)
    return None if found is None else matter.on_offer(found)


def find_nearest(matter: Matter, entries: Sequence[Preference], embedder: Embedder) -> Action | None:
    """What was right for the request most like this one, or what is most like that."""
    if any(matter.names(entry) and entry.stance == "avoids" for entry in entries):
        return None
    entries = [entry for entry in entries if entry.stance == "wants"]
    if not entries or not matter.actions:
        return None
    earlier = [f"{entry.situation} {entry.topic}" for entry in entries]
    entry = entries[_most_alike(f"{matter.request.text} {matter.offer}", earlier, embedder)]
    same = matter.on_offer(entry)
    if same is not None:
        return same
    return matter.actions[_most_alike(entry.value, [matter.told(action) for action in matter.actions], embedder)]


def _most_alike(text: str, others: Sequence[str], embedder: Embedder) -> int:
    vectors = embedder.embed([text, *others])
    lengths = np.linalg.norm(vectors, axis=1)
    likeness = (vectors[1:] @ vectors[0]) / np.maximum(lengths[1:] * lengths[0], 1e-12)
    return int(np.argmax(likeness))


def count_votes(matter: Matter, entries: Sequence[Preference], embedder: Embedder) -> Action | None:
    """What most of all that was heard of this very request speaks for; None where no one thing is ahead."""
    votes = Counter[str]()
    for entry in entries:
        if matter.names(entry):
            votes[entry.value] += 1 if entry.stance == "wants" else -1
    on_offer = {matter.told(action): action for action in matter.actions}
    ahead = [value for value, count in votes.items() if count == max(votes.values()) > 0]
    return on_offer.get(ahead[0]) if len(ahead) == 1 else None


SCEPTICS: Mapping[str, Lookup] = {"dictionary": look_up, "nearest": find_nearest, "majority": count_votes}
"""How each of them finds what to do."""


def study_method(name: str) -> Method:
    """The method of that name: one of ours, with its habits, or a sceptic."""
    base, plus, _ = name.partition("+")
    ours = [method.name for method in METHODS]
    if base not in (*ours, *SCEPTICS):
        raise BadInput(f"There is no method called {base!r}. There are: {', '.join((*ours, *SCEPTICS))}.")
    if base not in SCEPTICS:
        return method_named(name)
    if plus:
        raise BadInput(
            f"The method {base!r} is there to compare with, and is not varied; leave out {name[len(base) :]!r}."
        )
    return Method(name, remembers=True, asks=True, corrected=True)


@dataclass(frozen=True, slots=True)
class HeardWords:
    """What was said, and in which kind of moment."""

    words: str
    source: Source


class Sceptic:
    """One of them, with a memory of entries; takes part in episodes as our agent does."""

    def __init__(self, memory: Memory, mind: Mind, *, method: Method) -> None:
        self.memory = memory
        self.mind = mind
        self.method = method
        self._find = SCEPTICS[method.name]
        self._last: Matter | None = None  # what was considered last, which is what is heard of next

    def consider(self, request: Request, *, may_ask: bool = True, episode: str | None = None) -> Turn:
        """What the entries say, else a question; a guess where that may not be asked."""
        matter = self._matter(request, None)
        turn = Turn(episode=EpisodeId(episode or ""), request=request, scene=matter.scene)
        found = self._find(matter, self.memory.list(request.person), self.memory.embedder)
        if found is None and may_ask and len(matter.actions) > 1:
            return replace(turn, question=self._question(matter))
        return replace(turn, choice=_choice(matter, found))

    def hear(self, turn: Turn, words: str) -> Turn:
        """Keep what was said to be right, by an answer, which is then done, or by a reaction, which overwrites it."""
        if turn.question is None:
            return self._hear_reaction(turn, words)
        return self._hear_answer(turn, turn.question, words)

    def _hear_answer(self, turn: Turn, question: Question, words: str) -> Turn:
        matter = self._matter(turn.request, turn.scene)
        options = question.alternatives or (*matter.scene.things, *matter.scene.places)
        reading = self.mind.understand(Utterance(words, options, question=question, request=turn.request))
        wanted = _answered(matter, reading)
        lesson = Lesson()
        if wanted is not None:
            lesson = self._write(turn, matter, "wants", wanted, HeardWords(words, "answer"))
        heard = (*turn.heard, Exchange(question, words))
        return replace(turn, question=None, heard=heard, choice=_choice(matter, wanted), lesson=turn.lesson + lesson)

    def _hear_reaction(self, turn: Turn, words: str) -> Turn:
        assert turn.choice is not None
        matter, done = self._matter(turn.request, turn.scene), turn.choice.action
        scene = matter.scene
        acted = tuple(name for name in (done.thing, done.place) if name)
        options = (*scene.things, *scene.places, *scene.values)
        reading = self.mind.understand(Utterance(words, options, acted, request=turn.request))
        right = _reacted(matter, reading, done)
        wrong = right not in (None, done) or reading.verdict == "wrong" or matter.is_turned_down(done, reading.avoids)
        lesson, heard = Lesson(), HeardWords(words, source_of(reading, answering=False))
        if right is not None:
            lesson = self._write(turn, matter, "wants", right, heard)
        elif wrong:
            lesson = self._write(turn, matter, "avoids", done, heard)
        return replace(turn, reaction=words, corrected=wrong and bool(lesson), lesson=turn.lesson + lesson)

    def _matter(self, request: Request, scene: Scene | None) -> Matter:
        if self._last is None or self._last.request is not request:
            scene = scene or self.mind.survey(request)
            ways = self.mind.weigh(request, scene, Recalled())
            self._last = Matter(request, scene, [way.action for way in ways])
        return self._last

    def _question(self, matter: Matter) -> Question:
        """One that leaves nothing open: where options are described, about everything they are like."""
        scene = matter.scene
        if scene.features:
            return ask_about(scene.topic, scene.values)
        return self.mind.ask(matter.request, scene, "place" if scene.placing else "thing", Recalled())

    def _write(self, turn: Turn, matter: Matter, stance: Stance, action: Action, heard: HeardWords) -> Lesson:
        """Make this the entry for the request, where it is not that already; whoever counts votes adds one more."""
        person, value = turn.request.person, matter.told(action)
        overwrites = self.method.name != "majority"
        old = [entry for entry in self.memory.list(person) if overwrites and matter.names(entry)]
        if any((entry.stance, entry.value) == (stance, value) for entry in old):
            return Lesson()
        draft = Draft(
            situation=turn.request.text,
            topic=matter.offer,
            stance=stance,
            value=value,
            confidence=1.0,
            words=heard.words,
            episode=turn.episode,
        )
        opening = self.memory.opening(draft, heard.source, replaces=old[-1].id if old else None)
        self.memory.apply(person, [*(Close(entry.id, opening.at) for entry in old), opening])
        closed = tuple(self.mind.note(person, entry) for entry in old)
        return Lesson(opened=(self.mind.note(person, draft),), closed=closed)


def _choice(matter: Matter, found: Action | None) -> Choice:
    """What was found, or a guess: what an agent without a memory would do. Neither says how sure it is."""
    if found is None:
        found = matter.actions[0] if matter.actions else Action()
    return Choice(found, 1.0)


def _answered(matter: Matter, reading: Reading) -> Action | None:
    """What an answer asks for; None where it does not settle that."""
    features = matter.scene.features
    if not features:
        return _named(matter, (reading.wants, reading.accepts)) or _left(matter, reading)
    if not (reading.wants or reading.accepts or reading.avoids):
        return None
    fitting = [n for n, each in enumerate(features) if not {*each} & {*reading.avoids}]
    if not fitting:
        return Action() if matter.scene.may_decline else None
    most = max(fitting, key=lambda n: (len({*features[n]} & {*reading.wants}), -n))
    return Action(matter.scene.things[most])


def _reacted(matter: Matter, reading: Reading, done: Action) -> Action | None:
    """What would have been right, by a reaction to what was done; None where it does not tell."""
    named = _named(matter, (reading.wants, reading.accepts) if done.declined else (reading.wants,), done)
    if named is not None and named != done:
        return named
    if reading.verdict == "right":
        return done
    return _left(matter, reading)


def _named(matter: Matter, groups: Sequence[Sequence[str]], done: Action | None = None) -> Action | None:
    """The action that the first group of names to speak of any speaks of; of several, one with the same thing."""
    for names in groups:
        ranked = [
            (
                sum(part in names for part in (action.thing, action.place)),
                done is not None and action.thing == done.thing,
            )
            for action in matter.actions
        ]
        best = max(ranked, default=(0, False))
        if best[0]:
            return matter.actions[ranked.index(best)]
    return None


def _left(matter: Matter, reading: Reading) -> Action | None:
    """What is left where everything else was turned down."""
    left = [action for action in matter.actions if not {action.thing, action.place} & {*reading.avoids}]
    return left[0] if reading.avoids and len(left) == 1 else None
