"""Train the reader: one command, one GPU, a few minutes.

    python training/train.py --base base.safetensors --tokenizer tokenizer.json --human HUMAN --out made

Every epoch draws made-up moments afresh and goes through people's words once. At the end the weights are quantised, and
temperatures are fitted on what was held out, with the quantised weights themselves. ``--out`` receives ``reader.onnx``
(what ships, in parts of at most 15 MiB), ``weights.safetensors`` (the same before quantising) and ``report.json``.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from examples import NOT_KNOWN, Batch, Example, batches, encoded, stacked  # noqa: E402
from model import Logits, Reader, start_from  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from recipe import made_up, said  # noqa: E402
from torch import Tensor  # noqa: E402
from torch.nn import functional  # noqa: E402

PART = 15 * 2**20
WEIGHTS = "weights.safetensors"
SAMPLE = 9_000
"""So many of the moments held out are read to fit the temperatures."""

CHUNK = 5_000
"""So many made-up moments are drawn from one seed, by one process."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of an epoch, which one process makes: what is made up, and as large a part of what people said."""

    epoch: int
    part: int
    parts: int
    made_up: int
    held_out: bool

    def examples(self, args: argparse.Namespace) -> list[Example]:
        """Its moments in numbers; the same for the same seed, in any process."""
        number = args.seed * 1_000_003 + self.epoch * 10_007 + self.part
        own = made_up(number, self.made_up, held_out=self.held_out)
        people = said(
            args.human, args.seed * 7919 + self.epoch, held_out=self.held_out, part=self.part, parts=self.parts
        )
        return encoded((*own, *people), args.tokenizer)

    def batches(self, args: argparse.Namespace) -> list[Batch]:
        """The same as batches."""
        return batches(self.examples(args), args.batch, random.Random(f"{args.seed}/{self.epoch}/{self.part}"))


