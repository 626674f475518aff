"""What the encoder is taught, in batches: moments, marked messages, sayings held against options, and vectors.

Each pool gives batches of one task: sequences filled up to one length, the pieces that speak, and what they should say.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from everyday_data import Block, Exam, Note, exams_of, note_of, pairing
from examples import NOT_KNOWN, encoded
from fitting import contrasts, drawn
from model import Encoder
from numpy.typing import NDArray
from recipe import made_up, said
from tags import Marked, Variety, in_numbers
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional

from penchant.domain import Saying
from penchant.mind.learned.fits import RELATIONS
from penchant.mind.learned.inputs import ANSWER_READ, OPTION_READ, Sequences, alone, one_text, saying_pieces

Array = NDArray[Any]
TOKENS = 16_384
"""Word pieces of a batch, filled up."""

SAYINGS = 8
"""Sayings of a story, the latest, that are held against the options of an exam."""

FAVOURED, OPPOSED, ASKED, NONE = 6.0, 8.0, 1.5, -1.0
"""Log odds that a saying gives and takes, and those of asking and of declining where nothing was said."""


@dataclass(frozen=True, slots=True)
class Row:
    """One sequence and what it should say: arrays with a row for each piece that speaks, or for the sequence."""

    rows: Array
    speaks: Array
    said: dict[str, Array]


@dataclass(frozen=True, slots=True)
class Batch:
    """Sequences of one task; ``speaks`` are the sequence and the place of each piece that speaks."""

    task: str
    rows: Tensor
    speaks: Tensor
    said: dict[str, Tensor]

    def to(self, device: str) -> Batch:
        """The same on a device."""
        said = {name: value.to(device) for name, value in self.said.items()}
        return Batch(self.task, self.rows.to(device), self.speaks.to(device), said)


def batches(task: str, made: Sequence[Row], rng: random.Random) -> list[Batch]:
    """The rows in batches of like length."""
    order = sorted(made, key=lambda one: one.rows.shape[1] + rng.random() * 12)
    found, part = [], list[Row]()
    for one in order:
        if part and (len(part) + 1) * one.rows.shape[1] > TOKENS:
            found.append(_stacked(task, part))
            part = []
        part.append(one)
    return [*found, _stacked(task, part)] if part else found


def _stacked(task: str, part: Sequence[Row]) -> Batch:
    length = -(-max(one.rows.shape[1] for one in part) // 8) * 8
    rows = np.zeros((len(part), 4, length), dtype=np.int64)
    for at, one in enumerate(part):
        rows[at, :, : one.rows.shape[1]] = one.rows
    which = np.concatenate([np.full(len(one.speaks), at) for at, one in enumerate(part)])
    speaks = np.stack([which, np.concatenate([one.speaks for one in part])])
    said = {name: torch.from_numpy(np.concatenate([one.said[name] for one in part])) for name in part[0].said}
    return Batch(task, torch.from_numpy(rows), torch.from_numpy(speaks), said)


def moments(seed: int, count: int, people: int, human: Path | None, tokenizer: str) -> list[Row]:
    """Moments of the recipe, made up and of people."""
    found = list[Row]()
    own, parts = list(made_up(seed, count)), max(36_000 // max(people, 1), 1)
    other = list(said(human, seed, part=seed % parts, parts=parts)) if people else []
    for one in encoded((*own, *other), tokenizer):
        marks = len(one.marks)
        stances = np.concatenate([[NOT_KNOWN], one.stances])
        verdict, flags = np.full(marks + 1, NOT_KNOWN), np.full((marks + 1, 3), -1.0, dtype=np.float32)
        verdict[0], flags[0] = one.verdict, one.flags
        found.append(Row(one.rows, one.spoken, {"stance": stances, "verdict": verdict, "flags": flags}))
    return found


def marked(messages: Sequence[Marked], variety: Variety, tokenizer: Tokenizer, rng: random.Random) -> list[Row]:
    """Messages with marks, each varied."""
    found = []
    for message in messages:
        made = in_numbers(variety.of(message, rng), tokenizer)
        if len(made.speaks):
            labels = {name: np.array(getattr(made, name)) for name in ("labels", "changed", "topics")}
            found.append(Row(made.rows, made.speaks, labels))
    return found


class Judgements:
    """Sayings held against options, and sentences beside a task or an earlier sentence."""

    def __init__(
        self,
        blocks: Sequence[Block],
        answers: Sequence[Any],
        notes: Sequence[Note],
        tokenizer: Tokenizer,
    ) -> None:
        self._blocks, self._answers = blocks, answers
        self._notes = [note for note in notes if note.bears >= 0]
        self._related = [note for note in notes if note.relation]
        self._meant = [note for note in notes if note.meant >= 0]
        self._lines = contrasts()
        self._cut: Callable[[str], list[int]] = lambda text: tokenizer.encode(text, add_special_tokens=False).ids

    def drawn(self, count: int, rng: random.Random) -> list[Row]:
        """About so many sequences."""
        found = list[Row]()
        while len(found) < 0.6 * count:
            block = rng.choice(self._blocks)
            one = pairing(block, rng) if rng.random() < 0.8 else pairing(rng.choice(self._blocks), rng, block)
            words, asked = saying_pieces(one.saying, self._cut), self._cut(one.request)
            bears = float(any(one.labels))
            for option, label in zip(one.options, one.labels, strict=True):
                found.append(_row(alone(words, asked, self._cut(option), OPTION_READ), label, bears))
        for note in [
            *rng.choices(self._notes, k=count // 6),
            *rng.choices(self._related, k=count // 6),
            *rng.choices(self._meant, k=count // 8),
            *(note_of(rng.choice(self._blocks), rng) for _ in range(count // 20)),
        ]:
            made = alone(saying_pieces(note.saying, self._cut), self._cut(note.text), (), 0)
            relation = RELATIONS.index(note.relation) if note.relation else NOT_KNOWN
            found.append(_row(made, NOT_KNOWN, note.bears, relation, note.meant))
        for one in drawn(self._answers, self._lines, rng.randrange(10**9), count // 30, (0.6, 0.4, 0.0)):
            words, asked = saying_pieces(Saying(one.said), self._cut), self._cut(one.question)
            for answer, share in zip(one.answers, one.shares, strict=True):
                label = 1 if share > 0.9 else 2 if share == 0 and max(one.shares) > 0.9 else 0
                found.append(_row(alone(words, asked, self._cut(answer), ANSWER_READ), label))
        return found


def _row(made: Sequences, label: int, bears: float = -1.0, relation: int = NOT_KNOWN, meant: float = -1.0) -> Row:
    said = {"fit": np.array([label]), "relation": np.array([relation])}
    said |= {"bears": np.array([bears], dtype=np.float32), "meant": np.array([meant], dtype=np.float32)}
    return Row(made.rows, made.marks, said)


def exams(stories: Sequence[dict[str, Any]], tokenizer: Tokenizer, rng: random.Random) -> list[Batch]:
    """The exams of stories and their answers, in batches: every saying beside every option, and which is right."""

    def cut(text: str) -> list[int]:
        return tokenizer.encode(text, add_special_tokens=False).ids

    found, part, pieces = [], list[tuple[Exam, list[tuple[int, Sequences]]]](), 0
    every = [exam for story in stories for exam in exams_of(story, rng)]
    rng.shuffle(every)
    for exam in every:
        asked, made = cut(exam.request), list[tuple[int, Sequences]]()
        for saying in exam.sayings[-SAYINGS:]:
            plain = saying if saying.now or rng.random() < 0.5 else Saying(saying.words, saying.asked)
            words = saying_pieces(plain, cut)
            made += [(at, alone(words, asked, cut(name), OPTION_READ)) for at, name in enumerate(exam.options)]
        if made:
            part.append((exam, made))
            pieces += sum(one.rows.shape[1] for _, one in made)
        if pieces > TOKENS * 2 // 3:
            found.append(_exams_stacked(part))
            part, pieces = [], 0
    return [*found, _exams_stacked(part)] if part else found


def _exams_stacked(part: Sequence[tuple[Exam, Sequence[tuple[int, Sequences]]]]) -> Batch:
    stacked = _stacked("exams", [_row(one, NOT_KNOWN) for _, made in part for _, one in made])
    most = max(len(exam.options) for exam, _ in part)
    right, offered = np.zeros((len(part), most + 2), dtype=np.float32), np.zeros((len(part), most), dtype=bool)
    for at, (exam, _) in enumerate(part):
        offered[at, : len(exam.options)] = True
        right[at, : len(exam.options)] = [name in exam.right for name in exam.options]
        right[at, most:] = [exam.known and not exam.right, not exam.known]
    said = {
        "exam": np.array([at for at, (_, made) in enumerate(part) for _ in made]),
        "option": np.array([option for _, made in part for option, _ in made]),
        "right": right,
        "offered": offered,
        "teaching": np.array([exam.teaching for exam, _ in part]),
    }
    return Batch("exams", stacked.rows, stacked.speaks, {name: torch.from_numpy(value) for name, value in said.items()})


def texts(found: Sequence[str], tokenizer: Tokenizer) -> list[Row]:
    """Texts whose vectors are to be given."""
    made = (one_text(tokenizer.encode(text, add_special_tokens=False).ids) for text in found)
    return [Row(one.rows, one.marks, {}) for one in made]


@torch.no_grad()
def vectors_of(base: Encoder, rows: Tensor) -> Tensor:
    """What all-MiniLM-L6-v2 itself makes of texts; it knows one role."""
    plain = rows.clone()
    plain[:, 2] = 0
    there = (rows[:, 0] != 0).float()[..., None]
    return functional.normalize((base(plain).float() * there).sum(1) / there.sum(1), dim=-1)


def loss_of(model: Encoder, batch: Batch, base: Encoder) -> Tensor:
    """How far what is said is from what should be; the vectors should be those of the base."""
    which, place = batch.speaks
    states, wanted = model(batch.rows)[which, place], batch.said
    if batch.task == "moments":
        flags = wanted["flags"]
        loss = _entropy(model.say("stance", states), wanted["stance"])
        loss = loss + 0.5 * _entropy(model.say("verdict", states), wanted["verdict"])
        return loss + 0.3 * _likely(model.say("flags", states), flags)
    if batch.task == "marked":
        loss = _entropy(model.say("tags", states), wanted["labels"])
        loss = loss + 0.3 * _likely(model.say("changed", states)[:, 0], wanted["changed"].float())
        return loss + 0.3 * _entropy(model.say("topic", states), wanted["topics"])
    if batch.task == "judged":
        loss = 0.5 * _entropy(model.say("fit", states), wanted["fit"])
        loss = loss + 0.3 * _likely(model.say("bears", states)[:, 0], wanted["bears"])
        loss = loss + 0.3 * _likely(model.say("meant", states)[:, 0], wanted["meant"])
        return loss + 0.5 * _entropy(model.say("relate", states), wanted["relation"])
    if batch.task == "exams":
        return 0.5 * _exam_loss(model, states, wanted)
    vector, taught = functional.normalize(model.say("vector", states), dim=-1), vectors_of(base, batch.rows)
    return 4 * (1 - (vector * taught).sum(-1)).mean() + 10 * functional.mse_loss(vector @ vector.T, taught @ taught.T)


def scores_of(model: Encoder, states: Tensor, wanted: dict[str, Tensor]) -> Tensor:
    """What all sayings together say of each option of each exam."""
    fit, bears = model.say("fit", states).softmax(-1), torch.sigmoid(model.say("bears", states)[:, 0])
    said = bears * (FAVOURED * fit[:, 1] - OPPOSED * fit[:, 2])
    score = torch.zeros(wanted["offered"].shape, device=said.device)
    return score.index_put((wanted["exam"], wanted["option"]), said, accumulate=True)


def _exam_loss(model: Encoder, states: Tensor, wanted: dict[str, Tensor]) -> Tensor:
    score, right = scores_of(model, states, wanted), wanted["right"]
    score = score.masked_fill(~wanted["offered"], -1e4)
    best = score.max(1, keepdim=True).values
    ends = torch.cat([score, NONE - best.clamp(max=0), torch.full_like(best, ASKED)], 1)
    settled = wanted["teaching"] & (right[:, :-2].sum(1) > 0)  # asked already: which of the options is all that matters
    ends[:, -2:] = ends[:, -2:].masked_fill(settled[:, None], -1e4)
    likely = functional.log_softmax(ends, -1).masked_fill(right == 0, -1e4)
    return -torch.logsumexp(likely, 1).mean()


def _entropy(values: Tensor, labels: Tensor) -> Tensor:
    if not bool((labels >= 0).any()):
        return values.sum() * 0
    labels = labels.masked_fill(labels < 0, NOT_KNOWN)
    return functional.cross_entropy(values, labels, ignore_index=NOT_KNOWN, label_smoothing=0.02)


def _likely(values: Tensor, labels: Tensor) -> Tensor:
    known = labels >= 0
    if not bool(known.any()):
        return values.sum() * 0
    return functional.binary_cross_entropy_with_logits(values[known], labels[known])
