"""How somebody asks for what they want, leaving out what their past could tell; and what was left out, kept apart."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from penchant.english import capital, listed
from penchant_lab.suites.web.data.opinions import Opinion, Review
from penchant_lab.suites.web.data.past import Past
from penchant_lab.suites.web.data.tastes import Taste
from penchant_lab.suites.web.data.words import TIERS, USED_UP, Family, ProductKind, sections
from penchant_lab.suites.web.records import TaskType, Templates, Withheld

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
_FILES: dict[Templates, str] = {"first": "tasks", "second": "tasks_second"}


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


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentence shapes out of one of the sets of templates, drawn by chance."""

    rng: random.Random
    templates: Templates = "first"

    def draw(self, heading: str, **slots: str) -> str:
        """One of the lines under a heading, with its gaps filled."""
        return self.rng.choice(lines(self.templates, heading)).format_map(slots)

    def phrase(self, key: str, value: str) -> str:
        """How a value of a detail is spoken of."""
        return self.draw(f"phrase {key}", value=value)

    def focus(self, heading: str, taste: Taste, kind: ProductKind) -> str:
        """What they look at, as far as it makes sense for such a thing."""
        aspects = [aspect for aspect in taste.focus if aspect in kind.aspects or aspect in _ANYWHERE] or ["quality"]
        return self.draw(heading, focus=self.draw(f"focus {self.rng.choice(aspects)}"))


def lines(templates: Templates, heading: str) -> tuple[str, ...]:
    """The lines of a set under a heading; the first set's where the set has none of its own."""
    return sections(_FILES[templates]).get(heading) or sections("tasks")[heading]


@dataclass(slots=True)
class _Said:
    """A request while it is being put together."""

    words: dict[str, str] = field(default_factory=dict)  # what is told: name -> value
    phrases: list[str] = field(default_factory=list)
    silent: dict[str, str] = field(default_factory=dict)  # what is withheld: name -> value


def ask_search(taste: Taste, wish: Wish, past: Past, wording: Wording) -> tuple[str, Withheld]:
    """A request for something known, described only as far as the person's past does not tell."""
    said = _describe(taste, wish, past, wording)
    shape = wording.rng.choice(lines(wording.templates, f"search {taste.habits.voice}"))
    core = _wanted(shape, wish, said)
    while len(core.split()) > LIMITS["search"][taste.talk]:
        said.words.popitem()
        said.phrases.pop()
        core = _wanted(shape, wish, said)
    extras = [wording.draw("search tail"), wording.focus("search focus", taste, wish.kind)]
    extras.append(wording.draw(wording.rng.choice(("search prelude", _sort(wish.kind))), use=wish.use))
    return _finish(wording, "search", taste, core, extras, said)


def _wanted(shape: str, wish: Wish, said: _Said) -> str:
    want = " ".join([wish.kind.one, ", ".join(said.phrases)]).strip()
    return shape.format(want=want, Want=capital(want))


def ask_recommend(taste: Taste, wish: Wish, past: Past, wording: Wording) -> tuple[str, Withheld]:
    """An open question that names no more than a corner of the shop."""
    area = wording.draw(f"area {wish.kind.house}")
    said = _Said(words={"area": area}, silent=_suggested(wish, past))
    core = wording.draw(f"recommend {taste.habits.voice}", area=area, Area=capital(area))
    extras = [wording.draw("recommend tail"), wording.focus("recommend focus", taste, wish.kind)]
    extras.append(wording.draw("recommend prelude", use=wish.use))
    return _finish(wording, "recommend", taste, core, extras, said)


def ask_review(taste: Taste, opinion: Opinion, review: Review, past: Past, wording: Wording) -> tuple[str, Withheld]:
    """A plea for help with a review, with the opinion in other words than the review will have."""
    remarks = opinion.remarks[: _CLAUSES[taste.talk]]
    told = [
        (sign, wording.rng.choice(sections("reviews")[f"{aspect} {sign} told"]).format_map(opinion.slots))
        for aspect, sign in remarks
    ]
    lead_sign = "+" if opinion.stars >= 4 else "-"
    agree = [clause for sign, clause in told if sign == lead_sign] or [clause for _, clause in told]
    differ = [clause for _, clause in told if clause not in agree]
    thought = [wording.draw(f"lead {opinion.stars}", clauses=listed(agree, "and"))]
    thought += [wording.draw("but", clause=listed(differ, "and"))] if differ else []
    extras = [
        wording.draw("review tail"),
        wording.draw("for use", **opinion.slots),
        wording.draw("by tag", **opinion.slots),
    ]
    if opinion.kind.one not in (opinion.kind.many, opinion.kind.noun):
        extras.append(wording.draw("review prelude"))
    core = wording.draw(f"review {taste.habits.voice}", **{**opinion.slots, "opinion": " ".join(thought)})
    known = {name: phrase for name, phrase in review.habits.items() if past.habits[name][phrase] >= 1}
    words = {"kind": opinion.kind.noun, "opinion": ", ".join(f"{aspect} {sign}" for aspect, sign in remarks)}
    return _finish(wording, "review", taste, core, extras, _Said(words=words, silent=known))


def _describe(taste: Taste, wish: Wish, past: Past, wording: Wording) -> _Said:
    """Which attributes the text tells and which it leaves to the past."""
    rng = wording.rng
    said = _Said(words={"kind": wish.kind.noun}, silent=_suggested(wish, past))
    open_to_say: list[tuple[str, str, str]] = []  # name, value, phrase
    for family, value in wish.values.items():
        name = family.key.lower()
        if name not in said.silent and rng.random() < _SAY[taste.talk]:
            open_to_say.append((name, value, wording.phrase(family.key, family.spoken(value))))
    if rng.random() < _SAY[taste.talk]:
        open_to_say.append(("with", wish.tag, f"with {wish.tag}"))
    if "store" not in said.silent and rng.random() < 0.2:
        open_to_say.append(("store", wish.store, wording.phrase("store", wish.store)))
    if "price band" not in said.silent and wish.price and rng.random() < 0.4:
        about = str(max(5, 5 * round(wish.price / 5)))
        open_to_say.append(("price", about, wording.phrase("price", about)))
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
    wording: Wording, type_: TaskType, taste: Taste, core: str, extras: Sequence[str], said: _Said
) -> tuple[str, Withheld]:
    """The whole text within its limit of words, and what it keeps silent about."""
    limit = LIMITS[type_][taste.talk]
    before: list[str] = []
    after: list[str] = []
    preludes = _preludes(wording.templates, type_)
    for extra in wording.rng.sample(list(extras), len(extras))[: _EXTRAS[taste.talk]]:
        if len(" ".join([*before, core, *after, extra]).split()) <= limit:
            (before if extra in preludes else after).append(extra)
    text = " ".join([*before, core, *after])
    heard = f" {_plain(text)} "
    silent = {name: value for name, value in said.silent.items() if f" {_plain(value)} " not in heard}
    return text, Withheld(attributes=silent, told=said.words, templates=wording.templates)


@cache
def _preludes(templates: Templates, type_: TaskType) -> frozenset[str]:
    headings = [name for name in sections("tasks") if name.startswith(f"{type_} prelude")]
    return frozenset(line for name in headings for line in lines(templates, name) if "{" not in line)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))


def _sort(kind: ProductKind) -> str:
    """Which remarks on the last one make sense: on what is kept, on what is used up, or on either."""
    if kind.house in USED_UP:
        return "search prelude used"
    return "search prelude kept" if kind.one not in (kind.many, kind.noun) else "search prelude"
