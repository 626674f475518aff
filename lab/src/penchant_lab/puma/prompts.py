"""The prompts of PUMA, and what reads its replies. Training, sampling and serving make them here and nowhere else.

Two tasks for one model: the request alone gives the name of the function; the request, the function and the memory
that this function needs give its parameter. Products of the past are named by short aliases, P1 for the newest, and by
the first part of their titles: an id takes a model nine tokens or more, a whole title thirty, and 768 is all there is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from penchant_lab.puma.settings import PromptSettings
from penchant_lab.suites.web.agents.memories import BY_FUNCTION, Field, Remembered, TaskMoment, for_the_task, shown
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.records import Event, Product
from penchant_lab.suites.web.shop.functions import (
    RECOMMEND,
    REVIEW,
    SEARCH,
    Call,
    recommend_call,
    review_call,
    say,
    search_call,
)

WHICH = (
    "You are a shopping agent. Name the tool that the request wants: search_product_by_query, "
    "get_recommendations_by_history or add_product_review. Answer with its name only."
)
WHAT = (
    "You are a shopping agent. Write the input of the tool for this person: a search query, the products to "
    "recommend from (their ids, newest last, separated by commas), or the whole text of the review. "
    "Answer with the input only."
)
LONGEST_REPLY = {SEARCH: 80, RECOMMEND: 160, REVIEW: 200}
"""Tokens of a parameter at most, in sampling as in serving: a fifth more than any label has."""
JOINT = " | "
GENERAL: tuple[Field, ...] = ("title", "asin", "category", "price", "store", "rating", "text")
_WORDS = {
    SEARCH: re.compile(r"search", re.I),
    RECOMMEND: re.compile(r"recommend", re.I),
    REVIEW: re.compile("review", re.I),
}
_ALIAS = re.compile(r"\bP(\d+)\b", re.I)
_SPACES = re.compile(r"\s+")

CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PumaPrompt:
    """What the model is told, and which product each alias stands for."""

    system: str
    user: str
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False)  # "P1" -> ASIN, in the order of the memory


class PromptBuilder:
    """Makes prompts from requests and pasts; ``count`` says how many of the model's tokens a text takes."""

    def __init__(self, settings: PromptSettings, shelves: Shelves, count: CountTokens) -> None:
        self._settings, self._shelves, self._count = settings, shelves, count

    def parameter(
        self, instruction: str, function: str, events: Sequence[Event], about: Product | None = None
    ) -> PumaPrompt:
        """The prompt whose reply is the parameter of this function; ``about`` is the product to review."""
        memory, aliases = self._memory(instruction, function, events)
        lines = [clean(instruction)]
        if about is not None and function == REVIEW:
            lines += [f"Title: {clean(about.title)}", f"Price: {about.raw_price}"]
            lines += [f"Store: {clean(str(about.store))}", f"Main Category: {_category(about.category)}"]
        lines += [f"Memory: {memory}", f"Tool: {function}", "### Tool Parameter:"]
        return PumaPrompt(system=WHAT, user="\n".join(lines), aliases=aliases)

    def _memory(self, instruction: str, function: str, events: Sequence[Event]) -> tuple[str, dict[str, str]]:
        if self._settings.memory == "none" or not events:
            return "", {}
        moment = TaskMoment(
            instruction=instruction, function=function, shelves=self._shelves, rng=random.Random(0)
        )  # nothing is drawn
        task = self._settings.memory == "task"
        fields = BY_FUNCTION[function] if task else GENERAL
        places = for_the_task(events, self._settings.events, moment)
        found: list[str] = []
        aliases: dict[str, str] = {}
        used = 0
        told: set[str] = set()
        for place in places:
            item = shown(events[place], place, self._shelves.products, fields)
            if function != REVIEW and events[place].asin in told:
                continue  # bought again: it is there already
            name = self._name(item.asin, aliases) if item.asin is not None else ""
            text = f"{name} {_line(item, short=function == RECOMMEND and self._settings.ids == 'alias')}".strip()
            used += self._count(JOINT + text)
            if used > self._settings.tokens:
                break
            found.append(text)
            told.add(events[place].asin)
            if item.asin is not None:
                aliases.setdefault(name, item.asin)
        return JOINT.join(found), aliases

    def _name(self, asin: str, aliases: Mapping[str, str]) -> str:
        if self._settings.ids == "asin":
            return asin
        known = next((name for name, each in aliases.items() if each == asin), None)
        return known or f"P{len(aliases) + 1}"


def function_prompt(instruction: str) -> PumaPrompt:
    """The prompt whose reply is the name of a function; nothing of the past is in it."""
    return PumaPrompt(system=WHICH, user=f"{clean(instruction)}\n### Tool:")


def function_named(text: str) -> str | None:
    """The function that a reply names; None where it names none, or more than one."""
    for name in _WORDS:
        if text.strip().startswith(name):
            return name
    found = [name for name, word in _WORDS.items() if word.search(text)]
    return found[0] if len(found) == 1 else None


def call_of(function: str, text: str, aliases: Mapping[str, str]) -> Call:
    """The call that a reply stands for; products are kept in their order, each once, and unknown ones are dropped."""
    if function == SEARCH:
        return search_call(_SPACES.sub(" ", text).strip())
    if function == REVIEW:
        return review_call(text.strip())
    if function == RECOMMEND:
        return recommend_call(products_in(text, aliases))
    return say(text)


def products_in(text: str, aliases: Mapping[str, str]) -> list[str]:
    """The products that a reply names, by alias or by id."""
    found: dict[str, None] = {}
    for part in text.replace("\n", ",").split(","):
        alias = _ALIAS.search(part)
        name = f"P{int(alias[1])}" if alias else part.strip()
        if name in aliases:
            found.setdefault(aliases[name])
    return list(found)


def sequence_text(asins: Sequence[str], aliases: Mapping[str, str]) -> str:
    """Products as the model is to name them: by alias where they have one."""
    names = {asin: name for name, asin in aliases.items()}
    return ", ".join(names.get(asin, asin) for asin in asins)


def clean(text: str) -> str:
    """A text in one line that cannot be taken for a mark of the chat."""
    return _SPACES.sub(" ", text.replace("<|", "< |")).replace(" | ", " / ").strip()


def _category(name: str) -> str:
    return name.replace("_", " ")


def _line(item: Remembered, *, short: bool = False) -> str:
    """An event in few tokens: values in a fixed order, without labels; ``short`` leaves a title its first part."""
    parts = [] if item.title is None else [clean(item.title.partition(",")[0] if short else item.title)]
    if item.category is not None:
        parts.append(_category(item.category))
    if item.price is not None:
        parts.append(f"${item.price:.2f}")
    if item.store is not None:
        parts.append(clean(item.store))
    if item.text is not None and item.rating is not None:
        parts.append(f"{item.rating:g} stars: {clean(item.text)}")
    return "; ".join(parts)
