"""The shop and one task in it, by the rules of the original's two tracks.

In the single-turn track the first answer ends the task, and so does a word to the person, who is not there. In the
multi-turn track answers are collected until the agent stops or its steps are spent; the person answers when spoken to.
In our own, the continual one, the person answers too, and the first answer ends the task: what they make of it they say
afterwards.
An unknown function is named and costs a step. A function that answers, called with the wrong arguments or failing
inside, is an answer worth nothing; a review that is empty or not there, and a sequence that is a text, an object or a
list of numbers, are no wrong arguments there, and so not here. An episode is small: it points at the shop and copies
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from penchant.errors import BadInput, Unavailable
from penchant_lab.suites.web.records import Event, Product, Track, WebData, WebTask
from penchant_lab.suites.web.shop.contents import block, contents
from penchant_lab.suites.web.shop.functions import (
    DETAILS,
    FUNCTIONS,
    RECOMMEND,
    RESPOND,
    REVIEW,
    SAYING,
    SEARCH,
    STOP,
    Call,
    Function,
    sequence_in,
)
from penchant_lab.suites.web.shop.protocol import Cost, Listener, Observation, Outcome
from penchant_lab.suites.web.shop.recommend import Recommender
from penchant_lab.suites.web.shop.rewards import Answer, Attempt, ReviewJudge
from penchant_lab.suites.web.shop.search import Search

NOBODY = "Error: ###STOP###"
STOPPED = "###STOP###"
NO_REVIEW = "No review provided."
NO_PRODUCT = "Product not found."
STEPS = 10
OFFERED = (SEARCH, RECOMMEND, REVIEW, STOP)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebShop:
    """What all tasks share: the data, the search, the recommender and the judge."""

    data: WebData
    search: Search
    recommender: Recommender
    judge: ReviewJudge
    second: Recommender | None = None  # the same calls are scored by it too; nobody is shown what it says

    def open(
        self,
        task: WebTask,
        *,
        track: Track = "single",
        listener: Listener | None = None,
        steps: int = STEPS,
        details: bool = False,
        past: Sequence[Event] | None = None,
    ) -> ShopEpisode:
        """Begin a task: ``details`` offers the look-up too; ``past`` is what is shown of the past, if not all."""
        if track != "single" and listener is None:
            raise BadInput(f"The track {track} needs somebody to talk to: give a listener.")
        if track == "single" and listener is not None:
            raise BadInput("Nobody is there to listen in the single-turn track; take the multi-turn one.")
        if steps < 1:
            raise BadInput(f"An episode needs at least one step, not {steps}.")
        if task.target.asin not in self.data.products:
            raise BadInput(f"Task {task.number} is about {task.target.asin}, which the catalogue does not have.")
        shown = self.data.visible(task) if past is None else past
        return ShopEpisode(self, task, listener, steps, details=details, past=shown, once=track != "multi")


class ShopEpisode:
    """One task in the shop; an agent uses it as an :class:`~penchant_lab.suites.web.shop.protocol.Environment`."""

    def __init__(
        self,
        shop: WebShop,
        task: WebTask,
        listener: Listener | None,
        limit: int,
        *,
        details: bool,
        past: Sequence[Event],
        once: bool,
    ) -> None:
        self._shop = shop
        self._task = task
        self._listener = listener
        self._limit = limit
        offered = (*OFFERED[:-1], DETAILS, STOP) if details else OFFERED
        self.functions: Sequence[Function] = tuple(FUNCTIONS[name] for name in offered)
        self.history: Sequence[Event] = tuple(past)
        self._once = once  # the first answer ends it
        self.ended = False
        self.steps = 0
        self.questions = 0
        self.broke: list[str] = []  # errors inside functions that no argument explains
        self.calls: list[Call] = []
        self._answers: list[Answer] = []
        self._shown: list[Outcome] = []

    def observe(self) -> Observation:
        """The person's words; for a review also the product it is about."""
        task = self._task
        text = f"USER {task.person}: {task.text}"
        about = self._shop.data.products[task.target.asin] if task.type == "review" else None
        if about:
            text = f"{text}\n{block(about)}"
        return Observation(text=text, person=task.person, instruction=task.text, at=task.at, about=about)

    def cost(self, call: Call) -> Cost:
        """A step each; words interrupt the person; what ends the episode cannot be taken back."""
        alone = self._listener is None
        final = self.steps + 1 >= self._limit or call.name == STOP
        answers = call.name in FUNCTIONS and FUNCTIONS[call.name].answers
        ends = final or (self._once and answers) or (alone and call.name == RESPOND)
        return Cost(interruptions=int(call.name == RESPOND and not alone), ends=ends)

    def step(self, call: Call) -> Outcome:
        """Make a call: what comes back is text and products, never a score."""
        if self.ended:
            raise BadInput("This episode is over; nothing more can be called.")
        if not isinstance(call.name, str) or not isinstance(call.arguments, Mapping):
            raise BadInput("A call is a name and an object of arguments.")
        self.steps += 1
        self.calls.append(call)
        outcome = self._made(call)
        over = (self._once and outcome.answers) or (self._listener is None and call.name == RESPOND)
        if over or call.name == STOP or self.steps >= self._limit:
            self.ended = True
        return replace(outcome, ended=self.ended)

    def undo(self) -> bool:
        """Withdraw the last answer, which the person then no longer goes by; the original's scores still count it."""
        standing = [place for place, answer in enumerate(self._answers) if not answer.withdrawn]
        if self.ended or not standing:
            return False
        self._answers[standing[-1]] = replace(self._answers[standing[-1]], withdrawn=True)
        return True

    def attempts(self) -> tuple[Attempt, ...]:
        """Every answer with its worth, in order: for whoever scores, never for the agent."""
        return tuple(self._shop.judge.score(self._task, answer) for answer in self._answers)

    @property
    def answer(self) -> Outcome | None:
        """What the person is left with: the last answer that was not withdrawn."""
        given = zip(reversed(self._shown), reversed(self._answers), strict=True)
        return next((shown for shown, answer in given if not answer.withdrawn), None)

    @property
    def task(self) -> WebTask:
        """The task with its target: for whoever scores, never for the agent."""
        return self._task

    def _made(self, call: Call) -> Outcome:
        function = SAYING if call.name == RESPOND else FUNCTIONS.get(call.name)
        if function is None:
            return Outcome(function=call.name, text=f"Unknown action {call.name}", failed=True)
        answer: Answer | None = None
        try:
            function.check(call.arguments)
            outcome, answer = self._run(call.name, call.arguments)
        except Unavailable:
            raise  # nothing about the call: a run must not score what it could not ask
        except Exception as error:  # the rule of the original: whatever goes wrong inside is told, and worth nothing
            if not isinstance(error, BadInput):
                self.broke.append(f"{call.name}: {error!r}")
            outcome = Outcome(function=call.name, text=f"Error: {error}", failed=True, answers=function.answers)
            answer = Answer(function=call.name, failed=True) if function.answers else None
        if answer:
            self._answers.append(answer)
            self._shown.append(outcome)
        return outcome

    def _run(self, name: str, arguments: Mapping[str, Any]) -> tuple[Outcome, Answer | None]:
        products = self._shop.data.products
        if name == SEARCH:
            found = tuple(hit.asin for hit in self._shop.search.search(arguments["query"]))
            return self._list(name, found, [contents(products[asin]) for asin in found])
        if name == RECOMMEND:
            sequence, second = sequence_in(arguments["product_sequence"]), self._shop.second
            found = tuple(self._shop.recommender.recommend(sequence))
            outcome, answer = self._list(name, found, [block(products[asin]) for asin in found])
            return outcome, answer if second is None else replace(answer, beside=tuple(second.recommend(sequence)))
        if name == REVIEW:
            text = arguments.get("review") or ""
            text = text if text.strip() else NO_REVIEW  # which is then scored like any review
            return Outcome(function=name, text=text, answers=True), Answer(function=name, review=text)
        if name == DETAILS:
            product: Product | None = products.get(arguments["product_asin"])
            return Outcome(
                function=name,
                text=block(product) if product else NO_PRODUCT,
                asins=(product.asin,) if product else (),
            ), None
        if name == STOP:
            return Outcome(function=name, text=STOPPED), None
        if self._listener is None:
            return Outcome(function=name, text=NOBODY, failed=True), None
        self.questions += 1
        return Outcome(function=name, text=self._listener.reply(arguments["content"], tuple(self._shown))), None

    def _list(self, name: str, found: tuple[str, ...], texts: Sequence[str]) -> tuple[Outcome, Answer]:
        text = "\n".join(f"Product {place}: \n{text}\n" for place, text in enumerate(texts)) or "[]"
        return Outcome(function=name, text=text, asins=found, answers=True), Answer(function=name, asins=found)
