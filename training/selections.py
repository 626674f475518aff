"""Moments of choosing among long names, with reasons: "the planner; the others do not appeal to me"."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from dressing import dressed
from moments import IDLE, Moment, Stance, is_held_out, roughened, shapes
from naming import by_place, kinds

CHOSEN = (
    *(
        "I'll go with {x}",
        "I choose {x}",
        "I'd pick {x}",
        "{x} for me",
        "{x}, please",
        "definitely {x}",
        "I'd take {x}",
    ),
    *(
        "my choice is {x}",
        "{x} is the best fit",
        "{x} appeals to me most",
        "I like {x} most",
        "{x} suits me best",
        "{x}",
    ),
    *("I think {x} is the right one for me", "out of these, {x}", "I'm drawn to {x}", "I'd select {x}", "{x} it is"),
    *(
        "I'd go for {x}",
        "I'd love {x}",
        "I would choose {x}",
        "my favourite here is {x}",
        "I'd be glad of {x}",
        "give me {x}",
    ),
    *("{x} makes the most sense for me", "{x} would help me most", "{x} is more my thing", "{x} sounds like fun"),
    *(
        "{x}! That's the one I'd choose",
        "I could see myself with {x}",
        "for someone like me, {x}",
        "{x} has my interest",
    ),
    *("it has to be {x}", "I'm going with {x}", "{x} feels right", "of all these I'd go for {x}", "{x} would get used"),
    *("I'll take whichever suits my day: {x}", "the one for me would be {x}", "something for my evenings, so {x}"),
    *("whichever keeps me moving: {x}", "the one that gets me out of the house: {x}", "anything that helps: {x}"),
    *("{x} looks most useful to me", "I would be happiest with {x}", "I want {x}", "the winner is {x}", "{x} wins"),
)
WHY = (
    *(
        "because {f} matters to me",
        "because of {f}",
        "since I need {f}",
        "I like that it has {f}",
        "{f} is what sold me",
    ),
    *("it has {f}", "I've been looking for {f}", "{f} is useful for me", "I care about {f}", "for {f}"),
    *("I've wanted something like that for years", "mine broke last month", "I'd use it on weekends", "I sit all day"),
    *("my flat is small", "I cook a lot", "I travel a lot", "I like things that last", "it would look good at home"),
    *("I always lose things", "my mornings are chaos", "I sleep badly", "I need to move more", "I like to learn"),
    *(
        "my partner and I could share it",
        "I'm trying to save money",
        "it's close to what I had before",
        "it's close by",
    ),
    *(
        "I could use it every day",
        "it fits how I live",
        "it feels like me",
        "it's practical",
        "I'd get the most out of it",
    ),
)
REST = (
    *(
        "the others don't appeal to me",
        "the rest isn't for me",
        "the other ones are not my style",
        "I don't need the others",
    ),
    *(
        "none of the others interests me",
        "I'd have no use for the rest",
        "the others do nothing for me",
        "not the others",
    ),
    *(
        "the rest would end up in a cupboard",
        "the others feel like work",
        "the rest is boring",
        "the others are not me",
    ),
    *("the others I could get anywhere", "I'd never use the rest", "the other ones would just stand around"),
    *("the other options leave me cold", "I don't care for the rest", "I wouldn't use any of the others"),
)
ONE_OUT = (
    *(
        "{y} is not for me",
        "I don't need {y}",
        "{y} seems too fussy",
        "{y} I could do without",
        "not {y}",
        "I'd skip {y}",
    ),
    *("I already have {y}", "I own enough of {y}", "I'm too old for {y}", "I've no room for {y}", "{y} is too noisy"),
    *(
        "{y} scares me",
        "{y} makes me sleepy",
        "I'd never finish {y}",
        "{y} isn't me",
        "I'm no good at {y}",
        "{y} is too sweet",
    ),
    *("{y} wouldn't change anything", "I have no patience for {y}", "{y} is wasted on me", "{y} I can't do this early"),
    *(
        "{y} would only gather dust",
        "{y} isn't my style",
        "I wouldn't use {y}",
        "I don't care for {y}",
        "rather than {y}",
    ),
)
FINISH = ("in {c}", "for {p}", "made of {s}", "with {f2}", "")
TINTS = ("navy", "sage green", "matte black", "cream", "terracotta", "pale grey", "walnut brown", "cherry red")
USES = ("everyday use", "beginners", "small flats", "long trips", "the whole family", "cold mornings", "busy people")
STUFF = ("bamboo", "recycled plastic", "brushed steel", "soft cotton", "oak", "stoneware", "thick felt", "waxed canvas")


@cache
def goods() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Kinds of things our own shop sells, each with what some of them have."""
    folder = resources.files("penchant_lab.suites.web") / "data" / "words"
    found = []
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if not file.name.startswith("kinds_"):
            continue
        for block in file.read_text("utf-8").split("\n\n"):
            lines = [line for line in block.splitlines() if not line.startswith("#")]
            traits = [line[6:].partition(" = ")[0].strip() for line in lines if line.startswith("with: ")]
            heads = [line.split(" | ")[0] for line in lines if line.count(" | ") == 2]
            if heads and len(traits) > 1:
                found.append((heads[0], tuple(traits)))
    return tuple(found)


