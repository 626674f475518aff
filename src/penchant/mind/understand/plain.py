"""How sure the reader can be of itself: whether a text is made of nothing but words that can mean only one thing.

Such a text leaves nothing to guess at. Anything that may turn it round, hang it on a condition or on today, speak of
somebody else or say it with a smile makes it one that somebody with more sense of language should look at, where there
is such a one. So it is not asked what could be wrong with a text, but whether all of it has a shape that is known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from penchant.domain import Reading
from penchant.mind.understand.judge import Said
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


def is_plain(
    text: str,
    tokens: Sequence[str],
    mentions: Sequence[Mention],
    statements: Sequence[Said],
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
    shapes = [shape_of(stretch) for _, stretch in stretches]
    return None not in shapes and _go_together(stretches, shapes, reading, acted)


def says_what_they_want(tokens: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether the person speaks for themselves: "I want X", "no, the X", or nothing but the name, please."""
    stretches = [stretch for _, stretch in _stretches(tokens, mentions)]
    for said in (_REASON.split(stretch)[0] for stretch in stretches if stretch.startswith(_SPEAKER)):
        if "X" in said.split() and shape_of(said) in _OWN:
            return True
    shapes = [shape_of(stretch) for stretch in stretches]
    own = [shape in _OWN and "X" in stretch.split() for stretch, shape in zip(stretches, shapes, strict=True)]
    if None not in shapes:
        return any(own) and "?" not in tokens
    return shapes[0] == "opening" and own[1:2] == [True]


def _stretches(tokens: Sequence[str], mentions: Sequence[Mention]) -> list[tuple[str, str]]:
    """The words between pauses, with X for each thing or list of things that is named, each after its pause."""
    named = {mention.start: mention.end for mention in mentions if mention.kind == "name"}
    wording: list[str] = []
    at = 0
    while at < len(tokens):
        wording.append("X" if at in named else tokens[at])
        at = max(named.get(at, 0), at + 1)
    found: list[tuple[str, str]] = []
    pause, stretch = ".", list[str]()
    for word in [*_LIST.sub("X", " ".join(wording)).split(), "."]:
        if word not in PAUSES and word not in _JOINING:
            stretch.append(word)
            continue
        if stretch:
            found.append((pause, " ".join(stretch)))
            pause, stretch = word, []
        elif word in STOPS:
            pause = word
    return found


def _go_together(
    stretches: Sequence[tuple[str, str]], shapes: Sequence[Shape | None], reading: Reading, acted: Sequence[str]
) -> bool:
    """Whether the stretches say one thing together, none of them taking back what another says."""
    if "opening" in shapes[1:]:
        return False  # "the tea, no"; "yeah, right"
    naming = [
        "wish" if shape == "bare" else shape
        for (_, stretch), shape in zip(stretches, shapes, strict=True)
        if "X" in stretch.split()
    ]
    if len(set(naming)) < len(naming):
        return False  # one wish after another may be a change of mind
    if "praise" in shapes and reading.verdict == "wrong":
        return False
    if not all(_was_heard(shape, reading) for shape in naming):
        return False
    if stretches[0][1].split()[0] == ("no" if reading.verdict == "right" else "yes") and reading.verdict != "unclear":
        return False
    for at, ((pause, stretch), shape) in enumerate(zip(stretches, shapes, strict=True)):
        before = shapes[at - 1] if at else None
        if shape == "bare" and before == "refuse" and not stretch.endswith("please"):
            return False  # "no coffee, tea" may refuse both
        if shape == "bare" and not {*acted}.isdisjoint(reading.wants):
            return False  # what was brought may be named for any reason
        if shape == "refuse" and pause not in STOPS and stretch == "no X":
            return False  # "tea, no coffee" may be "tea, no, coffee"
    return True


def _was_heard(shape: Shape | None, reading: Reading) -> bool:
    """Whether the reading has what a stretch of this shape, which names something, says."""
    if shape == "refuse":
        return bool(reading.avoids)
    return bool(reading.wants or (shape == "accept" and reading.accepts))
