"""The suites of talk, found by their names like any other: told, facts, history."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from penchant.errors import BadInput
from penchant_lab.report.presentation import Presentation
from penchant_lab.run.config import Option, RunConfig
from penchant_lab.run.study import Study, SuiteSpec
from penchant_lab.suites.talk.lines import ALONE, BM25, CHANCE, CONTROL, COSINE, GIVEN, LONGEST, POLARITY, SHORTEST
from penchant_lab.suites.talk.trial import OURS, TalkWorld

USUAL_PEOPLE = 8
"""Of ours, where nobody says how many."""

ROWS = Option(name="rows", type=int, metavar="N", help="so many rows, drawn by the seed (default: all there are)")


def _data(config: RunConfig) -> Path | None:
    return None if config.data is None else Path(config.data)


def _told(config: RunConfig) -> TalkWorld:
    from penchant_lab.suites.talk.told import ToldWorld

    rows = config.options.get("rows")
    if config.people is not None:
        raise BadInput("In this suite every row is a person of its own; say --rows instead of --people.")
    if rows is not None and rows < 1:
        raise BadInput(f"--rows takes 1 or more, not {rows}.")
    return ToldWorld(_data(config), config.seed, rows)


def _facts(config: RunConfig) -> TalkWorld:
    from penchant_lab.suites.talk.facts import FactsWorld

    return FactsWorld(_data(config), config.seed, config.people)


def _history(config: RunConfig) -> TalkWorld:
    from penchant_lab.suites.talk.history import HistoryWorld

    return HistoryWorld(_data(config), config.seed, config.people)


def _everyday(config: RunConfig) -> TalkWorld:
    from penchant_lab.suites.talk.everyday import EverydayWorld

    return EverydayWorld(_data(config), config.seed, config.people)


def _lives(config: RunConfig) -> TalkWorld:
    from penchant_lab.suites.talk.message_lives import MessageLivesWorld

    return MessageLivesWorld(_data(config), config.seed, config.people)


def _open(world: Callable[[RunConfig], TalkWorld], config: RunConfig) -> Study:
    from penchant_lab.suites.talk.study import TalkStudy

    return TalkStudy(config, world)


def _settle(
    known: tuple[str, ...], options: dict[str, Any], methods: tuple[str, ...] | None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    return options, methods or known


def _presentation() -> Presentation:
    from penchant_lab.suites.talk import table
    from penchant_lab.suites.talk.plots import pictures

    facts = ("suite", "people", "seed", "mind", "data")
    return Presentation.by(table, kind="talk", facts=facts, pictures=pictures)


def _spec(
    name: str, about: str, world: Callable[[RunConfig], TalkWorld], lines: tuple[str, ...], **more: Any
) -> SuiteSpec:
    known = (OURS, *lines)
    return SuiteSpec(
        name=name,
        about=about,
        methods=Option(name="methods", metavar="A,B", help=f"which of {', '.join(known)} (default: all)"),
        settle=partial(_settle, known),
        open=partial(_open, world),
        presentation=_presentation,
        **more,
    )


TOLD = _spec(
    "told",
    "What people say of themselves, and whether it decides: a preference is stated, shown by a choice or dropped in "
    "talk; 0, 10 or 100 other turns follow; then there are four long answers, of which the natural one goes against "
    "it. On our own rows, or with --data on the public files of PrefEval.",
    _told,
    (CHANCE, LONGEST, BM25, COSINE, POLARITY, CONTROL, GIVEN),
    options=(ROWS,),
    usual_people="--rows says how many",
    examples=(
        "penchant study told",
        "penchant study told --rows 24 --methods penchant,control,given",
        "penchant study told --data DIR --json",
    ),
)

FACTS = _spec(
    "facts",
    "What people let slip in passing, and whether it is found again: facts, likings and people they know come up in "
    "sessions with friends and an assistant, amid more and more talk of other things and people. Counted is what "
    "a question needs among five sessions, and how often an outdated value comes first. On people of our own, or with "
    "--data on the public files of PersonaBench.",
    _facts,
    (CHANCE, BM25, COSINE),
    usual_people=f"{USUAL_PEOPLE} of ours, all there are in --data",
    examples=(
        "penchant study facts",
        "penchant study facts --people 4 --seed 7",
        "penchant study facts --data DIR --json",
    ),
)

HISTORY = _spec(
    "history",
    "A long talk with an assistant, in which things are let slip amid others; then four answers, of which one fits. "
    "What is the person's own, somebody else's, told in confidence, new, or to be forgotten; and whether the turn it "
    "rests on is among ten found. On people of our own, or with --data on the public files of PersonaMem-v2 or of "
    "PersonaMem 32k.",
    _history,
    (LONGEST, SHORTEST, ALONE, GIVEN, BM25, COSINE),
    usual_people=f"{USUAL_PEOPLE} of ours, all there are in --data",
    examples=(
        "penchant study history",
        "penchant study history --people 4 --seed 7",
        "penchant study history --data DIR --json",
    ),
)

EVERYDAY = _spec(
    "everyday",
    "Errands of everyday life: people say why they choose, in passing, in answers and in reactions; later they ask for "
    "something like it in other words, with other options, and expect it to be known. Counted is what is done rightly, "
    "asked and done wrongly where anybody who heard it all would know, and what is asked where nobody could. On "
    "bundled stories, or with --data on a folder of your own.",
    _everyday,
    ("none", "pre", "post", CHANCE, "ask-always", "sentence"),
    usual_people="all stories there are",
    examples=(
        "penchant study everyday",
        "penchant study everyday --people 10 --methods penchant,sentence",
        "penchant study everyday --data DIR --json",
    ),
)

LIVES = _spec(
    "lives",
    "A year of messages to an assistant, and tasks at its end: whether the profile for a task holds the message that "
    "holds now, how many of its lines are needed, and whether what is outdated or was to be forgotten comes up. On "
    "bundled lives, or with --data on a folder of your own.",
    _lives,
    ("raw-5", "raw-10", BM25),
    usual_people="all lives there are",
    examples=(
        "penchant study lives",
        "penchant study lives --methods penchant,raw-5 --json",
        "penchant study lives --data DIR --json",
    ),
)
