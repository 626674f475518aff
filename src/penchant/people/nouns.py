"""How things and places are called in a sentence: articles, it or them, on or in, and shorter names.

Only grammar lives here, decided from the last word of a name and the tables below; edit those when a name comes out
oddly. What is said about a thing is in ``voices/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from penchant.english import is_plural


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# A place takes the preposition of its last two words, else of its last known word, else "at".
PREPOSITIONS = {
    "in": _words(
        "area bag basement basket bathroom bedroom bin box cabinet case cellar closet compartment container cooler",
        "corner crate cupboard dishwasher drawer freezer fridge garage garden hall hallway holder jar kitchen larder",
        "locker microwave office oven pantry pocket pot refrigerator room safe sink storage suitcase trash trunk tub",
        "wardrobe zone",
    ),
    "on": _words(
        "armchair bed bench board bookcase bookshelf chair coaster console couch counter countertop desk door dresser",
        "floor hook island ledge mantel mat nightstand pad patio plate porch rack rug shelf shelves sideboard sill",
        "sofa stand stool stove surface table tabletop top tray wall windowsill worktop",
    ),
    "at": _words("bar entrance front reception station"),
    "by": _words("fireplace window"),
}
PREPOSITIONS_OF_PAIRS = {"refrigerator door": "in", "fridge door": "in", "window seat": "on"}

# Things nobody counts: "I prefer herbal tea", but "I prefer the energy bar".
MASS = _words(
    "ale beer beef bread broccoli broth butter candy cereal champagne cheese chicken chocolate cider clothing cocoa",
    "coffee cola cream decaf equipment espresso fish food fruit fuel gear ginger granola hummus jam juice kale",
    "kombucha lavender lemonade matcha meat milk oatmeal paper pasta pizza popcorn porridge powder prosecco punch",
    "quinoa rice salmon seaweed soda soup sugar tea toast tofu tupperware water whiskey wine yoghurt yogurt",
)

# A thing goes by its last word alone ("the tea") when nothing else in sight belongs to the same family.
FAMILIES = (
    _words("tea chai matcha infusion chamomile tisane"),
    _words("coffee espresso latte cappuccino mocha brew americano decaf"),
    _words("juice smoothie lemonade cider nectar"),
    _words("water"),
    _words("milk"),
    _words("soda cola ale"),
    _words("wine champagne prosecco"),
    _words("beer lager stout"),
    _words("soup broth stew"),
    _words("bread toast bagel"),
    _words("cake cupcake brownie muffin"),
    _words("cookies biscuits wafers crackers saltines"),
    _words("chips crisps pretzels popcorn"),
    _words("nuts almonds walnuts cashews pistachios"),
    _words("chocolate candy"),
    _words("granola muesli"),
    _words("yogurt yoghurt"),
    _words("salad greens"),
    _words("sandwich panini wrap burger burrito"),
    _words("shelf shelves bookshelf"),
    _words("drawer"),
    _words("cabinet cupboard pantry"),
    _words("counter countertop island"),
    _words("table"),
    _words("couch sofa"),
    _words("nightstand dresser"),
    _words("closet wardrobe"),
)

_PREPOSITION = {word: preposition for preposition, words in PREPOSITIONS.items() for word in words}
_FAMILY = {word: family for family in FAMILIES for word in family}
_OWN_ARTICLE = re.compile(
    r"(?:the|an?|my|your|our|his|her|their|some|one|two|three|four|five|several|multiple|many|various|both|any|no|"
    r"this|that|these|those)\s",
    re.IGNORECASE,
)
_OWN_PREPOSITION = re.compile(
    r"(?:on|in|at|by|under|behind|near|beside|inside|above|below|over|next to|in front of|on top of)\s"
    r"+(?:the|an?|my|your|our|his|her|their|top|front)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:\w+ )?[A-Z0-9]{1,2}")  # "B", "option C" and "shelf 3" go without an article
_AFTER_THE_HEAD = re.compile(r"\s(?:of|with|without|in|for|on|from|by|at|to|under|near)\s|\s*[,;:(/]", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Noun:
    """A name made ready for a sentence: ``the`` one in sight, ``any`` of its kind, and whether it is many."""

    the: str
    any: str
    plural: bool
    preposition: str  # "" where the name brings its own


@lru_cache(maxsize=8192)
def noun(name: str) -> Noun:
    """The forms of a name.

    >>> noun("herbal tea with honey").the, noun("walnuts").any, noun("bottle of wine").plural
    ('the herbal tea with honey', 'walnuts', False)
    """
    words = _head_words(name)
    last = words[-1] if words else ""
    plural = is_plural(last)
    own_preposition = bool(_OWN_PREPOSITION.match(name))
    if own_preposition or _OWN_ARTICLE.match(name) or _LABEL.fullmatch(name):
        the = kind = name
    else:
        the = f"the {name}"
        kind = name if plural or last in MASS else the
    return Noun(the, kind, plural, "" if own_preposition else _preposition(words))


@lru_cache(maxsize=8192)
def shorter(name: str, known: frozenset[str]) -> str | None:
    """A shorter name that still singles it out among all that are known, if there is one.

    >>> shorter("herbal tea", frozenset({"black coffee"})), shorter("herbal tea", frozenset({"black tea"}))
    ('tea', 'herbal one')
    """
    words = name.split()
    if len(words) < 2 or not all(word.isalpha() for word in words) or _OWN_ARTICLE.match(name):
        return None
    others = [other.casefold() for other in known if other != name]
    first, last = words[0].casefold(), words[-1].casefold()
    if last not in _FAMILY:
        return None
    if not _heard_in(_FAMILY[last], others):
        return words[-1]
    contrast = any(other.split()[-1:] == [last] for other in others)
    if len(words) == 2 and contrast and not _heard_in((first,), others):
        return f"{words[0]} {'ones' if noun(name).plural else 'one'}"
    return None


def _heard_in(words: Iterable[str], names: list[str]) -> bool:
    return any(word in name for word in words for name in names)


def _head_words(name: str) -> list[str]:
    head = _AFTER_THE_HEAD.split(name.strip(), maxsplit=1)[0]
    return [word.casefold() for word in _WORD.findall(head or name)]


def _preposition(words: list[str]) -> str:
    pair = " ".join(words[-2:])
    if pair in PREPOSITIONS_OF_PAIRS:
        return PREPOSITIONS_OF_PAIRS[pair]
    for word in reversed(words):
        if word in _PREPOSITION:
            return _PREPOSITION[word]
    return "at"
