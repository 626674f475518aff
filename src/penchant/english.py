"""English as it is inflected: number, articles, verb forms, lists, capitals and full stops.

Rules and their exceptions, for whoever reads sentences and whoever makes them. Which words mean what is elsewhere:
:mod:`penchant.mind.lexicon` for things, :mod:`penchant.mind.understand` for turns of phrase.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

_BRITISH = {
    "colour": "color", "colourful": "colorful", "grey": "gray", "flavour": "flavor", "flavoured": "flavored",
    "centre": "center", "yoghurt": "yogurt", "doughnut": "donut", "favourite": "favorite", "favour": "favor",
    "theatre": "theater", "jewellery": "jewelry", "pyjama": "pajama", "cosy": "cozy", "comfy": "comfortable",
    "savoury": "savory", "whisky": "whiskey", "chilli": "chili", "camomile": "chamomile", "omelette": "omelet",
    "lasagne": "lasagna", "mould": "mold", "tyre": "tire", "travelling": "traveling", "woollen": "woolen",
    "realise": "realize", "organiser": "organizer", "moisturiser": "moisturizer", "caramelised": "caramelized",
    "programme": "program", "storey": "story", "catalogue": "catalog", "litre": "liter", "metre": "meter",
    "aluminium": "aluminum", "mum": "mom", "moustache": "mustache", "analogue": "analog", "plough": "plow",
    "hoummus": "hummus", "houmous": "hummus", "catsup": "ketchup", "smoothy": "smoothie", "tee": "tshirt",
}  # fmt: skip

_SINGULARS = {
    "shelves": "shelf", "knives": "knife", "leaves": "leaf", "loaves": "loaf", "scarves": "scarf", "halves": "half",
    "wolves": "wolf", "calves": "calf", "wives": "wife", "lives": "life", "children": "child", "people": "person",
    "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth", "mice": "mouse", "geese": "goose",
    "movies": "movie", "cookies": "cookie", "brownies": "brownie", "smoothies": "smoothie", "pies": "pie",
    "ties": "tie", "hoodies": "hoodie", "veggies": "veggie", "selfies": "selfie", "beanies": "beanie",
    "potatoes": "potato", "tomatoes": "tomato", "mangoes": "mango", "heroes": "hero", "echoes": "echo",
    "shoes": "shoe", "toes": "toe", "canoes": "canoe", "buses": "bus", "lenses": "lens", "gases": "gas",
    "axes": "axe", "calories": "calorie", "genies": "genie", "horses": "horse", "houses": "house", "vases": "vase",
    "nurses": "nurse", "roses": "rose", "cases": "case", "cheeses": "cheese", "purses": "purse", "noses": "nose",
    "mooses": "mousse", "blouses": "blouse",
}  # fmt: skip
_UNCHANGED = frozenset(("series", "species", "news", "always", "does", "clothes"))
"""They end like a plural and have no singular."""

_NO_PLURALS = frozenset(("canvas", "gas", "lens", "molasses", "news", "series"))
_PLURALS_WITHOUT_S = frozenset(("dice",))

_VERBS = """
    take takes took taken taking; have has had having; get gets got gotten getting; give gives gave given giving;
    bring brings brought bringing; go goes went gone going; choose chooses chose chosen choosing; make makes made
    making; eat eats ate eaten eating; drink drinks drank drunk drinking; wear wears wore worn wearing; put puts
    putting; keep keeps kept keeping; stick sticks stuck sticking; feel feels felt feeling; think thinks thought
    thinking; mean means meant meaning; buy buys bought buying; say says said saying; see sees saw seen seeing; hold
    holds held holding; leave leaves left leaving; lose loses lost losing; prefer prefers preferred preferring; swap
    swaps swapped swapping; stop stops stopped stopping; skip skips skipped skipping; drop drops dropped dropping;
    quit quits quitting; do does did done doing; hurt hurts hurting; upset upsets upsetting; send sends sent sending;
    set sets; grow grows grew grown growing; come comes came coming; become becomes became becoming; find finds found
    finding; beat beats; try tries tried trying; run runs ran running; hang hangs hung hanging; read reads reading;
    pop pops popped; cut cuts cutting; opt opts opted opting; plan plans planned planning; grab grabs grabbed
    grabbing; crave craves craved craving; know knows knew known; fall falls fell fallen falling
