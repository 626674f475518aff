r"""Train the encoder: every head at once, on one GPU or on a few cores; it goes on where it was stopped.

    python training/train.py --base BASE --human HUMAN --data EVERYDAY --data training/everyday --out made
    python training/train.py ... --start src/penchant/mind/learned/weights/encoder.onnx --rounds 4 --out made

``BASE`` is the folder of all-MiniLM-L6-v2 (`model.safetensors`, `tokenizer.json`), whose vectors one head learns to
give. Without ``--start`` its layers are where training starts. ``--hold`` names hands (files that begin so) from
which nothing is learned. The batches of a round are made beside the training and kept in ``--out``, as is the state
after each. ``--out`` receives ``encoder.onnx`` (what ships) and ``report.json``.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from everyday_data import files_of, notes_of, stories_of  # noqa: E402
from examples import NOT_KNOWN, Example, encoded  # noqa: E402
from fitting import written  # noqa: E402
from model import HEADS_OF, Encoder, based, go_on_from  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pools import Batch, Judgements, batches, exams, loss_of, marked, moments, scores_of, texts, vectors_of  # noqa: E402
from recipe import made_up, said  # noqa: E402
from tags import Marked, Variety, in_numbers, read_folder  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from penchant.mind.learned.weights import MODEL  # noqa: E402

HERE = Path(__file__).parent
SAMPLE = 6_000
"""Moments held out that are read to fit the temperatures."""


@dataclass(frozen=True, slots=True)
class Data:
    """All that is learned from, but for what is made up."""

    tokenizer: Tokenizer
    messages: list[Marked]
    held: list[Marked]
    talk: list[str]
    texts: list[str]
    held_texts: list[str]
    stories: list[dict[str, Any]]
    held_stories: list[dict[str, Any]]
    judged: Judgements

    @classmethod
    def read(cls, args: argparse.Namespace) -> Data:
        """The files, without what is held back."""
        tokenizer = Tokenizer.from_file(str(args.base / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        held = read_folder(HERE / "talk", args.hold) if args.hold else []
        known = {one.text for one in held}
        messages = [one for one in read_folder(HERE / "talk", [""]) if one.text not in known]
        blocks = [block for hand, found in files_of(args.data).items() if hand not in args.hold for block in found]
        notes = [note for found in notes_of(args.data, args.hold or ["-"])[0] for note in found]
        answers = [found for name, found in written(HERE / "answers").items() if not name.startswith("w2")]
        found = {one.text for one in messages} | {text for block in blocks for text in (block.said, block.asked)}
        found |= {
            text for block in blocks for request, options in block.now for text in (request, *dict(options).values())
        }
        found |= {note.text for note in notes} | {note.saying.words for note in notes}
        paths = sorted(path for folder in args.data for path in folder.glob("errands-*.jsonl*"))
        back = [path.name.startswith(tuple(args.hold or ["-"])) for path in paths]
        stories = [story for path, kept in zip(paths, back, strict=True) if not kept for story in stories_of(path)]
        held_stories = [story for path, kept in zip(paths, back, strict=True) if kept for story in stories_of(path)]
        found |= texts_of(stories)
        judged = Judgements(blocks, answers, notes, tokenizer)
        chatter = (HERE / "requests" / "chatter.txt").read_text("utf-8").splitlines()
        named = sorted(text for text in found if text.strip())
        return cls(
            tokenizer, messages, held, chatter, named, sorted(texts_of(held_stories)), stories, held_stories, judged
        )


def texts_of(stories: Sequence[dict[str, Any]]) -> set[str]:
    """All that is said and offered in stories."""
    steps = [step for story in stories for step in story["steps"]]
    found = {text for step in steps for text in (*step.get("options", ()), step.get("text", ""))}
    found |= {str(step[key]) for step in steps for key in ("words", "answer", "praise", "correction") if key in step}
    return {text for text in found if text.strip()}


def opened(model: bytes, threads: int) -> Any:
    """A graph, ready to be run."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = threads, 3
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


_kept: list[Data] = []
"""What a process has read, for all rounds that it makes."""


def _read(args: argparse.Namespace) -> Data:
    if not _kept:
        _kept.append(Data.read(args))
    return _kept[0]


