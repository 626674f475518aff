"""What every suite promises, as checks that each implementation runs unchanged.

A check takes the suite's class, which is called with ``data``, ``people`` and ``seed``, and raises AssertionError, with
a sentence, where a promise is broken. Of a large suite the first dozen lives are looked at. For a suite that needs a
folder, hand over a function of ``data``, ``people`` and ``seed`` that fills it in::

    @pytest.mark.parametrize("check", list(suite_checks()), ids=lambda check: check.__name__)
    def test_my_suite_keeps_the_contract(check: SuiteCheck) -> None:
        check(MySuite)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from penchant.domain import Action
from penchant.errors import BadInput
from penchant.testing._samples import raises, same, true
from penchant_lab.choice.phases import FOUR_PHASES
from penchant_lab.suites.protocol import Life, Suite, SuiteMaker, Task

SuiteCheck = Callable[[SuiteMaker], None]
Chooser = Callable[[Sequence[Action]], Action]

LOOKED_AT = 12
FAR = 5.0
"""A blind score may lie so many standard deviations above chance; by luck that happens once in three million."""


def _opened(make: SuiteMaker, *, people: int | None = None, seed: int = 0) -> Suite:
    return make(data=None, people=people, seed=seed)


def _lives(suite: Suite) -> list[Life]:
    return [suite.life(index) for index in range(min(len(suite), LOOKED_AT))]


def _tasks(suite: Suite) -> Iterator[Task]:
    return (task for life in _lives(suite) for phase in life.phases for task in phase)


def ways(task: Task) -> list[Action]:
    """Every action of the kind that is asked for, in the order of what is on offer."""
    request, intent = task.request, task.intent
    if intent.place is None:
        return [Action(thing) for thing in request.options] + [Action()] * request.may_decline
    return [Action(intent.thing, place) for place in request.places or request.options if place != intent.thing]


def _meant(task: Task) -> Action:
    return Action(task.intent.thing or None, task.intent.place)


def a_suite_has_a_name_and_somebody_in_it(make: SuiteMaker) -> None:
    """The name is a text, there is at least one life, and everybody in it is called differently."""
    suite = _opened(make)
    true(isinstance(suite.name, str) and bool(suite.name), f"the name should be a text, not {suite.name!r}")
    true(len(suite) > 0, "a suite without people has nothing to study")
    names = [life.person for life in _lives(suite)]
    same(len(set(names)), len(names), f"how many different names there are in {names}")


def so_many_people_as_asked_for(make: SuiteMaker) -> None:
    """With ``people=1`` there is one life; nobody at all is refused in one line."""
    same(len(_opened(make, people=1)), 1, "how many people there are when one is asked for")
    raises(BadInput, "asking for nobody", lambda: _opened(make, people=0))


def a_life_has_four_phases_of_its_own_requests(make: SuiteMaker) -> None:
    """Learn, exam, relearn, exam: each with tasks, and every request is that person's."""
    for life in _lives(_opened(make)):
        same(len(life.phases), len(FOUR_PHASES), f"the phases of {life.person}")
        true(all(life.phases), f"every phase of {life.person} should have a task in it")
        owners = {task.request.person for phase in life.phases for task in phase}
        same(owners, {life.person}, f"whose requests are in the life of {life.person}")


def a_life_depends_on_nothing_else(make: SuiteMaker) -> None:
    """The same index gives the same life: again, in any order, and from a suite opened alike."""
    suite, other = _opened(make, seed=7), _opened(make, seed=7)
    lives = _lives(suite)
    same(_lives(suite), lives, "the lives when asked for again")
    backwards = [other.life(index) for index in reversed(range(len(lives)))]
    same(backwards[::-1], lives, "the lives from another suite opened alike, last first")


def a_fingerprint_tells_tasks_apart(make: SuiteMaker) -> None:
    """The same tasks have the same fingerprint, and other tasks another: of other people, or of fewer."""
    suite = _opened(make)
    mark, lives = suite.fingerprint(), _lives(suite)
    true(isinstance(mark, str) and bool(mark), f"the fingerprint should be a text, not {mark!r}")
    _opened(make, seed=5).life(0)
    same(suite.fingerprint(), mark, "the fingerprint when asked for again")
    same(_opened(make).fingerprint(), mark, "the fingerprint of a suite opened alike")
    for seed in (1, 2):
        other = _opened(make, seed=seed)
        same(other.fingerprint() == mark, _lives(other) == lives, f"whether seed {seed} has the fingerprint of seed 0")
    if len(suite) > 1:
        true(_opened(make, people=1).fingerprint() != mark, "fewer people should have another fingerprint")


def the_rule_agrees_with_what_people_praise(make: SuiteMaker) -> None:
    """People praise what they have in mind and correct the rest, so that and nothing else is right."""
    suite = _opened(make)
    for task in _tasks(suite):
        intent = task.intent
        same(suite.is_right(task, _meant(task)), True, f"what {task} has in mind is right")
        nothing = task.request.may_decline and not intent.thing
        same(suite.is_right(task, Action()), nothing, f"whether declining is right for {task}")
        for way in ways(task):
            same(suite.is_right(task, way), intent.is_met_by(way), f"whether {way} is right for {task}")


def an_oracle_scores_what_is_on_offer(make: SuiteMaker) -> None:
    """Whoever knows what is in mind is right wherever that is on offer, and somewhere it is."""
    suite = _opened(make)
    right = 0
    for task in _tasks(suite):
        offered, known = ways(task), _meant(task)
        scores = suite.is_right(task, known if known in offered else Action())
        same(scores, any(suite.is_right(task, way) for way in offered), f"whether the oracle is right about {task}")
        right += scores
    true(right > 0, "not one task offers what the person has in mind")


def a_blind_agent_scores_chance(make: SuiteMaker) -> None:
    """Drawing at random, or always taking the first, the last or the first by name, does no better than chance."""
    suite, rng = _opened(make), random.Random(0)
    tasks = [task for task in dict.fromkeys(_tasks(suite)) if ways(task)]  # the same task again is no new evidence
    odds = [sum(suite.is_right(task, way) for way in ways(task)) / len(ways(task)) for task in tasks]
    true(min(odds) < 1, "somewhere there should be a wrong way to act")
    spread = sum(share * (1 - share) for share in odds) ** 0.5
    blind: dict[str, Chooser] = {
        "draws": rng.choice,
        "takes the first": lambda offered: offered[0],
        "takes the last": lambda offered: offered[-1],
        "takes the first by name": lambda offered: min(offered, key=str),
    }
    for manner, choose in blind.items():
        right = sum(suite.is_right(task, choose(ways(task))) for task in tasks)
        true(
            right <= sum(odds) + FAR * spread,
            f"an agent that {manner} knows nothing and is right {right} times in {len(tasks)}; "
            f"chance would be {sum(odds):.1f}",
        )


def suite_checks() -> Iterator[SuiteCheck]:
    """The checks for any suite; each is given its class, to be called with ``data``, ``people`` and ``seed``."""
    yield from (
        a_suite_has_a_name_and_somebody_in_it,
        so_many_people_as_asked_for,
        a_life_has_four_phases_of_its_own_requests,
        a_life_depends_on_nothing_else,
        a_fingerprint_tells_tasks_apart,
        the_rule_agrees_with_what_people_praise,
        an_oracle_scores_what_is_on_offer,
        a_blind_agent_scores_chance,
    )
