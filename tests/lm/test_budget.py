from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from penchant.errors import BadInput, BudgetSpent, ModelFailed
from penchant.lm import ChatMessage, Prompt, Reply
from penchant.lm.budget import Budget, Budgeted, paid_before
from penchant.lm.dry_run import DryRun, NotAsked
from penchant.lm.ledger import Ledger
from penchant.lm.price import FREE, Price, estimate_input, estimate_tokens, is_local, read_prices
from penchant.lm.recorded import Recorded
from penchant.lm.scripted import ScriptedModel
from penchant.lm.usage import Usage

PENNY = Price(0, 1_000_000)  # one unit of money for every token that comes out


def prompt(words: str, *, purpose: str = "pick", most: int = 10) -> Prompt:
    return Prompt(purpose=purpose, messages=(ChatMessage("user", words),), max_tokens=most)


def saying(tokens: int) -> ScriptedModel:
    return ScriptedModel(lambda asked: Reply(text="tea", input_tokens=4, output_tokens=tokens))


def test_the_call_after_the_last_that_is_allowed_is_not_made() -> None:
    lm = saying(1)
    budgeted = Budgeted(lm, Budget(calls=2))
    for words in ("a", "b"):
        budgeted.complete(prompt(words))
    with pytest.raises(BudgetSpent, match=r"^The budget of 2 calls is used up; allow more when you resume\.$"):
        budgeted.complete(prompt("c"))
    assert len(lm.asked) == 2


def test_money_runs_out_before_the_call_that_could_cost_too_much() -> None:
    lm = saying(4)
    budgeted = Budgeted(lm, Budget(spend=20), PENNY)
    for words in ("a", "b", "c"):  # 4, 8, 12 spent; a call may cost 10
        assert budgeted.complete(prompt(words)).cost == 4
    with pytest.raises(BudgetSpent, match="Of the budget of 20, 12 is spent and the next call could cost 10"):
        budgeted.complete(prompt("d"))
    assert budgeted.complete(prompt("e", most=8)).cost == 4


def test_calls_in_flight_count_and_are_waited_for_where_they_may_leave_enough() -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slow(each: Prompt) -> Reply:
        asked.set()
        assert go_on.wait(10)
        return Reply(text="tea", output_tokens=4)

    lm = ScriptedModel(slow)
    budgeted = Budgeted(lm, Budget(spend=15), PENNY)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(budgeted.complete, prompt("a"))
        assert asked.wait(10)
        second = pool.submit(budgeted.complete, prompt("b"))
        assert len(lm.asked) == 1  # 10 are promised, 10 more would be 20
        go_on.set()
        assert first.result().cost == second.result().cost == 4  # 4 were spent, and 4 + 10 fit


def test_many_threads_never_pass_the_budget() -> None:
    lm = saying(1)
    budget = Budget(calls=50)
    budgeted = Budgeted(lm, budget)

    def try_one(number: int) -> bool:
        try:
            return bool(budgeted.complete(prompt(str(number))))
        except BudgetSpent:
            return False

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(try_one, range(200))) == 50
    assert len(lm.asked) == 50
    assert budget.paid.calls == 50


def test_a_call_that_failed_leaves_its_room_to_others() -> None:
    lm = ScriptedModel([ModelFailed("No reply."), Reply(text="tea", output_tokens=4)])
    budgeted = Budgeted(lm, Budget(calls=1, spend=10), PENNY)
    with pytest.raises(ModelFailed):
        budgeted.complete(prompt("a"))
    assert budgeted.complete(prompt("b")).text == "tea"


def test_two_models_share_one_budget_at_their_own_prices() -> None:
    budget = Budget(spend=30)
    agent, person = Budgeted(saying(4), budget, PENNY), Budgeted(saying(4), budget, Price(1_000_000, 0))
    agent.complete(prompt("a"))
    person.complete(prompt("four"))
    assert budget.paid == Usage(2, 8, 8, 8.0)


def test_a_resumed_run_counts_what_was_paid_before(tmp_path: Path) -> None:
    Recorded(Budgeted(saying(4), Budget(), PENNY), Ledger(tmp_path)).complete(prompt("a"))
    ledger = Ledger(tmp_path)
    before = paid_before(ledger, {"scripted": PENNY})
    assert before == Usage(1, 4, 4, 4.0)
    recorded = Recorded(Budgeted(saying(4), Budget(calls=2, spend=100, paid=before), PENNY), ledger)
    assert recorded.complete(prompt("a")).cached  # costs neither calls nor money
    recorded.complete(prompt("b"))
    with pytest.raises(BudgetSpent):
        recorded.complete(prompt("c"))
    assert recorded.complete(prompt("b")).cached


