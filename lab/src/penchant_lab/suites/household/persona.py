"""What a person would say about their own tastes, one readable sentence each, with its reason."""

from __future__ import annotations

from penchant.english import capital, in_number
from penchant_lab.suites.household.content import Occasion
from penchant_lab.suites.household.tastes import SpotTaste, ThingTaste


def wants(person: str, wish: ThingTaste, why: str) -> str:
    """Say what is wanted, and why."""
    return f"{_start(wish.moment)}, {person} wants {wish.before.names[0].spoken} {wish.kind.purpose}: ‘{why}’."


def wants_now(person: str, wish: ThingTaste, why: str) -> str:
    """Say what used to be wanted, what is wanted now, and why."""
    was, now = wish.before.names[0].spoken, wish.after.names[0].spoken
    return f"{_start(wish.moment)}, {person} used to want {was} {wish.kind.purpose} and now wants {now}: ‘{why}’."


def keeps(person: str, habit: SpotTaste) -> str:
    """Say where something is kept, and why."""
    thing, at = habit.goods.names[0].spoken, habit.before
    return f"{_start(habit.moment)}, {person} wants {thing} kept {at.where}: ‘{at.why}’."


def keeps_now(person: str, habit: SpotTaste) -> str:
    """Say where something used to be kept, where it is to be kept now, and why."""
    thing, now = habit.goods.names[0], habit.after
    them = in_number(plural=not thing.single)["them"]
    past = f"{_start(habit.moment)}, {person} used to want {thing.spoken} kept {habit.before.where}"
    return f"{past} and now wants {them} {now.where}: ‘{now.why}’."


def _start(moment: Occasion) -> str:
    return capital(moment.when)
