"""`penchant memory people`, `show`, `search`, `history`, `why` and `transcript`: reading, which changes nothing."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from penchant.cli.memory.shared import (
    constraints_first,
    day,
    line,
    opened,
    opened_for,
    plain,
    say,
    sentence,
    verb,
    with_id,
)
from penchant.errors import BadInput

if TYPE_CHECKING:
    from penchant.domain import BeliefKind, Evidence, Preference


def add_to(verbs: Any) -> None:
    """Add these verbs to the parser."""
    verb(verbs, "people", people, "Who is remembered, and how many beliefs there are.", "people", of=False)
    parser = verb(verbs, "show", show, "What is believed about a person, and how surely.", "show ana --all")
    parser.add_argument("--all", action="store_true", help="also what was believed once, and until when")
    _narrowed(parser)
    parser = verb(
        verbs, "search", search, "What fits some words best, by word and meaning.", 'search ana "a hot drink"'
    )
    parser.add_argument("words", metavar="WORDS", help="what to look for")
    parser.add_argument("--limit", type=int, default=5, metavar="N", help="so many at most (default: 5)")
    _narrowed(parser)
    with_id(verb(verbs, "history", history, "What a belief was before, and what it became.", "history ana 3"))
    with_id(verb(verbs, "why", why, "What spoke for and against a belief, and when.", "why ana 3"))
    says = "What was said, heard and seen, line by line."
    parser = verb(verbs, "transcript", transcript, says, "transcript ana --latest 20")
    parser.add_argument("--episode", metavar="ID", help="of one episode alone")
    parser.add_argument("--latest", type=int, metavar="N", help="only the last so many lines")


def _narrowed(parser: argparse.ArgumentParser) -> None:
    kinds = ("taste", "constraint", "instruction", "fact", "relation")
    parser.add_argument("--kind", choices=kinds, help="only what is of this kind")
    parser.add_argument("--whom", metavar="NAME", help='only of somebody they speak of ("" for the person alone)')


def _kinds(args: argparse.Namespace) -> list[BeliefKind]:
    return [] if args.kind is None else [args.kind]


def _is_meant(args: argparse.Namespace, one: Preference) -> bool:
    return args.kind in (None, one.kind) and (args.whom is None or args.whom.casefold() == one.whom.casefold())


def people(args: argparse.Namespace) -> int:
    """Everyone, with how much is believed about them."""
    with opened(args) as memory:
        found = []
        for person in memory.people():
            beliefs = memory.list(person, closed=True)
            believed = sum(one.is_open for one in beliefs)
            found.append({"person": person, "open": believed, "closed": len(beliefs) - believed})
    lines = [f"{row['open']:>5} open {row['closed']:>5} closed  {line(str(row['person']))}" for row in found]
    return say(args, lines or "Nobody is remembered.", found)


def show(args: argparse.Namespace) -> int:
    """What is believed, one sentence a line; what outranks every taste comes first."""
    with opened_for(args) as memory:
        every = memory.list(args.person, closed=True)
    shown = constraints_first([one for one in every if (args.all or one.is_open) and _is_meant(args, one)])
    nothing = f"Nothing is known about {args.person}."
    if args.kind or args.whom is not None:
        nothing = f"Nothing of that kind is believed about {args.person}."
    elif every:
        nothing = f"Nothing is believed about {args.person} any more. See what was: add --all"
    return say(args, _believed(shown) or nothing, [plain(one) for one in shown])


def search(args: argparse.Namespace) -> int:
    """The beliefs that fit best, best first."""
    if args.limit < 1:
        raise BadInput(f"--limit {args.limit} shows nothing; give 1 or more.")
    with opened_for(args) as memory:
        found = memory.search(args.person, args.words, limit=args.limit, kinds=_kinds(args), whom=args.whom)
    lines = [
        f"{m.score:5.2f}  {shown}" for m, shown in zip(found, _believed([m.preference for m in found]), strict=True)
    ]
    document = [plain(match.preference) | {"score": match.score} for match in found]
    return say(args, lines or f"Nothing is believed about {args.person}.", document)


def history(args: argparse.Namespace) -> int:
    """The line of beliefs, oldest first."""
    with opened_for(args) as memory:
        found = memory.history(args.person, args.id)
    lines = []
    for one in found:
        until = "now" if one.until is None else day(one.until)
        lines += [f"{one.id:>4}  {day(one.since)} to {until}: {sentence(one)}", f"      heard: “{line(one.words)}”"]
    return say(args, lines, [plain(one) for one in found])


def why(args: argparse.Namespace) -> int:
    """The evidence, oldest first, and where it leaves the belief."""
    with opened_for(args) as memory:
        belief = memory.get(args.person, args.id)
        found = memory.evidence(args.person, args.id)
    lines = [*_believed([belief]), *map(_heard, found)]
    speaking = sum(one.supports for one in found)
    lines.append(f"In all {speaking} for and {len(found) - speaking} against; last confirmed {day(belief.confirmed)}.")
    return say(args, lines, {"preference": plain(belief), "evidence": [plain(one) for one in found]})


def transcript(args: argparse.Namespace) -> int:
    """The lines as they were written, oldest first."""
    from penchant.domain import EpisodeId, PersonId

    episode = None if args.episode is None else EpisodeId(args.episode)
    with opened_for(args) as memory:
        found = memory.store.transcript(PersonId(args.person), episode, latest=args.latest)
    lines = [f"{day(one.at)}  {line(one.episode)}  {one.kind}: “{line(one.words)}”" for one in found]
    return say(args, lines or f"No transcript of {args.person} is kept.", [plain(one) for one in found])


def _believed(beliefs: list[Preference]) -> list[str]:
    return [
        f"{one.id:>4}  {one.confidence:4.0%}  {sentence(one)}"
        + ("" if one.until is None else f" (until {day(one.until)})")
        for one in beliefs
    ]


def _heard(one: Evidence) -> str:
    return f"      {day(one.at)}  {'for' if one.supports else 'against':7}  {one.source}: “{line(one.words)}”"
