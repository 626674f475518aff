"""The sentences that ``reading.py`` reads, each with what it says: people's, voices' and our own."""

from __future__ import annotations

import gzip
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from penchant.domain import Action, Question, Reading
from penchant_lab.people.remarks import Remarks
from penchant_lab.people.simulated import SimulatedPerson
from penchant_lab.people.tastes import Tastes
from penchant_lab.people.voice import VoiceSet, house_voices, read_voices
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.shopping import ShoppingSuite

sys.path.append(str(Path(__file__).parents[1] / "training"))
from moments import renamed, typo
from voices import Recorder, household_labels

HERE = Path(__file__).parent
Stances = dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A sentence, what it was said about, and what it says; there may be several right readings."""

    words: str
    options: tuple[str, ...]
    expected: tuple[Reading, ...]
    acted: tuple[str, ...] = ()
    question: Question | None = None
    unscored: frozenset[str] = frozenset()
    kind: str = ""
    only_choice: bool = field(default=False)  # of a selection, only what was chosen counts
    must_not: Reading = field(default=Reading())  # what would turn it round, beside the opposite of what it says

    @property
    def before(self) -> str:
        """What was said to the person just before."""
        return self.question.text if self.question is not None else ""


def dialogues(path: Path) -> Iterator[Case]:
    """Moments of human dialogue."""
    for line in gzip.decompress(path.read_bytes()).splitlines():
        row = json.loads(line)
        acted = (row["acted"],) if row["acted"] else ()
        unscored = frozenset(acted) if row["act"] == "correct" and row["acted"] not in row["stances"] else frozenset()
        yield Case(
            words=row["words"],
            options=tuple(dict.fromkeys(row["options"])),
            expected=(reading(row["stances"], row["verdict"]),),
            acted=acted,
            question=Question(row["said_before"]) if row["said_before"] else None,
            unscored=unscored,
            kind=row["act"],
        )


def sentences(name: str, half: str = "") -> Iterator[Case]:
    """Sentences of a file beside this one, or one half of them: "tune" may be looked at, "test" is only measured."""
    for line in (HERE / "sentences" / name).read_text("utf-8").splitlines():
        row = json.loads(line)
        if half and row["half"] != half:
            continue
        acted = row.get("acted") or ()
        yield Case(
            words=row["words"],
            options=tuple(row["options"]),
            expected=tuple(_expected(each) for each in row["expected"]),
            acted=(acted,) if isinstance(acted, str) else tuple(acted),
            question=Question(row["said_before"]) if row.get("said_before") else None,
            kind=row.get("kind", ""),
            only_choice=row.get("only_choice", False),
            must_not=_expected(row.get("must_not", {})),
        )


def _expected(row: Mapping[str, Any]) -> Reading:
    wants, accepts, avoids = (tuple(row.get(stance, ())) for stance in ("wants", "accepts", "avoids"))
    return Reading(wants, accepts, avoids, row.get("changed", False), row.get("verdict", "unclear"))


def reading(stances: Mapping[str, str], verdict: str, *, changed: bool = False) -> Reading:
    """A reading from a stance for each option."""
    named = {
        each: tuple(n for n, stance in stances.items() if stance == each) for each in ("wants", "accepts", "avoids")
    }
    return Reading(**named, verdict=verdict, changed=changed)  # type: ignore[arg-type]


def speech_of(folder: Path | None) -> VoiceSet:
    """How people of a folder speak, or those of the house."""
    return house_voices() if folder is None else read_voices(folder)


def at_home(folder: Path | None, data: Path, count: int, seed: int = 0) -> Iterator[Case]:
    """Answers and reactions of voices over the scenes of the public data."""
    rng = random.Random(f"home/{seed}")
    suite = EmbodiedSuite(data=data)
    voices = speech_of(folder).voices
    tasks = [task for index in range(len(suite)) for phase in suite.life(index).phases for task in phase]
    while count:
        task = rng.choice(tasks)
        request, intent = task.request, task.intent
        pool = [name for name in request.options if name not in (intent.thing, intent.place)]
        if not pool or not {intent.place or intent.thing} <= set(request.options):
            continue
        recorder = Recorder(rng.choice(voices))
        person = SimulatedPerson("x", seed=rng.randrange(10**9), voice=recorder)  # type: ignore[arg-type]
        minded = person.with_mind_on(intent, str(rng.random()))
        acted: tuple[str, ...] = ()
        question = None
        if rng.random() < 0.5:
            about = [name for name in request.options if not intent.place or name != intent.thing]
            text = "Where should I put it" if intent.place else "Which would you like"
            question = Question(f"{text}: {', '.join(about[:-1])} or {about[-1]}?", tuple(about))
            words = minded.answer(request, question) or ""
        else:
            draw = rng.random()
            action = Action(intent.thing, intent.place)
            if draw < 0.6:
                action = Action(intent.thing, rng.choice(pool)) if intent.place else Action(rng.choice(pool))
                old = intent.formerly
                if old is not None and {old.place or old.thing} <= set(request.options):
                    action = Action(old.thing, old.place)
            acted = tuple(name for name in (action.thing, action.place) if name)
            words = minded.react(request, action) or ""
        stances, unknown, changed = household_labels(
            recorder.act, tuple(request.options), intent, question.alternatives if question else (), acted
        )
        verdict = "unclear" if not acted else "right" if recorder.act.startswith("praise") else "wrong"
        hidden = unknown | ({intent.thing} if intent.place else set())
        yield Case(
            words=words,
            options=tuple(request.options),
            expected=(reading(stances, verdict, changed=changed),),
            acted=tuple(name for name in acted if name in request.options),
            question=question,
            unscored=frozenset(hidden),
            kind=f"home, {recorder.act}",
        )
        count -= 1


def in_shops(folder: Path | None, data: Path, count: int, seed: int = 0) -> Iterator[Case]:
    """Answers and reactions of shoppers over the purchases of the public data."""
    rng = random.Random(f"shops/{seed}")
    suite = ShoppingSuite(data=data)
    remarks = speech_of(folder).remarks
    tasks = [task for index in range(len(suite)) for phase in suite.life(index).phases for task in phase]
    for _ in range(count):
        task = rng.choice(tasks)
        assert task.intent.tastes is not None
        values = list(dict.fromkeys(value for each in task.request.features for value in each))
        yield _purchase(
            rng, remarks, task.request.options, task.request.features, values, task.intent.tastes, task.intent.thing
        )


def _purchase(
    rng: random.Random,
    remarks: Remarks,
    letters: Sequence[str],
    features: Sequence[Sequence[str]],
    values: list[str],
    tastes: Tastes,
    right: str,
) -> Case:
    whole = (*letters, *values)
    stances: Stances = {}
    acted: tuple[str, ...] = ()
    question = None
    verdict, changed = "unclear", False
    unscored: frozenset[str] = frozenset()
    if rng.random() < 0.5:
        asked = rng.sample(values, min(len(values), rng.choice((1, 2, 3, 4))))
        groups = [[v for v in asked if v in group] for group in (tastes.wants, tastes.accepts, tastes.avoids)]
        for group, stance in zip(groups, ("wants", "accepts", "avoids"), strict=True):
            stances |= dict.fromkeys(group, stance)
        words = remarks.answer(groups[0], groups[1], groups[2], rng)
        question = Question(f"Which of these would you be happy with: {', '.join(asked)}?", tuple(asked))
        kind = "answer"
        whole = tuple(asked)
    elif rng.random() < 0.25:
        kind = "declined"
        words = remarks.would_have_worked(right, rng) if right else remarks.praise_of_nothing(rng)
        stances = {right: "wants"} if right else dict.fromkeys(letters, "avoids")
        unscored = frozenset() if right else frozenset(values)
    else:
        at = rng.randrange(len(letters))
        bought, bad = letters[at], [value for value in features[at] if value in tastes.avoids]
        acted, verdict = (bought,), "wrong"
        if bought == right:
            kind, words, stances, verdict = "praise", remarks.praise(rng), {bought: "wants"}, "right"
        elif bad:
            changed = rng.random() < 0.4
            kind = "changed" if changed else "unwanted"
            words = remarks.changed(bad[0], rng) if changed else remarks.unwanted(bought, bad[0], rng)
            stances = {bad[0]: "avoids", bought: "avoids"}
            unscored = frozenset({bought})
        else:
            has = features[letters.index(right)] if right in letters else ()
            reason = next((v for v in has if v in tastes.wants and v not in features[at]), None)
            reason = reason if rng.random() < 0.5 else None
            kind, words = "better", remarks.better(bought, right, reason, rng)
            stances = {bought: "accepts", right: "wants"} | ({reason: "wants"} if reason else {})
    return Case(
        words=words,
        options=whole,
        expected=(reading(stances, verdict, changed=changed),),
        acted=acted,
        question=question,
        unscored=unscored,
        kind=f"shop, {kind}",
    )


def by_other_names(cases: Iterator[Case], seed: int = 0) -> Iterator[Case]:
    """The same sentences with options called otherwise where that leaves no doubt, and a slip of the finger in most."""
    rng = random.Random(f"names/{seed}")
    for case in cases:
        words = renamed(case.words, case.options, rng)
        spots = list(re.finditer(r"[A-Za-z]{4,}", words))
        if spots and rng.random() < 0.7:
            spot = rng.choice(spots)
            words = words[: spot.start()] + typo(spot.group(), rng) + words[spot.end() :]
        yield replace(case, words=words)
