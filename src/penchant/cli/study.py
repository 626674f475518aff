"""`penchant study`: the four-phase study, all methods, a table and a report page."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from penchant.cli import web
from penchant.cli.bar import Bar
from penchant.cli.idle import refuse_idle_flags
from penchant.cli.limits import keep_limits, recall_limits
from penchant.cli.link import (
    add_model_flags,
    cluster_of,
    dry_told,
    jobs_of,
    linked,
    model_named,
    noted,
    recall_address,
    refuse_what_differs,
    started_with,
)
from penchant.cli.replaying import noted_replay, recall_replay
from penchant.cli.reusing import check_reuse
from penchant.errors import BadInput

if TYPE_CHECKING:
    from penchant.bench.life import LifeResult
    from penchant.bench.models import Link
    from penchant.bench.rundir import Config, RunDirectory
    from penchant.bench.suites.protocol import Suite

EXAMPLES = """examples:
  penchant study embodied
  penchant study embodied --people 200 --methods pre,both --seed 7
  penchant study embodied --data DIR --json > figures.json
  penchant study shopping --feedback detailed --shuffle 3
  penchant study embodied --ablate
  penchant study embodied --mind lm --model NAME --base-url http://localhost:8000/v1 --dry-run
  penchant study --resume runs/embodied-20260101-120000-000000
  penchant study --replay runs/embodied-20260101-120000-000000
  penchant study embodied --people 80 --mind lm --model NAME --base-url URL --reuse RUN
  penchant study web --people 50 --agents none,penchant
  penchant study web --track continual
  penchant study embodied --memory sqlite --stop-after 2 --out RUN
  penchant study embodied --people 2000 --cluster auto
  penchant study --resume RUN --memory postgresql://user@host/database
"""
DEFAULTS: dict[str, Any] = {
    "methods": "none,pre,post,both",
    "passes": 3,
    "seed": 0,
    "mind": "built-in",
    "embedder": "wordllama",
    "people_kind": "simulated",
    "feedback": "minimal",
    "shuffle": None,
    "choose": "code",
    "phrase": False,
    "people_model": None,
}
PHASES = (1, 2, 3, 4)


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "study",
        help="run a study of people and agents, and report it",
        description="Learn, exam, relearn after a change of taste, exam: per person and method, with reference lines. "
        "The world `web` is a shop of functions instead: search, recommend, review.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("suite", nargs="?", help="the world to study: embodied, shopping, web, or a plugin's name")
    parser.add_argument("--data", type=Path, metavar="DIR", help="a folder in the public layout, instead of our people")
    parser.add_argument("--methods", metavar="A,B", help=f"which methods (default: {DEFAULTS['methods']})")
    parser.add_argument(
        "--ablate",
        action="store_true",
        help="measure what each habit of memory is worth: one method (default: both) beside itself, varied",
    )
    parser.add_argument("--people", type=int, metavar="N", help="how many people (default: all there are)")
    parser.add_argument(
        "--passes", type=int, metavar="N", help="how often each taught phase is gone through (default: 3)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the seed of people and their words (default: 0)")
    parser.add_argument("--mind", metavar="NAME", help="the mind, ours or a plugin's (default: built-in)")
    parser.add_argument("--embedder", metavar="NAME", help="the embedder, ours or a plugin's (default: wordllama)")
    parser.add_argument("--people-kind", metavar="NAME", help="who plays the people (default: simulated)")
    parser.add_argument(
        "--feedback",
        choices=["minimal", "detailed"],
        help="in shopping, whether people tell for which feature they like another option better (default: minimal)",
    )
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="go through tasks in an order drawn from this seed")
    parser.add_argument(
        "--memory",
        metavar="WHERE",
        help="where people's memories are kept: memory (default), sqlite or faiss (in the run's folder), a "
        "postgresql:// URL, or whatever Agent.open takes; with --resume, lives go on there",
    )
    parser.add_argument(
        "--stop-after",
        type=int,
        choices=PHASES,
        metavar="PHASE",
        help="stop after this phase (1 to 4); --resume goes on, from the memories of then",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="a new folder for the run (default: below runs/)")
    parser.add_argument("--resume", type=Path, metavar="DIR", help="go on with an interrupted run")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes side by side (default: one a core)")
    parser.add_argument(
        "--cluster",
        metavar="WHERE",
        help="have a Ray cluster do the work: auto (the one on this machine, or RAY_ADDRESS) or ray://host:port",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of the table")
    add_model_flags(parser)
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
    web.add_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run or resume a study, then print the figures."""
    recall_replay(args, DEFAULTS)
    if web.is_meant(args):
        return web.run(args)
    web.refuse_flags(args)
    from penchant.bench.ablation import ablation_table
    from penchant.bench.misnamed import models_found
    from penchant.bench.resuming import take_up
    from penchant.bench.study import go_on, run_study
    from penchant.bench.table import text_table

    jobs, cluster = jobs_of(args), cluster_of(args)
    _refuse_idle_flags(args)
    if args.resume is not None:
        recall_address(args, args.resume)
        recall_limits(args, args.resume)
    check_reuse(args)
    with ExitStack() as stack:
        link = stack.enter_context(linked(args))
        if args.dry_run and args.resume is None:  # nothing is left behind
            args.out = Path(stack.enter_context(TemporaryDirectory())) / "run"
        directory, suite = _run(args, link)
        stack.callback(directory.close)
        memory = directory.config.memory if args.memory is None else args.memory
        until = args.stop_after or PHASES[-1]
        keep_limits(args, link, directory.path)
        if not link.dry:
            print(f"Run directory: {directory.path}", file=sys.stderr)
        if args.resume is not None and not link.dry:
            told = take_up(directory, suite, memory)
            print(f"{told}\n" if told else "", end="", file=sys.stderr)
        with models_found(directory, go_on(directory, memory)):
            figures = run_study(
                directory,
                suite,
                jobs=jobs,
                cluster=cluster,
                progress=_Bar(),
                memory=memory,
                until=until,
                link=link,
            )
    if args.json:
        print(json.dumps(figures, ensure_ascii=False))
    elif link.dry:
        print(dry_told(figures["would take"], link, most=figures["would take at most"]["calls"]))
    elif until < PHASES[-1]:
        print(f"Stopped after phase {until}, as asked; {go_on(directory, memory)}")
    else:
        print(ablation_table(figures) if "ablation" in figures else text_table(figures))
        print(f"\n{figures['wall_s']:.1f} s. Report: {directory.path / 'report.html'}")
    return 0


