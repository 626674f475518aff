"""Replies of a model to many questions at once: each ends when it has ended, and is handed over then.

Prompts are read in passes of a bounded size into room that is laid out beforehand; a step then takes few launches. A
reply in a form begins with one of its openings: where these part, the likeliest word of those allowed is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from reply_forms import BRACKET, NOTHING, QUOTE, Opening

from penchant_lab.puma.base import ChatTokens
from penchant_lab.puma.llama import causal, decoder, packing, states

_LOOK = 8  # steps from one look at what has ended to the next: each look waits for the GPU
_PASS = 65_536  # tokens of prompts that are read in one pass, as padded rows
_NEVER = 1 << 30
_KINDS = (NOTHING, QUOTE, BRACKET)


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked."""

    prompt: Sequence[int]
    longest: int  # tokens of the reply at most
    openings: tuple[Opening, ...] = ()  # one of these it begins with; none: it is free


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said: its free text, and what that began with where there is a form."""

    text: str
    opening: Opening | None
    tokens: int
    whole: bool  # it ended by itself


Hand = Callable[[int, Answer], None]
"""Takes the answer to a question, by its place."""


def closing_tokens(tokens: ChatTokens, size: int, device: str) -> Any:
    """For each kind of closing mark, the tokens that have it in them."""
    import torch

    texts = [tokens.tokenizer.decode([number], skip_special_tokens=False) for number in range(size)]
    rows = [[bool(mark) and mark in text for text in texts] for mark in _KINDS]
    return torch.tensor(rows, device=device)


class Answers:
    """The answers to some questions while they are being written; ``closings`` as of :func:`closing_tokens`."""

    def __init__(
        self, model: Any, tokens: ChatTokens, closings: Any, questions: Sequence[Question], heat: float, device: str
    ) -> None:
        import torch

        self._model, self._tokens, self._closings, self._heat = model, tokens, closings, heat
        self._questions, self._device = questions, device
        self._lengths = torch.tensor([len(each.prompt) for each in questions], device=device)
        self._limits = torch.tensor([each.longest for each in questions], device=device)
        self._opened = torch.tensor([_NEVER if each.openings else 0 for each in questions], device=device)
        self._kinds = torch.zeros(len(questions), dtype=torch.long, device=device)
        self._rows: Any = torch.arange(len(questions), device=device)  # the questions that are still being answered
        self._order = list(range(len(questions)))  # the same, here
        self._left = {
            place: [(each, tokens.encode(each.text)) for each in question.openings]
            for place, question in enumerate(questions)
            if question.openings
        }  # the openings that are still possible, with their tokens
        self._steps = max(each.longest for each in questions)
        self._logits = self._read()

    def run(self, hand: Hand) -> None:
        """Write until every answer has ended or is as long as allowed, and hand each over when it has."""
        import torch

        end, device = self._tokens.end, self._device
        written = torch.full((len(self._rows), self._steps), end, device=device)
        over = torch.zeros(len(self._rows), dtype=torch.bool, device=device)
        for step in range(self._steps):
            token = torch.where(over, end, self._next(step))
            written[self._rows, step] = token
            closes = self._closings[self._kinds, token] & (self._opened <= step)
            over = over | (token == end) | closes | (self._limits <= step + 1)
            last = step + 1 == self._steps
            if last or step % _LOOK == _LOOK - 1:
                done = over.tolist()
                if any(done):
                    self._hand_over(
                        [place for place, ended in zip(self._order, done, strict=True) if ended], written, hand
                    )
                    if all(done):
                        return
                    token, over = self._narrow(~over, token)
            if not last:
                self._logits = self._written(token, self._lengths + step)

    def _hand_over(self, places: Sequence[int], written: Any, hand: Hand) -> None:
        rows = written[places].tolist()
        for place, row in zip(places, rows, strict=True):
            question = self._questions[place]
            said = row[: row.index(self._tokens.end)] if self._tokens.end in row else row
            said = said[: question.longest]
            whole = len(said) < question.longest
            opening = None
            if question.openings:
                opening, begun = self._left[place][0]
                text = self._tokens.decode(said[len(begun) :])
                whole = whole or opening.closing == NOTHING or opening.closing in text
            else:
                text = self._tokens.decode(said).strip()
            hand(place, Answer(text, opening, len(said), whole))

    def _next(self, step: int) -> Any:
        """The next token of each answer: what its form wants, else what the model does."""
        import torch

        forced = self._forced(step)
        logits = self._logits.float()
        if self._heat > 0:
            drawn = torch.multinomial(torch.softmax(logits / self._heat, -1), 1)[:, 0]
        else:
            drawn = logits.argmax(-1)
        if forced is None:
            return drawn
        wanted = torch.tensor(forced, device=self._device)
        return torch.where(wanted >= 0, wanted, drawn)

    def _forced(self, step: int) -> list[int] | None:
        """For each answer the token that its form has here, -1 where it is free; None where all are."""
        import torch

        asked: list[tuple[int, int]] = []  # a row, and a token that may come next in it
        for row, place in enumerate(self._order):
            following = {begun[step] for _, begun in self._left.get(place, ()) if step < len(begun)}
            asked += [(row, token) for token in sorted(following)] if len(following) > 1 else []
        if asked:
            rows, choices = (torch.tensor(each, device=self._device) for each in zip(*asked, strict=True))
            worth = self._logits[rows, choices].float().tolist()
            best = {row: token for _, (row, token) in sorted(zip(worth, asked, strict=True))}  # the highest comes last
            for row, token in best.items():
                left = self._left[self._order[row]]
                left[:] = [each for each in left if each[1][step] == token]
        forced = []
        for row, place in enumerate(self._order):
            left = self._left.get(place, [])
            inside = bool(left) and step < len(left[0][1])
            forced.append(left[0][1][step] if inside else -1)
            if inside and step + 1 == len(left[0][1]):
                self._opened[row] = step + 1
                self._kinds[row] = _KINDS.index(left[0][0].closing)
                if left[0][0].closing == NOTHING:
                    self._limits[row] = step + 1
        return forced if any(each >= 0 for each in forced) else None

    def _read(self) -> Any:
        """Take up the prompts, a pass after the other; gives what each answer may begin with."""
        import torch

        inner = decoder(self._model)
        config = inner.config
        size = config.hidden_size // config.num_attention_heads
        lengths = [len(each.prompt) for each in self._questions]
        self._width = -(-(max(lengths) + self._steps) // 16) * 16
        room = (len(lengths), self._width, config.num_key_value_heads, size)
        like = inner.model.embed_tokens.weight
        self._room = [(like.new_zeros(room), like.new_zeros(room)) for _ in range(config.num_hidden_layers)]
        inside = torch.arange(self._width, device=self._device)[None] < self._lengths[:, None]
        self._mask = like.new_zeros(inside.shape).masked_fill(~inside, float("-inf"))
        found, start = [], 0
        while start < len(lengths):
            stop = start + 1
            while stop < len(lengths) and (stop + 1 - start) * max(lengths[start : stop + 1]) <= _PASS:
                stop += 1
            found.append(self._pass(start, stop))
            start = stop
        return torch.cat(found)

    def _pass(self, start: int, stop: int) -> Any:
        import torch

        prompts = [each.prompt for each in self._questions[start:stop]]
        packed = packing([len(each) for each in prompts], self._device)
        attend, wide = causal(packed), packed.width

        def keep(number: int, queries: Any, keys: Any, values: Any) -> Any:
            for room, each in zip(self._room[number], (keys, values), strict=True):
                rows = each.new_zeros((len(prompts) * wide, *each.shape[1:])).index_copy(0, packed.cells, each)
                room[start:stop, :wide] = rows.unflatten(0, (len(prompts), wide))
            return attend(number, queries, keys, values)

        flat = torch.tensor([token for each in prompts for token in each], device=self._device)
        last = states(self._model, flat, packed.positions, keep)[packed.ends]
        return decoder(self._model).lm_head(last)

    def _written(self, token: Any, positions: Any) -> Any:
        """What may follow these tokens at these places."""
        import torch

        rows = torch.arange(len(token), device=self._device)
        self._mask[rows, positions] = 0.0
        mask = self._mask[:, None, None]

        def attend(number: int, queries: Any, keys: Any, values: Any) -> Any:
            all_keys, all_values = self._room[number]
            all_keys[rows, positions], all_values[rows, positions] = keys, values
            asking = queries.unflatten(1, (keys.shape[1], -1))  # answers x kv heads x those that share them x size
            allowed = mask.expand(len(token), asking.shape[1], asking.shape[2], -1)
            found = torch.nn.functional.scaled_dot_product_attention(
                asking, all_keys.transpose(1, 2), all_values.transpose(1, 2), attn_mask=allowed
            )
            return found.flatten(1)

        return decoder(self._model).lm_head(states(self._model, token, positions, attend))

    def _narrow(self, going: Any, token: Any) -> tuple[Any, Any]:
        """Drop the answers that have ended."""
        self._rows, self._lengths, self._limits = self._rows[going], self._lengths[going], self._limits[going]
        self._opened, self._kinds, self._mask = self._opened[going], self._kinds[going], self._mask[going]
        self._order = self._rows.tolist()
        for number, (keys, values) in enumerate(self._room):
            self._room[number] = (keys[going], values[going])
        return token[going], going.new_zeros(len(self._order))
