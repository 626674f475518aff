"""A whole made-up shop from a seed: products, people, years of purchases, and what they ask for.

The same arguments give the same bytes. A person depends on the seed, on their number and on what the shop sells, never
on how many others there are, so a larger study begins with the people of a smaller one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from penchant.errors import BadInput
from penchant_lab.suites.web.data.asking import Wish, Wording, ask_recommend, ask_review, ask_search
from penchant_lab.suites.web.data.catalogue import draw_catalogue
from penchant_lab.suites.web.data.fingerprint import signed
from penchant_lab.suites.web.data.needs import Companions
from penchant_lab.suites.web.data.opinions import form_opinion, write_review
from penchant_lab.suites.web.data.pages import write_pages
from penchant_lab.suites.web.data.past import Past
from penchant_lab.suites.web.data.profiles import write_profile
from penchant_lab.suites.web.data.purchases import draw_purchases
from penchant_lab.suites.web.data.tastes import draw_taste
from penchant_lab.suites.web.data.words import TIERS
from penchant_lab.suites.web.records import Event, Product, Split, TaskType, WebData, WebTask, Withheld

PEOPLE, PRODUCTS = 200, 5_000
_LEAST_PRODUCTS = 100  # fewer, and many kinds of product would have none
_TRAIN, _TEST = 0.17, 0.053
_REVIEW_ANYWAY = 0.175  # of what was liked is asked to be reviewed; what was not liked can only be reviewed
_SECOND = 0.5  # of the test tasks are worded by templates that no training task has
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Life:
    """One person's part of the shop; their tasks still without numbers."""

    person: str
    profile: Mapping[str, str]
    events: list[Event]
    tasks: list[tuple[TaskType, str, Event, Withheld]]


def generate(people: int = PEOPLE, products: int = PRODUCTS, seed: int = 0, *, leaky: bool = False) -> WebData:
    """A shop of this size; ``leaky`` profiles are written from everything, as the original's are."""
    _check(people, products, seed)
    catalogue = draw_catalogue(products, seed)
    pages = write_pages(catalogue, seed)
    houses = {asin: catalogue.kind_of(row).house for row, asin in enumerate(catalogue.asins)}
    companions = Companions(catalogue)
    lives = [_live(number, seed, companions, pages, houses, leaky) for number in range(people)]
    train = list(_numbered(lives, "train"))
    test = list(_numbered(lives, "test"))
    return signed(
        WebData(
            products=pages,
            profiles={life.person: life.profile for life in lives},
            history={life.person: life.events for life in lives},
            train=[task for task, _ in train],
            test=[task for task, _ in test],
            withheld={(task.split, task.number): withheld for task, withheld in (*train, *test)},
        )
    )


def _check(people: int, products: int, seed: int) -> None:
    if people < 1:
        raise BadInput(f"A shop needs people: {people} is too few. Give 1 or more.")
    if products < _LEAST_PRODUCTS:
        raise BadInput(f"A shop needs products: {products} is too few. Give {_LEAST_PRODUCTS} or more.")
    if seed < 0:
        raise BadInput(f"A seed is a whole number from 0 up, and {seed} is not.")


def _numbered(lives: list[_Life], split: Split) -> Iterator[tuple[WebTask, Withheld]]:
    """The tasks of one split: person by person, each in order of time."""
    number = 0
    for life in lives:
        for type_, text, target, withheld in life.tasks:
            if target.split == split:
                task = WebTask(
                    number=number, person=life.person, text=text, type=type_, at=target.at, target=target, split=split
                )
                yield task, withheld
                number += 1


def _live(
    number: int,
    seed: int,
    companions: Companions,
    pages: Mapping[str, Product],
    houses: Mapping[str, str],
    leaky: bool,
) -> _Life:
    catalogue = companions.catalogue
    rng = np.random.default_rng([seed, 2, number])
    words = random.Random(f"{seed}/person/{number}")
    person = words.choice(("AE", "AF", "AG", "AH")) + "".join(words.choices(_LETTERS, k=26))
    taste = draw_taste(rng, words)
    purchases = draw_purchases(taste, companions, rng)
    splits = _splits(len(purchases), words)
    past = Past()
    block: list[TaskType] = []
    events: list[Event] = []
    tasks: list[tuple[TaskType, str, Event, Withheld]] = []
    for purchase, split in zip(purchases, splits, strict=True):
        row = purchase.row
        asin, kind, values = catalogue.asins[row], catalogue.kind_of(row), dict(catalogue.values(row))
        price, tier = pages[asin].price, int(catalogue.tier[row])
        tag, use = kind.tags[words.choice(catalogue.tags[row])][0], kind.uses[words.choice(catalogue.uses[row])]
        store = catalogue.brand_of(row).name
        opinion = form_opinion(taste, kind, purchase.rating, values, tag, use, price, words)
        review = write_review(taste.habits, opinion, words)
        event = Event(
            asin=asin, rating=float(purchase.rating), title=review.title, text=review.text, at=purchase.at, split=split
        )
        if split != "history":
            wish = Wish(kind=kind, store=store, tier=tier, price=price, values=values, tag=tag, use=use)
            type_ = _type(purchase.rating, block, words)
            wording = Wording(words, "second" if split == "test" and words.random() < _SECOND else "first")
            if type_ == "review":
                text, withheld = ask_review(taste, opinion, review, past, wording)
            else:
                text, withheld = (ask_search if type_ == "search" else ask_recommend)(taste, wish, past, wording)
            tasks.append((type_, text, event, withheld))
        events.append(event)
        known = TIERS[tier] if price is not None else None
        past.add(kind.house, store, known, values, review.habits, purchase.rating)
    shown = [event for event in events if leaky or event.split == "history"]
    profile = write_profile(taste, shown, pages, houses, random.Random(f"{seed}/profile/{number}"))
    return _Life(person=person, profile=profile, events=events, tasks=tasks)


def _splits(count: int, words: random.Random) -> list[Split]:
    """The oldest are history, then come train and test; everybody has something of both ends."""
    test = max(1, int(_TEST * count + words.random()))
    train = min(int(_TRAIN * count + 0.6 * words.random()), count - test - 1)
    shares: tuple[tuple[Split, int], ...] = (("history", count - train - test), ("train", train), ("test", test))
    return [split for split, share in shares for _ in range(share)]


def _type(stars: int, block: list[TaskType], words: random.Random) -> TaskType:
    """What is asked for; searches and recommendations come in pairs, so that late tasks are as early ones."""
    if stars < 4 or words.random() < _REVIEW_ANYWAY:
        return "review"
    if not block:
        block += words.sample(("search", "recommend"), 2)
    return block.pop()
