"""Where a text names an option: in full, in part, misspelled, by what it is like or by what kind of thing it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from penchant.mind.lexicon import KINDS, hypernyms, is_descriptive, kinship, stem
from penchant.mind.understand.options import Catalogue
from penchant.mind.understand.tokens import PAUSES
from penchant.mind.understand.words import ARTICLES, COMMON, GENERIC, JOINERS, NOUNISH, one_of

Likeness = Callable[[str, str], float]
MentionKind = Literal["name", "it", "there", "either", "both", "none", "others"]


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens ``start`` to ``end`` speak of these options (by number); ``kind`` says in which manner."""

    start: int
    end: int
    options: tuple[int, ...]
    kind: MentionKind = "name"
    vague: bool = False  # the words fit several options alike
    full: bool = False  # the whole name, or more than one word of it


_POINTERS = one_of("the that this a an my your not no those these something anything nothing some any")
_VAGUE = one_of(
    """
    something anything nothing somewhere anywhere no any without with some avoid avoiding
    """
)
_PREDICATING = one_of(
    """
    is am are was were be been too so very feel feeling feels get getting it really bit how gets pretty
    """
)
_SLIPPERY = one_of("top back right left front light fine mean hard even second first last flat still")
_TIMES = one_of("morning afternoon evening night noon lunch dinner breakfast weekend winter summer")
_TIMING = one_of("this good every in last tomorrow yesterday for at of on all the each")
_LIST_WORDS = one_of("and or please is would will sounds but instead not then with to over than for in")
_STUFF = {
    "caffeine",
    "lactose",
    "sugar",
    "salt",
    "spice",
    "dairy",
    "alcohol",
    "meat",
    "fizz",
    "bubbles",
    "fish",
    "seafood",
    "milk",
}
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
_OBJECTS = one_of("it them that this the a an my your in on for some me us to up at with")
_BEFORE_NOUNS = one_of("not no like prefer over than mind love hate want some any of")
_NOUN_MARKERS = one_of("the a an that this my your")
_SUPERLATIVE = ("est", "er")


def find_names(tokens: Sequence[str], shelf: Catalogue, likeness: Likeness | None = None) -> list[Mention]:
    """Every mention by name or description, in the order of the text; no token is used twice."""
    used = [token in PAUSES for token in tokens]
    for at, token in enumerate(tokens):
        used[at] = used[at] or (token == "longer" and at > 0 and tokens[at - 1] in {"no", "any"})
    found = _full_names(tokens, shelf, used)
    found += _partial_names(tokens, shelf, used)
    found += _descriptions(tokens, shelf, used, likeness)
    found.sort(key=lambda mention: mention.start)
    return [_narrow(mention, found) for mention in found]


def _narrow(mention: Mention, found: Sequence[Mention]) -> Mention:
    """Let a plain name in the same text settle which of several was described: "the warm one, the scarf"."""
    if mention.vague:
        for other in found:
            if not other.vague and other.start >= mention.end and set(other.options) < set(mention.options):
                return Mention(mention.start, mention.end, other.options)
    return mention


def _claim(used: list[bool], start: int, end: int) -> None:
    for at in range(start, end):
        used[at] = True


def _full_names(tokens: Sequence[str], shelf: Catalogue, used: list[bool]) -> list[Mention]:
    stems = [stem(token) for token in tokens]
    candidates: list[tuple[int, int, int]] = []
    for at, first in enumerate(stems):
        for spelling, option in shelf.by_first.get(first, ()):
            end = at + len(spelling)
            if tuple(stems[at:end]) == spelling and _can_stand_alone(spelling, tokens, at):
                candidates.append((-len(spelling), at, option))
        if at + 1 < len(stems):
            for spelling, option in shelf.by_first.get(first + stems[at + 1], ()):
                if len(spelling) == 1:  # "tee shirt" for "teeshirt"
                    candidates.append((-2, at, option))
    found: dict[tuple[int, int], list[int]] = {}
    for length, start, option in sorted(candidates):
        end = start - length
        if (start, end) in found:
            found[start, end].append(option)
        elif not any(used[start:end]):
            _claim(used, start, end)
            found[start, end] = [option]
    return [Mention(start, end, tuple(dict.fromkeys(options)), full=True) for (start, end), options in found.items()]


def _can_stand_alone(spelling: tuple[str, ...], tokens: Sequence[str], at: int) -> bool:
    """An option called "A" or "now" counts only where nothing else is said beside it."""
    if len(spelling) > 1 or (spelling[0] not in COMMON and len(spelling[0]) > 1):
        return True
    others = [token for token in tokens if token not in PAUSES and token not in {"please", "option", "the", "number"}]
    return len(others) == 1 or (at > 0 and tokens[at - 1] in {"option", "number", "choice"})


