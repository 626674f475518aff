"""`penchant understand`: what the mind makes of a sentence."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from penchant.errors import BadInput


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "understand",
        help="show what the mind makes of a sentence",
        description="What a sentence says about the options at hand, and its verdict on what was done.",
        epilog='example:\n  penchant understand --options "coffee|herbal tea" --acted "coffee" "no, the tea"',
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", help="what the person says")
    parser.add_argument("--options", required=True, metavar="A|B", help="what is on offer, separated by |")
    parser.add_argument("--acted", metavar="A", help="what was just done, if anything (thing|place for a placement)")
    parser.add_argument("--mind", default="built-in", metavar="NAME", help="ours or a plugin's (default: built-in)")
    parser.add_argument("--embedder", default="wordllama", metavar="NAME", help="default: wordllama")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read one sentence and print the reading."""
    from penchant.domain import Utterance
    from penchant.embed import cached
    from penchant.plugins import embedder_named, mind_named

    options = list(dict.fromkeys(_split(args.options)))
    if not all(options):
        raise BadInput('--options names nothing between two |, or at an end; write it as in --options "tea|coffee"')
    acted = _split(args.acted) if args.acted else []
    for name in acted:
        if name not in options:
            raise BadInput(f"--acted {name!r} is not among the options: {', '.join(options)}.")
    mind = mind_named(args.mind, cached(embedder_named(args.embedder)))
    said = Utterance(args.words, options, acted)
    reading, plain = mind.read(said) if hasattr(mind, "read") else (mind.understand(said), None)
    shown = {**asdict(reading), "odds": dict(reading.odds), "plain": plain}
    if args.json:
        print(json.dumps(shown, ensure_ascii=False))
        return 0
    shown["sure"] = f"{reading.sure:.2f}"
    shown["odds"] = tuple(f"{name} {likely:.2f}" for name, likely in reading.odds)
    shown["also"] = tuple(f"{one.stance} {one.value} ({one.situation or 'otherwise'})" for one in reading.also)
    for key, value in shown.items():
        told = ", ".join(value) if isinstance(value, tuple) else value
        print(f"{key:8} {'-' if told in ('', None) else told}")
    return 0


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split("|")]
