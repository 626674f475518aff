"""The stages of a training, each with its own file in one folder; what is finished is kept and not done again.

``prepare``  training tasks as prompts with labels      examples.jsonl.gz, settings.json, tokenizer.json
``sft``      the model learns the labels                sft/ (peft) and sft.gguf
``sample``   ten answers of the tuned model each        candidates.jsonl.gz
``score``    what the shop gives for each, and pairs    scores.jsonl.gz, pairs.jsonl.gz
``dpo``      the model learns which answers are better  dpo/ and dpo.gguf

Each can run on another machine: ``sft``, ``sample`` and ``dpo`` want a GPU and no data, the others data and no GPU.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from penchant.errors import BadInput, RunError
from penchant_lab.puma.data_stages import prepare_stage, score_stage
from penchant_lab.puma.folders import CANDIDATES, EXAMPLES, PAIRS, SETTINGS, StageOptions, read_settings
from penchant_lab.puma.gpu_stages import dpo_stage, sample_stage, sft_stage
from penchant_lab.puma.settings import TrainSettings

Stage = Literal["prepare", "sft", "sample", "score", "dpo"]
STAGES: tuple[Stage, ...] = ("prepare", "sft", "sample", "score", "dpo")
_MADE: dict[Stage, str] = {
    "prepare": EXAMPLES,
    "sft": "sft.gguf",
    "sample": CANDIDATES,
    "score": PAIRS,
    "dpo": "dpo.gguf",
}
_RUN: dict[Stage, Callable[[Path, TrainSettings, StageOptions], bool]] = {
    "prepare": prepare_stage,
    "sft": sft_stage,
    "sample": sample_stage,
    "score": score_stage,
    "dpo": dpo_stage,
}


def train(out: Path, settings: TrainSettings | None, stages: Sequence[Stage], options: StageOptions) -> bool:
    """Run these stages in their order; True where all came to their end. ``settings`` None takes the folder's own."""
    settings = _begin(out, settings, stages, options)
    if not {*stages} <= {"prepare", "score"}:
        from penchant_lab.puma.learning import device_of

        device_of(options.device)  # one that is not there is found out before anything is done
    for stage in stages:
        if (out / _MADE[stage]).exists() and options.resume:
            options.tell(f"{stage}: done before.")
            continue
        began = time.monotonic()
        options.tell(f"{stage}: begins.")
        try:
            if not _RUN[stage](out, settings, options):
                return False
        except RuntimeError as error:
            if type(error).__name__ != "OutOfMemoryError":  # PyTorch's own, which is not imported here
                raise
            raise RunError(
                f"There was no room left on the GPU in the stage {stage}; end what else uses it, or give a smaller "
                "--batch. --resume goes on with what was done."
            ) from error
        options.tell(f"{stage}: done in {time.monotonic() - began:.0f} s.")
        if stage == "prepare":
            settings = read_settings(out)  # now with the data's fingerprint, which score compares
    return True


def _begin(out: Path, settings: TrainSettings | None, stages: Sequence[Stage], options: StageOptions) -> TrainSettings:
    """A new folder, or one that goes on with the settings it was made with."""
    path = out / SETTINGS
    if path.exists():
        if not options.resume:
            raise BadInput(f"{out} holds a training already; go on with --resume, or take another --out.")
        return read_settings(out)
    if options.resume and not out.is_dir():
        raise BadInput(f"There is no training in {out} to go on with; leave out --resume.")
    if settings is None or "prepare" not in stages:
        raise BadInput(f"{path} is missing: run the stage prepare first.")
    return settings
