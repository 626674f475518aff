"""`penchant study web`: agents in the web shop, side by side on the same tasks."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from penchant.cli.bar import Bar
from penchant.cli.idle import refuse_idle_flags
from penchant.cli.limits import keep_limits, recall_limits
from penchant.cli.link import (
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
from penchant.cli.replaying import noted_replay
from penchant.cli.reusing import check_reuse
from penchant.errors import BadInput

if TYPE_CHECKING:
    from penchant.bench.web.records import Past, Track, WebData
    from penchant.bench.web.study.rundir import Played, WebConfig, WebRun

SUITE = "web"
STARTED = ("suite", "data", "people", "products", "track", "past", "agents", "seed", "mind", "model", "people_model",
           "recommender")  # fmt: skip
OURS = ("products", "track", "past", "agents", "recommender", "export_original")
THEIRS = (
    "methods", "ablate", "passes", "embedder", "people_kind", "feedback", "shuffle", "memory", "stop_after", "choose",
    "phrase",
)  # fmt: skip


def add_flags(parser: argparse.ArgumentParser) -> None:
    """What only the web shop takes."""
    group = parser.add_argument_group("the web shop", "for `penchant study web`; --people defaults to 200 there")
    group.add_argument("--products", type=int, metavar="N", help="how many products to make up (default: 5000)")
    group.add_argument(
        "--track",
        metavar="NAME",
        help="single (one call, nobody to talk to; default), multi (the person answers), or continual (a person's "
        "tasks in order of time; the agent hears how it went)",
    )
    group.add_argument(
        "--past",
        metavar="WHICH",
        help="in the continual track, what agents see of somebody's purchases: none (everybody comes as a stranger; "
        "default), before (what came before their first task), or all (what came before each task)",
    )
    group.add_argument(
        "--agents",
        metavar="A,B",
        help="which agents (default: all that the track has; where all are strangers, none and those that learn from "
        "words)",
    )
    group.add_argument(
        "--recommender",
        metavar="NAME",
        help="light (needs nothing more) or sasrec (needs the extra `sasrec`; with pwab.pth and 1000_ids.json beside "
        "the data the original's weights, else trained on the data; default: sasrec where those two lie, else light)",
    )
    group.add_argument(
        "--export-original", type=Path, metavar="FILE", help="also write the original benchmark's results file"
    )


def is_meant(args: argparse.Namespace) -> bool:
    """Whether these flags are about the web shop: by name, or as what the run to be resumed studies."""
    if args.suite is not None or args.resume is None:
        return bool(args.suite == SUITE)
    from penchant.bench.folder import suite_of

    return suite_of(args.resume) == SUITE


def refuse_flags(args: argparse.Namespace) -> None:
    """The flags of the web shop mean nothing elsewhere."""
    for name in OURS:
        if getattr(args, name) is not None:
            raise BadInput(f"{_flag(name)} is for the web shop (penchant study web); leave it out.")


def run(args: argparse.Namespace) -> int:
    """Run or resume a study in the web shop, then print the figures."""
    from penchant.bench.misnamed import models_found
    from penchant.bench.web.study.run import go_on, run_web
    from penchant.bench.web.study.table import text_table

    for name in THEIRS:
        if getattr(args, name) not in (None, False):
            raise BadInput(f"{_flag(name)} is not for the web shop; leave it out.")
    jobs, cluster, export = jobs_of(args), cluster_of(args), args.export_original
    _refuse_idle_flags(args)
    if args.resume is not None:
        recall_address(args, args.resume)
        recall_limits(args, args.resume)
    check_reuse(args)
    with ExitStack() as stack:
        link = stack.enter_context(linked(args))
        if args.dry_run and args.resume is None:  # nothing is left behind
            args.out = Path(stack.enter_context(TemporaryDirectory())) / "run"
        directory, data = _run(args)
        stack.callback(directory.close)
        keep_limits(args, link, directory.path)
        for note in data.notes:
            print(note, file=sys.stderr)
        if not link.dry:
            print(f"Run directory: {directory.path}", file=sys.stderr)
        with models_found(directory, go_on(directory)):
            figures = run_web(directory, data, jobs=jobs, cluster=cluster, progress=_Bar(), link=link)
        if export is not None and not link.dry:
            _export(directory, export)
    if args.json:
        print(json.dumps(figures, ensure_ascii=False))
    elif link.dry:
        print(dry_told(figures["would take at most"], link, _remarks(figures["would take at most"])))
    else:
        print(text_table(figures))
        print(f"\n{figures['wall_s']:.1f} s. Report: {directory.path / 'report.html'}")
    return 0


def _refuse_idle_flags(args: argparse.Namespace) -> None:
    from penchant.plugins import needs_model

    started = {} if args.resume is None else started_with(args.resume)
    mind = args.mind or started.get("mind") or "built-in"
    played = (args.people_model or started.get("people_model")) is not None
    refuse_idle_flags(args, mind=needs_model("minds", mind), people=played, how="--mind lm or --people-model NAME")


def _run(args: argparse.Namespace) -> tuple[WebRun, WebData]:
    """The run the flags are about: a new one, or one that was started earlier."""
    from penchant.bench.web.study.run import new_run, resumed_run

    if args.resume is None:
        config = _config(args)
        _check_export(args.export_original, config)
        return new_run(config, args.out)
    if args.out is not None:
        raise BadInput("--resume goes on in the run's own folder; leave out --out.")
    directory, data = resumed_run(args.resume)
    try:
        refuse_what_differs(args, asdict(directory.config) | {"agents": ",".join(directory.config.agents)}, STARTED)
        _check_export(args.export_original, directory.config)
    except BadInput:
        directory.close()
        raise
    return directory, data


def _config(args: argparse.Namespace) -> WebConfig:
    from penchant.bench.web.records import PASTS, TRACKS
    from penchant.bench.web.study.cast import OurCast
    from penchant.bench.web.study.rundir import WebConfig, default_past

    track = args.track or "single"
    if track not in TRACKS:
        raise BadInput(f"There is no track {track!r}; there are {', '.join(TRACKS)}.")
    past = args.past or default_past(track)
    if past not in PASTS:
        raise BadInput(f"--past {past} is not known; it takes {', '.join(PASTS)}.")
    agents = OurCast().usual(track, cast("Past", past)) if args.agents is None else _names(args.agents)
    if not agents:
        raise BadInput("--agents names no agent; try --agents none,penchant")
    return WebConfig(
        data=None if args.data is None else str(args.data.resolve()),
        people=args.people,
        products=args.products,
        track=cast("Track", track),
        past=cast("Past", past),
        agents=agents,
        seed=args.seed or 0,
        mind=args.mind or "built-in",
        model=model_named(args),
        people_model=args.people_model,
        base_url=noted(args),
        replay=noted_replay(args),
        recommender=args.recommender,
    )


def _names(listed: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.strip() for name in listed.split(",") if name.strip()))


def _check_export(file: Path | None, config: WebConfig) -> None:
    """A results file is one agent's, in a track that the original has, where it can be written."""
    if file is None:
        return
    if config.track == "continual":
        raise BadInput("The original has no continual track: --export-original is for single and multi.")
    if len(config.agents) != 1:
        raise BadInput("A results file of the original is one agent's: name it, as in --agents penchant")
    if file.is_dir() or not file.parent.is_dir():
        raise BadInput(f"--export-original takes a file in a folder that exists, and {file} is none.")


