"""The original benchmark beside ours: the same calls on the same tasks of the same files, and every disagreement.

    python benchmarks/original.py DIR                       DIR: a checkout of PersonalWAB with its data
    python benchmarks/original.py DIR --python PYTHON       the Python that has its requirements (default: this one)
    python benchmarks/original.py DIR --split train --tasks 500
    python benchmarks/original.py DIR --all                 also what was made by other means than its own

On each task: a search for the request and one for the target's title, recommendations from the person's past, a review,
and one call with odd arguments. Compared are function scores, result scores (to 0.0001) and lists of products. With
another recommender than its weights, lists of recommendations are not compared, and without MiniLM reviews are not:
nothing could agree. Ends with 1 where anything disagrees.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from penchant.errors import PenchantError
from penchant_lab.run.config import RunConfig
from penchant_lab.suites.web.data import open_data
from penchant_lab.suites.web.records import WebData, WebTask
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, SEARCH, Call
from penchant_lab.suites.web.shop.recommend import LONGEST
from penchant_lab.suites.web.shop.rewards import usual_judge
from penchant_lab.suites.web.shop.search import WordSearch
from penchant_lab.suites.web.study.recommenders import open_recommender

WORKER = Path(__file__).parent / "original_worker.py"
NEAR = 1e-4
_ASIN = re.compile(r"parent[ _]asin\W{1,6}([A-Za-z0-9]{10})\b", re.I)
ODD = (
    Call(REVIEW, {"review": ""}),
    Call(RECOMMEND, {"product_sequence": "B000000000"}),
    Call(REVIEW, {"review": "  "}),
    Call(RECOMMEND, {"product_sequence": [1, 2, 3]}),
    Call(REVIEW, {}),
    Call(RECOMMEND, {"product_sequence": {"B000000000": 1}}),
    Call(SEARCH, {"query": ""}),
    Call(SEARCH, {"q": "tea"}),
    Call(RECOMMEND, {"product_sequence": 5}),
    Call("search_the_web", {"query": "tea"}),
)
"""Calls that no agent should make, one a task in turn."""


class NoOriginal(Exception):
    """There is nothing to compare with; says why and what to do."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a call came to, there or here."""

    function: float
    result: float
    asins: tuple[str, ...] = ()
    failed: str = ""


class Original:
    """A checkout at work in its own process."""

    def __init__(self, folder: Path, split: str, python: str, log: Path) -> None:
        self._log = log
        with log.open("w") as errors:
            self._process = subprocess.Popen(
                [python, str(WORKER), str(folder.resolve()), split],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
            )  # fmt: skip
        self._answer()

    def call(self, task: WebTask, call: Call) -> Scored:
        """What a call on a task comes to there."""
        assert self._process.stdin is not None
        order = {"task": task.number, "name": call.name, "arguments": dict(call.arguments)}
        try:
            print(json.dumps(order), file=self._process.stdin, flush=True)
        except BrokenPipeError as error:
            raise NoOriginal(self._last_words()) from error
        said = self._answer()
        if "error" in said:
            return Scored(0.0, 0.0, failed=said["error"])
        function, result = said["scores"]
        found = _ASIN.findall(said["text"]) if call.name in (SEARCH, RECOMMEND) else ()
        return Scored(function, result, tuple(found))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise NoOriginal(self._last_words())
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _last_words(self) -> str:
        said = self._log.read_text(errors="replace").strip().splitlines() or ["nothing"]
        return (
            f"The original ended, and its last words were: {said[-1]} (Install its requirements into a Python of "
            "their own, and name it with --python.)"
        )


def calls_on(data: WebData, task: WebTask, place: int) -> Iterator[Call]:
    """What is called on a task: what agents would call, and something odd."""
    past = data.visible(task)
    yield Call(SEARCH, {"query": task.text})
    yield Call(SEARCH, {"query": data.products[task.target.asin].title})
    yield Call(RECOMMEND, {"product_sequence": [event.asin for event in past][-LONGEST:]})
    yield Call(REVIEW, {"review": past[-1].text if past else task.text})
    yield ODD[place % len(ODD)]


