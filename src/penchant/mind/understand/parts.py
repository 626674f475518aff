"""What a thing is to be without: "no milk please", "hold the onions", "no pineapple on my pizza".

Whether an option has the part or is called without it, its own name says: "tea without sugar", "sugar-free tea" and
"plain tea" lack it, "tea with sugar" has it. Said alone, such words refuse what has the part and ask for what lacks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from penchant.domain import Reading, Utterance
from penchant.english import stem
from penchant.mind.understand.tokens import PAUSES, tokenise
from penchant.mind.understand.words import ARTICLES, COMMON, one_of

SURE = 0.95
"""How sure it is where the words say nothing else."""

LONGEST = 25
"""A text of more words and marks says more than that."""

WITHOUT = (
    ("without",), ("minus",), ("no",), ("hold", "the"), ("leave", "off"), ("leave", "out"), ("skip", "the"),
    ("drop", "the"), ("lose", "the"), ("ditch", "the"), ("omit",), ("not", "with"), ("sans",), ("zero",),
)  # fmt: skip
"""Before a part that is not wanted."""

LACKING = one_of("without no non minus sans less free off zero")
"""Beside a part in an option's name: the option lacks it."""

_NO_PART = one_of(
    """
    doubt question problem rush better nicer one more thanks thank need longer preference matter idea worries way
    complaints offence other hesitation fail means hurry wonder it them that this of exception reason use wait
    """
)
"""After "no" and "without" these make something else of them."""

_TAIL = one_of("on in with from for at")
_SAID_WITH = one_of(
    """
    i we would like want prefer have take drink eat need it mine make please thanks thank you just only can could with
    me and do if possible be is fine ok well um so for us my the a an some get let will i'll ever at all whatsoever
    always in on there here one something anything rather yes
    """
)
_LIVING = one_of("live cope survive imagine manage not never cannot nothing nobody")


class Excluded(NamedTuple):
    """A part that is excluded: its stems, and the tokens from the word that excludes it to its end."""

    part: tuple[str, ...]
    start: int
    end: int


def excluded(tokens: Sequence[str]) -> list[Excluded]:
    """Every part that the words exclude.

    >>> [found.part for found in excluded(tokenise("a burger without cheese, and hold the onions"))]
    [('cheese',), ('onion',)]
    >>> excluded(tokenise("no problem, I can't live without tea"))
    []
    """
    found: list[Excluded] = []
    for at, token in enumerate(tokens):
        cue = next((cue for cue in WITHOUT if token == cue[0] and tuple(tokens[at : at + len(cue)]) == cue), None)
        if cue is None or any(word in _LIVING for word in tokens[max(at - 4, 0) : at]):
            continue
        first = at + len(cue)
        part, end = _part(tokens, first)
        if part and tokens[first] not in _NO_PART:
            found.append(Excluded(part, at, end))
    return found


def has_part(name: str, part: Sequence[str]) -> bool | None:
    """Whether an option has a part, is called without it (False), or neither is said (None).

    >>> has_part("tea with sugar", ["sugar"]), has_part("sugar-free tea", ["sugar"]), has_part("tea", ["sugar"])
    (True, False, None)
    """
    words = _stems(name)
    if not part or any(wanted not in words for wanted in part):
        return None
    first, last = words.index(part[0]), words.index(part[-1])
    return not any(word in LACKING for word in (*words[max(first - 2, 0) : first], *words[last + 1 : last + 2]))


def read_parts(said: Utterance) -> Reading | None:
    """What is said of options by a part they are to be without; None where the words say more than that.

    >>> read_parts(Utterance("without milk please", ("coffee", "coffee without milk", "tea"))).wants
    ('coffee without milk',)
    >>> read_parts(Utterance("no pineapple on my pizza", ("ham pizza", "pineapple pizza"))).avoids
    ('pineapple pizza',)
    """
    tokens = tokenise(said.words)
    if len(tokens) > LONGEST or "?" in tokens:
        return None
    found = excluded(tokens)
    if len(found) != 1:
        return None
    (part, start, end), options = found[0], tuple(dict.fromkeys(said.options))
    held = {name: has_part(name, part) for name in options}
    having = [name for name, has in held.items() if has]
    lacking = [name for name, has in held.items() if has is False]
    on_something = tokens[end : end + 1] and tokens[end] in _TAIL
    if not lacking and not (having and on_something):
        return None
    pause = next((at for at in range(end, len(tokens)) if tokens[at] in PAUSES), len(tokens))
    if any(token not in PAUSES and token not in _SAID_WITH for token in tokens[pause:]):
        return None
    rest = [token for at, token in enumerate(tokens) if not start <= at < end and token not in PAUSES]
    about = {stem(token) for token in rest if token not in _SAID_WITH and token not in ARTICLES}
    meant = [name for name in options if about and about <= set(_stems(name))]
    if about and not meant:
        return None  # something else is said
    lacking = [name for name in lacking if not about or name in meant]
    wrong = any(name in having for name in said.acted)
    return Reading(
        wants=tuple(lacking) if len(lacking) == 1 else (),
        accepts=tuple(lacking) if len(lacking) > 1 else (),
        avoids=tuple(having),
        verdict="wrong" if wrong else "unclear",
        sure=SURE,
    )


def _part(tokens: Sequence[str], start: int) -> tuple[tuple[str, ...], int]:
    """The stems of the part that begins here, and where it ends."""
    found: list[str] = []
    end = start
    for end in range(start, min(start + 4, len(tokens))):
        token = tokens[end]
        if token in ARTICLES and not found:
            continue
        if token in PAUSES or token in COMMON or token in _TAIL:
            return tuple(found), end
        found.append(stem(token))
    return tuple(found), min(start + 4, len(tokens))


@lru_cache(maxsize=8_192)
def _stems(name: str) -> tuple[str, ...]:
    return tuple(stem(token) for token in tokenise(name[:400].replace("-", " ")))