def _export(directory: WebRun, file: Path) -> None:
    from penchant.bench.folder import plain_errors, write_atomically
    from penchant.bench.web.export import original_results

    name = directory.config.agents[0]
    records = [record for agent, record in directory.records(whole=True) if agent == name]
    scored = [record for record in records if not record.broke]
    if len(scored) < len(records):
        broke = len(records) - len(scored)
        print(f"{broke} {'task' if broke == 1 else 'tasks'} broke, not in {file}.", file=sys.stderr)
    text = json.dumps(original_results(scored, asdict(directory.config)), indent=2)
    with plain_errors(file):
        write_atomically(file, text + "\n")


def _remarks(paid: dict[str, Any]) -> list[str]:
    """What the figures of a dry run stand for, and what is usual instead."""
    said = ["At most: every task with all its calls, every reply as long as it may be and asked for twice; a token is",
            "taken to be four letters."]  # fmt: skip
    if paid["usual_calls"] is not None:
        said.append(f"Usual are about {paid['usual_calls']:,} calls, by the steps of the published agents.")
    return said


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


class _Bar(Bar):
    """Tasks, and how many a second."""

    def tell(self, what: str) -> None:
        """Say it in a line."""
        print(what, file=sys.stderr)

    def start(self, tasks: int, done: int) -> None:
        """Show an empty bar."""
        self.open(tasks, done, "tasks")

    def step(self, played: Played) -> None:
        """Move on by one unit."""
        self.move(played.tasks, f"{played.agent} {played.person}")
