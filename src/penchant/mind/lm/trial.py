"""A short trial before a model is believed: sentences that anybody can read who reads well.

A model that fails it, or that answers at random, is left out of it all, and the mind is as good as the built-in one. No
sentence here is from the test data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from penchant.domain import Action, Reading, Request, Utterance, Verdict
from penchant.errors import BadReply, ModelFailed, ModelUnavailable, Unavailable
from penchant.lm.dry_run import NotAsked
from penchant.lm.parallel import together
from penchant.mind.lm.picking import Pick
from penchant.mind.protocol import Scene, Weighed

DRINKS = ("black coffee", "herbal tea", "orange juice")
SHELVES = ("crackers", "pantry", "top shelf")
DROWSY = Request("ana", "something to drink, I'm drowsy", DRINKS)
CRACKERS = Request("ana", "put the crackers away, please", SHELVES)


@dataclass(frozen=True, slots=True)
class TrialSentence:
    """A sentence and what a good reader takes from it."""

    words: str
    acted: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    verdict: Verdict = "unclear"
    changed: bool = False
    once: bool = False
    avoids: tuple[str, ...] | None = None  # None where it does not matter
    also: frozenset[str] = frozenset()
    request: Request = DROWSY

    @property
    def utterance(self) -> Utterance:
        """What is shown to the model."""
        return Utterance(self.words, self.request.options, self.acted, request=self.request)

    def is_read_by(self, reading: Reading) -> bool:
        """Whether all that matters was understood."""
        said = (reading.wants, reading.verdict, reading.changed, reading.once)
        elsewhere = {statement.value for statement in reading.also}
        return (
            said == (self.wants, self.verdict, self.changed, self.once)
            and self.avoids in (None, reading.avoids)
            and self.also <= elsewhere
        )


SENTENCES = (
    TrialSentence("No thank you, I'd have gone for the tea.", ("black coffee",), ("herbal tea",), "wrong"),
    TrialSentence("Oh wonderful, coffee again, exactly what I was missing.", ("black coffee",), (), "wrong"),
    TrialSentence("My flatmate adores coffee.", avoids=()),
    TrialSentence("You read my mind!", ("herbal tea",), ("herbal tea",), "right"),
    TrialSentence("For tonight only I'll have the juice.", wants=("orange juice",), once=True),
    TrialSentence("My brother swears by coffee. Juice for me.", wants=("orange juice",)),
    TrialSentence("Anything but juice.", avoids=("orange juice",)),
    TrialSentence(
        "Coffee at breakfast, but tea when I'm drowsy like now.",
        wants=("herbal tea",),
        also=frozenset({"black coffee"}),
    ),
    TrialSentence("I've had it with coffee; since spring it has been tea for me.", wants=("herbal tea",), changed=True),
    TrialSentence("Did the post come?", ("herbal tea",), (), "unclear", avoids=()),
    TrialSentence("They'd be better off up on the top shelf.", SHELVES[:2], ("top shelf",), "wrong", request=CRACKERS),
    TrialSentence("It isn't that I dislike tea, I simply want the juice.", wants=("orange juice",)),
)

CHOICES: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("something to drink, I can hardly keep my eyes open", ("When drowsy, Ana wants herbal tea.",), "herbal tea"),
    ("a drink, I want to celebrate", ("When celebrating, Ana wants orange juice.",), "orange juice"),
    (
        "a drink before my exam",
        ("When drowsy, Ana wants herbal tea.", "Before an exam, Ana wants black coffee."),
        "black coffee",
    ),
    ("something to drink, I am sleepy", ("When sleepy, Ana does not want coffee or tea.",), "orange juice"),
    (
        "a drink, we have something to celebrate",
        ("When drowsy, Ana wants black coffee.", "To celebrate, Ana wants herbal tea."),
        "herbal tea",
    ),
)


@dataclass(slots=True)
class Trial:
    """How a model did: right of asked, of so many that were to be asked; it stops when passing is out of reach."""

    cases: int
    needed: int
    right: int = 0
    asked: int = 0
    missed: list[str] = field(default_factory=list)
    unanswered: list[ModelFailed] = field(default_factory=list)  # where there was no reply to judge by

    def __str__(self) -> str:
        """How it went, in words."""
        needed = f"{self.needed} of {self.cases} are needed"
        return f"it was right about {self.right} of the first {self.asked} of its trial, and {needed}"

    @property
    def passed(self) -> bool:
        """Whether the model is to be believed."""
        return self.right >= self.needed

    @property
    def is_over(self) -> bool:
        """Whether it is decided."""
        return self.passed or self.asked - self.right > self.cases - self.needed

    @property
    def at_once(self) -> int:
        """So many can be asked at the same time, and each would be asked as well one after the other."""
        to_lose = self.cases - self.needed - (self.asked - self.right) + 1
        return min(to_lose, self.needed - self.right)

    def note(self, words: str, right: bool) -> None:
        """Count one case."""
        self.asked += 1
        self.right += right
        if not right:
            self.missed.append(words)


def try_reading(read: Callable[[Utterance], Reading]) -> Trial:
    """Let a model read the sentences, until it is clear whether it can."""
    cases = [(each.words, partial(_reads, read, each)) for each in SENTENCES]
    return _held(Trial(len(cases), len(cases) - 2), cases)


def try_choosing(choose: Callable[[Request, Scene, Sequence[Weighed], Sequence[str]], Pick]) -> Trial:
    """Let a model choose, until it is clear whether it can."""
    ways = [Weighed(Action(name), 1 / len(DRINKS)) for name in DRINKS]

    def chooses(text: str, notes: Sequence[str], right: str) -> bool:
        number, _ = choose(Request("Ana", text, DRINKS), Scene(DRINKS, (), False, "", text), ways, notes)
        return DRINKS[number] == right

    cases = [(each[0], partial(chooses, *each)) for each in CHOICES]
    return _held(Trial(len(cases), len(cases)), cases)


def _reads(read: Callable[[Utterance], Reading], case: TrialSentence) -> bool:
    return case.is_read_by(read(case.utterance))


def _held(trial: Trial, cases: Sequence[tuple[str, Callable[[], bool]]]) -> Trial:
    """The trial, if the model said anything at all; one that never replied was not tried, it is not there."""
    while not trial.is_over:
        now = cases[trial.asked : trial.asked + trial.at_once]
        outcomes = together([partial(_outcome, is_right) for _, is_right in now])
        for (words, _), outcome in zip(now, outcomes, strict=True):
            trial.note(words, outcome if isinstance(outcome, bool) else _missed(outcome, trial))
    if trial.asked and len(trial.unanswered) == trial.asked:
        raise ModelUnavailable(f"Of {trial.asked} prompts none got a reply: {trial.unanswered[-1]}")
    return trial


def _outcome(is_right: Callable[[], bool]) -> bool | ModelFailed:
    try:
        return is_right()
    except ModelFailed as error:
        return error


def _missed(error: ModelFailed, trial: Trial) -> bool:
    """A useless reply is a wrong one; a model that is gone is no model to try; a dry run counts as if it would pass."""
    if isinstance(error, Unavailable):
        raise error
    if not isinstance(error, BadReply | NotAsked):
        trial.unanswered.append(error)
    return isinstance(error, NotAsked)
