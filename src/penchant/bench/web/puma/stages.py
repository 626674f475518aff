"""The stages of a training, each with its own file in one folder; what is finished is kept and not done again.

``prepare``  training tasks as prompts with labels      examples.jsonl.gz, settings.json, tokenizer.json
``sft``      the model learns the labels                sft/ (peft) and sft.gguf
``sample``   ten answers of the tuned model each        candidates.jsonl.gz
``score``    what the shop gives for each, and pairs    scores.jsonl.gz, pairs.jsonl.gz
``dpo``      the model learns which answers are better  dpo/ and dpo.gguf

Each can run on another machine: ``sft``, ``sample`` and ``dpo`` want a GPU and no data, the others data and no GPU.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from penchant.bench.run.config import RunConfig
from penchant.bench.web.data import open_data
from penchant.bench.web.puma.examples import Example, from_row, other_words, prepare, to_row
from penchant.bench.web.puma.files import append_lines, plain_disk, read_cut, read_lines, write_bytes, write_lines
from penchant.bench.web.puma.prompts import LONGEST_REPLY
from penchant.bench.web.puma.settings import DPO, LADDER, MARGIN, SFT, TrainSettings, Tuning
from penchant.bench.web.records import WebData
from penchant.errors import BadData, BadInput, RunError

Stage = Literal["prepare", "sft", "sample", "score", "dpo"]
Start = Literal["sft", "base"]
"""What DPO goes on from: the tuned model, or, as the published ablation does, the one that nothing was taught."""
STAGES: tuple[Stage, ...] = ("prepare", "sft", "sample", "score", "dpo")
SETTINGS, TOKENS = "settings.json", "tokenizer.json"
EXAMPLES, CANDIDATES, SCORES, PAIRS = (f"{name}.jsonl.gz" for name in ("examples", "candidates", "scores", "pairs"))
SAMPLED = "candidates.part.jsonl.gz"
"""Candidates of a stage that has not ended: whole part by part, however it is cut."""
_MADE: dict[Stage, str] = {
    "prepare": EXAMPLES,
    "sft": "sft.gguf",
    "sample": CANDIDATES,
    "score": PAIRS,
    "dpo": "dpo.gguf",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StageOptions:
    """How a training goes about it: what does not change what is learned."""

    resume: bool = False
    minutes: float | None = None  # from ``began`` on, for all stages together
    began: float = field(default_factory=time.monotonic)
    device: str | None = None
    sft: Tuning = SFT
    dpo: Tuning = DPO
    margin: float = MARGIN
    start: Start = "sft"
    width: int | None = None  # prompts that are answered at once
    tell: Callable[[str], None] = field(default=print)

    @property
    def until(self) -> float | None:
        """When to stop, by the monotonic clock."""
        return None if self.minutes is None else self.began + 60 * self.minutes


def train(out: Path, settings: TrainSettings | None, stages: Sequence[Stage], options: StageOptions) -> bool:
    """Run these stages in their order; True where all came to their end. ``settings`` None takes the folder's own."""
    settings = _begin(out, settings, options)
    if not {*stages} <= {"prepare", "score"}:
        from penchant.bench.web.puma.learning import device_of

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
            settings = _settings(out / SETTINGS)  # now with the data's fingerprint, which score compares
    return True


def _begin(out: Path, settings: TrainSettings | None, options: StageOptions) -> TrainSettings:
    """A new folder, or one that goes on with the settings it was made with."""
    path = out / SETTINGS
    if path.exists():
        if not options.resume:
            raise BadInput(f"{out} holds a training already; go on with --resume, or take another --out.")
        return _settings(path)
    if options.resume and not out.is_dir():
        raise BadInput(f"There is no training in {out} to go on with; leave out --resume.")
    if settings is None:
        raise BadInput(f"{path} is missing: run the stage prepare first.")
    return settings


def _settings(path: Path) -> TrainSettings:
    try:
        return TrainSettings.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError, KeyError) as error:
        raise BadData(f"{path} cannot be read ({error}); take another --out.") from error


