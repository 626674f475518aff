from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penchant.domain import Action, Question, Request
from penchant_lab.people import Intent, Person, SimulatedPerson, Voice, known_voices

DRINKS = Request("ana", "I'm drowsy, something to drink?", ["black coffee", "herbal tea", "green juice", "walnuts"])
PUTTING = Request("ana", "put these away", ["snacks"], ["high shelf", "low shelf", "top drawer", "couch"])
WHICH = Question("Which one would you like?", tuple(DRINKS.options))
WHERE = Question("Where should they go?", tuple(PUTTING.places))

TEA = Intent("herbal tea")
CHANGED_TEA = Intent("herbal tea", formerly=Intent("black coffee"))
SNACKS = Intent("snacks", "low shelf")
CHANGED_SNACKS = Intent("snacks", "low shelf", formerly=Intent("snacks", "couch"))
ABSENT = Intent("iced matcha")
ABSENT_PLACE = Intent("snacks", "island counter")

Speech = Callable[[Person], str | None]

CASES: dict[str, tuple[Intent, Speech]] = {
    "asked which": (TEA, lambda ana: ana.answer(DRINKS, WHICH)),
    "asked which, changed": (CHANGED_TEA, lambda ana: ana.answer(DRINKS, WHICH)),
    "asked where": (SNACKS, lambda ana: ana.answer(PUTTING, WHERE)),
    "asked where, changed": (CHANGED_SNACKS, lambda ana: ana.answer(PUTTING, WHERE)),
    "not among those": (ABSENT, lambda ana: ana.answer(DRINKS, WHICH)),
    "not among those places": (ABSENT_PLACE, lambda ana: ana.answer(PUTTING, WHERE)),
    "right": (TEA, lambda ana: ana.react(DRINKS, Action("herbal tea"))),
    "right place": (SNACKS, lambda ana: ana.react(PUTTING, Action("snacks", "low shelf"))),
    "wrong": (TEA, lambda ana: ana.react(DRINKS, Action("green juice"))),
    "wrong place": (SNACKS, lambda ana: ana.react(PUTTING, Action("snacks", "top drawer"))),
    "wrong thing and place": (SNACKS, lambda ana: ana.react(PUTTING, Action("drinks", "top drawer"))),
    "as it used to be": (CHANGED_TEA, lambda ana: ana.react(DRINKS, Action("black coffee"))),
    "where it used to be": (CHANGED_SNACKS, lambda ana: ana.react(PUTTING, Action("snacks", "couch"))),
    "declined": (TEA, lambda ana: ana.react(DRINKS, Action())),
    "declined to put": (SNACKS, lambda ana: ana.react(PUTTING, Action())),
    "wanted one not there": (ABSENT, lambda ana: ana.react(DRINKS, Action("green juice"))),
    "wanted place not there": (ABSENT_PLACE, lambda ana: ana.react(PUTTING, Action("snacks", "couch"))),
    "declined, and rightly": (ABSENT, lambda ana: ana.react(DRINKS, Action())),
}


def ana(intent: Intent, moment: str = "phase1/1/1", voice: Voice | None = None) -> Person:
    return SimulatedPerson("ana", seed=7, voice=voice).with_mind_on(intent, moment)


def sayings(intent: Intent, speech: Speech, *, moments: int = 120) -> list[str]:
    """What people of every voice say to it, moment after moment."""
    said = [speech(ana(intent, str(moment), voice)) for voice in known_voices() for moment in range(moments)]
    return [words.casefold() for words in said if words is not None]


def names(words: str, name: str) -> bool:
    """Whether a careful listener hears the name, by all of it, its last word or "the herbal one"."""
    first, last = name.split()[0], name.split()[-1]
    return bool(re.search(rf"\b({name}|{last}|the {first} ones?)\b", words))


def unnamed(words: Iterable[str], *things: str) -> list[str]:
    return [said for said in words if not all(names(said, thing) for thing in things)]


def mentioning(words: Iterable[str], *things: str) -> list[str]:
    return [said for said in words if any(names(said, thing) for thing in things)]


@pytest.mark.parametrize("case", CASES)
def test_the_same_moment_gives_the_same_words(case: str) -> None:
    intent, speech = CASES[case]
    busy = ana(intent)
    busy.answer(DRINKS, WHICH)
    busy.react(DRINKS, Action("walnuts"))
    assert speech(busy) == speech(ana(intent))
    assert len({speech(SimulatedPerson("ana", seed=seed).with_mind_on(intent, "1")) for seed in range(20)}) > 5


