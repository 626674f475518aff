"""What it costs a person to be asked is learned from how they took it, and can be read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from penchant import Agent, Request
from penchant.domain import EpisodeId, TranscriptEntry
from penchant.loop import AskPolicy
from penchant.loop.ask import Interruption
from penchant.loop.willingness import Willingness, willingness
from workbench import errand, minute

DRINKS = ["black coffee", "herbal tea", "cold water"]


def asked(*answers: str | None) -> list[TranscriptEntry]:
    """The transcript of questions, an errand each, with what was said to them."""
    lines = []
    for n, answer in enumerate(answers):
        said = [("said", "Which would you like: tea or coffee?"), ("heard", answer)]
        for number, (kind, words) in enumerate(said):
            if words is not None:
                entry = TranscriptEntry(
                    episode=EpisodeId(f"e{n}"),
                    number=number,
                    kind="said" if kind == "said" else "heard",
                    words=words,
                    at=minute(n),
                )
                lines.append(entry)
    return lines


def test_a_stranger_and_who_answers_are_willing() -> None:
    assert willingness([]) == willingness(asked("The tea.", "Thank you for asking: the tea.")) == Willingness()


def test_who_does_not_answer_or_complains_is_less_willing_and_once_is_no_complaint() -> None:
    assert willingness(asked("The tea.", None)) == Willingness()
    silent = willingness(asked(None, None, None, None))
    grumbling = willingness(asked(*["The tea. Must you ask me every time?"] * 4))
    assert silent.unanswered > 0.3
    assert grumbling.unanswered == 0
    assert grumbling.minded == silent.minded > 0.3


def test_old_questions_are_forgiven_and_not_forgotten() -> None:
    then, now = willingness(asked(*[None] * 6)), willingness(asked(*[None] * 6, *["The tea."] * 12))
    assert now.unanswered == 0
    assert 0 < now.minded < then.minded / 4


def test_words_that_are_no_answer_tell_of_it_without_a_word_about_asking() -> None:
    words = willingness(asked(*["Just do it, will you?"] * 4))
    silence = willingness(asked(*[None] * 4))
    assert words.unanswered == silence.unanswered > 0
    assert 0 < words.minded < silence.minded


def test_a_reason_that_is_made_plain_when_asked_back_was_an_answer() -> None:
    first = asked(*["My stomach is in knots today"] * 4)
    again = [replace(line, number=line.number + 2) for line in asked(*["The tea."] * 4)]
    assert willingness([*first, *again]) == Willingness()
    assert willingness(first).unanswered > 0


def test_answers_that_get_shorter_tell_a_little() -> None:
    glad = ["I'd love the tea, thank you, that would be very kind of you."] * 6
    assert willingness(asked(*glad, *glad)) == Willingness()
    short = willingness(asked(*glad, *["Tea."] * 6))
    assert short.unanswered == 0
    assert 0 < short.minded < willingness(asked(*glad, *["Tea. Stop asking."] * 6)).minded


def test_who_has_always_answered_in_a_word_minds_nothing() -> None:
    assert willingness(asked(*["Tea."] * 12)) == Willingness()


def test_who_is_asked_back_and_means_another_thing_minds_nothing() -> None:
    lines = [
        replace(line, episode=EpisodeId(f"e{n}"), number=number, words=words)
        for n, [line] in enumerate(asked(None) for _ in range(8))
        for number, words in ((2, "Just to be sure: herbal tea?"), (3, "I'd have liked the coffee."))
    ]
    lines = [replace(line, kind="heard") if line.number == 3 else line for line in lines]
    assert willingness(lines) == Willingness()


def test_who_says_that_they_want_no_questions_is_not_asked_back(agent: Agent) -> None:
    turn = agent.consider(Request("ana", "Could you bring me something to drink?", DRINKS))
    assert turn.question is not None
    assert agent.hear(turn, "Please stop asking me things.").question is None


@pytest.mark.parametrize(("answers", "asks"), [(["The tea."] * 6, True), ([None] * 6, False)])
def test_who_minds_being_asked_is_asked_less(answers: Sequence[str | None], asks: bool) -> None:
    worth = AskPolicy().worth(0.4, Interruption(willing=willingness(asked(*answers))))
    assert worth.is_positive is asks


def test_an_agent_that_gets_no_answers_stops_asking_and_asks_again_later(agent: Agent) -> None:
    errand(agent, Request("ana", "It's noon. Could you bring me a bite?", ["soup", "toast"]), answer="the soup please")
    questions = []
    for n in range(30):
        request = Request("ana", f"Errand number {n}: could you bring me something to drink?", [*DRINKS, f"juice {n}"])
        turn = agent.consider(request)
        questions.append(turn.question is not None)
        while turn.question is not None:
            turn = agent.hear(turn, "")
        agent.hear(turn, "hm")
    assert questions[0]
    assert sum(questions) < 20
    assert not all(questions[5:12])
    assert any(questions[12:])


def test_the_reasons_for_asking_and_for_not_asking_can_be_read(agent: Agent) -> None:
    request = Request("ana", "I'm so drowsy. Could you bring me something to drink?", DRINKS)
    turn = agent.consider(request)
    assert turn.question is not None
    assert "asking gains" in turn.question.why
    assert "costs 0.10" in turn.question.why
    assert json.loads(turn.to_json())["question"]["why"] == turn.question.why
    errand(agent, request, answer="the herbal tea", reaction="Perfect, thank you!")
    known = agent.consider(request)
    assert known.choice is not None
    assert "asking gains" in known.choice.unasked
