"""How somebody asks for what they want, leaving out what their past could tell; and what was left out, kept apart."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from penchant.bench.web.data.opinions import Opinion, Review
from penchant.bench.web.data.past import Past
from penchant.bench.web.data.tastes import Taste
from penchant.bench.web.data.words import TIERS, USED_UP, Family, ProductKind, sections
from penchant.bench.web.records import TaskType, Withheld
from penchant.english import capital, listed

LIMITS: dict[TaskType, dict[str, int]] = {
    "recommend": {"Low": 24, "Medium": 38, "High": 52},
    "search": {"Low": 36, "Medium": 56, "High": 76},
    "review": {"Low": 60, "Medium": 92, "High": 124},
}
_TOLD = {"Low": 1, "Medium": 2, "High": 3}  # how many things about the product they mention at most
_SAY = {"Low": 0.45, "Medium": 0.55, "High": 0.7}
_CLAUSES = {"Low": 2, "Medium": 4, "High": 5}  # how much of an opinion goes into a plea for help
_WORD = re.compile(r"[^\W_]+")
_ANYWHERE = ("quality", "value", "brand", "average rating", "number of ratings")
_EXTRAS = {"Low": 1, "Medium": 3, "High": 4}  # how many sentences they add


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The product somebody will end up with, as they have it in mind."""

    kind: ProductKind
    store: str
    tier: int
    price: float | None
    values: dict[Family, str]
    tag: str
    use: str


@dataclass(slots=True)
class _Said:
    """A request while it is being put together."""

    words: dict[str, str] = field(default_factory=dict)  # what is told: name -> value
    phrases: list[str] = field(default_factory=list)
    silent: dict[str, str] = field(default_factory=dict)  # what is withheld: name -> value


def ask_search(taste: Taste, wish: Wish, past: Past, rng: random.Random) -> tuple[str, Withheld]:
    """A request for something known, described only as far as the person's past does not tell."""
    said = _describe(taste, wish, past, rng)
    shape = rng.choice(sections("tasks")[f"search {taste.habits.voice}"])
    core = _wanted(shape, wish, said)
    while len(core.split()) > LIMITS["search"][taste.talk]:
        said.words.popitem()
        said.phrases.pop()
        core = _wanted(shape, wish, said)
    extras = [_shape(rng, "search tail"), _focus(rng, "search focus", taste, wish.kind)]
    extras.append(_shape(rng, rng.choice(("search prelude", _sort(wish.kind))), use=wish.use))
    return _finish(rng, "search", taste, core, extras, said)


def _wanted(shape: str, wish: Wish, said: _Said) -> str:
    want = " ".join([wish.kind.one, ", ".join(said.phrases)]).strip()
    return shape.format(want=want, Want=capital(want))


def ask_recommend(taste: Taste, wish: Wish, past: Past, rng: random.Random) -> tuple[str, Withheld]:
    """An open question that names no more than a corner of the shop."""
    area = rng.choice(sections("tasks")[f"area {wish.kind.house}"])
    said = _Said(words={"area": area}, silent=_suggested(wish, past))
    core = _shape(rng, f"recommend {taste.habits.voice}", area=area)
    extras = [_shape(rng, "recommend tail"), _focus(rng, "recommend focus", taste, wish.kind)]
    extras.append(_shape(rng, "recommend prelude", use=wish.use))
    return _finish(rng, "recommend", taste, core, extras, said)


def ask_review(taste: Taste, opinion: Opinion, review: Review, past: Past, rng: random.Random) -> tuple[str, Withheld]:
    """A plea for help with a review, with the opinion in other words than the review will have."""
    remarks = opinion.remarks[: _CLAUSES[taste.talk]]
    told = [
        (sign, rng.choice(sections("reviews")[f"{aspect} {sign} told"]).format_map(opinion.slots))
        for aspect, sign in remarks
    ]
    lead_sign = "+" if opinion.stars >= 4 else "-"
    agree = [clause for sign, clause in told if sign == lead_sign] or [clause for _, clause in told]
    differ = [clause for _, clause in told if clause not in agree]
    lines = [_shape(rng, f"lead {opinion.stars}", clauses=listed(agree, "and"))]
    lines += [_shape(rng, "but", clause=listed(differ, "and"))] if differ else []
    extras = [
        _shape(rng, "review tail"),
        _shape(rng, "for use", **opinion.slots),
        _shape(rng, "by tag", **opinion.slots),
    ]
    if opinion.kind.one not in (opinion.kind.many, opinion.kind.noun):
        extras.append(_shape(rng, "review prelude"))
    core = _shape(rng, f"review {taste.habits.voice}", **{**opinion.slots, "opinion": " ".join(lines)})
    known = {name: phrase for name, phrase in review.habits.items() if past.habits[name][phrase] >= 1}
    words = {"kind": opinion.kind.noun, "opinion": ", ".join(f"{aspect} {sign}" for aspect, sign in remarks)}
    return _finish(rng, "review", taste, core, extras, _Said(words=words, silent=known))