def chunks(epoch: int, count: int, *, held_out: bool = False) -> list[Chunk]:
    """The parts of an epoch of so many made-up moments, however many processes make them."""
    parts = max(count // CHUNK, 1)
    return [Chunk(epoch, part, parts, count // parts, held_out) for part in range(parts)]


def loss_of(logits: Logits, batch: Batch, smooth: float) -> Tensor:
    """What is to be made small."""
    device = logits.stance.device

    def on(values: NDArray[Any]) -> Tensor:
        return torch.from_numpy(values).to(device, non_blocking=True)

    def entropy(values: Tensor, labels: NDArray[np.int64]) -> Tensor:
        known = max(int((labels != NOT_KNOWN).sum()), 1)
        added = functional.cross_entropy(
            values.float(), on(labels), ignore_index=NOT_KNOWN, label_smoothing=smooth, reduction="sum"
        )
        return added / known

    which, at = on(batch.marks)
    wanted = on(batch.flags)
    known = (wanted >= 0).float()
    flags = functional.binary_cross_entropy_with_logits(
        logits.flags[:, 0].float(), wanted.clamp(min=0), weight=known, reduction="sum"
    ) / max(float((batch.flags >= 0).sum()), 1.0)
    return (
        entropy(logits.stance[which, at], batch.stances)
        + 0.5 * entropy(logits.verdict[:, 0], batch.verdicts)
        + 0.3 * flags
        + 0.2 * entropy(logits.tone[which, at], batch.tones)
    )


def apart(one: Logits, other: Logits, batch: Batch) -> Tensor:
    """How far two passes with other neurons left out are from each other, where something is to be said."""
    which, at = torch.from_numpy(batch.marks).to(one.stance.device)

    def both_ways(first: Tensor, second: Tensor) -> Tensor:
        a, b = functional.log_softmax(first.float(), -1), functional.log_softmax(second.float(), -1)
        return ((a.exp() - b.exp()) * (a - b)).sum(-1).mean()

    return both_ways(one.stance[which, at], other.stance[which, at]) + 0.5 * both_ways(
        one.verdict[:, 0], other.verdict[:, 0]
    )


class Average:
    """The weights of the last steps, averaged: steadier than those of the very last."""

    def __init__(self, model: Reader, decay: float) -> None:
        self.decay = decay
        self.weights = [p.detach().clone() for p in model.parameters()]
        self.steps = 0

    def follow(self, model: Reader) -> None:
        """Take one more step into account."""
        self.steps += 1
        keep = min(self.decay, self.steps / (self.steps + 9))
        torch._foreach_lerp_(self.weights, [p.detach() for p in model.parameters()], 1 - keep)

    def put_into(self, model: Reader) -> None:
        """Give the model the averaged weights."""
        with torch.no_grad():
            for p, mean in zip(model.parameters(), self.weights, strict=True):
                p.copy_(mean)


def train(args: argparse.Namespace) -> tuple[Reader, list[Example]]:
    """The trained encoder, and what was held out."""
    from safetensors.torch import load_file

    torch.manual_seed(args.seed)
    started = time.time()
    pool = multiprocessing.get_context("spawn").Pool(args.workers)

    def ordered(epoch: int) -> list[Any]:
        return [pool.apply_async(each.batches, (args,)) for each in chunks(epoch, args.per_epoch)]

    coming = ordered(0)
    held = [pool.apply_async(each.examples, (args,)) for each in chunks(999, args.held_out, held_out=True)]
    model = Reader(layers=args.layers, dropout=args.dropout)
    start_from(model, {name: value.float() for name, value in load_file(args.base).items()})
    model.to(args.device).train()
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters", flush=True)
    learned = list(model.named_parameters())
    plain = [p for name, p in learned if p.ndim < 2 or "norm" in name]
    heavy = [p for name, p in learned if not (p.ndim < 2 or "norm" in name)]
    groups = [{"params": heavy, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=args.rate, fused=args.device == "cuda")
    average = Average(model, args.average)
    rng = random.Random(args.seed)
    made = [batch for part in coming for batch in part.get()]
    print(f"{len(made)} batches in an epoch; the first took {time.time() - started:.0f} s to make", flush=True)
    total = args.epochs * len(made)
    warm = min(300, total // 10 + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda at: (at + 1) / warm if at < warm else max((total - at) / (total - warm), 0.0)
    )
    step = 0
    for epoch in range(args.epochs):
        coming = ordered(epoch + 1) if epoch + 1 < args.epochs else []
        rng.shuffle(made)
        for batch in made:
            rows = torch.from_numpy(batch.rows).to(args.device, non_blocking=True).long()
            with torch.autocast(args.device, torch.bfloat16, enabled=args.device == "cuda"):
                logits = model(torch.cat([rows, rows]) if args.alike else rows)
            if args.alike:  # read twice, with other neurons left out each time
                once, again = logits.parts(len(rows))
                loss = (loss_of(once, batch, args.smooth) + loss_of(again, batch, args.smooth)) / 2
                loss = loss + args.alike * apart(once, again, batch)
            else:
                loss = loss_of(logits, batch, args.smooth)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            average.follow(model)
            step += 1
            if step % 200 == 0:
                took = time.time() - started
                print(
                    f"epoch {epoch + 1}, step {step} of {total}, loss {float(loss.detach()):.4f}, {took:.0f} s",
                    flush=True,
                )
        waited = time.time()
        made = [batch for part in coming for batch in part.get()]
        print(f"epoch {epoch + 1} is over; {time.time() - waited:.1f} s of waiting for the next", flush=True)
    average.put_into(model)
    kept = [example for part in held for example in part.get()]
    pool.terminate()
    return model.eval(), kept


def quantised(model: Reader, args: argparse.Namespace) -> bytes:
    """The weights as they ship."""
    from export import build

    weights = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    made: bytes = build(weights, {"seed": str(args.seed)}).SerializeToString()
    return made


def read_quantised(model: bytes, examples: list[Example], threads: int) -> list[NDArray[np.float32]]:
    """What the quantised weights say of each example: of the moment as a whole, then of each option."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = threads, 3
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return [
        session.run(None, {"rows": example.rows.astype(np.int64), "marks": example.spoken})[0] for example in examples
    ]


def temperatures(said_of: list[NDArray[np.float32]], examples: list[Example]) -> dict[str, float]:
    """By which the values of each head are divided so that their probabilities hold."""
    found = {}
    stance = [(values[1:, :4], example.stances) for values, example in zip(said_of, examples, strict=True)]
    found["stance"] = _temperature(np.concatenate([v for v, _ in stance]), np.concatenate([y for _, y in stance]))
    verdict = [(values[:1, 4:7], [example.verdict]) for values, example in zip(said_of, examples, strict=True)]
    found["verdict"] = _temperature(np.concatenate([v for v, _ in verdict]), np.concatenate([y for _, y in verdict]))
    flags = np.concatenate([values[:1, 7:10] for values in said_of]).reshape(-1, 1)
    labels = np.array([example.flags for example in examples]).reshape(-1)
    both = np.concatenate([np.zeros_like(flags), flags], axis=1)
    found["flags"] = _temperature(both, np.where(labels < 0, NOT_KNOWN, labels))
    return found


def _temperature(values: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    known = labels != NOT_KNOWN
    values, labels = values[known].astype(np.float64), labels[known]
    if not len(labels):
        return 1.0

    def surprise(heat: float) -> float:
        scaled = values / heat
        scaled -= scaled.max(axis=1, keepdims=True)
        log = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        return float(-log[np.arange(len(labels)), labels].mean())

    return min((heat / 50 for heat in range(20, 300)), key=surprise)


def scores(said_of: list[NDArray[np.float32]], examples: list[Example]) -> dict[str, dict[str, float]]:
    """By source: how often all options, the verdict and the flags are read right."""
    found: dict[str, list[tuple[bool, bool, bool]]] = {}
    for values, example in zip(said_of, examples, strict=True):
        read = values[1:, :4].argmax(axis=1)
        options = bool(((read == example.stances) | (example.stances == NOT_KNOWN)).all())
        verdict = example.verdict in (NOT_KNOWN, values[0, 4:7].argmax())
        flags = all(flag < 0 or flag == (value > 0) for flag, value in zip(example.flags, values[0, 7:10], strict=True))
        found.setdefault(example.source, []).append((options, bool(verdict), flags))
    names = ("options", "verdict", "flags")
    shown = {
        source: dict(zip(names, np.mean(rows, axis=0).round(4).tolist(), strict=True)) for source, rows in found.items()
    }
    for source, rows in found.items():
        shown[source]["all"] = round(float(np.mean([a and b for a, b, _ in rows])), 4)
        shown[source]["count"] = len(rows)
    return shown


def read_plain(model: Reader, examples: list[Example], device: str) -> list[NDArray[np.float32]]:
    """The same, by the weights before quantising."""
    found: list[NDArray[np.float32]] = []
    with torch.no_grad():
        for at in range(0, len(examples), 256):
            cut = examples[at : at + 256]
            logits = model(torch.from_numpy(stacked(cut).rows).to(device).long())
            joint = torch.cat([logits.stance, logits.verdict, logits.flags], dim=-1).float().cpu().numpy()
            found += [row[example.spoken] for row, example in zip(joint, cut, strict=True)]
    return found


def main() -> None:
    """Train, quantise, calibrate, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True, help="all-MiniLM-L6-v2 as safetensors")
    parser.add_argument("--tokenizer", required=True, help="its tokenizer.json")
    parser.add_argument("--human", type=Path, help="the folder with dialogues-train.jsonl.gz and targets.jsonl.gz")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--per-epoch", type=int, default=260_000, help="made-up moments in an epoch")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--smooth", type=float, default=0.02)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--alike", type=float, default=0.0, help="how much two passes are held to say the same")
    parser.add_argument("--average", type=float, default=0.999, help="how much of the averaged weights a step keeps")
    parser.add_argument("--held-out", type=int, default=20_000, help="made-up moments kept for calibration")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    started = time.time()
    model, held = train(args)
    write(model, held, args, round(time.time() - started))


def write(model: Reader, held: list[Example], args: argparse.Namespace, seconds: int) -> None:
    """Quantise, calibrate and write what was trained."""
    from safetensors.torch import save_file

    args.out.mkdir(parents=True, exist_ok=True)
    model_bytes = quantised(model, args)
    sample = random.Random(1).sample(held, min(len(held), SAMPLE))
    said_of = read_quantised(model_bytes, sample, max(args.workers, 1))
    report = {
        "arguments": {name: str(value) for name, value in vars(args).items()},
        "seconds": seconds,
        "temperatures": temperatures(said_of, sample),
        "held out, quantised": scores(said_of, sample),
        "held out, plain": scores(read_plain(model, sample, args.device), sample),
    }
    (args.out / "report.json").write_text(json.dumps(report, indent=1))
    print(json.dumps(report), flush=True)
    for number, at in enumerate(range(0, len(model_bytes), PART)):
        (args.out / f"reader.onnx.{number}").write_bytes(model_bytes[at : at + PART])
    save_file({n: v.detach().half().cpu() for n, v in model.state_dict().items()}, args.out / WEIGHTS)


if __name__ == "__main__":
    main()
