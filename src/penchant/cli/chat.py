"""`penchant chat`: be the person yourself, in the terminal; what the agent learns is kept between runs."""

from __future__ import annotations

import argparse
import getpass
import io
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING, Any

from penchant.cli.idle import refuse_idle_flags
from penchant.cli.link import add_model_flags, linked, model_named
from penchant.cli.memory.shared import constraints_first, with_memory
from penchant.errors import BadInput

if TYPE_CHECKING:
    from penchant.domain import Lesson, Request
    from penchant.lm import LanguageModel
    from penchant.loop import Agent
    from penchant.people.terminal import TerminalPerson

HELLO = """Hello {person}. I believe {count} about you. Ask me for something and tell me what there is to choose from;
answer and correct me as you like. At any time: :know shows what I believe about you, :forget makes me forget you,
:quit leaves. Instead of a request, :scene brings a scene from a household."""


def add_to(commands: Any) -> None:
    """Add this command to the parser."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "chat",
        help="be the person yourself, in the terminal",
        description="Talk to the agent: ask for things, answer, correct. Memory is kept between runs.",
        epilog="examples:\n  penchant chat --person ana\n  penchant chat --person ana --world embodied\n"
        "  penchant chat --mind lm --model NAME --base-url http://localhost:8000/v1",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--person", metavar="NAME", help="your name (default: your login's)")
    with_memory(parser)
    parser.add_argument(
        "--world",
        choices=["free", "embodied"],
        default="free",
        help="free: your own requests and options (default); embodied: scenes from a household, one after the other",
    )
    parser.add_argument("--mind", default="built-in", metavar="NAME", help="ours or a plugin's (default: built-in)")
    parser.add_argument("--embedder", default="wordllama", metavar="NAME", help="default: wordllama")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which scenes come in the embodied world")
    add_model_flags(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Talk until the person leaves."""
    from penchant.domain import PersonId
    from penchant.loop import Agent
    from penchant.plugins import needs_model
    from penchant.store.checks import checked_person

    name = (getpass.getuser() if args.person is None else args.person).strip()
    if not name:
        raise BadInput("--person needs a name.")
    refuse_idle_flags(args, mind=needs_model("minds", args.mind), people=False)
    checked_person(PersonId(name))  # before a file is made
    with ExitStack() as stack:
        lm = _model(args, stack)
        agent = Agent.open(args.memory, embedder=args.embedder, mind=args.mind, lm=lm, lm_options=_options(args, lm))
        stack.callback(agent.close)
        _talk(agent, name, args)
    return 0


def _options(args: argparse.Namespace, lm: LanguageModel | None) -> dict[str, Any]:
    """What the model may do; our mind also says when it goes on without it, and remembers how it did at its trial."""
    from penchant.cli.link import LOCAL
    from penchant.lm.address import Address
    from penchant.mind.lm import LanguageModelMind
    from penchant.mind.lm.kept import KeptTrials
    from penchant.plugins import plugin

    options: dict[str, Any] = {"choose": args.choose == "lm", "phrase": bool(args.phrase)}
    made = plugin("minds", args.mind)
    if lm is not None and isinstance(made, type) and issubclass(made, LanguageModelMind):
        where = LOCAL if args.local else Address.of(args.base_url, None).url
        options["kept"] = KeptTrials(model=lm.name, address=where)
        options["notice"] = lambda line: print(f"  ({line})", flush=True)
    return options


def _model(args: argparse.Namespace, stack: ExitStack) -> LanguageModel | None:
    """The language model, where the mind speaks to one."""
    from penchant.plugins import needs_model

    if not needs_model("minds", args.mind):
        return None
    from penchant.bench.models import one_model

    return stack.enter_context(one_model(model_named(args), stack.enter_context(linked(args))))


def _talk(agent: Agent, name: str, args: argparse.Namespace) -> None:
    from penchant.people.terminal import PersonLeft, TerminalPerson

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    person = TerminalPerson(name, sys.stdin, sys.stdout)
    person.commands = {":know": lambda: _show_beliefs(agent, person), ":forget": lambda: _forget(agent, person)}
    scenes = _scenes(name, args.seed)
    person.show(HELLO.format(person=name, count=_counted(len(agent.memory.list(name)))))
    try:
        while True:
            _one_errand(agent, person, scenes, household=args.world == "embodied")
    except PersonLeft:
        person.show("\nGoodbye.")


def _one_errand(agent: Agent, person: TerminalPerson, scenes: Iterator[Request], *, household: bool) -> None:
    from penchant.session import run_episode

    prompt = "Enter for the next scene> " if household else "What can I do for you? "
    said = person.hear(f"\n{prompt}")
    if said == ":scene" or (household and not said):
        request = next(scenes)
        person.show(f"In sight: {', '.join(request.options)}.\nYou say: “{request.text}”")
    elif said.startswith(":"):
        person.show("I know :know, :forget, :scene and :quit.")
        return
    elif said:
        request = _own_request(person, said)
    else:
        return
    episode = run_episode(person, agent, request, teaching=True, episode=uuid.uuid4().hex)
    _show_lesson(person, episode.lesson)


def _show_beliefs(agent: Agent, person: TerminalPerson) -> None:
    beliefs = constraints_first(agent.memory.list(person.name))
    for b in beliefs:
        note = agent.mind.note(b.person, b)
        person.show(f"  {b.confidence:4.0%}  {note}")
    if not beliefs:
        person.show("  Nothing yet.")


def _forget(agent: Agent, person: TerminalPerson) -> None:
    person.show(f"Forgotten: {_counted(agent.memory.forget_person(person.name))}.")


def _own_request(person: TerminalPerson, text: str) -> Request:
    from penchant.domain import Request

    while True:
        options = _listed(person.hear("What is there to choose from (a | b | c)? "))
        if options:
            return Request(person.name, text, options)
        person.show("Name at least one thing.")


def _listed(line: str) -> list[str]:
    """The things on a line: parted by bars, or where there is none by commas."""
    parts = line.split("|" if "|" in line else ",")
    return list(dict.fromkeys(part.strip() for part in parts if part.strip()))


def _scenes(name: str, seed: int) -> Iterator[Request]:
    """Requests from the household, without end, addressed by whoever sits at the terminal."""
    from penchant.bench.suites.embodied.generate import generate
    from penchant.domain import Request

    for index in count():
        for record in generate(seed, index).phases[0]:
            yield Request(name, record.task, record.scene_objects)


def _show_lesson(person: TerminalPerson, lesson: Lesson) -> None:
    for note in lesson.opened:
        person.show(f"  (learned: {note})")
    for note in lesson.closed:
        person.show(f"  (no longer believed: {note})")


def _counted(number: int) -> str:
    return "nothing" if number == 0 else "one thing" if number == 1 else f"{number} things"
