"""The command line of `penchant study`: a parser for each suite, which knows what that suite takes and nothing else."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from penchant.cli.help import ExamplesFirst
from penchant.cli.link import add_model_flags
from penchant.errors import BadInput

if TYPE_CHECKING:
    from penchant_lab.run.config import Option
    from penchant_lab.run.study import SuiteSpec

NAMES = ("embodied", "web", "theory")
"""Suites of ours whose flags are known to be theirs, when they are given to another."""

COMMON = ("data", "people", "seed", "mind", "model", "people_model")
"""What makes a run in any suite, by the names under which it is kept; flags are called the same."""

EXAMPLES = (
    "penchant study embodied",
    "penchant study embodied --data DIR --json > figures.json",
    "penchant study shopping --feedback detailed --shuffle 3",
    "penchant study embodied --people-style noisy-10 --methods both",
    "penchant study web --track continual",
    "penchant study theory",
    "penchant study robustness --people 2",
    "penchant study told --rows 24",
    "penchant study facts",
    "penchant study history --data DIR",
    "penchant study embodied --people 2000 --cluster auto",
    "penchant study --resume runs/embodied-20260101-120000-000000",
    "penchant study --resume RUN --store postgresql://user@host/database",
    "penchant study --replay runs/embodied-20260101-120000-000000",
    "penchant study embodied --people 80 --mind lm --model NAME --base-url URL --reuse RUN",
)


class StudyParser(ExamplesFirst):
    """Says in one line what is wrong; of a flag of another suite, whose it is."""

    suite: SuiteSpec | None = None

    def error(self, message: str) -> NoReturn:
        """Raise it for the command line to print."""
        raise BadInput(f"{message[0].upper()}{message[1:].rstrip('.')}. See: {self.prog} --help")

    def parse_args(self, args: Sequence[str], namespace: None = None) -> argparse.Namespace:  # type: ignore[override]
        """All of these words, or one line."""
        found, unknown = self.parse_known_args(args)
        if unknown:
            self._refuse(unknown)
        return found

    def _refuse(self, unknown: Sequence[str]) -> NoReturn:
        flag = next((word.partition("=")[0] for word in unknown if word.startswith("--")), None)
        here = "" if self.suite is None else f", not for penchant study {self.suite.name}"
        if self.suite is not None and flag is not None and flag in self.suite.instead:
            raise BadInput(f"{self.prog} takes {self.suite.instead[flag]} instead of {flag}. See: {self.prog} --help")
        for name in NAMES:
            if flag is not None and flag in parser_of(name)._option_string_actions:
                raise BadInput(f"{flag} is for penchant study {name}{here}; leave it out. See: {self.prog} --help")
        self.error(f"unrecognized arguments: {' '.join(unknown)}")


def parsed(words: Sequence[str]) -> tuple[SuiteSpec, argparse.Namespace]:
    """The suite that is meant, and what was said about the study, by that suite's own parser."""
    if not any(word for word in words if not word.startswith("-")):
        parser_of(None).parse_args(words)  # which may be a cry for help
    from penchant_lab.run.suites import suite_named

    meant = _meant(words)
    args = parser_of(meant).parse_args(words)
    if args.suite is not None and args.suite != meant:
        meant = args.suite
        args = parser_of(meant).parse_args(words)
    if args.suite is None and args.resume is None and (args.replay is None or meant is None):
        raise BadInput("Which suite? For instance: penchant study embodied")
    return suite_named(meant or NAMES[0]), args  # a folder that holds no run is named when it is opened


def _meant(words: Sequence[str]) -> str | None:
    """The suite that the words seem to be about: named first, named anywhere, or that of a run that goes on."""
    from penchant.plugins import installed
    from penchant_lab.run.config import unversioned
    from penchant_lab.run.run_folder import started_with

    if words and not words[0].startswith("-"):
        return words[0]
    runs = (started_with(Path(run)) for flag in ("--resume", "--replay") for run in _values(words, flag))
    recorded = (unversioned(str(run["suite"])) for run in runs if "suite" in run)
    return next(iter((*(word for word in words if word in installed("suites")), *recorded)), None)


def _values(words: Sequence[str], flag: str) -> Iterator[str]:
    """What follows a flag."""
    for at, word in enumerate(words):
        if word == flag and at + 1 < len(words):
            yield words[at + 1]
        elif word.startswith(f"{flag}="):
            yield word.partition("=")[2]


