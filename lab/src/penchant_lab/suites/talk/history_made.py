"""People of our own with a long talk behind them, drawn by the seed from ``content/history.txt``.

A matter has three tastes, each other's wrong answers, and an answer that fits anybody: which one is right is told by
the talk alone. A taste is let slip amid talk about other things, by the person or of somebody else; some change, and
some are to be forgotten, after which the answer that fits anybody is the right one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from penchant.domain import Message
from penchant.tables import TableSection, read_file
from penchant_lab.suites.talk.files import bundled
from penchant_lab.suites.talk.history_data import FORGET, OTHERS, OWN, SENSITIVE, UPDATE, History, HistoryQuestion
from penchant_lab.suites.talk.told import other_turns

PLAN = (OWN, OWN, OWN, OWN, UPDATE, UPDATE, OTHERS, OTHERS, FORGET, FORGET)
"""What becomes of each person's matters, one each; what is told in confidence is beside."""
IN_CONFIDENCE = 2
BETWEEN = (1, 4)
"""So many other turns, from least to most, before each thing that is let slip."""
AFTER = 6
"""So many other turns come after the last of it."""
_NAMES = ["Agnes", "Boris", "Carmen", "Dov", "Elspeth", "Farid", "Greta", "Hakon", "Imre", "Judit", "Kemal", "Leonie"]
_WHO = (
    ("my sister Rosa", "Rosa"),
    ("my husband Milo", "Milo"),
    ("my friend Tariq", "Tariq"),
    ("my mother", "my mother"),
    ("my colleague Swantje", "Swantje"),
    ("my nephew Piotr", "Piotr"),
)
"""Others that are spoken of, and how once they were named."""
_START = datetime(2025, 3, 3, 8, tzinfo=UTC)
_REPLIES = (
    "Of course! Here you are. Let me know if you'd like it changed.",
    "Happy to help. I've kept it short, as you asked.",
    "Sure, here is a version you can use.",
    "Good question. In short: yes, and it's easier than it looks.",
)
_ASK_TO_FORGET = (
    "One more thing: please forget that {what}.",
    "Could you forget what I said before, that {what}? I'd rather you didn't keep it.",
    "Forget that I ever told you {what}, please.",
    "I don't want you to remember that {what}. Delete it, please.",
    "Please remove it from your memory that {what}.",
)


@dataclass(frozen=True, slots=True)
class _Slip:
    """Something said of a matter, at a place in the order of all of them."""

    when: float
    words: str
    question: int  # whose evidence it is
    asks_to_forget: bool = False


def made_histories(people: int, seed: int) -> Iterator[History]:
    """So many people, each with one talk."""
    turns = list(other_turns(bundled("told")))
    for index in range(people):
        rng = random.Random(f"{seed}/history/{index}")
        yield _history(_NAMES[index], rng, turns)


def most_people() -> int:
    """How many people there are names for."""
    return len(_NAMES)


def _history(person: str, rng: random.Random, turns: list[tuple[Message, ...]]) -> History:
    slips: list[_Slip] = []
    asked: list[tuple[str, str, tuple[str, ...], str]] = []
    for number, (matter, subset) in enumerate(zip(rng.sample(_matters(), len(PLAN)), PLAN, strict=True)):
        asked.append(_on_matter(matter, subset, number, rng, slips))
    for name in rng.sample(list(_sensitive()), IN_CONFIDENCE):
        said = _part(_sensitive(), name)
        slips.append(_Slip(rng.uniform(0, 1), said["said"], len(asked)))
        answers = tuple(said[key] for key in ("answer", "blurts", "hurts", "misses"))
        asked.append((SENSITIVE, said["query"], answers, said["preference"]))
    messages, places = _talk(sorted(slips, key=lambda slip: slip.when), rng, turns)
    questions = []
    for number, (subset, query, answers, preference) in enumerate(asked):
        mine = [(slip, place) for slip, place in places if slip.question == number]
        request = next((place for slip, place in mine if slip.asks_to_forget), None)
        evidence = frozenset(place for slip, place in mine[-1:] if not slip.asks_to_forget)
        question = HistoryQuestion(subset, query, answers, preference, evidence=evidence, request=request)
        questions.append(question)
    return History(person, tuple(messages), tuple(questions))