"""
_IRREGULAR_VERBS = {forms.split()[0]: forms.split() for forms in _VERBS.split(";")}

_IN_NUMBER = {
    "it": ("it", "they"),
    "them": ("it", "them"),
    "its": ("it's", "they're"),
    "this": ("this", "these"),
    "thats": ("that's", "those are"),
    "one": ("one", "ones"),
    "is": ("is", "are"),
    "was": ("was", "were"),
    "has": ("has", "have"),
    "goes": ("goes", "go"),
    "belongs": ("belongs", "belong"),
}
_ONE, _MANY = ({word: forms[number] for word, forms in _IN_NUMBER.items()} for number in (0, 1))
_DEGREES = ("est", "er")
_STOPS = (".", "!", "?", "…")


@lru_cache(maxsize=8_192)
def stem(word: str) -> str:
    """The word in the singular and in one spelling; light, so that different things stay different.

    >>> [stem(word) for word in ("shelves", "berries", "boxes", "colour", "glass", "walnuts")]
    ['shelf', 'berry', 'box', 'color', 'glass', 'walnut']
    """
    single = singular(word)
    return _BRITISH.get(single, single)


def singular(word: str) -> str:
    """The word in the singular; as it is where it is no plural."""
    if word in _SINGULARS:
        return _SINGULARS[word]
    if not _ends_like_a_plural(word) or word in _UNCHANGED:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")) and not word.endswith("aches"):
        return word[:-2]
    if word.endswith("aches"):  # peaches and beaches, but headaches and moustaches
        return word[:-2] if word.endswith("eaches") else word[:-1]
    return word[:-1]


def is_plural(word: str) -> bool:
    """Whether one says "these" of it.

    >>> [is_plural(word) for word in ("walnuts", "dice", "glass", "lens")]
    [True, True, False, False]
    """
    if word in _SINGULARS or word in _PLURALS_WITHOUT_S:
        return True
    return _ends_like_a_plural(word) and word not in _NO_PLURALS


def _ends_like_a_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))


def in_number(*, plural: bool) -> Mapping[str, str]:
    """The small words that agree with one thing or with several: "it" or "they", "is" or "are".

    >>> words = in_number(plural=True)
    >>> f"Bring {words['them']}, {words['it']} {words['is']} mine."
    'Bring them, they are mine.'
    """
    return _MANY if plural else _ONE


def without_article(name: str) -> str:
    """The name without "a" or "an" before it."""
    return name.removeprefix("a ").removeprefix("an ")


def verb_forms(verb: str) -> list[str]:
    """Every form of a verb, the verb first.

    >>> verb_forms("try"), verb_forms("love")
    (['try', 'tries', 'tried', 'trying'], ['love', 'loves', 'loved', 'loving'])
    """
    if verb in _IRREGULAR_VERBS:
        return _IRREGULAR_VERBS[verb]
    if verb.endswith("e"):
        return [verb, verb + "s", verb + "d", verb[:-1] + "ing"]
    if verb.endswith("y") and verb[-2] not in "aeou":
        return [verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"]
    ending = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
    return [verb, verb + ending, verb + "ed", verb + "ing"]


def base_form(word: str) -> str:
    """The verb that an irregular form belongs to; of other words, the singular in one spelling.

    >>> [base_form(word) for word in ("went", "bought", "loaves", "colours", "baked")]
    ['go', 'buy', 'loaf', 'color', 'baked']
    """
    return _irregular_forms().get(word) or stem(word)


@cache
def _irregular_forms() -> Mapping[str, str]:
    return {form: verb for verb, forms in _IRREGULAR_VERBS.items() for form in forms}


def verb_roots(word: str) -> tuple[str, ...]:
    """The word, and what it may be the -ing form of: "flying" of "fly"."""
    if word.endswith("ing") and len(word) > 5:
        return word, word[:-3], word[:-3] + "e"
    return (word,)


def plain_degrees(word: str) -> list[str]:
    """What the word may be a higher degree of: "colder" of "cold", "biggest" of "big"; some of them are no words."""
    found: list[str] = []
    for ending in _DEGREES:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            short = word[: -len(ending)]
            found += [short, short + "e", short[:-1] if short[-1] == short[-2] else short, short[:-1] + "y"]
    return found


def listed(names: Sequence[str], last: str = "or") -> str:
    """Names as a person would list them.

    >>> listed(["tea", "coffee", "milk"])
    'tea, coffee or milk'
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """So many of something.

    >>> counted(1, "preference"), counted(2, "person", "people")
    ('1 preference', '2 people')
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def capital(text: str) -> str:
    """The text with its first letter raised."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """The text with its first letter lowered, as it goes on within a sentence; "I" stays."""
    return text if text.startswith("I ") else text[:1].lower() + text[1:]


def stopped(sentence: str) -> str:
    """The sentence with a full stop, where it has none of its own."""
    return sentence if sentence.endswith(_STOPS) else f"{sentence}."
