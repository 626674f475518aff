"""Moments that name no option: the other one, the former, the first two; and whole kinds of things, "no alcohol"."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dressing import said_of_it
from moments import Moment, Stance, Verdict, groups, is_held_out, shapes


def pointing(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """The other one, the former, the first two; and whole kinds of things: "no alcohol"."""
    no_kind, kinds = shapes("no kind", held_out=held_out), groups("kinds")
    ruled_out = [name for name in kinds if is_held_out(name) == held_out] or list(kinds)
    while True:
        draw = rng.random()
        names = [name for group in rng.sample(sorted(kinds), 3) for name in kinds[group]]
        options = rng.sample(sorted(set(names)), rng.choice((2, 3, 4, 5)))
        stances: dict[str, Stance] = {}
        acted: tuple[str, ...] = ()
        verdict: Verdict = "unclear"
        flags: tuple[str, ...] = ()
        if draw < 0.6:
            group = rng.choice(ruled_out)
            inside = rng.sample(kinds[group], min(len(kinds[group]), rng.choice((1, 2, 2, 3))))
            options = [name for name in options if name not in kinds[group]][:3] + inside
            if len(set(options)) < len(options) or _may_overlap(group, options, inside):
                continue
            rng.shuffle(options)
            stances = dict.fromkeys(inside, "avoids")
            words = rng.choice(no_kind).format(k=group)
            flags = ("changed",) if "given up" in words else ()
            if rng.random() < 0.3:
                acted, verdict = (inside[0],), "wrong"
        elif draw < 0.8:
            options = options[:2]
            acted, verdict = (rng.choice(options),), "wrong"
            stances = {name: "avoids" if name in acted else "wants" for name in options}
            words = rng.choice(shapes("the other"))
        elif draw < 0.9:
            options = options[:2]
            first = rng.random() < 0.5
            words = rng.choice(shapes("former" if first else "latter"))
            stances = {options[0 if first else 1]: "wants"}
        elif len(options) > 2:
            count = rng.choice((2, 2, 3)) if len(options) > 3 else 2
            number = {2: "two", 3: "three"}[count]
            first = rng.random() < 0.6
            stance: Stance = rng.choice(("wants", "accepts", "avoids"))
            which = f"the {'first' if first else 'last'} {number}"
            shape = {
                "wants": ("{w}", "{w}, please", "I'd like {w}"),
                "accepts": ("{w} would do", "{w} are fine", "either of {w}"),
                "avoids": ("not {w}", "{w} are out", "I don't want {w}"),
            }[stance]
            words = rng.choice(shape).format(w=which)
            stances = dict.fromkeys(options[:count] if first else options[-count:], stance)
        else:
            continue
        yield said_of_it(
            words, options, stances, rng, acted=acted, verdict=verdict, flags=flags, source="pointing", part="pointing"
        )


def _may_overlap(group: str, options: list[str], inside: list[str]) -> bool:
    """Whether another option may belong to the group as well, so that its label would be a guess."""
    near = {
        *(
            "alcohol",
            "anything alcoholic",
            "sugar",
            "caffeine",
            "anything sweet",
            "dessert",
            "hot drinks",
            "anything cold",
        ),
        *("dairy", "gluten", "meat", "fish", "seafood"),
    }
    if group not in near:
        return False
    others = [name for name in options if name not in inside]
    homes = {name: {each for each, names in groups("kinds").items() if name in names} for name in others}
    return any(homes[name] & near for name in others)
