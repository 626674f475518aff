"""What our agent makes of what people say, with nothing of their past to go by."""

from __future__ import annotations

from dataclasses import replace

import pytest
from webtown import opened, shelves, tasks, town, web_shop

from penchant.bench.web.agents.asking import best_question
from penchant.bench.web.agents.candidates import candidates, worth, worth_once_told
from penchant.bench.web.agents.ours import PenchantAgent
from penchant.bench.web.agents.protocol import Afterword
from penchant.bench.web.agents.shelves import Kind, kind_of
from penchant.bench.web.records import Product
from penchant.bench.web.shop.protocol import Outcome
from penchant.domain import Draft, EpisodeId, Preference
from penchant.memory import Memory
from penchant.store.dict import DictStore


def stranger() -> PenchantAgent:
    return PenchantAgent(shelves(), track="continual")


def largest_kind() -> Kind:
    return max(shelves().by_kind, key=lambda kind: len(shelves().by_kind[kind]))


def belief(topic: str, value: str, *, stance: str = "wants", confidence: float = 0.8) -> Preference:
    memory = Memory(DictStore(), shelves().embedder)
    draft = Draft(
        situation="", topic=topic, stance="avoids" if stance == "avoids" else "wants", value=value,
        confidence=confidence, words="", episode=EpisodeId("said"),
    )  # fmt: skip
    return memory.add("ana", draft)


def heard(player: PenchantAgent, words: str, shown: Product, person: str = "ana") -> list[Preference]:
    """What is believed of somebody who said this of a product that came first in a search for such a thing."""
    seen = replace(
        opened(tasks("search")[0]).observe(), person=person, instruction=f"Find {shown.title.split(',')[0]}.", at=1_000
    )
    answer = Outcome(function="search_product_by_query", text="", asins=(shown.asin,), answers=True)
    player.hear(Afterword(observation=seen, answer=answer, words=words))
    return player.believe(person, (), 2_000)


def test_shares_of_candidates_add_up_and_go_with_what_is_believed() -> None:
    kind = largest_kind()
    plain = candidates((), kind, (), shelves())
    assert sum(one.share for one in plain) == pytest.approx(1)
    store = plain[-1].product.store or ""

    def of_store(beliefs: list[Preference]) -> float:
        return sum(one.share for one in candidates((), kind, beliefs, shelves()) if one.product.store == store)

    assert of_store([belief("store", store)]) > 2 * of_store([])
    assert of_store([belief("store", store, stance="avoids")]) < 0.5 * of_store([])


def test_a_question_is_asked_where_the_list_cannot_hold_all_and_not_where_it_can() -> None:
    kind = largest_kind()
    known = candidates((), kind, (), shelves())
    topic = best_question((), kind, (), shelves())
    assert topic is not None
    assert worth_once_told(topic, known, shelves()) > worth(known)
    assert best_question((), kind, (), shelves(), asked=("store", *shelves().offered(kind))) is None
    [only] = [one for one in known if one.product == known[0].product]
    sure = [belief(topic, value, confidence=0.97) for topic, value in _like(only.product)]
    assert worth(candidates((), kind, sure, shelves())) > worth(known)


def _like(product: Product) -> list[tuple[str, str]]:
    values = [("store", product.store or "")]
    return values + [(key, value) for key, value in shelves_offer(product)]


def shelves_offer(product: Product) -> list[tuple[str, str]]:
    offered = shelves().offered(kind_of(product))
    return [(key, product.details[key]) for key in offered if isinstance(product.details.get(key), str)]


def test_who_is_pleased_is_believed_to_like_what_they_got() -> None:
    shown = next(one for one in shelves().by_kind[largest_kind()] if one.store and one.price is not None)
    found = {(one.topic, one.value): one for one in heard(stranger(), "That's the one, thanks.", shown)}
    assert ("store", shown.store) in found
    assert found["store", shown.store or ""].episode.startswith("said")
    assert ("price band", shelves().band(shown)) in found


@pytest.mark.parametrize(("words", "up"), [("Too dear for me.", False), ("I would pay a bit more.", True)])
def test_a_price_that_was_wrong_moves_the_band(words: str, up: bool) -> None:
    middle = next(one for one in shelves().by_kind[largest_kind()] if shelves().band(one) == "mid-range")
    bands = [one.value for one in heard(stranger(), words, middle) if one.topic == "price band"]
    assert bands == ["premium" if up else "budget"]


def test_what_one_person_said_is_believed_of_nobody_else() -> None:
    shown = next(one for one in shelves().by_kind[largest_kind()] if one.store)
    player = stranger()
    assert heard(player, "That's the one, thanks.", shown, "ana")
    assert player.believe("ben", (), 2_000) == []


def test_an_answer_is_remembered_for_later_tasks_and_the_first_list_ends_a_task() -> None:
    player, learned = stranger(), 0
    for task in tasks("search")[:20]:
        episode = web_shop().open(task, track="continual", listener=_Loyal(), past=())
        player.play(episode)
        assert episode.ended
        assert [call.name for call in episode.calls][-1] == "search_product_by_query"
        if episode.questions:
            learned += bool(player.believe(task.person, (), task.at + 1))
    assert learned > 0


class _Loyal:
    """Somebody who answers every question with a brand that exists."""

    def reply(self, said: str, shown: object) -> str:
        stores = {product.store for product in town().products.values() if product.store}
        return f"I usually buy {' or '.join(sorted(stores))}."


def test_a_stranger_who_names_a_kind_is_recommended_that_kind_in_the_brand_they_spoke_of() -> None:
    kind = largest_kind()
    store, count = shelves().stores(kind).most_common()[-1]
    other = next(one for one in shelves().by_kind[kind] if one.store != store)
    player = stranger()
    beliefs = heard(player, f"Not that brand, I usually buy {store}.", other)
    assert ("store", store) in {(one.topic, one.value) for one in beliefs}
    task = replace(tasks("recommend")[0], person="ana", at=2_000)

    class Plain:
        def reply(self, said: str, shown: object) -> str:
            return f"Something in the way of {kind[-1].lower()}."

    episode = web_shop().open(task, track="continual", listener=Plain(), past=())
    player.play(episode)
    given = [town().products[asin] for asin in episode.calls[-1].arguments["product_sequence"]]
    assert {kind_of(product) for product in given} == {kind}
    assert [product.store for product in given[-min(count, 2) :]] == [store] * min(count, 2)  # the newest say most
