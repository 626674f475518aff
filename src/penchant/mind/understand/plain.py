"""What the stretches of a text say by their shapes, and whether that leaves no room for another reading.

A text all of whose stretches have a shape that is known, and say one thing together, is plain: there is nothing to
guess at. Of any other text only those stretches are read that have such a shape; the rest is left to the weights.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from penchant.domain import Reading, Stance
from penchant.mind.understand.mention import Mention
from penchant.mind.understand.options import OptionIndex
from penchant.mind.understand.references import Surroundings
from penchant.mind.understand.shapes import Shape
from penchant.mind.understand.stretches import REASONS, Stretch
from penchant.mind.understand.tokens import STOPS
from penchant.mind.understand.words import one_of

LONG = 45
"""A text of more words and marks than this is never plain."""

_SIGNS = re.compile(r"[^\w\s.,!;:'’–—-]|_|\.\.")  # questions, quotation marks, dots that trail off, smiles
_OWN: frozenset[Shape | None] = frozenset({"bare", "wish", "over", "accept", "refuse"})
_SPEAKER = ("i ", "we ", "can i ", "could i ", "may i ")
_CONTRAST = one_of("but though although")
_DENYING = one_of("not no never nothing none neither hardly would could should instead next another else again X")
_ALL = one_of("none neither nothing any E")
_STANCE: dict[Shape, Stance] = {
    "bare": "wants", "wish": "wants", "over": "wants", "accept": "accepts", "refuse": "avoids", "except": "avoids",
}  # fmt: skip


@dataclass(slots=True)
class Stances:
    """What is said of each option, by number; what was only pointed at or thanked for is no name."""

    stances: dict[int, Stance] = field(default_factory=dict)
    named: set[int] = field(default_factory=set)
    placed: set[int] = field(default_factory=set)  # as somewhere to put things
    asked: set[int] = field(default_factory=set)  # named in a question, of which nothing was said yet
    whole: bool = True  # all that was said was understood
    concedes: bool = False  # there is a "but": what was done may be good as well

    def of(self, stance: Stance) -> set[int]:
        """The options that stand so."""
        return {option for option, said in self.stances.items() if said == stance}

    def write(self, options: Sequence[int], stance: Stance, *, named: bool = True, placed: bool = False) -> None:
        """Note what is said of these; later words win, but what is wanted is not merely accepted."""
        for option in options:
            if stance != "accepts" or self.stances.get(option) != "wants" or option not in self.named:
                self.stances[option] = stance
            if named:
                self.named.add(option)
            if placed:
                self.placed.add(option)


def hear(
    rows: Sequence[Stretch], shelf: OptionIndex, around: Surroundings, asking: Collection[Stretch] = ()
) -> Stances:
    """What the stretches say that have a shape.

    Beside words that are not understood a thank-you praises nothing, and a mere name asks for nothing where they may
    belong to it: "coffee and I are history", "coffee? in this heat?". ``asking`` are those that ask for something that
    is not on offer.
    """
    said = Stances()
    said.whole = all(row.shape is not None or row in asking for row in rows)
    said.concedes = any(row.opener in _CONTRAST for row in rows)
    speaks = any(row.named or row.shape == "refuse" for row in rows)
    for number, row in enumerate(rows):
        if row.shape in {"opening", "courtesy", "praise"}:
            no, thanks = row.words.startswith("no"), row.shape == "courtesy"
            if no or (said.whole and not (thanks and speaks)) or (not thanks and not _may_turn(rows)):
                _react(said, row, around)
        elif row.shape == "bare" and row.asks:
            said.asked |= {option for members in row.named for mention in members for option in mention.options}
        elif row.shape == "bare" and not said.whole and _goes_on(rows[number + 1 : number + 2]):
            continue
        elif row.shape == "either":
            named = tuple(sorted(said.named & said.of("wants")))
            said.write(named if len(named) > 1 else around.pool, "accepts")
            for option in named if len(named) > 1 else ():
                said.stances[option] = "accepts"
        elif row.shape == "refuse" and not row.named:
            every = not _ALL.isdisjoint(row.words.split())
            said.write(around.pool if every else around.near, "avoids", named=every)
        elif row.shape is not None:
            _name(said, row, "accept" if row.opener == "then" else row.shape, shelf, around)
    return said


def _may_turn(rows: Sequence[Stretch]) -> bool:
    """Whether something else is said that may take praise back: something is named, asked or denied."""
    return any(
        row.named or row.asks or row.opener in _CONTRAST or row.depends or not _DENYING.isdisjoint(row.words.split())
        for row in rows
        if row.shape != "praise"
    )


def _goes_on(following: Sequence[Stretch]) -> bool:
    return any(row.opener == "and" and row.shape is None for row in following)


def _react(said: Stances, row: Stretch, around: Surroundings) -> None:
    """Take in a yes, a no, a thank-you or praise, which speak of what was done or asked about."""
    no = row.words.split()[0] == "no"
    if row.shape == "opening" and not no:
        return  # "sorry", "right" say nothing yet
    if said.asked:  # "coffee? no thanks"
        said.write(tuple(said.asked), "avoids" if no else "wants")
        said.asked.clear()
        return
    if not no and said.named - set(around.near):
        return  # thanks for something else
    if all(said.stances.get(option) is None or option not in said.named for option in around.near):
        said.write(around.near, "avoids" if no else "wants", named=False)


def _name(said: Stances, row: Stretch, shape: Shape, shelf: OptionIndex, around: Surroundings) -> None:
    for at, members in enumerate(row.named):
        stance: Stance = "avoids" if shape == "over" and at else _STANCE[shape]
        for mention in members:
            options = _others(said, stance, shelf, around) if mention.kind == "others" else mention.options
            said.write(options, stance, placed=mention.placed)
            if stance == "wants" and (row.opener in _CONTRAST or "better" in row.words.split()):
                praised = said.of("wants") & set(around.near) - set(options)  # "lovely, but tea would be better"
                said.stances |= dict.fromkeys(praised, "accepts")
                said.named |= praised
    if shape == "except":
        left_out = {option for members in row.named for mention in members for option in mention.options}
        left_out.update(around.acted[:-1])  # what is to be put somewhere
        if not row.named:
            left_out.update(around.near)
            said.write(around.near, "avoids", named=False)
        said.write([option for option in around.pool if option not in left_out], "accepts")


def _others(said: Stances, stance: Stance, shelf: OptionIndex, around: Surroundings) -> Sequence[int]:
    """What "the other one" is."""
    known = set(around.acted) or said.named or set(around.topic)
    if not known:
        return ()
    pool = [option for option in around.pool if option not in known]
    if around.acted_places:
        is_place = around.acted[-1] in shelf.places
        pool = [option for option in pool if (option in shelf.places) == is_place]
    return pool if len(pool) == 1 or stance == "accepts" or not around.acted else ()


def is_plain(
    text: str, tokens: Sequence[str], mentions: Sequence[Mention], rows: Sequence[Stretch], reading: Reading
) -> bool:
    """Whether the reading of this text leaves no room for another."""
    if len(tokens) > LONG or not (reading.wants or reading.accepts or reading.avoids) or _SIGNS.search(text):
        return False
    if not rows or any(mention.loose or mention.vague for mention in mentions):
        return False
    if any(row.shape is None or not row.certain for row in rows):
        return False
    if any(row.opener in REASONS and row.shape != "praise" for row in rows):  # but "perfect, so good" is
        return False
    return _go_together(rows) and _fits(rows, reading)


def says_what_they_want(rows: Sequence[Stretch]) -> bool:
    """Whether the person speaks for themselves: "I want X", "no, the X", or nothing but the name, please."""
    if any(row.named and row.shape in _OWN and row.words.startswith(_SPEAKER) for row in rows):
        return True
    own = [bool(row.named) and row.shape in _OWN for row in rows]
    if all(row.shape is not None for row in rows):
        return any(own) and not any(row.asks for row in rows)
    return bool(rows) and rows[0].shape == "opening" and own[1:2] == [True]


def _go_together(rows: Sequence[Stretch]) -> bool:
    """Whether the stretches say one thing together, none of them taking back what another says."""
    naming = ["wish" if row.shape in {"bare", "over"} else row.shape for row in rows if row.named]
    if len(set(naming)) < len(naming):
        return False  # one wish after another may be a change of mind
    praise = [row.words.split()[-1] for row in rows if row.shape == "praise"]
    if len(set(praise)) < len(praise):
        return False  # "great, just great"
    for before, row in pairwise(rows):
        if row.shape == "opening":
            return False  # "the tea, no"; "yeah, right"
        if before.shape == "refuse" and row.shape == "bare" and not row.words.endswith("please"):
            return False  # "no coffee, tea" may refuse both
        if row.words == "no X" and row.opener not in STOPS:
            return False  # "tea, no coffee" may be "tea, no, coffee"
    return True


def _fits(rows: Sequence[Stretch], reading: Reading) -> bool:
    """Whether nothing in the reading goes against a stretch."""
    shapes = {row.shape for row in rows}
    named = {row.shape for row in rows if row.named}
    first = rows[0].words.split()[0]
    if reading.verdict == "wrong" and ("praise" in shapes or first == "yes"):
        return False
    if reading.verdict == "right" and (first == "no" or "bare" in shapes):
        return False  # what was brought may be named for any reason
    if "refuse" in named and not reading.avoids:
        return False
    if "accept" in named and not (reading.accepts or reading.wants):
        return False
    return bool(reading.wants) or not named & {"bare", "wish", "over"}
