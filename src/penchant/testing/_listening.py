"""Checks of minds that listen and speak: what a sentence says about the options, what a question and a note say."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from penchant.domain import Draft, EpisodeId, Question, Reading, Stance, Utterance, Verdict
from penchant.mind.protocol import Mind, Recalled
from penchant.testing._samples import same, true
from penchant.testing._weighing import DRINK, KEYS, REQUESTS

Make = Callable[[], Mind]

SAID = (
    *("herbal tea", "The herbal tea, please!", "no, not the coffee", "either is fine", "none of those", "thanks"),
    *("I no longer like coffee. Tea from now on.", "hmm", "why?", "yes", "no", "the first one", "oat milk, please"),
)
"""What people say."""

ODD = (
    *("", "   ", "\n\n\t", "\0", "...", "?!?!", "((((", "[a-z]*", "{0} {want} %s", "\\", "'; drop table said; --"),
    *("🍵", "日本語のお茶をください", "שלום", "e\u0301", "\u200b\u2028", "TEA! TEA! TEA!", "not " * 500 + "tea"),
    *("tea " * 1_000, "x" * 20_000),
)
"""What people's keyboards, clipboards and cats say."""

OFFERS: tuple[tuple[str, ...], ...] = (
    ("black coffee", "herbal tea", "orange juice"),
    ("tea",),
    ("お茶", "café", "{x}", "(", "it's"),
    (),
)


def a_sentence_is_read_in_the_options_own_names(make: Make) -> None:
    """What is wanted, accepted or avoided is on offer, letter for letter; nothing is both wanted and avoided."""
    mind = make()
    for words in SAID:
        for options in OFFERS:
            for acted in {(), options[:1]}:
                _is_sound(mind.understand(Utterance(words, options, acted)), options, words)


def no_sentence_breaks_it(make: Make) -> None:
    """Nothing, noise, other alphabets, code and endless talk are read like any sentence, if only as unclear."""
    mind = make()
    for words in ODD:
        for options in OFFERS:
            question = Question("Which would you like?", options)
            _is_sound(mind.understand(Utterance(words, options, question=question)), options, words)
            _is_sound(mind.understand(Utterance(words, options, options[:1])), options, words)


def silence_says_nothing(make: Make) -> None:
    """No words want, accept or avoid nothing."""
    mind, options = make(), OFFERS[0]
    for words in ("", "  \n"):
        for acted in ((), options[:1]):
            reading = mind.understand(Utterance(words, options, acted))
            same((reading.wants, reading.accepts, reading.avoids), ((), (), ()), "what silence says")


def the_name_of_an_option_is_an_answer(make: Make) -> None:
    """Asked which, somebody who gives the name of one wants that one."""
    mind, options = make(), OFFERS[0]
    question = Question("Which would you like: black coffee, herbal tea or orange juice?", options)
    for name in options:
        reading = mind.understand(Utterance(name, options, question=question))
        same(reading.wants, (name,), f"what the answer {name!r} wants")


def a_question_names_alternatives(make: Make) -> None:
    """A question is a line of text, and what it offers are things or places of the scene, whichever it is about."""
    mind = make()
    drink, keys = mind.survey(DRINK), mind.survey(KEYS)
    for request, scene, part in ((DRINK, drink, "thing"), (KEYS, keys, "place")):
        question = mind.ask(request, scene, "place" if part == "place" else "thing", Recalled())
        offered = scene.places if part == "place" else scene.things
        true(bool(question.text.strip()) and "\n" not in question.text, "a question is one line of text")
        true(len(question.alternatives) >= 2, f"a question should name what there is to choose from: {question}")
        true({*question.alternatives} <= {*offered}, f"a question about a {part} should offer only those: {question}")


def any_request_can_be_asked_about(make: Make) -> None:
    """Also with one thing on offer, or none, or names in odd letters, a question is a line of text."""
    mind = make()
    for request in REQUESTS:
        question = mind.ask(request, mind.survey(request), "thing", Recalled())
        true(isinstance(question.text, str) and bool(question.text), "a question has a text")
        true({*question.alternatives} <= {*request.options, *request.places}, "a question offers what there is")


def a_note_is_one_sentence_naming_the_value(make: Make) -> None:
    """A note can be read aloud: one line that names the person and what they want, accept or avoid, with an end."""
    mind = make()
    stances: tuple[Stance, ...] = get_args(Stance)
    for stance in stances:
        for situation in ("so drowsy", ""):
            for others in ((), ("black coffee", "orange juice")):
                note = mind.note("Ana", _tea(stance, situation, others))
                true("herbal tea" in note and "Ana" in note, f"a note names the person and the value: {note!r}")
                true("\n" not in note and note.rstrip()[-1:] in ".!", f"a note is one sentence with an end: {note!r}")
    notes = {mind.note("Ana", _tea(stance)) for stance in stances}
    same(len(notes), len(stances), "how many different notes the stances make")


def _tea(stance: Stance, situation: str = "", others: tuple[str, ...] = ()) -> Draft:
    return Draft(
        situation=situation,
        topic="something to drink",
        stance=stance,
        value="herbal tea",
        rather_than=others,
        confidence=0.9,
        words="the tea, please",
        episode=EpisodeId("e1"),
    )


def _is_sound(reading: Reading, options: tuple[str, ...], words: str) -> None:
    what = f"reading {words[:40]!r} with {options}"
    for names in (reading.wants, reading.accepts, reading.avoids):
        true({*names} <= {*options}, f"{what} should give options' own names, not {names}")
    true(not {*reading.wants} & {*reading.avoids}, f"{what} should not want and avoid the same: {reading}")
    true(reading.verdict in get_args(Verdict), f"{what} should give a verdict, not {reading.verdict!r}")
    true(isinstance(reading.changed, bool), f"{what} should say whether the taste changed by True or False")


CHECKS = (
    a_sentence_is_read_in_the_options_own_names,
    no_sentence_breaks_it,
    silence_says_nothing,
    the_name_of_an_option_is_an_answer,
    a_question_names_alternatives,
    any_request_can_be_asked_about,
    a_note_is_one_sentence_naming_the_value,
)
