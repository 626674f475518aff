"""`penchant memory edit` and `retire`: correcting what is believed; the past stays readable."""

from __future__ import annotations

import argparse
from typing import Any

from penchant.cli.memory.shared import day, opened_for, plain, say, sentence, verb, with_id


def add_to(verbs: Any) -> None:
    """Add these verbs to the parser."""
    edit_says = "Believe another value from now on; what was believed is closed and stays in the history."
    parser = with_id(verb(verbs, "edit", edit, edit_says, 'edit ana 3 "green tea" --words "coffee keeps me awake"'))
    parser.add_argument("value", metavar="VALUE", help="what is wanted, accepted or avoided instead")
    parser.add_argument("--words", metavar="WORDS", help="what the person said (default: the value)")
    with_id(verb(verbs, "retire", retire, "Stop believing something; it stays in the history.", "retire ana 3"))


def edit(args: argparse.Namespace) -> int:
    """Close one belief and open another, whose first evidence is this edit; one that says so already stays."""
    value = args.value.strip()
    with opened_for(args) as memory:
        old = memory.get(args.person, args.id)
        if old.is_open and old.value == value:
            told = f"Believed already, nothing was changed:  {old.id:>4}  {sentence(old)}"
            return say(args, told, {"opened": None, "closed": None})
        words = args.value if args.words is None else args.words
        new = memory.update(args.person, args.id, value=value, words=words)
        old = memory.get(args.person, args.id)
    lines = [f"Believed now:  {new.id:>4}  {sentence(new)}", f"No longer:     {old.id:>4}  {sentence(old)}"]
    return say(args, lines, {"opened": plain(new), "closed": plain(old)})


def retire(args: argparse.Namespace) -> int:
    """Close one belief; one that is closed already stays as it is."""
    with opened_for(args) as memory:
        before = memory.get(args.person, args.id)
        after = memory.retire(args.person, args.id)
    told = f"No longer believed:  {after.id:>4}  {sentence(after)}"
    if before.until is not None:
        told = f"Not believed since {day(before.until)}:  {after.id:>4}  {sentence(after)}"
    return say(args, told, {"closed": plain(after)})
