"""An errand among many described options: asked about, ranked, heard, and reconsidered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from penchant import Agent, Request
from penchant.domain import Action, Turn
from penchant.errors import BadInput
from penchant.loop import AskPolicy
from penchant.loop.methods import method_named
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.mind.catalogue import worth
from penchant.mind.protocol import Recalled
from penchant.store.dict import DictStore
from penchant.testing import HashEmbedder

BANDS = ("budget", "mid-range", "premium")
MUGS = {
    f"{brand} mug {color} no. {n}": {"brand": brand, "color": color, "price band": BANDS[n]}
    for brand in ("Tove", "Brisk", "Calder", "Nordlys")
    for color in ("red", "sky blue", "white")
    for n in range(3)
}


def shop(**options: object) -> Agent:
    memory = Memory(DictStore(), HashEmbedder())
    return Agent(memory, BuiltInMind(memory.embedder), **options)  # type: ignore[arg-type]


def mugs(text: str = "a mug", person: str = "ana") -> Request:
    return Request(person, text, list(MUGS), described=list(MUGS.values()))


def acted(agent: Agent, name: str, text: str = "a mug") -> Turn:
    """The errand once this mug was brought."""
    turn = agent.consider(mugs(text), may_ask=False)
    assert turn.choice is not None
    return replace(turn, choice=replace(turn.choice, action=Action(name)))


def held(agent: Agent, person: str = "ana") -> set[tuple[str, str, str]]:
    return {(belief.stance, belief.topic, belief.value) for belief in agent.memory.list(person)}


def first(turn: Turn) -> dict[str, str]:
    assert turn.choice is not None
    return MUGS[turn.choice.ranked[0][0]]


def test_a_stranger_is_asked_about_the_respect_that_tells_most() -> None:
    turn = shop().consider(mugs())
    assert turn.question is not None
    assert turn.question.text == "Which brand would you like: Tove, Brisk, Calder or Nordlys?"
    now = worth(shop().mind.weigh(mugs(), shop().mind.survey(mugs()), Recalled()))
    assert turn.question.settles > 2 * now


def test_of_two_options_the_first_has_to_be_right() -> None:
    turn = shop().consider(Request("ana", "beans", ["Dusk", "Dawn"], described=[{"roast": "dark"}, {"roast": "light"}]))
    assert turn.question is not None
    assert turn.question.text == "Which roast would you like: dark or light?"


def test_what_the_request_says_is_not_asked_about() -> None:
    turn = shop().consider(mugs("a mug by Nordlys"))
    assert turn.question is not None
    assert "color" in turn.question.text


def test_nobody_is_asked_where_it_costs_too_much_or_one_option_is_left() -> None:
    assert shop(policy=AskPolicy(cost=5.0)).consider(mugs()).question is None
    assert shop(method=method_named("post")).consider(mugs()).question is None
    assert shop().consider(Request("ana", "a mug", ["the mug"], described=[{"brand": "Tove"}])).question is None


def test_the_answer_leads_on_to_a_ranking_and_is_believed() -> None:
    agent = shop()
    turn = agent.hear(agent.consider(mugs()), "I usually buy Nordlys.")
    assert first(turn)["brand"] == "Nordlys"
    assert ("wants", "brand", "Nordlys") in held(agent)
    assert first(agent.consider(mugs(), may_ask=False))["brand"] == "Nordlys"


def test_a_habit_is_worth_more_than_a_wish_for_this_once() -> None:
    sure = {}
    for words in ("I always buy Nordlys.", "This time I would take Nordlys."):
        agent = shop()
        agent.hear(agent.consider(mugs()), words)
        [belief] = agent.memory.list("ana")
        sure[words] = belief.confidence
    assert sure["I always buy Nordlys."] > sure["This time I would take Nordlys."] + 0.15


def test_that_brand_is_the_one_that_was_brought() -> None:
    agent = shop()
    turn = agent.hear(acted(agent, "Tove mug red no. 0"), "Not that brand, please.")
    assert held(agent) == {("avoids", "brand", "Tove")}
    again = agent.reconsider(turn)
    assert first(again)["brand"] != "Tove"
    twice = agent.hear(replace(again, choice=acted(agent, "Tove mug white no. 1").choice), "Still not that brand.")
    assert twice.corrected
    [belief] = agent.memory.list("ana")
    assert belief.confidence == 0.9


def test_a_value_that_other_options_have_is_understood_and_kept_for_the_errand() -> None:
    agent = shop()
    turn = agent.hear(acted(agent, "Tove mug red no. 0"), "I'd want it in sky blue this time.")
    again = agent.reconsider(turn)
    assert first(again)["color"] == "sky blue"
    turn = agent.hear(again, "Not that brand either.")
    assert first(agent.reconsider(turn))["color"] == "sky blue"


@pytest.mark.parametrize(
    ("words", "band"), [("Too dear for me.", "budget"), ("I would pay a bit more.", "premium"), ("Lovely color.", None)]
)
def test_a_price_is_heard_beside_the_one_that_was_brought(words: str, band: str | None) -> None:
    agent = shop()
    turn = agent.hear(acted(agent, "Tove mug red no. 1"), words)
    found = [value for _, topic, value in held(agent) if topic == "price band"]
    assert found == ([band] if band else [])
    if band:
        assert first(agent.reconsider(turn))["price band"] == band


def test_who_is_pleased_wants_it_as_it_is() -> None:
    agent = shop()
    turn = agent.hear(acted(agent, "Brisk mug white no. 2"), "That's the one, thanks.")
    wanted = {("wants", topic, value) for topic, value in MUGS["Brisk mug white no. 2"].items()}
    assert held(agent) == wanted
    assert len(turn.lesson.opened) == 3


def test_a_contradiction_is_kept_as_evidence_with_the_words() -> None:
    agent = shop()
    agent.hear(acted(agent, "Tove mug red no. 0"), "That's the one, thanks.")
    agent.hear(acted(agent, "Tove mug red no. 0"), "Not that brand, I usually buy Calder.")
    against = [item for item in agent.memory.evidence("ana") if not item.supports]
    assert [item.words for item in against] == ["Not that brand, I usually buy Calder."]
    assert first(agent.consider(mugs(), may_ask=False))["brand"] == "Calder"


def test_what_one_person_said_is_believed_of_nobody_else() -> None:
    agent = shop()
    agent.hear(agent.consider(mugs()), "Nordlys.")
    assert held(agent, "ben") == set()
    assert first(agent.consider(mugs(person="ben"), may_ask=False))["brand"] == "Tove"  # the first of equals


def test_popularity_decides_where_nothing_is_known() -> None:
    popularity = [float(name == "Calder mug white no. 1") for name in MUGS]
    request = replace(mugs(), popularity=popularity)
    choice = shop().consider(request, may_ask=False).choice
    assert choice is not None
    assert str(choice.action) == "Calder mug white no. 1"


def test_one_who_does_not_remember_still_follows_what_is_said_on_the_errand() -> None:
    agent = shop(method=replace(method_named("pre"), remembers=False))
    turn = agent.hear(agent.consider(mugs()), "Calder.")
    assert first(turn)["brand"] == "Calder"
    assert agent.memory.people() == []


def test_there_is_nothing_to_reconsider_before_a_reaction() -> None:
    agent = shop()
    with pytest.raises(BadInput, match="nothing to reconsider"):
        agent.reconsider(agent.consider(mugs(), may_ask=False))
    with pytest.raises(BadInput, match="nothing to reconsider"):
        agent.reconsider(None)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="a turn that `consider` gave"):
        agent.recall("a turn")  # type: ignore[arg-type]


def test_an_errand_goes_on_after_it_travelled_as_json() -> None:
    agent = shop()
    turn = Turn.from_json(agent.hear(acted(agent, "Tove mug red no. 1"), "Too dear.").to_json())
    assert first(agent.reconsider(turn))["price band"] == "budget"


def test_another_thing_is_brought_where_options_are_only_named() -> None:
    agent = shop()
    turn = agent.consider(Request("ana", "something to drink", ["black coffee", "herbal tea"]), may_ask=False)
    assert turn.choice is not None
    again = agent.reconsider(agent.hear(turn, "no"))
    assert again.choice is not None
    assert again.choice.action != turn.choice.action