def _describe(taste: Taste, wish: Wish, past: Past, rng: random.Random) -> _Said:
    """Which attributes the text tells and which it leaves to the past."""
    said = _Said(words={"kind": wish.kind.noun}, silent=_suggested(wish, past))
    open_to_say: list[tuple[str, str, str]] = []  # name, value, phrase
    for family, value in wish.values.items():
        name = family.key.lower()
        if name not in said.silent and rng.random() < _SAY[taste.talk]:
            open_to_say.append((name, value, _phrase(rng, family.key, family.spoken(value))))
    if rng.random() < _SAY[taste.talk]:
        open_to_say.append(("with", wish.tag, f"with {wish.tag}"))
    if "store" not in said.silent and rng.random() < 0.2:
        open_to_say.append(("store", wish.store, _phrase(rng, "store", wish.store)))
    if "price band" not in said.silent and wish.price and rng.random() < 0.4:
        about = str(max(5, 5 * round(wish.price / 5)))
        open_to_say.append(("price", about, _phrase(rng, "price", about)))
    rng.shuffle(open_to_say)
    for name, value, phrase in open_to_say[: _TOLD[taste.talk]]:
        said.words[name] = value
        said.phrases.append(phrase)
    return said


def _suggested(wish: Wish, past: Past) -> dict[str, str]:
    """What of the product the person's past tells by itself."""
    found: dict[str, str] = {}
    if past.suggests_store(wish.kind.house, wish.store):
        found["store"] = wish.store
    if wish.price is not None and past.suggests_tier(TIERS[wish.tier]):
        found["price band"] = TIERS[wish.tier]
    for family, value in wish.values.items():
        if family.role != "free" and past.suggests(family, value):
            found[family.key.lower()] = value
    return found


def _finish(
    rng: random.Random, type_: TaskType, taste: Taste, core: str, extras: Sequence[str], said: _Said
) -> tuple[str, Withheld]:
    """The whole text within its limit of words, and what it keeps silent about."""
    limit = LIMITS[type_][taste.talk]
    before: list[str] = []
    after: list[str] = []
    for extra in rng.sample(list(extras), len(extras))[: _EXTRAS[taste.talk]]:
        if len(" ".join([*before, core, *after, extra]).split()) <= limit:
            (before if extra in _preludes(type_) else after).append(extra)
    text = " ".join([*before, core, *after])
    heard = f" {_plain(text)} "
    silent = {name: value for name, value in said.silent.items() if f" {_plain(value)} " not in heard}
    return text, Withheld(attributes=silent, told=said.words)


@cache
def _preludes(type_: TaskType) -> frozenset[str]:
    lines = [line for name, group in sections("tasks").items() if name.startswith(f"{type_} prelude") for line in group]
    return frozenset(line for line in lines if "{" not in line)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _shape(rng: random.Random, heading: str, **slots: str) -> str:
    return rng.choice(sections("tasks")[heading]).format_map(slots)


def _phrase(rng: random.Random, key: str, value: str) -> str:
    return _shape(rng, f"phrase {key}", value=value)


def _focus(rng: random.Random, heading: str, taste: Taste, kind: ProductKind) -> str:
    """What they look at, as far as it makes sense for such a thing."""
    aspects = [aspect for aspect in taste.focus if aspect in kind.aspects or aspect in _ANYWHERE] or ["quality"]
    return _shape(rng, heading, focus=rng.choice(sections("tasks")[f"focus {rng.choice(aspects)}"]))


def _sort(kind: ProductKind) -> str:
    """Which remarks on the last one make sense: on what is kept, on what is used up, or on either."""
    if kind.house in USED_UP:
        return "search prelude used"
    return "search prelude kept" if kind.one not in (kind.many, kind.noun) else "search prelude"
