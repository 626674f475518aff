"""The flags that say which language model is spoken to, and how; `study` and `chat` share them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from penchant.cli.bar import tell_beside_the_bar
from penchant.errors import BadInput

if TYPE_CHECKING:
    from penchant.lm.link import Link
    from penchant.lm.price import Price


class ModelFlags(Protocol):
    """What says which model is spoken to, and how, by the names of the flags."""

    @property
    def model(self) -> str | None:
        """The name of the model."""
        ...

    @property
    def base_url(self) -> str | None:
        """Where it is."""
        ...

    @property
    def local(self) -> bool:
        """Whether the bundled one is started."""
        ...

    @property
    def timeout(self) -> float | None:
        """Seconds a whole reply may take."""
        ...

    @property
    def price(self) -> str | None:
        """What the model costs, as "IN,OUT"."""
        ...

    @property
    def prices(self) -> Path | None:
        """A file of prices."""
        ...

    @property
    def max_calls(self) -> int | None:
        """The most calls."""
        ...

    @property
    def max_spend(self) -> float | None:
        """The most money."""
        ...


def add_model_flags(parser: argparse.ArgumentParser, *, choosing: bool = True) -> None:
    """Which model, where, and what it may cost; with ``choosing`` also what it may do beside understanding."""
    group = parser.add_argument_group(
        "language models", "any OpenAI-compatible endpoint; OPENAI_API_KEY and OPENAI_BASE_URL count as usual"
    )
    group.add_argument("--model", metavar="NAME", help="the model of the mind (--mind lm), as its endpoint spells it")
    group.add_argument("--base-url", metavar="URL", help="where it is, for instance http://localhost:8000/v1")
    group.add_argument("--local", action="store_true", help="start the small model that the extra `local` installs")
    if choosing:
        who = "who chooses: code by the beliefs (default), or the model, checked by it"
        group.add_argument("--choose", choices=["code", "lm"], help=who)
        words = "let the model word questions and reasons"
        group.add_argument("--phrase", action="store_true", default=None, help=words)
    group.add_argument("--timeout", type=float, metavar="S", help="seconds a whole reply may take (default: 120)")
    group.add_argument("--price", metavar="IN,OUT", help="of the model, per million tokens in and out")
    group.add_argument("--prices", type=Path, metavar="FILE", help='a file: {"model": {"input": 0.15, "output": 0.6}}')
    group.add_argument("--max-calls", type=int, metavar="N", help="stop cleanly after so many calls")
    group.add_argument("--max-spend", type=float, metavar="MONEY", help="stop cleanly before it costs more than this")


HERE = "http://localhost/v1"
"""Where a model of our own would be, for who asks nobody and yet wants to know what it costs."""

LOCAL = "local"
"""What a run notes instead of an address when it starts a model of its own."""


@contextmanager
def linked(args: ModelFlags, started: Mapping[str, Any] = MappingProxyType({})) -> Iterator[Link]:
    """How models are reached, by the flags; with ``--local`` for as long as this lasts.

    ``started`` are the settings of the run that is resumed, which name its models.
    """
    from penchant.lm.link import IN_FLIGHT, Link
    from penchant.lm.openai import LONGEST

    dry, replay = getattr(args, "dry_run", False), getattr(args, "replay", None)
    if args.local and args.base_url is not None:
        raise BadInput("--local starts an endpoint of its own; leave out --base-url.")
    if dry and replay is not None:
        raise BadInput("--dry-run counts calls and --replay makes none; give one of them.")
    if replay is not None and not replay.is_dir():
        raise BadInput(f"--replay takes the folder of a run, and {replay} is none.")
    given = getattr(args, "in_flight", None)
    in_flight = IN_FLIGHT if given is None else given
    if args.timeout is not None and not args.timeout > 0:
        raise BadInput(f"--timeout {args.timeout:g} leaves no time for a reply; give more than 0 seconds.")
    if args.timeout is not None and args.timeout > LONGEST:
        raise BadInput(f"--timeout {args.timeout:g} is more than a day; give {LONGEST:g} seconds or less.")
    if in_flight < 1:
        raise BadInput(f"--in-flight {in_flight} lets nobody speak; give 1 or more.")
    if args.max_calls is not None and args.max_calls < 1:
        raise BadInput(f"--max-calls {args.max_calls} is a budget of no calls; give 1 or more (--dry-run counts them).")
    how: dict[str, Any] = {
        "timeout": args.timeout or 120.0,
        "in_flight": in_flight,
        "prices": _prices(args, started),
        "calls": args.max_calls,
        "spend": args.max_spend,
        "reuse": tuple(getattr(args, "reuse", None) or ()),
        "replay": replay,
        "dry": dry,
        "tell": tell_beside_the_bar,
    }
    if not args.local or dry or replay is not None:
        yield Link(base_url=HERE if args.local else args.base_url, **how)
        return
    from penchant.lm.local import local_endpoint

    with local_endpoint() as base_url:
        yield Link(base_url=base_url, **how)


def model_named(args: ModelFlags) -> str | None:
    """The model's name; with ``--local`` that of the one that comes along."""
    if not args.local:
        return None if args.model is None else str(args.model)
    from penchant.lm.local import MODEL

    if args.model not in (None, MODEL):
        raise BadInput(f"--local speaks to {MODEL}; leave out --model {args.model}.")
    return MODEL


def _prices(args: ModelFlags, started: Mapping[str, Any]) -> dict[str, Price]:
    from penchant.lm.price import Price, read_prices

    prices = {} if args.prices is None else read_prices(args.prices)
    if args.price is not None:
        name = model_named(args)
        if name is None:
            raise BadInput("--price is that of --model; name it too.")
        try:
            into, out = (float(number) for number in args.price.split(","))
        except ValueError as error:
            raise BadInput(f"--price {args.price} is not two numbers, as in --price 0.15,0.6") from error
        prices[name] = Price(into, out)
    if args.prices is not None:
        _refuse_a_list_without(args, prices, started)
    return prices


def _refuse_a_list_without(args: ModelFlags, prices: Mapping[str, Price], started: Mapping[str, Any]) -> None:
    """A list of prices that lacks a model of the run is a mistake: its calls would count as free, or as unknown."""
    resumed = getattr(args, "resume", None)
    if resumed is not None and args.prices is not None and args.prices.parent == resumed:
        return  # the run's own list, which was looked at when it was given
    for name in (
        model_named(args) or started.get("model"),
        getattr(args, "people_model", None) or started.get("people_model"),
    ):
        if name is not None and name not in prices:
            raise BadInput(f"{args.prices} has no price for {name}; it has: {', '.join(sorted(prices)) or 'none'}.")
