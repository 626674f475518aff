from __future__ import annotations

import pytest

from penchant.domain import Question, Utterance
from penchant.mind.learned.reader import LearnedReader

DRINKS = ("black coffee", "herbal tea", "orange juice")


@pytest.fixture(scope="module")
def reader() -> LearnedReader:
    return LearnedReader()


def test_a_correction_wants_one_thing_and_avoids_what_was_brought(reader: LearnedReader) -> None:
    heard = reader.score("no, the tea; it makes me jittery", DRINKS, acted=["black coffee"]).reading()
    assert (heard.wants, heard.avoids, heard.verdict) == (("herbal tea",), ("black coffee",), "wrong")


@pytest.mark.parametrize(
    ("words", "options", "avoided"),
    [
        ("no pineapple on my pizza", ("pizza", "pineapple", "pasta"), ("pineapple",)),
        ("I've stopped liking espresso", ("espresso", "latte"), ("espresso",)),
        ("coffee doesn't appeal to me", DRINKS, ("black coffee",)),
        ("without milk please", ("coffee with milk", "coffee without milk"), ("coffee with milk",)),
    ],
)
def test_a_wish_is_not_turned_round(
    reader: LearnedReader, words: str, options: tuple[str, ...], avoided: tuple[str, ...]
) -> None:
    heard = reader.score(words, options).reading()
    assert heard.avoids == avoided
    assert not set(avoided) & {*heard.wants, *heard.accepts}


@pytest.mark.parametrize("words", ["my sister loves coffee", "is the tea hot?", "Forget what I said about coffee"])
def test_hearsay_questions_and_talk_of_notes_say_nothing(reader: LearnedReader, words: str) -> None:
    heard = reader.score(words, DRINKS).reading()
    assert (heard.wants, heard.accepts, heard.avoids) == ((), (), ())


def test_an_exception_leaves_the_others(reader: LearnedReader) -> None:
    heard = reader.score("anything but coffee", DRINKS).reading()
    assert heard.avoids == ("black coffee",)
    assert heard.accepts == ("herbal tea", "orange juice")


def test_a_change_and_a_one_off_are_told_apart(reader: LearnedReader) -> None:
    assert reader.score("I've gone off coffee", DRINKS).reading().changed
    assert reader.score("tea, just this once", DRINKS).reading().once
    assert not reader.score("tea, please", DRINKS).reading().once


def test_somebody_elses_liking_is_flagged(reader: LearnedReader) -> None:
    assert reader.score("my brother hates juice", DRINKS).other > 0.5
    assert reader.score("I hate juice", DRINKS).other < 0.5


def test_yes_needs_to_know_what_was_asked(reader: LearnedReader) -> None:
    asked = Utterance("yes please", DRINKS, question=Question("Would you like the herbal tea?"))
    assert reader.read(asked).reading().wants == ("herbal tea",)


def test_probabilities_add_up_to_one(reader: LearnedReader) -> None:
    heard = reader.score("tea or juice, I don't mind", DRINKS, acted=["black coffee"])
    assert heard.stances.sum(axis=1) == pytest.approx(1.0)
    assert heard.verdict.sum() == pytest.approx(1.0)
    assert 0 <= heard.sure <= 1


def test_without_an_action_there_is_no_verdict(reader: LearnedReader) -> None:
    assert reader.score("perfect, thanks!", DRINKS).reading().verdict == "unclear"


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "...",
        "🍵👍",
        "日本語のお茶をください",
        "שלום",
        "\udc80",
        "x" * 100_000,
        "tea " * 25_000,
        "not " * 5_000,
    ],
)
@pytest.mark.parametrize("options", [(), DRINKS, ("お茶", "(", "it's", "🍵")])
def test_no_words_break_it(reader: LearnedReader, words: str, options: tuple[str, ...]) -> None:
    heard = reader.score(words, options, acted=options[:1], before="What?" * 1_000)
    assert heard.options == options
    assert {*heard.reading().wants, *heard.reading().avoids, *heard.reading().accepts} <= {*options}


def test_silence_is_read_as_nothing(reader: LearnedReader) -> None:
    heard = reader.score("", DRINKS, acted=["herbal tea"])
    assert not heard.reading().wants
    assert heard.reading().verdict == "unclear"


def test_ten_thousand_options_are_read_by_name(reader: LearnedReader) -> None:
    options = (*tuple(f"parcel {number}" for number in range(9999)), "walnut cake")
    assert reader.score("the walnut cake, please", options).reading().wants == ("walnut cake",)


def test_many_options_are_read_in_parts(reader: LearnedReader) -> None:
    fruits = "apple banana cherry date elderberry fig grape kiwi lemon mango nectarine orange papaya quince raspberry"
    more = "strawberry tangerine plum pear peach melon lime guava lychee coconut apricot blueberry cranberry currant"
    options = tuple(f"{fruit} tart" for fruit in f"{fruits} {more}".split())
    assert reader.score("I'd like the lychee tart", options).reading().wants == ("lychee tart",)


def test_a_name_given_twice_counts_once(reader: LearnedReader) -> None:
    assert reader.score("tea", ["herbal tea", "herbal tea", "cola"]).options == ("herbal tea", "cola")
