"""How long what is said holds: this one time, from now on, or for good.

"The tea, just this once" is followed, and says nothing about tomorrow; what is said beside it of every day ("I am
usually a coffee person") is told apart. "I've gone off coffee" tells that taste has changed. And beside a wish "not
coffee" only tells what the other is preferred to, but "never ever coffee" that it is not wanted on other days either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from penchant.domain import Reading, Statement
from penchant.mind.understand.mention import Mention
from penchant.mind.understand.mentions import find_names
from penchant.mind.understand.options import OptionIndex, option_index
from penchant.mind.understand.stretches import ONCE, Stretch
from penchant.mind.understand.tokens import PAUSES, tokenise
from penchant.mind.understand.words import ARTICLES, one_of

_USUAL = re.compile(
    r"\b(?:usual|usually|normally|typically|ordinarily|generally|always|mostly)\b"
    r"|\bX (?:person|drinker|lover|type|guy|girl)$|^i (?:drink|eat|wear|use|have|take) X$"
)
_BESIDE = one_of("today tonight please ok yes no just only so but and then")
_CHANGED = re.compile(
    r"\b(?:no longer|any longer|anymore|these days|nowadays|lately|recently|of late|from (?:now|here) on|used to"
    r"|going forward|changed my (?:mind|tastes?)|tastes? (?:has|have) changed|(?:has|have) (?:changed|become|grown on)"
    r"|my new|new favorite|(?:gone|went|going) off|(?:given|gave) up|(?:switched|moved|gone|went) (?:back |over )?to"
    r"|(?:stopped|quit) \w+ing|(?:started|begun|began|learned|come|grown|got|gotten) (?:to|into|tired|bored|sick)"
    r"|(?:done|finished) with|(?:am|so|totally) over|outgrown|no more X|now (?:it is|i)|X now|before ,)\b"
)
_STRONG = re.compile(
    r"\b(?:never(?! mind| said| wanted| asked| ordered| meant| chose)|ever|hate(?! to)|loathe|detest|despise|abhor"
    r"|allerg(?:y|ic|ies)|intolerant|phobia|poison|(?:no|whatever the|any) circumstances?|on no account|at all costs"
    r"|(?:can|could) not (?:really )?(?:stand|bear|stomach|abide|tolerate|digest|have|eat|drink)|not allowed"
    r"|(?:makes?|made|gets?|turns?) me (?:\w+ )?(?:sick|ill|nauseous|vomit|retch|gag|puke)|sick to my|throw up"
    r"|gives? me (?:\w+ )?(?:rash|rashes|hives|migraines?)|disgust(?:s|ing)|revolting|vile|repulsive)\b"
)
_PARTING = one_of("and but because since so as")
_POINTING = one_of("it that this them those they these")


def tells_of_change(rows: Sequence[Stretch]) -> bool:
    """Whether taste is said to have changed.

    >>> from penchant.mind.understand.stretches import stretches
    >>> tells_of_change(stretches(["i", "have", "gone", "off", "coffee"], [])), tells_of_change([])
    (True, False)
    """
    return _CHANGED.search(" , ".join(row.words for row in rows)) is not None


def for_once(reading: Reading, rows: Sequence[Stretch], shelf: OptionIndex) -> Reading:
    """The reading as a wish of this one time, where that is said, with what is wanted on other days told apart."""
    usual = [row for row in rows if _USUAL.search(row.words) and not ONCE.search(row.words)]
    text = " , ".join(row.words for row in rows)
    said = ONCE.search(text) is not None or (bool(usual) and "this time" in text)
    if not said or "from now on" in text or not _is_of_a_wish(rows, usual):
        return reading
    habits = {shelf.names[n] for row in usual for members in row.named for each in members for n in each.options}
    now = {
        shelf.names[n] for row in rows if row not in usual for members in row.named for each in members
        for n in each.options
    }  # fmt: skip
    habits = habits - now if now else set()
    wants, accepts = (tuple(name for name in names if name not in habits) for names in (reading.wants, reading.accepts))
    also = tuple(Statement("wants", name) for name in shelf.names if name in habits)
    if habits and not wants:  # "the tea, but only this time; I usually drink coffee": the tea is no second best
        wants, accepts = accepts or tuple(name for name in shelf.names if name in now), ()
    return replace(reading, wants=wants, accepts=accepts, changed=False, once=True, also=(*reading.also, *also))


def _is_of_a_wish(rows: Sequence[Stretch], usual: Sequence[Stretch]) -> bool:
    """Whether it is said in the stretch of a wish or right beside one; "for once, no notes" only praises."""
    for at, row in enumerate(rows):
        rest = ONCE.sub(" ", row.words)
        if rest == row.words and not (usual and "this time" in row.words):
            continue
        if row.named:
            return True
        near = rows[max(at - 1, 0) : at + 2]
        if _BESIDE.issuperset(rest.replace("this time", "").split()) and any(one.named for one in near):
            return True
    return False


def lasting_aversions(words: str, avoided: Sequence[str]) -> tuple[str, ...]:
    """Of what the words are known to turn down, those that they turn down for good.

    >>> lasting_aversions("tea please, and never ever coffee", ["black coffee"])
    ('black coffee',)
    >>> lasting_aversions("tea, not coffee", ["black coffee"])
    ()
    """
    if not avoided:
        return ()
    tokens, shelf = tokenise(words), option_index(tuple(dict.fromkeys(avoided)))
    mentions = find_names(tokens, shelf)
    found: set[int] = set()
    before: set[int] = set()
    for start, end in _parts(tokens, mentions):
        named = {option for each in mentions if start <= each.start < end for option in each.options}
        pointed = before if not named and not _POINTING.isdisjoint(tokens[start:end]) else set[int]()
        if _STRONG.search(" ".join(tokens[start:end])):
            found |= named or pointed  # "not coffee, it makes me ill"
        before = named
    return tuple(name for number, name in enumerate(shelf.names) if number in found)


def _parts(tokens: Sequence[str], mentions: Sequence[Mention]) -> Iterator[tuple[int, int]]:
    """Where the stretches between pauses and joining words begin and end; a list of names is not parted."""
    starts = {mention.start for mention in mentions}
    start = 0
    for at, token in enumerate(tokens):
        named = at + 1 in starts or (at + 2 in starts and tokens[at + 1] in ARTICLES)
        if token in PAUSES or (token in _PARTING and not named):
            if at > start:
                yield start, at
            start = at + 1
    if start < len(tokens):
        yield start, len(tokens)