def test_calls_recorded_without_a_price_get_todays_or_none_can_be_kept(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    Recorded(saying(4), ledger).complete(prompt("a"))
    assert paid_before(ledger, {"scripted": PENNY}).cost == 4
    with pytest.raises(BadInput, match="unknown price"):
        Budget(spend=5, paid=paid_before(ledger, {}))
    assert Budget(calls=5, paid=paid_before(ledger, {})).paid.calls == 1


def test_an_unknown_price_and_a_budget_of_money_do_not_go_together() -> None:
    with pytest.raises(BadInput, match="No price is known for scripted"):
        Budgeted(saying(1), Budget(spend=5))
    assert Budgeted(saying(1), Budget(calls=5)).complete(prompt("a")).cost is None


def test_what_costs_nothing_may_go_on_for_ever() -> None:
    assert Budgeted(saying(10), Budget(spend=0), FREE).complete(prompt("a")).cost == 0


@pytest.mark.parametrize("spend", [-1.0, float("nan"), float("inf")])
def test_a_budget_that_is_none_is_refused(spend: float) -> None:
    with pytest.raises(BadInput, match="0 or more"):
        Budget(spend=spend)
    with pytest.raises(BadInput, match="0 or more"):
        Budget(calls=-1)


def test_prices_are_read_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "prices.json").write_text('{"m": {"input": 0.15, "output": 0.6}, "n": {"input": 0, "output": 1}}')
    assert read_prices(tmp_path / "prices.json") == {"m": Price(0.15, 0.6), "n": Price(0, 1)}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"m": 1}',
        '{"m": {"input": 1}}',
        '{"m": {"input": -1, "output": 1}}',
        '{"m": {"input": "1", "output": 1}}',
        '{"m": {"input": NaN, "output": 1}}',
        '{"m": {"input": true, "output": 1}}',
    ],
)
def test_a_file_that_is_no_list_of_prices_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "prices.json").write_text(text)
    with pytest.raises(BadInput, match=r"is no list of prices \(.*it looks like") as caught:
        read_prices(tmp_path / "prices.json")
    assert "\n" not in str(caught.value)


def test_prices_that_are_not_there_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_prices(tmp_path / "none.json")


def test_only_this_machine_is_free() -> None:
    local = ["http://localhost:8000/v1", "http://127.0.0.1/v1", "http://[::1]:80/v1"]
    assert all(map(is_local, local))
    assert not any(map(is_local, [None, "https://api.example.com/v1", "http://localhost.example.com/v1"]))


def test_tokens_are_a_quarter_of_the_letters_the_schema_included() -> None:
    assert estimate_tokens("abcd", "e") == 2
    plain = prompt("a" * 40)
    assert estimate_input(plain) == 10
    assert estimate_input(replace(plain, schema={"type": "null"})) == 14


def test_a_dry_run_counts_each_question_once_and_answers_none() -> None:
    dry = DryRun("m", price=Price(1_000_000, 100_000))
    for words, purpose in (("abcd", "pick"), ("abcd", "pick"), ("abcdefgh", "pick"), ("abcd", "say")):
        with pytest.raises(NotAsked):
            dry.complete(prompt(words, purpose=purpose))
    assert dry.counted() == {"pick": Usage(2, 3, 20, 5.0)}


def test_a_dry_run_without_a_price_counts_the_rest() -> None:
    dry = DryRun("m")
    with pytest.raises(ModelFailed):
        dry.complete(prompt("abcd"))
    assert dry.counted() == {"pick": Usage(1, 1, 10, None)}


def test_a_dry_run_of_a_resumed_run_counts_only_what_is_left(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    Recorded(saying(4), ledger).complete(prompt("a"))
    dry = DryRun("scripted", ledger=ledger)
    assert dry.complete(prompt("a")).text == "tea"
    assert dry.counted() == {}


def test_who_finds_the_budget_spent_waits_until_what_others_paid_for_is_kept(tmp_path: Path) -> None:
    writing, kept = threading.Event(), threading.Event()

    class SlowLedger(Ledger):
        """Takes its time to keep a reply."""

        def keep(self, *args: Any, **named: Any) -> None:
            writing.set()
            kept.wait(0.2)
            super().keep(*args, **named)

    ledger = SlowLedger(tmp_path)
    lm = Recorded(Budgeted(saying(1), Budget(calls=1)), ledger)
    other = threading.Thread(target=lm.complete, args=(prompt("one"),))
    other.start()
    writing.wait()
    with pytest.raises(BudgetSpent):
        lm.complete(prompt("two"))
    assert len((tmp_path / "calls.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    other.join()