def _prepare(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    from penchant.bench.web.agents import shelves_of
    from penchant.bench.web.puma.base import load_tokens

    more = [] if settings.requests is None else list(other_words(Path(settings.requests)))
    tokens = load_tokens(settings.base)
    data = _data(settings)
    if not data.train:
        raise BadData("These data hold no training tasks: there is nothing to learn from. Give others with --data.")
    shop, shelves = _shop(data, settings), shelves_of(data.products)
    with plain_disk(out):
        out.mkdir(parents=True, exist_ok=True)
    write_bytes(out / TOKENS, tokens.tokenizer.to_str().encode())
    settings = replace(settings, fingerprint=data.fingerprint)
    write_bytes(out / SETTINGS, json.dumps(asdict(settings), indent=2).encode())
    found = chain(prepare(data, shop, shelves, settings, tokens.count), more)
    count = write_lines(out / EXAMPLES, map(to_row, found))
    options.tell(f"{count:,} examples of {len(data.train):,} tasks.")
    return True


def _sft(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    from penchant.bench.web.puma.base import load_base
    from penchant.bench.web.puma.batches import LONGEST, encode_all
    from penchant.bench.web.puma.learning import device_of, learn, with_adapter
    from penchant.bench.web.puma.sft import sft_loss

    examples = _examples(out)
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


def _sample(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    from penchant.bench.web.puma.adapters import load_adapter
    from penchant.bench.web.puma.base import load_base
    from penchant.bench.web.puma.learning import device_of, with_adapter
    from penchant.bench.web.puma.sampling import generate

    examples = [each for each in _examples(out) if each.form == "parameter"]
    model, tokens = load_base(settings.base)
    device = device_of(options.device)
    tuned = with_adapter(model, device, 0, load_adapter(out / "sft")).merge_and_unload()
    tuned.eval()
    width = options.width or (256 if device.startswith("cuda") else 4)
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
            LADDER,
            longest=LONGEST_REPLY[part[0].function],
            device=device,
            seed=number,
        )
        rows = ({"task": each.task, "texts": own} for each, own in zip(part, texts, strict=True))
        append_lines(out / SAMPLED, rows)
        took = time.monotonic() - began
        options.tell(f"part {number + 1} of {len(parts)}: {len(part)} of {part[0].function}, {took:.1f} s")
    with plain_disk(out):
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


def _score(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    from penchant.bench.web.puma.scoring import ScoringPlace, pairs, scored

    examples = {each.task: each for each in _examples(out) if each.form == "parameter"}
    cut = (out / SAMPLED).exists() and not (out / CANDIDATES).exists()
    rows = read_cut(out / SAMPLED) if cut else read_lines(out / CANDIDATES, "task", "texts")
    if cut:
        options.tell(f"Sampling has not ended; {len(rows):,} of {len(examples):,} prompts have their candidates.")
    candidates = {row["task"]: row["texts"] for row in rows}
    data = _data(settings)
    if data.fingerprint != settings.fingerprint:
        raise BadData("These data are not those that the training was prepared with; give the same --data again.")
    place = ScoringPlace(_shop(data, settings), {task.number: task for task in data.train})
    write_lines(out / SCORES, scored(place, examples.values(), candidates, options.tell))
    found = read_lines(out / SCORES)
    count = write_lines(out / PAIRS, pairs(examples, found, options.margin))
    for function in sorted({row["function"] for row in found}):
        own = [row["rewards"] for row in found if row["function"] == function]
        first, best = (sum(each) / len(own) for each in ([r[0] for r in own], [max(r) for r in own]))
        options.tell(f"{function}: {len(own):,} tasks, first answer {first:.3f}, best of all {best:.3f}")
    options.tell(f"{count:,} pairs.")
    return True


def _dpo(out: Path, settings: TrainSettings, options: StageOptions) -> bool:
    from penchant.bench.web.puma.adapters import load_adapter
    from penchant.bench.web.puma.base import load_base
    from penchant.bench.web.puma.dpo import dpo_loss, encode_pairs, evened, with_reference
    from penchant.bench.web.puma.learning import device_of, learn, with_adapter

    rows = read_lines(out / PAIRS, "system", "user", "chosen", "rejected")
    model, tokens = load_base(settings.base)
    device = device_of(options.device)
    found = encode_pairs(tokens, rows)
    if not found:
        raise BadData(
            f"{out / PAIRS} holds no pair: the candidates are all worth the same. Sample more, or less alike."
        )
    before = None if options.start == "base" else load_adapter(out / "sft")
    tuned = with_adapter(model, device, options.dpo.seed, before)
    known = with_reference(tuned, found, options.dpo, device)  # before anything of a checkpoint is taken up
    folder = _folder(out, "dpo")
    loss = dpo_loss(evened(known), options.dpo, device)
    if not learn(tuned, loss, options.dpo, folder, resume=options.resume, until=options.until, tell=options.tell):
        return False
    _finish(out, "dpo", tuned, settings)
    return True


_RUN: dict[Stage, Callable[[Path, TrainSettings, StageOptions], bool]] = {
    "prepare": _prepare,
    "sft": _sft,
    "sample": _sample,
    "score": _score,
    "dpo": _dpo,
}


def _finish(out: Path, stage: str, tuned: Any, settings: TrainSettings) -> None:
    """Keep what was learned: as peft reads it and, last, as llama.cpp does."""
    from penchant.bench.web.puma.adapters import save_adapter, write_gguf
    from penchant.bench.web.puma.learning import CHECKPOINT, adapter_weights

    weights, config = adapter_weights(tuned), tuned.base_model.model.config
    save_adapter(out / stage, weights, settings.base or "SmolLM2-135M-Instruct")
    write_gguf(out / f"{stage}.gguf", weights, config.num_attention_heads, config.num_key_value_heads)
    (out / stage / CHECKPOINT).unlink(missing_ok=True)


def _folder(out: Path, stage: str) -> Path:
    with plain_disk(out):
        (out / stage).mkdir(parents=True, exist_ok=True)
    return out / stage


def _examples(out: Path) -> list[Example]:
    return [from_row(row) for row in read_lines(out / EXAMPLES, *(field.name for field in fields(Example)))]


def _data(settings: TrainSettings) -> WebData:
    folder = None if settings.data is None else Path(settings.data)
    return open_data(folder, settings.people, settings.products, settings.seed)


def _shop(data: WebData, settings: TrainSettings) -> Any:
    from penchant.bench.web.study.study import open_shop

    given = {"recommender": settings.recommender, "products": settings.products}
    config = RunConfig(suite="web", data=settings.data, people=settings.people, seed=settings.seed, options=given)
    return open_shop(data, config)