def _partial_names(tokens: Sequence[str], shelf: Catalogue, used: list[bool]) -> list[Mention]:
    found: list[Mention] = []
    at = 0
    while at < len(tokens):
        word = None if used[at] else _word(tokens, shelf, at)
        if word is not None and is_descriptive(word) and at + 1 < len(tokens) and tokens[at + 1] == "ones":
            word = None  # "the hot ones" are all that are hot, whatever they are called
        if word is None:
            at += 1
            continue
        end, words, options = at + 1, [word], shelf.having(word)
        while True:
            step = _extend(tokens, shelf, used, end, words, options)
            if step is None:
                break
            end, further, options = step
            words.append(further)
        chosen = _choose(tokens, shelf, at, end, words, options)
        if chosen:
            if end < len(tokens) and tokens[end] in GENERIC:
                end += 1
            _claim(used, at, end)
            found.append(Mention(at, end, chosen, vague=len(chosen) > 1, full=len(words) > 1))
        at = end
    return found


def _word(tokens: Sequence[str], shelf: Catalogue, at: int) -> str | None:
    """The option word at this place; a common word counts as one only as a noun: "the watch", not "watch it"."""
    token = tokens[at]
    plain = stem(token)
    if token in COMMON and plain in shelf.by_word:
        before = tokens[at - 1] if at else "."
        after = tokens[at + 1] if at + 1 < len(tokens) else "."
        is_head = any(shelf.entries[n].head == plain for n in shelf.by_word[plain])
        if before in _NOUN_MARKERS and (is_head or token in NOUNISH):
            return plain
        if before == "the" and at > 1 and tokens[at - 2] in {"at", "on", "in", "to"} and after in PAUSES | {"please"}:
            return plain  # "at the back"
        if before in {"just", "only"} and after in PAUSES:
            return plain
        opening = before in PAUSES and after not in _OBJECTS
        return plain if token in NOUNISH and (opening or before in _BEFORE_NOUNS) else None
    return shelf.word(token)


def _extend(
    tokens: Sequence[str], shelf: Catalogue, used: list[bool], end: int, words: list[str], options: frozenset[int]
) -> tuple[int, str, frozenset[int]] | None:
    for ahead in range(end, min(end + 3, len(tokens))):
        if used[ahead]:
            return None
        word = shelf.word(tokens[ahead])
        if word is not None:
            shared = options & shelf.having(word)
            return (ahead + 1, word, shared) if shared and word not in words else None
        if tokens[ahead] not in JOINERS:
            return None
    return None


def _choose(
    tokens: Sequence[str], shelf: Catalogue, start: int, end: int, words: list[str], options: frozenset[int]
) -> tuple[int, ...]:
    """Which of the options that hold all these words are meant; none when the words say something else."""
    entries = shelf.entries
    full = [at for at in options if set(entries[at].words) <= set(words)]
    if full:
        chosen = full
    else:
        heads = [at for at in options if entries[at].head in words]
        if not heads and len(words) == 1 and not _reads_as_name(tokens, start, end, words[0]):
            return ()
        generic = end < len(tokens) and tokens[end] in GENERIC
        chosen = heads if heads and not generic else sorted(options)
    chosen = _refine(tokens, shelf, start, chosen)
    return tuple(sorted(chosen))


def _reads_as_name(tokens: Sequence[str], start: int, end: int, word: str) -> bool:
    """Whether a lone describing word is used like a noun: "the cold one" is, "it is cold out" is not."""
    before = tokens[start - 1] if start else "."
    after = tokens[end] if end < len(tokens) else "."
    earlier = tokens[start - 2] if start > 1 else "."
    if (before == "a" and earlier in {"is", "was"}) or (before == "not" and earlier in {"was", "were"}):
        return False  # "it is a small thing", "that was not clear"
    made = before == "the" and start > 1 and tokens[start - 2] in {"it", "be", "is", "was", "prefer", "like"}
    if word in _TIMES and before in _TIMING and not made:
        return False
    if word in _SLIPPERY and not (before in _POINTERS | {"on", "in", "to", "just", "only"} or len(tokens) <= 2 or after in GENERIC):
        return False
    if not is_descriptive(word) or (tokens[start] != word and tokens[start].endswith("s")):
        return True
    if before == "is" and earlier == "it" and tokens[end : end + 2] == ["for", "me"]:
        return True  # "it's decaf for me"
    if before in _PREDICATING:
        return False
    return after in GENERIC or after in PAUSES or after in COMMON or after in _LIST_WORDS or after in KINDS


