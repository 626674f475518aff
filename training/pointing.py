"""Moments that name no option: the other one, the former, the first two; and whole kinds of things, "no alcohol"."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dressing import said_of_it
from moments import Moment, Stance, Verdict, is_held_out

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
        verdict: Verdict = "unclear"
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
    homes = {name: {each for each, names in CATEGORIES.items() if name in names} for name in others}
    return any(homes[name] & near for name in others)
