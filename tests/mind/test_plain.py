"""What is so plain that nobody need be asked about it, and all that is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from penchant.domain import Question, Utterance
from penchant.mind.understand import read
from penchant.mind.understand.shapes import shape_of

DRINKS = ("black coffee", "herbal tea", "orange juice", "water")
BROUGHT = ("black coffee",)

PLAIN = (
    *("tea please", "the juice, thanks", "I'd like tea", "I want the juice", "tea for me", "make it tea"),
    *("could you bring me the tea", "no coffee please", "I hate coffee", "I prefer tea to coffee", "tea, not coffee"),
    *("I don't like coffee", "my favourite is tea", "let's have tea", "tea would be lovely", "tea rather than coffee"),
    *("yes please, tea", "not the coffee, the tea please", "I'm allergic to coffee", "I love tea and I hate coffee"),
)
PLAIN_OF_COFFEE = (
    *("no, the tea", "not coffee", "I wanted tea", "wrong one", "tea instead, please", "perfect", "that's the one"),
    *("no thanks, the tea", "thank you", "sorry, I meant the tea", "exactly right, thank you", "just what I wanted"),
)
OF_OTHERS = (
    *("they want coffee", "my team likes coffee", "coffee is her favourite", "Coffee is what my team wants"),
    *("the others like coffee", "someone wants tea", "tea is what she wants", "bring her tea", "my aunt's is tea"),
    *("Some say coffee is best", "I read that coffee is healthy", "tea for her, juice for me", "you like coffee"),
    *("I don't like what she likes: tea", "Mum's having coffee", "coffee for my colleague", "Tom wants tea"),
)
FOR_A_TIME = (
    *("juice, this one time", "let's have juice this time", "for now, tea", "juice, as a treat", "tea for a while"),
    *("for the time being juice", "at the moment I want juice", "tea instead this time, coffee next time"),
    *("juice until Friday", "I'd like the tea this afternoon", "tea, seeing as it's late", "juice on this occasion"),
)
TURNED_ROUND = (
    *("it isn't that I don't like tea", "I couldn't want tea more", "I can't stand not having coffee"),
    *("never not coffee", "can't say I like tea", "I wish I liked tea", "no coffee and no tea, juice or water"),
    *("I don't not want tea", "there's nothing I want less than tea", "hardly my favourite, tea", "no tea, juice"),
    *("I'd have loved tea if I weren't ill", "I used to like tea", "tea, no juice"),
)
SEVERAL = (
    *("leave the coffee, take the tea", "I'll take the tea and leave the coffee", "coffee I mean tea"),
    *("tea, no, juice", "coffee... actually tea", "I want tea. I want juice.", "tea then coffee", "tea, sorry, juice"),
)
WITH_A_SMILE = (
    *("yeah, right", "yeah right, coffee", "like I want coffee", "I never said I wanted coffee", "oh perfect"),
    *("put the coffee back", "take back the coffee", "I love tea, not", "not great, the tea", "the tea, lol no"),
    *("couldn't be happier with the coffee", "wonderful. I hate coffee.", '"great" coffee', "perfect 🙃", "the coffee"),
    *("Great, coffee", "thanks a lot", "just what I needed, another coffee", "no, coffee", "yes, tea", "not bad"),
    *("great, just great", "nice try", "lovely, now the tea"),
)


@pytest.mark.parametrize("words", PLAIN)
def test_a_simple_wish_is_plain(words: str) -> None:
    assert read(Utterance(words, DRINKS))[1]


@pytest.mark.parametrize("words", PLAIN_OF_COFFEE)
def test_a_simple_word_about_what_was_brought_is_plain(words: str) -> None:
    assert read(Utterance(words, DRINKS, acted=BROUGHT))[1]


@pytest.mark.parametrize("words", [*OF_OTHERS, *FOR_A_TIME, *TURNED_ROUND, *SEVERAL])
def test_what_may_mean_something_else_is_not_plain(words: str) -> None:
    assert not read(Utterance(words, DRINKS))[1]
    assert not read(Utterance(words, DRINKS, acted=BROUGHT))[1]


@pytest.mark.parametrize("words", WITH_A_SMILE)
def test_what_may_be_said_with_a_smile_is_not_plain(words: str) -> None:
    assert not read(Utterance(words, DRINKS, acted=BROUGHT))[1]


def test_a_text_without_a_word_is_not_plain() -> None:
    for words in (":good:", "👍", "...", "!"):
        assert not read(Utterance(words, DRINKS, acted=BROUGHT))[1]


def test_a_reading_that_lacks_what_a_plain_shape_says_is_not_plain() -> None:
    assert shape_of("i am allergic to X") == "refuse"
    for words in ("I want tea but I do not like tea", "I'd like tea. tea is wrong."):
        assert not read(Utterance(words, DRINKS))[1]


@pytest.mark.parametrize("name", ["tests/mind/sentences.jsonl", "benchmarks/sentences/unseen.jsonl"])
def test_many_everyday_sentences_are_plain(name: str) -> None:
    cases = [json.loads(line) for line in (Path(__file__).parents[2] / name).read_text("utf-8").splitlines()]
    plain = 0
    for case in cases:
        acted = case.get("acted") or []
        question = Question(case["question"], tuple(case["alternatives"])) if "question" in case else None
        acted = [acted] if isinstance(acted, str) else acted
        plain += read(Utterance(case["words"], case["options"], acted, question))[1]
    assert plain > len(cases) / 5