def _on_matter(
    matter: str, subset: str, number: int, rng: random.Random, slips: list[_Slip]
) -> tuple[str, str, tuple[str, ...], str]:
    """What is said of a matter, and the question on it."""
    about = _part(_tables(), matter)
    tastes = [_part(_tables(), name) for name in _tables() if name.startswith(f"{matter}: ")]
    taste, *rest = rng.sample(tastes, len(tastes))
    answers = [taste["answer"], *(each["answer"] for each in rest), about["neutral"]]
    said = taste[rng.choice(("said", "again"))]
    if subset == OTHERS:
        who = rng.choice(_WHO)
        slips.append(_Slip(rng.uniform(0, 1), _named(taste["other"], who), number))
        own = rest[0]  # the person wants something else, and says so
        slips.append(_Slip(rng.uniform(0, 0.6), own["said"], -1))
        return subset, _named(about["query other"], who), tuple(answers), f"{who[0]}: {taste['preference']}"
    if subset == UPDATE:
        slips.append(_Slip(rng.uniform(0, 0.4), rest[0][rng.choice(("said", "again"))], -1))
        slips.append(_Slip(rng.uniform(0.6, 1), taste["change"], number))
    else:
        slips.append(_Slip(rng.uniform(0, 0.5), said, number))
    if subset == FORGET:
        words = rng.choice(_ASK_TO_FORGET).format(what=taste["forget"])
        slips.append(_Slip(rng.uniform(0.6, 1), words, number, asks_to_forget=True))
        answers = [about["neutral"], *(each["answer"] for each in (taste, *rest))]
    return subset, about["query"], tuple(answers), "" if subset == FORGET else taste["preference"]


def _named(text: str, who: tuple[str, str]) -> str:
    """The sentences with somebody in them, each begun with a capital."""
    first, then = who
    filled = text.replace("{who}", first, 1).replace("{who}", then)
    return re.sub(r"(^|[.?!] )my ", lambda found: f"{found[1]}My ", filled)


def _talk(
    slips: list[_Slip], rng: random.Random, turns: list[tuple[Message, ...]]
) -> tuple[list[Message], list[tuple[_Slip, int]]]:
    """All of it in order, with other turns in between, and the place of each thing let slip."""
    said: list[tuple[str, str]] = [("system", "")]
    places: list[tuple[_Slip, int]] = []
    for slip in slips:
        for turn in rng.sample(turns, rng.randint(*BETWEEN)):
            said += [(message.role, message.content) for message in turn]
        places.append((slip, len(said)))
        reply = "I'll forget it." if slip.asks_to_forget else rng.choice(_REPLIES)
        said += [("user", slip.words), ("assistant", reply)]
    for turn in rng.sample(turns, AFTER):
        said += [(message.role, message.content) for message in turn]
    messages = [
        Message(role, words, _START + timedelta(hours=place), str(place))  # type: ignore[arg-type]
        for place, (role, words) in enumerate(said)
    ]
    return messages, places


def _part(tables: dict[str, TableSection], name: str) -> dict[str, str]:
    """The lines ``name: value`` of a section."""
    pairs = (line.text.partition(":") for line in tables[name].lines)
    return {key.strip(): value.strip().replace("\\n", "\n") for key, _, value in pairs}


@cache
def _tables() -> dict[str, TableSection]:
    return read_file(bundled("history.txt"))


@cache
def _sensitive() -> dict[str, TableSection]:
    return read_file(bundled("history_sensitive.txt"))


def _matters() -> list[str]:
    return [name for name in _tables() if ":" not in name]
