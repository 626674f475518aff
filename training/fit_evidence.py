r"""Fit how what a person said adds up to a choice: the weights that `penchant.mind.evidence` opens.

    python training/fit_evidence.py --data EVERYDAY --data training/everyday \
        --test errands-dev --test errands-S02 --test errands-H09 --seen errands-train --out made

``--data`` are folders with stories (``errands-*.jsonl``); files that begin as a ``--test`` are held back and judged at
the end. The head that judges was taught with the stories of files that begin as ``--seen``, so that what it says of
them is left out. Takes some ten minutes on two cores. ``--out`` receives ``evidence.json``, which
`training/ship.py made --evidence` puts into the package, and prints what is reached on every set that is held back.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

import numpy as np  # noqa: E402
import torch  # noqa: E402
from everyday_data import Exam, exams_of, stories_of  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402

from penchant import Agent, Request  # noqa: E402
from penchant.domain import Saying  # noqa: E402
from penchant.loop.sayings import sayings_of  # noqa: E402
from penchant.mind.evidence import BY_JUDGE as OF_JUDGE  # noqa: E402
from penchant.mind.evidence import OF_OPTION, OF_SAYING, REASON, SAYINGS_READ, Observed, SayingEvidence  # noqa: E402
from penchant.mind.learned.encoder import Encoder  # noqa: E402
from penchant.mind.learned.fits import FitReader  # noqa: E402
from penchant.mind.learned.reader import LearnedReader  # noqa: E402
from penchant_lab.people import SimulatedPerson  # noqa: E402
from penchant_lab.suites.household import EmbodiedSuite  # noqa: E402

PLAYED = "played"
OF_KIND = ["given", "ours"]
HOUSEHOLD = 4177
"""The seed of the people at home: no study draws these."""
OF_REQUEST = 4
BY_JUDGE = OF_SAYING - 1  # what the judge tells about a saying
HIDDEN, DROPPED, DECAY, RATE = 16, 0.2, 0.02, 4e-3
BATCH, EPOCHS = 64, 50
ENDS_SEEN = 6 + 4 + OF_REQUEST


@dataclass(frozen=True, slots=True)
class Case:
    """An exam, and what is seen of the sayings before it."""

    of: str
    exam: Exam
    seen: Observed


class Evidence(nn.Module):
    """The same arithmetic as `penchant.mind.evidence.EvidenceScale`, in batches; a scale for each kind of file."""

    def __init__(self, kinds: int) -> None:
        super().__init__()
        self.reach, self.turn = _net(OF_SAYING, 1), _net(OF_SAYING, 1)
        self.ends = _net(ENDS_SEEN, 2)
        self.turned = nn.Parameter(torch.tensor([3.0, -3.0, 0.0, 0.5, 1.0, 1.0, 0.0, 0.0, 0.3, -0.3, 0.3, 0.0, 0.0]))
        self.plain = nn.Parameter(torch.tensor([0.0] * (OF_OPTION - 2) + [0.5, -0.5]))
        self.scale = nn.Parameter(torch.tensor([[0.5, 1.0]] * kinds))
        self.unjudged = nn.Parameter(torch.zeros(2))  # makes up for what the judge says, where that is left out
        self.often = nn.Parameter(torch.zeros(2))  # the same for none and unknown
        self.prior = nn.Parameter(torch.zeros(kinds, 2))  # how often none fits, or nobody could know, in each kind
        with torch.no_grad():
            self.ends[-1].bias.copy_(torch.tensor([-1.0, 1.0]))

    def forward(
        self, said: Tensor, options: Tensor, request: Tensor, there: Tensor, offered: Tensor, kind: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The sums of the options, and the logits of every option, of none and of unknown."""
        unjudged = said[:, :1, BY_JUDGE].isnan().float()
        said = said.nan_to_num(0.0)
        reach = torch.sigmoid(self.reach(said).squeeze(-1) + self.unjudged[0] * unjudged + 1) * there
        turn = torch.tanh(self.turn(said).squeeze(-1) + self.unjudged[1] * unjudged + 1)
        spoken = (options @ self.turned) * turn[..., None] + options @ self.plain
        total = (reach[..., None] * spoken).sum(1)
        mean = (total * offered).sum(1, keepdim=True) / offered.sum(1, keepdim=True)
        top = total.masked_fill(~offered, -1e4).topk(2, 1).values
        best, second = top[:, :1], torch.where(top[:, 1:] < -9e3, top[:, :1], top[:, 1:])
        over = [best, mean, best - mean, best - second, reach.max(1, keepdim=True).values, reach.sum(1, keepdim=True)]
        lowest = (1 - there) * -1e4
        over += [(said[..., column] + lowest).max(1, keepdim=True).values for column in (BY_JUDGE, 0, 2)]
        over.append((reach * said[..., REASON]).max(1, keepdim=True).values)
        ends = self.ends(torch.cat([*over, request], 1)) + unjudged * self.often + self.prior[kind]
        along, apart = self.scale[kind][:, :1], self.scale[kind][:, 1:]
        logits = (along * total + apart * (total - mean)).masked_fill(~offered, -1e4)
        return total, torch.cat([logits, ends], 1)

    def arrays(self, kind: int) -> dict[str, list[Any]]:
        """The weights as the package opens them."""
        found = {"turned": self.turned, "plain": self.plain, "scale": self.scale[kind]}
        for name in ("reach", "turn", "ends"):
            first, last = getattr(self, name)[0], getattr(self, name)[-1]
            found |= {f"{name}.in": first.weight.T, f"{name}.in.bias": first.bias}
            bias = last.bias + self.prior[kind] if name == "ends" else last.bias
            found |= {f"{name}.out": last.weight.T, f"{name}.out.bias": bias}
        return {name: np.round(value.detach().numpy().astype(float), 4).tolist() for name, value in found.items()}


