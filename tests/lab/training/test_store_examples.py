"""Training examples from a store: what was corrected, answered and praised, and nothing private, later or of others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import pytest

from penchant.domain import Message, Request, Turn
from penchant.errors import BadInput, StoreError
from penchant.loop import Agent
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant_lab.export.from_store import NAMED, NEVER, PRIVATE, StoreSource
from penchant_lab.export.judgement import FORMS, TrainingForm, examples_of

DRINKS = ("black coffee", "herbal tea", "oat latte")


def drink(person: str = "ana") -> Request:
    return Request(person, "something to drink", DRINKS)


def source_of(agent: Agent, mind: BuiltInMind, only: Sequence[str] = ()) -> StoreSource:
    return StoreSource(agent.memory, mind, "memory.db", only)


def made(source: StoreSource, form: TrainingForm) -> list[dict[str, Any]]:
    found = [one for person in source.people() for one in source.judgements(person)]
    return [example for one in found for example in examples_of(one, form)]


def corrected(agent: Agent, person: str = "ana") -> Turn:
    turn = agent.consider(drink(person), may_ask=False)
    assert turn.choice
    wanted = next(name for name in DRINKS if name != str(turn.choice.action))
    return agent.hear(turn, f"No, I wanted the {wanted}")


def talked(agent: Agent, *said: str, person: str = "ben") -> None:
    messages = [Message("assistant" if place % 2 else "user", words) for place, words in enumerate(said)]
    agent.observe(person, messages)


def contents(example: dict[str, Any]) -> str:
    return "\n".join(message["content"] for message in example["prompt"])


def test_a_correction_makes_a_pair_of_what_was_wanted_and_what_was_done(agent: Agent, mind: BuiltInMind) -> None:
    turn = corrected(agent)
    assert turn.choice
    [pair] = made(source_of(agent, mind), "dpo")
    done = str(turn.choice.action)
    assert pair["rejected"] == [{"role": "assistant", "content": done}]
    assert pair["chosen"][0]["content"] in {*DRINKS} - {done}
    assert (pair["person"], pair["source"]) == ("ana", "correction")
    assert datetime.fromisoformat(pair["time"]).tzinfo is not None
    assert "something to drink" in contents(pair)
    assert all(option in contents(pair) for option in DRINKS)
    labels = [example["label"] for example in made(source_of(agent, mind), "kto")]
    assert labels == [False, True]


def test_an_answer_is_in_the_prompt_and_what_it_asked_for_is_the_completion(agent: Agent, mind: BuiltInMind) -> None:
    agent.hear(agent.consider(drink()), "the herbal tea, please")
    [example] = made(source_of(agent, mind), "sft")
    assert [message["role"] for message in example["prompt"]] == ["system", "user", "assistant", "user"]
    assert example["prompt"][-1]["content"] == "the herbal tea, please"
    assert example["completion"] == [{"role": "assistant", "content": "herbal tea"}]
    assert example["source"] == "answer"
    assert made(source_of(agent, mind), "dpo") == []


def test_praise_certifies_what_was_done(agent: Agent, mind: BuiltInMind) -> None:
    turn = agent.consider(drink(), may_ask=False)
    agent.hear(turn, "perfect, thank you")
    [example] = made(source_of(agent, mind), "kto")
    assert turn.choice
    assert (example["completion"][0]["content"], example["label"]) == (str(turn.choice.action), True)


def test_a_prompt_has_what_was_believed_then_and_nothing_that_was_learned_later(
    agent: Agent, mind: BuiltInMind
) -> None:
    agent.tell("ana", "I'm vegetarian.")
    corrected(agent)
    agent.tell("ana", "I love sailing.")
    [pair] = made(source_of(agent, mind), "dpo")
    assert "vegetarian" in contents(pair)
    assert "sailing" not in contents(pair)
    assert pair["chosen"][0]["content"] not in pair["prompt"][0]["content"]


def test_a_reply_that_was_wrong_and_one_that_was_right_make_a_pair(agent: Agent, mind: BuiltInMind) -> None:
    talked(agent, "Plan me a dinner", "Steak with beans.", "No! I'm vegetarian.", "A mushroom risotto.", "Perfect!")
    [pair] = made(source_of(agent, mind), "dpo")
    assert pair["chosen"][0]["content"] == "A mushroom risotto."
    assert pair["rejected"][0]["content"] == "Steak with beans."
    assert pair["prompt"][-1] == {"role": "user", "content": "Plan me a dinner"}
    assert [example["label"] for example in made(source_of(agent, mind), "kto")] == [False, True, True]


def test_a_reply_that_is_followed_by_a_question_is_not_judged(agent: Agent, mind: BuiltInMind) -> None:
    talked(agent, "Plan me a dinner", "A mushroom risotto.", "What wine goes with it?")
    assert made(source_of(agent, mind), "kto") == []


def test_who_is_marked_is_left_out_and_counted_and_refused_by_name(agent: Agent, mind: BuiltInMind) -> None:
    corrected(agent, "ana")
    corrected(agent, "ben")
    agent.memory.allow_training("ana", False)
    source = source_of(agent, mind)
    assert {example["person"] for example in made(source, "dpo")} == {"ben"}
    assert source.left_out[NEVER] == 1
    with pytest.raises(BadInput, match="ana is marked as never exported"):
        source_of(agent, mind, ["ana"])
    with pytest.raises(StoreError, match="Nobody called 'carl'"):
        source_of(agent, mind, ["carl"])


def test_who_is_marked_while_the_export_runs_is_left_out(agent: Agent, mind: BuiltInMind) -> None:
    corrected(agent)
    source = source_of(agent, mind)
    agent.memory.allow_training("ana", False)
    assert made(source, "dpo") == []
    assert source.left_out[NEVER] == 1


def test_an_example_that_names_somebody_who_is_marked_is_left_out(agent: Agent, mind: BuiltInMind) -> None:
    talked(agent, "A gift for Ana", "A scarf.", "No, that is wrong.", person="ben")
    agent.memory.allow_training("ana", False)
    source = source_of(agent, mind)
    assert made(source, "kto") == []
    assert source.left_out[NAMED] == 1


def test_what_is_private_is_in_no_example_in_whatever_form(agent: Agent, mind: BuiltInMind) -> None:
    talked(agent, "Plan a cake", "A sponge with sugar.", "No! Between us, I'm diabetic.", "An oat loaf.", "Perfect!")
    agent.tell("ben", "I like jazz.")
    source = source_of(agent, mind)
    for form in FORMS:
        assert "diabetic" not in str(made(source, form)).lower()
    assert source.left_out[PRIVATE] > 0


def test_what_became_private_later_is_private_from_the_beginning(agent: Agent, mind: BuiltInMind) -> None:
    agent.tell("ana", "I love sailing.")
    corrected(agent)
    [pair] = made(source_of(agent, mind), "dpo")
    assert "sailing" in contents(pair)
    [belief] = [one for one in agent.memory.list("ana") if "sailing" in one.value]
    agent.memory.update("ana", belief.id, value=belief.value, words="keep that private", use="private")
    [pair] = made(source_of(agent, mind), "dpo")
    assert "sailing" not in str(pair)


def test_what_was_forgotten_is_in_no_example(agent: Agent, mind: BuiltInMind) -> None:
    talked(agent, "Plan me a dinner", "Steak.", "No! I'm vegetarian.", "A risotto.", "Perfect!")
    agent.tell("ben", "I love sailing.")
    agent.forget("ben", "vegetarian")
    assert "vegetarian" not in str(made(source_of(agent, mind), "kto"))
    agent.memory.forget_person("ben")
    with pytest.raises(StoreError, match="Nobody is remembered"):
        source_of(agent, mind)


def test_nobody_elses_words_are_in_a_persons_examples(agent: Agent, mind: BuiltInMind) -> None:
    agent.tell("ana", "I'm allergic to walnuts.")
    talked(agent, "Plan me a dinner", "Steak.", "No! I'm vegetarian.", person="ben")
    corrected(agent, "ana")
    corrected(agent, "ben")
    source = source_of(agent, mind)
    for one in source.judgements("ben"):
        assert not any("walnut" in text for text in one.texts)
    for one in source.judgements("ana"):
        assert not any("vegetarian" in text for text in one.texts)


def test_an_edit_by_hand_makes_no_example(memory: Memory, agent: Agent, mind: BuiltInMind) -> None:
    agent.tell("ana", "I love sailing.")
    [belief] = memory.list("ana")
    memory.update("ana", belief.id, value="rowing", words="rowing")
    assert made(source_of(agent, mind), "sft") == []
