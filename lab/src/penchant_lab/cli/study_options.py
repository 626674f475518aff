"""What `penchant study` was asked for, as one frozen object: the flags, and what a run that goes on was started with.

Nothing is changed on the way: an earlier run fills in what the flags leave open, and what they say must fit it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant.cli.idle import refuse_idle_flags
from penchant.cli.link import LOCAL, model_named
from penchant.errors import BadInput
from penchant_lab.cli.limits import kept_limits
from penchant_lab.cli.study_flags import COMMON, parsed
from penchant_lab.cli.study_links import cluster_of, jobs_of, noted
from penchant_lab.people.style import Style
from penchant_lab.people.voice import located_voices, voices_named
from penchant_lab.run.run_folder import started_with, voices_of

if TYPE_CHECKING:
    from penchant_lab.run.config import RunConfig
    from penchant_lab.run.study import SuiteSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOptions:
    """One study as it was asked for."""

    suite: SuiteSpec
    settings: Mapping[str, Any]  # what makes the run, as far as it was said
    extras: Mapping[str, Any]
    methods: str | None
    ablate: bool
    embedder: str | None
    memory: str | None
    stop_after: int | None
    out: Path | None
    resume: Path | None
    jobs: int | None
    cluster: str | None
    json: bool
    # How language models are reached, by the names of their flags.
    model: str | None
    people_model: str | None
    base_url: str | None
    local: bool
    timeout: float | None
    in_flight: int | None
    price: str | None
    prices: Path | None
    max_calls: int | None
    max_spend: float | None
    reuse: tuple[Path, ...]
    replay: Path | None
    dry_run: bool
    told: tuple[str, ...]  # what a reader should know, a line each

    def config(self) -> RunConfig:
        """What makes a new run."""
        from penchant_lab.run.config import IN_PROCESS, RunConfig
        from penchant_lab.run.memories import shown
        from penchant_lab.run.study import suite_at_work

        given = {option.name: self.settings.get(option.name) for option in self.suite.options}
        options = {option.name: _or(given[option.name], option.default) for option in self.suite.options}
        named = self._methods()
        with suite_at_work(self.suite.name):
            options, methods = self.suite.settle(options, named)
        data = self.settings.get("data")
        return RunConfig(
            suite=self.suite.versioned,
            data=None if data is None else str(Path(data).resolve()),
            people=self.settings.get("people"),
            seed=self.settings.get("seed") or 0,
            methods=methods,
            mind=self.settings.get("mind") or self.suite.mind,
            embedder=self.embedder or "encoder",
            model=model_named(self),
            people_model=self.people_model,
            base_url=noted(self),
            replay=None if self.replay is None else str(self.replay.resolve()),
            memory=shown(_or(self.memory, IN_PROCESS)),
            options=options,
        )

    def _methods(self) -> tuple[str, ...] | None:
        """Those that were named, each once; with ``--ablate`` one of them, and once for everything that is varied."""
        if self.ablate:
            from penchant_lab.choice.ablation import ablated

            if self.methods is not None and ("," in self.methods or "+" in self.methods):
                raise BadInput(
                    "--ablate varies one method as it is; name one, as in --methods post, or leave out --methods."
                )
            return ablated(self.methods or "both")
        if self.methods is None:
            return None
        names = tuple(dict.fromkeys(name.strip() for name in self.methods.split(",") if name.strip()))
        if not names:
            what = self.suite.methods.name
            raise BadInput(f"--{what} names no {what.removesuffix('s')}; try --{what} {_example(self.suite)}")
        return names


def study_options(words: Sequence[str]) -> StudyOptions:
    """The words of a command line as one study; what does not fit together is said in one line."""
    suite, args = parsed(words)
    said = vars(args)
    if said.get("voices") is not None:
        said["voices"] = located_voices(said["voices"])
    if said.get("people_style") is not None:
        said["people_style"] = Style.of(said["people_style"]).to_json()
    if args.resume is not None and args.out is not None:
        raise BadInput("--resume goes on in the run's own folder; leave out --out.")
    if args.resume is not None and said.get("ablate"):
        raise BadInput("--resume goes on with the methods the run was started with; leave out --ablate.")
    jobs, cluster = jobs_of(args), cluster_of(args)
    replay, told = _replay(args)
    names = (*COMMON, *(option.name for option in suite.options))
    settings = {name: said.get(name) for name in names}
    methods, embedder = args.methods if "methods" in said else None, said.get("embedder")
    if args.resume is None and args.replay is not None and (args.replay / "run.json").exists():
        if said.get("ablate"):
            raise BadInput(
                f"--replay goes through the methods that {args.replay} was started with; leave out --ablate."
            )
        recorded = _settings_of(suite, args.replay)
        heard = said
        if said.get("voices") is not None and voices_named(said["voices"]).fingerprint() == voices_of(args.replay):
            heard = {name: value for name, value in said.items() if name != "voices"}  # the same, wherever they lie
        _refuse_other(suite, recorded, heard, f"what {args.replay} was recorded with")
        settings = {name: _or(value, recorded.get(name)) for name, value in settings.items()}
        methods, embedder = recorded.get("methods", methods), recorded.get("embedder", embedder)
    elif args.resume is not None:
        recorded = _settings_of(suite, args.resume)
        if recorded:
            others = {name: value for name, value in said.items() if name != "voices"}  # which go by what they say
            _refuse_other(suite, recorded, others, "what the run was started with")
    _refuse_idle(suite, args, settings)
    limits, lost = kept_limits(args)
    local, base_url = _address(args)
    return StudyOptions(
        suite=suite,
        settings=settings,
        extras={option.name: said.get(option.name) for option in suite.extras},
        methods=methods,
        ablate=bool(said.get("ablate")),
        embedder=embedder,
        memory=said.get("store"),
        stop_after=said.get("stop_after"),
        out=args.out,
        resume=args.resume,
        jobs=jobs,
        cluster=cluster,
        json=args.json,
        model=settings["model"],
        people_model=settings["people_model"],
        base_url=base_url,
        local=local,
        timeout=limits["timeout"],
        in_flight=limits["in_flight"],
        price=args.price,
        prices=limits["prices"],
        max_calls=limits["max_calls"],
        max_spend=limits["max_spend"],
        reuse=_reused(limits["reuse"], replay),
        replay=replay,
        dry_run=args.dry_run,
        told=(*told, *lost),
    )


def _or(value: Any, default: Any) -> Any:
    return default if value is None else value


def _example(suite: SuiteSpec) -> str:
    return "none,penchant" if suite.methods.name == "agents" else "both"


def _settings_of(suite: SuiteSpec, run: Path) -> dict[str, Any]:
    """What a run was started with, by the names of flags; nothing where that cannot be read, which is said later."""
    from penchant_lab.run.config import unversioned

    kept = started_with(run)
    if not kept or unversioned(str(kept.get("suite"))) != suite.name:
        found = unversioned(str(kept["suite"])) if "suite" in kept else None
        if found is not None:
            raise BadInput(f"The suite {suite.name} is not what {run} was started with ({found}); leave it out.")
        return {}
    named = {name: kept.get(name) for name in (*COMMON, "embedder")}
    return {**named, **kept["options"], "methods": ",".join(kept["methods"])}


def _refuse_other(suite: SuiteSpec, recorded: Mapping[str, Any], said: Mapping[str, Any], what: str) -> None:
    """A run goes on, or is replayed, as it was started: the same flags may be given again, others may not."""
    for name, value in recorded.items():
        given = said.get(name)
        if given is not None and str(given.resolve() if isinstance(given, Path) else given) != str(value):
            flag = (suite.methods.name if name == "methods" else name).replace("_", "-")
            if name == "people_style":
                given, value = Style.of(given), Style.of(value)
            raise BadInput(f"--{flag} {given} is not {what} ({value}); leave it out.")


def _replay(args: argparse.Namespace) -> tuple[Path | None, list[str]]:
    """Whose recorded calls answer, and what is told of it: a replay that goes on asks nobody still."""
    replay: Path | None = args.replay
    if args.resume is None:
        recorded = None if replay is None else started_with(replay).get("replay")
        return (Path(recorded) if recorded else replay), []  # which asked nobody: the calls are where it had them from
    kept = started_with(args.resume).get("replay")
    if kept is None:
        if replay is not None:
            raise BadInput(
                f"{args.resume} was started with a model; --replay is for a new run, leave it or --resume out."
            )
        return None, []
    if replay is not None and replay.resolve() != Path(kept):
        raise BadInput(f"--replay {replay} is not what the run was started with ({kept}); leave it out.")
    if args.base_url is not None or args.local:
        flag = "--local" if args.local else "--base-url"
        raise BadInput(
            f"{args.resume} was started with --replay and asks nobody; leave out {flag}, or start a new run."
        )
    return Path(kept), [f"As it was started, this run answers from the calls recorded in {kept} and asks nobody."]


def _address(args: argparse.Namespace) -> tuple[bool, str | None]:
    """Whether the model is one of our own, and where it is; a run that goes on knows it, where it is not said."""
    kept = None if args.resume is None else started_with(args.resume).get("base_url")
    if args.base_url is None and not args.local:
        return kept == LOCAL, None if kept == LOCAL else kept
    return args.local, args.base_url


def _reused(runs: Sequence[Path], replay: Path | None) -> tuple[Path, ...]:
    """The records that are to be reused; one line says what is wrong with a run that has none."""
    if runs and replay is not None:
        raise BadInput("--replay asks nobody, so there is nothing to save; leave out --reuse.")
    return tuple(dict.fromkeys(map(_with_calls, runs)))


def _with_calls(run: Path) -> Path:
    """The folder with the calls of a run: its own, or where a run that asked nobody had them from."""
    if not run.is_dir():
        raise BadInput(f"--reuse takes the folder of a run, and {run} is none.")
    replayed = started_with(run).get("replay")
    folder = (Path(replayed) if isinstance(replayed, str) else run).resolve()
    try:
        with (folder / "calls.jsonl").open("rb"):
            return folder
    except FileNotFoundError as error:
        raise BadInput(f"--reuse {run}: there are no recorded calls in {folder} (no calls.jsonl).") from error
    except OSError as error:
        raise BadInput(f"--reuse {run}: the calls in {folder} cannot be read: {error.strerror}.") from error


def _refuse_idle(suite: SuiteSpec, args: argparse.Namespace, settings: Mapping[str, Any]) -> None:
    """Refuse flags about a language model that nobody would speak to, in a new run or in the one that is resumed."""
    from penchant.plugins import needs_model

    started = settings if args.resume is None else _settings_of(suite, args.resume)
    if args.resume is not None and not started:
        return  # a run that cannot be read says so later
    mind = needs_model("minds", started.get("mind") or suite.mind)
    people = suite.people_speak(started)
    said = argparse.Namespace(**{**vars(args), **settings})
    refuse_idle_flags(said, mind=mind, people=people, how=suite.how_to_speak)
