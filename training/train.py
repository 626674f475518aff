"""Train the reader: one command, one GPU, a few minutes.

    python training/train.py --base base.safetensors --tokenizer tokenizer.json --human HUMAN --out made

Every epoch draws made-up moments afresh and goes through people's words once. At the end the weights are quantised, and
temperatures are fitted on what was held out, with the quantised weights themselves. ``--out`` receives ``reader.onnx``
(what ships, in parts of at most 15 MiB), ``checkpoint`` (the same before quantising) and ``report.json``.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from model import FLAGS, STANCES, TONES, VERDICTS, Logits, Reader, start_from  # noqa: E402
from moments import Moment  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from recipe import made_up, said  # noqa: E402
from torch import Tensor  # noqa: E402
from torch.nn import functional  # noqa: E402

from penchant.mind.learned.inputs import Ints, sequence  # noqa: E402

NOT_KNOWN = -100
PART = 15 * 2**20


@dataclass(frozen=True, slots=True)
class Example:
    """One moment in numbers, with its labels."""

    rows: Ints
    marks: Ints
    stances: NDArray[np.int64]
    tones: NDArray[np.int64]
    verdict: int
    flags: tuple[int, int, int]
    source: str


@cache
def pieces(path: str) -> Any:
    """The cutter of texts; one for each process."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    cut = cache(lambda text: tokenizer.encode(text, add_special_tokens=False).ids)
    return lambda text, once=False: tokenizer.encode(text, add_special_tokens=False).ids if once else cut(text)


def encoded(moments: Iterable[Moment], tokenizer: str) -> list[Example]:
    """The moments in numbers."""
    cut = pieces(tokenizer)
    found = []
    for moment in moments:
        options = [cut(name) for name in moment.options]
        done = [name in moment.acted for name in moment.options]
        made = sequence(cut(moment.words, True), cut(moment.before, True) if moment.before else [], options, done)
        stances, tones = [NOT_KNOWN] * len(options), [NOT_KNOWN] * len(options)
        if moment.tones is not None:
            tones = [TONES.index(moment.tones.get(name, "nothing")) for name in moment.options]
        else:
            stances = [
                NOT_KNOWN if name in moment.unknown else STANCES.index(moment.stances.get(name, "nothing"))
                for name in moment.options
            ]
        known = moment.verdict is not None and bool(moment.acted)
        flags = (-1, -1, -1) if moment.flags is None else tuple(int(flag in moment.flags) for flag in FLAGS)
        found.append(
            Example(
                made.rows.astype(np.int32),  # type: ignore[arg-type]
                made.marks,
                np.array(stances),
                np.array(tones),
                VERDICTS.index(moment.verdict or "unclear") if known else NOT_KNOWN,
                flags,  # type: ignore[arg-type]
                moment.source,
            )
        )
    return found


def _chunk(seed: int, tokenizer: str, count: int, held_out: bool) -> list[Example]:
    return encoded(made_up(seed, count, held_out=held_out), tokenizer)


def _people(seed: int, tokenizer: str, folder: Path | None, held_out: bool) -> list[Example]:
    return encoded(said(folder, seed, held_out=held_out), tokenizer)


class Kitchen:
    """Makes the examples of an epoch, in other processes."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.pool = multiprocessing.get_context("spawn").Pool(args.workers) if args.workers > 1 else None

    def epoch(self, number: int, count: int, *, held_out: bool = False, people: bool = True) -> Iterator[Any]:
        """Lists of examples to come; ask each of them with ``get``."""
        args = self.args
        each = max(count // (args.workers * 4), 1)
        jobs = [
            partial(_chunk, args.seed * 1_000_003 + number * 10_007 + at, args.tokenizer, each, held_out)
            for at in range(max(count // each, 1))
        ]
        if people:
            jobs.append(partial(_people, args.seed * 7919 + number, args.tokenizer, args.human, held_out))
        return [self.pool.apply_async(job) if self.pool else _Now(job) for job in jobs]  # type: ignore[return-value]


class _Now:
    def __init__(self, job: Any) -> None:
        self.get = job


def gathered(coming: Any) -> list[Example]:
    """All of them, once they are there."""
    return [example for part in coming for example in part.get()]


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples filled up to one length, on the device."""

    rows: Tensor
    marks: tuple[Tensor, Tensor]
    stances: Tensor
    tones: Tensor
    verdicts: Tensor
    flags: Tensor


def batches(examples: list[Example], size: int, rng: random.Random) -> list[list[Example]]:
    """In random order, with neighbours of like length."""
    order = sorted(examples, key=lambda example: example.rows.shape[1] + rng.random() * 12)
    cut = [order[at : at + size] for at in range(0, len(order), size)]
    rng.shuffle(cut)
    return cut


