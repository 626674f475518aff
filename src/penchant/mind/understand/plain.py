"""How sure the reader can be of itself: whether a text is made of nothing but words that can mean only one thing.

Such a text leaves nothing to guess at. Anything that may turn it round, hang it on a condition or on today, speak of
somebody else or say it with a smile makes it one that somebody with more sense of language should look at, where there
is such a one. So it is not asked what could be wrong with a text, but whether all of it has a shape that is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from penchant.domain import Reading
from penchant.mind.understand.judge import StatedStance
from penchant.mind.understand.mention import Mention
from penchant.mind.understand.plain_shapes import Shape, shape_of
from penchant.mind.understand.tokens import GOOD, PAUSES, STOPS

LONG = 45
"""A text of more words and marks than this is never plain."""

_SIGNS = re.compile(r"[^\w\s.,!;:'’–—-]|_|\.\.")  # questions, quotation marks, dots that trail off, smiles
_LIST = re.compile(r"X(?: , (?:the )?X)* ,? ?(?:and|or|nor) (?:the )?X\b")
_OWN: frozenset[Shape | None] = frozenset({"bare", "wish", "accept", "refuse"})
_SPEAKER = ("i ", "we ", "can i ", "could i ", "may i ")
_REASON = re.compile(r" (?:because|when|whenever|if|since|as|while|so) ")
_JOINING = frozenset({"and", "but", GOOD})


class _Stretch(NamedTuple):
    """The words between two pauses, with X for what is named, and the pause before them."""

    pause: str
    words: str
    shape: Shape | None
    names: bool


def is_plain(
    text: str,
    tokens: Sequence[str],
    mentions: Sequence[Mention],
    statements: Sequence[StatedStance],
    reading: Reading,
    acted: Sequence[str],
) -> bool:
    """Whether the reading of this text leaves no room for another."""
    if len(tokens) > LONG or not (reading.wants or reading.accepts or reading.avoids) or _SIGNS.search(text):
        return False
    if any(mention.loose or mention.vague for mention in mentions):
        return False
    if not all(said.firm and not said.mere for said in statements):
        return False
    stretches = _stretches(tokens, mentions)
    if not stretches or any(stretch.shape is None for stretch in stretches):
        return False
    return _go_together(stretches) and _is_heard(stretches, reading, acted)


def says_what_they_want(tokens: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether the person speaks for themselves: "I want X", "no, the X", or nothing but the name, please."""
    stretches = _stretches(tokens, mentions)
    for stretch in stretches:
        said = _REASON.split(stretch.words)[0] if stretch.words.startswith(_SPEAKER) else ""
        if "X" in said.split() and shape_of(said) in _OWN:
            return True
    own = [stretch.names and stretch.shape in _OWN for stretch in stretches]
    if all(stretch.shape is not None for stretch in stretches):
        return any(own) and "?" not in tokens
    return stretches[0].shape == "opening" and own[1:2] == [True]


def _stretches(tokens: Sequence[str], mentions: Sequence[Mention]) -> list[_Stretch]:
    """The stretches of a text, in order; a list of things that are named is one X."""
    named = {mention.start: mention.end for mention in mentions if mention.kind == "name"}
    wording: list[str] = []
    at = 0
    while at < len(tokens):
        wording.append("X" if at in named else tokens[at])
        at = max(named.get(at, 0), at + 1)
    found: list[_Stretch] = []
    pause, stretch = ".", list[str]()
    for word in [*_LIST.sub("X", " ".join(wording)).split(), "."]:
        if word not in PAUSES and word not in _JOINING:
            stretch.append(word)
            continue
        if stretch:
            words = " ".join(stretch)
            found.append(_Stretch(pause, words, shape_of(words), "X" in stretch))
            pause, stretch = word, []
        elif word in STOPS:
            pause = word
    return found


def _go_together(stretches: Sequence[_Stretch]) -> bool:
    """Whether the stretches say one thing together, none of them taking back what another says."""
    naming = ["wish" if stretch.shape == "bare" else stretch.shape for stretch in stretches if stretch.names]
    if len(set(naming)) < len(naming):
        return False  # one wish after another may be a change of mind
    praise = [stretch.words.split()[-1] for stretch in stretches if stretch.shape == "praise"]
    if len(set(praise)) < len(praise):
        return False  # "great, just great"
    for before, stretch in pairwise(stretches):
        if stretch.shape == "opening":
            return False  # "the tea, no"; "yeah, right"
        if before.shape == "refuse" and stretch.shape == "bare" and not stretch.words.endswith("please"):
            return False  # "no coffee, tea" may refuse both
        if stretch.words == "no X" and stretch.pause not in STOPS:
            return False  # "tea, no coffee" may be "tea, no, coffee"
    return True


def _is_heard(stretches: Sequence[_Stretch], reading: Reading, acted: Sequence[str]) -> bool:
    """Whether the reading has what the stretches say, and nothing that goes against it."""
    shapes = {stretch.shape for stretch in stretches}
    named = {stretch.shape for stretch in stretches if stretch.names}
    first = stretches[0].words.split()[0]
    if reading.verdict == "wrong" and ("praise" in shapes or first == "yes"):
        return False
    if reading.verdict == "right" and first == "no":
        return False
    if "bare" in shapes and not {*acted}.isdisjoint(reading.wants):
        return False  # what was brought may be named for any reason
    if "refuse" in named and not reading.avoids:
        return False
    if "accept" in named and not (reading.accepts or reading.wants):
        return False
    return bool(reading.wants) or not named & {"bare", "wish"}
