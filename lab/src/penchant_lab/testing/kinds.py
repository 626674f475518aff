"""What every kind of person promises, as checks that each implementation runs unchanged.

A check takes the kind itself, called as ``Character(name, seed=seed)``, and raises AssertionError, with a sentence,
where a promise is broken::

    @pytest.mark.parametrize("check", list(person_checks()), ids=lambda check: check.__name__)
    def test_my_people_keep_the_contract(check: PersonCheck) -> None:
        check(MyKind)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from penchant.domain import Action, Question, Request
from penchant.testing._samples import same, true
from penchant_lab.people import CharacterMaker, Intent, Person

PersonCheck = Callable[[CharacterMaker], None]

DRINK = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea", "orange juice"])
KEYS = Request("ana", "put the keys away, please", ["keys"], ["hall tray", "hook"])
MIXED = Request("ana", "where do these go?", ["keys", "hall tray", "hook"])
BARE = Request("ana", "", [])
ODD = Request("ana", "日本 {0} %s", ["お茶", "{want}", "café 🍵", "x" * 500])

OCCASIONS: tuple[tuple[Request, Intent], ...] = (
    (DRINK, Intent("herbal tea")),
    (DRINK, Intent("herbal tea", None, Intent("black coffee"))),
    (DRINK, Intent("oat milk")),  # not on offer
    (KEYS, Intent("keys", "hook")),
    (KEYS, Intent("keys", "hook", Intent("keys", "hall tray"))),
    (MIXED, Intent("keys", "hook")),
    (BARE, Intent("herbal tea")),
    (ODD, Intent("お茶", None, Intent("{want}"))),
    (ODD, Intent("{want}")),
)
"""A request and what is wanted: plain, changed, not on offer, of a place, without options, in odd letters."""


def they_keep_their_name(make: CharacterMaker) -> None:
    """Whoever is made is called so, before and after they have something on their mind."""
    for name in ("ana", "José 日本", "x" * 200):
        player = make(name, seed=1)
        same(player.name, name, "the name of somebody made")
        same(player.with_mind_on(Intent("herbal tea"), "m").name, name, "their name with a request on their mind")


def they_answer_in_words_or_not_at_all(make: CharacterMaker) -> None:
    """Any question gets a text or None: with the right alternatives, with others, with none, in any letters."""
    for request, intent in OCCASIONS:
        for number, question in enumerate(_questions(request, intent)):
            said = make("ana", seed=3).with_mind_on(intent, f"m{number}").answer(request, question)
            _is_words(said, f"the answer to {question}")


def they_react_in_words_or_not_at_all(make: CharacterMaker) -> None:
    """Whatever was done gets a text or None: right, wrong, half right, nothing, and something nobody offered."""
    for request, intent in OCCASIONS:
        for number, action in enumerate(_actions(request, intent)):
            person = make("ana", seed=3).with_mind_on(intent, f"m{number}")
            _is_words(person.react(request, action), f"the reaction to {action}")
            _is_words(person.react(request, action, "because you said so"), f"the reaction to {action} with a reason")


def the_same_moment_gives_the_same_words(make: CharacterMaker) -> None:
    """The same name, seed, intent and moment give the same words, whatever was said before and whoever was made."""
    for request, intent in OCCASIONS:
        once = make("ana", seed=3)
        first = _all_said(once.with_mind_on(intent, "m1"), request, intent)
        _all_said(once.with_mind_on(Intent("orange juice"), "m2"), request, intent)
        make("ben", seed=4)
        same(_all_said(once.with_mind_on(intent, "m1"), request, intent), first, "the same words from the same one")
        fresh = make("ana", seed=3).with_mind_on(intent, "m1")
        same(_all_said(fresh, request, intent)[::-1], first[::-1], "the same words from another made alike")
        asked = make("ana", seed=3).with_mind_on(intent, "m1")
        same(asked.react(request, Action()), first[-1], "the same reaction without having been asked")


def two_minds_are_kept_apart(make: CharacterMaker) -> None:
    """One person with two requests on their mind answers each as if the other were not there."""
    player, question = make("ana", seed=3), Question("Which would you like?", ("black coffee", "herbal tea"))
    alone = player.with_mind_on(Intent("herbal tea"), "m1").answer(DRINK, question)
    tea = player.with_mind_on(Intent("herbal tea"), "m1")
    player.with_mind_on(Intent("black coffee"), "m2").answer(DRINK, question)
    same(tea.answer(DRINK, question), alone, "the answer with a second request about")


def what_is_wanted_reaches_the_agent(make: CharacterMaker) -> None:
    """By answering or by reacting to a wrong action, somewhere a person tells two different wishes apart."""
    question, wrong = Question("Which would you like?", tuple(DRINK.options)), Action("black coffee")
    for seed in range(8):
        tea, juice = (make("ana", seed=seed).with_mind_on(Intent(wish), "m") for wish in ("herbal tea", "orange juice"))
        if tea.answer(DRINK, question) != juice.answer(DRINK, question):
            return
        if tea.react(DRINK, wrong) != juice.react(DRINK, wrong):
            return
    raise AssertionError("eight people who want tea, then juice, should not use the same words for both every time")


def _questions(request: Request, intent: Intent) -> list[Question]:
    offered = (*request.options, *request.places)
    named = tuple(name for name in (intent.thing, intent.place) if name)
    return [
        Question("Which would you like?", tuple(request.options)),
        Question("Where should I put it?", tuple(request.places)),
        Question("This one?", named[:1]),
        Question("This one?", ("green soap",)),
        Question("Which of these?", tuple(name for name in offered if name not in named)),
        Question("Where does it go?"),
        Question(""),
    ]


def _actions(request: Request, intent: Intent) -> list[Action]:
    things = [Action(thing) for thing in (*request.options, "green soap")]
    places = [Action(intent.thing, place) for place in (*request.places, *request.options, "moon")]
    return [Action(intent.thing, intent.place), *things, *places, Action(None, "hook"), Action()]


def _all_said(person: Person, request: Request, intent: Intent) -> list[str | None]:
    answers = [person.answer(request, question) for question in _questions(request, intent)]
    return answers + [person.react(request, action) for action in _actions(request, intent)]


def _is_words(said: object, what: str) -> None:
    true(said is None or isinstance(said, str), f"{what} should be a text or None, not {said!r}")


def person_checks() -> Iterator[PersonCheck]:
    """The checks for any kind of person; each is given the kind, to be called with a name and a seed."""
    yield from (
        they_keep_their_name,
        they_answer_in_words_or_not_at_all,
        they_react_in_words_or_not_at_all,
        the_same_moment_gives_the_same_words,
        two_minds_are_kept_apart,
        what_is_wanted_reaches_the_agent,
    )
