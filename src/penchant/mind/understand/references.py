"""Where a text points at an option without naming it: ordinals, "either", "the other one", "that"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penchant.english import stem
from penchant.mind.lexicon import is_descriptive, is_kind
from penchant.mind.understand.mention import Mention, MentionKind
from penchant.mind.understand.tokens import PAUSES
from penchant.mind.understand.words import ARTICLES, COMMON, GENERIC, one_of

ORDINALS = {
    "first": 0, "1st": 0, "former": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "fifth": 4,
    "5th": 4, "sixth": 5, "6th": 5, "seventh": 6, "7th": 6, "eighth": 7, "ninth": 8, "tenth": 9, "last": -1,
    "latter": -1, "final": -1,
}  # fmt: skip
_CARDINALS = {"one": 0, "two": 1, "three": 2, "four": 3, "five": 4, "six": 5, "seven": 6, "eight": 7, "nine": 8}
_LABELS = one_of("option number choice no item nr")
_NOT_ORDINAL_BEFORE_THESE = one_of(
    """
    time times thing night week weekend month year day morning thought thoughts of place glance impression hand half
    minute summer winter evening
    """
)
_WHOSE = one_of("my your his her our their")
_NOT_ORDINAL_AFTER_THESE = one_of("at a per every your my their wait one at")
_AUX = one_of(
    """
    is was are were will would has have had does did do should can could might must be been being supposed to meant
    going may not just really
    """
)
_POINTED_AT = _AUX | one_of(
    """
    looks sounds tastes smells feels works makes gives keeps helps suits fits please instead again either too one ones
    all thanks seems hits upsets hurts goes and but because though anymore anyway today now yes no for at as there
    here yesterday already before twice earlier last any every very at with right always never so more less better
    alone
    """
)
_RELATIVE_AFTER = one_of("one ones thing things something anything everything so all such")
_MOVED_TO = one_of(
    """
    on in into onto to under inside by next at back near beside behind off out from over above below away with up
    """
)
_QUANTIFIED = one_of(
    """
    them these those they we are of please would will is were work sound look do three four
    """
)
_NUMBERS = one_of("two three four five six")
_LEADING = one_of("the a an my your that right wrong correct same best perfect usual")
_POINTING = frozenset(ORDINALS) | one_of(
    """
    middle center one two three four five six seven eight nine either any whichever each whatever anything
    everything anywhere everywhere all both neither none nothing other others rest remaining a b c d e f g h
    """
)
"""The words with which a pointing mention can begin that is no pronoun."""
_PRONOUNS = one_of("there here it them they that this those these")
_BEFORE_NAMES = one_of("either neither both all any none anything nothing everything each")
_PLURAL = one_of("these those them they")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What pointing words can point at: the options in the order they were put, and those just chosen."""

    pool: tuple[int, ...]
    acted: tuple[int, ...]
    acted_places: tuple[int, ...]
    topic: tuple[int, ...]  # what the question before was about

    @property
    def near(self) -> tuple[int, ...]:
        """What "it" and "that" mean when nothing has been named yet."""
        return self.acted or self.topic


def find_references(tokens: Sequence[str], named: Sequence[Mention], around: Surroundings) -> list[Mention]:
    """Every pointing mention outside the named ones, in the order of the text."""
    taken = {at for mention in named for at in range(mention.start, mention.end)}
    starts = {mention.start for mention in named}
    found: list[Mention] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        mention: Mention | None = None
        if at in taken or tokens[at : at + 2] == ["whatever", "happens"]:
            pass
        elif token in _PRONOUNS:
            mention = _pronoun(tokens, at, taken, starts, around)
        elif token in _POINTING or token[0].isdigit() or (at and tokens[at - 1] in _LABELS):
            mention = _ordinal(tokens, at, taken, around) or _group(tokens, at, taken, around)
        if mention is None:
            at += 1
        else:
            found.append(mention)
            at = mention.end
    return found


def _at(tokens: Sequence[str], at: int) -> str:
    return tokens[at] if 0 <= at < len(tokens) else "."


