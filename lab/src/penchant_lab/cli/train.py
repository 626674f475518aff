"""`penchant train`: train the language models that agents go by."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant.errors import BadInput, Interrupted

if TYPE_CHECKING:
    from penchant_lab.puma.settings import TrainSettings
    from penchant_lab.puma.stages import Stage

EXAMPLES = """examples:
  penchant train puma --out my-puma
  penchant train puma --data DIR --stage sft --steps 500 --out my-puma
  penchant train puma --out my-puma --resume
  penchant train puma --only prepare --people 1000 --products 35772 --out my-puma
  penchant train puma --only sft --minutes 9 --out my-puma --resume
"""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "train",
        help="train the agents that learn by gradient",
        description="Train PUMA on the training tasks of a web shop: labels, then preferences (extra `train`).",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["puma"], metavar="puma", help="what to train: puma")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the files of a shop (default: one is made up)")
    parser.add_argument("--people", type=int, metavar="N", help="how many people (default: 200, of files all)")
    parser.add_argument("--products", type=int, metavar="N", help="how many products to make up (default: 5000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of a made-up shop (default: 0)")
    parser.add_argument("--recommender", metavar="NAME", help="light or sasrec, as in penchant study web")
    parser.add_argument(
        "--base",
        metavar="MODEL",
        help="a model of LLaMA's kind: a folder of Hugging Face's or a GGUF file (default: SmolLM2-135M-Instruct)",
    )
    parser.add_argument("--out", type=Path, default=Path("puma"), metavar="DIR", help="a folder (default: puma)")
    parser.add_argument(
        "--stage",
        choices=["sft", "dpo", "both"],
        default="both",
        help="train up to sft, go on with dpo, or both (default)",
    )
    parser.add_argument("--only", metavar="NAMES", help="of prepare,sft,sample,score,dpo these alone")
    parser.add_argument("--steps", type=int, metavar="N", help="of SFT (default: 2000)")
    parser.add_argument("--dpo-steps", type=int, metavar="N", help="of DPO (default: 350)")
    parser.add_argument("--rate", type=float, metavar="R", help="learning rate of SFT (default: 3e-4)")
    parser.add_argument("--dpo-rate", type=float, metavar="R", help="learning rate of DPO (default: 5e-5)")
    parser.add_argument(
        "--dpo-anchor",
        type=float,
        metavar="W",
        help="of DPO: how much the better answer's own likelihood counts beside the preference (default: 0)",
    )
    parser.add_argument("--batch", type=int, metavar="N", help="examples or pairs a step (default: 64)")
    parser.add_argument(
        "--start",
        choices=("sft", "base"),
        default="sft",
        help="what DPO begins with: the tuned model (default), or the base itself, to see what SFT is worth; the "
        "answers that are compared are the tuned model's either way",
    )
    parser.add_argument("--ids", default="alias", help="products in prompts by alias (default) or asin")
    parser.add_argument("--memory", default="task", help="task (what the function needs; default), general or none")
    parser.add_argument("--memory-tokens", type=int, default=768, metavar="N", help="of a memory (default: 768)")
    parser.add_argument("--requests", metavar="DIR", help="more requests: search.txt, recommend.txt, review.txt")
    parser.add_argument("--labels", default="kind", help="of recommendations: kind (default) or published")
    parser.add_argument(
        "--minutes", type=float, metavar="M", help="stop so long after the start, with what was done kept"
    )
    parser.add_argument("--device", metavar="NAME", help="cpu or cuda (default: a GPU where there is one)")
    parser.add_argument("--resume", action="store_true", help="go on with what lies in --out")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Train, or go on with it."""
    began = time.monotonic()
    from penchant_lab.puma.base import need_training
    from penchant_lab.puma.folders import CANDIDATES, StageOptions, read_settings
    from penchant_lab.puma.settings import DPO, SFT
    from penchant_lab.puma.stages import train

    stages = _stages(args)
    settings = _settings(args)
    if args.minutes is not None and not args.minutes > 0:
        raise BadInput(f"--minutes {args.minutes:g} leaves no time; give more than 0.")
    size = {} if args.batch is None else {"batch": args.batch}
    sft = {name: value for name, value in (("steps", args.steps), ("rate", args.rate)) if value is not None}
    wished = (("steps", args.dpo_steps), ("rate", args.dpo_rate), ("anchor", args.dpo_anchor))
    dpo = {"start": args.start, **{name: value for name, value in wished if value is not None}}
    goes_on = args.only is None and args.stage == "dpo"
    options = StageOptions(
        resume=args.resume or goes_on,
        minutes=args.minutes,
        began=began,
        device=args.device,
        sft=replace(SFT, **sft, **size),
        dpo=replace(DPO, **dpo, **size),
        tell=lambda line: print(line, file=sys.stderr, flush=True),
    )
    need_training()
    tuned_is_needed = args.start == "sft" or not (args.out / CANDIDATES).exists()  # it gives the candidates too
    if goes_on and tuned_is_needed and not (args.out / "sft.gguf").exists():
        raise BadInput(f"There is no model in {args.out} that dpo could go on with; train it first: --stage sft.")
    try:
        ended = train(args.out, settings, stages, options)
    except KeyboardInterrupt:
        raise Interrupted("Stopped; what was done is kept. Go on with the same command and --resume.") from None
    if ended:
        agents = [f"puma-{stage}" for stage in ("sft", "dpo") if (args.out / f"{stage}.gguf").exists()]
        study = f"penchant study web --agents {','.join(agents)} --adapters {args.out}"
        base = read_settings(args.out).base
        served = base is not None and Path(base).is_dir()  # which the local engine cannot read
        trial = (
            f"Serve it with training/serve_model.py, and try: {study} --mind lm ..."
            if served
            else f"Try it with: {study}"
        )
        print(f"Trained: {args.out}. {trial}" if agents else f"Done: {', '.join(stages)} in {args.out}.")
    return 0


def _settings(args: argparse.Namespace) -> TrainSettings:
    from penchant_lab.puma.settings import PromptSettings, TrainSettings

    return TrainSettings(
        base=args.base,
        data=None if args.data is None else str(args.data),
        people=args.people,
        products=args.products,
        seed=args.seed,
        labels=args.labels,
        requests=args.requests,
        recommender=args.recommender,
        prompts=PromptSettings(ids=args.ids, memory=args.memory, tokens=args.memory_tokens),
    )


def _stages(args: argparse.Namespace) -> tuple[Stage, ...]:
    from penchant_lab.puma.stages import STAGES

    if args.only is None:
        return {"sft": STAGES[:2], "dpo": STAGES[2:], "both": STAGES}[args.stage]
    named = args.only.split(",")
    for name in named:
        if name not in STAGES:
            raise BadInput(f"--only {name} is no stage; there are {', '.join(STAGES)}.")
    return tuple(stage for stage in STAGES if stage in named)
