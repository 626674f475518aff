"""The shipped agent in the shop: what it is shown there, what it believes, and what it makes of what people say."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from webtown import agent, opened, past, shelves, tasks, town, web_shop, with_long_past

from penchant.domain import PersonId, Preference
from penchant.mind.behaviour import is_seen
from penchant_lab.suites.web.agents.player import ShopPlayer
from penchant_lab.suites.web.agents.protocol import Afterword
from penchant_lab.suites.web.agents.reading import read
from penchant_lab.suites.web.agents.shelves import Kind, kind_of
from penchant_lab.suites.web.records import Product, Track
from penchant_lab.suites.web.shop.functions import SEARCH
from penchant_lab.suites.web.shop.protocol import Outcome


def ours(track: Track = "single") -> ShopPlayer:
    return ShopPlayer(shelves(), track=track)


def largest_kind() -> Kind:
    return max(shelves().by_kind, key=lambda kind: len(shelves().by_kind[kind]))


def beliefs(player: ShopPlayer, person: str) -> list[Preference]:
    return player.agent.memory.list(person)


def heard(player: ShopPlayer, words: str, shown: Product, person: str = "ana", at: int = 1_000) -> list[Preference]:
    """What is believed of somebody who said this of a product that came first in a search for such a thing."""
    seen = replace(
        opened(tasks("search")[0]).observe(), person=person, instruction=f"Find {shown.title.split(',')[0]}.", at=at
    )
    answer = Outcome(function="search_product_by_query", text="", asins=(shown.asin,), answers=True)
    player.hear(Afterword(observation=seen, answer=answer, words=words))
    return beliefs(player, person)


def test_what_the_agent_believes_of_purchases_can_be_read_with_its_sources() -> None:
    task = with_long_past("search")
    player = ours()
    player.play(opened(task))
    found = beliefs(player, task.person)
    bought = {event.asin for event in past(task)}
    assert {"brand", "Color", "Size"} <= {belief.topic for belief in found}
    assert all(is_seen(belief) and any(asin in belief.episode for asin in bought) for belief in found)
    assert all(0 < belief.confidence <= 1 for belief in found)


def test_every_event_is_watched_once_however_many_tasks_there_are() -> None:
    [person] = {task.person for task in [with_long_past("search")]}
    player = ours()
    own = sorted((task for task in (*town().train, *town().test) if task.person == person), key=lambda task: task.at)
    for task in (*own, own[-1]):
        player.play(opened(task))
    seen = player.agent.memory.store.transcript(PersonId(person))
    assert len(seen) == len(past(own[-1]))


def test_nothing_is_believed_of_one_person_that_another_did() -> None:
    player = ours()
    first, second = next(task for task in tasks("search") if past(task)), tasks("search")[-1]
    for task in (first, second):
        player.play(opened(task))
    for task in (first, second):
        sources = {event.asin for event in past(task)}
        assert all(any(asin in belief.episode for asin in sources) for belief in beliefs(player, task.person))


def test_who_is_pleased_is_believed_to_like_what_they_got() -> None:
    shown = next(one for one in shelves().by_kind[largest_kind()] if one.store and one.price is not None)
    found = {(one.topic, one.value): one for one in heard(ours("continual"), "That's the one, thanks.", shown)}
    assert ("brand", shown.store) in found
    assert found["brand", shown.store or ""].words == "That's the one, thanks."
    assert ("price band", shelves().band(shown)) in found


@pytest.mark.parametrize(("words", "up"), [("Too dear for me.", False), ("I would pay a bit more.", True)])
def test_a_price_that_was_wrong_moves_the_band(words: str, up: bool) -> None:
    middle = next(one for one in shelves().by_kind[largest_kind()] if shelves().band(one) == "mid-range")
    bands = [one.value for one in heard(ours("continual"), words, middle) if one.topic == "price band"]
    assert bands == ["premium" if up else "budget"]


def test_what_one_person_said_is_believed_of_nobody_else() -> None:
    shown = next(one for one in shelves().by_kind[largest_kind()] if one.store)
    player = ours("continual")
    assert heard(player, "That's the one, thanks.", shown, "ana")
    assert beliefs(player, "ben") == []


def test_what_is_said_after_a_task_becomes_a_belief_and_contradicts_another() -> None:
    task = with_long_past("search")
    player = ours("continual")
    player.watch(task.person, past(task), task.at)
    liked = next(belief.value for belief in beliefs(player, task.person) if belief.topic == "brand")
    wrong = next(product for product in town().products.values() if product.store == liked)
    other = next(store for store in shelves().stores(kind_of(wrong)) if store != liked)
    words = f"Not that brand, I usually buy {other}."
    found = heard(player, words, wrong, task.person, task.at + 1)
    [said] = [belief for belief in found if belief.topic == "brand" and belief.value == other]
    assert words in {proof.words for proof in player.agent.memory.evidence(task.person, said.id)}
    against = [proof for proof in player.agent.memory.evidence(task.person) if not proof.supports]
    assert [proof.words for proof in against] == [words]


def test_an_answer_is_remembered_for_later_tasks_and_the_first_list_ends_a_task() -> None:
    player, learned = ours("continual"), 0
    for task in [task for task in tasks("search") if read(task.text).function == SEARCH][:20]:
        episode = web_shop().open(task, track="continual", listener=_Loyal(), past=())
        player.play(episode)
        assert episode.ended
        assert [call.name for call in episode.calls][-1] == SEARCH
        if episode.questions:
            learned += bool(beliefs(player, task.person))
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
    player = ours("continual")
    found = heard(player, f"Not that brand, I usually buy {store}.", other)
    assert ("brand", store) in {(one.topic, one.value) for one in found}
    named = {word for one in shelves().stores(kind) for word in one.lower().split()}  # "Little Kiln House"
    plain = next(one for one in tasks("recommend") if not named & set(re.findall(r"\w+", one.text.lower())))
    task = replace(plain, person="ana", at=2_000)

    class Plain:
        def reply(self, said: str, shown: object) -> str:
            return f"Something in the way of {kind[-1].lower()}."

    episode = web_shop().open(task, track="continual", listener=Plain(), past=())
    player.play(episode)
    given = [town().products[asin] for asin in episode.calls[-1].arguments["product_sequence"]]
    assert {kind_of(product) for product in given} == {kind}
    assert [product.store for product in given[-min(count, 2) :]] == [store] * min(count, 2)  # the newest say most


def test_a_brand_that_was_turned_down_is_not_searched_for_again_on_the_same_task() -> None:
    class Picky:
        def reply(self, said: str, shown: object) -> str:
            return "Not that brand, this time I would take something red." if shown else "No preference."

    task = with_long_past("search")
    episode = web_shop().open(task, track="multi", listener=Picky())
    ours("multi").play(episode)
    queries = [call.arguments["query"] for call in episode.calls if call.name == "search_product_by_query"]
    assert len(queries) > 1
    assert "red" in queries[1].split()
    refused = town().products[web_shop().search.search(queries[0], 1)[0].asin].store
    assert refused
    assert refused not in queries[1]


def test_how_somebody_writes_is_believed_with_its_sources_and_shows_in_their_review() -> None:
    task = with_long_past("review")
    player = ours()
    episode = opened(task)
    player.play(episode)
    found = beliefs(player, task.person)
    assert {"opening", "closing", "length"} <= {belief.topic for belief in found}
    opening = max((one for one in found if one.topic == "opening"), key=lambda one: one.confidence)
    assert episode.calls[0].arguments["review"].startswith(opening.value)
    assert opening.value in opening.words


def test_of_somebody_whose_writing_is_not_known_the_opinion_is_given_as_it_was_told() -> None:
    task = with_long_past("review")
    said = []
    for name in ("none", "penchant"):
        episode = web_shop().open(task, track="single", past=())
        agent(name).play(episode)
        said.append(episode.calls[0].arguments["review"])
    assert said[0] == said[1] != ""
