"""Shoppers answer what they were asked and react by rule."""

from __future__ import annotations

from penchant.domain import Action, Question, Request, Utterance
from penchant.embed import cached
from penchant.mind.builtin import BuiltInMind
from penchant.testing import HashEmbedder
from penchant_lab.people import Intent, Person, SimulatedPerson, Tastes
from penchant_lab.people.remarks import house_remarks

LIKES = Tastes(frozenset({"oak", "brass"}), frozenset({"ash", "tin"}), frozenset({"pine", "zinc"}))
ONCE = Tastes(frozenset({"pine"}), frozenset({"ash", "tin", "oak", "brass"}), frozenset({"zinc"}))
OPTIONS = ["option A", "option B", "option C"]
MIND = BuiltInMind(cached(HashEmbedder()))


def request(*features: tuple[str, str]) -> Request:
    return Request("ana", "a lamp, please", OPTIONS, features=features, may_decline=True)


def shopper(offer: Request, moment: int, *, before: Tastes | None = None, detailed: bool = False) -> Person:
    best = LIKES.best(offer.features)
    thing = "" if best is None else OPTIONS[best]
    former = None if before is None else Intent("", tastes=before)
    return SimulatedPerson("ana", seed=1).with_mind_on(Intent(thing, None, former, LIKES, detailed), f"{moment}")


def reactions(offer: Request, action: Action, *, before: Tastes | None = None, detailed: bool = False) -> list[str]:
    return [shopper(offer, n, before=before, detailed=detailed).react(offer, action) or "" for n in range(30)]


def fits(words: str, value: str, section: str) -> bool:
    """Whether a sentence says of a feature what a section of the house's remarks says."""
    said = words.casefold()
    shapes = (shape.format(**{"x": value, "or": value, "is": "is"}) for shape in house_remarks().shapes[section])
    return any(shape.casefold() in said for shape in shapes)


SOME_FIT = request(("pine", "brass"), ("ash", "tin"), ("oak", "tin"))
NONE_FIT = request(("pine", "brass"), ("ash", "zinc"), ("pine", "tin"))


def test_an_answer_speaks_of_what_was_asked_and_of_nothing_else() -> None:
    asked = ("pine", "oak", "tin")
    for moment in range(60):
        words = shopper(SOME_FIT, moment).answer(SOME_FIT, Question("Which?", asked)) or ""
        assert not any(other in words for other in ("brass", "ash", "zinc", "option"))
        said = [fits(words, *each) for each in (("oak", "most"), ("tin", "fine too"), ("pine", "unwanted"))]
        assert all(said), words


def test_the_right_choice_is_praised_and_no_feature_named() -> None:
    for words in reactions(SOME_FIT, Action("option C")):
        assert words in house_remarks().shapes["praise"]
        assert not any(value in words for value in ("oak", "tin"))


def test_buying_nothing_where_nothing_fits_is_praised() -> None:
    for words in reactions(NONE_FIT, Action()):
        assert words in house_remarks().shapes["praise of nothing"]
        assert not any(letter in words for letter in OPTIONS)


def test_who_buys_nothing_is_told_what_would_have_worked() -> None:
    for words in reactions(SOME_FIT, Action()):
        assert "option c" in words.lower()
        assert "option a" not in words.lower()


def test_a_rejection_names_the_first_unwanted_feature_only() -> None:
    offer = request(("pine", "zinc"), ("ash", "tin"), ("oak", "tin"))
    for words in reactions(offer, Action("option A")):
        assert "pine" in words.lower()
        assert "zinc" not in words
        assert not MIND.understand(Utterance(words, ["pine"])).changed


def test_a_feature_that_used_to_be_liked_is_told_of_as_a_change() -> None:
    for words in reactions(SOME_FIT, Action("option A"), before=ONCE):
        assert "pine" in words.lower()
        assert MIND.understand(Utterance(words, [*OPTIONS, "pine"], acted=["option A"])).changed


def test_an_option_that_was_never_liked_tells_of_no_change() -> None:
    offer = request(("pine", "zinc"), ("ash", "tin"), ("oak", "tin"))
    for words in reactions(offer, Action("option A"), before=ONCE):
        assert "used to" not in words


def test_what_is_good_enough_but_not_best_names_the_better_option_and_no_feature() -> None:
    for words in reactions(SOME_FIT, Action("option B")):
        assert "option c" in words.lower()
        assert "oak" not in words


def test_in_detail_the_feature_that_makes_it_better_is_named() -> None:
    for words in reactions(SOME_FIT, Action("option B"), detailed=True):
        assert "option c" in words.lower()
        assert "oak" in words


def test_of_equals_the_first_is_right_and_none_where_none_fits() -> None:
    assert LIKES.best([("oak", "tin"), ("oak", "tin")]) == 0
    assert LIKES.best(NONE_FIT.features) is None