def ours(shop: WebShop, task: WebTask, call: Call) -> Scored:
    """What a call on a task comes to here."""
    episode = shop.open(task)
    outcome = episode.step(call)
    for attempt in episode.attempts():
        return Scored(float(attempt.right), attempt.result, asins=outcome.asins)
    return Scored(0.0, 0.0)


def disagreements(shop: WebShop, task: WebTask, call: Call, there: Scored, *, everything: bool) -> dict[str, str]:
    """In what the two disagree on a call, by what was compared; an empty text where they agree."""
    here = ours(shop, task, call)
    found = {
        "function scores": ""
        if there.function == here.function
        else f"{there.function:g} there, {here.function:g} here"
    }
    made_alike = everything or (
        shop.recommender.comparable if call.name == RECOMMEND else call.name != REVIEW or shop.judge.comparable
    )
    if made_alike:
        apart = abs(there.result - here.result) > NEAR
        found["result scores"] = f"{there.result:.6f} there, {here.result:.6f} here" if apart else ""
        if call.name in (SEARCH, RECOMMEND):
            same = there.asins == here.asins
            found["lists"] = (
                "" if same else f"{', '.join(there.asins) or 'none'} there, {', '.join(here.asins) or 'none'} here"
            )
    if there.failed and any(found.values()):
        found["function scores"] += f" (it raised {there.failed})"
    return found


def compare(shop: WebShop, original: Original, tasks: Sequence[WebTask], *, everything: bool) -> int:
    """Make every call on both sides, print each disagreement and what agrees; gives how many disagree."""
    compared: Counter[str] = Counter()
    apart: Counter[str] = Counter()
    for place, task in enumerate(tasks):
        for call in calls_on(shop.data, task, place):
            there = original.call(task, call)
            for what, told in disagreements(shop, task, call, there, everything=everything).items():
                compared[what] += 1
                apart[what] += bool(told)
                if told:
                    arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
                    print(f"task {task.number} ({task.type}), {call.name} {arguments}: {what}: {told}")
    print("; ".join(f"{what} agree in {n - apart[what]:,} of {n:,}" for what, n in compared.items()) + ".")
    return apart.total()


def open_ours(folder: Path) -> WebShop:
    """Our shop over the checkout's files, with Lucene's lengths, and its weights where they lie there."""
    if not (folder / "PersonalWAB" / "envs").is_dir():
        raise NoOriginal(
            f"{folder} is no checkout of PersonalWAB: it has no folder PersonalWAB/envs. Clone its repository, put the "
            "data into it as its page says, and name that folder."
        )
    data = open_data(folder)
    config = RunConfig(suite="web-v1", data=str(folder))
    search = WordSearch.index(data.products.values(), lucene_lengths=True)
    return WebShop(data=data, search=search, recommender=open_recommender(data, config), judge=usual_judge())


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=Path, metavar="DIR")
    parser.add_argument("--python", default=sys.executable, help="a Python with the original's requirements")
    parser.add_argument("--split", choices=("train", "test"), default="test")
    parser.add_argument("--tasks", type=int, default=100, help="how many, spread over the split (default: 100)")
    parser.add_argument("--all", action="store_true", help="compare too what was made by other means than its own")
    args = parser.parse_args()
    try:
        shop = open_ours(args.dir)
        if not shop.recommender.comparable and not args.all:
            print(f"Recommendations are not compared: ours are by {shop.recommender.name!r}, not by its weights.")
        if not shop.judge.comparable and not args.all:
            print(f"Reviews are not compared: ours are judged by {shop.judge.embedder}, not by MiniLM.")
        found = shop.data.train if args.split == "train" else shop.data.test
        tasks = list(found[:: max(1, len(found) // max(1, args.tasks))])[: max(1, args.tasks)]
        with tempfile.TemporaryDirectory() as folder:
            original = Original(args.dir, args.split, args.python, Path(folder) / "log")
            try:
                return 1 if compare(shop, original, tasks, everything=args.all) else 0
            finally:
                original.close()
    except (NoOriginal, PenchantError, OSError) as error:
        print(f"original.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