def make_round(args: argparse.Namespace, number: int) -> Path:
    """The batches of one round, made once and kept."""
    path: Path = args.out / f"round-{number}.pt"
    if not path.exists():
        torch.set_num_threads(1)
        data, rng = _read(args), random.Random(f"{args.seed}/{number}")
        tokenizer = str(args.base / "tokenizer.json")
        variety = Variety(data.messages, data.talk)
        talk = [*data.messages, *map(Marked, data.talk)] * int(args.messages)
        talk += rng.sample(data.messages, round(len(data.messages) * (args.messages % 1)))
        made = batches(
            "moments", moments(args.seed * 97 + number, args.moments, args.people, args.human, tokenizer), rng
        )
        made += batches("marked", marked(talk, variety, data.tokenizer, rng), rng)
        made += batches("judged", data.judged.drawn(args.judged, rng), rng)
        made += exams(rng.sample(data.stories, min(args.stories, len(data.stories))), data.tokenizer, rng)
        sample = rng.sample(data.texts, min(args.texts, len(data.texts)))
        made += batches("vectors", texts(sample, data.tokenizer), rng)
        rng.shuffle(made)
        part = path.with_suffix(".part")
        torch.save(made, part)
        part.rename(path)
    return path


def train(args: argparse.Namespace) -> Encoder:
    """The trained encoder: the mean of its weights over the last third of the steps."""
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    pool = multiprocessing.get_context("spawn").Pool(args.workers)
    state = args.out / "state.pt"
    kept = torch.load(state, weights_only=True) if state.exists() else None
    first = kept["round"] if kept else 0
    coming = {number: pool.apply_async(make_round, (args, number)) for number in range(first, args.rounds)}
    data = Data.read(args)
    model = based(args.base)
    if args.start is not None:
        go_on_from(model, args.start)
    model.to(args.device).train()
    base = based(args.base).to(args.device).eval()
    model.piece.weight.requires_grad_(args.pieces)
    heavy = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim < 2]
    groups = [{"params": heavy, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=args.rate, fused=args.device == "cuda")
    mean: dict[str, Tensor] = {}
    spent = 0.0
    if kept:
        model.load_state_dict(kept["model"])
        optimiser.load_state_dict(kept["optimiser"])
        spent, mean = kept["seconds"], kept["mean"]
        print(f"going on after round {first}", flush=True)
    started = time.time() - spent
    for number in range(first, args.rounds):
        if args.minutes and time.time() - started > args.minutes * 60:
            break
        path = coming[number].get()
        made: list[Batch] = torch.load(path, weights_only=False)
        path.unlink()
        lost: dict[str, list[Tensor]] = {}
        for step, batch in enumerate(made):
            done = (number + step / len(made)) / args.rounds
            if args.minutes:
                done = min(max(done, (time.time() - started) / args.minutes / 60), 1.0)
            for group in optimiser.param_groups:
                group["lr"] = args.rate * min(1.0, (done * 30) + 0.02) * max(1 - done, 0.02)
            with torch.autocast(args.device, torch.bfloat16):
                loss = loss_of(model, batch.to(args.device), base)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            lost.setdefault(batch.task, []).append(loss.detach())
            if done > 0.67 and step % 5 == 0:
                for name, value in model.state_dict().items():
                    mean.setdefault(name, value.detach().clone()).lerp_(value, 0.02)
        means = {name: round(float(torch.stack(values).mean()), 3) for name, values in lost.items()}
        print(f"round {number + 1}, {len(made)} steps: {means}, {time.time() - started:.0f} s", flush=True)
        if (number + 1) % args.every:
            continue
        kept = {"model": model.state_dict(), "optimiser": optimiser.state_dict(), "mean": mean}
        kept |= {"round": number + 1, "seconds": time.time() - started}
        torch.save(kept, state.with_suffix(".part"))
        state.with_suffix(".part").rename(state)
        print(f"round {number + 1}: {measured(model, base, data, args.device)}", flush=True)
    pool.terminate()
    model.load_state_dict(mean or model.state_dict())
    print(f"the mean: {measured(model, base, data, args.device)}", flush=True)
    return model.eval()


@torch.no_grad()
def measured(model: Encoder, base: Encoder, data: Data, device: str) -> str:
    """What is reached on what is held out: whole stretches, forced choices and answers, and vectors."""
    model.eval()
    held, tokenizer = data.held, data.tokenizer
    right = found = there = quiet = near = 0
    for one in held:
        tagged = in_numbers(one, tokenizer)
        states = model(torch.from_numpy(tagged.rows)[None].to(device))[0, torch.from_numpy(tagged.speaks)]
        ours = set(_stretches(model.say("tags", states).argmax(-1).tolist()))
        theirs = set(_stretches(tagged.labels))
        right += len(ours & theirs)
        near += sum(any(a[2] == b[2] and a[0] < b[1] and b[0] < a[1] for a in ours) for b in theirs)
        found += len(ours)
        there += len(theirs)
        quiet += bool(ours) and not theirs
    forced, taught, alike = list[Tensor](), list[Tensor](), list[Tensor]()
    for batch in exams(data.held_stories, tokenizer, random.Random(5)):
        moved = batch.to(device)
        score = scores_of(model, model(moved.rows)[moved.speaks[0], moved.speaks[1]], moved.said)
        best = score.masked_fill(~moved.said["offered"], -1e4).argmax(1, keepdim=True)
        won, fits = moved.said["right"].gather(1, best)[:, 0], moved.said["right"][:, :-2].sum(1) > 0
        teaching = moved.said["teaching"]
        forced.append(won[fits & ~teaching])
        taught.append(won[fits & teaching])
    for batch in batches("vectors", texts(data.held_texts[:3_000], tokenizer), random.Random(5)):
        moved = batch.to(device)
        vector = nn.functional.normalize(model.say("vector", model(moved.rows)[:, 0]), dim=-1)
        alike.append((vector * vectors_of(base, moved.rows)).sum(-1))
    model.train()
    means = [float(torch.cat(each).mean()) if each else 0.0 for each in (forced, taught, alike)]
    exact = f"precision {right / max(found, 1):.3f} recall {right / max(there, 1):.3f}"
    others = "forced {:.3f} answers {:.3f} vectors {:.3f}".format(*means)
    return f"{exact} about there {near / max(there, 1):.3f} false alarms {quiet} of {len(held)} held back; {others}"


def _stretches(labels: list[int]) -> list[tuple[int, int, int]]:
    made, at = [], 0
    while at < len(labels):
        first, kind = at, (labels[at] + 1) // 2
        at += 1
        if labels[first]:
            while at < len(labels) and labels[at] and (labels[at] + 1) // 2 == kind and labels[at] % 2 == 0:
                at += 1
            made.append((first, at, kind))
    return made


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


def main() -> None:
    """Train, quantise, calibrate, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="the folder of all-MiniLM-L6-v2")
    parser.add_argument("--human", type=Path, help="the folder with dialogues-train.jsonl.gz")
    parser.add_argument("--data", type=Path, action="append", default=[], help="folders with blocks, stories and lives")
    parser.add_argument("--start", type=Path, help="an encoder that ships, to go on from")
    parser.add_argument("--hold", action="append", default=[], help="how files begin that are held back")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=160)
    parser.add_argument("--minutes", type=float, default=0.0, help="end after so many, whatever is left; 0: never")
    parser.add_argument("--every", type=int, default=8, help="rounds between two states that are kept")
    parser.add_argument("--moments", type=int, default=24_000, help="made-up moments in a round")
    parser.add_argument("--people", type=int, default=4_000, help="moments of people in a round")
    parser.add_argument("--messages", type=float, default=0.2, help="how often each marked message is read in a round")
    parser.add_argument("--judged", type=int, default=14_000, help="sayings held against an option in a round")
    parser.add_argument("--stories", type=int, default=110, help="stories in a round whose exams are taken")
    parser.add_argument("--texts", type=int, default=14_000, help="texts in a round whose vectors are given")
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--workers", type=int, default=2, help="processes that make batches")
    parser.add_argument("--pieces", action="store_true", help="let the embeddings of word pieces change")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    started = time.time()
    model = train(args)
    from export import build

    weights = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    graph: bytes = build(weights, {"seed": str(args.seed)}, list(HEADS_OF)).SerializeToString()
    (args.out / MODEL).write_bytes(graph)
    tokenizer = str(args.base / "tokenizer.json")
    kept = [*made_up(999, SAMPLE * 2 // 3, held_out=True), *said(args.human, 999, held_out=True)]
    sample = random.Random(1).sample(encoded(kept, tokenizer), min(len(kept), SAMPLE))
    session = opened(graph, 2)
    read = [session.run(["said"], {"rows": one.rows.astype(np.int64), "marks": one.spoken})[0] for one in sample]
    settings = {name: str(value) for name, value in vars(args).items() if not isinstance(value, Path | list)}
    report = {
        "arguments": settings,
        "seconds": round(time.time() - started),
        "temperatures": temperatures(read, sample),
        "read": scores(read, sample),
    }
    (args.out / "report.json").write_text(json.dumps(report, indent=1))
    print(json.dumps(report), flush=True)


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


if __name__ == "__main__":
    main()