@cache
def named_things() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names of the grammar, each with traits it might have."""
    traits = tuple(sorted(name for kind in kinds() if kind.spoken == "trait" for name in kind.names))
    names = sorted(name for kind in kinds() if kind.spoken == "thing" for name in kind.names)
    return tuple((name, traits) for name in names)


def selections(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """A choice among long options, with a reason, and perhaps with what is wrong with the others."""
    sold = [each for each in goods() if is_held_out(each[0]) == held_out]
    sold = sold if len(sold) > 5 else list(goods())
    named = [each for each in named_things() if is_held_out(each[0]) == held_out]
    chosen = [shape for shape in CHOSEN if is_held_out(shape) == held_out] or list(CHOSEN)
    why = [shape for shape in WHY if is_held_out(shape) == held_out] or list(WHY)
    rest = [shape for shape in REST if is_held_out(shape) == held_out] or list(REST)
    out = [shape for shape in ONE_OUT if is_held_out(shape) == held_out] or list(ONE_OUT)
    while True:
        of_grammar = rng.random() < 0.5
        drawn = rng.sample(named if of_grammar else sold, rng.choice((2, 3, 3, 4, 4, 5)))
        heads = [_bare(head).split()[-1] for head, _ in drawn]
        if len(set(heads)) < len(heads):
            continue
        options, traits = [], []
        for head, has in drawn:
            picked = rng.sample(has, min(len(has), rng.choice((1, 1, 2))))
            if of_grammar:
                tail = rng.choice(shapes("tails")).format(t=picked[0], t2=picked[-1], p=rng.choice(USES))
                front = rng.choice(("", "", "a ", "the ")) + head
                ways_to_write = (f"{front} {tail}", f"{head.capitalize()}, {tail}", f"{head.title()}: {tail}")
                options.append(rng.choice(ways_to_write))
                traits.append([each for each in picked if each in tail] or ["quality"])
                continue
            finish = rng.choice(FINISH).format(
                c=rng.choice(TINTS), p=rng.choice(USES), s=rng.choice(STUFF), f2=picked[0]
            )
            name = f"{head} with {' and '.join(picked)}" + (f", {finish}" if finish and picked[0] not in finish else "")
            forms = (name, name[:1].upper() + name[1:], _bare(name), f"{_bare(head).title()}: {' and '.join(picked)}")
            options.append(rng.choice(forms))
            traits.append(picked)
        index = rng.randrange(len(options))
        words = rng.choice(chosen).format(x=_called(index, drawn, options, rng))
        stances: dict[str, Stance] = {options[index]: "wants"}
        if rng.random() < 0.6:
            reason = rng.choice(why).format(f=rng.choice(traits[index]))
            ahead = rng.random() < 0.25
            words = f"{reason}, so {words}" if ahead else words + rng.choice((", ", ". ", ": ", "; ")) + reason
        draw = rng.random()
        if draw < 0.35:
            words += rng.choice(("; ", ". ", ", ")) + rng.choice(rest)
            stances |= {name: "avoids" for name in options if name != options[index]}
        elif draw < 0.6:
            other = rng.choice([at for at in range(len(options)) if at != index])
            words += rng.choice(("; ", ". ", ", ")) + rng.choice(out).format(y=_called(other, drawn, options, rng))
            stances[options[other]] = "avoids"
        yield Moment(
            words=roughened(dressed(words, rng), rng),
            options=tuple(options),
            stances=stances,
            before=rng.choice(("Which one would you choose, and why?", "Which of these?", *IDLE))
            if rng.random() < 0.5
            else "",
            verdict="unclear",
            flags=(),
            source="selections",
            part="selections",
        )


def _bare(name: str) -> str:
    return re.sub(r"^(an?|the|some) ", "", name)


def _called(index: int, drawn: list[tuple[str, tuple[str, ...]]], options: list[str], rng: random.Random) -> str:
    head = _bare(drawn[index][0])
    draw = rng.random()
    if draw < 0.45:
        return f"the {head}"
    if draw < 0.6:
        return f"the {head.split()[-1]}"
    if draw < 0.75:
        return by_place(index, len(options), rng)
    if draw < 0.85:
        has = [each for each in drawn[index][1] if f"with {each}" in options[index]]
        own = [each for each in has if not any(each in other for other in options if other != options[index])]
        return f"the one with {rng.choice(own)}" if own else f"the {head}"
    return options[index]
