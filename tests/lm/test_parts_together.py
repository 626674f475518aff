"""The parts as a study puts them together: two models, one ledger, one budget, an endpoint that is not at its best."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from penchant.errors import BudgetSpent, ModelFailed
from penchant.lm import ChatMessage, LanguageModel, Prompt, Reply, ask_for
from penchant.lm.budget import Budget, Budgeted, paid_before
from penchant.lm.ledger import NAME, Ledger
from penchant.lm.openai import OpenAIModel
from penchant.lm.price import Price
from penchant.lm.record import key_of
from penchant.lm.recorded import Recorded, Replayed
from penchant.lm.retry import Backoff
from penchant.lm.usage import Usage
from penchant.testing.endpoint import CUT, OUT_OF_ORDER, REFUSAL, TOO_MANY, Asked, Endpoint, Fault, Rules, Said

RULES = Rules(models=("agent", "person"))
PRICES = {"agent": Price(1, 4), "person": Price(0.5, 2)}
SCHEMA = {"type": "object", "properties": {"pick": {"type": "integer"}}, "required": ["pick"]}


def answer(asked: Asked) -> str | Said | Fault:
    """By the number in the question; every fourth reply needs mending, every ninth is refused."""
    if asked.number % 7 == 0:
        return (TOO_MANY, OUT_OF_ORDER, CUT)[asked.number % 3]
    number = int(asked.body["messages"][0]["content"])
    if number % 9 == 0:
        return REFUSAL
    if number % 4 == 0 and len(asked.body["messages"]) == 1:
        return "I would say the last one."
    return f'{{"pick": {number}}}'


def models(base_url: str, ledger: Ledger, budget: Budget) -> dict[str, LanguageModel]:
    def recorded(name: str) -> LanguageModel:
        backoff = Backoff(rng=random.Random(1))
        lm = OpenAIModel(name, base_url=base_url, backoff=backoff, sleep=lambda seconds: None, attempts=20)
        return Recorded(Budgeted(lm, budget, PRICES[name]), ledger)

    return {name: recorded(name) for name in PRICES}


def picked(lm: LanguageModel, number: int) -> int | None:
    prompt = Prompt(purpose="pick", messages=(ChatMessage("user", str(number)),), schema=SCHEMA)
    try:
        return ask_for(lm, prompt, lambda reply: int(reply["pick"]))
    except BudgetSpent:
        raise
    except ModelFailed:
        return None


def study(lms: dict[str, LanguageModel], threads: int) -> list[int | None]:
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda number: picked(lms["agent" if number % 2 else "person"], number % 40), range(60)))


EXPECTED = [None if number % 40 % 9 == 0 else number % 40 for number in range(60)]


def test_side_by_side_gives_what_one_after_the_other_gives(tmp_path: Path) -> None:
    for threads in (1, 16):
        with Endpoint(answer, RULES) as endpoint:
            ledger = Ledger(tmp_path / str(threads))
            assert study(models(endpoint.base_url, ledger, Budget()), threads) == EXPECTED
    one, many = (sorted(Ledger(tmp_path / threads).paid().items()) for threads in ("1", "16"))
    assert [(key, part.calls) for key, part in one] == [(key, part.calls) for key, part in many]


def test_a_run_stopped_by_its_budget_is_resumed_and_pays_for_nothing_twice(tmp_path: Path) -> None:
    with Endpoint(answer, RULES) as endpoint:
        with pytest.raises(BudgetSpent):
            study(models(endpoint.base_url, Ledger(tmp_path), Budget(calls=20)), 4)
        ledger = Ledger(tmp_path)
        before = paid_before(ledger, PRICES)
        assert before.calls == 20
        budget = Budget(spend=1, paid=before)
        assert study(models(endpoint.base_url, ledger, budget), 16) == EXPECTED
    lines = (tmp_path / NAME).read_text().splitlines()
    assert len(lines) == len(set(lines)) == len(Ledger(tmp_path)) == budget.paid.calls
    total = Usage.together(Ledger(tmp_path).paid().values())
    assert total.cost == pytest.approx(budget.paid.cost)
    assert (total.calls, total.input_tokens) == (budget.paid.calls, budget.paid.input_tokens)


def test_a_replay_gives_the_same_without_any_endpoint(tmp_path: Path) -> None:
    with Endpoint(answer, RULES) as endpoint:
        study(models(endpoint.base_url, Ledger(tmp_path), Budget()), 16)
    record = Ledger(tmp_path, writable=False)
    assert study({name: Replayed(record, name) for name in PRICES}, 4) == EXPECTED


def test_of_two_replies_to_one_question_the_first_in_the_file_counts_for_everybody(tmp_path: Path) -> None:
    one, other = Ledger(tmp_path), Ledger(tmp_path)
    question = Prompt(purpose="pick", messages=(ChatMessage("user", "tea"),))
    key = key_of("m", question)
    one.keep(key, "m", question, Reply(text="first"))
    other.keep(key, "m", question, Reply(text="second"))
    found = [ledger.find(key) for ledger in (one, other, Ledger(tmp_path))]
    assert [reply and reply.text for reply in found] == ["first"] * 3
