"""Where a text names an option: in full, in part, misspelled, by what it is like or by what kind of thing it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import add

from penchant.english import stem
from penchant.mind.lexicon import is_descriptive, is_kind
from penchant.mind.understand.descriptions import POINTERS, PREDICATING, SLIPPERY, find_descriptions, refine
from penchant.mind.understand.mention import Likeness, Mention
from penchant.mind.understand.options import OptionIndex
from penchant.mind.understand.tokens import PAUSES
from penchant.mind.understand.words import COMMON, GENERIC, JOINERS, NOUNISH, one_of

_TIMES = one_of("morning afternoon evening night noon lunch dinner breakfast weekend winter summer")
_TIMING = one_of("this good every in last tomorrow yesterday for at of on all the each")
_LIST_WORDS = one_of("and or please is would will sounds but instead not then with to over than for in")
_OBJECTS = one_of("it them that this the a an my your in on for some me us to up at with")
_BEFORE_NOUNS = one_of("not no like prefer over than mind love hate want some any of")
_NO_LONGER = {("no", "longer"), ("any", "longer")}
_NOUN_MARKERS = one_of("the a an that this my your")


def find_names(tokens: Sequence[str], shelf: OptionIndex, likeness: Likeness | None = None) -> list[Mention]:
    """Every mention by name or description, in the order of the text; no token is used twice."""
    used = [token in PAUSES for token in tokens]
    if "longer" in tokens:
        for at, pair in enumerate(pairwise(tokens), 1):
            used[at] = used[at] or pair in _NO_LONGER
    found = _full_names(tokens, shelf, used)
    found += _partial_names(tokens, shelf, used)
    found += find_descriptions(tokens, shelf, used, likeness)
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


def _full_names(tokens: Sequence[str], shelf: OptionIndex, used: list[bool]) -> list[Mention]:
    stems = [stem(token) for token in tokens]
    by_first = shelf.by_first
    candidates: list[tuple[int, int, int]] = []
    for at, first in enumerate(stems):
        for spelling, option in by_first.get(first, ()):
            end = at + len(spelling)
            if tuple(stems[at:end]) == spelling and _can_stand_alone(spelling, tokens, at):
                candidates.append((-len(spelling), at, option))
    for at, joined in enumerate(map(add, stems, stems[1:])):
        for spelling, option in by_first.get(joined, ()):
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


def _partial_names(tokens: Sequence[str], shelf: OptionIndex, used: list[bool]) -> list[Mention]:
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


def _word(tokens: Sequence[str], shelf: OptionIndex, at: int) -> str | None:
    """The option word at this place; a common word counts as one only as a noun: "the watch", not "watch it"."""
    token = tokens[at]
    if token not in COMMON:
        return shelf.word(token)
    plain = stem(token)
    if plain not in shelf.by_word:
        return None
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


def _extend(
    tokens: Sequence[str], shelf: OptionIndex, used: list[bool], end: int, words: list[str], options: frozenset[int]
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
    tokens: Sequence[str], shelf: OptionIndex, start: int, end: int, words: list[str], options: frozenset[int]
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
    chosen = refine(tokens, shelf, start, chosen)
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
    if word in SLIPPERY and not (
        before in POINTERS | {"on", "in", "to", "just", "only"} or len(tokens) <= 2 or after in GENERIC
    ):
        return False
    if not is_descriptive(word) or (tokens[start] != word and tokens[start].endswith("s")):
        return True
    if before == "is" and earlier == "it" and tokens[end : end + 2] == ["for", "me"]:
        return True  # "it's decaf for me"
    if before in PREDICATING:
        return False
    return after in GENERIC or after in PAUSES or after in COMMON or after in _LIST_WORDS or is_kind(after)
