"""The agents a sceptic would try first, in the same encounters as ours and with the same reader.

``dictionary``  asks about every request it has no entry for, keeps what was said under that very request, and looks it
                up from then on: by its text, and where options are described, by their descriptions too
``nearest``     answers with what was right for the earlier request (text and options) most like this one, or with what
                is most like that on offer; asks only while it has no earlier request at all, as a sceptic would: from
                then on people correct it
``majority``    does what most of all that was heard of the matter speaks for, in whatever words it was asked for and
                whenever that was, or what is most like that on offer; asks where nothing was heard of it, or as much
                for one thing as for another. What the matter is, the mind says, as it does for our agent. Of
                described options every feature is voted on: wanted, accepted or avoided

The first two keep one entry for each request, which the latest reaction overwrites; where that only says what was
wrong, they ask when the very request comes again. The third keeps all that was said as votes, and never forgets one. In
an exam they may not ask; what they do not know, they do as an agent without a memory.
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
from penchant.loop.learn import SAME, source_of
from penchant.memory import Memory
from penchant.mind.phrase import ask_about
from penchant.mind.protocol import Held, Mind, MindCache, Recalled
from penchant.store import Close

Lookup = Callable[["Matter", Sequence[Preference], Embedder, bool], Action | None]
"""What to do about a matter by the entries that there are; None where they say nothing about it.