def parser_of(name: str | None) -> StudyParser:
    """The parser of a suite, or of none in particular."""
    suite = None
    if name is not None:
        from penchant_lab.run.suites import suite_named

        suite = suite_named(name)
    about = "Run a study of people and agents, and report it. Each suite has a help page of its own: see the examples."
    examples = EXAMPLES if suite is None else suite.examples
    pages = ("penchant study embodied --help", "penchant study web --help") if suite is None else ()
    parser = StudyParser(
        prog="penchant study" if suite is None else f"penchant study {suite.name}",
        usage="penchant study SUITE [-h] [options]" if suite is None else None,
        description=textwrap.fill(about if suite is None else suite.about, 100),
        epilog="\n  ".join(("examples:", *pages, *examples)) + f"\n{_styles() if suite is None else ''}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.suite = suite
    parser.add_argument(
        "suite",
        nargs="?",
        metavar="SUITE" if suite is None else suite.name,
        help=argparse.SUPPRESS
        if suite is not None
        else "what to study: everyday, lives, embodied, shopping, web, robustness, theory, told, facts, history, "
        "or a plugin's name",
    )
    _add_common(parser, suite)
    if suite is not None:
        _add_suite(parser, suite)
    add_model_flags(parser, choosing=False)
    _add_model_flags_of_studies(parser)
    return parser


def _styles() -> str:
    """What people can be like, for whoever asks for help before a suite."""
    from penchant_lab.people.style import PRESETS

    names = ", ".join(PRESETS)
    return f"\nwhat people are like (--people-style):\n  {names},\n  or a style file, TOML: see docs/study.md\n"


def _add_common(parser: argparse.ArgumentParser, suite: SuiteSpec | None) -> None:
    add = parser.add_argument
    mind, people = ("built-in", "all there are") if suite is None else (suite.mind, suite.usual_people)
    add("--data", type=Path, metavar="DIR", help="a folder in the public layout, instead of our people")
    add("--people", type=int, metavar="N", help=f"how many people (default: {people})")
    add("--seed", type=int, metavar="N", help="the seed of people and their words (default: 0)")
    add("--mind", metavar="NAME", help=f"the mind, ours or a plugin's (default: {mind})")
    add("--out", type=Path, metavar="DIR", help="a new folder for the run (default: below runs/)")
    add("--resume", type=Path, metavar="DIR", help="go on with an interrupted run")
    add("--jobs", type=int, metavar="N", help="processes side by side (default: one a core)")
    add(
        "--cluster",
        metavar="WHERE",
        help="have a Ray cluster do the work: auto (the one on this machine, or RAY_ADDRESS) or ray://host:port",
    )
    add("--json", action="store_true", help="print one JSON document instead of the table")


def _add_suite(parser: argparse.ArgumentParser, suite: SuiteSpec) -> None:
    """What this suite takes."""
    group = parser.add_argument_group(f"of {suite.name}")
    _add_option(group, suite.methods, dest="methods")
    for option in (*suite.options, *suite.extras):
        _add_option(group, option)
    if not suite.keeps_memories:
        return
    group.add_argument(
        "--ablate",
        action="store_true",
        help="measure what each habit of memory is worth: one method (default: both) beside itself, varied",
    )
    group.add_argument("--embedder", metavar="NAME", help="the embedder, ours or a plugin's (default: encoder)")
    group.add_argument(
        "--store",
        metavar="WHERE",
        help="where people's memories are kept: memory (default), sqlite or faiss (in the run's folder), a "
        "postgresql:// URL, or whatever Agent.open takes; with --resume, lives go on there",
    )
    group.add_argument(
        "--stop-after",
        type=int,
        choices=(1, 2, 3, 4),
        metavar="PHASE",
        help="stop after this phase (1 to 4); --resume goes on, from the memories of then",
    )


def _add_option(group: argparse._ArgumentGroup, option: Option, dest: str = "") -> None:
    told = option.help
    if option.default not in (None, False):
        told += f" (default: {option.default})"
    flag, name = f"--{option.name.replace('_', '-')}", dest or option.name
    if option.type is bool:
        group.add_argument(flag, dest=name, action="store_true", default=None, help=told)
    else:
        group.add_argument(flag, dest=name, type=option.type, metavar=option.metavar, choices=option.choices, help=told)


def _add_model_flags_of_studies(parser: argparse.ArgumentParser) -> None:
    talk = parser.add_argument_group("language models in a study")
    talk.add_argument(
        "--people-model",
        metavar="NAME",
        help="the model that plays the people: in the web shop by itself, elsewhere with --people-kind played, where "
        "it is --model unless named here",
    )
    talk.add_argument(
        "--in-flight", type=int, metavar="N", help="calls made at once (default: 16; when resuming, as before)"
    )
    talk.add_argument(
        "--reuse",
        type=Path,
        action="append",
        metavar="RUN",
        help="take replies to the very same questions from the calls recorded there (by the same endpoint: two may "
        "serve different models under one name), and pay for the rest only; may be given several times",
    )
    talk.add_argument(
        "--replay", type=Path, metavar="DIR", help="the same run again, from the calls recorded there; ask nobody"
    )
    talk.add_argument(
        "--dry-run", action="store_true", help="count calls (with repairs, too), tokens and money, and ask nobody"
    )