def _ordinal(tokens: Sequence[str], at: int, taken: set[int], around: Surroundings) -> Mention | None:
    token, before, after = tokens[at], _at(tokens, at - 1), _at(tokens, at + 1)
    pool, place, end = around.pool, None, at + 1
    if not pool:
        return None
    if token in ORDINALS:
        pointed = before in {"the", "that", "this", "not"} or (before == "very" and _at(tokens, at - 2) == "the")
        listed = before in {"or", "and", "nor"} and _at(tokens, at - 2) in ORDINALS
        alone = (before in PAUSES or before in {"not", "no", "yes"}) and (after in PAUSES or after == "please")
        if not (pointed or alone or listed or after in GENERIC) or before in _NOT_ORDINAL_AFTER_THESE:
            return None
        if after in _NOT_ORDINAL_BEFORE_THESE:
            return None
        if not (after in PAUSES or after in COMMON or after in GENERIC or is_kind(stem(after)) or at + 1 in taken):
            return None
        if token == "last" and after == "but":
            return None
        place = ORDINALS[token]
    elif token in {"middle", "center"} and len(pool) % 2 and len(pool) > 2 and (before == "the" or after in GENERIC):
        place = len(pool) // 2
    elif before in _LABELS and _at(tokens, at - 2) in _WHOSE:  # "oak is my number one", "my choice"
        return None
    elif before in _LABELS or (before in PAUSES and after in PAUSES and len(token) <= 5) or token.startswith("#"):
        place = _label(token, alone=before in PAUSES)
    if place is None or not -len(pool) <= place < len(pool):
        return None
    if after in GENERIC:
        end += 1
    start = at - 1 if before in _LABELS else at
    return Mention(start, end, (pool[place],))


def _label(token: str, *, alone: bool) -> int | None:
    if token.isascii() and token.isdigit() and 0 < int(token[:4]) < 100:
        return int(token[:4]) - 1
    if len(token) == 1 and "a" <= token <= "h" and (not alone or token != "a"):
        return ord(token) - ord("a")
    return _CARDINALS.get(token) if not alone or token in {"one", "two", "three"} else None


def _group(tokens: Sequence[str], at: int, taken: set[int], around: Surroundings) -> Mention | None:
    token, before, after = tokens[at], _at(tokens, at - 1), _at(tokens, at + 1)
    ahead = at + 1
    while _at(tokens, ahead) in ARTICLES or _at(tokens, ahead) == "of":
        ahead += 1
    if ahead in taken and token in _BEFORE_NAMES:
        return None  # "either tea or coffee": the names say it
    if token in {"neither", "either"} and _at(tokens, ahead) in ORDINALS:
        return None
    size = _group_size(tokens, at)
    if before in {"over", "than", "above"} or (
        token in {"anything", "everything", "nothing"} and is_descriptive(after)
    ):
        return None
    if after == "else" and token in {"anything", "everything", "any"}:
        return Mention(at, at + 2, (), "others")
    kind: MentionKind
    if token == "any" and _at(tokens, at + 2) in {"but", "except", "besides", "bar"} and at + 1 not in taken:
        return Mention(at, at + 2, around.pool, "either")
    if token in {"anywhere", "everywhere"} and len(around.acted) > 1:
        return Mention(at, at + 1, tuple(n for n in around.pool if n not in around.acted[:-1]), "either")
    if token in {"either", "any", "whichever", "each", "whatever"} and _quantifies(token, before, after):
        kind = "either"
    elif (token in {"anything", "everything", "anywhere", "everywhere"} and after != "with") or (
        token == "all" and after in {"but", "except"}
    ):
        if before == "than" or (token == "everything" and before in {"for", "after", "with", "on", "in"}):
            return None
        kind = "either"
    elif (
        token == "both"
        or (token == "all" and _means_all(_at(tokens, at - 2), before, after))
        or (token == "two" and before == "the")
    ):
        kind = "both"
    elif token in {"none", "nothing"} and (before in {"have", "got", "has"} or _at(tokens, at - 2) == "there"):
        return None
    elif token in {"neither", "none"} or (token == "nothing" and after not in {"but", "except", "beats", "better"}):
        if before == "or" or after == "else":
            return None
        if token == "nothing" and after in {"too", "wrong", "against", "special", "like", "compares", "with"}:
            return None
        kind = "none"
    elif token in {"other", "others", "rest", "remaining"} and before in {"the", "any", "all", "those", "these"}:
        if after not in GENERIC and after not in PAUSES and after not in COMMON and at + 1 not in taken:
            return None
        if after in {"day", "night", "week", "hand", "way", "side", "than"}:
            return None
        return Mention(at, at + 1 + (after in GENERIC), (), "others")
    else:
        return None
    if len(around.pool) < 1:
        return None
    return Mention(at, at + size, around.pool, kind)


