r"""Train the judge of options: does what was said speak for an option, against it, or not at all? One command, one GPU.

    python training/train_fits.py --base base.safetensors --tokenizer tokenizer.json --alone \
        --data training/everyday --data EVERYDAY --rows training/answers --hold fits-5 --hold W09 \
        --test errands-dev --test errands-S02 --hold-lives lives-dev --exams 0.3 --exams-at-once 32 \
        --epochs 7 --rate 2e-4 --dropout 0.2 --answers 5000 --notes 16000 --out made

``--data`` are folders with blocks, pairs, stories and lives (`training/everyday_data.py`); hands named by ``--hold``
are kept out of training and judged at the end, as are stories of ``--test`` files and lives of ``--hold-lives``.
``--rows`` has rows about whole answers (`training/fitting.py`). ``--base`` has the layers of all-MiniLM-L6-v2 and the
embeddings of word pieces of the reader (``piece.q``, ``piece.s``), which stay as they are. ``--out`` receives two parts
of the weights, of which `training/ship.py --judge` makes what ships, and ``report.json``.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from everyday_data import (  # noqa: E402
    Block,
    Exam,
    Note,
    Pairing,
    exams_of,
    files_of,
    note_of,
    notes_of,
    pairing,
    stories_of,
)
from fitting import Judged, contrasts, drawn, lists_of, written  # noqa: E402
from model import WIDTH, Reader, go_on_from, start_layers  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from penchant.domain import Saying  # noqa: E402
from penchant.mind.learned.inputs import (  # noqa: E402
    ANSWER_READ,
    BEFORE_READ,
    CLS,
    MARK,
    OPTION_READ,
    PLACES,
    SAYING_READ,
    SEP,
    Sequences,
    alone,
    saying_pieces,
    sequence,
)

LONG_POSITIONS = SAYING_READ + BEFORE_READ + ANSWER_READ + 4
UNITS = 10
"""So many sayings of a story, the last ones, are read for an exam."""


class FitsJudge(Reader):
    """The encoder with three values an option (silent, for, against), and three of the whole.

    These say whether a saying bears on a request, whether it ends what was said before on it, and whether one sentence
    replaces another.
    """

    def __init__(self, layers: int, dropout: float) -> None:
        super().__init__(layers, dropout)
        self.position = nn.Embedding(LONG_POSITIONS, WIDTH)
        self.fit = nn.Linear(WIDTH, 3)
        self.bears = nn.Linear(WIDTH, 3)
        self.scale = nn.Parameter(torch.tensor([3.0, 4.0, 1.0, 1.0, 2.5, -1.0, 1.0]))
        with torch.no_grad():
            self.bears.bias[1] = -3.0

    def values(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Three values for every piece, of which those at the marks mean something; two for every row."""
        states = self.states(rows)
        return self.fit(states), self.bears(states[:, 0])


def in_a_row(words: Sequence[int], request: Sequence[int], options: Sequence[Sequence[int]], read: int) -> Sequences:
    """A saying, a request and all options, one behind the other."""
    pieces = [CLS, *words, SEP, *request[-BEFORE_READ:], SEP]
    second, marks = len(pieces), []
    for option in options:
        marks.append(len(pieces))
        pieces += [MARK, *option[:read]]
    rows = np.zeros((4, len(pieces)), dtype=np.int64)
    rows[0], rows[1] = pieces, np.minimum(np.arange(len(pieces)), LONG_POSITIONS - 1)
    rows[2, second:] = 2
    return Sequences(rows, np.array(marks, dtype=np.int64))


