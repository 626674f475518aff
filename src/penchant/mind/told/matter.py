"""What a limit is of, by the words around it: "my budget for lunch is 12 euros" is of lunch, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from penchant.english import stem
from penchant.mind.lexicon import is_descriptive
from penchant.mind.understand import tables
from penchant.mind.understand.limits import Range, find_limits, is_negation
from penchant.mind.understand.quantities import cut

_words = partial(tables.words, "understand/amounts.txt")
_MOST_READ = 2_000
_FOR = frozenset({"for", "on", "of"})
_IN = frozenset({"in", "into", "with"})
_LINKS = tuple([link] for link in (*_FOR, *_IN, "at", "to", "from", "by", "near"))
_MINE = frozenset({"my", "our", "the", "any", "a", "an", "no", "all"})
_ENDS = frozenset(".;!?")


@lru_cache(maxsize=4096)
def matter_of(words: str, limit: str = "") -> str:
    """What a limit is of, where the words say: of several limits, the one that has the same number as ``limit``.

    >>> matter_of("No films longer than two hours, please"), matter_of("My budget for lunch is 12 euros")
    ('films', 'lunch')
    >>> matter_of("at most 15 euros for a bottle of wine"), matter_of("I can carry 10 kg at most in my backpack")
    ('wine', 'backpack')
    >>> matter_of("1,200 euros, tops"), matter_of("I refuse to get up before seven")
    ('', '')
    """
    tokens = cut(words[:_MOST_READ])
    for start, end in _places(tokens, limit):
        first = max((at + 1 for at in range(start) if tokens[at] in _ENDS), default=0)
        last = next((at for at in range(end, len(tokens)) if tokens[at] in _ENDS), len(tokens))
        before, after = tokens[first:start], tokens[end:last]
        named = _before(before) or _after(after, _FOR) or _after(after, _IN) or _after(before[:4], _FOR)
        return named or next(
            (before[at] for at in reversed(range(len(before))) if _is_thing(before[at]) and _is_done(before, at)), ""
        )  # "I never work" after 6
    return ""


def of_a_task(request: str) -> str:
    """What is to be found or bought, where a request plainly says.

    >>> of_a_task("find me a laptop"), of_a_task("Book a cheap hotel in Rome"), of_a_task("hello there")
    ('laptop', 'hotel', '')
    """
    tokens = cut(request[:_MOST_READ])
    for at in range(1, len(tokens)):
        if tokens[at - 1] in _MINE and tokens[at - 2 : at - 1] not in _LINKS and (found := _noun(tokens[at:])):
            return found
    return ""


def _places(tokens: Sequence[str], limit: str) -> Iterator[tuple[int, int]]:
    """Where the limits begin and end, or the plain amounts where there are none."""
    found = find_limits(tokens, guessed=True)
    if found is None:
        return
    every = [*found.limits, *(Range(one, start=one.start, end=one.end) for one in found.loose)]
    if limit:
        other = find_limits(cut(limit), guessed=True)
        meant = {one.quantity.value for one in other.limits} if other else set()
        meant |= {one.value for one in other.loose} if other else set()
        every = [one for one in every if one.quantity.value in meant]
    yield from ((one.start, one.end) for one in every)


def _before(tokens: Sequence[str]) -> str:
    """The thing that is named last before a limit, in the same clause: "no meetings" before 9."""
    for at in reversed(range(len(tokens))):
        if tokens[at] in _words("speakers") or tokens[at] in ("and", "but"):
            return ""
        if _is_thing(tokens[at]) and not _is_done(tokens, at):
            pair = (
                at > 1 and tokens[at - 2] in _MINE and _is_thing(tokens[at - 1]) and not is_descriptive(tokens[at - 1])
            )
            return " ".join(tokens[at - 1 if pair else at : at + 1])
    return ""


def _is_done(tokens: Sequence[str], at: int) -> bool:
    """Whether a word is what somebody does: "I never pay", "to spend", "should weigh"."""
    for token in reversed(tokens[:at]):
        if token in _words("speakers") or token in _words("leads to a verb") or token.endswith(("n't", "n’t")):
            return True
        if token not in _words("between") and not (is_negation(token) and token != "no"):
            return False
    return False


def _after(tokens: Sequence[str], links: frozenset[str]) -> str:
    """The thing that a limit is told for, on, or in, right after it."""
    for at, token in enumerate(tokens):
        if token in links and (found := _noun(tokens[at + 1 :])):
            return found
        if token in _words("speakers") or token in {",", "from"} | _words("no further"):
            return ""
    return ""


def _noun(tokens: Sequence[str]) -> str:
    """The name of a thing that some words begin with; of "a bottle of wine" the wine."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        if "-" in (token, *tokens[at + 1 : at + 2]) and len(token) == 1:
            continue  # "T-shirt"
        if token == "of" and found:
            return _noun(tokens[at + 1 :]) or " ".join(found)
        if _is_thing(token):
            found += [] if is_descriptive(token) else [token]
        elif found or token not in _MINE | _words("between"):
            break
    if len(found) == 1 and stem(found[0]) in _words("holds things"):
        return ""
    return " ".join(found[:3])


def _is_thing(token: str) -> bool:
    return (
        token.isalpha()
        and len(token) > 1
        and not any(token in _words(name) for name in ("not counted", "no matter", "speakers", "leads to a verb"))
        and not is_negation(token)
    )
