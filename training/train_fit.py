"""Train the judge of answers: one command, one GPU, a minute.

    python training/train_fit.py --base base.safetensors --tokenizer tokenizer.json --rows ROWS --test w2 --out made

``--rows`` is a folder with rows that people wrote (`training/fitting.py`); files whose name begins with ``--test`` are
kept out and judged at the end. The embeddings of word pieces are those of the reader, and stay as they are: the judge
ships without any of its own. ``--out`` receives ``judge.onnx`` and ``report.json``.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from fitting import Judged, Row, contrasts, drawn, lists_of, rendered, written  # noqa: E402
from model import HEADS, WIDTH, Reader, go_on_from, start_layers  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from penchant.mind.learned.inputs import (  # noqa: E402
    ANSWER_READ,
    FIRST_POSITION_OF_OPTION,
    PLACES,
    Sequences,
    sequence,
)

LONG_POSITIONS = FIRST_POSITION_OF_OPTION + ANSWER_READ + 4


class AnswerJudge(Reader):
    """The reader with one more head, which scores whole answers; its positions go on for long ones."""

    def __init__(self, layers: int, dropout: float) -> None:
        super().__init__(layers, dropout)
        self.position = nn.Embedding(LONG_POSITIONS, WIDTH)
        self.score = nn.Linear(WIDTH, 1)

    def scores(self, rows: Tensor) -> Tensor:
        """A score for every piece; only those at the marks mean anything."""
        scores: Tensor = self.score(self.states(rows))[..., 0]
        return scores


def start_from_reader(model: AnswerJudge, path: Path, positions: Tensor) -> None:
    """Fill in the weights of the reader that ships; beyond its positions, those of the base."""
    with torch.no_grad():
        model.position.weight.copy_(positions[:LONG_POSITIONS])
        found = go_on_from(model, path)
        weight, bias = found["said.w"].T, found["said.b"]
        for part, rows in ((model.stance, slice(0, 4)), (model.verdict, slice(4, 7)), (model.flags, slice(7, 10))):
            part.weight.copy_(weight[rows])
            part.bias.copy_(bias[rows])
        model.score.weight.copy_(weight[1:2] + 0.5 * weight[2:3] - weight[3:4])
        model.score.bias.zero_()


class Cutter:
    """Examples as numbers."""

    def __init__(self, path: str) -> None:
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(path)
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def cut(self, text: str) -> list[int]:
        """The numbers of the word pieces of a text."""
        return list(self.tokenizer.encode(text, add_special_tokens=False).ids)

    def sequence(self, said: str, judged: Judged, rng: random.Random | None = None) -> Sequences:
        """One sequence of what was said and all answers, with the place of each answer's score."""
        answers = [self.cut(answer) for answer in judged.answers]
        made = sequence(
            self.cut(said), self.cut(judged.question), answers, [False] * len(answers), option_read=ANSWER_READ
        )
        if rng is not None:  # no place in the list means anything
            places = [0, *rng.sample(range(1, PLACES - 1), PLACES - 2)]
            made.rows[3] = np.array(places)[np.minimum(made.rows[3], PLACES - 2)]
        return made


Batch = tuple[Any, ...]


