"""A coffee shop's log: what its customers did is watched, believed, and acted upon."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from penchant import Agent, Behaviour, Request
from penchant.domain import PersonId
from penchant.errors import BadInput
from penchant.memory import Memory
from penchant.mind.behaviour import Assortment
from penchant.mind.builtin import BuiltInMind
from penchant.store.dict import DictStore
from penchant.testing import HashEmbedder
from workbench import START

ROASTS, ORIGINS = ("light", "medium", "dark"), ("Ethiopia", "Brazil", "Peru", "Kenya")
BEANS = {
    f"{origin} {roast}": {"roast": roast, "origin": origin, "price band": band}
    for origin in ORIGINS
    for roast, band in zip(ROASTS, ("budget", "mid-range", "premium"), strict=True)
}


def cafe() -> Agent:
    """An agent of a shop that sells every bean, at noon."""
    memory = Memory(DictStore(), HashEmbedder(), clock=lambda: START)
    shop = Assortment(("beans", features) for features in BEANS.values())
    return Agent(memory, BuiltInMind(memory.embedder), assortment=shop)


def bought(number: int, bean: str, rating: float | None = 5, **more: Any) -> Behaviour:
    """The purchase of a bean, so many days ago."""
    at = START - timedelta(days=number)
    return Behaviour(id=f"order {number}", at=at, item=bean, topic="beans", features=BEANS[bean], rating=rating, **more)


def dark() -> list[Behaviour]:
    return [bought(9 - n, f"{ORIGINS[n]} dark") for n in range(4)]


def beans(text: str = "some beans") -> Request:
    return Request("ana", text, list(BEANS), described=list(BEANS.values()))


def values(agent: Agent, topic: str, person: str = "ana") -> list[str]:
    return [belief.value for belief in agent.memory.list(person) if belief.topic == topic]


def test_what_somebody_keeps_buying_is_believed_with_its_source() -> None:
    agent = cafe()
    lesson = agent.watch("ana", dark())
    assert values(agent, "roast") == ["dark"]
    assert lesson.opened == (
        "Going by what ana did, ana keeps to dark (roast).",
        "Going by what ana did, ana keeps to premium (price band).",
    )
    [belief] = [belief for belief in agent.memory.list("ana") if belief.topic == "roast"]
    assert (belief.episode, belief.since) == ("seen order 6", START - timedelta(days=6))
    assert {item.source for item in agent.memory.evidence("ana")} == {"behaviour"}


def test_a_catalogue_is_ranked_by_it_and_the_choice_says_why() -> None:
    agent = cafe()
    agent.watch("ana", dark())
    choice = agent.consider(beans(), may_ask=False).choice
    assert choice is not None
    ranked = [name for name, _ in choice.ranked]
    assert sorted(ranked) == sorted(BEANS)
    assert all("dark" in name for name in ranked[:4])
    assert not any("dark" in name for name in ranked[4:])
    assert sum(likelihood for _, likelihood in choice.ranked) == pytest.approx(1)
    assert "Going by what ana did, ana keeps to" in choice.because


def test_the_same_events_count_once_however_often_and_in_whatever_order_they_come() -> None:
    agent, once = cafe(), cafe()
    once.watch("ana", dark())
    for events in (dark()[:3], dark(), dark()[::-1], [*dark(), *dark()]):
        agent.watch("ana", events)
    assert [(b.topic, b.value, b.confidence) for b in agent.memory.list("ana")] == [
        (b.topic, b.value, b.confidence) for b in once.memory.list("ana")
    ]
    assert not agent.watch("ana", dark())


def test_events_count_once_in_another_process_too(tmp_path: Path) -> None:
    code = """if True:
        import sys
        from datetime import UTC, datetime
        from penchant import Agent, Behaviour
        events = [Behaviour(id=f"order {n}", at=datetime(2026, 1, n, tzinfo=UTC), item="Dusk", topic="beans",
                            features={"roast": "dark"}) for n in (1, 2, 3)]
        with_file = Agent.open(sys.argv[1])
        print(len(with_file.watch("ana", events).opened), len(with_file.memory.store.transcript("ana")))
        with_file.close()
    """
    lines = [
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "memory.db")], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert lines == ["2 3\n", "0 3\n"]


def test_a_taste_that_changed_is_closed_and_the_new_one_says_what_it_replaced() -> None:
    agent = cafe()
    agent.watch("ana", [bought(200 - n, f"{ORIGINS[n % 4]} dark") for n in range(8)])
    agent.watch("ana", [bought(100 - n, f"{ORIGINS[n % 4]} light") for n in range(60)])
    roasts = [belief for belief in agent.memory.list("ana", closed=True) if belief.topic == "roast"]
    assert [(belief.value, belief.is_open) for belief in roasts] == [("dark", False), ("light", True)]


def test_what_was_not_liked_or_sent_back_says_nothing_and_looking_says_little() -> None:
    agent = cafe()
    agent.watch("ana", [bought(9, "Peru dark", rating=1), bought(8, "Kenya dark", rating=2)])
    agent.watch("ana", [bought(5, "Peru dark", None), bought(4, "Peru dark", None)])
    sent_back = bought(3, "Peru dark", None, did="returned")
    agent.watch("ana", [sent_back])
    assert values(agent, "roast") == []
    agent.watch("ana", [replace(bought(2, "Peru light"), did="viewed", rating=None)])
    agent.watch("ana", [bought(1, "Peru medium")])
    assert values(agent, "roast") == ["medium"]


def test_without_an_assortment_a_log_is_taken_for_what_it_shows_itself() -> None:
    memory = Memory(DictStore(), HashEmbedder(), clock=lambda: START)
    agent = Agent(memory, BuiltInMind(memory.embedder))
    cups = [("flat white", 6), ("espresso", 1)]
    events = [
        Behaviour(id=f"{name} {n}", at=START - timedelta(days=n), item=name, topic="coffee")
        for name, times in cups
        for n in range(times)
    ]
    agent.watch("ana", events)
    assert values(agent, "coffee") == ["flat white"]
    choice = agent.consider(Request("ana", "a coffee", ["espresso", "flat white"]), may_ask=False).choice
    assert choice is not None
    assert str(choice.action) == "flat white"


def test_what_two_people_did_is_never_mixed() -> None:
    agent = cafe()
    agent.watch("ana", dark())
    agent.watch("ben", [bought(9 - n, f"{ORIGINS[n % 4]} light") for n in range(6)])  # the same ids, in his own log
    assert (values(agent, "roast"), values(agent, "roast", "ben")) == (["dark"], ["light"])
    assert agent.memory.forget_person("ana") > 0
    assert values(agent, "roast") == []
    assert agent.memory.store.transcript(PersonId("ana")) == []
    assert values(agent, "roast", "ben") == ["light"]


def test_what_was_forgotten_comes_back_only_when_it_is_seen_again() -> None:
    agent = cafe()
    agent.watch("ana", dark())
    [roast] = [belief for belief in agent.memory.list("ana") if belief.topic == "roast"]
    agent.memory.forget("ana", roast.id)
    agent.watch("ana", [bought(3, "Peru light", rating=1), *dark()[:-1]])
    assert values(agent, "roast") == []
    agent.watch("ana", [bought(1, "Kenya dark")])
    assert values(agent, "roast") == ["dark"]


GOOD = bought(1, "Peru dark")
BAD: list[tuple[object, str]] = [
    (None, "list of what ana did"),
    (GOOD, "list of what ana did"),
    ("bought beans", "list of what ana did"),
    ([GOOD, None], "is a Behaviour, not None"),
    ([replace(GOOD, item="  ")], "names no item: what was bought"),
    ([replace(GOOD, id="")], "has no id"),
    ([replace(GOOD, at=START + timedelta(seconds=1))], "lies in the future"),
    ([replace(GOOD, at=datetime(2026, 1, 1))], "a time with its zone"),
    ([replace(GOOD, rating=6)], "between 1 and 5"),
    ([replace(GOOD, rating=float("nan"))], "between 1 and 5"),
    ([replace(GOOD, rating=10**400)], "between 1 and 5"),
    ([replace(GOOD, rating=True)], "between 1 and 5"),
    ([replace(GOOD, did="stole")], "none of bought, viewed"),  # type: ignore[arg-type]
    ([replace(GOOD, features={"roast": 3})], "no text"),  # type: ignore[dict-item]
    ([replace(GOOD, features=None)], "features as in"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("events", "says"), BAD)
def test_what_cannot_be_kept_is_one_line_and_nothing_is_written(events: Any, says: str) -> None:
    agent = cafe()
    with pytest.raises(BadInput, match=says) as caught:
        agent.watch("ana", [bought(2, "Peru dark"), *events] if isinstance(events, list) else events)
    assert "\n" not in str(caught.value)
    assert agent.memory.people() == []


@pytest.mark.parametrize("person", ["", "  ", None])
def test_events_belong_to_somebody(person: Any) -> None:
    with pytest.raises(BadInput, match="who did it"):
        cafe().watch(person, dark())


def test_thousands_of_events_are_taken_in_at_once() -> None:
    agent = cafe()
    names = list(BEANS)
    log = [replace(bought(1, names[n % 12]), id=str(n), at=START - timedelta(minutes=n)) for n in range(3_000)]
    agent.watch("ana", log)
    assert len(agent.memory.store.transcript(PersonId("ana"))) == 3_000


@pytest.fixture(scope="module")
def written() -> Callable[[], Agent]:
    """An agent that has read what ana wrote of six beans."""
    texts = [
        "To be honest, this {bean} is a treat. The crema is thick and lasts. Would buy it again!",
        "To be honest, I love this {bean}. The smell fills the room. Would buy it again!",
        "To be honest, this {bean} won me over. Grinding it takes no time at all. Would buy it again!",
    ]

    def open_cafe() -> Agent:
        agent = cafe()
        names = list(BEANS)[:6]
        agent.watch("ana", [bought(9 - n, bean, words=texts[n % 3].format(bean=bean)) for n, bean in enumerate(names)])
        return agent

    return open_cafe


def test_an_opinion_is_told_in_the_ways_of_somebody_whose_writing_was_watched(written: Callable[[], Agent]) -> None:
    agent = written()
    text = agent.compose("ana", "I am happy. The crema was thick.", about="Kenya dark", rating=5)
    assert text.startswith("To be honest, ")
    assert text.endswith("Would buy it again!")
    assert "I am happy. The crema was thick." in text  # all that was told, in its own words
    assert "opening" in {belief.topic for belief in agent.memory.list("ana")}


def test_of_a_stranger_an_opinion_is_told_as_it_is(written: Callable[[], Agent]) -> None:
    assert written().compose("ben", ["I am happy.", "The crema was thick."]) == "I am happy. The crema was thick."
    with pytest.raises(BadInput, match="in whose words"):
        written().compose(" ", "I am happy.")
    for opinion in (None, 3, [None]):
        with pytest.raises(BadInput, match="An opinion is a text"):
            written().compose("ana", opinion)  # type: ignore[arg-type]


def test_how_somebody_writes_bears_on_no_choice(written: Callable[[], Agent]) -> None:
    agent = written()
    turn = agent.consider(Request("ana", "an opening", ["To be honest,", "Well,"]), may_ask=False)
    assert turn.choice is not None
    assert turn.choice.reasons == ()


@pytest.mark.parametrize("respect", ["length", "opening", "closing", "focus", "tone", "pet phrase"])
def test_a_feature_is_no_way_of_writing_whatever_it_is_called(respect: str) -> None:
    agent = cafe()
    dresses = [
        Behaviour(id=str(n), at=START - timedelta(days=n), item=f"No. {n}", topic="dress", features={respect: "zip"})
        for n in range(2, 8)
    ]
    agent.watch("ana", dresses)
    agent.watch("ana", [replace(dresses[0], id="1", features={}, words="Well, it fits. A good buy. Bye now!")])
    assert "zip" in values(agent, respect)
    dress = Request("ana", "a dress", ["A", "B"], described=[{respect: "knot"}, {respect: "zip"}])
    choice = agent.consider(dress, may_ask=False).choice
    assert choice is not None
    assert str(choice.action) == "B"
    assert "zip" not in agent.compose("ana", "I am happy.").lower()


@pytest.mark.parametrize("wrong", [{"about": None}, {"about": " "}, {"rating": "5"}, {"rating": 9}, {"rating": True}])
def test_an_opinion_is_about_something_and_has_a_rating_or_none(written: Callable[[], Agent], wrong: Any) -> None:
    for person in ("ana", "a stranger"):
        with pytest.raises(BadInput, match=r"goes by a name|between 1 and 5"):
            written().compose(person, "I am happy.", **wrong)


def test_a_log_that_others_are_taking_in_bit_by_bit_is_taken_in_all_the_same() -> None:
    agent, other = cafe(), cafe()
    other.memory.store = agent.memory.store
    theirs = dark()

    class Raced(DictStore):
        def write(self, person: PersonId, changes: Any, *, expected: int | None = None) -> Any:
            if theirs:
                other.watch("ana", [theirs.pop()])
            return kept.write(person, changes, expected=expected)

    kept, raced = agent.memory.store, Raced()
    raced.transcript, raced.revision = kept.transcript, kept.revision  # type: ignore[method-assign]
    raced.list, raced.evidence = kept.list, kept.evidence  # type: ignore[method-assign]
    agent.memory.store = raced
    agent.watch("ana", dark())
    assert len(kept.transcript(PersonId("ana"))) == 4
    assert not theirs


def test_an_errand_is_not_called_what_an_event_would_be() -> None:
    with pytest.raises(BadInput, match="of what was watched"):
        cafe().consider(beans(), episode="seen order 1")


@pytest.mark.parametrize("wrong", [None, "abc", [("beans", None)], [{"roast": "dark"}], ["beans"], 3])
def test_an_assortment_of_anything_else_is_refused_in_one_line(wrong: Any) -> None:
    with pytest.raises(BadInput, match="An assortment is made of"):
        Assortment(wrong)


def test_what_was_put_right_by_hand_outweighs_some_purchases() -> None:
    agent = cafe()
    agent.watch("ana", dark())
    [roast] = [belief for belief in agent.memory.list("ana") if belief.topic == "roast"]
    agent.memory.update("ana", roast.id, value="light", words="those were for my mother")
    agent.watch("ana", [bought(1, "Kenya dark"), bought(2, "Peru dark")])
    [light] = [belief for belief in agent.memory.list("ana") if (belief.topic, belief.value) == ("roast", "light")]
    assert light.confidence > 0.5


def test_newer_purchases_count_more() -> None:
    agent = cafe()
    agent.watch("ana", [bought(80 - n, f"Peru {'dark' if n < 40 else 'light'}") for n in range(80)])
    trusted = {belief.value: belief.confidence for belief in agent.memory.list("ana") if belief.topic == "roast"}
    assert trusted["light"] > trusted.get("dark", 0.0) + 0.1


def test_of_a_few_things_what_was_wrong_once_is_not_done_again() -> None:
    agent = cafe()
    turn = agent.consider(Request("ana", "a drink", ["tea", "coffee"]), may_ask=False)
    assert turn.choice is not None
    again = agent.reconsider(agent.hear(turn, "hmm")).choice
    assert again is not None
    assert again.action != turn.choice.action
