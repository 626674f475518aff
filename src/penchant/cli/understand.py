"""`penchant understand`: what the mind makes of a sentence."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from penchant.errors import BadInput

_BATCH = """\
A line of a batch is {"words", "options"?, "acted"?, "said_before"?, "request"?}; it is answered by a line {"wants",
"accepts", "avoids", "verdict", "changed", "once", "unlisted", "sure", "statements", "forget"}, where sure is 0 to 1.
A statement is what is said whatever the options are: {"kind", "whom", "stance", "value", "topic", "when", "except",
"rather_than", "limit", "lasting", "changed", "sure", "quote"}. A line that cannot be read is told by its number on
standard error and answered by {"line", "error"}; the exit code is then 1."""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "understand",
        help="show what the mind makes of a sentence",
        description="What a sentence says about the options at hand, and its verdict on what was done.",
        epilog='examples:\n  penchant understand --options "coffee|herbal tea" --acted "coffee" "no, the tea"\n'
        "  penchant understand --batch sentences.jsonl --json\n\n" + _BATCH,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="?", help="what the person says")
    parser.add_argument("--options", metavar="A|B", help="what is on offer, separated by |")
    parser.add_argument("--acted", metavar="A", help="what was just done, if anything (thing|place for a placement)")
    parser.add_argument("--batch", metavar="FILE", help="read every line of a file of JSON lines; - for standard input")
    parser.add_argument(
        "--mind", default="built-in", metavar="NAME", help="built-in, or a plugin's (default: built-in)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, or one for every line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read one sentence, or every line of a file, and print the reading."""
    from penchant.domain import Utterance
    from penchant.plugins import mind_named

    if args.batch is not None:
        if args.words is not None or args.options is not None or args.acted is not None:
            raise BadInput("With --batch, what was said and what was on offer stand in the file's lines.")
        from penchant.cli.understand_batch import run_batch

        return run_batch(args.batch, mind_named(args.mind), as_json=args.json)
    if args.words is None or args.options is None:
        raise BadInput('Give the words and what is on offer: penchant understand --options "tea|coffee" "the tea"')
    options = list(dict.fromkeys(_split(args.options)))
    if not all(options):
        raise BadInput('--options names nothing between two |, or at an end; write it as in --options "tea|coffee"')
    acted = _split(args.acted) if args.acted else []
    for name in acted:
        if name not in options:
            raise BadInput(f"--acted {name!r} is not among the options: {', '.join(options)}.")
    mind = mind_named(args.mind)
    said = Utterance(args.words, options, acted)
    reading = mind.understand(said)
    read = asdict(reading)
    if read["lasting"] is None:  # nobody looked for it
        del read["lasting"]
    shown = {**read, "odds": dict(reading.odds)}
    if args.json:
        print(json.dumps(shown, ensure_ascii=False))
        return 0
    shown["sure"] = f"{reading.sure:.2f}"
    shown["odds"] = tuple(f"{name} {likely:.2f}" for name, likely in reading.odds)
    shown["also"] = tuple(f"{one.stance} {one.value} ({one.situation or 'otherwise'})" for one in reading.also)
    for key, value in shown.items():
        told = ", ".join(value) if isinstance(value, tuple) else value
        print(f"{key:11} {'-' if told in ('', None) else told}")
    return 0


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split("|")]
