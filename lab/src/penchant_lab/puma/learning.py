"""One training loop for both stages: LoRA on a frozen model, checkpoints that appear whole, and a stop in time.

Written by hand rather than on trl: its trainers import `datasets`, and with it a hundred megabytes that a machine
without a network would have to be given; what is left of them here is a loss of ten lines each.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, asdict, fields
from math import cos, isfinite, pi
from pathlib import Path
from typing import Any

from penchant.errors import BadData, BadInput, Interrupted, RunError
from penchant_lab.puma.batches import TokenisedExample, flattened
from penchant_lab.puma.files import plain_disk, write_bytes
from penchant_lab.puma.llama import causal, decoder, packing, states
from penchant_lab.puma.settings import ALPHA, LINEAR, RANK, Tuning

CHECKPOINT, LOG = "checkpoint.pt", "log.jsonl"
_EVERY = 200  # steps
_TOLD = 20
_FREE = ("steps", "tokens")  # of a tuning, what a resumed training may change: its end, and what is computed at once


def device_of(wanted: str | None) -> str:
    """Where to compute: what is asked for, else a GPU where there is one."""
    import torch

    if wanted is None:
        return "cuda" if torch.cuda.is_available() else "cpu"
    if not re.fullmatch(r"cpu|cuda(:\d+)?", wanted):
        raise BadInput(f"--device {wanted} is not known; it takes cpu or cuda.")
    if wanted.startswith("cuda") and not torch.cuda.is_available():
        raise BadInput("There is no GPU here that PyTorch can use; leave out --device, and the CPU computes, slowly.")
    return wanted


def with_adapter(model: Any, device: str, seed: int, start: Mapping[str, Any] | None = None) -> Any:
    """The model with a LoRA adapter on every linear part, new or with the weights given; only the adapter learns."""
    import peft
    import torch

    torch.manual_seed(seed)
    if device.startswith("cuda"):
        model = model.to(torch.bfloat16)
    config = peft.LoraConfig(
        r=RANK, lora_alpha=ALPHA, lora_dropout=0.0, target_modules=list(LINEAR), task_type="CAUSAL_LM"
    )
    tuned = peft.get_peft_model(model, config).to(device)
    if start is not None:
        put_weights(tuned, start)
    return tuned


def adapter_weights(tuned: Any) -> dict[str, Any]:
    """What was learned, by the names that peft gives its files, on the CPU."""
    import peft

    return {name: value.detach().cpu().clone() for name, value in peft.get_peft_model_state_dict(tuned).items()}


def put_weights(tuned: Any, weights: Mapping[str, Any]) -> None:
    """Take up what was learned before."""
    import peft

    peft.set_peft_model_state_dict(tuned, dict(weights))


def log_probabilities(tuned: Any, lessons: Sequence[TokenisedExample], device: str) -> tuple[Any, Any]:
    """The log-probability of every token that is taught, and the row that each is in."""
    import torch

    tokens, taught, rows = flattened(lessons, device)
    packed = packing([len(each.tokens) for each in lessons], device)
    found = states(tuned, tokens, packed.positions, causal(packed)).index_select(0, taught - 1)
    logits = decoder(tuned).lm_head(found).float()
    return -torch.nn.functional.cross_entropy(logits, tokens[taught], reduction="none"), rows


Loss = Callable[[Any, int], tuple[Any, int]]
"""Runs a step's batch forwards and backwards: gives the loss, still on its device, and how many tokens went through."""


