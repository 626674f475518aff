"""What the built-in mind understands, told as behaviour; the breadth lies in sentences.jsonl."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest

from penchant.domain import Question, Reading, Utterance
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned.decide import side
from penchant.testing import HashEmbedder

SENTENCES = [json.loads(line) for line in Path(__file__).with_name("sentences.jsonl").read_text("utf-8").splitlines()]
DRINKS = ["black coffee", "herbal tea", "fruit smoothie"]
PAIR = ["black coffee", "herbal tea"]
MIND = BuiltInMind(HashEmbedder())
RIGHT, TURNED_ROUND = 0.88, 0.03


def understand(words: str, options: Sequence[str] = DRINKS, *acted: str) -> Reading:
    return MIND.read(Utterance(words, options, acted=acted))


def said_in(case: dict[str, Any]) -> Utterance:
    question = Question(case["question"], tuple(case["alternatives"])) if "question" in case else None
    return Utterance(case["words"], case["options"], acted=case.get("acted", ()), question=question)


def misread(case: dict[str, Any], reading: Reading) -> str:
    """ "" where a sentence is read as people mean it; else "turned round", or "misread"."""
    meant = Reading(
        tuple(case.get("wants", ())),
        tuple(case.get("accepts", ())),
        tuple(case.get("avoids", ())),
        case.get("changed", False),
        case.get("verdict", "unclear"),
        once=case.get("once", reading.once),
    )
    opposed = any(side(reading, name) * side(meant, name) < 0 for name in case["options"])
    if opposed or {reading.verdict, meant.verdict} == {"right", "wrong"}:
        return "turned round"
    return "" if reading == meant else "misread"


def test_most_everyday_sentences_are_read_as_people_mean_them_and_few_are_turned_round() -> None:
    readings = [MIND.read(said_in(case)) for case in SENTENCES]
    found = [misread(case, reading) for case, reading in zip(SENTENCES, readings, strict=True)]
    for case, reading, how in zip(SENTENCES, readings, found, strict=True):
        if how:
            print(f"{how}: {case} -> {reading}")
    assert found.count("") / len(found) > RIGHT
    assert found.count("turned round") / len(found) < TURNED_ROUND


def test_a_correction_wants_the_other_and_avoids_the_chosen() -> None:
    reading = understand("no, the tea; coffee makes me jittery", DRINKS, "black coffee")
    assert reading == Reading(("herbal tea",), (), ("black coffee",), False, "wrong")


def test_praise_certifies_what_was_chosen() -> None:
    assert understand("perfect, thanks", DRINKS, "herbal tea") == Reading(("herbal tea",), (), (), False, "right")


def test_the_other_place_displaces_the_place_and_not_the_thing() -> None:
    options = ["crackers", "paper towels", "top shelf", "pantry"]
    reading = understand("put it on the top shelf instead", options, "crackers", "pantry")
    assert (reading.wants, reading.avoids) == (("top shelf",), ("pantry",))


def test_a_bare_no_between_two_options_invents_no_wish() -> None:
    assert understand("not that one", PAIR, "black coffee") == Reading((), (), ("black coffee",), False, "wrong")


def test_a_change_of_taste_is_told_from_a_mood_of_the_day() -> None:
    assert understand("I've gone off coffee").changed
    assert not understand("just for today I'd rather have tea").changed
    assert not understand("no, I wanted the tea", DRINKS, "black coffee").changed


def test_a_reason_or_a_thank_you_never_turns_a_clear_word_round() -> None:
    games = ["chess", "scrabble", "poker"]
    assert understand("not chess, you always win", games) == Reading((), (), ("chess",))
    assert understand("none of these for me, thanks, I'm off to bed", games).avoids == tuple(games)
    assert understand("the scrabble, please. No need to write it down.", games) == Reading(("scrabble",))
    assert understand("poker. That would make my day.", games) == Reading(("poker",))


def test_thanks_before_another_wish_is_no_praise() -> None:
    reading = understand("Thank you, but I'd have loved the tea.", DRINKS, "black coffee")
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


def test_what_is_usual_gives_way_to_what_is_wanted_today() -> None:
    reading = understand("I usually have coffee, but today I'm tired, so tea", PAIR)
    assert (reading.wants, reading.accepts, reading.avoids) == (("herbal tea",), (), ())


def test_a_fallback_stays_behind_the_wish_whatever_the_condition() -> None:
    for words in (
        "tea, or if there is none left, coffee",
        "tea, but if you've run out then coffee",
        "tea, failing that coffee",
    ):
        assert understand(words, PAIR) == Reading(("herbal tea",), ("black coffee",))


def test_in_another_language_nothing_is_read_and_nothing_is_sure() -> None:
    for words in ("den Tee bitte, keinen Kaffee", "je voudrais le thé"):
        heard = MIND.read(Utterance(words, PAIR))
        assert not heard
        assert heard.sure < 0.5


def test_more_words_of_a_name_beat_fewer() -> None:
    assert understand("left cubpoard", ["left cupboard", "right cupboard"]).wants == ("left cupboard",)
    assert understand("the other mug", ["red mug", "blue mug", "glass"], "red mug").wants == ("blue mug",)


def test_a_statement_about_the_world_is_no_wish() -> None:
    for words in ("tulips come from Turkey", "lilies grow in ponds"):
        assert understand(words, ["white lilies", "red tulips"]) == Reading()


def test_without_a_choice_there_is_no_verdict() -> None:
    assert understand("perfect, thanks").verdict == "unclear"


def test_words_about_something_else_say_nothing() -> None:
    for words in ("Did the postman come?", "My phone battery is dying.", "I had a great day at work.", "hmm"):
        assert understand(words, DRINKS, "black coffee") == Reading()


def test_the_longest_name_wins() -> None:
    shelves = ["top shelf", "refrigerator top shelf"]
    assert understand("the refrigerator top shelf", shelves).wants == ("refrigerator top shelf",)
    assert understand("the top shelf", shelves).wants == ("top shelf",)


def test_an_option_that_shares_words_with_one_named_in_full_is_not_spoken_of() -> None:
    panels, hours = ["QD-OLED panel", "OLED panel", "VA panel"], ["afternoon 2:15", "afternoon 2:45", "17:45"]
    assert understand("no QD-OLED panel please", panels) == Reading(avoids=("QD-OLED panel",))
    assert understand("I want it at afternoon 2:45.", hours) == Reading(("afternoon 2:45",))


def test_a_word_that_fits_two_options_wants_both() -> None:
    assert understand("coffee please", ["black coffee", "iced coffee", "tea"]).wants == ("black coffee", "iced coffee")


def test_ordinals_follow_the_order_in_which_options_are_asked_about() -> None:
    asked = Question("Would you like the black coffee or the herbal tea?", ("black coffee", "herbal tea"))
    assert MIND.read(Utterance("the first", PAIR, question=asked)).wants == ("black coffee",)
    assert MIND.read(Utterance("the latter", PAIR, question=asked)).wants == ("herbal tea",)


def test_yes_and_no_answer_the_question() -> None:
    asked = Question("Shall I bring the herbal tea?", ("herbal tea",))
    assert MIND.read(Utterance("yes please", DRINKS, question=asked)).wants == ("herbal tea",)
    assert MIND.read(Utterance("no", DRINKS, question=asked)).avoids == ("herbal tea",)


def test_to_ask_for_what_is_not_on_offer_turns_down_what_was_done() -> None:
    reading = understand("no, the island counter", ["top shelf", "pantry"], "pantry")
    assert reading == Reading((), (), ("pantry",), False, "wrong")


@pytest.mark.parametrize(
    "options", [[], ["tea"], ["(.*", "[a-z", "tea|coffee", "", " "], [f"thing {n}" for n in range(50)]]
)
@pytest.mark.parametrize(
    "words", ["", " ", "\x00", "👍👎", "'" * 500, "tea " * 1_000_000, "\ud800", "İİ ß \u0661", "(((", "no"]
)
def test_no_text_and_no_options_break_it(words: str, options: list[str]) -> None:
    reading = MIND.read(Utterance(words, options, acted=options[:1], question=Question(words[:50])))
    assert set(reading.wants) <= set(options)
    assert not set(reading.wants) & set(reading.avoids)


def test_the_same_turn_of_phrase_is_read_of_other_things_as_if_never_heard_before() -> None:
    for chosen, other in pairwise(["herbal tea", "black coffee", "fruit smoothie", "herbal tea"]):
        words = f"anything but the {chosen}; the {other}, please"
        assert understand(words).wants == (other,)
        assert understand(words).avoids == (chosen,)
    for brought in DRINKS:
        assert understand("it is perfect", DRINKS, brought).wants == (brought,)
        assert understand("it is too sweet", DRINKS, brought).avoids == (brought,)


def test_readers_side_by_side_read_as_one_alone() -> None:
    shared = BuiltInMind(HashEmbedder())

    def read_all(mind: BuiltInMind, start: int) -> list[tuple[int, Reading]]:
        turns = [at % 300 for at in range(start, start + 300)]
        return sorted(((at, mind.read(said_in(SENTENCES[at]))) for at in turns), key=itemgetter(0))

    alone = read_all(MIND, 0)
    with ThreadPoolExecutor(max_workers=4) as pool:
        assert all(found == alone for found in pool.map(partial(read_all, shared), (50, 100, 150, 200)))
