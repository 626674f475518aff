"""A sentence that is a limit and nothing else: "let's say 2k at most", "nothing over a tenner for the taxi"."""

from __future__ import annotations

import re
from functools import partial

from penchant.domain import Statement
from penchant.mind.talk.doubts import doubt_of
from penchant.mind.told.matter import matter_of
from penchant.mind.understand import tables
from penchant.mind.understand.limits import find_limits, is_negation
from penchant.mind.understand.quantities import spans

SURE = 0.9
_LONGEST = 120
_SAY = re.compile(r"(?:^|\b)let['’]?s say,?\s+", re.IGNORECASE)
_words = partial(tables.words, "understand/amounts.txt")


def plain_limit(sentence: str) -> Statement | None:
    """The limit that a short sentence sets; None where it says more than that, or tells how something is.

    >>> plain_limit("let's say 2k at most").value, plain_limit("Nothing over a tenner for the taxi.").stance
    ('2k at most', 'avoids')
    >>> plain_limit("I'm over 60"), plain_limit("the flight is under 3 hours"), plain_limit("we have 2 cats")
    (None, None, None)
    """
    places = spans(sentence.strip())
    tokens = [token for token, _, _ in places]
    found = find_limits(tokens) if len(sentence) <= _LONGEST and tokens[-1:] != ["?"] else None
    if found is None or len(found.limits) != 1 or found.loose or found.limits[0].near:
        return None
    if doubt_of(_SAY.sub("", sentence), 0.0):
        return None
    one, matter = found.limits[0], matter_of(sentence).split()
    rest = [token for at, token in enumerate(tokens) if at not in found.used and token not in matter]
    told = {*tokens} & (_words("speakers") | _words("tells how it is"))
    if told or "the" in tokens[: one.start] or not _words("said with") | _words("opens a limit") >= {*rest} - {*".,!-"}:
        return None
    first = next(at for at, token in enumerate(tokens) if at in found.used or token in matter)
    if None not in (one.low, one.high):
        return None  # "Lunch, 12:00–14:00" is a line of a timetable
    if one.quantity.is_bare and not matter and (one.low is not None or one.strict):
        return None  # "over 60" may be an age
    negated = any(map(is_negation, tokens[: one.start]))
    value = sentence.strip()[places[min(first, one.start)][1] :].rstrip(" .,!;").removesuffix(" please").rstrip(" ,")
    return Statement(
        "avoids" if negated else "wants",
        value,
        topic=" ".join(matter),
        kind="constraint",
        quote=sentence.strip().rstrip(" .!"),
        sure=SURE,
    )
