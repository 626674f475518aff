"""How well sentences are read that nobody has seen: by the encoder alone, and with numbers, parts and syntax.

    python benchmarks/reading.py --human HUMAN --data PAHF
    python benchmarks/reading.py --each 300 --only chatty    fewer sentences, fewer sets
    python benchmarks/reading.py --misses chatty             shows what is misread there
    python benchmarks/reading.py --voices DIR                people of a folder too
    python benchmarks/reading.py --figure reading.svg        the reliability diagram

Good: all that was said was read and nothing else. False: something would be learned that was not said. Turned: the
opposite of what was said would be. Without --human and --data only the sentences in benchmarks/sentences are read.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from reading_figure import reliability
from reading_score import Mark, mark
from reading_sets import Case, at_home, by_other_names, dialogues, in_shops, sentences

from penchant.domain import Reading, Utterance
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned.encoder import Encoder
from penchant.mind.learned.reader import LearnedReader, Scores
from penchant.mind.learned.weights import SHIPPED

SUREST = 0.9
"""From here on the loop would learn at once."""


@dataclass(frozen=True, slots=True)
class Read:
    """One sentence as each of them reads it."""

    case: Case
    scores: Scores
    reading: Reading


def main() -> None:
    """Read every set and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--human", type=Path, help="a folder with dialogues-dev.jsonl.gz and voices/")
    parser.add_argument("--data", type=Path, help="the public scenes: a folder with embodied/ and shopping/")
    parser.add_argument("--each", type=int, default=700, help="sentences drawn for a set (default: 700)")
    parser.add_argument("--only", default="", help="sets whose name begins so")
    parser.add_argument("--misses", default="", metavar="SET", help="show what is misread")
    parser.add_argument("--voices", type=Path, action="append", metavar="DIR", help="read people of this folder too")
    parser.add_argument("--weights", type=Path, default=SHIPPED, help="weights other than those that ship")
    parser.add_argument("--figure", type=Path, metavar="FILE.svg")
    args = parser.parse_args()
    mind = BuiltInMind(cached(WordLlamaEmbedder()), folder=args.weights)
    reader = LearnedReader(Encoder(args.weights))
    everything: list[Read] = []
    head = f"{'':28} {'n':>5}   {'encoder alone':^17}   {'as read':^17}   {'where sure':^17}   Brier"
    print(f"{head}\n{'':36}" + "   ".join(["good/false/turned"] * 2) + "   share/good/false")
    for name, cases in _sets(args.human, args.data, args.voices or [], args.each):
        if not name.startswith(args.only):
            continue
        rows = [_read(case, mind, reader) for case in cases]
        everything += rows
        _show(name, rows)
        if args.misses and name.startswith(args.misses):
            _show_misses(rows)
    if len(everything) > 1:
        _show("all of these", everything)
    if args.figure:
        pairs = [(row.reading.sure, mark(row.case, row.reading).good) for row in everything]
        alone = [(row.scores.sure, mark(row.case, row.scores.reading()).good) for row in everything]
        args.figure.write_text(reliability({"as read": pairs, "encoder alone": alone}), encoding="utf-8")
    _show_speed(everything, LearnedReader(Encoder(args.weights)))


def _sets(
    human: Path | None, data: Path | None, more: Sequence[Path], each: int
) -> Iterator[tuple[str, Sequence[Case]]]:
    if human is not None:
        moments = list(dialogues(human / "dialogues-dev.jsonl.gz"))
        random.Random(1).shuffle(moments)
        yield "human dialogue", moments[: 3 * each]
    if data is not None:
        voices: dict[str, Path | None] = {"house": None}
        if human is not None:
            voices |= {name: human / "voices" / name for name in ("everyday", "chatty")}
        voices |= {folder.name: folder for folder in more}
        for name, folder in voices.items():
            yield f"{name}, at home", list(at_home(folder, data, each))
            yield f"{name}, in shops", list(in_shops(folder, data, each))
        for name, folder in voices.items():
            if folder is not None:
                yield f"{name}, home, names, typos", list(by_other_names(at_home(folder, data, each, 1)))
                yield f"{name}, shops, names, typos", list(by_other_names(in_shops(folder, data, each, 1)))
    for name in ("unseen", "harder", "selections", "turned_round"):
        yield name.replace("_", " "), list(islice(sentences(f"{name}.jsonl"), each))
    for name in ("safe", "numbers", "safe_selections"):
        for half in ("tune", "test"):
            yield f"{name.replace('_', ' ')}, {half}", list(islice(sentences(f"{name}.jsonl", half), each))


def _read(case: Case, mind: BuiltInMind, reader: LearnedReader) -> Read:
    question = None if case.acted else case.question
    said = Utterance(case.words, case.options, case.acted, question, said_before=case.before)
    return Read(case, reader.read(said), mind.read(said))


def _show(name: str, rows: Sequence[Read]) -> None:
    marks = [mark(row.case, row.reading) for row in rows]
    sure = [one for one, row in zip(marks, rows, strict=True) if row.reading.sure >= SUREST]
    brier = sum((row.reading.sure - one.good) ** 2 for one, row in zip(marks, rows, strict=True)) / max(len(rows), 1)
    shown = [
        _figures([mark(row.case, row.scores.reading()) for row in rows]),
        _figures(marks),
        f"{len(sure) / max(len(rows), 1):.3f}/{_share(sure, lambda m: m.good)}/{_share(sure, lambda m: m.false)}",
    ]
    print(f"{name:28} {len(rows):5}   " + "   ".join(shown) + f"   {brier:.3f}", flush=True)


def _figures(marks: Sequence[Mark]) -> str:
    return "/".join(_share(marks, pick) for pick in (lambda m: m.good, lambda m: m.false, lambda m: m.turned))


def _share(marks: Sequence[Mark], pick: Callable[[Mark], bool]) -> str:
    return f"{sum(map(pick, marks)) / len(marks):.3f}" if marks else "  -  "


def _show_misses(rows: Sequence[Read]) -> None:
    for row in rows:
        if not mark(row.case, row.reading).good:
            read, said = row.reading, row.case.expected[0]
            print(f"  {row.case.words!r} {row.case.options}, acted {row.case.acted}, sure {read.sure:.2f}")
            for label, one in (("said", said), ("read", read)):
                print(f"     {label}: wants {one.wants} accepts {one.accepts} avoids {one.avoids} {one.verdict}")


def _show_speed(rows: Sequence[Read], reader: LearnedReader) -> None:
    """How long a sentence takes a reader that has read none of these yet."""
    cases = [row.case for row in rows if len(row.case.options) <= 6][:300]
    times = []
    for number, case in enumerate(cases):
        started = time.process_time()
        reader.score(case.words, case.options, acted=case.acted, before=case.before)
        if number:
            times.append(time.process_time() - started)
    if times:
        times.sort()
        middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
        print(f"\n{1e3 * middle:.1f} ms of one core a sentence with up to six options (95 %: {1e3 * late:.1f} ms)")


if __name__ == "__main__":
    main()
