"""`penchant data`: write the bundled people out, to read or to change them."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from penchant.errors import BadData, BadInput

WEB = "web"
_PEOPLE = ("embodied", "shopping")


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "data",
        help="write the bundled people to a folder",
        description="Write people of our own in the public layout; read them back with: penchant study --data DIR",
        epilog="examples:\n  penchant data embodied --people 5 --out my-people\n"
        "  penchant data web --people 20 --products 500 --out my-shop",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("suite", choices=[*_PEOPLE, WEB], help="which world")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a folder to write to")
    parser.add_argument(
        "--people", type=int, metavar="N", help="how many people (default: 40, of shopping 20, of the web shop 200)"
    )
    parser.add_argument("--products", type=int, metavar="N", help="of the web shop: how many products (default: 5000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed that makes them (default: 0)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make the people and write them."""
    if args.people is not None and args.people < 1:
        raise BadInput(f"--people {args.people} makes nobody; give 1 or more.")
    if args.products is not None and args.suite != WEB:
        raise BadInput(f"--products is for the web shop: penchant data {WEB}")
    target = args.out / args.suite
    if target.exists():
        raise BadInput(f"{target} exists already; give --out another folder.")
    write = _shop(args, target) if args.suite == WEB else _world(args)
    try:
        done = write()
    except BaseException as error:
        shutil.rmtree(target, ignore_errors=True)  # it was not there before
        if isinstance(error, OSError):
            raise BadData(f"Cannot write to {args.out}: {error.strerror or error}.") from error
        raise
    print(done)
    return 0


def _world(args: argparse.Namespace) -> Callable[[], str]:
    from penchant_lab.suites import household, shopping

    world = {"embodied": household, "shopping": shopping}[args.suite]
    people = world.BUNDLED_PEOPLE if args.people is None else args.people

    def write() -> str:
        world.write(args.seed, people, args.out)
        return f"Wrote {people} people to {args.out / args.suite}"

    return write


def _shop(args: argparse.Namespace, target: Path) -> Callable[[], str]:
    from penchant_lab.suites.web.data import open_data, write

    made = open_data(people=args.people, products=args.products, seed=args.seed)

    def write_it() -> str:
        write(made, target)
        counts = f"{len(made.profiles):,} people and {len(made.products):,} products"
        return f"Wrote {counts} to {target}; study them with: penchant study web --data {target}"

    return write_it
