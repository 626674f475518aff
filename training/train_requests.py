"""Teaches the heads that read requests in the web shop (``penchant_lab.suites.web.agents.wanting``), on a CPU.

    python training/train_requests.py                  two minutes on one core; writes the weights that ship
    python training/train_requests.py --folds 5        how well lines are read that it was not taught with

A line of ``requests/search.txt``, ``recommend.txt`` or ``review.txt`` is a request; ``[...]`` marks what is wanted (or
reviewed) in it and ``{...}`` an opinion. Each is varied: other things in its brackets, small talk around it, small
letters, slips. ``opinions.txt`` has opinions by their stars. None of it is from a shop's tasks or from a test.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from penchant.mind.learned.states import WIDTH, word_states
from penchant_lab.suites.web.agents.wanting import SHIPPED, around, normed
from penchant_lab.suites.web.records import TYPES

HERE = Path(__file__).parent / "requests"
LOOKS, VALUE, INNER = 6, 48, 64
VARIANTS, BATCH, SEVERAL = 5, 32, 3


@dataclass(frozen=True, slots=True)
class Example:
    """A request as it is taught: its states, what it wants, and for each piece whether it is wanted and an opinion."""

    line: int
    function: int
    states: torch.Tensor
    beside: torch.Tensor  # of each piece, the mean of those around it
    marks: torch.Tensor


def read_lines() -> list[tuple[int, str]]:
    """The marked lines, each with the number of its function."""
    return [
        (number, line.strip())
        for number, name in enumerate(TYPES)
        for line in (HERE / f"{name}.txt").read_text("utf-8").splitlines()
        if line.strip()
    ]


@cache
def small_talk(name: str) -> list[str]:
    """Sentences that may stand around a request."""
    return (HERE / f"{name}.txt").read_text("utf-8").splitlines()


def varied(function: int, line: str, things: dict[tuple[int, str], list[str]], rng: random.Random) -> str:
    """The line with other things in its brackets and small talk around it."""
    parts = line.split("[")
    for at in range(1, len(parts)):
        inside, _, rest = parts[at].partition("]")
        others = things[function, inside.split()[0].lower()]
        if rng.random() < 0.5 and len(others) > 3:
            inside = rng.choice(others)
        parts[at] = f"{inside}]{rest}"
    line = "[".join(parts)
    talk, manner = small_talk("chatter"), small_talk("review_manner")
    for _ in range(rng.choice((0, 1, 2, 2, 3, 4, 5))):
        said = rng.choice(manner if TYPES[function] == "review" and rng.random() < 0.6 else talk)
        line = f"{said} {line}" if rng.random() < 0.5 and said not in manner else f"{line} {said}"
    if rng.random() < 0.15:
        line = line.lower()
    if rng.random() < 0.1:
        line = line.replace(",", "").replace("'", "").rstrip(".?!")
    if rng.random() < 0.15:
        at = rng.randrange(1, len(line) - 1)
        if line[at - 1 : at + 1].isalpha():
            line = line[: at - 1] + line[at] + line[at - 1] + line[at + 1 :]
    return line


def example(number: int, function: int, line: str) -> Example:
    """A marked line in numbers."""
    text, wanted, opinion = "", [], []
    inside = {"[": False, "{": False}
    for sign in line:
        if sign in "[{":
            inside[sign] = True
        elif sign in "]}":
            inside["[" if sign == "]" else "{"] = False
        else:
            text += sign
            wanted.append(inside["["])
            opinion.append(inside["{"])
    offsets, states = word_states(text)
    rows = normed(states)
    marks = [[wanted[start], opinion[start]] for start, _ in offsets]
    beside = torch.from_numpy(around(rows))
    return Example(number, function, torch.from_numpy(rows), beside, torch.tensor(marks, dtype=torch.float32))


class Heads(torch.nn.Module):
    """One head for the whole request, one for its words, which is told what the first makes of it."""

    def __init__(self) -> None:
        super().__init__()
        self.look = torch.nn.Linear(WIDTH, LOOKS)
        self.value = torch.nn.Linear(WIDTH, VALUE)
        self.function = torch.nn.Linear(2 * WIDTH + LOOKS * VALUE, len(TYPES))
        self.word = torch.nn.Linear(2 * WIDTH + len(TYPES), INNER)
        self.marks = torch.nn.Linear(INNER, 2)

    def forward(self, examples: list[Example]) -> tuple[torch.Tensor, torch.Tensor]:
        """What speaks for each function, and of each piece for what is wanted and for an opinion."""
        whole, seen = [], []
        for one in examples:
            rows = functional.dropout(one.states, 0.15, self.training)
            picked = torch.softmax(self.look(rows), dim=0).T @ self.value(rows)
            whole.append(torch.cat([rows.mean(dim=0), rows.max(dim=0).values, picked.flatten()]))
            seen.append(torch.cat([rows, functional.dropout(one.beside, 0.15, self.training)], dim=1))
        functions = self.function(functional.dropout(torch.stack(whole), 0.2, self.training))
        shares = torch.softmax(functions.detach(), dim=1)
        told = [torch.cat([rows, shares[at].repeat(len(rows), 1)], dim=1) for at, rows in enumerate(seen)]
        inner = functional.dropout(torch.relu(self.word(torch.cat(told))), 0.2, self.training)
        return functions, self.marks(inner)


def taught(examples: list[Example], seed: int = 0, epochs: int = 6) -> Heads:
    """Heads that learned from these."""
    torch.manual_seed(seed)
    heads = Heads()
    optimizer = torch.optim.AdamW(heads.parameters(), lr=1e-3, weight_decay=0.05)
    steps = epochs * (len(examples) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(0.0, 1 - step / steps))
    heads.train()
    for _ in range(epochs):
        for numbers in torch.randperm(len(examples)).split(BATCH):
            batch = [examples[at] for at in numbers.tolist()]
            functions, marks = heads(batch)
            wanted = torch.tensor([one.function for one in batch])
            loss = functional.cross_entropy(functions, wanted, label_smoothing=0.05)
            loss += functional.binary_cross_entropy_with_logits(marks, torch.cat([one.marks for one in batch]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    heads.eval()
    return heads


def taught_stars(seed: int, steps: int = 400) -> torch.nn.Linear:
    """A head for how much an opinion is worth, from lines that say so, alone and two of the same stars together."""
    rng = random.Random(seed)
    rows = [line.split(" ", 1) for line in (HERE / "opinions.txt").read_text("utf-8").splitlines() if line.strip()]
    by_stars = {number: [text for stars, text in rows if stars == number] for number, _ in rows}
    texts = [(stars, text) for stars, text in rows]
    texts += [(stars, f"{text} {rng.choice(by_stars[stars])}") for stars, text in rows for _ in range(3)]
    seen = torch.stack([torch.from_numpy(normed(word_states(text)[1]).mean(axis=0)) for _, text in texts])
    true = torch.tensor([int(stars) - 1 for stars, _ in texts])
    torch.manual_seed(seed)
    head = torch.nn.Linear(WIDTH, 5)
    optimizer = torch.optim.AdamW(head.parameters(), lr=3e-3, weight_decay=0.3)
    for _ in range(steps):
        loss = functional.cross_entropy(head(functional.dropout(seen, 0.3)), true, label_smoothing=0.1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return head


def tell(heads: Heads, examples: list[Example]) -> str:
    """How well these are read: functions, and words of what is wanted and of opinions (precision and recall)."""
    with torch.no_grad():
        functions, marks = heads(examples)
    right = functions.argmax(dim=1) == torch.tensor([one.function for one in examples])
    said, true = marks > 0, torch.cat([one.marks for one in examples]) > 0.5
    both = (said & true).sum(dim=0)
    rates = [f"{float(both[at] / said[:, at].sum()):.3f}/{float(both[at] / true[:, at].sum()):.3f}" for at in (0, 1)]
    return f"function {float(right.float().mean()):.3f}, wanted {rates[0]}, opinion {rates[1]}"


def main() -> None:
    """Teach, and ship or tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    lines, rng = read_lines(), random.Random(args.seed)
    things: dict[tuple[int, str], list[str]] = {}
    for function, line in lines:
        for part in line.split("[")[1:]:
            inside = part.partition("]")[0]
            things.setdefault((function, inside.split()[0].lower()), []).append(inside)
    examples = [
        example(number, function, line if turn == 0 else varied(function, line, things, rng))
        for number, (function, line) in enumerate(lines)
        for turn in range(VARIANTS)
    ]
    print(f"{len(lines)} requests, {len(examples)} with what was varied")
    for fold in range(args.folds):
        kept = [one for one in examples if one.line % args.folds == fold]
        heads = taught([one for one in examples if one.line % args.folds != fold], args.seed)
        print(f"fold {fold}: {tell(heads, kept)}")
    if not args.folds:
        several = [taught(examples, args.seed + turn) for turn in range(SEVERAL)]
        print(f"taught: {tell(several[0], examples)}")
        layers = {
            f"{name}{turn}": layer for turn, heads in enumerate(several) for name, layer in heads.named_children()
        }
        layers["stars"] = taught_stars(args.seed)
        made = {
            f"{name}.{kind}": array
            for name, layer in layers.items()
            if isinstance(layer, torch.nn.Linear)
            for kind, array in (("w", layer.weight.T), ("b", layer.bias))
        }
        SHIPPED.parent.mkdir(exist_ok=True)
        np.savez_compressed(
            SHIPPED, **{name: array.detach().numpy().astype(np.float16) for name, array in made.items()}
        )
        print(f"{SHIPPED.name}: {SHIPPED.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
