"""How often the built-in mind understands an everyday sentence exactly, by kind of sentence.

    python benchmarks/understand.py            sentences by someone who had not seen the code, never tuned on
    python benchmarks/understand.py --harder   sentences that were used to find out what was wrong
    python benchmarks/understand.py --misses   shows what is misread

A sentence counts as understood when wants, accepts, avoids, changed and verdict are all as in an expected reading.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from penchant.domain import Utterance
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.builtin import BuiltInMind

FOLDER = Path(__file__).parent / "sentences"


def main() -> None:
    """Read every sentence and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--harder", action="store_true")
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    mind = BuiltInMind(cached(WordLlamaEmbedder()))
    right: Counter[str] = Counter()
    every: Counter[str] = Counter()
    for line in (FOLDER / ("harder.jsonl" if args.harder else "unseen.jsonl")).read_text("utf-8").splitlines():
        case = json.loads(line)
        acted = [case["acted"]] if case["acted"] else []
        read = mind.understand(Utterance(case["words"], case["options"], acted))
        got = {
            "wants": list(read.wants),
            "accepts": list(read.accepts),
            "avoids": list(read.avoids),
            "changed": read.changed,
            "verdict": read.verdict,
        }
        every[case["kind"]] += 1
        right[case["kind"]] += got in case["expected"]
        if args.misses and got not in case["expected"]:
            print(f"{case['kind']}: {case['words']!r}\n  options {case['options']}, acted {case['acted']}\n  got {got}")
    for kind in sorted(every):
        print(f"{kind:18} {right[kind]:4} of {every[kind]}")
    print(f"{'all':18} {right.total():4} of {every.total()}   {right.total() / every.total():.1%}")


if __name__ == "__main__":
    main()