def _refine(tokens: Sequence[str], shelf: Catalogue, start: int, chosen: list[int]) -> list[int]:
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
    for ending in _SUPERLATIVE:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            short = word[: -len(ending)]
            for plain in (short, short + "e", short[:-1] if short[-1] == short[-2] else short, short[:-1] + "y"):
                if is_descriptive(plain):
                    return plain
    return word


def _descriptions(
    tokens: Sequence[str], shelf: Catalogue, used: list[bool], likeness: Likeness | None
) -> list[Mention]:
    found: list[Mention] = []
    for at, token in enumerate(tokens):
        if used[at] or not (_is_telling(token) or (at + 1 < len(tokens) and tokens[at + 1] in GENERIC)):
            continue
        mention = _by_kind(tokens, shelf, at) or _by_trait(tokens, shelf, at, likeness)
        if mention is not None and not any(used[mention.start : mention.end]):
            _claim(used, mention.start, mention.end)
            found.append(mention)
    return found


@lru_cache(maxsize=5_000)
def _is_telling(token: str) -> bool:
    """Whether the word can describe something, or say what kind of thing it is."""
    plain = stem(token)
    return is_descriptive(_base_form(token)) or plain in KINDS or token in KINDS or plain in _STUFF or token in _STUFF


def _by_kind(tokens: Sequence[str], shelf: Catalogue, at: int) -> Mention | None:
    plain = stem(tokens[at])
    if plain in _NOT_KINDS or plain in _STUFF or not (plain in KINDS or tokens[at] in KINDS):
        return None
    if tokens[at] in COMMON and (at == 0 or tokens[at - 1] not in ARTICLES) and tokens[at] != "drink":
        return None
    chosen = _refine(tokens, shelf, at, shelf.of_kind(tokens[at]))
    if not chosen or (len(chosen) == len(shelf.entries) and (not at or tokens[at - 1] != "no")):
        return None
    start = at - 1 if at and is_descriptive(_base_form(tokens[at - 1])) else at
    return Mention(start, at + 1, tuple(chosen), vague=len(chosen) > 1)


def _by_trait(tokens: Sequence[str], shelf: Catalogue, at: int, likeness: Likeness | None) -> Mention | None:
    token = tokens[at]
    before = tokens[at - 1] if at else "."
    after = tokens[at + 1] if at + 1 < len(tokens) else "."
    vague = before in _VAGUE or (before in {"much", "more", "less", "too"} and at > 1 and tokens[at - 2] in _VAGUE)
    plain = _base_form(token)
    if plain in _STUFF and (vague or before not in _PREDICATING or after == "intolerant"):
        return _mention_of_all(shelf, at, _STUFF_AS.get(plain, plain))
    fragment = before in PAUSES and (after in PAUSES or after == "please")
    noun = after in GENERIC
    pointed = before in _POINTERS | {"more", "less", "most", "least"} and _ends(after)
    if not (vague or fragment or pointed or noun):
        return None
    end = at + 2 if noun else at + 1
    vague = vague or after == "ones" or before in {"a", "an"}
    if (is_descriptive(plain) or "color" in hypernyms(plain)) and (plain not in _SLIPPERY or noun):
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


def _mention_of_all(shelf: Catalogue, at: int, trait: str, end: int | None = None) -> Mention | None:
    degrees = shelf.like(trait)
    kinds = shelf.of_kind(trait)
    chosen = tuple(n for n, degree in enumerate(degrees) if degree > 0 or n in kinds)
    several = len(chosen) > 1
    return Mention(at, end or at + 1, chosen, vague=several) if chosen and len(chosen) < len(degrees) else None


def _by_likeness(token: str, shelf: Catalogue, at: int, end: int, likeness: Likeness) -> Mention | None:
    scores = [max(likeness(token, name), *(likeness(token, word) for word in entry.words)) if entry.words else 0.0
              for name, entry in zip(shelf.names, shelf.entries, strict=False)]  # fmt: skip
    ranked = sorted(range(len(scores)), key=lambda n: -scores[n])
    best, second = ranked[0], ranked[1]
    opposed = any(kinship(token, word) == -1.0 for word in shelf.entries[best].words)
    if scores[best] < 0.25 or scores[best] - scores[second] < 0.05 or opposed:
        return None
    return Mention(at, end, (best,))
