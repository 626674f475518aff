"""The person behind a task: answers one thing at a time, names no product, and sees what is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from penchant.lm.scripted import ScriptedModel
from penchant_lab.people import read_voices
from penchant_lab.suites.web import people_lines
from penchant_lab.suites.web.people import RuledPerson, afterword, played_by_model
from penchant_lab.suites.web.records import Event, Product, TaskType, WebTask, Withheld
from penchant_lab.suites.web.shop.contents import contents
from penchant_lab.suites.web.shop.functions import REVIEW, SEARCH
from penchant_lab.suites.web.shop.protocol import Outcome
from workbench import pirates


def scarf(asin: str, store: str, colour: str, price: float | None, size: str = "Medium") -> Product:
    return Product(
        asin=asin,
        title=f"{store} Fjord 12 Wool Scarf, {colour}",
        category="Clothing_Shoes_and_Jewelry",
        price=price,
        raw_price=str(price),
        store=store,
        path=("Clothing", "Scarves"),
        details={"Brand": store, "Color": colour, "Size": size, "Item Weight": "1 pounds"},
    )


WANTED = scarf("B000000001", "Nordlys", "Navy", 40.0)
OTHER = scarf("B000000002", "Brask", "Cream", 90.0)
DEAR = scarf("B000000003", "Nordlys", "Navy", 90.0)
GOLD = "So comfortable that I forget about it. The price is more than fair. Would buy again."


def a_task(type: TaskType = "search") -> WebTask:
    target = Event(asin=WANTED.asin, rating=5.0, title="Love it", text=GOLD, at=300, split="test")
    return WebTask(number=4, person="ana", text="Find a scarf.", type=type, at=300, target=target)


def shown(*products: Product) -> Outcome:
    text = "\n".join(f"Product {place}: \n{contents(product)}\n" for place, product in enumerate(products))
    return Outcome(function=SEARCH, text=text or "[]", asins=tuple(p.asin for p in products), answers=True)


def ana(type: TaskType = "search", *habits: str, talk: str = "Medium") -> RuledPerson:
    withheld = Withheld(attributes=dict.fromkeys(habits, ""))
    return RuledPerson(a_task(type), WANTED, {"Interaction Complexity": talk}, withheld, seed=3)


@pytest.mark.parametrize(
    ("question", "told", "untold"),
    [
        ("Which brand do you like?", "Nordlys", "navy"),
        ("Which colour would you like?", "navy", "Nordlys"),
        ("What is your budget?", "$40", "Nordlys"),
        ("Which size do you need?", "medium", "navy"),
        ("What kind of thing do you have in mind?", "scarves", "Nordlys"),
    ],
)
def test_somebody_answers_what_they_were_asked_and_one_thing_only(question: str, told: str, untold: str) -> None:
    words = ana().reply(question, ())
    assert told.lower() in words.lower()
    assert untold.lower() not in words.lower()


def test_somebody_has_no_view_on_what_they_do_not_know() -> None:
    assert "view" in ana().reply("Which material should it be made of?", ())


def test_somebody_is_pleased_when_what_they_want_is_among_what_they_are_shown() -> None:
    words = ana().reply("Does one of these suit you?", [shown(OTHER, WANTED)])
    assert "thank" in words


def test_somebody_says_what_does_not_suit_them_one_thing_after_the_other() -> None:
    person = ana()
    said = [person.reply("Does one of these suit you?", [shown(OTHER)]) for _ in range(4)]
    assert "Not that brand" in said[0]
    assert "navy" in said[1].lower()
    assert "Too dear" in said[2]
    assert "not quite" in said[3].lower()


def test_what_somebody_always_has_is_spoken_of_first_and_as_a_habit() -> None:
    words = ana("search", "color").reply("Does one of these suit you?", [shown(OTHER)])
    assert words == "I usually take navy."


def test_people_of_a_folder_say_its_remarks_where_shoppers_say_the_same(tmp_path: Path) -> None:
    remarks = read_voices(pirates(tmp_path)).remarks
    bo = RuledPerson(a_task(), WANTED, {}, seed=3, remarks=remarks)
    assert bo.reply("Which brand do you like?", ()) == "Nordlys most of all, arr."
    assert bo.reply("Which colour would you like?", ()) == "Navy most of all, arr."
    assert bo.reply("Which flavour would you like?", ()) == "Arr, no idea."
    assert "$40" in bo.reply("What is your budget?", ()), "what no shopper says, they say in their own lines"
    assert afterword(a_task(), WANTED, {}, shown(WANTED), remarks=remarks) == "Arr."


def test_talkative_people_say_more() -> None:
    short, long = (ana(talk=talk).reply("Which colour?", ()) for talk in ("Low", "High"))
    assert len(short) < len(long)


def test_an_opinion_is_hinted_at_in_other_words() -> None:
    person = ana("review")
    said = [person.reply("What is your opinion of it?", ()) for _ in range(3)]
    words = GOLD.split()
    runs = {" ".join(words[place : place + 3]) for place in range(len(words) - 2)}
    assert not any(run in line for run in runs for line in said)
    assert len(set(said)) > 1


def test_the_same_words_get_the_same_replies() -> None:
    questions = ["Which colour?", "Which brand?", "Does one of these suit you?"]
    first, second = ([person.reply(q, [shown(OTHER)]) for q in questions] for person in (ana(), ana()))
    assert first == second


@pytest.mark.parametrize("products", [(OTHER,), (DEAR,), (OTHER, WANTED), (WANTED,), ()])
@pytest.mark.parametrize("talk", ["Low", "Medium", "High"])
def test_nobody_names_a_product(products: tuple[Product, ...], talk: str) -> None:
    said = [ana(talk=talk).reply("Does one of these suit you?", [shown(*products)])]
    said.append(afterword(a_task(), WANTED, {"Interaction Complexity": talk}, shown(*products)))
    for line in said:
        assert "Fjord" not in line
        assert "B0000" not in line


def test_afterwards_somebody_says_how_it_went() -> None:
    profile = {"Interaction Complexity": "Medium"}
    assert "thank" in afterword(a_task(), WANTED, profile, shown(WANTED))
    assert afterword(a_task(), WANTED, profile, shown(DEAR)) == "Too dear for me."
    both = afterword(a_task(), WANTED, profile, shown(OTHER))
    assert "Nordlys" in both
    assert "navy" in both
    assert "dear" not in both
    assert "nothing" in afterword(a_task(), WANTED, profile, None)
    habit = Withheld(attributes={"store": "Nordlys"})
    assert "usually buy Nordlys" in afterword(a_task(), WANTED, profile, shown(OTHER), withheld=habit)


def test_a_posted_review_is_thanked_for() -> None:
    posted = Outcome(function=REVIEW, text="Lovely.", answers=True)
    assert "thank" in afterword(a_task("review"), WANTED, {"Interaction Complexity": "Medium"}, posted).lower()


def test_a_model_plays_the_person_and_its_title_slips_are_taken_out() -> None:
    lm = ScriptedModel([f"I want\nthe {WANTED.title}.", "Navy."])
    person = played_by_model(lm, a_task(), WANTED, {"Age": "35-44"})
    assert person.reply("Which one?", ()) == "I want the it."
    assert person.reply("Colour?", [shown(OTHER)]) == "Navy."
    assert "My age: 35-44." in lm.asked[0].messages[0].text
    assert "Brask" in lm.asked[1].messages[-1].text


def test_somebody_played_by_a_model_says_themselves_how_it_went() -> None:
    lm = ScriptedModel(["Blue, please.", "Too dear for me,\nI always take the cheaper one."])
    person = played_by_model(lm, a_task(), WANTED, {"Age": "35-44"})
    person.reply("Which colour?", ())
    words = person.afterword(Outcome(function="search_product_by_query", text="Product 0: a lamp", answers=True))
    assert words == "Too dear for me, I always take the cheaper one."
    assert [prompt.purpose for prompt in lm.asked] == ["person", "afterword"]
    told = [message.text for message in lm.asked[1].messages]
    assert "Product 0: a lamp" in told[-1]
    assert "Blue, please." in told
    assert "left with nothing" in _left_with(None)
    assert "left with nothing" in _left_with(Outcome(function="x", text="Error: no", answers=True, failed=True))


def _left_with(answer: Outcome | None) -> str:
    lm = ScriptedModel(["Hm."])
    played_by_model(lm, a_task(), WANTED, {}).afterword(answer)
    return lm.asked[0].messages[-1].text


def test_a_product_without_a_title_leaves_words_as_they_are() -> None:
    person = played_by_model(ScriptedModel(["Blue."]), a_task(), replace(WANTED, title=""), {})
    assert person.reply("Which colour?", ()) == "Blue."


def test_everything_that_is_said_is_written_for_the_terse_and_the_talkative() -> None:
    said = [section for section in people_lines.sections() if section not in ("feeling", "about", "asked")]
    assert len(said) == 14
    for section in said:
        assert list(people_lines.lines(section)) == ["Low", "Medium", "High"], section
    assert list(people_lines.lines("feeling")) == ["5", "4", "3", "2", "1"]
    assert all(len(words) == 1 for words in people_lines.lines("about").values())
