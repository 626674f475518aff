"""Language in general, as data: prices, stars, and words too little to search by. They know no shop and no task."""

from __future__ import annotations

import re

_ABOUT = "around|about|over|under|below|up to|near|less than|no more than|at most|max|within"
_AMOUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
PRICE = re.compile(
    rf"\b((for|at|not) )?((a bit|much) )?({_ABOUT}) \$ ?(?P<price>{_AMOUNT})"
    rf"|\$ ?(?P<bare>{_AMOUNT})"
    rf"|\b((for|at|not) )?((a bit|much) )?(({_ABOUT}) )?(?P<worded>{_AMOUNT}) ?(dollars?|bucks|usd)\b",
    re.I,
)
"""A price in the words of a request."""

SO_MANY_STARS = re.compile(r"\b(?P<number>[1-5]|one|two|three|four|five)([ -]stars?| (out of|/) ?(5|five))\b", re.I)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}

WRITING = re.compile(
    r"\b(writ\w*|wrote|reviews?|word(s|ing|ed)?|draft\w*|style|sounds? like|feedback|rating|post\w*|comments?|phras\w*"
    r"|compos\w*)\b",
    re.I,
)
"""A sentence about the writing of a text."""

LITTLE: tuple[str, ...] = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this",
    "to was will with i i'm i'd i've i'll me my mine we our us you your he she his her its them those what which who",
    "how when where why can could would should may might must do does did have has had am been being so just really",
    "very some any one ones thing things something anything please here from about around over under out up down off",
    "than too also it's that's don't doesn't isn't like want need get got go make find look looking show know think",
    "all more most much many kindly mostly made version",
)
"""Words too little to search by."""