def stacked(examples: list[Example], device: str) -> Batch:
    """One batch."""
    length = -(-max(example.rows.shape[1] for example in examples) // 8) * 8
    rows = np.zeros((len(examples), 4, length), dtype=np.int64)
    for at, example in enumerate(examples):
        rows[at, :, : example.rows.shape[1]] = example.rows
    which = np.concatenate([np.full(len(example.marks), at) for at, example in enumerate(examples)])

    def on(values: Any, dtype: torch.dtype = torch.int64) -> Tensor:
        return torch.as_tensor(np.asarray(values), dtype=dtype).to(device, non_blocking=True)

    return Batch(
        on(rows),
        (on(which), on(np.concatenate([example.marks for example in examples]))),
        on(np.concatenate([example.stances for example in examples])),
        on(np.concatenate([example.tones for example in examples])),
        on([example.verdict for example in examples]),
        on([example.flags for example in examples], torch.float32),
    )


def loss_of(logits: Logits, batch: Batch, smooth: float) -> Tensor:
    """What is to be made small."""

    def entropy(values: Tensor, labels: Tensor) -> Tensor:
        if not bool((labels != NOT_KNOWN).any()):
            return values.sum() * 0
        return functional.cross_entropy(values.float(), labels, ignore_index=NOT_KNOWN, label_smoothing=smooth)

    known = (batch.flags >= 0).float()
    flags = functional.binary_cross_entropy_with_logits(
        logits.flags[:, 0].float(), batch.flags.clamp(min=0), weight=known, reduction="sum"
    ) / known.sum().clamp(min=1)
    return (
        entropy(logits.stance[batch.marks], batch.stances)
        + 0.5 * entropy(logits.verdict[:, 0], batch.verdicts)
        + 0.3 * flags
        + 0.2 * entropy(logits.tone[batch.marks], batch.tones)
    )


def train(args: argparse.Namespace) -> tuple[Reader, list[Example]]:
    """The trained encoder, and what was held out."""
    from safetensors.torch import load_file

    torch.manual_seed(args.seed)
    kitchen = Kitchen(args)
    coming = kitchen.epoch(0, args.per_epoch)
    held = kitchen.epoch(999, args.per_epoch // 20 + 64, held_out=True)
    model = Reader(layers=args.layers, dropout=args.dropout)
    start_from(model, {name: value.float() for name, value in load_file(args.base).items()})
    model.to(args.device).train()
    if args.freeze:
        model.piece.weight.requires_grad_(False)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters", flush=True)
    learned = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    plain = [p for name, p in learned if p.ndim < 2 or "norm" in name]
    heavy = [p for name, p in learned if not (p.ndim < 2 or "norm" in name)]
    groups = [{"params": heavy, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=args.rate, fused=args.device == "cuda")
    rng = random.Random(args.seed)
    started = time.time()
    examples = gathered(coming)
    print(f"{len(examples):,} moments in an epoch; the first took {time.time() - started:.0f} s to make", flush=True)
    total = args.epochs * -(-len(examples) // args.batch)
    warm = min(300, total // 10 + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda at: (at + 1) / warm if at < warm else max((total - at) / (total - warm), 0.0)
    )
    step = 0
    for epoch in range(args.epochs):
        coming = kitchen.epoch(epoch + 1, args.per_epoch) if epoch + 1 < args.epochs else []
        shown, sums = time.time(), 0.0
        for number, cut in enumerate(batches(examples, args.batch, rng), start=1):
            batch = stacked(cut, args.device)
            with torch.autocast(args.device, torch.bfloat16, enabled=args.device == "cuda"):
                logits = model(batch.rows)
            loss = loss_of(logits, batch, args.smooth)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            step += 1
            if number % 100 == 0:
                sums = float(loss)
                print(
                    f"epoch {epoch + 1}, step {step} of {total}, loss {sums:.4f}, {time.time() - shown:.0f} s",
                    flush=True,
                )
        if coming:
            examples = gathered(coming)
    return model.eval(), gathered(held)


def quantised(model: Reader, args: argparse.Namespace) -> bytes:
    """The weights as they ship."""
    from export import build

    weights = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    made: bytes = build(weights, {"seed": str(args.seed)}).SerializeToString()
    return made


def read_quantised(model: bytes, examples: list[Example], threads: int) -> list[NDArray[np.float32]]:
    """What the quantised weights say of each example, for every piece."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = threads, 3
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return [session.run(None, {"rows": example.rows.astype(np.int64)})[0] for example in examples]


def temperatures(said_of: list[NDArray[np.float32]], examples: list[Example]) -> dict[str, float]:
    """By which the values of each head are divided so that their probabilities hold."""
    found = {}
    stance = [(values[example.marks, :4], example.stances) for values, example in zip(said_of, examples, strict=True)]
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
        read = values[example.marks, :4].argmax(axis=1)
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
            logits = model(stacked(cut, device).rows)
            joint = torch.cat([logits.stance, logits.verdict, logits.flags], dim=-1).float().cpu().numpy()
            found += [row[: example.rows.shape[1]] for row, example in zip(joint, cut, strict=True)]
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
    parser.add_argument("--freeze", action="store_true", help="keep the word pieces of the base as they are")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    started = time.time()
    model, held = train(args)
    took = time.time() - started
    args.out.mkdir(parents=True, exist_ok=True)
    model_bytes = quantised(model, args)
    sample = random.Random(1).sample(held, min(len(held), 6000))
    said_of = read_quantised(model_bytes, sample, max(args.workers, 1))
    report = {
        "arguments": {name: str(value) for name, value in vars(args).items()},
        "seconds": round(took),
        "temperatures": temperatures(said_of, sample),
        "held out, quantised": scores(said_of, sample),
        "held out, plain": scores(read_plain(model, sample, args.device), sample),
    }
    (args.out / "report.json").write_text(json.dumps(report, indent=1))
    print(json.dumps(report, indent=1), flush=True)
    _write(args.out, "reader.onnx", model_bytes)
    half = {n: v.detach().half().cpu().numpy() for n, v in model.state_dict().items() if n != "piece.weight"}
    from safetensors.numpy import save

    _write(args.out, "checkpoint", save(half))


def _write(folder: Path, name: str, content: bytes) -> None:
    for number, at in enumerate(range(0, len(content), PART)):
        (folder / f"{name}.{number}").write_bytes(content[at : at + PART])


if __name__ == "__main__":
    main()
