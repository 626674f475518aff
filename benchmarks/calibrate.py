"""Fit the numbers of the choice model on people made up for it; prints what goes into `penchant/mind/weigh.py`.

    python benchmarks/calibrate.py --seed 3 --people 40

For every taught request, the nearest earlier one of the same person is looked at: is it about the same matter (the
generator knows), and how alike are the two? A logistic regression on three likenesses gives `Sameness`. No public data
is used, and no people of the bundled seed.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Request
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.likeness import Likeness
from penchant.mind.protocol import Scene
from penchant.mind.survey import survey
from penchant_lab.suites.household.generate import generate
from penchant_lab.suites.household.records import PICK_UP, HouseholdErrand

Numbers = NDArray[np.float64]


def offered(scene: Scene) -> tuple[str, ...]:
    """What the choice is among."""
    return scene.places if scene.placing else scene.things


def likenesses(likeness: Likeness, now: Scene, then: Scene, wanted: str) -> list[float]:
    """The three respects of `Sameness`, in its order."""

    def offer(scene: Scene) -> NDArray[np.float32]:
        total = np.sum([likeness.vector(name) for name in sorted(offered(scene))], axis=0)
        return np.asarray(total / np.linalg.norm(total), dtype=np.float32)

    return [
        likeness.texts(now.situation or now.topic, then.situation or then.topic),
        float(offer(now) @ offer(then)),
        max(likeness.names(wanted, name) for name in offered(now)),
    ]


def is_same(likeness: Likeness, one: HouseholdErrand, other: HouseholdErrand) -> bool:
    """Whether two requests come from one taste."""
    if one.context != other.context or one.user_intent_location != other.user_intent_location:
        return False
    if one.user_intent_location != PICK_UP:
        return True
    return likeness.names(one.user_intent_object, other.user_intent_object) > 0.5


def pairs(likeness: Likeness, seed: int, people: int) -> tuple[Numbers, Numbers]:
    """Likenesses of each request to the nearest earlier one, and whether they are about the same matter."""
    rows: list[list[float]] = []
    same: list[bool] = []
    for index in range(people):
        records = generate(seed, index).phases[0]
        scenes = [survey(Request(r.user, r.task, r.scene_objects), likeness) for r in records]
        for j in range(1, len(records)):
            earlier = []
            for i in range(j):
                wanted = records[i].user_intent_location if scenes[i].placing else records[i].user_intent_object
                if scenes[i].placing == scenes[j].placing:
                    row = likenesses(likeness, scenes[j], scenes[i], wanted)
                    earlier.append((row[0] + 2 * row[1], row, is_same(likeness, records[i], records[j])))
            if earlier:
                _, row, matches = max(earlier, key=lambda entry: entry[0])
                rows.append([*row, 1.0])
                same.append(matches)
    return np.array(rows), np.array(same, dtype=float)


def logistic(rows: Numbers, target: Numbers, steps: int = 60, ridge: float = 0.05) -> Numbers:
    """Logistic regression by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-rows @ weights))
        curve = (rows * (chance * (1 - chance))[:, None]).T @ rows + ridge * np.eye(len(weights))
        weights += np.linalg.solve(curve, rows.T @ (target - chance) - ridge * weights)
    return weights


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--people", type=int, default=40)
    args = parser.parse_args()
    likeness = Likeness(cached(WordLlamaEmbedder()))
    rows, same = pairs(likeness, args.seed, args.people)
    weights = logistic(rows, same)
    chance = 1 / (1 + np.exp(-rows @ weights))
    order = (chance[same == 1][:, None] > chance[same == 0][None, :]).mean()
    print(f"{len(same)} pairs, {same.mean():.2f} of them the same matter; told apart in {order:.1%} of comparisons")
    for name, value in zip(("situation", "offer", "value", "bias"), weights, strict=True):
        print(f"{name:10} {value:7.2f}")
    print(f"{'often':10} {same.mean():7.2f}")


if __name__ == "__main__":
    main()
