"""`penchant forget`: forget what words say, or beliefs by their ids; several things are shown and asked about first."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from penchant.cli.agents import reading_agent
from penchant.cli.memory.forgetting import agreed, prove, say_forgotten
from penchant.cli.memory.shared import refuse_fleeting, refuse_missing, refuse_strangers, sentence, verb
from penchant.errors import BadInput, StoreError

if TYPE_CHECKING:
    from penchant.domain import Forgetting
    from penchant.loop import Agent

SAYS = (
    "Erase what the words are about, or beliefs by their ids, and check that they are gone. "
    "What was forgotten is not inferred again. If it is more than one thing, you are shown them and asked first."
)
_NAMED = 12
"""So many ids are named in one line."""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser = verb(commands, "forget", run, SAYS, "forget sam anything about my ex", command="penchant")
    parser.epilog = f"{parser.epilog}\n  penchant forget sam 3 7 --yes"
    parser.add_argument("what", nargs="+", metavar="WORDS", help="what it is about, or ids of `penchant memory show`")
    parser.add_argument("--yes", action="store_true", help="do not ask first")


def run(args: argparse.Namespace) -> int:
    """Find, show, ask, erase, and prove it by a store that is opened anew."""
    from penchant.cli.memory.proof import going
    from penchant.memory.transfer import take_out

    refuse_fleeting(args)
    refuse_missing(args)
    with reading_agent(args) as agent:
        refuse_strangers(agent.memory, args)
        before = take_out(agent.memory, args.person)
        found = _forgotten(agent, args)
    ids = [belief.id for belief in found.found]
    leaving = going(before, ids)
    return say_forgotten(args, leaving, prove(args, leaving), {"ids": ids})


def _forgotten(agent: Agent, args: argparse.Namespace) -> Forgetting:
    """What was forgotten, once it was agreed to where it is more than one thing."""
    from penchant.domain import Forgetting, PersonId, PreferenceId

    if all(word.isdecimal() for word in args.what):
        ids = dict.fromkeys(PreferenceId(int(word)) for word in args.what)
        named = tuple(agent.memory.get(args.person, id) for id in ids)
        found = Forgetting(PersonId(args.person), "", named, done=False)
        if len(named) == 1:
            return agent.forget(args.person, found)
    else:
        found = agent.forget(args.person, " ".join(args.what))  # done already, where it is one thing
    if found.done:
        return found
    if not found.found:
        raise StoreError(
            f"Nothing was forgotten: nothing that is known about {args.person} is about {' '.join(args.what)!r:.80}. "
            f"See what is: penchant memory show {args.person} --all"
        )
    if not args.yes and not _is_sure(args, found):
        raise BadInput("Nothing was forgotten.")
    return agent.forget(args.person, found)


def _is_sure(args: argparse.Namespace, found: Forgetting) -> bool:
    if not sys.stdin.isatty():
        ids = [str(belief.id) for belief in found.found]
        more = ", …" if len(ids) > _NAMED else ""
        raise BadInput(
            f"That is {len(ids)} things ({', '.join(ids[:_NAMED])}{more}), and what is forgotten cannot be brought "
            f"back; add --yes if you mean all of them, or name some: penchant forget {args.person} {ids[0]}"
        )
    return agreed([f"{belief.id:>4}  {sentence(belief)}" for belief in found.found])
