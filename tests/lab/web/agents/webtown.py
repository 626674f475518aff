"""A small made-up shop with its people, made once, and an environment that keeps what was called in it."""

from __future__ import annotations

from functools import cache

from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.lm import LanguageModel
from penchant_lab.suites.web.agents import make_agent
from penchant_lab.suites.web.agents.protocol import WebAgent
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.data import generate
from penchant_lab.suites.web.people import RuledPerson
from penchant_lab.suites.web.records import Event, TaskType, Track, WebData, WebTask
from penchant_lab.suites.web.shop.environment import ShopEpisode, WebShop
from penchant_lab.suites.web.shop.recommend import LightRecommender
from penchant_lab.suites.web.shop.rewards import ReviewJudge
from penchant_lab.suites.web.shop.search import WordSearch


@cache
def town() -> WebData:
    return generate(people=60, products=1_500, seed=21)


@cache
def embedder() -> cached:
    return cached(WordLlamaEmbedder())


@cache
def shelves() -> Shelves:
    return Shelves(town().products, embedder())


@cache
def web_shop() -> WebShop:
    data = town()
    return WebShop(
        data=data,
        search=WordSearch.index(data.products.values()),
        recommender=LightRecommender.trained(data),
        judge=ReviewJudge(embedder()),
    )


def tasks(type: TaskType) -> list[WebTask]:
    return [task for task in (*town().train, *town().test) if task.type == type]


def opened(task: WebTask, track: Track = "single", *, details: bool = False) -> ShopEpisode:
    if track == "single":
        return web_shop().open(task, details=details)
    return web_shop().open(task, track=track, listener=person(task), details=details)


def person(task: WebTask, seed: int = 0) -> RuledPerson:
    data = town()
    withheld = data.withheld[task.split, task.number]
    return RuledPerson(task, data.products[task.target.asin], data.profiles[task.person], withheld, seed=seed)


def agent(name: str, track: Track = "single", lm: LanguageModel | None = None) -> WebAgent:
    return make_agent(name, town().products, seed=5, track=track, lm=lm)


def past(task: WebTask) -> list[Event]:
    return list(town().visible(task))


def with_long_past(type: TaskType) -> WebTask:
    return max(tasks(type), key=lambda task: len(past(task)))
