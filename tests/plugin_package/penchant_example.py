"""A stranger's package in one file: a store, an embedder, a mind, a kind of person, a trait and a suite.

``docs/extending.md`` shows these classes; ``contract.py`` beside this file checks them.
"""

from __future__ import annotations

import builtins
import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from penchant.domain import (
    Action,
    Draft,
    EpisodeId,
    Evidence,
    PersonId,
    Preference,
    PreferenceId,
    Question,
    Reading,
    Request,
    TranscriptEntry,
    Utterance,
    Verdict,
)
from penchant.embed import Embedder, Vector, Vectors
from penchant.errors import BadInput
from penchant.mind.protocol import Claim, Part, Recalled, Scene, Weighed
from penchant.store import Change, Match, Store
from penchant.store.dict import DictStore
from penchant.store.kit import checked_person
from penchant.store.sqlite import SQLiteStore
from penchant_lab.people import Character, Intent, Person, Trait
from penchant_lab.people.traits.protocol import a_share
from penchant_lab.suites.protocol import Life, Task


class FolderStore:
    """A folder with one SQLite file a person, so that anybody's memory can be copied, moved or handed over alone."""

    usual_place = "memory"  # in the folder of whoever names none: a study's run, or this one

    def __init__(self, path: str | Path, *, embedder: str = "") -> None:
        self._folder = Path(path)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._embedder = embedder

    @contextmanager
    def _memory_of(self, person: PersonId, *, make: bool = False) -> Iterator[Store]:
        name = hashlib.sha256(checked_person(person).encode()).hexdigest()
        file = self._folder / f"{name}.db"  # any name makes a file name, and no two names the same
        with closing(SQLiteStore(file, embedder=self._embedder) if make or file.exists() else DictStore()) as memory:
            yield memory

    def people(self) -> list[PersonId]:
        """Everyone who has a file with something in it."""
        found: list[PersonId] = []
        for file in self._folder.glob("*.db"):
            with closing(SQLiteStore(file)) as memory:
                found += memory.people()
        return sorted(found)

    def write(
        self, person: PersonId, changes: Sequence[Change], *, expected: int | None = None
    ) -> builtins.list[PreferenceId]:
        """Apply all changes in order, or none, and none where the revision is not the expected one."""
        with self._memory_of(person, make=True) as memory:
            return memory.write(person, changes, expected=expected)

    def revision(self, person: PersonId) -> int:
        """A number that grows with every write about this person."""
        with self._memory_of(person) as memory:
            return memory.revision(person)

    def epoch(self, person: PersonId) -> int:
        """A number that is another one once this person was forgotten."""
        with self._memory_of(person) as memory:
            return memory.epoch(person)

    def get(self, person: PersonId, id: PreferenceId) -> Preference | None:
        """One preference of this person."""
        with self._memory_of(person) as memory:
            return memory.get(person, id)

    def list(self, person: PersonId, *, closed: bool = False) -> list[Preference]:
        """The open ones; with ``closed`` the closed ones too."""
        with self._memory_of(person) as memory:
            return memory.list(person, closed=closed)

    def nearest(
        self, person: PersonId, vector: Vector, *, limit: int, threshold: float | None = None, closed: bool = False
    ) -> builtins.list[Match]:
        """The most alike, best first."""
        with self._memory_of(person) as memory:
            return memory.nearest(person, vector, limit=limit, threshold=threshold, closed=closed)

    def evidence(
        self, person: PersonId, id: PreferenceId | None = None, *, latest: int | None = None
    ) -> builtins.list[Evidence]:
        """Evidence for one preference, or for all, oldest first."""
        with self._memory_of(person) as memory:
            return memory.evidence(person, id, latest=latest)

    def transcript(
        self, person: PersonId, episode: EpisodeId | None = None, *, latest: int | None = None
    ) -> builtins.list[TranscriptEntry]:
        """What was said, heard and seen in one episode, or in all, oldest first."""
        with self._memory_of(person) as memory:
            return memory.transcript(person, episode, latest=latest)

    def forget_person(self, person: PersonId) -> int:
        """Erase everything about a person; the emptied file stays, so that revisions never come back."""
        with self._memory_of(person) as memory:
            return memory.forget_person(person)

    def close(self) -> None:
        """Nothing is held between two calls."""


