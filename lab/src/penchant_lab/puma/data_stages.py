"""The stages that want data and no GPU: prompts with labels are made, and candidates scored."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path
from typing import Any

from penchant.errors import BadData
from penchant_lab.puma.examples import fitting, other_words, prepare, to_row
from penchant_lab.puma.files import plain_disk, read_cut, read_lines, write_bytes, write_lines
from penchant_lab.puma.folders import (
    CANDIDATES,
    EXAMPLES,
    PAIRS,
    SAMPLED,
    SCORES,
    SETTINGS,
    TOKENS,
    StageOptions,
    read_examples,
)
from penchant_lab.puma.settings import TrainSettings
from penchant_lab.run.config import RunConfig
from penchant_lab.suites.web.data import open_data
from penchant_lab.suites.web.records import WebData


def prepare_stage(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    """Make prompts with labels of the training tasks."""
    from penchant_lab.puma.base import load_tokens
    from penchant_lab.suites.web.agents import shelves_of

    more = [] if settings.requests is None else list(other_words(Path(settings.requests)))
    tokens = load_tokens(settings.base)
    data = _data(settings)
    if not data.train:
        raise BadData("These data hold no training tasks: there is nothing to learn from. Give others with --data.")
    shop, shelves = _shop(data, settings), shelves_of(data.products)
    with plain_disk(out):
        out.mkdir(parents=True, exist_ok=True)
    write_bytes(out / TOKENS, tokens.tokenizer.to_str().encode())
    settings = replace(settings, fingerprint=data.fingerprint)
    write_bytes(out / SETTINGS, json.dumps(asdict(settings), indent=2).encode())
    found = chain(prepare(data, shop, shelves, settings, tokens.count), more)
    count = write_lines(out / EXAMPLES, map(to_row, found))
    options.tell(f"{count:,} examples of {len(data.train):,} tasks.")
    share = fitting(read_examples(out), data)
    options.tell(f"Of the products that the published labels name, {share:.0%} fit into the memories.")
    return True


def score_stage(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    """Let the shop say what each candidate is worth, and make pairs of them."""
    from penchant_lab.puma.scoring import ScoringPlace, pairs, scored

    examples = {each.task: each for each in read_examples(out) if each.form == "parameter"}
    cut = (out / SAMPLED).exists() and not (out / CANDIDATES).exists()
    rows = read_cut(out / SAMPLED) if cut else read_lines(out / CANDIDATES, "task", "texts")
    if cut:
        options.tell(f"Sampling has not ended; {len(rows):,} of {len(examples):,} prompts have their candidates.")
    candidates = {row["task"]: row["texts"] for row in rows}
    data = _data(settings)
    if data.fingerprint != settings.fingerprint:
        raise BadData("These data are not those that the training was prepared with; give the same --data again.")
    place = ScoringPlace(_shop(data, settings), {task.number: task for task in data.train})
    write_lines(out / SCORES, scored(place, examples.values(), candidates, options.tell))
    found = read_lines(out / SCORES)
    count = write_lines(out / PAIRS, pairs(examples, found))
    for function in sorted({row["function"] for row in found}):
        own = [row["rewards"] for row in found if row["function"] == function]
        first, best = (sum(each) / len(own) for each in ([r[0] for r in own], [max(r) for r in own]))
        options.tell(f"{function}: {len(own):,} tasks, first answer {first:.3f}, best of all {best:.3f}")
    options.tell(f"{count:,} pairs.")
    return True


def _data(settings: TrainSettings) -> WebData:
    folder = None if settings.data is None else Path(settings.data)
    return open_data(folder, settings.people, settings.products, settings.seed)


def _shop(data: WebData, settings: TrainSettings) -> Any:
    from penchant_lab.suites.web.study.study import open_shop

    given = {"recommender": settings.recommender, "products": settings.products}
    config = RunConfig(suite="web", data=settings.data, people=settings.people, seed=settings.seed, options=given)
    return open_shop(data, config)
