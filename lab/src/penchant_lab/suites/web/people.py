"""The person behind a task in the shop: by rules, or played by a language model.

They know the product they will end up with, what they think of it, and themselves. They answer one thing at a time and
from that alone, name no product, and see what they are shown. Agents hear their words and nothing else.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from penchant.english import capital
from penchant.lm.protocol import ChatMessage, LanguageModel, Prompt
from penchant_lab.people.remarks import Remarks
from penchant_lab.suites.web.people_lines import lines
from penchant_lab.suites.web.records import Product, WebTask, Withheld
from penchant_lab.suites.web.shop.contents import block, glimpse
from penchant_lab.suites.web.shop.protocol import Outcome

_NO_TASTE = frozenset({"brand", "item weight", "package dimensions", "date first available", "best sellers rank"})
_PRODUCT = re.compile(r"^Product \d+: *$", re.M)
SEEN = 4000  # letters of a page that somebody played by a model is shown
PERSON_TOKENS = 150  # of a reply of theirs, as in the original
_OVER = (
    "That is all I can do today. How do you find what you are left with? In one line: are you pleased with the first "
    "of it, and if not, what should have been different, and do you always want it so?"
)
_MUCH = 0.15  # a difference in price of so much is remarked upon


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sight:
    """A product as the page shows it to somebody."""

    store: str = ""
    price: float | None = None
    details: Mapping[str, object]


IN_COMMON: Mapping[str, Callable[[Remarks, str, random.Random], str]] = {
    "pleased": lambda remarks, _, rng: remarks.praise(rng),
    "no view": lambda remarks, _, rng: remarks.answer((), (), (), rng),
    "wish": lambda remarks, value, rng: remarks.answer((value,), (), (), rng),
    "brand": lambda remarks, value, rng: remarks.answer((value,), (), (), rng),
}
"""What these people say that shoppers say too, by the section of ``people_lines.txt``, in a folder's remarks."""


class RuledPerson:
    """Somebody who answers when spoken to, by rules; the same words in the same order get the same replies."""

    def __init__(
        self,
        task: WebTask,
        product: Product,
        profile: Mapping[str, str],
        withheld: Withheld | None = None,
        *,
        seed: int = 0,
        remarks: Remarks | None = None,
    ) -> None:
        self._task = task
        self._product = product
        self._voice = _Voice(profile, f"{seed}/{task.split}/{task.number}", remarks)
        self._first = tuple(withheld.attributes) if withheld else ()  # what the past could tell comes to mind first
        self._said: set[str] = set()

    def reply(self, said: str, shown: Sequence[Outcome]) -> str:
        """One line: an answer to what was asked, or what they make of what they were shown."""
        topic = _asked(said, self._product)
        if self._task.type == "review":
            return self._opinion()
        listed = [outcome for outcome in shown if outcome.answers and not outcome.failed]
        if topic in (None, "shown"):
            return self._judge(listed[-1]) if listed else self._wish()
        return self._answer(topic)

    def _judge(self, outcome: Outcome) -> str:
        if self._task.target.asin in outcome.asins:
            return self._voice.say("pleased")
        first = next(iter(_sights(outcome)), None)
        if first is None:
            return self._voice.say("nothing")
        for name, what, value in _differences(first, self._product, self._first):
            if name not in self._said:
                self._said.add(name)
                return self._voice.say(what, value)
        return self._voice.say("no more")

    def _wish(self) -> str:
        """What they would say first of what they want."""
        for name in self._first:
            if name not in self._said and (answer := self._answer(name)):
                return answer
        return self._voice.say("no view")

    def _answer(self, topic: str) -> str:
        self._said.add(topic)
        product = self._product
        if topic == "store" and product.store:
            return self._voice.say("brand", product.store)
        if topic in ("price", "price band") and product.price is not None:
            return self._voice.say("price", str(max(5, 5 * round(product.price / 5))))
        if topic == "sort" and product.path:
            return self._voice.say("sort", product.path[-1].lower())
        value = _details(product.details).get(topic)
        return self._voice.say("wish", _spoken(value)) if value else self._voice.say("no view")

    def _opinion(self) -> str:
        """A hint of what they thought, never in the words of their own review."""
        event = self._task.target
        feeling = self._voice.pick(lines("feeling")[str(min(5, max(1, round(event.rating))))])
        about = [
            words for word, (words,) in lines("about").items() if word in event.text.lower() and words not in self._said
        ]
        if not about:
            return feeling
        self._said.add(about[0])
        return f"{feeling} It is mostly about {about[0]}."


def afterword(
    task: WebTask,
    product: Product,
    profile: Mapping[str, str],
    answer: Outcome | None,
    seed: int = 0,
    withheld: Withheld | None = None,
    remarks: Remarks | None = None,
) -> str:
    """What somebody says once a task is over; of what came first, one or two things that are not as they wanted.

    With ``withheld`` they know what they always have, and speak of that first, and as of a habit.
    """
    voice = _Voice(profile, f"{seed}/{task.split}/{task.number}/after", remarks)
    if task.type == "review":
        return voice.say("pleased") if answer and answer.text and not answer.failed else voice.say("nothing")
    first = next(iter(_sights(answer)), None) if answer else None
    if answer is None or first is None:
        return voice.say("nothing")
    if answer.asins[0] == task.target.asin:
        return voice.say("pleased")
    found = _differences(first, product, tuple(withheld.attributes) if withheld else (), after=True)
    kept = found[: 1 + (profile.get("Interaction Complexity") != "Low")]
    return " ".join(voice.say(what, value) for _, what, value in kept) or voice.say("no more")


