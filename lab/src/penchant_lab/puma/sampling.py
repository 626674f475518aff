"""Answers of a model, many at once: prompts are read once, and each is answered at every temperature of a ladder.

The answers to a prompt share its keys and values, so that a step reads these once for all of them; what each answer
adds is kept beside, in room that is laid out beforehand. Prompts whose answers have all ended are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from penchant_lab.puma.base import ChatTokens
from penchant_lab.puma.llama import Attend, causal, decoder, packing, states

_LEAST = 0.05  # of the likeliest word's share: a word with less is never drawn
_LOOK = 8  # steps from one look at what has ended to the next: each look waits for the GPU


def generate(
    model: Any,
    tokens: ChatTokens,
    prompts: Sequence[Sequence[int]],
    temperatures: Sequence[float],
    *,
    longest: int,
    device: str,
    seed: int = 0,
) -> list[list[str]]:
    """For each prompt an answer at each temperature; at 0 the likeliest word is taken each time."""
    import torch

    with torch.no_grad():
        rows = _Answers(model, prompts, temperatures, longest=longest, device=device, seed=seed).run(tokens.end)
    texts = [tokens.decode(row[: row.index(tokens.end)] if tokens.end in row else row).strip() for row in rows]
    times = len(temperatures)
    return [texts[start : start + times] for start in range(0, len(texts), times)]


class _Answers:
    """The answers that are being written: ``times`` to each prompt, side by side."""

    def __init__(
        self,
        model: Any,
        prompts: Sequence[Sequence[int]],
        temperatures: Sequence[float],
        *,
        longest: int,
        device: str,
        seed: int,
    ) -> None:
        import torch

        self._model, self._longest, self._times = model, longest, len(temperatures)
        self._hot = any(each > 0 for each in temperatures)
        self._heat = torch.tensor(list(temperatures), device=device).repeat(len(prompts))
        self._dice = torch.Generator(device=device).manual_seed(seed)
        self._rows = torch.arange(len(self._heat), device=device)  # which answers are still written
        self._lengths = torch.tensor([len(each) for each in prompts], device=device)
        self._asked: list[tuple[Any, Any]] = []  # by layer: keys and values of prompts x heads x their tokens x size
        self._said: list[tuple[Any, Any]] = []  # by layer: the same of answers
        self._logits = self._read(prompts, device)

    def _read(self, prompts: Sequence[Sequence[int]], device: str) -> Any:
        """Take up the prompts; gives what each answer may begin with."""
        import torch

        packed = packing([len(each) for each in prompts], device)
        count, width, inner = len(prompts), packed.width, decoder(self._model)
        attend = causal(packed)

        def keep(number: int, queries: Any, keys: Any, values: Any) -> Any:
            empty = keys.new_zeros((count * width, *keys.shape[1:]))
            kept = [empty.index_copy(0, packed.cells, each) for each in (keys, values)]
            first, second = (each.unflatten(0, (count, width)).transpose(1, 2).contiguous() for each in kept)
            room = (count * self._times, keys.shape[1], self._longest, keys.shape[2])
            self._asked.append((first, second))
            self._said.append((keys.new_zeros(room), keys.new_zeros(room)))
            return attend(number, queries, keys, values)

        flat = torch.tensor([token for each in prompts for token in each], device=device)
        last = states(self._model, flat, packed.positions, keep)[packed.ends]
        return inner.lm_head(last).repeat_interleave(self._times, 0)

    def run(self, end: int) -> list[list[int]]:
        """Write until every answer has ended or is as long as allowed."""
        import torch

        written = torch.full((len(self._rows), self._longest), end, device=self._rows.device)
        ended = torch.zeros(len(self._rows), dtype=torch.bool, device=self._rows.device)
        for step in range(self._longest):
            token = torch.where(ended, end, self._drawn())
            written[self._rows, step] = token
            ended = ended | (token == end)
            if step % _LOOK == _LOOK - 1:
                going = ~ended.unflatten(0, (-1, self._times)).all(1)
                left = int(going.sum())
                if not left:
                    break
                if 4 * left <= 3 * len(going):
                    token, ended = self._narrow(going, token, ended)
            if step + 1 < self._longest:
                positions = (self._lengths + step).repeat_interleave(self._times)
                last = states(self._model, token, positions, self._attend(step))
                self._logits = decoder(self._model).lm_head(last)
        rows: list[list[int]] = written.tolist()
        return rows

    def _drawn(self) -> Any:
        """The next token of each answer, at its own temperature."""
        import torch

        logits = self._logits.float()
        best = logits.argmax(-1)
        if not self._hot:
            return best
        shares = torch.softmax(logits / self._heat.clamp(min=1e-3)[:, None], -1)
        shares = shares.masked_fill(shares < _LEAST * shares.amax(-1, keepdim=True), 0.0)
        drawn = torch.multinomial(shares, 1, generator=self._dice)[:, 0]
        return torch.where(self._heat > 0, drawn, best)

    def _narrow(self, going: Any, token: Any, ended: Any) -> tuple[Any, Any]:
        """Drop the prompts that have all their answers."""
        rows = going.repeat_interleave(self._times)
        self._rows, self._heat, self._lengths = self._rows[rows], self._heat[rows], self._lengths[going]
        for number, ((keys, values), (own_keys, own_values)) in enumerate(zip(self._asked, self._said, strict=True)):
            self._asked[number] = (keys[going], values[going])
            self._said[number] = (own_keys[rows], own_values[rows])
        return token[rows], ended[rows]

    def _attend(self, step: int) -> Attend:
        """Attention of one new token of each answer to its prompt and to what the answer said before."""
        import torch

        times = self._times
        width = self._asked[0][0].shape[2]
        outside = torch.arange(width, device=self._lengths.device)[None] >= self._lengths[:, None]

        def attend(number: int, queries: Any, keys: Any, values: Any) -> Any:
            (asked_keys, asked_values), (own_keys, own_values) = self._asked[number], self._said[number]
            own_keys[:, :, step], own_values[:, :, step] = keys, values
            count, kv_heads, size = len(asked_keys), keys.shape[1], keys.shape[2]
            asking = (queries / sqrt(size)).unflatten(1, (kv_heads, -1))  # answers x kv heads x group x size
            group = asking.shape[2]
            shared = asking.unflatten(0, (count, times)).transpose(1, 2).flatten(2, 3)
            before = (shared @ asked_keys.transpose(2, 3)).masked_fill(outside[:, None, None], float("-inf"))
            before = before.unflatten(2, (times, group)).transpose(1, 2).flatten(0, 1)
            since = asking @ own_keys[:, :, : step + 1].transpose(2, 3)
            shares = torch.softmax(torch.cat([before, since], -1).float(), -1).to(queries.dtype)
            of_asked = shares[..., :width].unflatten(0, (count, times)).transpose(1, 2).flatten(2, 3) @ asked_values
            found = of_asked.unflatten(2, (times, group)).transpose(1, 2).flatten(0, 1)
            return (found + shares[..., width:] @ own_values[:, :, : step + 1]).flatten(1)

        return attend
