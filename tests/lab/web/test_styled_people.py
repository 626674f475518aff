"""People of the web shop with traits: mistaken, silent, tired of questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant_lab.people import Style
from penchant_lab.people.intent import Manner
from penchant_lab.suites.web.data import open_data
from penchant_lab.suites.web.records import WebData, WebTask
from penchant_lab.suites.web.shop.protocol import Outcome
from penchant_lab.suites.web.styled import Customer, StyledLife

DATA: WebData = open_data(None, 6, 300, 0)


@dataclass
class Plain:
    """Says what they have in mind, and in which manner."""

    task: WebTask
    manner: Manner

    def reply(self, said: str, shown: Sequence[Outcome]) -> str:
        return f"{self.manner} {self.task.target.asin} {self.task.target.rating:g}"

    def afterword(self, answer: Outcome | None) -> str:
        return self.reply("", ())


def life(traits: dict[str, dict[str, object]]) -> StyledLife:
    def make(task: WebTask, manner: Manner) -> Customer:
        return Plain(task, manner)

    return StyledLife("ana", Style("mine", traits), DATA, make, seed=1)


def searches() -> list[WebTask]:
    return [task for task in DATA.test if task.type != "review"]


def true_of(task: WebTask) -> str:
    return f"usual {task.target.asin} {task.target.rating:g}"


def test_who_is_mistaken_has_another_product_of_the_category_in_mind() -> None:
    mistaken = life({"feedback": {"wrong": 1.0}})
    for task in searches():
        asin = mistaken.customer(task).reply("Which brand?", ()).split()[1]
        assert asin != task.target.asin
        assert DATA.products[asin].category == DATA.products[task.target.asin].category


def test_who_is_mistaken_about_a_review_liked_what_they_did_not() -> None:
    mistaken = life({"feedback": {"wrong": 1.0}})
    for task in (task for task in DATA.test if task.type == "review"):
        rating = float(mistaken.customer(task).reply("How was it?", ()).split()[2])
        assert (rating >= 3) != (task.target.rating >= 3)


def test_who_says_nothing_is_heard_as_silence() -> None:
    assert life({"feedback": {"missing": 1.0}}).customer(searches()[0]).afterword(None) == ""


def test_patience_lasts_through_the_tasks_of_a_person_and_not_longer() -> None:
    tired, tasks = life({"patience": {"budget": 4, "short": 0.5}}), searches()
    said = [tired.customer(task).reply("Which brand?", ()) for task in tasks[:6]]
    assert all(words.startswith(true_of(task)) for words, task in zip(said[:2], tasks[:2], strict=True))
    assert said[3].startswith(f"terse {tasks[3].target.asin}")
    assert not any(tasks[n].target.asin in said[n] for n in (4, 5))


def test_what_is_shown_is_reacted_to_by_those_whose_patience_is_at_its_end() -> None:
    task = searches()[0]
    page = Outcome(function="search", text="", asins=(task.target.asin,), answers=True)
    customer = life({"patience": {"budget": 0}}).customer(task)
    assert task.target.asin not in customer.reply("Which brand?", ())
    assert task.target.asin in customer.reply("How is this?", (page,))


def test_a_task_that_broke_leaves_no_mood_behind() -> None:
    tired, tasks = life({"patience": {"budget": 1, "short": 1.0}}), searches()
    broken = tired.customer(tasks[0])
    broken.reply("Which brand?", ())
    broken.forget()
    assert tasks[1].target.asin in tired.customer(tasks[1]).reply("Which brand?", ())
