"""Free talk in the chat: it listens, tells what it knows and from where, forgets, takes back, and chooses."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from workbench import Said

Chat = Callable[..., Said]


@pytest.fixture
def chat(cli: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> Chat:
    """A chat in this process, with these lines typed, by ana unless told; None gives no name."""
    monkeypatch.setattr("getpass.getuser", lambda: "login")

    def run(*lines: str, person: str | None = "ana") -> Said:
        typed = "".join(f"{line}\n" for line in lines)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), "utf-8"))
        said = cli("chat", *(() if person is None else ("--person", person)))
        assert (said.code, said.err) == (0, "")
        return said

    return run


def known(cli: Callable[..., Said], person: str) -> list[str]:
    return [one["value"] for one in cli("memory", "show", person, "--json").json]


def test_what_is_said_in_passing_is_heard_and_shown(chat: Chat) -> None:
    out = chat("I love jazz. I'm vegetarian.").out
    assert "(learned: ana likes jazz.)" in out
    assert "(learned: ana is vegetarian.)" in out
    assert "I believe 2 things about you" in chat().out


def test_who_says_their_name_is_remembered_under_it(chat: Chat, cli: Callable[..., Said]) -> None:
    out = chat("Hi, I'm Sam, I love jazz", person=None).out
    assert "Hello login." in out
    assert "Hello Sam, that is the name I remember this under." in out
    assert known(cli, "Sam") == ["jazz"]
    assert "I believe one thing about you" in chat("hello, I'm SAM", person=None).out
    assert [one["person"] for one in cli("memory", "people", "--json").json] == ["Sam"]


def test_coffee_in_the_morning_and_tea_when_drowsy_is_heard_of_who_introduces_themselves(
    chat: Chat, cli: Callable[..., Said]
) -> None:
    out = chat("Hi, I'm Sam, coffee in the morning and tea when I'm drowsy", person=None).out
    assert "(learned: In the morning, Sam likes coffee.)" in out
    assert "drowsy" in out.rpartition("(learned: ")[2]


def test_who_is_known_by_a_name_is_asked_before_another_memory_is_used(chat: Chat, cli: Callable[..., Said]) -> None:
    out = chat("Hi, I'm Sam, I love jazz", "no", "my name is Sam", "yes", "I love chess").out
    assert out.count("Shall I go on with the memory of Sam? What I know of ana stays with them. [y/N]") == 2
    assert known(cli, "ana") == ["jazz"]
    assert known(cli, "Sam") == ["chess"]


@pytest.mark.parametrize("question", ["what do you know about me?", "Tell me what you remember", "who am I?", ":know"])
def test_what_is_known_is_told_with_the_words_it_comes_from_and_the_day(chat: Chat, question: str) -> None:
    assert "Nothing yet." in chat(question).out
    out = chat("I love jazz, but not at work", question).out
    assert "ana likes jazz" in out.rpartition("(learned: ")[2].partition("\n")[2]
    assert "you said “I love jazz" in out
    assert "20" in out.rpartition("you said")[2]


def test_what_is_known_of_one_thing_can_be_asked(chat: Chat) -> None:
    out = chat("I love jazz. I'm vegetarian.", "what do you know about music?").out
    assert "ana likes jazz: you said" in out


def test_what_is_to_be_forgotten_is_forgotten_and_said(chat: Chat, cli: Callable[..., Said]) -> None:
    out = chat("I live in Lyon. I love jazz.", "please forget that I live in Lyon", ":undo").out
    assert "(forgotten: ana's home: Lyon.)" in out
    assert "There is nothing to take back." in out
    assert known(cli, "ana") == ["jazz"]
    assert "I know nothing about “my motorcycle”." in chat("please forget my motorcycle").out


@pytest.mark.parametrize(
    "asking", ["please forget everything about Rosa", ":forget Rosa", "Forget everything about me"]
)
def test_nothing_more_than_one_thing_goes_without_a_yes(chat: Chat, cli: Callable[..., Said], asking: str) -> None:
    chat("My sister Rosa loves tulips.")
    for answer in ("no", "", "what?"):
        out = chat(asking, answer).out
        assert "Forget all 2? [y/N]" in out
        assert "tulips" in out
        assert "Nothing was forgotten." in out
        assert len(known(cli, "ana")) == 2
    out = chat(asking, "yes").out
    assert out.count("(forgotten: ") == 2
    assert known(cli, "ana") == []


def test_what_the_last_message_taught_can_be_taken_back(chat: Chat, cli: Callable[..., Said]) -> None:
    out = chat("I live in Lyon.", "I live in Oslo now.", ":undo", ":undo", ":know").out
    assert "(no longer believed: ana's home: Lyon.)" in out
    assert "Taken back. I believe one thing about you." in out
    assert "There is nothing to take back." in out
    assert known(cli, "ana") == ["Lyon"]
    assert "Oslo" not in cli("memory", "transcript", "ana").out
    assert "(learned: ana's home: Oslo.)" in chat("I live in Oslo now.").out


def test_a_choice_and_what_it_taught_can_be_taken_back_too(chat: Chat, cli: Callable[..., Said]) -> None:
    out = chat("tea or milk?", "the tea please", "perfect, always tea", ":undo").out
    assert "Taken back. I believe nothing about you." in out


def test_who_asks_which_of_two_is_told_and_why(chat: Chat) -> None:
    out = chat("I love jazz.", "jazz or rock?", "", ":why").out
    assert "Which would you like" not in out
    assert "Here you are: jazz." in out
    assert "you said “I love jazz”" in out
    assert "for: “I love jazz”" in out


def test_who_asks_and_is_not_known_is_asked_back_and_learned_from(chat: Chat) -> None:
    out = chat("tea or milk?", "the tea please", "", ":why").out
    assert "for: “the tea please”" in out
    assert "Which would you like: tea or milk?" in out
    assert "Here you are: tea." in out
    assert "(learned: " in out


def test_a_request_without_options_is_answered_with_what_bears_on_it_and_its_source(chat: Chat) -> None:
    out = chat("I'm vegetarian.", "Plan dinner for Friday").out
    assert "For that I would go by:\n  ana is vegetarian" in out
    assert "you said “I'm vegetarian” on " in out


def test_a_request_of_which_nothing_is_known_is_asked_about(chat: Chat) -> None:
    out = chat("Plan dinner for Friday", "I'm vegetarian", ":why").out
    assert "? Is there anything you do not eat?" in out
    assert "(learned: ana is vegetarian.)" in out
    assert "For that I would go by:" in out


def test_things_to_choose_from_may_answer_a_question(chat: Chat) -> None:
    out = chat("Plan dinner for Friday", "pasta | soup", "the soup", "").out
    assert "Here you are: soup." in out


def test_what_was_not_taken_up_is_said_with_why(chat: Chat) -> None:
    assert (
        "(not taken up: “My colleague swears by cold baths”: hearsay)" in chat("My colleague swears by cold baths").out
    )


def test_a_word_of_thanks_is_no_request_and_no_list(chat: Chat) -> None:
    out = chat("I never eat fish.", "Where do I live?", "hmm", "never mind", "thanks, bye").out
    assert "> I heard nothing in that to remember." in " ".join(out.split())
    assert out.endswith(">   All right.\n\n>   All right.\n\n> \nGoodbye.\n")


def test_help_lists_what_can_be_said(chat: Chat) -> None:
    out = chat(":help").out
    for command in (":know", ":why", ":undo", ":forget WORDS", ":quit", "tea or coffee?"):
        assert command in out


def test_why_answers_about_a_number_and_about_nothing(chat: Chat) -> None:
    assert "It rests on nothing" in chat(":why").out
    assert "I have no belief 9 about you" in chat(":why 9").out
    assert "I have no belief x about you" in chat(":why x").out
    assert "for: “I love jazz”" in chat("I love jazz", ":why 1").out


def test_in_the_middle_of_an_errand_nothing_is_taken_back(chat: Chat) -> None:
    out = chat("I love chess.", "tea or milk?", ":undo", ":scene", "the tea", "").out
    assert out.count("First this one, please") == 2
    assert "Here you are: tea." in out
