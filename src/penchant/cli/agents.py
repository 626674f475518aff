"""The agent behind a command: its memory, its mind, and the language model that may be behind that."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from penchant.cli.idle import refuse_idle_flags
from penchant.cli.link import LOCAL, add_model_flags, linked, model_named
from penchant.cli.screen import tame

if TYPE_CHECKING:
    from penchant.lm import LanguageModel
    from penchant.loop import Agent


def add_mind_flags(parser: argparse.ArgumentParser, *, choosing: bool) -> None:
    """Which mind reads what is said, and the language model behind it; with ``choosing`` also what else that does."""
    parser.add_argument("--mind", default="built-in", metavar="NAME", help="ours or a plugin's (default: built-in)")
    add_model_flags(parser, choosing=choosing)


@contextmanager
def opened_agent(args: argparse.Namespace, *, notice: Callable[[str], None]) -> Iterator[Agent]:
    """An agent by the flags, closed in the end; ``notice`` is told when its mind goes on without a model."""
    from penchant.loop import Agent
    from penchant.plugins import needs_model

    refuse_idle_flags(args, mind=needs_model("minds", args.mind), people=False)
    with ExitStack() as stack:
        lm = _model(args, stack)
        options = _options(args, lm, notice)
        agent = Agent.open(args.store, embedder=args.embedder, mind=args.mind, lm=lm, lm_options=options)
        stack.callback(agent.close)
        yield agent


@contextmanager
def reading_agent(args: argparse.Namespace) -> Iterator[Agent]:
    """An agent on a memory, for a command that as a rule reads nothing anybody said: weights are loaded only then."""
    from penchant.loop import Agent
    from penchant.mind.builtin import BuiltInMind
    from penchant.plugins import OF_NAMES, embedder_named

    mind = BuiltInMind(embedder_named(OF_NAMES), lazily=True)
    with Agent.open(args.store, embedder=args.embedder, mind=mind) as agent:
        yield agent


def told_beside(line: str) -> None:
    """Say on standard error what a mind has to say for itself."""
    print(f"penchant: {tame(line)}", file=sys.stderr, flush=True)


def _options(args: argparse.Namespace, lm: LanguageModel | None, notice: Callable[[str], None]) -> dict[str, Any]:
    """What the model may do; our mind also says when it goes on without it, and remembers how it did at its trial."""
    from penchant.lm.address import Address
    from penchant.mind.lm import LanguageModelMind
    from penchant.mind.lm.kept import KeptTrials
    from penchant.plugins import plugin

    options: dict[str, Any] = {}
    if hasattr(args, "choose"):
        options = {"choose": args.choose == "lm", "phrase": bool(args.phrase)}
    made = plugin("minds", args.mind)
    if lm is not None and isinstance(made, type) and issubclass(made, LanguageModelMind):
        where = LOCAL if args.local else Address.of(args.base_url, None).url
        options["kept"] = KeptTrials(model=lm.name, address=where)
        options["notice"] = notice
    return options


def _model(args: argparse.Namespace, stack: ExitStack) -> LanguageModel | None:
    """The language model, where the mind speaks to one."""
    from penchant.plugins import needs_model

    if not needs_model("minds", args.mind):
        return None
    from penchant.lm.link import one_model

    return stack.enter_context(one_model(model_named(args), stack.enter_context(linked(args))))
