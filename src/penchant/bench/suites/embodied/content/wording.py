"""How people put it: requests to bring, requests to put away, and what they say about themselves."""

from __future__ import annotations

from random import Random

from penchant.bench.suites.embodied.content.shapes import Kind, Name

BRING = (
    "Could you bring me {}?",
    "Please fetch me {}.",
    "Would you get me {}?",
    "I could use {}.",
    "Hand me {}, would you?",
    "Can you get me {}, please?",
)

PUT = (
    "Could you put {these} {thing} away where I like {them}?",
    "Where should {these} {thing} go?",
    "Please store {these} {thing} in the right spot for me.",
    "Would you tidy {these} {thing} away for me?",
    "Can you find a home for {these} {thing}?",
    "Please put {these} {thing} where I would want {them} now.",
    "Place {these} {thing} where {they} at times like this, please.",
)

_ONE = {"these": "this", "them": "it", "they": "it belongs"}
_MANY = {"these": "these", "them": "them", "they": "they belong"}


def bring(rng: Random, kind: Kind) -> str:
    """Ask for something of a kind, without saying which."""
    choice = int(rng.random() * (len(BRING) + len(kind.what)))
    if choice >= len(BRING):
        return kind.what[choice - len(BRING)]
    return BRING[choice].format(kind.asks[int(rng.random() * len(kind.asks))])


def put(rng: Random, thing: Name) -> str:
    """Ask for a thing to be put away, without saying where."""
    words = _ONE if thing.single else _MANY
    return PUT[int(rng.random() * len(PUT))].format(thing=thing.bare, **words)


def request(rng: Random, says: str, ask: str) -> str:
    """Join the moment and the wish, mostly in that order."""
    return f"{ask} {says}" if rng.random() < 0.2 else f"{says} {ask}"