class LettersEmbedder:
    """How often each letter of the alphabet comes."""

    name = "letters"
    size = 26

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        rows = np.zeros((len(texts), self.size), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                if "a" <= letter <= "z":
                    row[ord(letter) - ord("a")] += 1
            row /= np.linalg.norm(row) or 1
        return rows


class LiteralMind:
    """Takes people at their word: hears the names of options and nothing else, and expects the same again."""

    name = "literal"

    def __init__(self, embedder: Embedder) -> None:
        """An embedder is offered to every mind; this one needs none."""

    def survey(self, request: Request) -> Scene:
        """Options are things, unless the caller named them as places."""
        things = tuple(name for name in request.options if name not in request.places)
        return Scene(things, tuple(request.places), bool(request.places), situation="", topic=request.text)

    def weigh(self, request: Request, scene: Scene, recalled: Recalled) -> list[Weighed]:
        """An option that was wanted when the same was asked counts twenty times as much as another."""
        ways = []
        for name in scene.places if scene.placing else scene.things:
            action = Action(next(iter(scene.things), None), name) if scene.placing else Action(name)
            said = [(held.preference, held.standing) for held in recalled.beliefs]
            support = tuple(
                20 * standing * (p.topic == scene.topic and p.value == name) * (-1 if p.stance == "avoids" else 1)
                for p, standing in said
            )
            ways.append((action, max(0.0, 1 + sum(support)), support))
        total = sum(weight for _, weight, _ in ways) or 1
        return sorted((Weighed(a, weight / total, s) for a, weight, s in ways), key=lambda way: -way.likelihood)

    def same_matter(self, request: Request, scene: Scene, recalled: Recalled) -> list[float]:
        """The same words are the same matter."""
        return [float(held.preference.topic == scene.topic) for held in recalled.beliefs]

    def ask(self, request: Request, scene: Scene, part: Part, recalled: Recalled) -> Question:
        """Lists what there is."""
        names = scene.places if part == "place" else scene.things
        return Question(f"Which {part}: {', '.join(names)}?", names)

    def infer(self, request: Request, scene: Scene, recalled: Recalled, right: Action) -> list[Claim]:
        """Nothing: features are not looked at."""
        return []

    def understand(self, utterance: Utterance) -> Reading:
        """An option that is named is wanted, one named after "not" is not; another than was done makes it wrong."""
        words, acted = utterance.words.lower(), utterance.acted
        named = [name for name in utterance.options if name.lower() in words]
        avoids = tuple(name for name in named if f"not {name.lower()}" in words)
        wants = tuple(name for name in named if name not in avoids)
        wrong = bool(avoids) or any(name not in acted for name in wants)
        verdict: Verdict = "unclear" if not acted or not named else "wrong" if wrong else "right"
        return Reading(wants, (), avoids, verdict=verdict)

    def note(self, person: str, belief: Preference | Draft) -> str:
        """One sentence."""
        return f"{person} {belief.stance} {belief.value} when asking “{belief.topic}”."


@dataclass(frozen=True)
class Laconic:
    """Somebody who names what they want, and says nothing when they get it."""

    name: str
    seed: int

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """The same words at every moment."""
        return _LaconicWith(self.name, intent)


@dataclass(frozen=True)
class _LaconicWith:
    name: str
    intent: Intent

    def answer(self, request: Request, question: Question) -> str:
        return self.intent.place or self.intent.thing

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        return None if self.intent.is_met_by(action) else self.intent.place or self.intent.thing


@dataclass(frozen=True)
class Hoarse:
    """With a cold on some days: what they have in mind they want, but nothing is heard of it."""

    share: float = 0.1  # of their requests

    def __post_init__(self) -> None:
        a_share("hoarse", "share", self.share)

    def wrap(self, character: Character, *, seed: int) -> Character:
        return _HoarseCharacter(self, character, seed)

    def conflict(self, others: Mapping[str, Trait]) -> str | None:
        return None


@dataclass(frozen=True)
class _HoarseCharacter:
    trait: Hoarse
    character: Character
    seed: int

    @property
    def name(self) -> str:
        return self.character.name

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        rng = random.Random(f"{self.seed}/{self.name}/{moment}/hoarse")
        return _Voiceless(self.name) if rng.random() < self.trait.share else self.character.with_mind_on(intent, moment)


@dataclass(frozen=True)
class _Voiceless:
    name: str

    def answer(self, request: Request, question: Question) -> str | None:
        return None

    def react(self, request: Request, action: Action, because: str = "") -> str | None:
        return None


COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "white", "black")
ERRANDS = ("Paint the door.", "Wrap the present.", "Knit me a scarf.", "Pick a flower for the table.")


class ColoursSuite:
    """Three people who each like a colour for everything they ask for, and later another."""

    name = "colours"

    def __init__(self, *, data: Path | None = None, people: int | None = None, seed: int = 0) -> None:
        if data is not None or (people is not None and not 1 <= people <= 3):
            raise BadInput("The colours suite reads no folder, and has one to three people.")
        self._people = people or 3
        self._seed = seed

    def __len__(self) -> int:
        return self._people

    def life(self, index: int) -> Life:
        """Learn and exam with the first colours, then both again with others."""
        rng = random.Random(f"{self._seed}/{index}")
        person, tastes = ("Ada", "Bo", "Cy")[index], [rng.sample(COLOURS, 2) for _ in ERRANDS]

        def tasks(taste: int) -> tuple[Task, ...]:
            return tuple(
                self._task(person, errand, liked, taste, rng) for errand, liked in zip(ERRANDS, tastes, strict=True)
            )

        return Life(person, (tasks(0), tasks(0), tasks(1), tasks(1)))

    def _task(self, person: str, errand: str, liked: Sequence[str], taste: int, rng: random.Random) -> Task:
        others = [colour for colour in COLOURS if colour not in liked]
        offered = rng.sample([*liked, *rng.sample(others, 2)], 4)
        intent = Intent(liked[taste], formerly=Intent(liked[0]) if taste else None)
        return Task(Request(person, errand, offered), intent)

    def is_right(self, task: Task, action: Action) -> bool:
        """The colour they have in mind."""
        return task.intent.is_met_by(action)

    def fingerprint(self) -> str:
        """A hash of every task."""
        return hashlib.sha256(repr([self.life(index) for index in range(len(self))]).encode()).hexdigest()
