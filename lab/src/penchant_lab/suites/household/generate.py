"""Make people up: a name, tastes that surprise and later change, and four phases of errands about them.

Phase 1 teaches, phase 2 examines the same tastes in other words, other surroundings and often with a near kin of what
was taught; phases 3 and 4 do the same after a change of heart. Person ``index`` of a seed never depends on how many
people are made. What they say and like lives in :mod:`penchant_lab.suites.household.content`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from penchant.errors import BadInput
from penchant_lab.suites.household import persona, wording
from penchant_lab.suites.household.content import Name, Spot, Thing, household
from penchant_lab.suites.household.records import PICK_UP, EmbodiedLife, HouseholdErrand
from penchant_lab.suites.household.tastes import SpotTaste, ThingTaste, draw_habits, draw_wishes, reason
from penchant_lab.suites.names import person_name

MOST_TASKS = 120
_FETCH = 0.6  # share of errands that end with a thing in the person's hand
_KIN = 0.5  # how often an exam offers a near kin of what the lesson offered
_OFTENEST = 3  # how often one taste may come up in a phase
_CROWDED = 0.4  # how often something unrelated lies about as well
_UNMOVED = 0.85  # how often a scene is found exactly as it was before the change of heart


@dataclass(frozen=True, slots=True)
class _Scene:
    """A request and what is in sight of it: each name with the option it stands for, if it is one."""

    task: str
    goods: Name | None  # what is to be put away; None where something is to be brought
    sight: tuple[tuple[Thing | Spot | None, Name], ...]

    def record(self, index: int, user: str, taste: ThingTaste | SpotTaste, wanted: Thing | Spot) -> HouseholdErrand:
        """Write the errand down with what is wanted of it."""
        name = next(name.bare for option, name in self.sight if option is wanted)
        return HouseholdErrand(
            index=index,
            scene=", ".join(name.spoken for _, name in self.sight),
            task=self.task,
            context=taste.moment.label,
            user=user,
            user_intent_object=self.goods.bare if self.goods else name,
            user_intent_location=name if self.goods else PICK_UP,
            scene_objects=tuple(name.bare for _, name in self.sight),
        )


def generate(seed: int, index: int, tasks: int = 30) -> EmbodiedLife:
    """Make the ``index``-th person of a seed; the same arguments always give the same person.

    >>> life = generate(7, 0)
    >>> life == generate(7, 0), len(life.phases), len(life.phases[0])
    (True, 4, 30)
    """
    if index < 0 or not 1 <= tasks <= MOST_TASKS:
        raise BadInput(
            f"Cannot make person {index} with {tasks} tasks; count people from 0 and tasks 1 to {MOST_TASKS}."
        )
    rng = Random(f"penchant/embodied/1/{seed}/{index}")
    person = person_name(seed, index)
    tastes, turns = _draw(rng, tasks)
    errands = [(taste, *pair) for taste, times in zip(tastes, turns, strict=True) for pair in _story(rng, taste, times)]
    rng.shuffle(errands)
    phases: tuple[list[HouseholdErrand], list[HouseholdErrand], list[HouseholdErrand], list[HouseholdErrand]] = (
        [],
        [],
        [],
        [],
    )
    for i, (taste, lesson, exam) in enumerate(errands, start=index * tasks):
        phases[0].append(lesson.record(i, person, taste, taste.before))
        phases[1].append(exam.record(i, person, taste, taste.before))
        phases[2].append(_later(rng, lesson).record(i, person, taste, taste.after))
        phases[3].append(_later(rng, exam).record(i, person, taste, taste.after))
    before, after = _persona(rng, person, tastes)
    first, second, third, fourth = map(tuple, phases)
    return EmbodiedLife(person, (first, second, third, fourth), before, after)


def _draw(rng: Random, tasks: int) -> tuple[list[ThingTaste | SpotTaste], list[int]]:
    """Draw the tastes of one life, and how often each comes up in a phase."""
    fetches = max(1, round(tasks * _FETCH))
    wishes = draw_wishes(rng, _distinct(rng, fetches))
    habits = draw_habits(rng, _distinct(rng, tasks - fetches))
    turns = _turns(rng, fetches, len(wishes)) + _turns(rng, tasks - fetches, len(habits))
    return [*wishes, *habits], turns


def _distinct(rng: Random, tasks: int) -> int:
    return round(tasks * rng.uniform(0.7, 0.8)) or min(tasks, 1)


def _turns(rng: Random, tasks: int, tastes: int) -> list[int]:
    turns = [1] * tastes
    while sum(turns) < tasks:
        lucky = rng.randrange(tastes)
        turns[lucky] += turns[lucky] < _OFTENEST
    return turns


def _story(rng: Random, taste: ThingTaste | SpotTaste, times: int) -> list[tuple[_Scene, _Scene]]:
    """Tell a taste ``times`` over as lesson and exam: never twice in the same words or before the same things."""
    says = rng.sample(taste.moment.says, 2 * times)
    if isinstance(taste, SpotTaste):
        goods = [rng.sample(taste.goods.names, 2) for _ in range(times)]
        return [
            (_put(rng, taste, says[2 * i], goods[i][0]), _put(rng, taste, says[2 * i + 1], goods[i][1]))
            for i in range(times)
        ]
    taught = {thing: rng.choice(thing.names) for thing in (taste.before, taste.after, *taste.others)}
    story = []
    for i in range(times):
        lesson = _bring(rng, taste, says[2 * i], taught, kin=0)
        exam = _bring(rng, taste, says[2 * i + 1], taught, kin=_KIN)
        while set(exam.sight) == set(lesson.sight):
            exam = _bring(rng, taste, says[2 * i + 1], taught, kin=1)
        story.append((lesson, exam))
    return story


def _bring(rng: Random, wish: ThingTaste, says: str, taught: dict[Thing, Name], kin: float) -> _Scene:
    sight: list[tuple[Thing | Spot | None, Name]] = []
    for thing in (wish.before, wish.after, *rng.sample(wish.others, 2)):
        name = taught[thing]
        if rng.random() < kin:
            name = rng.choice([other for other in thing.names if other is not name])
        sight.append((thing, name))
    if rng.random() < _CROWDED:
        stray = rng.choice(household().kinds)
        if stray.group != wish.kind.group:
            sight.append((None, rng.choice(rng.choice(stray.things).names)))
    rng.shuffle(sight)
    return _Scene(wording.request(rng, says, wording.bring(rng, wish.kind)), None, tuple(sight))


def _put(rng: Random, habit: SpotTaste, says: str, goods: Name) -> _Scene:
    others = rng.choices((0, 1, 2), (1, 5, 4))[0]
    sight: list[tuple[Thing | Spot | None, Name]] = [
        (place, place.names[0]) for place in (habit.before, habit.after, *rng.sample(habit.others, others))
    ]
    sight.append((None, goods))
    if rng.random() < _CROWDED / 2:
        stray = rng.choice(household().belongings)
        if stray is not habit.goods:
            sight.append((None, rng.choice(stray.names)))
    rng.shuffle(sight)
    return _Scene(wording.request(rng, says, wording.put(rng, goods)), goods, tuple(sight))


def _later(rng: Random, errand: _Scene) -> _Scene:
    """The same errand when it comes round again; once in a while things have moved."""
    if rng.random() < _UNMOVED:
        return errand
    return replace(errand, sight=tuple(rng.sample(errand.sight, len(errand.sight))))


def _persona(rng: Random, person: str, tastes: list[ThingTaste | SpotTaste]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the person would say of every taste, before the change and after it."""
    before, after = [], []
    for taste in tastes:
        if isinstance(taste, ThingTaste):
            old, new = reason(rng, taste.moment, taste.before), reason(rng, taste.moment, taste.after)
            before.append(persona.wants(person, taste, old))
            after.append(persona.wants_now(person, taste, new))
        else:
            before.append(persona.keeps(person, taste))
            after.append(persona.keeps_now(person, taste))
    return tuple(before), tuple(after)
