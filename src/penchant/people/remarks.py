"""What people say about things they have bought for them. Only sentences live here; ``shopper.py`` knows when.

``{x}`` stands for what a sentence is about, ``{is}`` for is or are. Every shape says what its function's name says, and
nothing more: an answer never names a feature that was not asked about.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

MOST = (
    "{x} would be my first choice",
    "I like {x} best",
    "{x} is my favourite",
    "I'd love {x}",
    "{x} would be ideal",
)
ALL_MOST = (
    "I like {x} best",
    "I'd love {x}",
    "{x} would be ideal",
)
FINE = (
    "{x} {is} fine",
    "{x} would do",
    "{x} {is} okay",
    "{x} would be acceptable",
    "I could live with {x}",
)
FINE_TOO = (
    "{x} {is} fine too",
    "{x} would do as well",
    "{x} {is} okay too",
    "I could live with {x} too",
)
UNWANTED = (
    "not {or}, please",
    "I don't want {or}",
    "{x} {is} not for me",
    "{x} {is} out",
)
NONE_OF_THEM = ("None of those, please.", "None of them, I'm afraid.", "I don't want any of those.", "None of these.")
NEITHER = ("Neither of those, please.", "Neither, I'm afraid.", "I don't want either of those.")
NOT_THAT = ("No, I don't want {x}.", "Not {x}, please.", "{x} is not for me.")
NO_IDEA = ("I have no opinion on that.", "I couldn't say.")
ALL_FINE = ("All of them are fine.", "Any of those would do.", "All of those would be fine with me.")
BOTH_FINE = ("Both are fine.", "Either would do.", "Both would be fine with me.")
PRAISE = (
    "Perfect, thank you!",
    "Exactly right.",
    "That's just what I wanted.",
    "Great choice, thanks.",
    "Well chosen.",
    "Lovely, that's the one.",
)
PRAISE_OF_NOTHING = (
    "Right, none of these was for me.",
    "Good call: none of them would have worked for me.",
    "Exactly, I don't want any of these.",
    "Thank you, none of these fits.",
    "You're right, none of them suits me.",
)
WOULD_HAVE_WORKED = (
    "{x} would have worked for me.",
    "I would have been happy with {x}.",
    "I'd have taken {x}.",
    "You could have bought {x} for me.",
    "I wanted {x}.",
)
WANTED_NOTHING = ("None of these was for me.", "I don't want any of these.")
UNWANTED_IN = (
    "{x} won't work for me: I don't want {y}.",
    "Sorry, not {x}. I don't want {y}.",
    "{x} isn't right for me, because I don't want {y}.",
    "No, I don't like {y}.",
    "I can't use {x}, I don't want {y}.",
)
CHANGED = (
    "My taste has changed: I used to like {x}, but now I don't want it.",
    "I've changed my mind about {x}: I used to like it, but I don't want it any more.",
    "I no longer want {x}; I used to like it, but my taste has changed.",
    "I used to like {x}, but these days I don't want it.",
)
BETTER = (
    "{x} is fine, but I like {y} better.",
    "{x} would do, but I prefer {y}.",
    "{x} is okay, but I'd rather have {y}.",
    "I can live with {x}, but {y} would be better.",
)
BETTER_FOR = (
    "{x} would do, but {y} has {z}, and I like that better.",
    "{x} is fine, but {y} has {z}, which I like better.",
    "{x} is okay, but I prefer {y} with {z}.",
)


def answer(most: Sequence[str], fine: Sequence[str], unwanted: Sequence[str], rng: random.Random) -> str:
    """What somebody thinks of each of the features they were asked about."""
    asked = len(most) + len(fine) + len(unwanted)
    if not asked:
        return rng.choice(NO_IDEA)
    if len(unwanted) == asked and rng.random() < 0.6:
        shapes = {1: NOT_THAT, 2: NEITHER}.get(asked, NONE_OF_THEM)
        return _sentence(rng.choice(shapes).format(x=unwanted[0]))
    if len(fine) == asked > 1 and rng.random() < 0.5:
        return rng.choice(BOTH_FINE if asked == 2 else ALL_FINE)
    clauses = []
    if most:
        clauses.append(_clause(rng.choice(MOST if len(most) == 1 else ALL_MOST), most))
    if fine:
        clauses.append(_clause(rng.choice(FINE_TOO if most else FINE), fine))
    if unwanted:
        clauses.append(_clause(rng.choice(UNWANTED), unwanted))
    if rng.random() < 0.5:
        return " ".join(_sentence(clause) for clause in clauses)
    return _sentence("; ".join(clauses))


def praise(rng: random.Random) -> str:
    """It was right."""
    return rng.choice(PRAISE)


def praise_of_nothing(rng: random.Random) -> str:
    """It was right to buy nothing."""
    return rng.choice(PRAISE_OF_NOTHING)


def would_have_worked(right: str, rng: random.Random) -> str:
    """Nothing was bought, and this one should have been."""
    return _sentence(rng.choice(WOULD_HAVE_WORKED).format(x=right))


def wanted_nothing(rng: random.Random) -> str:
    """Something else was done where nothing should have been."""
    return rng.choice(WANTED_NOTHING)


def unwanted(bought: str, feature: str, rng: random.Random) -> str:
    """What was bought has a feature that is not wanted."""
    return _sentence(rng.choice(UNWANTED_IN).format(x=bought, y=feature))


def changed(feature: str, rng: random.Random) -> str:
    """The same, where that feature used to be liked."""
    return _sentence(rng.choice(CHANGED).format(x=feature))


def better(bought: str, right: str, reason: str | None, rng: random.Random) -> str:
    """What was bought will do, and another would have been better; perhaps for a feature."""
    if reason is None:
        return _sentence(rng.choice(BETTER).format(x=bought, y=right))
    return _sentence(rng.choice(BETTER_FOR).format(x=bought, y=right, z=reason))


def _clause(shape: str, values: Sequence[str]) -> str:
    verb = "is" if len(values) == 1 else "are"
    return shape.format_map({"x": _listed(values, "and"), "or": _listed(values, "or"), "is": verb})


def _listed(values: Sequence[str], last: str) -> str:
    return values[0] if len(values) == 1 else f"{', '.join(values[:-1])} {last} {values[-1]}"


def _sentence(words: str) -> str:
    # Only where it cannot spoil a name: "webOS" stays as it is.
    first = words.split(" ", 1)[0]
    start = words[0].upper() + words[1:] if first.isalpha() and first.islower() else words
    return start if start.endswith((".", "!", "?")) else f"{start}."
