"""Train the tagger: one command, a minute on a GPU, some on two cores.

    python training/train_tags.py --base base.safetensors --tokenizer tokenizer.json --marked training/talk --out made

Several taggers together know more than one: train some with other seeds, and have them mark messages that nobody did
(``write_talk.py``), from which the one that ships learns as well, with its teachers' own doubts:

    --seed 1 --out made1, --seed 2 --out made2, then --teachers made1 made2 --written written.txt --out made

``--out`` receives ``tagger.onnx``, which ``ship.py --tagger`` puts where the package looks for it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from export import build  # noqa: E402
from model import WIDTH, Reader, go_on_from, start_from  # noqa: E402
from tags import Marked, Tagged, Variety, by_values, in_numbers, read_folder  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from penchant.mind.learned.weights import TAGGER  # noqa: E402
from penchant.mind.talk.tagger import KINDS, TOPICS  # noqa: E402

HEADS = ("tags", "changed", "topic")
LABELS = 1 + 2 * len(KINDS)
TRAINED = "tagger.pt"


class Tagger(Reader):
    """The encoder of the reader with other heads: for every piece a label, whether it is a change, and of what."""

    def __init__(self, layers: int, dropout: float) -> None:
        super().__init__(layers, dropout)
        del self.stance, self.verdict, self.flags, self.tone
        self.tags = nn.Linear(WIDTH, 1 + 2 * len(KINDS))
        self.changed = nn.Linear(WIDTH, 1)
        self.topic = nn.Linear(WIDTH, len(TOPICS))

    def read(self, pieces: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What the heads say of each piece."""
        still = torch.zeros_like(pieces)
        position = torch.arange(pieces.shape[1], device=pieces.device).expand_as(pieces)
        states = self.piece(pieces) + self.position(position) + self.role(still) + self.place(still)
        states = self.dropout(self.norm(states))
        mask = (pieces != 0)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, mask)
        return self.tags(states), self.changed(states), self.topic(states)

    def likely(self, pieces: Tensor) -> Tensor:
        """For each piece how likely every label, a change and the topics are, side by side."""
        tags, changed, topic = self.read(pieces)
        return torch.cat([tags.softmax(-1), changed.sigmoid(), topic.softmax(-1)], -1)


def stacked(batch: list[Tagged], device: str) -> tuple[Tensor, ...]:
    """A batch, filled up with nothing."""
    longest = max(len(one.pieces) for one in batch)
    made = np.full((4, len(batch), longest), -1, dtype=np.int64)
    made[0] = 0
    for at, one in enumerate(batch):
        for row, values in enumerate((one.pieces, one.labels, one.changed, one.topics)):
            made[row, at, : len(values)] = values
    return tuple(torch.from_numpy(row).to(device) for row in made)


def loss_of(said: tuple[Tensor, Tensor, Tensor], labels: Tensor, changed: Tensor, topics: Tensor) -> Tensor:
    """What is to be made small."""
    tags, change, topic = (each.float() for each in said)
    loss = functional.cross_entropy(tags.flatten(0, 1), labels.flatten(), ignore_index=-1, label_smoothing=0.02)
    known = changed >= 0
    if known.any():
        loss = loss + 0.3 * functional.binary_cross_entropy_with_logits(change[..., 0][known], changed[known].float())
    if (topics >= 0).any():
        loss = loss + 0.3 * functional.cross_entropy(topic.flatten(0, 1), topics.flatten(), ignore_index=-1)
    return loss


@dataclass(frozen=True, slots=True)
class Told:
    """A message as teachers marked it: its pieces, and for each how likely every label, a change and the topics are."""

    pieces: list[int]
    likely: np.ndarray


@torch.no_grad()
def marked_by(teachers: list[Tagger], texts: list[str], tokenizer: Tokenizer, device: str) -> list[Told]:
    """The texts, marked by what teachers say on average."""
    rows = sorted((in_numbers(Marked(text), tokenizer).pieces for text in texts if text.strip()), key=len)
    for teacher in teachers:
        teacher.eval()
    told: list[Told] = []
    for first in range(0, len(rows), 512):
        batch = rows[first : first + 512]
        pieces = torch.zeros((len(batch), max(map(len, batch))), dtype=torch.int64)
        for at, row in enumerate(batch):
            pieces[at, : len(row)] = torch.tensor(row)
        mean = torch.stack([teacher.likely(pieces.to(device)) for teacher in teachers]).mean(0).half().cpu().numpy()
        told += [Told(row, values[: len(row)]) for row, values in zip(batch, mean, strict=True)]
    return told


