"""Running a study in the web shop: every agent on every person's tasks, kept as it goes, and put into a report."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from penchant.bench.folder import facts_now, place_for
from penchant.bench.models import Link, Models
from penchant.bench.run.executor import executor_for
from penchant.bench.web.data import open_data
from penchant.bench.web.data.originals import claims_to_be_original
from penchant.bench.web.records import PASTS, TRACKS, WebData
from penchant.bench.web.shop.environment import WebShop
from penchant.bench.web.shop.rewards import usual_judge
from penchant.bench.web.shop.search import open_search
from penchant.bench.web.study.cast import LM, OurCast, check_agents
from penchant.bench.web.study.forecast import forecast
from penchant.bench.web.study.lines import LINES
from penchant.bench.web.study.page import web_page
from penchant.bench.web.study.published import differences
from penchant.bench.web.study.recommenders import choose, open_recommender
from penchant.bench.web.study.report import report
from penchant.bench.web.study.rundir import Played, WebConfig, WebRun
from penchant.bench.web.study.work import DEAF, STRANGER, Cast, Unit, WebPlace, tasks_by_person
from penchant.errors import BadData, BadInput, Interrupted, NoSuchModel, RunError, Unavailable

MINDS = ("built-in", LM)


class Progress(Protocol):
    """Told of every finished unit; the command line shows it, tests count it."""

    def tell(self, what: str) -> None:
        """Something that takes a while begins."""
        ...

    def start(self, tasks: int, done: int) -> None:
        """So many tasks in all, so many done before."""
        ...

    def step(self, played: Played) -> None:
        """One more unit is kept."""
        ...

    def stop(self) -> None:
        """Nothing more will come."""
        ...


def new_run(config: WebConfig, out: Path | None, *, cast: Cast | None = None) -> tuple[WebRun, WebData]:
    """A fresh run for a configuration; bad input is said before anything is written."""
    if config.track not in TRACKS:
        raise BadInput(f"There is no track {config.track!r}; there are {', '.join(TRACKS)}.")
    if config.past not in PASTS:
        raise BadInput(f"There is no past {config.past!r}; there are {', '.join(PASTS)}.")
    if config.past != "all" and config.track != "continual":
        raise BadInput(f"The track {config.track} shows all of the past; leave out --past, or take --track continual.")
    check_agents(config.agents, config.track, cast or OurCast())
    if config.mind not in MINDS:
        raise BadInput(f"In the web shop there is no mind {config.mind!r}; there are {' and '.join(MINDS)}.")
    if config.mind == LM and config.model is None:
        raise BadInput("The mind 'lm' needs a language model: name it with --model, or give --local.")
    if config.people_model is not None and config.track == "single":
        raise BadInput("Nobody is talked to in the single-turn track; leave out --people-model, or take --track multi.")
    data = _data(config)
    return WebRun.create(place_for(config.suite, out), config, facts_now(data.fingerprint)), data


def resumed_run(path: Path) -> tuple[WebRun, WebData]:
    """A run that was started earlier, on the data it was started with."""
    run = WebRun.reopen(path)
    try:
        data = _data(run.config)
        if data.fingerprint != run.facts.get("data_hash"):
            where = run.config.data or "the bundled generator"
            raise RunError(f"The data of {where} have changed since {path} was started; start a new run.")
    except BaseException:
        run.close()
        raise
    return run, data


def _data(config: WebConfig) -> WebData:
    choice = choose(config)
    data = open_data(None if config.data is None else Path(config.data), config.people, config.products, config.seed)
    data = replace(data, notes=(*data.notes, *choice.notes))
    if not tasks_by_person(data, config.track):
        raise BadData(" ".join(["These files hold no task of the test: there is nothing to study.", *data.notes]))
    return data


def open_shop(data: WebData, config: WebConfig) -> WebShop:
    """The shop over these data, as near to the original as what is installed and lies in their folder allows."""
    return WebShop(
        data=data,
        search=open_search(data.products, data.fingerprint, lucene_lengths=claims_to_be_original(data)),
        recommender=open_recommender(data, config),
        judge=usual_judge(),
    )


def run_web(
    run: WebRun,
    data: WebData,
    *,
    jobs: int | None = None,
    progress: Progress,
    link: Link | None = None,
    cast: Cast | None = None,
    cluster: str | None = None,
) -> dict[str, Any]:
    """Run what is missing, write the report, and give it back (with ``wall_s``, which the file does not have).

    A dry run writes nothing, and gives back what it would cost.
    """
    began = time.perf_counter()
    config, cast = run.config, cast or OurCast()
    names = _beside_themselves(config, cast)
    tasks = tasks_by_person(data, config.track)
    finished = {(unit.agent, unit.person): unit for unit in run.units(Played.from_closing_line)}
    missing = [
        Unit(name, index)
        for index, person in enumerate(tasks)
        for name in (*LINES, *names)
        if (name, person) not in finished
    ]
    progress.tell(f"Indexing {len(data.products):,} products.")
    shop = open_shop(data, config)
    models = Models((config.model, config.people_model), run.path, link or Link())
    place = WebPlace(shop=shop, config=config, cast=cast, models=models, agents=names, tasks=tasks)
    done = sum(unit.tasks for unit in finished.values())
    progress.start(_count(tasks, names), done)
    kept = len(finished)
    talks = config.mind == LM or config.people_model is not None
    executor = executor_for(models.link, talks=talks, jobs=jobs, cluster=cluster, folder=run.path.resolve())
    models.begin()
    try:
        for played in executor.run(missing, place):
            if not models.link.dry:
                models.settle()
                run.keep_unit(played.lines, played.closing_line())
            kept += 1
            progress.step(played)
    except KeyboardInterrupt as error:
        total = len(finished) + len(missing)
        raise Interrupted(f"Stopped after {kept} of {total} units; {go_on(run)}") from error
    except NoSuchModel:
        raise  # to go on would not help
    except Unavailable as error:
        raise RunError(models.link.stopped(error, go_on(run))) from error
    finally:
        progress.stop()
        paid = models.paid() if talks else None
        models.close()
    if models.link.dry:
        ahead = _ahead(config, _left(missing, tasks), paid, models.link)
        return {"suite": config.suite, "people": len(tasks), "would take at most": ahead}
    figures = report(run, data, _facts(config, shop), names)
    if paid is not None:
        figures["model"] = {"name": config.model or config.people_model, **paid}
    return _written(run, figures, time.perf_counter() - began)


def _ahead(config: WebConfig, left: dict[str, int], paid: dict[str, Any] | None, link: Link) -> dict[str, Any]:
    """What a dry run says: nothing more to pay where it found every reply, else the most that may come."""
    reused = {"reused": paid["reused"]} if paid and "reused" in paid else {}
    if reused and paid and not paid["calls"]:
        left = {}
    return {**forecast(config, left, paid, link.prices), **reused}


def go_on(run: WebRun) -> str:
    """How a run is taken up again."""
    return f"go on with: penchant study --resume {run.path}"


def _beside_themselves(config: WebConfig, cast: Cast) -> tuple[str, ...]:
    """The agents of a run; one that learns stands beside itself without feedback, or elsewhere without a past."""
    apart = DEAF if config.track == "continual" else STRANGER
    return tuple(each for name in config.agents for each in ((name, name + apart) if cast.hears(name) else (name,)))


def _count(tasks: dict[str, Any], names: Sequence[str]) -> int:
    every = [task for group in tasks.values() for task in group]
    return len(names) * len(every) + sum(task.type in types for types in LINES.values() for task in every)


def _left(missing: Sequence[Unit], tasks: dict[str, Any]) -> dict[str, int]:
    """How many tasks each agent still has to do."""
    people, left = list(tasks), Counter[str]()
    for unit in missing:
        if unit.agent not in LINES:
            left[unit.agent] += len(tasks[people[unit.index]])
    return dict(left)


def _facts(config: WebConfig, shop: WebShop) -> dict[str, Any]:
    lucene = claims_to_be_original(shop.data)
    reasons = differences(shop, config.track, files=config.data is not None, lucene=lucene)
    return {
        "suite": config.suite,
        "track": config.track,
        "past": config.past,
        "people": len(tasks_by_person(shop.data, config.track)),
        "products": len(shop.data.products),
        "seed": config.seed,
        "mind": config.mind,
        "data": "made up" if config.data is None else "files",
        "recommender": shop.recommender.name,
        "judge": shop.judge.embedder,
        "comparable": not reasons,
        "not_comparable": reasons,
        "notes": list(shop.data.notes),
    }


def _written(run: WebRun, figures: dict[str, Any], wall: float) -> dict[str, Any]:
    run.write("report.json", json.dumps(figures, indent=2, ensure_ascii=False) + "\n")
    run.write("timings.json", json.dumps({"wall_s": round(wall, 3)}) + "\n")
    run.write("report.html", web_page(figures, {key: str(value) for key, value in run.facts.items()}))
    return {**figures, "wall_s": round(wall, 3)}
