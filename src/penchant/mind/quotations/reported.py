"""What a person tells about the agent's notes or earlier words: "your notes say I want tea" is no wish of theirs.

Such a clause is cut out, up to where the person goes on in their own name. It stays where they make it their own ("…
that's right", "… I'll take that") or say that it is wrong: then their own words speak of it.
"""

from __future__ import annotations

import re
from functools import cache

from penchant.mind.quotations.marks import CUT, STOP
from penchant.mind.understand import tables

_NOTES = r"(?:notes?|memory|memories|records?|files?|profile|logs?|history|database|notebook|preferences|summary)"
_THEIRS = rf"(?:(?:your|the|these|those|this)\ (?:own\ )?{_NOTES}|my\ (?:profile|records?|file|history|preferences))"
_ABOUT = r"(?:\ (?:here|there|(?:on|about|of|for)\ me))?"
_ALSO = r"(?:\ (?:also|just|already|once|still|always|even|clearly|only|actually|earlier|before|now|both|then))*"
_HAVE = r"(?:['’]ve|\ have|\ had)"
_SAID = r"""(?:say|says|said|saying|wrote|write|writing|written(?:\ down)?|note|noted(?:\ down)?|recorded
    |told\ me|telling\ me|tell\ me|claim|claims|claimed|state|states|stated|mentioned|remembered|logged|saved|stored
    |put\ down|jotted\ down|learned|learnt|concluded|inferred|insist|insisted|asked(?:\ me)?|asking\ me|suggested
    |remarked)"""
_HELD = r"(?:think|thought|believe|believed|assume|assumed|suppose|supposed|guessed|figured|reckon|remember|recall)"
_HAS_DOWN = r"(?:ha(?:ve|s|d)|got)\ (?:me|it|that)\ (?:down|noted|written|listed|recorded|marked)(?:\ (?:for|as))?"
_TELLS = r"""(?:says?|said|shows?|showed|tells?(?:\ me)?|told\ me|claims?|claimed|states?|stated|mentions?|mentioned
    |reads?|lists?|listed|indicates?|suggests?|contains?|holds?|records?|remembers?|thinks?|believes?|knows?)"""
_HEADS = rf"""(?:
    you(?:{_HAVE}|['’]re|\ are|\ were|\ must\ have|\ seem\ to\ have|\ keep|\ kept)?{_ALSO}\ {_SAID}
    | you(?:\ seem(?:ed)?\ to|{_HAVE})?{_ALSO}\ {_HELD}(?=\ (?:that|i|i['’]\w+|my)\b)
    | you{_HAVE}?{_ALSO}\ {_HAS_DOWN} | you['’]ve\ (?:got\ )?(?:me|it)\ (?:down|noted|written)(?:\ (?:for|as))?
    | {_THEIRS}{_ABOUT}{_ALSO}\ (?:{_TELLS}|{_HAS_DOWN})
    | (?:(?:in|from|on|by|per|as\ per|going\ by|based\ on|according\ to)\ {_THEIRS}{_ABOUT},?\ )?
      (?:it|this|that)(?:{_ALSO}\ (?:says|reads|states|said(?!,))|(?:['’]s|\ is|\ was)\ (?:written|noted|recorded))
    | (?:according\ to|as\ per|going\ by|based\ on)\ (?:{_THEIRS}|you|what\ you\ (?:said|wrote|noted)){_ABOUT},?
    | in\ your\ {_NOTES},?
    | (?:(?:why|where|when|how|since\ when)\ )?(?:do|does|did|have)\ (?:{_THEIRS}|you|it){_ALSO}\ {_SAID}
      (?=[^.!\n]{{0,200}}\?)
    | (?:who|why|where|how)(?!\ do\ not|\ don['’]t)\b[^.!?\n{CUT}]{{0,40}}?\b
      (?:told\ you|wrote|says\ that|said\ that|noted|do\ you\ know)(?=[^.!\n]{{0,200}}\?)
    )(?:\ (?:here|there))?(?!\w|,|\ so\b)\s*:?\s*"""
"""How a report begins. "You said so" reports nothing, and "you remembered, how kind" is thanks."""

_BEFORE = r"""(?:(?:and|but|so|because|since|well|ok|okay|oh|hey|hm+|also|although|though|look|apparently|earlier|before
    |yesterday|(?:last|this)\ \w+|the\ other\ day|just\ now|a\ moment\ ago
    |i\ (?:can\ )?(?:see|saw|read|notice|noticed|hear|heard)(?:\ that)?),?\s+)*
    (?!you\ say\b[^.;!?\n]*,\ i\ say\b)"""  # "you say tea, I say coffee" reports nothing either
