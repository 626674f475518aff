"""What is said so plainly that there is only one way to take it: "I love jazz", "I can't stand queues"."""

from __future__ import annotations

import re
from functools import cache

from penchant.domain import Stance, Statement
from penchant.mind.talk.values import topic_of

SURE = 0.97
_MOST_WORDS = 4
_MOST_CHANGED = 2
_LIKED = r"love|like|adore|enjoy|prefer|(?:always )?want|am fond of|am a fan of|am into"
_NOT = (
    r"hate|dislike|loathe|detest|avoid|can't stand|cannot stand|can't bear|don't like|do not like|don't want|"
    r"no longer like"
)


def plainly_said(sentence: str) -> Statement | None:
    """The taste that a short sentence states outright; None where it is longer, or says more than that.

    >>> one = plainly_said("I really love jazz.")
    >>> (one.stance, one.value, one.topic)
    ('wants', 'jazz', 'music')
    >>> one = plainly_said("from now on window")
    >>> (one.stance, one.value, one.topic, one.changed)
    ('wants', 'window', 'seat', True)
    >>> plainly_said("I love how you said that")
    """
    plain = sentence.strip().replace("’", "'")
    if manner := _MANNER.match(plain):
        return Statement("avoids", manner["what"], kind="instruction", quote=sentence.strip().rstrip(".! "), sure=SURE)
    found = _pattern().match(plain)
    if found is None:
        return _from_now_on(plain)
    if len(found["thing"].split()) > _MOST_WORDS or _MORE.search(found["thing"]):
        return None
    stance: Stance = "avoids" if re.fullmatch(_NOT, found["verb"], re.IGNORECASE) else "wants"
    quote = sentence.strip().rstrip(".! ")
    value = quote[len(quote) - len(found["thing"].rstrip(".! ")) :]
    return Statement(stance, value, topic=topic_of(value), changed="no longer" in found["verb"], quote=quote, sure=SURE)


def _from_now_on(sentence: str) -> Statement | None:
    """The change that is said with no verb at all: "from now on window"; of what is plainly some kind of thing."""
    found = _change().match(sentence)
    thing = (found["thing"] or found["first"]) if found else ""
    if found is None or len(thing.split()) > _MOST_CHANGED or _MORE.search(thing) or not topic_of(thing):
        return None
    stance: Stance = "avoids" if found["no"] or found["not"] else "wants"
    return Statement(stance, thing, topic=topic_of(thing), changed=True, quote=sentence.rstrip(".! "), sure=SURE)


_MANNER = re.compile(
    r"(?:(?:ugh|ok|hey|sorry|honestly|look),? )?you(?:'re| are|r (?:answers|replies|messages|texts) are)? "
    r"(?P<what>[^?.!,]*\btoo (?:much|long|many|often|\w+y|formal|verbose|polite)(?: \w+)?)[.!]*$",
    re.IGNORECASE,
)
"""How the agent is, said as a complaint: "you talk too much"."""

_MORE = re.compile(
    r"^(?:to|how|that|it|this|these|those|you|your|him|her|them|what|a|an|some|the)\b|"
    r"\b(?:in|on|at|when|whenever|if|to|but|and|or|over|than|with|without|for|after|before|unless|while|as|because|so|"
    r"instead|rather|not|except|from|by|about|during|until|now|today|tonight)\b",
    re.IGNORECASE,
)
"""Words of which it takes more than this to say what they do to a thing."""


@cache
def _pattern() -> re.Pattern[str]:
    adverbs = r"(?:really |just |absolutely |also |simply |honestly )?"
    return re.compile(rf"i(?:'m)? {adverbs}(?P<verb>{_NOT}|{_LIKED}) (?P<thing>[\w' -]+)[.!]?$", re.IGNORECASE)


@cache
def _change() -> re.Pattern[str]:
    now = r"(?:from now on|from today(?: on)?|going forward)"
    return re.compile(
        rf"(?:ok(?:ay)?,? |please,? )?(?:{now},? (?:please,? )?(?P<no>no )?(?P<thing>[\w'-]+(?: [\w'-]+)?)|"
        rf"(?P<not>no )?(?P<first>[\w'-]+(?: [\w'-]+)?),? {now})(?:,? please)?[.!]?$",
        re.IGNORECASE,
    )
