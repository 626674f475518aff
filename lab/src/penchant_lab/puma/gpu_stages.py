"""The stages that want a GPU and no data: the model learns labels, answers, and learns which answers are better."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from penchant.errors import BadData
from penchant_lab.puma.examples import Example
from penchant_lab.puma.files import append_lines, plain_disk, read_cut, read_lines, write_lines
from penchant_lab.puma.folders import CANDIDATES, EXAMPLES, PAIRS, SAMPLED, SCORES, StageOptions, read_examples
from penchant_lab.puma.prompts import LONGEST_REPLY
from penchant_lab.puma.settings import LADDER, SHORT_LADDER, TrainSettings
from penchant_lab.suites.web.shop.functions import REVIEW


def sft_stage(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    """Let the model learn the labels."""
    from penchant_lab.puma.base import load_base
    from penchant_lab.puma.batches import LONGEST, encode_all
    from penchant_lab.puma.learning import device_of, learn, with_adapter
    from penchant_lab.puma.sft import sft_loss

    examples = read_examples(out)
    model, tokens = load_base(settings.base)
    device = device_of(options.device)
    found = encode_all(tokens, [(each.system, each.user, each.target) for each in examples])
    lessons = [each for each in found if len(each.tokens) <= LONGEST]  # an answer is never cut
    if not lessons:
        raise BadData(f"No example in {out / EXAMPLES} fits into a sequence; make the memory shorter.")
    tuned = with_adapter(model, device, options.sft.seed)
    folder = _folder(out, "sft")
    loss = sft_loss(lessons, options.sft, device)
    if not learn(tuned, loss, options.sft, folder, resume=options.resume, until=options.until, tell=options.tell):
        return False
    _finish(out, "sft", tuned, settings)
    return True


def sample_stage(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    """Let the tuned model answer each prompt at every temperature of the ladder."""
    from penchant_lab.puma.adapters import load_adapter
    from penchant_lab.puma.base import load_base
    from penchant_lab.puma.learning import device_of, with_adapter
    from penchant_lab.puma.sampling import generate

    examples = [each for each in read_examples(out) if each.form == "parameter"]
    model, tokens = load_base(settings.base)
    device = device_of(options.device)
    tuned = with_adapter(model, device, 0, load_adapter(out / "sft")).merge_and_unload()
    tuned.eval()
    width = 256 if device.startswith("cuda") else 4
    asked = tokens.prompts([(each.system, each.user) for each in examples])
    prompts = {each.task: prompt for each, prompt in zip(examples, asked, strict=True)}
    done = {row["task"] for row in read_cut(out / SAMPLED)} if options.resume else set()
    write_lines(out / SAMPLED, read_cut(out / SAMPLED) if done else ())
    parts = list(_parts(examples, {task: len(prompt) for task, prompt in prompts.items()}, width))
    took = 0.0
    for number, part in enumerate(parts):
        if all(each.task in done for each in part):
            continue
        began = time.monotonic()
        if options.until is not None and began + took > options.until:
            options.tell(f"Sampled {number} of {len(parts)} parts, as the minutes are over; go on with --resume, or")
            options.tell("take what is there: --only score --resume")
            return False
        texts = generate(
            tuned,
            tokens,
            [prompts[each.task] for each in part],
            LADDER if part[0].function == REVIEW else SHORT_LADDER,
            longest=LONGEST_REPLY[part[0].function],
            device=device,
            seed=number,
        )
        rows = ({"task": each.task, "texts": own} for each, own in zip(part, texts, strict=True))
        append_lines(out / SAMPLED, rows)
        took = time.monotonic() - began
        options.tell(f"part {number + 1} of {len(parts)}: {len(part)} of {part[0].function}, {took:.1f} s")
    with plain_disk(out):
        for earlier in (SCORES, PAIRS):  # of the candidates that there were when sampling was cut
            (out / earlier).unlink(missing_ok=True)
        (out / SAMPLED).replace(out / CANDIDATES)
    return True


def _parts(examples: Sequence[Example], lengths: Mapping[int, int], width: int) -> list[list[Example]]:
    """Prompts to answer at once: of one function, of like length; shuffled, so that each function has some early."""
    found: list[list[Example]] = []
    for function in sorted({each.function for each in examples}):
        own = [each for each in examples if each.function == function]
        own.sort(key=lambda each: (lengths[each.task], each.task))
        found += [own[start : start + width] for start in range(0, len(own), width)]
    random.Random(0).shuffle(found)
    return found


def dpo_stage(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    """Let the model learn which of its answers are better."""
    from penchant_lab.puma.adapters import load_adapter
    from penchant_lab.puma.base import load_base
    from penchant_lab.puma.dpo import dpo_loss, encode_pairs, evened, with_reference
    from penchant_lab.puma.learning import device_of, learn, with_adapter

    rows = read_lines(out / PAIRS, "function", "system", "user", "chosen", "rejected")
    model, tokens = load_base(settings.base)
    device = device_of(options.device)
    found = encode_pairs(tokens, rows)
    if not found:
        raise BadData(
            f"{out / PAIRS} holds no pair: the candidates are all worth the same. Sample more, or less alike."
        )
    before = None if options.dpo.start == "base" else load_adapter(out / "sft")
    tuned = with_adapter(model, device, options.dpo.seed, before)
    known = with_reference(tuned, found, options.dpo, device)  # before anything of a checkpoint is taken up
    folder = _folder(out, "dpo")
    loss = dpo_loss(evened(known), options.dpo, device)
    if not learn(tuned, loss, options.dpo, folder, resume=options.resume, until=options.until, tell=options.tell):
        return False
    _finish(out, "dpo", tuned, settings)
    return True


def _finish(out: Path, stage: str, tuned: Any, settings: TrainSettings) -> None:
    """Keep what was learned: as peft reads it and, last, as llama.cpp does."""
    from penchant_lab.puma.adapters import save_adapter, write_gguf
    from penchant_lab.puma.learning import CHECKPOINT, adapter_weights

    weights, config = adapter_weights(tuned), tuned.base_model.model.config
    save_adapter(out / stage, weights, settings.base or "SmolLM2-135M-Instruct")
    write_gguf(out / f"{stage}.gguf", weights, config.num_attention_heads, config.num_key_value_heads)
    (out / stage / CHECKPOINT).unlink(missing_ok=True)


def _folder(out: Path, stage: str) -> Path:
    with plain_disk(out):
        (out / stage).mkdir(parents=True, exist_ok=True)
    return out / stage