def _net(given: int, made: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(given, HIDDEN), nn.Tanh(), nn.Dropout(DROPPED), nn.Linear(HIDDEN, made))


def cases_of(path: Path, seen: Sequence[str]) -> list[Case]:
    """The exams of a file of stories, observed: after what an agent made of all before, and after perfect teaching."""
    torch.set_num_threads(1)
    encoder = Encoder()
    evidence = SayingEvidence(FitReader(encoder), LearnedReader(encoder))
    name, found = path.name.split(".")[0], []
    for story in stories_of(path):
        perfect = [exam for exam in exams_of(story) if not exam.teaching]
        for exam in (*played(story), *perfect):
            if exam.sayings and len(exam.options) > 1:
                made = evidence.observed(exam.request, exam.options, exam.sayings[-SAYINGS_READ:])
                if name.startswith(tuple(seen)):
                    made.sayings[:, BY_JUDGE], made.options[..., OF_JUDGE:] = np.nan, 0.0
                found.append(Case(name, exam, made))
    print(f"{name}: {len(found)} exams", flush=True)
    return found


def played(story: dict[str, Any]) -> Iterator[Exam]:
    """The exams of a story, with what an agent remembers that was taught as `penchant study everyday` does."""
    agent, person = Agent.open(":memory:"), story["id"]
    for number, step in enumerate(story["steps"]):
        if step["do"] == "tell":
            agent.tell(person, step["words"], id=f"{number}")
        elif step["do"] == "teach":
            turn = agent.consider(Request(person, step["text"], step["options"]), episode=f"{number}")
            while turn.question is not None and len(turn.heard) < 3:
                turn = agent.hear(turn, step["wants"][0] if turn.heard else step["answer"])
            if turn.choice is not None:
                agent.hear(turn, step["praise" if turn.choice.action.thing in step["wants"] else "correction"])
        else:
            said = sayings_of(agent.memory.transcript(person), agent.memory.list(person, closed=True))
            right, options = tuple(step["right"]), tuple(step["options"])
            yield Exam(PLAYED, step["kind"], said, step["text"], options, right, bool(step["known"]))


def household_cases(people: int) -> list[Case]:
    """What is seen of sayings where people of the household's world, who give no reasons, ask for something again."""
    suite, found = EmbodiedSuite(people=people, seed=HOUSEHOLD), list[Case]()
    noted: list[tuple[str, Sequence[str], Sequence[Saying], Observed]] = []

    def note(self: SayingEvidence, request: str, options: Sequence[str], sayings: Sequence[Saying]) -> Observed:
        noted.append((request, options, sayings, observe(self, request, options, sayings)))
        return noted[-1][-1]

    observe = SayingEvidence.observed
    with patch.object(SayingEvidence, "observed", note):
        for index in range(people):
            life, agent = suite.life(index), Agent.open(":memory:", method="pre")
            player = SimulatedPerson(life.person, seed=index)
            tasks = [(known, task) for known in (False, True) for task in life.phases[known]]
            for number, (known, task) in enumerate(tasks):
                noted.clear()
                turn = agent.consider(task.request, may_ask=not known, episode=f"{number}")
                right = (task.intent.thing or "",) if known else ()
                for request, options, sayings, made in noted[:1]:
                    exam = Exam(PLAYED, "habit", tuple(sayings), request, tuple(options), right, known)
                    found.append(Case("household", exam, made))
                person = player.with_mind_on(task.intent, f"{number}")
                while turn.question is not None:
                    turn = agent.hear(turn, person.answer(task.request, turn.question))
    print(f"household: {len(found)} exams", flush=True)
    return found