_QUOTED = r"“[^”]*”|\"[^\"\n]*\"|‘[^’\n]*’"
_WHEN = r"(?:when|whenever|if|in|on|at|after|before|for|while|once|asked)\b"
_GOES_ON = r"""(?:and\s+)?(?:i|i['’]\w+|so|now|today|tonight|please|no|nope|yes|yeah|sure|not|never|perfect|great|lovely
    |thanks?|bring|give|make|get|put|take|can|could|let|let['’]s|that|that['’]s|which|is|right|correct|wrong|true|ok
    |okay|well|why|who|where|what|go|use|try|keep|yet|though|only|actually|instead|while|however|it|it['’]s|still)\b"""
_WHAT = rf"""(?:that\s+)?(?:{_WHEN}(?:{_QUOTED}|[^,.;!?\n{STOP}])*+,)?(?:{_QUOTED}|[^.;:!?\n{STOP}—–]|[.:](?=\w))*?
    (?:{STOP}|(?=[.;:!?\n—–]|\s-\s|$|(?<!anything)(?<!nothing)(?<!\ball),?\s{{1,9}}(?:but|however|although|whereas)\b
    |,\s{{0,9}}{_GOES_ON}|\s{{1,9}}and\s+i\s+(?:do|really|still|indeed)\b|,[^,.;!?\n]*\bplease\b))"""
"""What is reported, up to where the person goes on in their own name."""

_SOON = 300
"""Within so many characters a person takes up what they report, if they do."""


def without_reports(words: str, heard: tuple[str, ...]) -> str:
    """The words without what they tell about the agent's notes and earlier words; ``heard`` are the same, one by one.

    >>> without_reports("you said black coffee, but I want tea", ("you", "said"))
    ' but I want tea'
    >>> without_reports("I said black coffee", ("i", "said"))
    'I said black coffee'
    """
    if tables.words("quotations/reported.txt", "needed").isdisjoint(heard):
        return words
    return _reports().sub(_left_of, _told_afterwards().sub(_left_of, words))


def _left_of(report: re.Match[str]) -> str:
    """Nothing, unless the person makes what is reported their own, or says that it is wrong."""
    rest = report.string[report.end() : report.end() + _SOON]
    theirs = re.sub(_QUOTED, "", report.group())
    return report.group() if _wrong().search(theirs) or _taken_up().search(rest) else ""


@cache
def _reports() -> re.Pattern[str]:
    begin = rf"(?:^|(?<=[.,;:!?\n(\"“”—–…{CUT}])|(?<=\s-))\s{{0,9}}[\"“(]?"
    return _compiled(rf"{begin}{_BEFORE}{_HEADS}{_WHAT}[,;:.!?)\"”]*")


@cache
def _told_afterwards() -> re.Pattern[str]:
    """Reports that name their source at the end: "herbal tea, it says here"."""
    source = rf"you{_HAVE}?{_ALSO}\ {_SAID}|it\ says|{_THEIRS}{_ALSO}\ (?:says?|said|shows?)|according\ to\ {_THEIRS}"
    return _compiled(
        rf"""(?:^|(?<=[.;!?\n]))[^.;!?\n{CUT}]*?[,\"”–—-]\s{{0,9}}(?:that(?:['’]s|\ is)\ what\ )?(?:{source})
        (?:\ (?:here|there|earlier|before|down))?\s*(?:[.!?\n]+|$)"""
    )


@cache
def _wrong() -> re.Pattern[str]:
    return _compiled(r"\b(?:(?:wrong|incorrect|false)(?:ly)?|mistaken?|nonsense|rubbish)\b")


@cache
def _taken_up() -> re.Pattern[str]:
    """How a person takes up what they reported, other than by asking."""
    return _compiled(
        r"""(?:^|[\s,;.!?])(?:
        (?:that|it|this)(?:['’]s|\ is|\ was)(?:\ (?:still|all|quite|exactly|very|indeed|absolutely))*
            \ (?:right|correct|true|so|fine|good|perfect|wrong|false|not|no\ longer|what\ i)\b
        | (?:i['’]ll|i\ will|i['’]d|i\ would|let\ me|i|please|bring|give|get)\ (?:me\ )?
            (?:(?:take|have|want|like|love|prefer|go\ (?:for|with))\ )?(?:it|that|this|those|them|some|one|the\ same)\b
        | make\ (?:me\ )?(?:that|this|some|one|the\ same)\b
        | (?:yes|yeah|yep|exactly|correct|indeed|true|right|agreed)\b
        )(?![^.!?\n]*\?)"""
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)
