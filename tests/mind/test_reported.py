"""What is told about the agent's notes and earlier words is no wish; what the person says beside it is."""

from __future__ import annotations

import pytest

from penchant.mind.quotations import fresh

NAMES = ["black coffee", "herbal tea", "orange juice"]


@pytest.mark.parametrize(
    "words",
    [
        "Your notes say ana wants herbal tea",
        "you wrote that I want herbal tea rather than black coffee",
        "You noted that I prefer juice.",
        "you said I like coffee",
        "It says here: ana wants herbal tea",
        "it says that when I'm drowsy, I want herbal tea",
        "In your notes it says I want tea",
        "According to your memory, I want tea",
        "I see you have me down for herbal tea",
        "My profile says tea",
        "Why do your notes say that I want black coffee?",
        "you think I like tea",
        "herbal tea, you said.",
        "so you asked me: black coffee or herbal tea?",
        "Your notes say I want tea. Who wrote that?",
        "It says here: When ana says “so drowsy”, ana wants herbal tea. Who wrote that?",
        "You just told me: “that's wrong, the tea”.",
    ],
)
def test_a_report_alone_says_nothing(words: str) -> None:
    assert fresh(words, [], NAMES, person="ana") == ""


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("You have me down for coffee, make it tea", "make it tea"),
        ("You have me down for coffee, tea please", "tea please"),
        ("You said you'd bring tea and I do want tea", "and I do want tea"),
        ("your notes say coffee, it's tea now", "it's tea now"),
        ("you said black coffee, but I want tea", "but I want tea"),
        ("Your notes say coffee but I'd like tea", "but I'd like tea"),
        ("You wrote that I like coffee; bring me tea", "bring me tea"),
        ("You asked what I want: tea.", "tea."),
        ("You remembered that I like tea, thank you", "thank you"),
    ],
)
def test_what_the_person_says_beside_a_report_stays(words: str, kept: str) -> None:
    assert fresh(words, [], NAMES, person="ana") == kept


@pytest.mark.parametrize(
    "words",
    [
        "I want herbal tea",
        "I told you I want tea",
        "please note that I want tea",
        "you should write down that I want tea",
        "you know I like tea",
        "you forgot that I like tea",
        "the tea you mentioned, please",
        "like you said, the tea",
        "do you think I could have the tea?",
        "that said, I want tea",
        "you say coffee, I say tea",
        "You remembered, how kind, but the tea now",
        "my doctor says I should drink tea",
        "Your notes are wrong, I want tea",
        "You wrote that I want coffee. That's wrong, I want tea.",
        "Your notes say ana wants herbal tea. That's right.",
        "you said tea, I'll take that",
    ],
)
def test_a_persons_own_words_are_no_report(words: str) -> None:
    assert fresh(words, [], NAMES, person="ana") == words


@pytest.mark.parametrize(
    "piece", ['it says here when "a" ', "you said tea, ", "Asked for “ana ", "\n", ", who told you"]
)
def test_a_very_long_message_is_soon_looked_through(piece: str) -> None:
    fresh(piece * (50_000 // len(piece)) + " you said", [], NAMES, person="ana")  # a minute, if it were tried each way