def stacked_told(batch: list[Told], device: str) -> tuple[Tensor, ...]:
    """A batch of what teachers told, filled up: the pieces, what is likely at each, and which of them count."""
    longest = max(len(one.pieces) for one in batch)
    pieces = np.zeros((len(batch), longest), dtype=np.int64)
    likely = np.zeros((len(batch), longest, LABELS + 1 + len(TOPICS)), dtype=np.float32)
    for at, one in enumerate(batch):
        pieces[at, : len(one.pieces)], likely[at, : len(one.pieces)] = one.pieces, one.likely
    return tuple(torch.from_numpy(each).to(device) for each in (pieces, likely, pieces != 0))


def loss_of_told(said: tuple[Tensor, Tensor, Tensor], likely: Tensor, counts: Tensor) -> Tensor:
    """How far what is said is from what the teachers said."""
    tags, change, topic = (each.float() for each in said)
    wanted, marked = likely[..., :LABELS], 1 - likely[..., 0]
    loss = -(wanted * tags.log_softmax(-1)).sum(-1)[counts].mean()
    told = functional.binary_cross_entropy_with_logits(change[..., 0], likely[..., LABELS], reduction="none")
    fact = likely[..., 1 + 2 * KINDS.index("fact") : 5 + 2 * KINDS.index("fact")].sum(-1)
    about = -(likely[..., LABELS + 1 :] * topic.log_softmax(-1)).sum(-1)
    weight = marked.sum().clamp(min=1)
    return loss + 0.3 * (told * marked).sum() / weight + 0.3 * (about * fact).sum() / fact.sum().clamp(min=1)