def batched(examples: list[Judged], cutter: Cutter, size: int, rng: random.Random | None) -> list[Batch]:
    """Batches: rows and marks of what is said, of its opposite and of what says nothing; shares, and what is there."""
    made = [
        ([cutter.sequence(said, each, rng) if said else None for said in (each.said, each.turned, each.aside)], each)
        for each in examples
    ]
    drawn = random.Random(len(made))
    made.sort(key=lambda pair: pair[0][0].rows.shape[1] + drawn.random() * 30)  # type: ignore[union-attr]
    found: list[Batch] = []
    for first in range(0, len(made), size):
        part = made[first : first + size]
        every = [sequence for three, _ in part for sequence in three if sequence is not None]
        length = -(-max(each.rows.shape[1] for each in every) // 8) * 8
        rows = np.zeros((len(every), 4, length), dtype=np.int16)
        for at, each in enumerate(every):
            rows[at, :, : each.rows.shape[1]] = each.rows
        most = max(len(judged.shares) for _, judged in part)
        which, place = (np.zeros((3, len(part), most), dtype=np.int64) for _ in range(2))
        share, there = np.zeros((len(part), most), dtype=np.float32), np.zeros((len(part), most), dtype=bool)
        has = np.zeros((3, len(part)), dtype=bool)
        at = 0
        for number, (three, judged) in enumerate(part):
            share[number, : len(judged.shares)], there[number, : len(judged.shares)] = judged.shares, True
            for kind, one in enumerate(three):
                if one is not None:
                    which[kind, number, : len(one.marks)], place[kind, number, : len(one.marks)] = at, one.marks
                    has[kind, number] = True
                    at += 1
        found.append((rows, which, place, share, there, has))
    drawn.shuffle(found)
    return found


def epoch_of(
    files: list[list[Row]], args: argparse.Namespace, seed: int, held: int, count: int, shares: tuple[float, ...]
) -> list[Any]:
    """One process's part of an epoch."""
    lines = [line for at, line in enumerate(contrasts()) if at % 12 != held]
    cutter = Cutter(args.tokenizer)
    return batched(drawn(files, lines, seed, count, shares), cutter, args.batch, random.Random(seed))


def scores_of(model: AnswerJudge, batch: Batch, device: str) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The scores of a batch, three by example by answer; what they should come to, what is there, which are."""
    rows, which, place, share, there, has = (torch.from_numpy(each).to(device) for each in batch)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        every = model.scores(rows.long())
    return every[which, place].float(), share, there, has


def loss_of(scores: Tensor, share: Tensor, there: Tensor, has: Tensor, args: argparse.Namespace) -> Tensor:
    """The best answer is told by what is said against its opposite; alone; and not at all by what says nothing."""

    def missed(values: Tensor) -> Tensor:
        likely = functional.log_softmax(values.masked_fill(~there, -1e4), -1)
        return -torch.logsumexp(likely.masked_fill(share == 0, -1e4), 1)

    said, turned, aside = scores
    apart = (missed(said - turned) * has[1]).sum() / has[1].sum().clamp(min=1)
    alone = missed(said) * torch.where(has[1], args.alone, 1.0)
    likely = functional.log_softmax(aside.masked_fill(~there, -1e4), -1)
    even = -(likely * there).sum(1) / there.sum(1) - there.sum(1).float().log()
    return apart + alone.mean() + args.even * (even * has[2]).sum() / has[2].sum().clamp(min=1)


def judge(model: AnswerJudge, examples: list[Judged], cutter: Cutter, args: argparse.Namespace) -> tuple[float, float]:
    """How often the best answer is taken, and how often if what an answer has by itself is taken off."""
    model.eval()
    right, fairly = [], []
    with torch.no_grad():
        for batch in batched(examples, cutter, 64, None):
            scores, share, there, has = scores_of(model, batch, args.device)
            said = scores[0].masked_fill(~there, -1e4)
            right += (share.gather(1, said.argmax(1, keepdim=True))[:, 0] > 0).tolist()
            less = said - scores[2] * has[2][:, None]
            fairly += (share.gather(1, less.argmax(1, keepdim=True))[:, 0] > 0).tolist()
    model.train()
    return sum(right) / max(len(right), 1), sum(fairly) / max(len(fairly), 1)


def tests(rows: list[Row], kind: str) -> list[Judged]:
    """Rows as a test: as they are, said plainly, after a choice, with another's wish, turned round."""
    rng = random.Random(5)
    found = []
    for row in rows:
        lists = lists_of(row)
        question, answers = lists[0]
        said, right = str(row["preference"]), [1.0, 0.0, 0.0, 0.0]
        stance = str(row["stance"])
        another = str(rng.choice([each for each in rows if each is not row])["preference"])
        if kind == "plain":
            said = f"{'I avoid' if stance == 'avoids' else 'I prefer'} {row['value']}."
        elif kind == "another":
            said = another
        elif kind == "choice":
            if len(lists) < 2:
                continue
            said = lists[1][1][0]
        elif kind == "turned":
            said = rendered("wants" if stance == "avoids" else "avoids", str(row["value"]), rng)
            right = [0.0, 1 / 3, 1 / 3, 1 / 3]
        order = rng.sample(range(4), 4)
        picked, shares = tuple(answers[i] for i in order), tuple(right[i] for i in order)
        found.append(Judged(said, question, picked, shares, kind, "", another))
    return found


def train(args: argparse.Namespace, pool: Any, files: dict[str, list[Row]], base: dict[str, Tensor]) -> AnswerJudge:
    """The trained judge."""
    torch.manual_seed(args.seed)
    started = time.time()
    taught = [found for name, found in files.items() if not name.startswith(tuple(args.test))]
    rows = [row for found in taught for row in found]
    held = [row for name, found in files.items() if name.startswith(tuple(args.test)) for row in found]
    shares = tuple(float(each) for each in args.shares.split(","))
    parts, count = args.workers, args.per_epoch // args.workers
    coming = [
        [
            pool.apply_async(epoch_of, (taught, args, args.seed * 997 + e * 100 + p, args.held, count, shares))
            for p in range(parts)
        ]
        for e in range(args.epochs)
    ]
    model = AnswerJudge(args.layers, args.dropout)
    positions = base["embeddings.position_embeddings.weight"]
    start_from_reader(model, Path(args.reader), positions) if args.start == "reader" else start_layers(model, base)
    if args.start != "reader":
        with torch.no_grad():
            model.piece.weight.copy_(base["piece"])
    model.piece.weight.requires_grad_(False)
    model.to(args.device).train()
    heavy = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    plain = [p for p in model.parameters() if p.requires_grad and p.ndim < 2]
    groups = [{"params": heavy, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=args.rate, fused=args.device == "cuda")
    total, step = 0, 0
    cutter = Cutter(args.tokenizer)
    for epoch in range(args.epochs):
        batches = [batch for part in coming[epoch] for batch in part.get()]
        total = total or args.epochs * len(batches)
        random.Random(epoch).shuffle(batches)
        lost = 0.0
        for batch in batches:
            warm = min(1.0, (step + 1) / 100) * max((total - step) / total, 0.0)
            for group in optimiser.param_groups:
                group["lr"] = args.rate * warm
            loss = loss_of(*scores_of(model, batch, args.device), args)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            lost += float(loss.detach())
        if epoch % args.every == args.every - 1 or epoch == args.epochs - 1:
            sets = {kind: tests(held, kind) for kind in ("stated", "plain", "choice", "another", "turned")}
            kept = [line for at, line in enumerate(contrasts()) if at % 12 == args.held]
            sets["contrasts"] = drawn(taught, kept, 77, 400, (0, 1, 0))
            sets["trained"] = tests(rows, "stated")
            found = {kind: judge(model, examples, cutter, args) for kind, examples in sets.items()}
            shown = ", ".join(f"{kind} {value:.3f}/{fair:.3f}" for kind, (value, fair) in found.items())
            print(
                f"  {epoch + 1}, {step}/{total}, {lost / len(batches):.3f}: {shown}; {time.time() - started:.0f} s",
                flush=True,
            )
            args.found = found
    return model.eval()


def main() -> None:
    """Train with every setting that is asked for, and write the last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--reader", default="src/penchant/mind/learned/weights/reader.onnx")
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--test", action="append", default=[])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--per-epoch", type=int, default=28_000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--shares", default="0.5,0.35,0.15")
    parser.add_argument("--alone", type=float, default=0.5, help="what telling them without the opposite counts")
    parser.add_argument("--even", type=float, default=1.0, help="what it counts that nothing said tells nothing")
    parser.add_argument("--start", default="reader", choices=("reader", "base"))
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--held", type=int, default=0)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--try", dest="tries", action="append", default=[], help="further arguments, one trial each")
    args = parser.parse_args()
    from safetensors.torch import load_file

    loaded = load_file(args.base)
    base = {name: value.float() for name, value in loaded.items() if not name.startswith("piece.")}
    base["piece"] = loaded["piece.q"].float() * loaded["piece.s"]
    files = written(args.rows)
    print({name: len(found) for name, found in files.items()}, flush=True)
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for extra in args.tries or [""]:
            own = parser.parse_args([*sys.argv[1:], *extra.split()])
            print(f"try: {extra}", flush=True)
            model = train(own, pool, files, base)
    if args.out:
        from export import build

        args.out.mkdir(parents=True, exist_ok=True)
        unused = ("piece.", "stance.", "verdict.", "flags.", "tone.")
        weights = {
            name: value.detach().float().cpu().numpy()
            for name, value in model.state_dict().items()
            if not name.startswith(unused)
        }
        made = build(weights, {"seed": str(own.seed)}, heads_of=("score",)).SerializeToString()
        (args.out / "judge.onnx").write_bytes(made)
        (args.out / "report.json").write_text(json.dumps({"found": own.found, "heads": HEADS}))
        print(f"{len(made):,} bytes", flush=True)


if __name__ == "__main__":
    main()
