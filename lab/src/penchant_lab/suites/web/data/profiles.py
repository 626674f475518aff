"""The eleven fields of a profile, written from what somebody did before their tasks began."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from penchant_lab.suites.web.data.tastes import Taste
from penchant_lab.suites.web.data.words import sections
from penchant_lab.suites.web.records import Event, Product

FIELDS = (
    "Gender",
    "Age",
    "Occupation",
    "Price Sensitivity",
    "Shopping Interest",
    "Brand Preference",
    "Diversity Preference",
    "Interaction Complexity",
    "Tone and Style",
    "Item Reference",
    "Focus Aspect",
)
_REFERENCES = (
    "Specific products and brands mentioned in reviews",
    "Specific products and brands mentioned in reviews",
    "Product names and brands",
    "Mentions materials and sizes of what was bought",
    "Compares with earlier purchases",
    "Refers to everyday use at home",
)
_FOCUS_NAMES = {"value": "price", "function": "functionality", "looks": "style", "cleaning": "easy cleaning"}


def write_profile(
    taste: Taste,
    events: Sequence[Event],
    products: Mapping[str, Product],
    houses: Mapping[str, str],
    rng: random.Random,
) -> Mapping[str, str]:
    """A person in eleven strings, as these events show them; ``houses`` has each product's corner of the shop."""
    shapes = sections("tasks")
    corners = Counter(houses[event.asin] for event in events)
    interests = [rng.choice(shapes[f"interest {house}"]) for house, _ in corners.most_common(rng.choice((3, 4, 4, 5)))]
    stores = Counter(products[event.asin].store or "" for event in events)
    values = (
        taste.gender,
        taste.age,
        taste.work,
        taste.thrift,
        ", ".join(interests).lower().capitalize(),
        ", ".join(store for store, _ in stores.most_common()),
        taste.variety,
        taste.talk,
        ", ".join(taste.tone_words).capitalize(),
        rng.choice(_REFERENCES),
        ", ".join(_FOCUS_NAMES.get(aspect, aspect) for aspect in taste.focus).capitalize(),
    )
    return dict(zip(FIELDS, values, strict=True))