def _refuse_idle_flags(args: argparse.Namespace) -> None:
    """Refuse flags about a language model that nobody would speak to, in a new run or in the one that is resumed."""
    from penchant.plugins import needs_model

    started = DEFAULTS if args.resume is None else started_with(args.resume)
    mind, kind = started.get("mind"), started.get("kind", started.get("people_kind"))
    if args.resume is None:
        mind, kind = args.mind or mind, args.people_kind or kind
    if not isinstance(mind, str) or not isinstance(kind, str):
        return  # a run that cannot be read says so later
    refuse_idle_flags(args, mind=needs_model("minds", mind), people=needs_model("people", kind))


def _run(args: argparse.Namespace, link: Link) -> tuple[RunDirectory, Suite]:
    """The run the flags are about: a new one, or one that was started earlier."""
    from penchant.bench.study import new_run, resumed_run

    if args.resume is None:
        config = _config(args)
        return new_run(config, args.out, memory=config.memory if args.memory is None else args.memory, link=link)
    if args.out is not None:
        raise BadInput("--resume goes on in the run's own folder; leave out --out.")
    if args.ablate:
        raise BadInput("--resume goes on with the methods the run was started with; leave out --ablate.")
    directory, suite = resumed_run(args.resume)
    try:
        config = directory.config
        started = asdict(config) | {"people_kind": config.kind, "methods": ",".join(config.methods)}
        refuse_what_differs(args, started, ("suite", "data", "people", "model", *DEFAULTS))
    except BadInput:
        directory.close()
        raise
    return directory, suite


def _config(args: argparse.Namespace) -> Config:
    from penchant.bench.memories import IN_PROCESS, shown
    from penchant.bench.rundir import Config

    if args.suite is None:
        raise BadInput("Which suite? For instance: penchant study embodied")
    chosen = {
        name: default if getattr(args, name) is None else getattr(args, name) for name, default in DEFAULTS.items()
    }
    methods = tuple(dict.fromkeys(name.strip() for name in chosen["methods"].split(",") if name.strip()))
    if not methods:
        raise BadInput("--methods names no method; try --methods both")
    if args.ablate:
        methods = _ablated(args.methods)
    data = None if args.data is None else str(args.data.resolve())
    return Config(
        suite=args.suite,
        data=data,
        methods=methods,
        people=args.people,
        passes=chosen["passes"],
        seed=chosen["seed"],
        mind=chosen["mind"],
        embedder=chosen["embedder"],
        kind=chosen["people_kind"],
        feedback=chosen["feedback"],
        shuffle=chosen["shuffle"],
        memory=shown(IN_PROCESS if args.memory is None else args.memory),
        model=model_named(args),
        people_model=chosen["people_model"],
        choose=chosen["choose"],
        phrase=chosen["phrase"],
        base_url=noted(args),
        replay=noted_replay(args),
    )


def _ablated(method: str | None) -> tuple[str, ...]:
    from penchant.bench.ablation import ablated

    if method is not None and ("," in method or "+" in method):
        raise BadInput("--ablate varies one method as it is; name one, as in --methods post, or leave out --methods.")
    return ablated(method or "both")


class _Bar(Bar):
    """Episodes, and how many a second; of lives that are under way, too."""

    def start(self, units: int, done: int, episodes: int) -> None:
        """Show an empty bar."""
        self._each, self._shown, self._finished = episodes, 0, 0
        self.open(units * episodes, done * episodes, "episodes")

    def lived(self, episodes: int) -> None:
        """Move on to so many episodes."""
        self.move(max(0, episodes - self._shown))
        self._shown = max(self._shown, episodes)

    def step(self, result: LifeResult) -> None:
        """Move on to as many as the lives have that are finished."""
        self._finished += self._each
        self.move(max(0, self._finished - self._shown), f"{result.method} {result.person}")
        self._shown = max(self._shown, self._finished)