def test_another_process_hears_the_same_words() -> None:
    script = (
        "from penchant_lab.people import *; from penchant.domain import *\n"
        "ana = SimulatedPerson('ana', seed=7).with_mind_on(Intent('herbal tea'), 'phase1/1/1')\n"
        "print(ana.react(Request('ana', '', ['herbal tea', 'green juice']), Action('green juice')))"
    )
    runs = [
        subprocess.run([sys.executable, "-c", script], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True)
        for seed in ("1", "2")
    ]
    request = Request("ana", "", ["herbal tea", "green juice"])
    assert {run.stdout.strip() for run in runs} == {ana(TEA).react(request, Action("green juice"))}


@pytest.mark.parametrize("voice", known_voices(), ids=lambda voice: voice.name)
def test_one_person_rarely_says_it_the_same_way_twice(voice: Voice) -> None:
    ways = {
        case: len({speech(ana(intent, f"phase1/{moment}", voice)) for moment in range(200)})
        for case, (intent, speech) in CASES.items()
    }
    assert {case: count for case, count in ways.items() if count < 80} == {}


def test_asked_which_one_they_name_the_thing_only() -> None:
    request = Request("ana", "put these away", ["snacks", "drinks"], ["high shelf", "low shelf"])
    words = sayings(SNACKS, lambda person: person.answer(request, Question("Which?", ("snacks", "drinks"))))
    assert not unnamed(words, "snacks")
    assert not mentioning(words, "low shelf", "high", "drinks")


def test_asked_where_they_name_the_place_only() -> None:
    words = sayings(SNACKS, CASES["asked where"][1])
    assert not unnamed(words, "low shelf")
    assert not mentioning(words, "snacks", "top drawer", "couch")


@pytest.mark.parametrize("where", ["Where do you want them?", "Which shelf is right?", "Shall I put them away?"])
def test_a_question_without_alternatives_is_read_for_whether_it_asks_where(where: str) -> None:
    words = sayings(SNACKS, lambda person: person.answer(PUTTING, Question(where)))
    assert not unnamed(words, "low shelf")
    assert not mentioning(words, "snacks")
    words = sayings(SNACKS, lambda person: person.answer(PUTTING, Question("What would you like?")))
    assert not unnamed(words, "snacks")
    assert not mentioning(words, "low shelf")


def test_asked_where_for_something_wanted_in_hand_they_name_the_thing() -> None:
    assert not unnamed(sayings(TEA, lambda person: person.answer(DRINKS, Question("Where?"))), "herbal tea")


@pytest.mark.parametrize(
    ("alternatives", "refusal"),
    [
        (("walnuts",), "not those"),
        (("green juice",), "not that"),
        (("walnuts", "green juice"), "neither"),
        (("walnuts", "green juice", "black coffee"), "none of th"),
    ],
)
def test_what_is_not_among_the_alternatives_is_said_to_be_missing_and_named(
    alternatives: tuple[str, ...], refusal: str
) -> None:
    words = sayings(ABSENT, lambda person: person.answer(DRINKS, Question("Which?", alternatives)))
    assert all("iced matcha" in said and refusal in said for said in words)
    assert not mentioning(words, *alternatives)


def test_a_place_that_is_not_among_the_alternatives_is_named() -> None:
    words = sayings(ABSENT_PLACE, CASES["not among those places"][1])
    assert all("island counter" in said and "none of th" in said for said in words)
    assert not mentioning(words, "snacks", "couch", "low shelf")


CHANGE = re.compile(
    r"\b(?:these days|lately|nowadays|no longer|any more|used to|changed?|changing|gone off|switched|done with|i'm off|"
    r"moved on|before|now|new|was the|no more|over|formerly|of late|at present|parted ways|broken up|old habits|"
    r"given up|goodbye|stopped|had a good run|for years|last year|longest time|so long|tired of|grown fond)\b"
)


@pytest.mark.parametrize(("case", "old"), [("asked which, changed", "black coffee"), ("asked where, changed", "couch")])
def test_some_answers_tell_of_a_change_of_taste_and_the_others_just_answer(case: str, old: str) -> None:
    words = sayings(*CASES[case], moments=200)
    told = [said for said in words if CHANGE.search(said)]
    assert 0.33 < len(told) / len(words) < 0.55
    assert 0.1 < len(mentioning(words, old)) / len(words) < 0.4
    assert not unnamed(words, CASES[case][0].place or "herbal tea")


def test_an_old_taste_that_is_out_of_sight_is_not_brought_up_in_an_answer() -> None:
    request = Request("ana", "a drink", ["herbal tea", "green juice"])
    words = sayings(
        CHANGED_TEA, lambda person: person.answer(request, Question("Which?", ("herbal tea", "green juice")))
    )
    assert not mentioning(words, "black coffee")


def test_a_change_of_place_is_not_mentioned_when_asked_about_the_thing() -> None:
    words = sayings(CHANGED_SNACKS, lambda person: person.answer(PUTTING, Question("Which?", ("snacks", "drinks"))))
    assert not mentioning(words, "couch", "low shelf")
    assert not [said for said in words if re.search(r"these days|lately|no longer|changed", said)]