def played_by_model(
    lm: LanguageModel, task: WebTask, product: Product, profile: Mapping[str, str], *, seed: int = 0
) -> ModelledPerson:
    """The same person, played by a language model, which is told what the original's was told."""
    return ModelledPerson(lm, task, product, profile, seed)


class ModelledPerson:
    """A language model in the part of a person; its replies are one line each."""

    def __init__(
        self, lm: LanguageModel, task: WebTask, product: Product, profile: Mapping[str, str], seed: int
    ) -> None:
        self._lm = lm
        self._seed = seed
        self._title = product.title
        facts = " ".join(f"My {name.lower()}: {value}." for name, value in profile.items())
        opinion = f"\nWhat I thought of it: {task.target.text}" if task.type == "review" else ""
        self._messages = [
            ChatMessage(
                "system",
                "You play a customer of a shop. Stay in character, answer only what you are asked, in one line, one "
                "thing at a time. Invent nothing, ask nothing. Never name the product, its title or its id; put facts "
                "in other words. If what you are shown does not suit you, say so and give one hint; if the product is "
                f"among it, say that you are pleased.\nAbout me: {facts}\nThe product I have in mind:\n{block(product)}"
                f"{opinion}",
            ),
            ChatMessage("user", "Hello, what can I do for you?"),
            ChatMessage("assistant", task.text),
        ]

    def reply(self, said: str, shown: Sequence[Outcome]) -> str:
        """One line."""
        seen = f"\n(You are shown:\n{glimpse(shown[-1].text, SEEN)})" if shown else ""
        return self._say("person", f"{said}{seen}")

    def afterword(self, answer: Outcome | None) -> str:
        """One line on what they were left with, once the task is over."""
        left = f"this:\n{glimpse(answer.text, SEEN)}" if answer and not answer.failed else "nothing."
        return self._say("afterword", f"{_OVER}\n(You are left with {left})")

    def _say(self, purpose: str, heard: str) -> str:
        self._messages.append(ChatMessage("user", heard))
        prompt = Prompt(
            purpose=purpose, messages=tuple(self._messages), max_tokens=PERSON_TOKENS, temperature=1.0, seed=self._seed
        )
        words = " ".join(self._lm.complete(prompt).text.split()) or "I could not say."
        if self._title:
            words = words.replace(self._title, "it")
        self._messages.append(ChatMessage("assistant", words))
        return words


class _Voice:
    """How somebody puts things: as long as they like to talk, in their tone; or in the remarks of others."""

    def __init__(self, profile: Mapping[str, str], seed: str, remarks: Remarks | None) -> None:
        self._rng = random.Random(seed)
        self._remarks = remarks
        level = profile.get("Interaction Complexity", "Medium")
        self._level = level if level in ("Low", "Medium", "High") else "Medium"
        self._exclaims = "enthusiastic" in profile.get("Tone and Style", "").lower()

    def pick(self, ways: Sequence[str]) -> str:
        return self._rng.choice(ways)

    def say(self, what: str, value: str = "") -> str:
        if self._remarks is not None and what in IN_COMMON:
            return IN_COMMON[what](self._remarks, value, self._rng)
        line = capital(self.pick(lines(what)[self._level]).format(value=value))
        return f"{line[:-1]}!" if self._exclaims and what == "pleased" else line


def _asked(said: str, product: Product) -> str | None:
    """What a question is about; None where it is about nothing in particular."""
    heard = said.lower().rsplit(". ", 1)[-1] if "?" in said else said.lower()  # the question, not what leads up to it
    for topic, words in lines("asked").items():
        if any(re.search(rf"\b{word}", heard) for word in words):
            return topic
    return next((key for key in _details(product.details) if key in heard), None)


def _differences(
    first: _Sight, wanted: Product, habits: Sequence[str], *, after: bool = False
) -> list[tuple[str, str, str]]:
    """In which respects a product is not what they wanted, and how they would say so; what they always have first."""
    found: list[tuple[str, str, str]] = []
    if wanted.store and first.store and first.store != wanted.store:
        found.append(("store", "not brand" if "store" in habits else "other brand", wanted.store))
    mine, theirs = _details(wanted.details), _details(first.details)
    for key, value in mine.items():
        if key in theirs and theirs[key] != value:
            found.append((key, "habit" if key in habits else "otherwise" if after else "wish", _spoken(value)))
    if wanted.price is not None and first.price is not None:
        if first.price > wanted.price * (1 + _MUCH):
            found.append(("price", "dear", ""))
        elif first.price < wanted.price * (1 - _MUCH):
            found.append(("price", "cheap", ""))
    return sorted(found, key=lambda one: one[0] not in habits)


def _sights(outcome: Outcome) -> Iterator[_Sight]:
    """The products on a page, as they are shown."""
    for text in _PRODUCT.split(outcome.text)[1:]:
        labels = dict(re.findall(r"^(Store|Price|Details): (.*)$", text, re.M))
        yield _Sight(
            store=labels.get("Store", ""), price=_price(labels.get("Price", "")), details=_json(labels.get("Details"))
        )


def _price(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _json(text: str | None) -> Mapping[str, object]:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _details(details: Mapping[str, object]) -> dict[str, str]:
    return {
        key.lower(): value for key, value in details.items() if isinstance(value, str) and key.lower() not in _NO_TASTE
    }


def _spoken(value: str) -> str:
    """A value inside a sentence; names and units keep their capitals."""
    return value if re.search(r"\d|\b[A-Z]{2}", value) else value.lower()
