from __future__ import annotations

from collections.abc import Sequence

from telling import BUNDLED, alike, judge_forget, judge_nothing, judge_offers, judge_statements, rows_of

from penchant.domain import Heard, Message, Statement


def hears(*statements: Statement) -> Heard:
    return Heard(tuple(statements))


def test_what_is_wholly_right_counts_and_what_is_turned_round_is_told() -> None:
    rows = [{"words": "I like tea", "expect": [{"kind": "taste", "stance": "wants", "value": "tea"}]}]
    right, _ = judge_statements(rows, lambda message: hears(Statement("wants", "tea")))
    turned, _ = judge_statements(rows, lambda message: hears(Statement("avoids", "tea")))
    assert (right["all"], right["turned"]) == ("1.000", "0.000")
    assert (turned["all"], turned["turned"]) == ("0.000", "1.000")


def test_to_learn_from_nothing_and_to_learn_while_forgetting_count_against_it() -> None:
    def listen(message: Message, before: Sequence[Message] = ()) -> Heard:
        return hears(Statement("wants", "tea"))

    assert judge_nothing([{"words": "hello"}], listen)[0]["taught"] == "1.000"
    assert judge_forget([{"words": "forget that I smoke", "about": "smoke"}], listen)[0]["taught"] == "1.000"
    offers = [{"before": "Tea or coffee?", "words": "tea", "wants": ["tea"], "avoids": []}]
    assert judge_offers(offers, listen)[0]["right"] == "0.000"


def test_values_are_compared_by_the_words_they_share() -> None:
    assert alike("a window seat", "window seats")
    assert not alike("tea", "coffee")
    assert not alike("tea", "")


def test_every_bundled_file_has_rows() -> None:
    for name in ("statements", "buried", "nothing", "forget", "offers"):
        assert all("words" in row for row in rows_of(BUNDLED / f"{name}.jsonl"))