class Cutter:
    """Texts as numbers; each text is cut once."""

    def __init__(self, path: str, alone: bool, row: bool = False) -> None:
        from tokenizers import Tokenizer

        self.alone, self.row = alone, row
        self.tokenizer = Tokenizer.from_file(path)
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self._known: dict[str, list[int]] = {}

    def cut(self, text: str) -> list[int]:
        """The numbers of the word pieces of a text."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = list(self.tokenizer.encode(text, add_special_tokens=False).ids)
        return found

    def sequences(
        self, saying: Saying, request: str, options: Sequence[str], rng: random.Random | None, read: int = OPTION_READ
    ) -> list[Sequences]:
        """A saying and a request with all options in one sequence, or with each option in one of its own."""
        words, asked = saying_pieces(saying, self.cut), self.cut(request)
        cut = [self.cut(option) for option in options]
        if self.alone:
            return [alone(words, asked, option, read) for option in cut]
        if self.row:
            return [in_a_row(words, asked, cut, read)]
        made = sequence(words, asked, cut, [False] * len(cut), option_read=read, words_read=SAYING_READ)
        if rng is not None:  # no place in the list means anything
            places = [0, *rng.sample(range(1, PLACES - 1), PLACES - 2)]
            made.rows[3] = np.array(places)[np.minimum(made.rows[3], PLACES - 2)]
        return [made]


def packed(items: Sequence[Sequence[Sequences]], most: int = 0) -> tuple[Any, Any, Any]:
    """Sequences as one array of rows; for every item and option its row, and its place there (-1: there is none)."""
    made = [each for item in items for each in item]
    length = -(-max(each.rows.shape[1] for each in made) // 8) * 8
    rows = np.zeros((len(made), 4, length), dtype=np.int16)
    for at, each in enumerate(made):
        rows[at, :, : each.rows.shape[1]] = each.rows
    most = max(most, max(sum(len(each.marks) for each in item) for item in items))
    row, mark = np.zeros((len(items), most), dtype=np.int64), np.full((len(items), most), -1, dtype=np.int64)
    at = 0
    for number, item in enumerate(items):
        places = [(at + k, int(m)) for k, each in enumerate(item) for m in each.marks]
        row[number] = at
        row[number, : len(places)] = [r for r, _ in places]
        mark[number, : len(places)] = [m for _, m in places]
        at += len(item)
    return rows, row, mark


def pair_batches(pairings: list[Pairing], cutter: Cutter, size: int, rng: random.Random | None) -> list[Any]:
    """Batches of labelled options."""
    made = [(cutter.sequences(one.saying, one.request, one.options, rng), one) for one in pairings]
    jitter = random.Random(len(made))
    made.sort(key=lambda pair: pair[0][0].rows.shape[1] + jitter.random() * 20)
    found = []
    for first in range(0, len(made), size):
        part = made[first : first + size]
        rows, row, marks = packed([each for each, _ in part])
        labels = np.full(marks.shape, -100, dtype=np.int64)
        for at, (_, one) in enumerate(part):
            labels[at, : len(one.labels)] = one.labels
        found.append(("pairs", rows, row, marks, labels))
    return found


def note_batches(notes: list[Note], cutter: Cutter, size: int) -> list[Any]:
    """Batches of a sentence beside a task, or beside an earlier sentence."""
    made = [(alone(saying_pieces(one.saying, cutter.cut), cutter.cut(one.text), (), 0), one) for one in notes]
    found = []
    for first in range(0, len(made), size):
        part = made[first : first + size]
        rows, row, marks = packed([[each] for each, _ in part])
        which = np.array([one.value for _, one in part], dtype=np.int64)
        label = np.array([one.label for _, one in part], dtype=np.float32)
        found.append(("notes", rows, row, marks, which, label))
    return found


def exam_batches(exams: list[Exam], cutter: Cutter, size: int, rng: random.Random | None) -> list[Any]:
    """Batches of exams: a row a saying, and which rows belong to which exam, the oldest first."""
    order = list(exams)
    if rng is not None:
        rng.shuffle(order)
    found = []
    for first in range(0, len(order), size):
        part = order[first : first + size]
        made: list[list[Sequences]] = []
        which = np.full((len(part), UNITS), -1, dtype=np.int64)
        most = max(len(one.options) for one in part)
        right, there = np.zeros((len(part), most + 2), dtype=np.float32), np.zeros((len(part), most), dtype=bool)
        teaching = np.array([one.teaching for one in part])
        for at, one in enumerate(part):
            options = list(one.options)
            if rng is not None:
                rng.shuffle(options)
            for unit, saying in enumerate(one.sayings[-UNITS:]):
                which[at, unit] = len(made)
                made.append(cutter.sequences(saying, one.request, options, rng))
            there[at, : len(options)] = True
            right[at, : len(options)] = [name in one.right for name in options]
            if one.known and not one.right:
                right[at, most] = 1
            elif not one.known:
                right[at, most + 1] = 1
        rows, row, marks = packed(made, most)
        found.append(("exams", rows, row, marks, which, right, there, teaching))
    return found


def answer_batches(examples: list[Judged], cutter: Cutter, size: int, rng: random.Random | None) -> list[Any]:
    """Batches of whole answers, one of which fits best."""
    found = []
    for first in range(0, len(examples), size):
        part = examples[first : first + size]
        made = [cutter.sequences(Saying(o.said), o.question, o.answers, rng, ANSWER_READ) for o in part]
        rows, row, marks = packed(made)
        share = np.zeros(marks.shape, dtype=np.float32)
        for at, one in enumerate(part):
            share[at, : len(one.shares)] = one.shares
        found.append(("answers", rows, row, marks, share))
    return found


def epoch_of(
    files: dict[str, list[Block]],
    stories: list[dict[str, Any]],
    rows: list[Any],
    notes: list[list[Note]],
    args: argparse.Namespace,
    seed: int,
) -> list[Any]:
    """One process's part of an epoch."""
    rng = random.Random(seed)
    cutter = Cutter(args.tokenizer, args.alone, args.row)
    blocks = [block for found in files.values() for block in found]
    share = len(blocks) // args.workers + 1
    pairings = []
    for block in rng.choices(blocks, k=share * args.draws):
        pairings.append(pairing(block, rng))
        if rng.random() < args.aside:
            pairings.append(pairing(rng.choice(blocks), rng, block))
    exams = [one for story in rng.choices(stories, k=len(stories) // args.workers + 1) for one in exams_of(story, rng)]
    lines = contrasts()
    answers = drawn(rows, lines, seed, args.answers // args.workers, (0.6, 0.4, 0.0))
    every = [note for found in notes for note in found]
    drawn_notes = rng.choices(every, k=args.notes // args.workers) if every else []
    bearing = [note_of(block, rng) for block in rng.choices(blocks, k=args.notes // args.workers)]
    return [
        *note_batches(drawn_notes + bearing, cutter, 4 * args.batch),
        *pair_batches(pairings, cutter, args.batch, rng),
        *exam_batches(exams, cutter, args.exams_at_once, rng),
        *answer_batches(answers, cutter, 64, rng),
    ]


def decided(model: FitsJudge, fits: Tensor, bears: Tensor, which: Tensor, there: Tensor) -> tuple[Tensor, Tensor]:
    """The scores of options after all sayings, and the logits of each option, of none and of asking."""
    s = model.scale
    likely = fits.softmax(-1)
    said = s[0] * likely[..., 1] - s[1] * likely[..., 2]
    ends = torch.sigmoid(bears[:, 1])
    score = torch.zeros(there.shape, device=fits.device)
    for unit in range(which.shape[1]):
        at = which[:, unit]
        has = (at >= 0).float()[:, None]
        own = said[at.clamp(min=0)][:, : there.shape[1]]
        score = score * (1 - has * ends[at.clamp(min=0)][:, None]) + has * own
    count = there.sum(1, keepdim=True).clamp(min=1)
    mean = (score * there).sum(1, keepdim=True) / count
    options = s[2] * score + s[3] * (score - mean)
    best = score.masked_fill(~there, -1e4).max(1, keepdim=True).values
    none = s[5] - s[6] * best
    ask = s[4].expand_as(none)
    logits = torch.cat([options.masked_fill(~there, -1e4), none, ask], 1)
    return score, logits


def run(model: FitsJudge, batch: Any, device: str) -> tuple[Tensor, list[Tensor]]:
    """The loss of a batch, and what a test wants to know of it."""
    kind, *parts = batch
    rows, row, marks, *rest = (torch.from_numpy(each).to(device, non_blocking=True) for each in parts)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        every, whole = model.values(rows.long())
    there = marks >= 0
    fits = every[row, marks.clamp(min=0)].float()
    bears = (whole[row].float() * there[..., None]).sum(1) / there.sum(1, keepdim=True).clamp(min=1)
    if kind == "pairs":
        (labels,) = rest
        loss = functional.cross_entropy(fits.flatten(0, 1), labels.flatten(), label_smoothing=0.03)
        speaks = (labels > 0).any(1).float()
        loss = loss + 0.3 * functional.binary_cross_entropy_with_logits(bears[:, 0], speaks)
        return loss, [fits, labels, there, bears]
    if kind == "notes":
        which, label = rest
        value = bears.gather(1, which[:, None])[:, 0]
        return functional.binary_cross_entropy_with_logits(value, label), [value, which, label]
    if kind == "answers":
        (share,) = rest
        likely = functional.log_softmax((fits[..., 1] - fits[..., 2]).masked_fill(~there, -1e4), -1)
        return -torch.logsumexp(likely.masked_fill(share == 0, -1e4), 1).mean(), [fits, share, there]
    which, right, there, teaching = rest
    score, logits = decided(model, fits, bears, which, there)
    likely = functional.log_softmax(logits, -1)
    missed = -torch.logsumexp(likely.masked_fill(right == 0, -1e4), 1)
    only = functional.log_softmax(logits[:, :-2], -1)  # asked already: which of the options is all that matters
    found = -torch.logsumexp(only.masked_fill(right[:, :-2] == 0, -1e4), 1)
    usable = right[:, :-2].sum(1) > 0
    loss = torch.where(teaching & usable, found, missed).mean()
    return loss, [score, logits, right, there, teaching]


def judge_pairs(model: FitsJudge, blocks: list[Block], cutter: Cutter, args: argparse.Namespace) -> dict[str, float]:
    """How often an option that is spoken for stands above one that is spoken against; and three ways."""
    rng = random.Random(3)
    pairings = []
    for block in blocks:
        for request, options in block.now:
            same = request == "="
            saying = Saying(block.said, now=True) if same else Saying(block.said, asked=block.asked)
            labels, texts = zip(*options, strict=True)
            pairings.append(Pairing(saying, block.asked if same else request, texts, labels))
    above = total = right = every = 0.0
    for batch in pair_batches(pairings, cutter, 128, rng):
        _, (fits, labels, _, _) = run(model, batch, args.device)
        right += float((fits.argmax(-1) == labels)[labels >= 0].sum())
        every += float((labels >= 0).sum())
        score = (fits[..., 1] - fits[..., 2]).cpu().numpy()
        known = labels.cpu().numpy()
        for values, each in zip(score, known, strict=True):
            ups, downs = values[each == 1], values[each == 2]
            above += float((ups[:, None] > downs[None]).sum())
            total += len(ups) * len(downs)
    return {"above": above / max(total, 1), "three": right / max(every, 1)}


def judge_exams(model: FitsJudge, exams: list[Exam], cutter: Cutter, args: argparse.Namespace) -> dict[str, Any]:
    """How exams end at several thresholds; forced choice; and answers read at teaching requests."""
    outcomes: list[tuple[bool, bool, float, bool, bool]] = []
    forced: list[bool] = []
    taught: list[bool] = []
    for batch in exam_batches(exams, cutter, 32, None):
        _, (score, logits, right, there, teaching) = run(model, batch, args.device)
        likely = logits.softmax(-1).cpu().numpy()
        truth, teach = right.cpu().numpy(), teaching.cpu().numpy()
        values = score.masked_fill(~there, -1e4).cpu().numpy()
        for row, want, is_teaching, value in zip(likely, truth, teach, values, strict=True):
            if is_teaching:
                taught.append(bool(want[value.argmax()]))
                continue
            known = not want[-1]
            act = row[:-1]
            outcomes.append((known, bool(want[act.argmax()]), float(act.max()), bool(want[-2]), False))
            if want[:-2].any():
                forced.append(bool(want[value.argmax()]))
    found: dict[str, Any] = {"forced": float(np.mean(forced)), "teach": float(np.mean(taught))}
    known = [one for one in outcomes if one[0]]
    unknown = [one for one in outcomes if not one[0]]
    for bar in (0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85):
        done = sum(one[1] for one in known if one[2] >= bar) / len(known)
        wrong = sum(not one[1] for one in known if one[2] >= bar) / len(known)
        asked = sum(one[2] < bar for one in unknown) / max(len(unknown), 1)
        found[f"{bar}"] = [round(done, 3), round(wrong, 3), round(asked, 3)]
    return found


def judge_answers(model: FitsJudge, rows: list[Any], cutter: Cutter, args: argparse.Namespace) -> float:
    """How often the best of four whole answers is taken."""
    rng = random.Random(5)
    examples = []
    for row in rows:
        question, answers = lists_of(row)[0]
        order = rng.sample(range(4), 4)
        shares = tuple((1.0, 0.0, 0.0, 0.0)[i] for i in order)
        examples.append(Judged(str(row["preference"]), question, tuple(answers[i] for i in order), shares, "stated"))
    right = []
    for batch in answer_batches(examples, cutter, 64, None):
        _, (fits, share, there) = run(model, batch, args.device)
        best = (fits[..., 1] - fits[..., 2]).masked_fill(~there, -1e4).argmax(1, keepdim=True)
        right += (share.gather(1, best)[:, 0] > 0).tolist()
    return sum(right) / max(len(right), 1)


def judge_notes(model: FitsJudge, notes: list[list[Note]], cutter: Cutter, args: argparse.Namespace) -> dict[str, Any]:
    """How often a needed message stands above one that is not, for the same task; the same of what is replaced."""
    found: dict[str, Any] = {}
    for value, name in ((0, "bears"), (2, "replaces")):
        above = total = 0.0
        for of_one in notes:
            picked = list(dict.fromkeys(note for note in of_one if note.value == value))
            scores: dict[str, tuple[list[float], list[float]]] = {}
            every = [run(model, batch, args.device)[1][0].tolist() for batch in note_batches(picked, cutter, 512)]
            for note, likely in zip(picked, [each for part in every for each in part], strict=True):
                group = note.text if value == 0 else ""
                scores.setdefault(group, ([], []))[int(note.label < 0.5)].append(likely)
            for ups, downs in scores.values():
                above += sum(up > down for up in ups for down in downs)
                total += len(ups) * len(downs)
        found[name] = round(above / max(total, 1), 3)
    return found


def train(args: argparse.Namespace, pool: Any, data: Any, base: dict[str, Tensor]) -> FitsJudge:
    """The trained judge."""
    torch.manual_seed(args.seed)
    started = time.time()
    files, stories, rows, tests, notes = data
    taught = {hand: found for hand, found in files.items() if hand not in args.hold}
    coming = [
        [
            pool.apply_async(epoch_of, (taught, stories, rows[0], notes[0], args, args.seed * 997 + e * 100 + p))
            for p in range(args.workers)
        ]
        for e in range(args.epochs)
    ]
    model = FitsJudge(args.layers, args.dropout)
    with torch.no_grad():
        model.position.weight.copy_(base["embeddings.position_embeddings.weight"][:LONG_POSITIONS])
        if args.start == "base":  # the embeddings of word pieces are those of the reader
            start_layers(model, base)
            model.piece.weight.copy_(base["piece.q"] * base["piece.s"])
        else:
            go_on_from(model, args.reader)
    model.piece.weight.requires_grad_(args.own_pieces)
    model.to(args.device).train()
    heavy = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    plain = [p for p in model.parameters() if p.requires_grad and p.ndim < 2 and p is not model.scale]
    groups = [
        {"params": heavy, "weight_decay": 0.02, "k": 1.0},
        {"params": plain, "weight_decay": 0.0, "k": 1.0},
        {"params": [model.scale], "weight_decay": 0.0, "k": 20.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=args.rate, fused=args.device == "cuda")
    total, step, cutter = 0, 0, Cutter(args.tokenizer, args.alone, args.row)
    weight = {"pairs": 1.0, "exams": args.exams, "answers": args.weigh_answers, "notes": 0.3}
    averaged: dict[str, Tensor] = {}
    for epoch in range(args.epochs):
        batches = [batch for part in coming[epoch] for batch in part.get()]
        coming[epoch] = []
        total = total or args.epochs * len(batches)
        random.Random(epoch).shuffle(batches)
        lost: dict[str, list[float]] = {"pairs": [], "exams": [], "answers": [], "notes": []}
        for batch in batches:
            if step < total * args.later and batch[0] == "exams":
                step += 1
                continue
            warm = min(1.0, (step + 1) / 200) * max((total - step) / total, 0.02)
            for group in optimiser.param_groups:
                group["lr"] = args.rate * warm * group["k"]
            loss, _ = run(model, batch, args.device)
            optimiser.zero_grad(set_to_none=True)
            (weight[batch[0]] * loss).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            step += 1
            if step % 50 == 0:
                lost[batch[0]].append(float(loss.detach()))
            if step > total * 0.7 and step % 5 == 0:
                for name, value in model.state_dict().items():
                    kept = averaged.setdefault(name, value.detach().clone().float())
                    kept.lerp_(value.float(), 0.02)
        means = {name: round(sum(v) / len(v), 3) for name, v in lost.items() if v}
        print(f"  {epoch + 1}, {step}/{total}, {means}; {time.time() - started:.0f} s", flush=True)
        if epoch % args.every == args.every - 1 and epoch != args.epochs - 1:
            report(model, files, rows, tests, notes, cutter, args)
    if averaged:
        model.load_state_dict({name: value.to(args.device) for name, value in averaged.items()})
    args.found = report(model, files, rows, tests, notes, cutter, args)
    return model.eval()


def report(
    model: FitsJudge,
    files: Any,
    rows: Any,
    tests: dict[str, list[Exam]],
    notes: Any,
    cutter: Cutter,
    args: argparse.Namespace,
) -> Any:
    """What the model reaches on all that is held back; printed and given."""
    model.eval()
    with torch.no_grad():
        pairs = {h: judge_pairs(model, found, cutter, args) for h, found in files.items() if h in args.hold}
        exams = {name: judge_exams(model, found, cutter, args) for name, found in tests.items()}
        answers = judge_answers(model, rows[1], cutter, args)
        told = judge_notes(model, notes[1], cutter, args)
    model.train()
    print(f"    notes {told}")
    for hand, of in pairs.items():
        print(f"    {hand}: above {of['above']:.3f}, three ways {of['three']:.3f}")
    for name, of in exams.items():
        print(f"    {name}: {of}")
    print(f"    answers {answers:.3f}; scale {[round(x, 2) for x in model.scale.tolist()]}", flush=True)
    return {"pairs": pairs, "exams": exams, "answers": answers, "scale": model.scale.tolist()}


def main() -> None:
    """Train with every setting that is asked for, and write the last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True)
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--reader", default="src/penchant/mind/learned/weights/reader.onnx")
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--hold", action="append", default=[])
    parser.add_argument("--test", action="append", default=[], help="how story files begin that are not trained on")
    parser.add_argument("--hold-answers", default="w2")
    parser.add_argument("--hold-lives", action="append", default=[], help="how files of lives begin that are held back")
    parser.add_argument("--notes", type=int, default=12_000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--aside", type=float, default=0.3)
    parser.add_argument("--answers", type=int, default=8_000)
    parser.add_argument("--exams", type=float, default=0.5)
    parser.add_argument("--later", type=float, default=0.0, help="exams only after this share of the steps")
    parser.add_argument("--weigh-answers", type=float, default=0.3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--start", default="base", choices=("reader", "base"))
    parser.add_argument("--alone", action="store_true", help="each option in a sequence of its own")
    parser.add_argument("--row", action="store_true", help="all options one behind the other")
    parser.add_argument("--exams-at-once", type=int, default=24)
    parser.add_argument("--own-pieces", action="store_true")
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--try", dest="tries", action="append", default=[], help="further arguments, one trial each")
    args = parser.parse_args()
    from safetensors.torch import load_file

    base = {name: value.float() for name, value in load_file(args.base).items() if "word_emb" not in name}
    files = files_of(args.data)
    stories: list[dict[str, Any]] = []
    tests: dict[str, list[Exam]] = {}
    for folder in args.data:
        for path in sorted(folder.rglob("errands-*.jsonl*")):
            read = stories_of(path)
            if held := next((name for name in args.test if path.stem.startswith(name)), None):
                tests.setdefault(held, []).extend(one for story in read for one in exams_of(story))
            else:
                stories += read
    answers = written(args.rows)
    rows = (
        [found for name, found in answers.items() if not name.startswith(args.hold_answers)],
        [row for name, found in answers.items() if name.startswith(args.hold_answers) for row in found],
    )
    notes = notes_of(args.data, args.hold_lives)
    labels = sum(len(options) for found in files.values() for block in found for _, options in block.now)
    print({name: len(found) for name, found in files.items()}, f"{labels} labels, {len(stories)} stories", flush=True)
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for extra in args.tries or [""]:
            own = parser.parse_args([*sys.argv[1:], *extra.split()])
            print(f"try: {extra}", flush=True)
            model = train(own, pool, (files, stories, rows, tests, notes), base)
            if own.out:
                write(model, own, own.out)


def write(model: FitsJudge, args: argparse.Namespace, out: Path) -> None:
    """The weights in two parts, and what they reached; `training/ship.py --judge` makes of them what ships."""
    out.mkdir(parents=True, exist_ok=True)
    unused = ("piece.", "stance.", "verdict.", "flags.", "tone.", "scale")
    weights = {
        name: value.detach().half().cpu().numpy()
        for name, value in model.state_dict().items()
        if not name.startswith(unused)
    }
    parts: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for name in sorted(weights, key=lambda name: -weights[name].nbytes):
        min(parts, key=lambda part: sum(value.nbytes for value in part.values()))[name] = weights[name]
    for number, part in enumerate(parts):
        np.savez(out / f"state-{number}.npz", **part)
    settings = {name: str(value) for name, value in vars(args).items() if name not in ("tries", "found")}
    (out / "report.json").write_text(json.dumps({"found": args.found, "arguments": settings}))


if __name__ == "__main__":
    main()
