"""What every trait promises, as checks that each implementation runs unchanged.

A check takes a function that makes the trait, with whatever keys are to be tried, and raises AssertionError, with a
sentence, where a promise is broken::

    @pytest.mark.parametrize("check", list(trait_checks()), ids=lambda check: check.__name__)
    def test_my_trait_keeps_the_contract(check: TraitCheck) -> None:
        check(lambda: Hoarse(share=0.2))
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator, Sequence

from penchant.domain import Action, Question, Request
from penchant.testing._samples import same, true
from penchant_lab.people import Character, Intent, SimulatedPerson, Trait
from penchant_lab.people.traits import layers, remember, remembered
from penchant_lab.testing.kinds import OCCASIONS

TraitCheck = Callable[[Callable[[], Trait]], None]

TASKS = 40
"""So many requests are a life, here."""


def it_leaves_names_alone(make: Callable[[], Trait]) -> None:
    """Whoever gets the trait is called as before, with and without a request on their mind."""
    for name in ("ana", "José 日本", "x" * 200):
        person = make().wrap(SimulatedPerson(name, seed=1), seed=1)
        same(person.name, name, "the name of somebody with the trait")
        same(person.with_mind_on(Intent("herbal tea"), "m").name, name, "their name with a request on their mind")


def whoever_has_it_speaks_in_words_or_not_at_all(make: Callable[[], Trait]) -> None:
    """Any question and any action get a text or None, in any letters, whether or not what is wanted is on offer."""
    for said in _life(_somebody(make)):
        true(said is None or isinstance(said, str), f"what is said should be a text or None, not {said!r}")


def the_same_life_gives_the_same_words(make: Callable[[], Trait]) -> None:
    """Whatever is drawn comes from the seed, the name and the moment, and not from who else was made before."""
    once = _life(_somebody(make))
    _life(_somebody(make, name="ben"))
    same(_life(_somebody(make)), once, "the same words from another made alike")


def people_with_it_share_nothing(make: Callable[[], Trait]) -> None:
    """Two people with one and the same trait, side by side, speak as if the other were not there."""
    alone, trait = _life(_somebody(make)), make()
    ana, ben = (trait.wrap(SimulatedPerson(name, seed=3), seed=3) for name in ("ana", "ben"))
    together = []
    for number in range(TASKS):
        together += _errand(ana, number)
        _errand(ben, number)
    same(together, alone, "the words of somebody with another beside them")


def a_life_can_be_left_and_taken_up(make: Callable[[], Trait]) -> None:
    """What somebody remembers of their life goes through JSON, and whoever is given it goes on as they would have."""
    whole, ana = _life(_somebody(make)), _somebody(make)
    first = [said for number in range(TASKS // 2) for said in _errand(ana, number)]
    kept, later = json.loads(json.dumps(remembered(ana))), _somebody(make)
    remember(later, kept)
    second = [said for number in range(TASKS // 2, TASKS) for said in _errand(later, number)]
    same(first + second, whole, "the words of a life that was left and taken up")


def who_has_it_can_be_reached(make: Callable[[], Trait]) -> None:
    """The bare person is found behind the trait, as ``character``, so that a study can see who they are."""
    bare = SimulatedPerson("ana", seed=3)
    found = list(layers(make().wrap(bare, seed=3)))
    true(found[-1] is bare, "somebody with the trait should have the bare person as their 'character'")


def it_can_be_sent_to_a_worker(make: Callable[[], Trait]) -> None:
    """A trait goes to another process and does the same there."""
    sent: Trait = pickle.loads(pickle.dumps(make()))
    same(_life(_somebody(lambda: sent)), _life(_somebody(make)), "the words with a trait that was sent")


def _somebody(make: Callable[[], Trait], name: str = "ana") -> Character:
    return make().wrap(SimulatedPerson(name, seed=3), seed=3)


def _life(person: Character) -> list[str | None]:
    return [said for number in range(TASKS) for said in _errand(person, number)]


def _errand(person: Character, number: int) -> list[str | None]:
    """What is said at one request: two answers to questions, and a reaction to something right or wrong."""
    request, intent = OCCASIONS[number % len(OCCASIONS)]
    minded = person.with_mind_on(intent, f"phase1/1/{number}")
    said = [minded.answer(request, question) for question in _questions(request)]
    done = [Action(intent.thing, intent.place), Action(next(iter(request.options), None)), Action()]
    return [*said, minded.react(request, done[number % 3])]


def _questions(request: Request) -> Sequence[Question]:
    offered = (*request.options, *request.places)
    return Question("Which would you like?", offered), Question("Where does it go?", back="answer")


def trait_checks() -> Iterator[TraitCheck]:
    """The checks for any trait; each is given a function that makes it."""
    yield from (
        it_leaves_names_alone,
        whoever_has_it_speaks_in_words_or_not_at_all,
        the_same_life_gives_the_same_words,
        people_with_it_share_nothing,
        a_life_can_be_left_and_taken_up,
        who_has_it_can_be_reached,
        it_can_be_sent_to_a_worker,
    )
