"""Fit how what the encoder says is read, on what training has not seen; prints the constants of ``decide.py``.

    python training/calibrate.py --human HUMAN --data PAHF

Read are the voices that are kept out of training, frames and shapes that are held out, and the part of the dialogues
that is. The development sets of ``benchmarks/reading.py`` are not touched, so what it prints of them is a test.
"""

from __future__ import annotations

import argparse
import pickle
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "benchmarks")]

import numpy as np  # noqa: E402
from moments import Moment  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from people_said import dialogues  # noqa: E402
from reading_score import mark  # noqa: E402
from reading_sets import Case, at_home, by_other_names, in_shops, reading  # noqa: E402
from recipe import made_up  # noqa: E402
from voices import KEPT_OUT, WRITTEN  # noqa: E402

from penchant.domain import Question, Utterance  # noqa: E402
from penchant.mind.learned.decide import SIDES, Naming, decide, logits_of, naming_of, side  # noqa: E402
from penchant.mind.learned.encoder import Encoder  # noqa: E402
from penchant.mind.learned.reader import LearnedReader, Scores  # noqa: E402
from penchant.mind.learned.weights import SHIPPED  # noqa: E402
from penchant.mind.understand.names import named_in  # noqa: E402
from penchant.mind.understand.reader import compared  # noqa: E402

SEED = 1999
PRIOR = 2.0
EXPECTED: dict[Naming, float] = {"named": 0.0, "beside": 1.0, "silent": 0.0}
"""What naming is taken to be worth before anything is read, and how many sentences that counts for."""

Row = tuple[Case, frozenset[str], Scores]


def main() -> None:
    """Read, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--human", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=SHIPPED)
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--keep", type=Path, help="keep what was read here, or read it from here")
    args = parser.parse_args()
    if args.keep and args.keep.exists():
        rows: dict[str, list[Row]] = pickle.loads(args.keep.read_bytes())
    else:
        rows = read_all(args)
        if args.keep:
            args.keep.write_bytes(pickle.dumps(rows))
    everything = [row for found in rows.values() for row in found]
    fit_stances(everything)
    fit_verdicts(everything)
    fit_sure(everything)


def read_all(args: argparse.Namespace) -> dict[str, list[Row]]:
    """Every set, as the encoder reads it."""
    reader = LearnedReader(Encoder(args.weights))
    found: dict[str, list[Row]] = {}
    for name, cases in sets(args.human, args.data, args.each):
        found[name] = []
        for case in cases:
            said = Utterance(case.words, case.options, case.acted, None if case.acted else case.question)
            if compared(said) is not None:  # numbers and parts are never left to the encoder
                continue
            scores = reader.score(case.words, case.options, acted=case.acted, before=case.before)
            found[name].append((case, named_in(case.words, case.options), scores))
        print(f"# {name}: {len(found[name])}", flush=True)
    return found


def sets(human: Path, data: Path, each: int) -> Iterator[tuple[str, Iterator[Case]]]:
    """What training has not seen."""
    folder = WRITTEN / KEPT_OUT
    yield "home", at_home(folder, data, each, SEED)
    yield "shops", in_shops(folder, data, each, SEED)
    yield "home, other names", by_other_names(at_home(folder, data, each // 2, SEED + 1))
    yield "shops, other names", by_other_names(in_shops(folder, data, each // 2, SEED + 1))
    yield "made up", map(case_of, made_up(SEED, 5 * each, held_out=True))
    yield "dialogue", map(case_of, islice(dialogues(human, random.Random(SEED), held_out=True), 2 * each))


def case_of(moment: Moment) -> Case:
    """A moment of training as a sentence to be read."""
    return Case(
        words=moment.words,
        options=moment.options,
        expected=(reading(moment.stances, moment.verdict or "unclear", changed="changed" in (moment.flags or ())),),
        acted=moment.acted,
        question=Question(moment.before) if moment.before else None,
        unscored=moment.unknown,
        kind=f"{moment.source}: {moment.part}",
    )


def fit_stances(rows: list[Row]) -> None:
    """How much the encoder counts for an option, and how much it says that words name it, others, or none."""
    logs, kinds, labels = [], list[Naming](), []
    for case, named, scores in rows:
        said = case.expected[0]
        for at, name in enumerate(scores.options):
            if name in case.unscored or (name in case.acted and side(said, name) == 0):
                continue
            logs.append(logits_of(scores.stances[at]))
            kinds.append(naming_of(name, named, scores.acted))
            labels.append(SIDES.index(side(said, name)))
    _fit("STANCES", np.array(logs), np.array(labels), kinds)


def fit_verdicts(rows: list[Row]) -> None:
    """The same of the verdict."""
    names = ("unclear", "right", "wrong")
    acted = [row for row in rows if row[0].acted]
    logs = np.array([np.log(np.maximum(scores.verdict, 1e-6)) for *_, scores in acted])
    _fit("VERDICTS", logs, np.array([names.index(case.expected[0].verdict) for case, *_ in acted]))


def _fit(title: str, logs: NDArray[np.float64], labels: NDArray[np.int64], kinds: list[Naming] | None = None) -> None:
    """One factor for the encoder, and for each way of naming how much likelier it is that nothing is said."""
    known = sorted(set(kinds or ()))
    which = np.array([known.index(kind) for kind in kinds or ()], dtype=np.int64)
    expected = np.array([EXPECTED[kind] for kind in known])
    scale, bonus, counts = 1.0, expected.copy(), np.bincount(which, minlength=len(known))
    for _ in range(4000):
        values = scale * logs
        if known:
            values[:, 0] += bonus[which]
        values -= values.max(axis=1, keepdims=True)
        likely = np.exp(values)
        likely /= likely.sum(axis=1, keepdims=True)
        off = likely.copy()
        off[np.arange(len(labels)), labels] -= 1
        scale -= 0.3 * float((off * logs).sum(axis=1).mean()) / float((logs**2).mean())
        if known:
            slope = np.bincount(which, weights=off[:, 0], minlength=len(known))
            bonus -= 2.0 * (slope + PRIOR * (bonus - expected)) / np.maximum(counts, 1)
    surprise = -np.log(np.maximum(likely[np.arange(len(labels)), labels], 1e-9)).mean()
    print(f"{title}: scale {scale:.2f}, mean surprise {surprise:.4f}")
    for kind, each, count in zip(known, bonus, counts, strict=True):
        print(f"    {kind!r}: {each:.2f},  # {count}")


def fit_sure(rows: list[Row]) -> None:
    """From how likely all parts of a reading are to how often it was right."""
    found = [(decide(scores, named), case) for case, named, scores in rows]
    right = np.array([mark(case, each.reading).good for each, case in found], dtype=float)
    x = np.array([each.product for each, _ in found])
    x = np.log(np.clip(x, 1e-6, 1 - 1e-6) / (1 - np.clip(x, 1e-6, 1 - 1e-6)))
    a, b = 1.0, 0.0
    for _ in range(4000):
        p = 1 / (1 + np.exp(-(a * x + b)))
        a -= 0.05 * float(((p - right) * x).mean()) / float((x**2).mean()) * 10
        b -= 0.5 * float((p - right).mean())
    print(f"SURE: slope {a:.3f}, shift {b:.3f}; Brier {float(((p - right) ** 2).mean()):.4f}, good {right.mean():.4f}")


if __name__ == "__main__":
    main()