def learn(
    tuned: Any,
    loss: Loss,
    tuning: Tuning,
    folder: Path,
    *,
    resume: bool,
    until: float | None,
    tell: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
) -> bool:
    """Train to the end, or until the clock says so; True where the end was reached. What was done is kept."""
    import torch

    parts = [part for part in tuned.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(parts, lr=tuning.rate, weight_decay=0.0, betas=(0.9, 0.99))
    done = _take_up(tuned, optimiser, tuning, folder / CHECKPOINT, tell) if resume else 0
    _forget_after(folder / LOG, done)
    told_at, tokens = clock(), 0
    tuned.train()
    try:
        while done < tuning.steps:
            if until is not None and clock() > until:
                _save(tuned, optimiser, tuning, done, folder / CHECKPOINT)
                tell(f"Stopped after step {done} of {tuning.steps}, as the minutes are over; go on with --resume.")
                return False
            for group in optimiser.param_groups:
                group["lr"] = tuning.rate * _share(done, tuning)
            optimiser.zero_grad(set_to_none=True)
            value, size = loss(tuned, done)
            torch.nn.utils.clip_grad_norm_(parts, 1.0)
            optimiser.step()
            done, tokens = done + 1, tokens + size
            if done % _TOLD == 0 or done == tuning.steps:
                value = float(value)  # here alone the GPU is waited for
                if not isfinite(value):
                    raise RunError(
                        f"The loss was no number any more at step {done}; remove {folder}, and begin this stage anew "
                        "with --resume and a smaller learning rate or anchor."
                    )
                seconds = clock() - told_at
                _note(folder, {"step": done, "loss": round(value, 5), "seconds": round(seconds, 2), "tokens": tokens})
                tell(f"step {done} of {tuning.steps}: loss {value:.4f}, {tokens / max(seconds, 1e-9):,.0f} tokens/s")
                told_at, tokens = clock(), 0
            if done % _EVERY == 0 or done == tuning.steps:  # the last one, for a disk that fills afterwards
                _save(tuned, optimiser, tuning, done, folder / CHECKPOINT)
    except KeyboardInterrupt:
        _save(tuned, optimiser, tuning, done, folder / CHECKPOINT)
        raise Interrupted(
            f"Stopped after step {done} of {tuning.steps}; go on with the same command and --resume."
        ) from None
    except torch.OutOfMemoryError:
        _save(tuned, optimiser, tuning, done, folder / CHECKPOINT)
        raise
    return True


def _share(step: int, tuning: Tuning) -> float:
    """Of the learning rate: rising at first, then falling as half a cosine does."""
    warm = max(1, round(tuning.warmup * tuning.steps))
    if step < warm:
        return (step + 1) / warm
    return 0.5 * (1 + cos(pi * (step - warm) / max(1, tuning.steps - warm)))


def _note(folder: Path, row: Mapping[str, Any]) -> None:
    with plain_disk(folder), (folder / LOG).open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _forget_after(path: Path, step: int) -> None:
    """Take out of the log what is going to be done again, and a line that was cut."""
    kept: list[str] = []
    if not path.exists():
        return
    with suppress(ValueError):
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            kept += [line] if json.loads(line)["step"] <= step else []
    write_bytes(path, "".join(kept).encode())


def _save(tuned: Any, optimiser: Any, tuning: Tuning, step: int, path: Path) -> None:
    import torch

    state = {
        "step": step,
        "tuning": asdict(tuning),
        "adapter": adapter_weights(tuned),
        "optimiser": optimiser.state_dict(),
    }
    draft = path.with_name(f".{path.name}.tmp")
    with plain_disk(path.parent.parent):
        try:
            try:
                torch.save(state, draft)
            except RuntimeError as error:  # PyTorch's own writer says so of a full disk
                raise OSError(28, str(error)) from error
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)


def _take_up(tuned: Any, optimiser: Any, tuning: Tuning, path: Path, tell: Callable[[str], None]) -> int:
    """How many steps were done before, with the adapter and the optimiser as they were then."""
    import torch

    if not path.exists():
        return 0
    try:
        state: Any = torch.load(path, map_location="cpu", weights_only=True)
        step, earlier, weights = int(state["step"]), state["tuning"], state["adapter"]
    except Exception as error:  # a file cut anywhere fails in many ways
        raise BadData(
            f"{path} is cut short or damaged; remove it, and --resume begins this stage anew ({type(error).__name__})."
        ) from error
    wanted = asdict(tuning)
    usual = {each.name: each.default for each in fields(tuning) if each.default is not MISSING}
    if {**usual, **earlier, **{name: wanted[name] for name in _FREE}} != wanted:
        raise BadInput(f"{path} was made with other settings ({earlier}); go on with those, or take another --out.")
    if earlier["steps"] != tuning.steps:
        tell(f"The schedule ends at step {tuning.steps} now, not at {earlier['steps']}; {step} are done.")
    put_weights(tuned, weights)
    optimiser.load_state_dict(state["optimiser"])
    return step