def packed(cases: Sequence[Case], kinds: Sequence[str]) -> tuple[list[Tensor], Tensor]:
    """What the net is given, and which ends are right."""
    most = max(len(case.exam.options) for case in cases)
    count = len(cases)
    said, options = np.zeros((count, SAYINGS_READ, OF_SAYING)), np.zeros((count, SAYINGS_READ, most, OF_OPTION))
    request, there = np.zeros((count, OF_REQUEST)), np.zeros((count, SAYINGS_READ))
    offered, right = np.zeros((count, most), dtype=bool), np.zeros((count, most + 2))
    kind = np.zeros(count, dtype=np.int64)
    for at, case in enumerate(cases):
        exam, many = case.exam, len(case.seen.sayings)
        said[at, :many], there[at, :many], request[at] = case.seen.sayings, 1, case.seen.request
        options[at, :many, : len(exam.options)], offered[at, : len(exam.options)] = case.seen.options, True
        right[at, : len(exam.options)] = [name in exam.right for name in exam.options]
        right[at, most] = exam.known and not exam.right
        right[at, most + 1] = not exam.known
        kind[at] = kinds.index(_kind(case.of))
    given = [torch.from_numpy(each.astype(np.float32)) for each in (said, options, request, there)]
    return [*given, torch.from_numpy(offered), torch.from_numpy(kind)], torch.from_numpy(right.astype(np.float32))


def _kind(name: str) -> str:
    return "ours" if name.startswith("errands-H") else "given"


def fit(cases: Sequence[Case], seed: int, epochs: int) -> Evidence:
    """The net that makes what is right likeliest."""
    torch.manual_seed(seed)
    given, right = packed(cases, OF_KIND)
    model = Evidence(len(OF_KIND))
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    steps = epochs * len(cases) // BATCH
    often = 2.0 - (given[-1] == 1).float()  # more stories are ours, and those given are as often to be drawn
    for step in range(steps):
        optimiser.param_groups[0]["lr"] = RATE * (1 - step / steps) + 1e-5
        rows = torch.multinomial(often, BATCH, replacement=True)
        _, logits = model(*(each[rows] for each in given))
        likely = functional.log_softmax(logits, -1).masked_fill(right[rows] == 0, -1e4)
        loss = -torch.logsumexp(likely, 1).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return model.eval()


def judged(model: Evidence, cases: Sequence[Case]) -> str:
    """Forced choice where something fits; at several bars what is done rightly, wrongly, and asked where it is open."""
    given, right = packed(cases, OF_KIND)
    with torch.no_grad():
        total, logits = model(*given)
    likely, truth = logits.softmax(-1).numpy(), right.numpy()
    best = total.masked_fill(~given[4], -1e4).argmax(1).numpy()
    fits = truth[:, :-2].any(1)
    forced = float(truth[np.arange(len(best)), best][fits].mean())
    act, sure = likely[:, :-1].argmax(1), likely[:, :-1].max(1)
    done = truth[np.arange(len(act)), act] > 0
    known = truth[:, -1] == 0
    parts = [f"forced {forced:.3f}, loss {-float(np.log((likely * truth).sum(1).clip(1e-6)).mean()):.3f};"]
    for bar in (0.3, 0.35, 0.4, 0.45, 0.5, 0.6):
        shares = ((done & (sure >= bar))[known], (~done & (sure >= bar))[known], (sure < bar)[~known])
        parts.append(f"{bar}: " + "/".join(f"{float(each.mean()):.3f}" for each in shares))
    return " ".join(parts)


def main() -> None:
    """Observe all stories, fit, judge, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--test", action="append", default=[])
    parser.add_argument("--seen", action="append", default=[])
    parser.add_argument("--households", type=int, default=80, help="people whose habits are asked about in other words")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--keep", type=Path, help="keep what was observed here, and take it from here the next time")
    args = parser.parse_args()
    paths = sorted(path for folder in args.data for path in folder.glob("errands-*.jsonl*"))
    if args.keep is not None and args.keep.exists():
        cases = torch.load(args.keep, weights_only=False)
    else:
        with multiprocessing.Pool(2) as pool:
            parts = pool.starmap(cases_of, [(path, args.seen) for path in paths], chunksize=1)
        cases = [case for part in parts for case in part]
        cases += household_cases(args.households)
        if args.keep is not None:
            torch.save(cases, args.keep)
    taught = [case for case in cases if not case.of.startswith(tuple(args.test))]
    model = fit(taught, args.seed, args.epochs)
    print(f"taught, {len(taught)}: {judged(model, taught)}")
    for name in (*args.test, "household"):
        held = [case for case in cases if case.of.startswith(name) and case.exam.id == PLAYED]
        print(f"{name}, {len(held)}: {judged(model, held)}")
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "evidence.json").write_text(json.dumps(model.arrays(0)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
