"""What rules do not know: a thing that a short clause names, and what the mind's reader of replies makes of it.

"Weeding can get in the bin", "mountains are where I come alive": nobody can list such wordings, and people who turn
down an offer speak the same way. So the thing is held up as if it were on offer, and the reply is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from penchant.domain import Utterance
from penchant.mind.talk.attitudes import Attitude
from penchant.mind.talk.clauses import is_verb
from penchant.mind.talk.offers import Judge
from penchant.mind.talk.subjects import Subject
from penchant.mind.talk.values import compared, is_thing, trimmed, value_of
from penchant.mind.talk.words import Word, said
from penchant.mind.understand.words import COMMON, one_of

LEAST, BELIEVED = 0.95, 0.7
"""How sure the reader has to be, and how sure it is taken to be."""

LONGEST = 18
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


def judged(text: str, words: Sequence[Word], subject: Subject, judge: Judge) -> Attitude | None:
    """What a clause says of the thing it names, as the reader of replies hears it; None where it is not sure."""
    if not 2 <= len(words) <= LONGEST or _ASKING.intersection(word.text for word in words[:5]):
        return None
    thing = _object(words[subject.end :]) if subject.who == "self" else _first_thing(words)
    thing = trimmed(thing)
    if (
        not is_thing(thing)
        or any(word.text in {"i", "you", "not"} for word in thing)
        or len(thing) > 6
        or thing[-1].text in _TIMES
        or thing[0].text in _TIMES
    ):
        return None
    name = value_of(text, thing)
    reading = judge(Utterance(said(text, words), (name,)))
    if reading.sure_of(name) < LEAST or reading.once:
        return None
    if name in reading.wants:
        return Attitude("wants", thing, "said", BELIEVED)
    if name in reading.avoids:
        return Attitude("avoids", thing, "said", BELIEVED)
    return Attitude("accepts", thing, "said", BELIEVED) if name in reading.accepts else None


def _first_thing(words: Sequence[Word]) -> tuple[Word, ...]:
    """What a clause begins with, up to its verb, where it is a thing of some kind and no one thing in particular."""
    if words[0].text in _POINTING - {"anything"} or all(word.text in COMMON for word in words[:3]):
        return ()
    thing, against = compared(words)
    for at, word in enumerate(thing):
        if at and (is_verb(word.text) or word.text in _STOPS or _next_is_me(thing, at)):
            return tuple(thing[:at])
    return tuple(thing) if against and len(thing) <= 4 else ()


def _next_is_me(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and words[at + 1].text in {"me", "my"}


def _object(words: Sequence[Word]) -> tuple[Word, ...]:
    """What is spoken of after "I": the words after the first that leads to it."""
    for at, word in enumerate(words[:6]):
        if word.text in _LEADING | _TAKING and at and at + 1 < len(words):
            rest = words[at + 1 :]
            stop = next((n for n, each in enumerate(rest) if each.text in {",", "but", "because"}), len(rest))
            thing = rest[:stop]
            return tuple(thing) if thing and thing[0].text not in _POINTING - {"the", "those", "these"} else ()
    return ()