def main() -> None:
    """Train, look at what was held out, and write what ships."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default="", help="the base model; not needed with --reader")
    parser.add_argument("--reader", type=Path, help="the reader that ships, to start from")
    parser.add_argument("--tokenizer", required=True)
    parser.add_argument("--marked", type=Path, required=True)
    parser.add_argument("--talk", type=Path, help="lines of talk that teach nothing, such as other people's dialogues")
    parser.add_argument("--held-out", default="", help="files that begin so are read, not learned")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--teachers", type=Path, nargs="+", default=[], help="what earlier runs wrote")
    parser.add_argument("--written", type=Path, help="messages for the teachers to mark")
    parser.add_argument("--epochs", type=int, default=14, help="how often each marked message is learned from")
    parser.add_argument("--written-epochs", type=float, default=6, help="and each that the teachers marked")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--frozen", action="store_true", help="leave the embeddings as they are")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--low", action="store_true", help="with numbers of 16 bits")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    tokenizer = Tokenizer.from_file(args.tokenizer)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    everything = read_folder(args.marked, [""])
    held = read_folder(args.marked, args.held_out.split(",")) if args.held_out else []
    known = {one.text for one in held}
    messages = [one for one in everything if one.text not in known]
    for path in sorted(args.marked.glob("*.jsonl")):
        messages += by_values(json.loads(line) for line in path.read_text("utf-8").splitlines())
    talk = args.talk.read_text("utf-8").splitlines() if args.talk else []
    messages += [Marked(line) for line in talk]
    variety = Variety(messages, talk)
    print(
        f"{len(messages)} messages, {sum(map(bool, (one.spans for one in messages)))} with marks, {len(held)} held out",
        flush=True,
    )
    model = Tagger(args.layers, 0.1)
    start_from_reader(model, args.reader) if args.reader else start_from(model, based(args.base))
    model.to(args.device).train()
    pool: list[Told] = []
    if args.teachers:
        teachers = [taught(folder, args.layers, args.device) for folder in args.teachers]
        for teacher in teachers:
            print(f"a teacher: {measured([teacher], held, tokenizer, args.device)}")
        print(f"all of them: {measured(teachers, held, tokenizer, args.device)}", flush=True)
        texts = [*args.written.read_text("utf-8").splitlines(), *talk] if args.written else talk
        pool = marked_by(teachers, texts, tokenizer, args.device)
    told_batches = round(args.written_epochs * len(pool) / (4 * args.batch))
    steps = max(args.epochs * (len(messages) // args.batch + 1), told_batches)
    if args.frozen:
        for table in (model.piece, model.position, model.role, model.place):
            table.requires_grad_(False)
    learned = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW(learned, lr=args.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda at: min((at + 1) / (steps // 10 + 1), max((steps - at) / (steps - steps // 10), 0.0))
    )
    mine, theirs = list[list[Tagged]](), list[list[Told]]()
    started, loss = time.time(), torch.zeros(())
    for at in range(steps):
        if not mine:
            made = [in_numbers(variety.of(one, rng), tokenizer) for one in messages]
            mine = _batches(made, args.batch, rng)
        if pool and not theirs:
            theirs = _batches(pool, 4 * args.batch, rng)
        pieces, labels, changed, topics = stacked(mine.pop(), args.device)
        with torch.autocast(args.device, torch.bfloat16, enabled=args.low):
            said = model.read(pieces)
        loss = loss_of(said, labels, changed, topics)
        if theirs:
            pieces, likely, counts = stacked_told(theirs.pop(), args.device)
            with torch.autocast(args.device, torch.bfloat16, enabled=args.low):
                said = model.read(pieces)
            loss = loss + loss_of_told(said, likely, counts)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        if (at + 1) % max(steps // 10, 1) == 0:
            told = measured([model], held, tokenizer, args.device)
            print(
                f"{at + 1} of {steps}: loss {float(loss.detach()):.3f}, {time.time() - started:.0f} s {told}",
                flush=True,
            )
    model.eval()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.save(model.state_dict(), args.out / TRAINED)
    weights = {name: value.detach().cpu().float().numpy() for name, value in model.state_dict().items()}
    graph = build(weights, {"what": "penchant tagger"}, heads_of=HEADS).SerializeToString()
    (args.out / TAGGER).write_bytes(graph)


def taught(folder: Path, layers: int, device: str) -> Tagger:
    """A tagger that was trained before."""
    model = Tagger(layers, 0.1)
    model.load_state_dict(torch.load(folder / TRAINED, map_location="cpu"))
    return model.to(device).eval()


Row = TypeVar("Row", Tagged, Told)


def _batches(rows: list[Row], size: int, rng: random.Random) -> list[list[Row]]:
    """The rows in batches of about the same length, in any order."""
    order = sorted(rows, key=lambda one: len(one.pieces) + rng.random() * 16)
    batches = [order[first : first + size] for first in range(0, len(order), size)]
    rng.shuffle(batches)
    return batches


def start_from_reader(model: Tagger, path: Path) -> None:
    """Fill in the weights of the reader that ships, or of a tagger that goes on."""
    with torch.no_grad():
        found = go_on_from(model, path)
        if len(found["said.b"]) == sum(len(getattr(model, head).bias) for head in HEADS):  # a tagger that goes on
            at = 0
            for head in (model.tags, model.changed, model.topic):
                head.weight.copy_(found["said.w"].T[at : at + len(head.bias)])
                head.bias.copy_(found["said.b"][at : at + len(head.bias)])
                at += len(head.bias)


def based(path: str) -> dict[str, Tensor]:
    """The weights of the base, also where its word pieces travelled as bytes."""
    from safetensors.torch import load_file

    loaded = load_file(path)
    base = {name: value.float() for name, value in loaded.items() if not name.startswith("piece.")}
    if "piece.q" in loaded:
        base["embeddings.word_embeddings.weight"] = loaded["piece.q"].float() * loaded["piece.s"].float()
    return base


@torch.no_grad()
def measured(models: list[Tagger], held: list[Marked], tokenizer: Tokenizer, device: str) -> str:
    """Precision and recall of whole stretches in what was held out."""
    if not held:
        return ""
    for model in models:
        model.eval()
    right = found = there = quiet = near = 0
    for one in held:
        tagged = in_numbers(one, tokenizer)
        pieces = torch.tensor([tagged.pieces], device=device)
        likely = torch.stack([model.likely(pieces)[0, :, :LABELS] for model in models]).mean(0)
        said = likely.argmax(-1).tolist()
        ours, theirs = set(_stretches(said)), set(_stretches(tagged.labels))
        right += len(ours & theirs)
        near += sum(any(a[2] == b[2] and a[0] < b[1] and b[0] < a[1] for a in ours) for b in theirs)
        found += len(ours)
        there += len(theirs)
        quiet += bool(ours) and not theirs
    models[0].train()
    exact = f"precision {right / max(found, 1):.3f} recall {right / max(there, 1):.3f}"
    return f"{exact} about there {near / max(there, 1):.3f} false alarms {quiet}"


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


if __name__ == "__main__":
    main()
