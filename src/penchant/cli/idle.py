"""Flags that would have no effect are refused: whoever types one believes that it has."""

from __future__ import annotations

import argparse

from penchant.errors import BadInput

CONNECTING = (
    "model", "base_url", "local", "in_flight", "timeout", "price", "prices", "max_calls", "max_spend", "replay",
    "reuse",
)  # fmt: skip
"""What says how a language model is reached and what it may cost."""


def refuse_idle_flags(args: argparse.Namespace, *, mind: bool, people: bool, how: str = "--mind lm") -> None:
    """Refuse what says how a model is used where neither ``mind`` nor ``people`` speak to one; ``how`` they would."""
    for name, does in (("choose", "--choose lm lets"), ("phrase", "--phrase lets")):
        if not mind and getattr(args, name, None) in ("lm", True):
            raise BadInput(f"{does} the mind's language model do more; add --mind lm, or leave it out.")
    if not people and getattr(args, "people_model", None) is not None:
        raise BadInput("--people-model plays the people; add --people-kind played, or leave it out.")
    if mind or people:
        _refuse_a_model_for_nobody(args, mind=mind)
        return
    for name in CONNECTING:
        if getattr(args, name, None) not in (None, False):
            flag = f"--{name.replace('_', '-')}"
            raise BadInput(f"{flag} is about a language model, and none is spoken to; add {how}, or leave it out.")


def _refuse_a_model_for_nobody(args: argparse.Namespace, *, mind: bool) -> None:
    if not mind and args.model is not None and args.people_model is not None:
        raise BadInput("--model is the mind's, and people have their own; add --mind lm, or leave it out.")
