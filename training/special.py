"""Moments that take arithmetic or long names: with and without, limits, and selections with their reasons."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from grammar import CLOSERS, OPENERS, by_place, kinds
from moments import DONE, IDLE, Moment, Stance, is_held_out, question, roughened, shapes

DISHES = {
    "coffee": ("milk", "sugar", "foam", "syrup", "cream", "oat milk"),
    "tea": ("lemon", "honey", "sugar", "milk", "ginger"),
    "pizza": ("pineapple", "olives", "anchovies", "mushrooms", "garlic", "extra cheese", "ham"),
    "burger": ("onions", "pickles", "cheese", "bacon", "ketchup", "mayo", "egg"),
    "salad": ("croutons", "dressing", "nuts", "feta", "beetroot", "egg"),
    "soup": ("coriander", "cream", "noodles", "meatballs", "chilli"),
    "sandwich": ("butter", "mustard", "cucumber", "ham", "sprouts"),
    "ice cream": ("sprinkles", "whipped cream", "chocolate sauce", "nuts"),
    "cake": ("icing", "raisins", "marzipan", "cream"),
    "curry": ("peanuts", "chilli", "coconut", "paneer"),
    "flight": ("a stopover", "checked luggage", "a meal", "wifi"),
    "hotel room": ("a balcony", "breakfast", "a minibar", "carpet", "a bathtub"),
    "laptop": ("a touchscreen", "a numeric keypad", "a dedicated graphics card", "a fan"),
    "jacket": ("a hood", "buttons", "a belt", "fur", "reflective strips"),
    "chair": ("armrests", "wheels", "a headrest", "cushions"),
    "phone": ("a headphone jack", "a curved screen", "a stylus"),
    "car": ("a sunroof", "leather seats", "a tow bar", "heated seats"),
    "bag": ("a shoulder strap", "a zip", "outer pockets", "wheels"),
}
NO_X = (
    *(
        "without {m}",
        "without {m}, please",
        "no {m}",
        "no {m} please",
        "no {m} on mine",
        "hold the {m}",
        "leave out the {m}",
    ),
    *(
        "I don't want {m} in it",
        "I don't take {m}",
        "I don't like {m} in my {b}",
        "no {m} in my {b}",
        "no {m} on my {b}",
    ),
    *("my {b} without {m}", "{b} but no {m}", "{b}, no {m}", "{b} without {m}, please", "the one without {m}"),
    *("skip the {m}", "I can't have {m}", "please make sure there's no {m}", "I'd rather not have {m} with my {b}"),
    *("I like my {b} without {m}", "not with {m}", "{m} has no place in a {b}", "{m} ruins a {b}", "nothing with {m}"),
    *(
        "a {b} that has no {m}",
        "any {b} as long as it comes without {m}",
        "I hate {m} in a {b}",
        "I never have {m} with {b}",
    ),
)
WITH_X = (
    *("with {m}", "with {m}, please", "the one with {m}", "{b} with {m}", "I'd like {m} in it", "I take {m} in my {b}"),
    *(
        "I like my {b} with {m}",
        "{m} for me, please",
        "not without {m}",
        "never without {m}",
        "a {b} isn't a {b} without {m}",
    ),
    *(
        "I can't have {b} without {m}",
        "I need {m}",
        "make sure it has {m}",
        "{b}, and with {m}",
        "I don't like {b} without {m}",
    ),
    *("what's a {b} without {m}?", "there must be {m}", "I wouldn't have {b} without {m}", "I love {m} with my {b}"),
)


def with_and_without(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """A thing with something and the same without it; or the thing and what goes with it as options of their own."""
    no_x = [shape for shape in NO_X if is_held_out(shape) == held_out] or list(NO_X)
    with_x = [shape for shape in WITH_X if is_held_out(shape) == held_out] or list(WITH_X)
    while True:
        base = rng.choice(sorted(DISHES))
        extra, *others = rng.sample(DISHES[base], 3)
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
            options = [base, asked_for, *rng.sample(sorted(set(DISHES) - {base}), rng.choice((0, 1, 2)))]
            stances, unknown = {asked_for: "wants"}, frozenset({base})
        else:
            options = [bare, base, *others[:2], *rng.sample(sorted(set(DISHES) - {base}), 2)]
            stances = {bare: "avoids" if without else "wants"}
            # "no pineapple on my pizza" does not ask for pizza, and "pizza without pineapple" may
            unknown = frozenset({base}) if shape.startswith(("{b}", "my {b}", "a {b}")) else frozenset()
        rng.shuffle(options)
        acted: tuple[str, ...] = ()
        verdict = "unclear"
        if rng.random() < 0.25 and len(stances) == 2 and "avoids" in stances.values():
            acted = tuple(name for name, stance in stances.items() if stance == "avoids")
            verdict = "wrong"
        yield Moment(
            words=roughened(_dressed(words, rng), rng),
            options=tuple(options),
            stances=stances,
            acted=acted,
            before=rng.choice(DONE).format(d=acted[0]) if acted and rng.random() < 0.5 else "",
            verdict=verdict,  # type: ignore[arg-type]
            flags=(),
            unknown=unknown,
            source="special",
            part="with and without",
        )


FREE = {
    "sugar": ("cola", "lemonade", "gum", "jam", "iced tea"),
    "lactose": ("milk", "yogurt", "ice cream", "cheese"),
    "gluten": ("pasta", "bread", "beer", "pizza base", "cookies"),
    "alcohol": ("beer", "wine", "mojito", "cider"),
    "caffeine": ("coffee", "cola", "tea", "energy drink"),
    "nut": ("granola", "muesli", "chocolate bar", "cake"),
    "fragrance": ("soap", "shampoo", "sun cream", "detergent"),
    "smoke": ("room", "bar", "balcony", "lounge"),
}
PLACED = {
    "room": ("facing the street", "facing the garden", "next to the lift", "under the roof", "on the ground floor"),
    "seat": ("by the window", "on the aisle", "at the back", "near the toilets", "in the first row"),
    "table": ("near the kitchen", "on the terrace", "by the door", "in the corner", "under the speakers"),
    "flat": ("on the top floor", "above a bar", "near the motorway", "by the park", "in the basement"),
    "train": ("leaving at six", "leaving at noon", "with two changes", "that stops everywhere", "with a dining car"),
    "sofa": ("in leather", "in velvet", "with a chaise", "with wooden arms", "that folds out"),
    "film": ("with subtitles", "dubbed into English", "about the war", "from the eighties", "over three hours"),
    "class": ("in the morning", "in the evening", "for beginners", "with loud music", "held outdoors"),
    "hotel": ("near the station", "near the beach", "outside the town", "with a casino", "full of children"),
    "walk": ("along the river", "through the city", "up the hill", "across the fields", "by the coast"),
    "coat": ("with a hood", "with fur", "made of wool", "in bright red", "that needs ironing"),
    "phone": ("with a small screen", "from last year", "made of glass", "with two cameras", "without a jack"),
}


def inside(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """A "not" or a "-free" that belongs to a part of a name, and not to the whole of it."""
    free, not_free = shapes("not free", held_out=held_out), shapes("free not", held_out=held_out)
    others_do, only_not = shapes("not placed", held_out=held_out), shapes("only not placed", held_out=held_out)
    placed = shapes("is placed", held_out=held_out)
    strict = ("nothing but", "only if", "not unless")
    while True:
        stances: dict[str, Stance]
        unknown: frozenset[str] = frozenset()
        if rng.random() < 0.4:
            stuff = rng.choice(sorted(FREE))
            base, *more = rng.sample(FREE[stuff], rng.choice((1, 1, 2)))
            plain, lacks = base, rng.choice((f"{stuff}-free {base}", f"{base} without {stuff}"))
            without = rng.random() < 0.7
            words = rng.choice(free if without else not_free).format(m=stuff)
            stances = {plain: "avoids", lacks: "wants"} if without else {plain: "wants", lacks: "avoids"}
            options, unknown = [plain, lacks, *more], frozenset(more)
        else:
            thing = rng.choice(sorted(PLACED))
            wheres = rng.sample(PLACED[thing], rng.choice((2, 2, 3, 4)))
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
        yield Moment(
            words=roughened(_dressed(words, rng), rng),
            options=tuple(options),
            stances=stances,
            acted=acted,
            before=rng.choice(DONE).format(d=acted[0]) if acted and rng.random() < 0.5 else "",
            verdict="wrong" if acted else "unclear",
            flags=(),
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
UNDER: tuple[str, ...] = (
    "under {}",
    "less than {}",
    "at most {}",
    "no more than {}",
    "not more than {}",
    "{} at the most",
    "below {}",
)
UNDER += (
    "it mustn't cost more than {}",
    "my limit is {}",
    "up to {}",
    "I can't go above {}",
    "max {}",
    "nothing over {}",
)
OVER: tuple[str, ...] = (
    "over {}",
    "more than {}",
    "at least {}",
    "no less than {}",
    "not below {}",
    "above {}",
    "{} or more",
    "min {}",
)
OVER += ("nothing under {}", "it has to be at least {}", "not less than {}", "anything above {}")


_COUNTS_ITSELF = re.compile(r"most|no more|not more|up to|max|limit|least|no less|or more|min|not less|not below")


def limits(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """At most so much, at least, about, between: what is within is fine, wanted where it is alone; the rest is out."""
    low = [shape for shape in UNDER if is_held_out(shape) == held_out] or list(UNDER)
    high = [shape for shape in OVER if is_held_out(shape) == held_out] or list(OVER)
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
            words=roughened(_dressed(words, rng), rng, 0.1),
            options=tuple(options),
            stances={name: each for name, each in stances.items() if each != "nothing"},
            before=question(options, rng) if rng.random() < 0.3 else "",
            verdict="unclear",
            flags=(),
            source="special",
            part=f"limits, {way}",
        )


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
    folder = resources.files("penchant.bench.web") / "data" / "words"
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
            words=roughened(_dressed(words, rng), rng),
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


def _dressed(words: str, rng: random.Random) -> str:
    if rng.random() < 0.15:
        words = f"{rng.choice(OPENERS)} {words}"
    if rng.random() < 0.1:
        words = f"{words}. {rng.choice(CLOSERS)}"
    if rng.random() < 0.7:
        words = words[:1].upper() + words[1:]
    return words + ("." if words[-1:].isalnum() and rng.random() < 0.6 else "")


CATEGORIES = {
    "alcohol": ("red wine", "lager", "gin and tonic", "mojito", "whiskey", "prosecco"),
    "anything alcoholic": ("white wine", "pale ale", "rum punch", "cider", "sherry"),
    "dairy": ("whole milk", "cheese plate", "cream", "yogurt", "butter", "milkshake"),
    "meat": ("beef burger", "pork chop", "chicken wrap", "lamb curry", "ham sandwich", "steak"),
    "fish": ("grilled salmon", "tuna sandwich", "cod fillet", "sardines", "smoked trout"),
    "seafood": ("prawns", "mussels", "lobster", "squid", "crab cakes"),
    "nuts": ("almonds", "walnuts", "cashews", "pecans", "hazelnuts"),
    "gluten": ("wheat bread", "pasta", "croissant", "barley soup", "couscous"),
    "caffeine": ("espresso", "black coffee", "energy drink", "cola", "black tea"),
    "anything sweet": ("chocolate cake", "honey waffles", "ice cream", "candy", "jam doughnut"),
    "sugar": ("cola", "lemonade", "caramel latte", "iced tea with syrup"),
    "dessert": ("cheesecake", "apple pie", "strawberry sorbet", "panna cotta", "tiramisu"),
    "fruit": ("banana", "apple", "grapes", "mango", "orange"),
    "vegetables": ("broccoli", "spinach", "carrots", "cauliflower", "green beans"),
    "hot drinks": ("hot chocolate", "herbal tea", "espresso", "mulled wine"),
    "anything cold": ("iced coffee", "ice cream", "cold juice", "gazpacho"),
    "anything spicy": ("chilli con carne", "vindaloo", "jalapeno poppers", "kimchi"),
    "wool": ("wool sweater", "merino socks", "tweed jacket"),
    "leather": ("leather boots", "suede bag", "leather belt"),
    "loud music": ("heavy metal", "techno", "punk rock", "drum and bass"),
    "flying": ("direct flight", "red-eye flight", "helicopter ride"),
    "sport": ("football", "tennis", "swimming", "rowing", "boxing"),
    "jewellery": ("silver necklace", "gold earrings", "charm bracelet"),
    "ties": ("striped tie", "plain tie", "bow tie"),
    "anything red": ("red mug", "crimson scarf", "scarlet coat"),
}
NO_KIND = (
    *(
        "no {k}",
        "no {k} please",
        "no {k} for me",
        "I don't do {k}",
        "I can't have {k}",
        "I'm allergic to {k}",
        "I avoid {k}",
    ),
    *("I'd rather not have {k}", "I've given up {k}", "my doctor told me to stay away from {k}", "without {k}, please"),
    *(
        "I can't stand {k}",
        "I don't want {k}",
        "nothing with {k}",
        "I stay off {k}",
        "{k} is out",
        "{k} doesn't agree with me",
    ),
    *("I never touch {k}", "{k} is not for me", "please, no {k}", "no {k} at all", "I have to avoid {k}", "I hate {k}"),
)
THE_OTHER = (
    *(
        "the other one",
        "the other",
        "the other one, please",
        "no, the other one",
        "I'd like the other one",
        "I meant the other one",
    ),
    *(
        "I wanted the other one",
        "not that one, the other one",
        "the other one instead",
        "rather the other one",
        "other one",
    ),
    *(
        "can I have the other one?",
        "I'd prefer the other one",
        "the other one would have been right",
        "swap it for the other",
    ),
)
FORMER = ("the former", "the former, please", "I'd say the former", "the first of the two", "the former, I think")
LATTER = ("the latter", "the latter, please", "I'd say the latter", "the second of the two", "the latter, I think")


def pointing(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """The other one, the former, the first two; and whole kinds of things: "no alcohol"."""
    no_kind = [shape for shape in NO_KIND if is_held_out(shape) == held_out] or list(NO_KIND)
    groups = [name for name in CATEGORIES if is_held_out(name) == held_out] or list(CATEGORIES)
    while True:
        draw = rng.random()
        names = [name for group in rng.sample(sorted(CATEGORIES), 3) for name in CATEGORIES[group]]
        options = rng.sample(sorted(set(names)), rng.choice((2, 3, 4, 5)))
        stances: dict[str, Stance] = {}
        acted: tuple[str, ...] = ()
        verdict = "unclear"
        flags: tuple[str, ...] = ()
        if draw < 0.6:
            group = rng.choice(groups)
            inside = rng.sample(CATEGORIES[group], min(len(CATEGORIES[group]), rng.choice((1, 2, 2, 3))))
            options = [name for name in options if name not in CATEGORIES[group]][:3] + inside
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
            words = rng.choice(THE_OTHER)
        elif draw < 0.9:
            options = options[:2]
            first = rng.random() < 0.5
            words = rng.choice(FORMER if first else LATTER)
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
        yield Moment(
            words=roughened(_dressed(words, rng), rng),
            options=tuple(options),
            stances=stances,
            acted=acted,
            before=rng.choice(DONE).format(d=acted[0]) if acted and rng.random() < 0.5 else "",
            verdict=verdict,  # type: ignore[arg-type]
            flags=flags,
            source="pointing",
            part="pointing",
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
    homes = {name: {each for each, names in CATEGORIES.items() if name in names} for name in others}
    return any(homes[name] & near for name in others)
