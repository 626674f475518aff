"""What rules do not know: a thing that a short clause names, and what the mind's reader of replies makes of it.

"Weeding can get in the bin", "mountains are where I come alive": nobody can list such wordings, and people who turn
down an offer speak the same way. So the thing is held up as if it were on offer, and the reply is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from penchant.domain import Reading, Stance, Utterance
from penchant.mind.talk.attitudes import Attitude
from penchant.mind.talk.groups import group_of
from penchant.mind.talk.offers import Judge
from penchant.mind.talk.patterns import BE
from penchant.mind.talk.subjects import Subject
from penchant.mind.talk.values import compared, is_thing, trimmed, value_of
from penchant.mind.talk.verbs import is_verb
from penchant.mind.talk.words import Word, said
from penchant.mind.understand.words import COMMON, one_of

LEAST, BELIEVED = 0.95, 0.7
"""How sure the reader has to be, and how sure it is taken to be."""

LONGEST, LONGEST_NAME = 18, 6
"""So many words a clause has at most, and the name of a thing."""

_POINTING = one_of(
    """
    the this that it he she they there you your his her these those my our we i its their what which who how why
    where when if is are do does did can could would will a an one ones then let some thanks thank ok okay yes
    no hi hello
    """
)
_ASKING = one_of("want need wish hope try trying going looking wondering thinking planning")
_TIMES = one_of(
    """
    monday tuesday wednesday thursday friday saturday sunday morning evening afternoon night weekend today
    tomorrow yesterday week month year time times day
    """
)
_STOPS = frozenset(("'s", ",", "yes", "no", "nah", "nope", "please", "thanks", "always"))
_LEADING = one_of("to with about for of on over by like into")
_TAKING = one_of("eat drink watch read wear use buy cook play visit")


def judged(
    text: str, words: Sequence[Word], subject: Subject, judge: Judge, thing: Sequence[Word] = ()
) -> Attitude | None:
    """What a clause says of the thing it names, as the reader of replies hears it; None where it is not sure."""
    if not 2 <= len(words) <= LONGEST or _ASKING.intersection(word.text for word in words[:5]):
        return None
    if subject.who == "self" and group_of(words[subject.end :]).past:
        return None
    found = thing or (_object(words[subject.end :]) if subject.who == "self" else _first_thing(words))
    found = trimmed(found)
    if not _is_of_a_kind(found):
        return None
    name = value_of(text, found)
    reading = judge(Utterance(said(text, words), (name,)))
    stance = next((stance for stance, names in _stances(reading) if name in names), None)
    if stance is None or reading.once or reading.sure_of(name) < LEAST:
        return None
    if stance == "accepts" and any(word.text in {"could", "would"} for word in words[:4]):
        stance = "wants"  # "I could live on soup"
    return Attitude(stance, found, "said", BELIEVED)


def _stances(reading: Reading) -> tuple[tuple[Stance, tuple[str, ...]], ...]:
    return ("accepts", reading.accepts), ("wants", reading.wants), ("avoids", reading.avoids)


def _is_of_a_kind(thing: Sequence[Word]) -> bool:
    """Whether it names a kind of thing, and neither a time nor somebody."""
    if not is_thing(thing) or len(thing) > LONGEST_NAME or all(word.text in COMMON for word in thing):
        return False
    if any(word.text in {"i", "you", "not", "we"} for word in thing):
        return False
    if not any(letter.isalpha() for word in thing for letter in word.text):
        return False
    return all(word.text.removesuffix("s") not in _TIMES for word in (thing[0], thing[-1]))


def _first_thing(words: Sequence[Word]) -> tuple[Word, ...]:
    """What a clause begins with, up to its verb, where it is a thing of some kind and no one thing in particular."""
    if (
        words[0].text in _POINTING
        or words[0].text in {"in", "on", "at", "by"}
        or all(word.text in COMMON for word in words[:3])
    ):
        return ()
    thing, against = compared(words)
    for at, word in enumerate(thing):
        if at and (is_verb(word.text) or word.text in _STOPS or _next_is_me(thing, at)):
            return (
                ()
                if at == 1 and thing[0].capital and thing[-1].text != "." and _is_persons(thing[1:3])
                else tuple(thing[:at])
            )
    return tuple(thing) if against and len(thing) <= 4 else ()


def _is_persons(words: Sequence[Word]) -> bool:
    return any(word.text in _PERSONS_DO for word in words)


_PERSONS_DO = one_of("eats drinks loves hates likes says wants lives works thinks prefers wears never always went came")


def _next_is_me(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1].text in {"me", "my"}


def _object(words: Sequence[Word]) -> tuple[Word, ...]:
    """What is spoken of after "I": the words after the first that leads to it."""
    for at, word in enumerate(words[:6]):
        if word.text == "on" and words[at - 1].text in BE:
            return ()  # "I'm on blood thinners"
        if word.text in _LEADING | _TAKING and at and at + 1 < len(words):
            rest = words[at + 1 :]
            stop = next((n for n, each in enumerate(rest) if each.text in {",", "but", "because"}), len(rest))
            thing = rest[:stop]
            return tuple(thing) if thing and thing[0].text not in _POINTING - {"the", "those", "these"} else ()
    return ()