The last tells whether it may be asked about; where not, what they leave open is guessed.
"""

MAJORITY = "majority"
MET_BEFORE = 0.5
"""How often a request is about something that was met before, as far as one knows who keeps no count of it."""


@dataclass(frozen=True)
class Matter:
    """A request as a sceptic sees it: what is on offer, and what could be done, the likeliest first."""

    request: Request
    scene: Scene
    actions: Sequence[Action]
    mind: Mind
    cache: MindCache  # of the mind, for this person

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

    def same(self, entries: Sequence[Preference]) -> list[bool]:
        """For each entry, whether it is about this matter, in whatever words."""
        beliefs = tuple(Held(entry, 1.0) for entry in entries)
        recalled = Recalled(beliefs, familiarity=MET_BEFORE, cache=self.cache)
        return [alike > SAME for alike in self.mind.same_matter(self.request, self.scene, recalled)]

    def votes(self, entries: Sequence[Preference]) -> dict[str, Counter[Stance]]:
        """For each value, how often each stance was heard of it in this matter; alike entries are compared once."""
        kinds: dict[tuple[str, str, Stance, str], list[Preference]] = {}
        for entry in entries:
            kinds.setdefault((entry.situation, entry.topic, entry.stance, entry.value), []).append(entry)
        votes: dict[str, Counter[Stance]] = {}
        for alike, same in zip(kinds.values(), self.same([alike[0] for alike in kinds.values()]), strict=True):
            if same:
                votes.setdefault(alike[0].value, Counter())[alike[0].stance] += len(alike)
        return votes

    def part(self, action: Action) -> str:
        """What there is to vote on where options are not described: where to put a thing, else which."""
        return (action.place if self.scene.placing else action.thing) or str(action)

    def claims(self, stance: Stance, action: Action, reading: Reading) -> dict[str, Stance]:
        """What a sentence votes for: what it says of features by name, or else of all that an option is like."""
        scene = self.scene
        if not scene.features:
            return {self.part(action): stance}
        told: tuple[tuple[Stance, Sequence[str]], ...] = (
            ("accepts", reading.accepts),
            ("wants", reading.wants),
            ("avoids", reading.avoids),
        )
        named = {value: each for each, values in told for value in values if value in scene.values}
        if action.declined:
            return named or ({} if stance == "avoids" else dict.fromkeys(scene.values, "avoids"))
        like = scene.features[scene.things.index(action.thing)]
        if stance == "wants":
            return {**dict.fromkeys(like, "accepts"), **named}
        return named or dict.fromkeys(like, "avoids")

    def on_offer(self, entry: Preference) -> Action | None:
        """What was right by an entry, where it can be had."""
        return next((action for action in self.actions if self.told(action) == entry.value), None)


def look_up(matter: Matter, entries: Sequence[Preference], embedder: Embedder, may_ask: bool) -> Action | None:
    """What was right for this very request, if it is on offer."""
    found = next((entry for entry in entries if matter.names(entry) and entry.stance == "wants"), None)
    return None if found is None else matter.on_offer(found)


def find_nearest(matter: Matter, entries: Sequence[Preference], embedder: Embedder, may_ask: bool) -> Action | None:
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


def count_votes(matter: Matter, entries: Sequence[Preference], embedder: Embedder, may_ask: bool) -> Action | None:
    """What most of all that was heard of this matter speaks for; None where no one thing is ahead."""
    votes = matter.votes(entries)
    if matter.scene.features:
        return _most_liked(matter, votes, may_ask)
    counts = {value: by["wants"] - by["avoids"] for value, by in votes.items()}
    offered = {matter.part(action): action for action in matter.actions}
    running = {value: count for value, count in counts.items() if value in offered} or counts
    ahead = [value for value, count in running.items() if count == max(running.values()) > 0]
    if len(ahead) != 1 or not offered:
        return None
    return offered.get(ahead[0]) or matter.actions[_most_alike(ahead[0], list(offered), embedder)]


def _most_liked(matter: Matter, votes: Mapping[str, Counter[Stance]], may_ask: bool) -> Action | None:
    """The option that is right if of each feature most of what was heard is; None where one is open, if it may be."""
    held: dict[Stance, list[str]] = {"wants": [], "accepts": [], "avoids": []}
    for value in matter.scene.values:
        ranked = votes.get(value, Counter[Stance]()).most_common(2)
        if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
            held[ranked[0][0]].append(value)
        elif may_ask:
            return None
    reading = Reading(wants=tuple(held["wants"]), accepts=tuple(held["accepts"]), avoids=tuple(held["avoids"]))
    return _answered(matter, reading)


SCEPTICS: Mapping[str, Lookup] = {"dictionary": look_up, "nearest": find_nearest, MAJORITY: count_votes}
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
    reading: Reading


class Sceptic:
    """One of them, with a memory of entries; takes part in episodes as our agent does."""

    def __init__(self, memory: Memory, mind: Mind, *, method: Method) -> None:
        self.memory = memory
        self.mind = mind
        self.method = method
        self._find = SCEPTICS[method.name]
        self._cache = MindCache()
        self._last: Matter | None = None  # what was considered last, which is what is heard of next

    def consider(self, request: Request, *, may_ask: bool = True, episode: str | None = None) -> Turn:
        """What the entries say, else a question; a guess where that may not be asked."""
        matter = self._matter(request, None)
        turn = Turn(episode=EpisodeId(episode or ""), request=request, scene=matter.scene)
        found = self._find(matter, self.memory.list(request.person), self.memory.embedder, may_ask)
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
            lesson = self._write(turn, matter, "wants", wanted, HeardWords(words, "answer", reading))
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
        lesson, heard = Lesson(), HeardWords(words, source_of(reading, answering=False), reading)
        if right is not None:
            lesson = self._write(turn, matter, "wants", right, heard)
        elif wrong:
            lesson = self._write(turn, matter, "avoids", done, heard)
        return replace(turn, reaction=words, corrected=wrong and bool(lesson), lesson=turn.lesson + lesson)

    def _matter(self, request: Request, scene: Scene | None) -> Matter:
        if self._last is None or self._last.request is not request:
            scene = scene or self.mind.survey(request)
            ways = self.mind.weigh(request, scene, Recalled())
            self._last = Matter(request, scene, [way.action for way in ways], self.mind, self._cache)
        return self._last

    def _question(self, matter: Matter) -> Question:
        """One that leaves nothing open: where options are described, about everything they are like."""
        scene = matter.scene
        if scene.features:
            return ask_about(scene.topic, scene.values)
        return self.mind.ask(matter.request, scene, "place" if scene.placing else "thing", Recalled())

    def _write(self, turn: Turn, matter: Matter, stance: Stance, action: Action, heard: HeardWords) -> Lesson:
        """Make this the entry for the request, where it is not that already; whoever counts votes adds theirs."""
        if self.method.name == MAJORITY:
            return self._vote(turn, matter, stance, action, heard)
        person, value = turn.request.person, matter.told(action)
        old = [entry for entry in self.memory.list(person) if matter.names(entry)]
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
        ended_by = (heard.words,) * len(closed)
        return Lesson(opened=(self.mind.note(person, draft),), closed=closed, ended_by=ended_by)

    def _vote(self, turn: Turn, matter: Matter, stance: Stance, action: Action, heard: HeardWords) -> Lesson:
        """Add what was said to the votes."""
        scene, offered = matter.scene, () if matter.scene.features else tuple(map(matter.part, matter.actions))
        drafts = [
            Draft(
                situation=scene.situation,
                topic=scene.topic,
                stance=claimed,
                value=value,
                rather_than=tuple(dict.fromkeys(other for other in offered if other != value)),
                confidence=1.0,
                words=heard.words,
                episode=turn.episode,
            )
            for value, claimed in matter.claims(stance, action, heard.reading).items()
        ]
        self.memory.apply(turn.request.person, [self.memory.opening(draft, heard.source) for draft in drafts])
        return Lesson(opened=tuple(self.mind.note(turn.request.person, draft) for draft in drafts))


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
