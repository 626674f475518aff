"""The whole of the data, drawn from one seed.

    python training/recipe.py --human HUMAN --show 30      look at what the reader is taught

What is drawn for training and what is held out for calibration share no frame with the same names, no shape of a voice
and no sentence of a dialogue.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from asked_back import asked_back
from clauses import answers, reactions
from grammar import Grammar
from moments import Moment
from people_said import dialogues
from pointing import pointing
from replies import replies
from selections import selections
from special import inside, limits, with_and_without
from voices import household, shoppers

SHARES = {
    "grammar": 10.0,
    "household": 4.5,
    "shopping": 4.0,
    "clauses": 2.5,
    "reactions": 1.5,
    "asked back": 0.8,
    "special": 0.6,
    "inside": 0.5,
    "limits": 0.7,
    "selections": 1.4,
    "pointing": 0.5,
    "replies": 1.2,
}
"""Of made-up moments, how many of each kind, in proportion."""


def made_up(seed: int, count: int, *, held_out: bool = False) -> Iterator[Moment]:
    """Moments of the grammar, the voices and the special cases; a seed of its own for each call."""
    rng = random.Random(f"reader/{seed}/{held_out}")
    sources = {
        "grammar": iter(Grammar(rng, held_out=held_out)),
        "household": household(rng, held_out=held_out),
        "shopping": shoppers(rng, held_out=held_out),
        "clauses": answers(rng, held_out=held_out),
        "reactions": reactions(rng, held_out=held_out),
        "asked back": asked_back(rng, held_out=held_out),
        "inside": inside(rng, held_out=held_out),
        "special": with_and_without(rng, held_out=held_out),
        "limits": limits(rng, held_out=held_out),
        "selections": selections(rng, held_out=held_out),
        "pointing": pointing(rng, held_out=held_out),
        "replies": replies(rng, held_out=held_out),
    }
    names = rng.choices(list(SHARES), list(SHARES.values()), k=count)
    for name in names:
        moment = next(sources[name])
        if moment.words.strip():
            yield moment


def said(folder: Path | None, seed: int, *, held_out: bool = False, part: int = 0, parts: int = 1) -> Iterator[Moment]:
    """Moments of people: every dialogue once, or one of several parts of them."""
    if folder is not None:
        yield from dialogues(folder, random.Random(f"people/{seed}"), held_out=held_out, part=part, parts=parts)


def main() -> None:
    """Show some of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--human", type=Path, help="the folder with the dialogues")
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--show", type=int, default=30)
    parser.add_argument("--held-out", action="store_true")
    args = parser.parse_args()
    for moment in (
        *made_up(args.seed, args.show, held_out=args.held_out),
        *islice(said(args.human, args.seed, held_out=args.held_out), args.show // 4),
    ):
        print(f"{moment.words!r}  before: {moment.before!r}\n   options {moment.options}, acted {moment.acted}")
        print(f"   {moment.stances} {moment.verdict} {moment.flags} unknown {set(moment.unknown)}")
        print(f"   [{moment.source}: {moment.part}]")


if __name__ == "__main__":
    main()