def _group_size(tokens: Sequence[str], at: int) -> int:
    """How many tokens belong to the group words: "all three of them" is four."""
    end = at + 1
    if _at(tokens, end) in _NUMBERS or _at(tokens, end) in GENERIC:
        end += 1
    if _at(tokens, end) == "of" and _at(tokens, end + 1) in _PLURAL | {"the", "you", "it", "that"}:
        end += 2
        if _at(tokens, end) in _NUMBERS | {"above", "two", "options", "choices", "ones"}:
            end += 1
    return end - at


def _quantifies(token: str, before: str, after: str) -> bool:
    if token == "either":
        return (
            not (after in PAUSES and before not in PAUSES and before in {"it", "that", "one", "this"})
            and after != "way"
        )
    if token in {"whichever", "whatever"}:
        return True
    if token == "each":
        return after == "one"
    return after in PAUSES or after in {"of", "one", "is", "will", "would", "works", "please", "are", "do", "ones"}


def _means_all(subject: str, before: str, after: str) -> bool:
    if subject in _PLURAL and before in {"are", "were"}:
        return True  # "they are all fine"
    if before in PAUSES and after in {"ok", "fine"}:  # "all good" says that it does not matter
        return True
    if before in {"at", "after", "that", "is", "not"} and before != "not":
        return before in {"them", "these", "those"}
    return before in _PLURAL or after in _QUANTIFIED or (before in PAUSES and after in PAUSES)


def _pronoun(tokens: Sequence[str], at: int, taken: set[int], starts: set[int], around: Surroundings) -> Mention | None:
    token, before, after = tokens[at], _at(tokens, at - 1), _at(tokens, at + 1)
    if token in {"there", "here"}:
        stands = after not in {"is", "are", "was", "were", "will", "should"} or (at == 0 and after in PAUSES)
        if stands and around.acted_places and before not in {"is", "are", "from", "hi", "hello"}:
            return Mention(at, at + 1, around.acted_places, "there")
        return None
    if token in {"it", "them", "they"}:
        if before in {"say", "admit", "believe"}:
            return None
        if after in _MOVED_TO and not (after in {"with", "over", "up", "back", "out", "away"} and token != "it"):
            return None
        if token == "it" and before == "make" and (after in {"the", "a"} or at + 1 in starts):
            return None
    elif token in {"that", "this", "those", "these"}:
        if after not in PAUSES and after not in _POINTED_AT:
            return None
        if (
            before in _RELATIVE_AFTER
            or before in {"failing", "after", "like"}
            or ((at - 1) in taken and token in {"that", "this"} and before not in PAUSES)
        ):
            return None
        if token == "this" and (after in {"time", "morning"} or tokens[at + 1 : at + 3] == ["one", "time"]):
            return None
    else:
        return None
    if _only_introduces(tokens, at, starts):
        return None
    end = at + 2 if after in {"one", "ones"} else at + 1
    return Mention(at, end, around.near, "it")


def _only_introduces(tokens: Sequence[str], at: int, starts: set[int]) -> bool:
    """Whether the pronoun only leads to a name: "it should have been the tea"."""
    ahead = at + 1
    linked = False
    while ahead < len(tokens) and (tokens[ahead] in _AUX or tokens[ahead] in _LEADING):
        linked = linked or tokens[ahead] in {"is", "be", "was", "been", "are"}
        ahead += 1
    return linked and ahead in starts
