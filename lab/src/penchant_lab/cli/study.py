"""`penchant study`: people and agents in any suite, a table, and a report page."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from penchant.cli.bar import Bar
from penchant.cli.link import linked
from penchant_lab.cli.limits import keep_limits
from penchant_lab.cli.study_links import dry_told
from penchant_lab.cli.study_options import StudyOptions, study_options
from penchant_lab.run.progress import Progress
from penchant_lab.run.run_folder import started_with

if TYPE_CHECKING:
    from penchant.lm.link import Link
    from penchant_lab.run.run_folder import RunFolder
    from penchant_lab.run.study import Study, UnitResult


def add_to(commands: Any) -> None:
    """Add this command to the parser; its words are parsed by what the suite takes that is named in them."""
    parser = commands.add_parser("study", help="run a study of people and agents, and report it", add_help=False)
    parser.whole = True
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run or resume a study, then print the figures."""
    options = study_options(args.words)
    from penchant_lab.run.runner import StudyRun
    from penchant_lab.run.suites import presentation_of

    _tell(*options.told)
    with ExitStack() as stack:
        link = stack.enter_context(linked(options, {} if options.resume is None else started_with(options.resume)))
        folder, study = _opened(options, link, stack)
        memory = folder.config.memory if options.memory is None else options.memory
        keep_limits(options, link, folder.path)
        _tell(*study.notes)
        if not link.dry:
            _tell(f"Run directory: {folder.path}")
        until, progress = options.stop_after or study.phases, _Bar()
        going = StudyRun(
            folder,
            study,
            jobs=options.jobs,
            cluster=options.cluster,
            progress=progress,
            memory=memory,
            until=until,
            link=link,
        )
        if options.resume is not None and not link.dry:
            _tell(going.take_up())
        if link.dry:
            ahead = going.forecast()
            told = dry_told(ahead.paid, link, ahead.remarks, most=ahead.most)
            print(json.dumps(ahead.figures, ensure_ascii=False) if options.json else told)
            return 0
        figures = going.finish()
        if figures is None:
            _stopped(options, folder, study, until, going.go_on())
            return 0
        with going.suite_at_work():
            _tell(*study.after(folder, options.extras))
            told = "" if options.json else presentation_of(figures).printed(figures)
    if options.json:
        print(json.dumps(figures, ensure_ascii=False))
    else:
        print(f"{told}\n\n{figures['wall_s']:.1f} s. Report: {folder.path / 'report.html'}")
    return 0


def _opened(options: StudyOptions, link: Link, stack: ExitStack) -> tuple[RunFolder, Study]:
    """The run the options are about: a new one, or one that was started earlier."""
    from penchant_lab.run.runner import new_run, resumed_run

    if options.resume is not None:
        found = resumed_run(options.resume, options.extras, voices=options.settings.get("voices"))
    else:
        config, out = options.config(), options.out
        if options.dry_run:  # nothing is left behind
            out = Path(stack.enter_context(TemporaryDirectory())) / "run"
        memory = config.memory if options.memory is None else options.memory
        found = new_run(config, out, memory=memory, link=link, extras=options.extras)
    stack.callback(found[0].close)
    return found


def _stopped(options: StudyOptions, folder: RunFolder, study: Study, until: int, go_on: str) -> None:
    figures = {"suite": folder.config.suite, "run": str(folder.path), "people": len(study), "phases": until}
    told = f"Stopped after phase {until}, as asked; {go_on}"
    print(json.dumps(figures, ensure_ascii=False) if options.json else told)


def _tell(*lines: str | None) -> None:
    for line in lines:
        if line:
            print(line, file=sys.stderr)


class _Bar(Bar, Progress):
    """Episodes, and how many a second; of lives that are under way, too."""

    def tell(self, what: str) -> None:
        """Say it in a line."""
        _tell(what)

    def start(self, total: int, done: int, counted: str) -> None:
        """Show an empty bar."""
        self._shown = self._finished = 0
        self.open(total, done, counted)

    def lived(self, episodes: int) -> None:
        """Move on to so many episodes."""
        self.move(max(0, episodes - self._shown))
        self._shown = max(self._shown, episodes)

    def step(self, result: UnitResult, episodes: int) -> None:
        """Move on to as many as the lives have that are finished."""
        self._finished += episodes
        self.move(max(0, self._finished - self._shown), f"{result.method} {result.person}")
        self._shown = max(self._shown, self._finished)