def test_praise_sometimes_names_the_thing() -> None:
    words = sayings(*CASES["right"])
    assert 0.1 < len(mentioning(words, "herbal tea")) / len(words) < 0.7
    assert not mentioning(words, "black coffee", "green juice", "walnuts")


@pytest.mark.parametrize("case", ["wrong", "declined", "as it used to be"])
def test_a_correction_names_the_wanted_one(case: str) -> None:
    words = sayings(*CASES[case])
    assert not unnamed(words, "herbal tea")
    assert not mentioning(words, "walnuts")


def test_a_right_thing_in_a_wrong_place_is_corrected_in_its_place_only() -> None:
    words = sayings(*CASES["wrong place"])
    assert not unnamed(words, "low shelf")
    assert not mentioning(words, "snacks", "couch", "high")


def test_a_wrong_thing_in_the_right_place_is_corrected_in_the_thing_only() -> None:
    words = sayings(SNACKS, lambda person: person.react(PUTTING, Action("drinks", "low shelf")))
    assert not unnamed(words, "snacks")
    assert not mentioning(words, "low shelf")


@pytest.mark.parametrize("case", ["wrong thing and place", "declined to put"])
def test_both_are_named_when_both_are_wrong(case: str) -> None:
    assert not unnamed(sayings(*CASES[case]), "snacks", "low shelf")


def test_a_place_without_a_thing_is_answered_with_the_thing() -> None:
    words = sayings(SNACKS, lambda person: person.react(PUTTING, Action(None, "low shelf")))
    assert not unnamed(words, "snacks")
    assert not [said for said in words if "none" in said.split()]


@pytest.mark.parametrize(
    ("case", "old", "new"),
    [("as it used to be", "black coffee", "herbal tea"), ("where it used to be", "couch", "low shelf")],
)
def test_acting_on_an_old_taste_is_told_that_it_has_changed(case: str, old: str, new: str) -> None:
    assert not unnamed(sayings(*CASES[case]), old, new)


def test_what_was_never_the_old_taste_is_corrected_without_a_word_of_the_change() -> None:
    ana = SimulatedPerson("ana", seed=7)
    for number in range(30):
        changed, same = (ana.with_mind_on(intent, f"phase3/1/{number}") for intent in (CHANGED_TEA, TEA))
        assert changed.react(DRINKS, Action("green juice")) == same.react(DRINKS, Action("green juice"))


@pytest.mark.parametrize("case", ["wanted one not there", "declined, and rightly"])
def test_what_was_not_on_offer_is_named(case: str) -> None:
    words = sayings(*CASES[case])
    assert all("iced matcha" in said for said in words)
    assert not mentioning(words, "black coffee", "herbal tea", "green juice", "walnuts")


def test_a_place_that_was_not_on_offer_is_named() -> None:
    words = sayings(*CASES["wanted place not there"])
    assert all("island counter" in said for said in words)
    assert not mentioning(words, "snacks", "low shelf")


def test_without_options_everything_counts_as_on_offer() -> None:
    words = sayings(TEA, lambda person: person.react(Request("ana", "a drink"), Action("green juice")))
    assert not [said for said in words if "n't there" in said or "on offer" in said]


def test_many_are_them_and_one_is_it() -> None:
    request = Request("ana", "put it away", ["book"], ["top shelf", "couch"])
    many = " ".join(sayings(SNACKS, CASES["wrong place"][1]))
    one = " ".join(sayings(Intent("book", "top shelf"), lambda person: person.react(request, Action("book", "couch"))))
    assert "put them on the low shelf" in many
    assert "put it on the" not in many
    assert "put it on the top shelf" in one
    assert "them" not in one.split()


odd_names = st.text(
    st.characters(exclude_categories=["C", "Z"], include_characters=" "), min_size=1, max_size=30
).filter(lambda name: name == name.strip() and bool(name.strip()))


@given(st.lists(odd_names, min_size=3, max_size=5, unique=True), st.integers(), st.integers(0, 5))
def test_odd_names_are_said_as_they_are(options: list[str], seed: int, number: int) -> None:
    wanted, old, other, *_ = options
    request = Request("ana", "please", options)
    intent = Intent(wanted, formerly=Intent(old))
    person = SimulatedPerson("ana", seed=seed, voice=known_voices()[number]).with_mind_on(intent, "1")
    said = [
        person.answer(request, Question("Which?", tuple(options))),
        person.answer(request, Question("Which?", (old, other))),
        *(person.react(request, action) for action in (Action(old), Action(other), Action())),
        SimulatedPerson("ana", seed=seed).with_mind_on(Intent(other, wanted), "1").react(request, Action(other, old)),
    ]
    for words in said:
        assert words is not None
        heard = words.casefold()
        assert any(name.casefold() in heard for name in (wanted, wanted.split()[0], wanted.split()[-1]))
