"""Moments that take arithmetic or care about parts of names: with and without, "-free", and limits."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from dressing import dressed, said_of_it
from moments import Moment, Stance, Verdict, groups, question, roughened, shapes


def with_and_without(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """A thing with something and the same without it; or the thing and what goes with it as options of their own."""
    no_x, with_x = (shapes(name, held_out=held_out) for name in ("no extra", "extra"))
    dishes = groups("dishes")
    while True:
        base = rng.choice(sorted(dishes))
        extra, *others = rng.sample(dishes[base], 3)
        bare = re.sub(r"^an? ", "", extra)
        without = rng.random() < 0.6
        shape = rng.choice(no_x if without else with_x)
        words = shape.format(m=bare if without else extra, b=base)
        stances: dict[str, Stance] = {}
        if rng.random() < 0.6:
            has, lacks = f"{base} with {extra}", rng.choice((f"{base} without {bare}", f"{base}, no {bare}"))
            options = [has, lacks]
            if rng.random() < 0.5:
                options.append(f"{base} with {others[0]}")
            stances = {has: "avoids", lacks: "wants"} if without else {has: "wants", lacks: "avoids"}
            unknown = frozenset(options) - {has, lacks}
            sweeping = shape.startswith(("any", "nothing"))
            if without and unknown and sweeping:
                unknown = frozenset()
                stances[options[2]] = "accepts"
                stances[lacks] = "accepts"
        elif rng.random() < 0.4:  # the plain thing may have it or not, so nothing is known of that
            ways = (f"{base} without {bare}", f"{base}, no {bare}") if without else (f"{base} with {extra}",)
            asked_for = rng.choice(ways)
            options = [base, asked_for, *rng.sample(sorted(set(dishes) - {base}), rng.choice((0, 1, 2)))]
            stances, unknown = {asked_for: "wants"}, frozenset({base})
        else:
            options = [bare, base, *others[:2], *rng.sample(sorted(set(dishes) - {base}), 2)]
            stances = {bare: "avoids" if without else "wants"}
            # "no pineapple on my pizza" does not ask for pizza, and "pizza without pineapple" may
            unknown = frozenset({base}) if shape.startswith(("{b}", "my {b}", "a {b}")) else frozenset()
        rng.shuffle(options)
        acted: tuple[str, ...] = ()
        verdict: Verdict = "unclear"
        if rng.random() < 0.25 and len(stances) == 2 and "avoids" in stances.values():
            acted = tuple(name for name, stance in stances.items() if stance == "avoids")
            verdict = "wrong"
        yield said_of_it(
            words,
            options,
            stances,
            rng,
            acted=acted,
            verdict=verdict,
            unknown=unknown,
            source="special",
            part="with and without",
        )


def inside(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """A "not" or a "-free" that belongs to a part of a name, and not to the whole of it."""
    free, not_free = shapes("not free", held_out=held_out), shapes("free not", held_out=held_out)
    others_do, only_not = shapes("not placed", held_out=held_out), shapes("only not placed", held_out=held_out)
    placed = shapes("is placed", held_out=held_out)
    free_of, wheres_of = groups("free"), groups("placed")
    strict = ("nothing but", "only if", "not unless")
    while True:
        stances: dict[str, Stance]
        unknown: frozenset[str] = frozenset()
        if rng.random() < 0.4:
            stuff = rng.choice(sorted(free_of))
            base, *more = rng.sample(free_of[stuff], rng.choice((1, 1, 2)))
            plain, lacks = base, rng.choice((f"{stuff}-free {base}", f"{base} without {stuff}"))
            without = rng.random() < 0.7
            words = rng.choice(free if without else not_free).format(m=stuff)
            stances = {plain: "avoids", lacks: "wants"} if without else {plain: "wants", lacks: "avoids"}
            options, unknown = [plain, lacks, *more], frozenset(more)
        else:
            thing = rng.choice(sorted(wheres_of))
            wheres = rng.sample(wheres_of[thing], rng.choice((2, 2, 3, 4)))
            options = [f"{thing} {where}" for where in wheres]
            way = rng.choice((others_do, only_not, placed))
            words = rng.choice(way).format(n=thing, a=wheres[0])
            if way is placed:
                stances = {options[0]: "wants"}
                unknown = frozenset(options[1:]) if words.startswith(strict) else unknown
            else:
                stances = {options[0]: "avoids"}
                rest: Stance = "wants" if len(options) == 2 else "accepts"
                stances |= dict.fromkeys(options[1:], rest) if way is others_do else {}
                unknown = frozenset(options[1:]) if way is only_not and len(options) == 2 else unknown
        rng.shuffle(options)
        acted: tuple[str, ...] = ()
        wrong = [name for name, stance in stances.items() if stance == "avoids"]
        if wrong and rng.random() < 0.2:
            acted = (wrong[0],)
        yield said_of_it(
            words,
            options,
            stances,
            rng,
            acted=acted,
            verdict="wrong" if acted else "unclear",
            unknown=unknown,
            source="inside",
            part="inside",
        )


UNITS = ("${} a night", "{} euros", "${}", "{} dollars", "{} minutes", "{} km", "{} pounds", "{} degrees", "{} pages")
NAMED_UNITS = (
    *("{n}, ${}", "{n} for {} euros", "{n} ({} minutes)", "{n}, {} km away", "{n} at {} pounds", "{n} - ${} a night"),
    *("{n}, {} people", "{n}: {} hours", "{n} with {} seats", "{n}, {} kg", "{n} rated {}"),
)
OWNERS = ("Aurora", "Bellevue", "Corner House", "Delta", "Elm Lodge", "Fairview", "Grand", "Harbour", "Ivy", "Juniper")
SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
STARS = ("{} stars", "{}-star hotel", "{} star rating", "{} seats", "{} rooms", "{} days", "{} hours", "{} people")

_COUNTS_ITSELF = re.compile(r"most|no more|not more|up to|max|limit|least|no less|or more|min|not less|not below")


def limits(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """At most so much, at least, about, between: what is within is fine, wanted where it is alone; the rest is out."""
    low, high = (shapes(name, held_out=held_out) for name in ("under", "over"))
    near, between, exact = (shapes(name, held_out=held_out) for name in ("near", "between", "exact"))
    while True:
        small = rng.random() < 0.25
        step = 1 if small else rng.choice((1, 5, 10, 20, 25, 50, 100))
        top = 10 if small else 13
        values = [step * amount for amount in sorted(rng.sample(range(1, top), rng.choice((2, 3, 4, 5))))]
        unit = rng.choice(STARS if small else UNITS)
        names = dict.fromkeys(values, unit)
        if not small and rng.random() < 0.35:
            shape = rng.choice(NAMED_UNITS)
            unit = re.sub(r"^\{n\}[^$\d{]*", "", shape).rstrip(")")
            owners = rng.sample(OWNERS, len(values))
            names = {value: shape.replace("{n}", owner) for value, owner in zip(values, owners, strict=True)}
        options = [names[value].format(value) for value in values]
        way = rng.choices(("under", "over", "near", "between", "exact"), (5, 4, 2, 2, 2))[0]
        spelled = small and rng.random() < 0.5

        def amount(number: int, unit: str = unit, spelled: bool = spelled) -> str:
            text = SMALL[number] if spelled else str(number)
            return unit.format(text) if rng.random() < 0.6 else text

        stances: dict[str, Stance] = {}
        cut = rng.randrange(1, len(values))
        if way in ("under", "over"):
            shape = rng.choice(low if way == "under" else high)
            first = values[cut - 1] + (way == "over")
            limit = rng.randrange(first, values[cut] + (way == "over"))
            counts_itself = _COUNTS_ITSELF.search(shape)
            if limit in values and not counts_itself:
                continue
            inside_it = values[:cut] if way == "under" else values[cut:]
            words = shape.format(amount(limit))
        elif way == "between":
            inside_it = values[rng.randrange(cut) : cut]
            bottom, above = (inside_it[end] + sign * rng.randrange(1, max(step, 2)) for end, sign in ((0, -1), (-1, 1)))
            if step == 1 or bottom >= above:
                continue
            words = rng.choice(between).format(bottom, amount(above))
        else:
            chosen = rng.choice(values)
            inside_it = [chosen]
            off = rng.choice((-1, 0, 0, 1)) * (step // 5) if way == "near" else 0
            words = rng.choice(near if way == "near" else exact).format(amount(chosen + off))
        stance: Stance = "wants" if len(inside_it) == 1 else "accepts"
        outside: Stance = "avoids" if way in ("under", "over", "between") else "nothing"
        stances = {name: stance if value in inside_it else outside for name, value in zip(options, values, strict=True)}
        rng.shuffle(options)
        yield Moment(
            words=roughened(dressed(words, rng), rng, 0.1),
            options=tuple(options),
            stances={name: each for name, each in stances.items() if each != "nothing"},
            before=question(options, rng) if rng.random() < 0.3 else "",
            verdict="unclear",
            flags=(),
            source="special",
            part=f"limits, {way}",
        )
