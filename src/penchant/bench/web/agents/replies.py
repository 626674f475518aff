"""Reads what a person says back in the middle of a task: whether they are pleased, what they want, what they refuse."""

from __future__ import annotations

import re
from dataclasses import dataclass

from penchant.bench.web.agents.reading import content_words

_PLEASED = re.compile(
    r"that(’|')?s (the one|it|exactly)|\bthe one\b.*\bthank|just what i|perfect|exactly what i|suits me|that will do",
    re.I,
)
_REFUSED = re.compile(
    r"\b(?:not|no|never|rather not|don't (?:want|like)|too|isn't|nothing (?:by|from)) (?P<what>[^,.;!?]+)", re.I
)
_DEAR = re.compile(r"\b(too (dear|expensive|pricey|much)|cheaper|over my budget|costs? (less|too much))\b", re.I)
_CHEAP = re.compile(r"\b(too cheap|pay (a bit )?more|better quality|pricier|more upmarket)\b", re.I)
_HABIT = re.compile(r"\b(usually|always|normally|as ever|every time|come to trust)\b", re.I)
_EMPTY = frozenset(
    " ".join(
        (
            "quite mind brand suit right close yes hello well none sure usually mostly buy wear take prefer rather",
            "kind sort shown first wanted have list else idea matter dear expensive cheap cheaper tend choose",
            "choice trust years way give little bit better upmarket happily pay nearly truth view particular",
            "preference time always normally ever wanted afraid nothing thinking come good own if since ask comes",
            "though tell",
        )
    ).split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a reply comes to."""

    pleased: bool = False
    wanted: tuple[str, ...] = ()  # words for what they want
    refused: tuple[str, ...] = ()  # what they turned down, in small letters
    price: int = 0  # -1: it should cost less; 1: it may cost more
    habit: bool = False  # they speak of what they always have, not of this once


def understand(words: str) -> Reply:
    """What somebody means by a reply."""
    refused = tuple(match["what"].strip().lower() for match in _REFUSED.finditer(words))
    rest = _REFUSED.sub(" ", words)
    price = -1 if _DEAR.search(words) else 1 if _CHEAP.search(words) else 0
    wanted = tuple(word for word in content_words(rest) if word.lower() not in _EMPTY)
    habit = bool(_HABIT.search(words)) and "this time" not in words
    pleased = bool(_PLEASED.search(rest)) and not refused
    return Reply(pleased=pleased, wanted=() if pleased else wanted, refused=refused, price=price, habit=habit)
