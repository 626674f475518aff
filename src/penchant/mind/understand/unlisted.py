"""What a person asks for that is not on offer, in their own words."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.english import stem
from penchant.mind.lexicon import hypernyms, is_descriptive, is_place
from penchant.mind.understand.shapes import shape_of
from penchant.mind.understand.stretches import Stretch
from penchant.mind.understand.words import ARTICLES, COMMON, GENERIC, one_of

_WHERE = one_of("on in at into onto under by inside to")
_COURTESY = one_of("please instead thanks")
_LONGEST = 4
"""So many words what is asked for has at most."""


def find_unlisted(rows: Sequence[Stretch]) -> dict[Stretch, str]:
    """The noun phrases that are asked for and name no option, by the stretch that asks.

    >>> from penchant.mind.understand.stretches import stretches
    >>> list(find_unlisted(stretches("i would rather have the island counter".split(), [])).values())
    ['island counter']
    """
    asking = [row for row in rows if not (row.named or row.shape or row.asks or row.depends)]
    return {row: phrase for row in asking if (phrase := _asked_for(row))}


def _asked_for(row: Stretch) -> str:
    words = row.words.split()
    while words and words[-1] in _COURTESY:
        words.pop()
    for size in range(1, min(len(words), _LONGEST) + 1):
        lead, phrase = words[:-size], words[-size:]
        if any(word in ARTICLES or word in COMMON or word == "E" for word in phrase):
            return ""
        shape = shape_of(" ".join([*lead, "X"]))
        placed = not _WHERE.isdisjoint(lead[-2:])
        if (shape == "wish" and not placed) or (shape in {"wish", "bare"} and _is_thing(lead, phrase)):
            return "" if phrase[-1] in GENERIC else " ".join(phrase)
    return ""


def _is_thing(lead: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether nothing but a noun phrase is one: "the island counter"; "tired" is none."""
    head = stem(phrase[-1])
    if lead[-1:] == ["the"]:
        return len(phrase) < _LONGEST
    known = is_place(head) or bool(hypernyms(head))
    return known and not is_descriptive(head) and lead[-1:] not in (["that"], ["this"])
