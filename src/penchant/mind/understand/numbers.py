"""What is said in numbers, held against what the options' names tell in numbers: compared, never matched as text.

"under 100 a night" refuses the hotel at €200 and allows the one at €95; "too dear" after acting asks for what is
cheaper; "the closest" is the least number of kilometres. Numbers are compared only where they are of one kind. Where
the options carry none, or the words say more than a limit, nothing is said here, and the rest of the reader listens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from penchant.domain import Reading, Utterance
from penchant.english import stem
from penchant.mind.understand import tables
from penchant.mind.understand.degrees import Degree, find_degree
from penchant.mind.understand.limits import FoundLimits, Range, find_limits, value_of, values_of
from penchant.mind.understand.quantities import Measures, cut, measured
from penchant.mind.understand.words import PAUSES

SURE, GUESSED_UNIT = 0.97, 0.9
"""How sure a reading is where the unit was said, and where it has to be told from the options."""

LONGEST = 300
"""A text of more characters says more than a limit."""

_words = partial(tables.words, "understand/amounts.txt")
Told = Mapping[str, Measures]


def read_numbers(said: Utterance) -> Reading | None:
    """What a limit, a comparison or a superlative says about options that carry numbers; None where it is not one.

    >>> hotels = ("Alpha, €95 a night", "Beta, €200 a night", "Gamma, €40 a night")
    >>> heard = read_numbers(Utterance("under 100 a night", hotels))
    >>> heard.accepts, heard.avoids
    (('Alpha, €95 a night', 'Gamma, €40 a night'), ('Beta, €200 a night',))
    >>> read_numbers(Utterance("under 5 km", hotels)) is None, read_numbers(Utterance("the Alpha", hotels)) is None
    (True, True)
    """
    if not said.options or not said.words.strip() or len(said.words) > LONGEST:
        return None
    tokens = cut(said.words)
    if not tokens or (tokens[-1] == "?" and tokens[0] in _words("asking")):
        return None
    limits, degree = find_limits(tokens), find_degree(tokens)
    if limits is None or not (limits.limits or limits.loose or degree):
        return None
    options = tuple(dict.fromkeys(said.options))
    told = {name: found for name in options if (found := measured(name))}
    if not told:
        return None
    if limits.limits:
        return _within(limits, tokens, said, told) if degree is None else None
    if degree is not None:
        return _along(degree, tokens, said, told)
    return _exactly(limits, tokens, told)


def _within(found: FoundLimits, tokens: Sequence[str], said: Utterance, told: Told) -> Reading | None:
    """What limits allow and refuse."""
    if not _is_all_that_is_said(tokens, found.used, said.options):
        return None
    held: dict[str, list[bool]] = {name: [] for name in told}
    for limit in found.limits:
        values = values_of(limit, [*told.values()])
        if values is None:
            return None
        for verdicts, value in zip(held.values(), values, strict=True):
            verdicts.extend([] if value is None else [limit.allows(*value)])
    sure = GUESSED_UNIT if any(limit.quantity.is_bare for limit in found.limits) else SURE
    kinds = {kind for numbers in told.values() for kind in numbers}
    if any(kind in kinds for quantity in found.loose for kind, _ in quantity.kinds):
        return None  # a number that may be meant exactly
    good = [name for name, verdicts in held.items() if len(verdicts) == len(found.limits) and all(verdicts)]
    bad = [name for name, verdicts in held.items() if not all(verdicts)]
    if all(limit.near for limit in found.limits):
        bad = []  # "around 21" says where to look, not what is out
    return _reading(good, bad, said, sure) if good or bad else None


def _along(degree: Degree, tokens: Sequence[str], said: Utterance, told: Told) -> Reading | None:
    """What is more than what was acted on, or most of all."""
    used = frozenset(range(degree.start, degree.end))
    kinds = {kind for numbers in told.values() for kind in numbers}
    found = [kind for kind in degree.kinds if kind in kinds]
    if len(found) != 1 or not _is_all_that_is_said(tokens, used, said.options):
        return None
    values = {name: degree.way * numbers[found[0]][0] for name, numbers in told.items() if found[0] in numbers}
    if degree.form == "most":
        best = [name for name, value in values.items() if value == max(values.values())]
        if len(values) < len(set(said.options)) or len(values) < 2 or len(best) > 1:
            return None
        return _reading([], best, said, SURE) if degree.negated else _reading(best, [], said, SURE)
    done = [values[name] for name in said.acted if name in values]
    praised = any(token in _words("praise") and not _hoped(tokens, at) for at, token in enumerate(tokens))
    if len(done) != 1 or degree.negated or praised:
        return None
    more = {name: value for name, value in values.items() if value > done[0]}
    if degree.slightly and more:
        more = {name: value for name, value in more.items() if value == min(more.values())}
    return _reading(list(more), [name for name, value in values.items() if value <= done[0]], said, SURE)


def _hoped(tokens: Sequence[str], at: int) -> bool:
    """Whether a word of praise is said of what would be, or is mere politeness: "would be great", "please, thanks"."""
    return tokens[at] == "thanks" or "be" in tokens[max(at - 2, 0) : at]


def _exactly(found: FoundLimits, tokens: Sequence[str], told: Told) -> Reading | None:
    """The one option of just the number that was said with its unit: "twenty-one degrees please"."""
    rest = [token for at, token in enumerate(tokens) if at not in found.used]
    if len(found.loose) != 1 or any(token not in _words("named alone") and token not in PAUSES for token in rest):
        return None
    (quantity,) = found.loose
    exactly = Range(quantity, quantity.value, quantity.value)
    values = [value_of(exactly, numbers) if quantity.kinds else None for numbers in told.values()]
    meant = [name for name, value in zip(told, values, strict=True) if value is not None and exactly.allows(*value)]
    return Reading(wants=(meant[0],), sure=SURE) if len(meant) == 1 else None


def _reading(good: Sequence[str], bad: Sequence[str], said: Utterance, sure: float) -> Reading:
    wrong = any(name in bad for name in said.acted)
    wrong = wrong or bool(said.acted and good and not any(name in good for name in said.acted))
    one_left = len(good) == 1
    return Reading(
        wants=tuple(good) if one_left else (),
        accepts=() if one_left else tuple(good),
        avoids=tuple(bad),
        verdict="wrong" if wrong else "unclear",
        sure=sure,
    )


def _is_all_that_is_said(tokens: Sequence[str], used: frozenset[int], options: Iterable[str]) -> bool:
    """Whether beside the numbers nothing is said that may turn them round, and no option is named."""
    names = [frozenset(stem(token) for token in cut(name[:400])) for name in options]
    of_all = frozenset.intersection(*names)
    of_some = frozenset(word for name in names for word in name if word[:1].isalpha()) - of_all
    for clause in _clauses(tokens):
        rest = [tokens[at] for at in clause if at not in used]
        if len(rest) < len(clause):
            if any(token not in _words("said with") and stem(token) not in of_all | of_some for token in rest):
                return False
        elif any(stem(token) in of_some and token not in _words("said with") for token in rest):
            return False  # another wish stands beside it
    return True


def _clauses(tokens: Sequence[str]) -> list[list[int]]:
    """The numbers of the tokens of each clause."""
    found: list[list[int]] = [[]]
    for at, token in enumerate(tokens):
        if token in PAUSES or token in _words("reasons"):
            found.append([])
        else:
            found[-1].append(at)
    return [clause for clause in found if clause]
