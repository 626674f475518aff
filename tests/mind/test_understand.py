"""What the built-in mind understands, told as behaviour; the breadth lies in sentences.jsonl.

It reads by rules and by weights. What the rules claim of these sentences by themselves is little, and true; the lines
that say ``"by": "rules"`` are read right by them, and not yet by both together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from penchant.domain import Question, Reading, Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned.decide import side
from penchant.mind.understand import read
from penchant.mind.understand.options import option_index
from penchant.testing import HashEmbedder

SENTENCES = [json.loads(line) for line in Path(__file__).with_name("sentences.jsonl").read_text("utf-8").splitlines()]
DRINKS = ["black coffee", "herbal tea", "fruit smoothie"]
PAIR = ["black coffee", "herbal tea"]


MIND = BuiltInMind(HashEmbedder())


def hear(words: str, options: Sequence[str] = DRINKS, *acted: str) -> Reading:
    """What the rules claim."""
    return read(Utterance(words, options, acted=acted))[0]


def understand(words: str, options: Sequence[str] = DRINKS, *acted: str) -> Reading:
    """What rules and weights read together, without how sure they are."""
    return replace(MIND.read(Utterance(words, options, acted=acted))[0], sure=1.0, odds=())


def said_in(case: dict[str, Any]) -> Utterance:
    question = Question(case["question"], tuple(case["alternatives"])) if "question" in case else None
    return Utterance(case["words"], case["options"], acted=case.get("acted", ()), question=question)


@pytest.mark.parametrize("case", SENTENCES, ids=lambda case: case["words"][:60])
def test_everyday_sentences_are_read_as_people_read_them(case: dict[str, Any]) -> None:
    reading = (read if case.get("by") == "rules" else MIND.read)(said_in(case))[0]
    assert list(reading.wants) == case.get("wants", [])
    assert list(reading.accepts) == case.get("accepts", [])
    assert list(reading.avoids) == case.get("avoids", [])
    assert reading.changed is case.get("changed", False)
    assert reading.verdict == case.get("verdict", "unclear")


def test_what_the_rules_claim_of_everyday_sentences_is_never_the_opposite() -> None:
    claimed = 0
    for case in SENTENCES:
        reading, plain = read(said_in(case))
        meant = Reading(case.get("wants", ()), case.get("accepts", ()), case.get("avoids", ()))
        claimed += bool(reading)
        for name in case["options"]:
            assert side(reading, name) * side(meant, name) >= 0, case["words"]
            assert not plain or side(reading, name) == side(meant, name), case["words"]
        assert {reading.verdict, case.get("verdict", "unclear")} != {"right", "wrong"}, case["words"]
    assert claimed > len(SENTENCES) / 3


def test_a_correction_wants_the_other_and_avoids_the_chosen() -> None:
    reading = hear("no, the tea; coffee makes me jittery", DRINKS, "black coffee")
    assert reading == Reading(("herbal tea",), (), ("black coffee",), False, "wrong")


def test_praise_certifies_what_was_chosen() -> None:
    assert hear("perfect, thanks", DRINKS, "herbal tea") == Reading(("herbal tea",), (), (), False, "right")


def test_the_other_place_displaces_the_place_and_not_the_thing() -> None:
    options = ["crackers", "paper towels", "top shelf", "pantry"]
    reading = hear("put it on the top shelf instead", options, "crackers", "pantry")
    assert (reading.wants, reading.avoids) == (("top shelf",), ("pantry",))


def test_a_bare_no_between_two_options_invents_no_wish() -> None:
    assert hear("not that one", PAIR, "black coffee") == Reading((), (), ("black coffee",), False, "wrong")


def test_a_change_of_taste_is_told_from_a_mood_of_the_day() -> None:
    assert understand("I've gone off coffee").changed
    assert not understand("just for today I'd rather have tea").changed
    assert not understand("no, I wanted the tea", DRINKS, "black coffee").changed


def test_a_reason_or_a_thank_you_never_turns_a_clear_word_round() -> None:
    games = ["chess", "scrabble", "poker"]
    assert hear("not chess, you always win", games) == Reading((), (), ("chess",))
    assert hear("none of these for me, thanks, I'm off to bed", games).avoids == tuple(games)
    assert hear("the scrabble, please. No need to write it down.", games) == Reading(("scrabble",))
    assert hear("poker. That would make my day.", games) == Reading(("poker",))


def test_thanks_before_another_wish_is_no_praise() -> None:
    reading = hear("Thank you, but I'd have loved the tea.", DRINKS, "black coffee")
    assert reading == Reading(("herbal tea",), (), ("black coffee",), False, "wrong")


def test_naming_another_after_the_act_makes_the_chosen_wrong() -> None:
    wrong = Reading(("herbal tea",), (), ("black coffee",), False, "wrong")
    for words in ("Next time the tea, please", "I meant the tea", "that's the coffee, I said the tea"):
        assert understand(words, DRINKS, "black coffee") == wrong


def test_a_corrected_place_leaves_the_thing_and_the_old_place_unwanted() -> None:
    options = ["travel mugs", "plate rack", "sock drawer"]
    for words in (
        "They go on the plate rack, not in the sock drawer. It suits me better there.",
        "Thank you; however, I'd like them on the plate rack. I like having them there.",
        "Could you move them from the sock drawer to the plate rack?",
    ):
        reading = understand(words, options, "travel mugs", "sock drawer")
        assert reading == Reading(("plate rack",), (), ("sock drawer",), False, "wrong")


def test_what_was_right_before_and_what_is_right_now() -> None:
    for words in (
        "before, coffee would have been right; now it's tea",
        "no more coffee; the tea now",
        "the coffee served me well, but now I'd be happier with the tea",
        "I'm so over coffee, it's all about tea now",
    ):
        reading = understand(words, PAIR, "black coffee")
        assert reading == Reading(("herbal tea",), (), ("black coffee",), True, "wrong")


def test_a_wish_for_this_one_time_is_told_as_one() -> None:
    for words in ("the tea, just this once", "today, for once, the tea", "only today I'd prefer the tea"):
        reading = understand(words)
        assert (reading.wants, reading.once) == (("herbal tea",), True)
    for words in ("for once, no notes: that's it", "Right, for once.", "the tea, please"):
        assert not understand(words, DRINKS, "herbal tea").once


def test_what_others_like_is_not_what_the_person_wants() -> None:
    for words in ("my sister loves coffee", "everybody here drinks coffee", "my kids always have the smoothie"):
        assert understand(words) == Reading()
        assert understand(words, DRINKS, "herbal tea") == Reading()
    for words in (
        *("they want coffee", "my team likes coffee", "Coffee is what my team wants", "the others like coffee"),
        *("someone wants tea", "tea is what she wants", "Some say coffee is best", "I read that coffee is healthy"),
        *("the doctor says tea", "the whole family drinks tea", "most folks want coffee", "Tom and Maria drink tea"),
        *("tom likes coffee", "Élodie likes coffee", "our accountant prefers tea", "my yoga teacher swears by tea"),
    ):
        assert understand(words) == Reading(), words
    assert understand("my sister loves coffee, tea for me").wants == ("herbal tea",)
    assert understand("my stomach hates coffee").avoids == ("black coffee",)
    assert understand("my skis go in the garage", ["garage", "attic"]).wants == ("garage",)


def test_only_plain_words_are_called_plain() -> None:
    plain = ("the tea, please", "no, the tea", "not coffee", "I'd rather have the smoothie", "perfect, thank you")
    for words in plain:
        assert read(Utterance(words, DRINKS, acted=["black coffee"]))[1], words
    doubtful = (
        *("coffee in the mornings, tea when I'm drowsy", "oh great, coffee again", "my brother likes coffee"),
        *("tea? sure, why not", "something soothing", "coffee if you must", "the tea, just this once", "hm"),
    )
    for words in doubtful:
        assert not read(Utterance(words, DRINKS, acted=["black coffee"]))[1], words


def test_what_is_usual_gives_way_to_what_is_wanted_today() -> None:
    assert hear("I usually have coffee, but today I'm tired, so tea", PAIR) == Reading(("herbal tea",))


def test_a_fallback_stays_behind_the_wish_whatever_the_condition() -> None:
    for words in (
        "tea, or coffee if there isn't any",
        "tea, but if you've run out then coffee",
        "tea, failing that coffee",
    ):
        assert hear(words, PAIR) == Reading(("herbal tea",), ("black coffee",))


def test_in_another_language_nothing_is_read_and_nothing_is_sure() -> None:
    for words in ("den Tee bitte, keinen Kaffee", "je voudrais le thé"):
        heard = MIND.read(Utterance(words, PAIR))[0]
        assert not heard
        assert heard.sure < 0.5


def test_more_words_of_a_name_beat_fewer() -> None:
    assert understand("left cubpoard", ["left cupboard", "right cupboard"]).wants == ("left cupboard",)
    assert understand("the other mug", ["red mug", "blue mug", "glass"], "red mug").wants == ("blue mug",)


def test_a_statement_that_is_not_understood_is_no_wish() -> None:
    assert hear("lilies are poisonous to cats", ["white lilies", "red tulips"]) == Reading()


def test_without_a_choice_there_is_no_verdict() -> None:
    assert hear("perfect, thanks").verdict == "unclear"


def test_words_about_something_else_say_nothing() -> None:
    for words in ("Did the postman come?", "My phone battery is dying.", "I had a great day at work.", "hmm"):
        assert hear(words, DRINKS, "black coffee") == Reading()


def test_the_longest_name_wins() -> None:
    shelves = ["top shelf", "refrigerator top shelf"]
    assert hear("the refrigerator top shelf", shelves).wants == ("refrigerator top shelf",)
    assert hear("the top shelf", shelves).wants == ("top shelf",)


def test_a_word_that_fits_two_options_wants_both() -> None:
    assert hear("coffee please", ["black coffee", "iced coffee", "tea"]).wants == ("black coffee", "iced coffee")


def test_ordinals_follow_the_order_of_the_question() -> None:
    asked = Question("Would you like the herbal tea or the black coffee?", ("herbal tea", "black coffee"))
    assert read(Utterance("the first", DRINKS, question=asked))[0].wants == ("herbal tea",)


def test_yes_and_no_answer_the_question() -> None:
    asked = Question("Shall I bring the herbal tea?", ("herbal tea",))
    assert read(Utterance("yes please", DRINKS, question=asked))[0].wants == ("herbal tea",)
    assert read(Utterance("no", DRINKS, question=asked))[0].avoids == ("herbal tea",)


def test_what_is_not_on_offer_is_kept_in_the_persons_words() -> None:
    reading = hear("I'd rather have the island counter", ["top shelf", "pantry"], "pantry")
    assert reading == Reading((), (), ("pantry",), False, "wrong", ("island counter",))


def test_a_thing_that_is_usually_both_ends_of_a_scale_is_read_alike_in_every_process() -> None:
    assert hear("the tart one", ["coffee", "lemonade"]).wants == ("lemonade",)  # lemonade is sweet and sour


def test_likeness_helps_only_where_word_knowledge_ends() -> None:
    def likeness(first: str, second: str) -> float:
        return 0.9 if {first, second} == {"zingy", "ginger ale"} else 0.0

    options = ["ginger ale", "warm milk"]
    assert read(Utterance("the zingy one", options))[0].wants == ()
    assert read(Utterance("the zingy one", options), likeness=likeness)[0].wants == ("ginger ale",)
    assert read(Utterance("the warm one", options), likeness=likeness)[0].wants == ("warm milk",)


@pytest.mark.parametrize(
    "options", [[], ["tea"], ["(.*", "[a-z", "tea|coffee", "", " "], [f"thing {n}" for n in range(50)]]
)
@pytest.mark.parametrize(
    "words", ["", " ", "\x00", "👍👎", "'" * 500, "tea " * 1_000_000, "\ud800", "İİ ß \u0661", "(((", "no"]
)
def test_no_text_and_no_options_break_it(words: str, options: list[str]) -> None:
    reading = read(Utterance(words, options, acted=options[:1], question=Question(words[:50])))[0]
    assert set(reading.wants) <= set(options)
    assert not set(reading.wants) & set(reading.avoids)


def test_the_same_turn_of_phrase_is_read_of_other_things_as_if_never_heard_before() -> None:
    for chosen, other in pairwise(["herbal tea", "black coffee", "fruit smoothie", "herbal tea"]):
        words = f"anything but the {chosen}; the {other}, please"
        assert hear(words).wants == (other,)
        assert hear(words).avoids == (chosen,)
    for brought in DRINKS:
        assert hear("it is perfect", DRINKS, brought).wants == (brought,)
        assert understand("it is too sweet", DRINKS, brought).avoids == (brought,)


def test_readers_side_by_side_read_as_one_alone() -> None:
    def read_all(start: int) -> list[tuple[int, Reading]]:
        turns = [at % 300 for at in range(start, start + 300)]
        return sorted(((at, hear(SENTENCES[at]["words"], SENTENCES[at]["options"])) for at in turns), key=itemgetter(0))

    alone = read_all(0)
    with ThreadPoolExecutor(max_workers=4) as pool:
        assert all(found == alone for found in pool.map(read_all, (50, 100, 150, 200)))


def test_long_lists_of_options_are_remembered_in_small_numbers() -> None:
    everyday, long = tuple(map(str, range(5))), tuple(map(str, range(300)))
    kept = option_index(everyday), option_index(long)
    assert (option_index(everyday), option_index(long)) == kept
    for length in range(300, 500):
        option_index(tuple(map(str, range(length, 0, -1))))
    assert option_index(everyday) is kept[0]
    assert option_index(long) is not kept[1]
