"""Answers of a model, many at once: prompts are read once, and each is answered at every temperature of a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penchant.bench.web.puma.base import ChatTokens

_LEAST = 0.05  # of the likeliest word's share: a word with less is never drawn


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
    from transformers import DynamicCache

    width, times = max(len(prompt) for prompt in prompts), len(temperatures)
    numbers = torch.zeros((len(prompts), width), dtype=torch.long)
    mask = torch.zeros((len(prompts), width), dtype=torch.long)
    for row, prompt in enumerate(prompts):
        numbers[row, width - len(prompt) :] = torch.tensor(list(prompt))
        mask[row, width - len(prompt) :] = 1
    numbers, mask = numbers.to(device), mask.to(device)
    heat = torch.tensor(list(temperatures), device=device).repeat(len(prompts))
    dice = torch.Generator(device=device).manual_seed(seed)
    cache = DynamicCache()
    with torch.no_grad(), torch.autocast("cuda", dtype=torch.bfloat16, enabled=device.startswith("cuda")):
        places = (mask.cumsum(1) - 1).clamp(min=0)
        found = model(
            input_ids=numbers,
            attention_mask=mask,
            position_ids=places,
            past_key_values=cache,
            use_cache=True,
            logits_to_keep=1,
        )
        logits = found.logits[:, -1].repeat_interleave(times, 0)
        if times > 1:
            cache.batch_repeat_interleave(times)
            mask = mask.repeat_interleave(times, 0)
        place = mask.sum(1, keepdim=True)
        ended = torch.zeros(len(heat), dtype=torch.bool, device=device)
        said: list[Any] = []
        for _ in range(longest):
            token = torch.where(ended, tokens.end, _drawn(logits.float(), heat, dice))
            said.append(token)
            ended |= token == tokens.end
            if bool(ended.all()):
                break
            mask = torch.cat([mask, torch.ones_like(mask[:, :1])], 1)
            found = model(
                input_ids=token[:, None], attention_mask=mask, position_ids=place, past_key_values=cache, use_cache=True
            )
            logits, place = found.logits[:, -1], place + 1
    rows = torch.stack(said, 1).tolist()
    texts = [tokens.decode(row[: row.index(tokens.end)] if tokens.end in row else row).strip() for row in rows]
    return [texts[start : start + times] for start in range(0, len(texts), times)]


def _drawn(logits: Any, heat: Any, dice: Any) -> Any:
    import torch

    best = logits.argmax(-1)
    if not bool((heat > 0).any()):
        return best
    shares = torch.softmax(logits / heat.clamp(min=1e-3)[:, None], -1)
    shares = shares.masked_fill(shares < _LEAST * shares.amax(-1, keepdim=True), 0.0)
    drawn = torch.multinomial(shares, 1, generator=dice)[:, 0]
    return torch.where(heat > 0, drawn, best)
