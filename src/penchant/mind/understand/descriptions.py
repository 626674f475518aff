"""Options named by what they are like or what kind of thing they are: "the cold one", "a snack"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from penchant.english import plain_degrees, stem
from penchant.mind.lexicon import hypernyms, is_descriptive, is_kind, kinship
from penchant.mind.understand.mention import Likeness, Mention
from penchant.mind.understand.options import OptionIndex
from penchant.mind.understand.tokens import PAUSES
from penchant.mind.understand.words import ARTICLES, COMMON, GENERIC, one_of

POINTERS = one_of("the that this a an my your not no those these something anything nothing some any")
_VAGUE = one_of(
    """
    something anything nothing somewhere anywhere no any without with some avoid avoiding
    """
)
PREDICATING = one_of(
    """
    is am are was were be been too so very feel feeling feels get getting it really bit how gets pretty
    """
)
SLIPPERY = one_of("top back right left front light fine mean hard even second first last flat still")
_STUFF = one_of("caffeine lactose sugar salt spice dairy alcohol meat fizz bubbles fish seafood milk")
_STUFF_AS = {
    "lactose": "dairy",
    "milk": "dairy",
    "sugar": "sugary",
    "salt": "salty",
    "spice": "spicy",
    "fizz": "fizzy",
    "bubbles": "bubbly",
}
_NOT_KINDS = {"top", "sweet", "treat", "book", "game", "trip", "reading", "plant", "meal", "dish", "food", "house"}


def find_descriptions(
    tokens: Sequence[str], shelf: OptionIndex, used: list[bool], likeness: Likeness | None
) -> list[Mention]:
    """Every mention by description among the tokens not used yet, which it then uses."""
    found: list[Mention] = []
    for at, token in enumerate(tokens):
        if used[at] or not (_is_telling(token) or (at + 1 < len(tokens) and tokens[at + 1] in GENERIC)):
            continue
        mention = _by_kind(tokens, shelf, at) or _by_trait(tokens, shelf, at, likeness)
        if mention is not None and not any(used[mention.start : mention.end]):
            used[mention.start : mention.end] = [True] * (mention.end - mention.start)
            found.append(mention._replace(loose=True))
    return found


@lru_cache(maxsize=5_000)
def _is_telling(token: str) -> bool:
    """Whether the word can describe something, or say what kind of thing it is."""
    plain = stem(token)
    return is_descriptive(_base_form(token)) or is_kind(plain) or is_kind(token) or plain in _STUFF or token in _STUFF


def _by_kind(tokens: Sequence[str], shelf: OptionIndex, at: int) -> Mention | None:
    plain = stem(tokens[at])
    if plain in _NOT_KINDS or plain in _STUFF or not (is_kind(plain) or is_kind(tokens[at])):
        return None
    if tokens[at] in COMMON and (at == 0 or tokens[at - 1] not in ARTICLES) and tokens[at] != "drink":
        return None
    chosen = refine(tokens, shelf, at, shelf.of_kind(tokens[at]))
    if not chosen or (len(chosen) == len(shelf.entries) and (not at or tokens[at - 1] != "no")):
        return None
    start = at - 1 if at and is_descriptive(_base_form(tokens[at - 1])) else at
    return Mention(start, at + 1, tuple(chosen), vague=len(chosen) > 1)


def _by_trait(tokens: Sequence[str], shelf: OptionIndex, at: int, likeness: Likeness | None) -> Mention | None:
    token = tokens[at]
    before = tokens[at - 1] if at else "."
    after = tokens[at + 1] if at + 1 < len(tokens) else "."
    vague = before in _VAGUE or (before in {"much", "more", "less", "too"} and at > 1 and tokens[at - 2] in _VAGUE)
    plain = _base_form(token)
    if plain in _STUFF and (vague or before not in PREDICATING or after == "intolerant"):
        return _mention_of_all(shelf, at, _STUFF_AS.get(plain, plain))
    fragment = before in PAUSES and (after in PAUSES or after == "please")
    noun = after in GENERIC
    pointed = before in POINTERS | {"more", "less", "most", "least"} and _ends(after)
    told = before == "a" and at > 1 and tokens[at - 2] in {"is", "was"}  # "it's a small thing"
    if told or not (vague or fragment or pointed or noun):
        return None
    end = at + 2 if noun else at + 1
    vague = vague or after == "ones" or before in {"a", "an"}
    if (is_descriptive(plain) or "color" in hypernyms(plain)) and (plain not in SLIPPERY or noun):
        if vague:
            return _mention_of_all(shelf, at, plain, end)
        sign = -1.0 if before in {"less", "least"} else 1.0
        degrees = [sign * degree for degree in shelf.like(plain)]
        best = max(degrees, default=0.0)
        if best > 0:
            chosen = tuple(n for n, degree in enumerate(degrees) if degree == best)
            return Mention(at, end, chosen, vague=len(chosen) > 1)
        neutral = [n for n, degree in enumerate(degrees) if degree == 0]
        if len(neutral) == 1 and len(degrees) > 1:
            return Mention(at, end, (neutral[0],))
        return None
    if noun and likeness is not None and token not in COMMON and len(shelf.entries) > 1:
        return _by_likeness(token, shelf, at, end, likeness)
    return None


def _ends(after: str) -> bool:
    return after in PAUSES or after in GENERIC or after in {"please", "instead", "would", "is", "thanks", "and", "or"}


def _mention_of_all(shelf: OptionIndex, at: int, trait: str, end: int | None = None) -> Mention | None:
    degrees = shelf.like(trait)
    kinds = shelf.of_kind(trait)
    chosen = tuple(n for n, degree in enumerate(degrees) if degree > 0 or n in kinds)
    several = len(chosen) > 1
    return Mention(at, end or at + 1, chosen, vague=several) if chosen and len(chosen) < len(degrees) else None


def _by_likeness(token: str, shelf: OptionIndex, at: int, end: int, likeness: Likeness) -> Mention | None:
    scores = [max(likeness(token, name), *(likeness(token, word) for word in entry.words)) if entry.words else 0.0
              for name, entry in zip(shelf.names, shelf.entries, strict=False)]  # fmt: skip
    ranked = sorted(range(len(scores)), key=lambda n: -scores[n])
    best, second = ranked[0], ranked[1]
    opposed = any(kinship(token, word) == -1.0 for word in shelf.entries[best].words)
    if scores[best] < 0.25 or scores[best] - scores[second] < 0.05 or opposed:
        return None
    return Mention(at, end, (best,))


def refine(tokens: Sequence[str], shelf: OptionIndex, start: int, chosen: list[int]) -> list[int]:
    """Heed the word in front: "the hot coffee" is not the iced one, "orange juice" is not the apple juice."""
    before = tokens[start - 1] if start else "."
    having = shelf.having(stem(before))
    if any(option in having for option in chosen):
        return [option for option in chosen if option in having]  # "left cubpoard"
    if before in ARTICLES or before in PAUSES or before in COMMON or not chosen:
        return chosen
    before = _base_form(before)
    if is_descriptive(before):
        every = shelf.like(before)
        degrees = {at: every[at] for at in chosen}
        best = max(degrees.values())
        if best < 0:
            return []
        if best > 0 and tokens[start].endswith("s"):  # "the hot drinks" are all that are hot
            return [at for at in chosen if degrees[at] > 0]
        return [at for at in chosen if degrees[at] == best] if best > 0 else [at for at in chosen if degrees[at] >= 0]
    family = hypernyms(before)
    if family:
        clashing = [
            at
            for at in chosen
            if any(
                word != shelf.entries[at].head
                and word != before
                and family & hypernyms(word)
                and before not in hypernyms(word)
                and word not in family
                for word in shelf.entries[at].words
            )
        ]
        return [at for at in chosen if at not in clashing]
    return chosen


def _base_form(word: str) -> str:
    """The plain form of "colder", "biggest", "sweetest"; any other word as it is."""
    if is_descriptive(word):
        return word
    return next((plain for plain in plain_degrees(word) if is_descriptive(plain)), word)
