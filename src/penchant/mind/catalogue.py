"""The choice model for a catalogue: hundreds of options, each described respect by respect, ranked in one go.

An option is the likelier the more of what was said it has, the more its values are believed to be kept to (over how
common they are on offer), and the oftener anybody took it. Likelihoods add up to 1. What a question is worth is how
much sooner the wanted option would come in the list once its answer is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from penchant.domain import Action, Preference, Question, Request
from penchant.english import listed, stem
from penchant.mind.protocol import Held, Weighed
from penchant.mind.understand.words import WORD, one_of

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]

PRICE_BAND = "price band"
PRICE = "price of "
"""How a respect begins whose values are sums that people name: "price of lamps"."""
BANDS = ("budget", "mid-range", "premium")
"""How a price is described, so that "too dear" is understood: the values of the respect "price band", in order."""

SAID = 4.0
"""What a word of the request that an option has is worth, as a logarithm of odds."""

POPULAR = 0.5
"""What popularity is worth: of the logarithm of how often an option was taken."""

LEFT = 0.02
"""Of all likelihood, at least, goes to values that nothing speaks for."""

AVOIDED = 0.2
"""So much of its likelihood is left to a value that is surely not wanted."""

LISTED, OF_EACH = 10, 5
"""Of a ranking so many are looked at, of few options one of each five: the first is worth 1, the last little."""

COMMON = 0.8
"""What so many of the options have in their names tells them apart no more."""

NAMED_AT_ONCE = 6
"""A question names its alternatives where there are at most so many."""

_LITTLE = one_of("a an and any as at by for from i in is it me my no not of on or some that the this to with")


@lru_cache(maxsize=16_384)
def terms(text: str) -> frozenset[str]:
    """The words of a text in one form, little ones left out."""
    return frozenset(stem(word) for word in WORD.findall(text.lower()) if word not in _LITTLE)


@dataclass(frozen=True, slots=True)
class _Respect:
    """How the options differ in one respect."""

    name: str
    values: tuple[str, ...]
    codes: Places  # of each option, which value it has; one beyond the last where it has none
    shares: Numbers  # how common each value is among options that have any


@dataclass(frozen=True, slots=True)
class Table:
    """A catalogue, read once."""

    respects: tuple[_Respect, ...]
    places: dict[str, Places]  # of each term, the options that have it
    popular: Numbers

    def values(self) -> Iterable[tuple[str, str]]:
        """Every respect and value on offer."""
        return ((respect.name, value) for respect in self.respects for value in respect.values)


def table_of(request: Request) -> Table:
    """The catalogue of a request."""
    return _table(tuple(request.options), tuple(map(tuple, request.described)), tuple(request.popularity))


@lru_cache(maxsize=256)
def _table(
    options: tuple[str, ...], described: tuple[tuple[tuple[str, str], ...], ...], popularity: tuple[float, ...]
) -> Table:
    by_respect: dict[str, dict[int, str]] = {}
    by_term: dict[str, list[int]] = {}
    for place, (name, pairs) in enumerate(zip(options, described, strict=True)):
        for respect, value in pairs:
            by_respect.setdefault(respect, {})[place] = value
        for term in frozenset().union(terms(name), *(terms(value) for _, value in pairs)):
            by_term.setdefault(term, []).append(place)
    popular = np.log1p(np.array(popularity)) if popularity else np.zeros(len(options))
    respects = tuple(_respect(name, found, len(options)) for name, found in by_respect.items())
    telling = {term: np.array(at) for term, at in by_term.items() if len(at) <= COMMON * len(options)}
    return Table(respects, telling, POPULAR * popular)


def _respect(name: str, found: dict[int, str], options: int) -> _Respect:
    counts = Counter(found.values())
    number = {value: at for at, value in enumerate(counts)}
    codes = np.full(options, len(number))
    codes[list(found)] = [number[value] for value in found.values()]
    return _Respect(name, tuple(counts), codes, np.array(list(counts.values())) / len(found))


def likelihoods(request: Request, beliefs: Sequence[Held]) -> Numbers:
    """How likely each option is the one, in their order."""
    table = table_of(request)
    score = table.popular.copy()
    for term in terms(request.text):
        if (at := table.places.get(term)) is not None:
            score[at] += SAID
    for respect in table.respects:
        if (factors := _factors(respect, beliefs)) is not None:
            score += factors[respect.codes]
    likely: Numbers = np.exp(score - score.max())
    likely /= likely.sum()
    return likely


def _factors(respect: _Respect, beliefs: Sequence[Held]) -> Numbers | None:
    """How much likelier each value is than by chance, as a logarithm, for what is believed; the last: no value."""
    number = {value: at for at, value in enumerate(respect.values)}
    mine = [held for held in beliefs if _is_about(held.preference, respect.name) and held.preference.value in number]
    if not mine:
        return None
    sure = np.zeros(len(number))
    for held in mine:
        if held.preference.stance != "avoids":
            at = number[held.preference.value]
            sure[at] = max(sure[at], held.standing)
    found = np.zeros(len(number) + 1)
    if (total := sure.sum()) > 0:
        scale, wanted = min(1.0, (1 - LEFT) / total), sure > 0
        rest = max(1e-9, 1 - float(respect.shares[wanted].sum()))
        found[:-1] = np.log(max(LEFT, 1 - scale * total) / rest)
        found[:-1][wanted] = np.log(scale * sure[wanted] / respect.shares[wanted])
    for held in mine:
        if held.preference.stance == "avoids":
            found[number[held.preference.value]] += np.log(1 - (1 - AVOIDED) * min(1.0, held.standing / 0.9))
    return found


def _is_about(belief: Preference, respect: str) -> bool:
    """Whether a belief is about this respect, whatever the occasion."""
    return belief.topic == respect and not belief.situation


def weigh(request: Request, beliefs: Sequence[Held]) -> list[Weighed]:
    """The options, the likeliest first; of equals the one that is listed first."""
    likely = likelihoods(request, beliefs)
    order = np.argsort(-likely, kind="stable")
    first = dict(request.described[order[0]])
    support = tuple(_support(held, first) for held in beliefs)
    ways = [Weighed(Action(request.options[at]), float(likely[at])) for at in order.tolist()]
    return [Weighed(ways[0].action, ways[0].likelihood, support), *ways[1:]]


def _support(held: Held, described: dict[str, str]) -> float:
    belief = held.preference
    speaks = not belief.situation and described.get(belief.topic) == belief.value
    return (-held.standing if belief.stance == "avoids" else held.standing) if speaks else 0.0


def worth(ways: Sequence[Weighed]) -> float:
    """What a ranking is worth, expected: the sooner the wanted option comes, the more."""
    looked_at = _looked_at(len(ways))
    return sum((1 - place / looked_at) * way.likelihood for place, way in enumerate(ways[:looked_at]))


def _looked_at(options: int) -> int:
    return min(LISTED, max(1, options // OF_EACH))


def question(request: Request, beliefs: Sequence[Held]) -> Question:
    """About the respect whose answer would bring the wanted option forward most; about none where none would."""
    likely = likelihoods(request, beliefs)
    order = np.argsort(-likely, kind="stable")
    said = terms(request.text)
    best, most = None, 0.0
    for respect in table_of(request).respects:
        if respect.name == PRICE_BAND or any(terms(value) <= said for value in respect.values if terms(value)):
            continue  # people name a sum and not a band; or the request says it
        settles = float((_place(respect.codes[order]) * likely[order]).sum())
        if settles > most:
            best, most = respect, settles
    if best is None:
        return Question("", (), settles=0.0)
    heavy = np.bincount(best.codes, likely, len(best.values) + 1)[:-1]
    values = tuple(best.values[at] for at in np.argsort(-heavy, kind="stable"))
    return Question(_worded(best.name, values), values, settles=most)


def _place(codes: Places) -> Numbers:
    """What each option of a ranking is worth in a list of those that share its value."""
    by_value = np.argsort(codes, kind="stable")
    grouped = codes[by_value]
    starts = np.r_[0, np.flatnonzero(np.diff(grouped)) + 1]
    within = np.arange(len(codes)) - np.repeat(starts, np.diff(np.r_[starts, len(codes)]))
    places = np.empty(len(codes))
    places[by_value] = np.maximum(0.0, 1 - within / _looked_at(len(codes)))
    return places


def _worded(respect: str, values: Sequence[str]) -> str:
    if respect.startswith(PRICE):
        return "About what price should it have?"
    among = f": {listed(values)}" if len(values) <= NAMED_AT_ONCE else ""
    return f"Which {respect.lower()} would you like{among}?"
