"""What is said so plainly that there is only one way to take it: "you talk too much", "from now on window"."""

from __future__ import annotations

from penchant.domain import Stance, Statement
from penchant.mind.talk.values import topic_of
from penchant.mind.understand import tables

SURE = 0.97
_FILE = "talk/plain.txt"
_STANCES: dict[str, Stance] = {
    "liked": "wants",
    "disliked": "avoids",
    "not from now on": "avoids",
    "from now on": "wants",
}


def plainly_said(sentence: str) -> Statement | None:
    """The complaint, the taste or the change that a short sentence is; None where it says more than that.

    >>> one = plainly_said("from now on window")
    >>> (one.stance, one.value, one.topic, one.changed)
    ('wants', 'window', 'seat', True)
    >>> plainly_said("You talk too much!").value
    'talk too much'
    >>> plainly_said("I like my tea strong").value
    'my tea strong'
    >>> plainly_said("from now on I'd like to hear more")
    """
    quote = sentence.strip().rstrip(".! ")
    if manner := tables.patterns(_FILE, "manner").find(quote):
        return Statement("avoids", manner.said, kind="instruction", quote=quote, sure=SURE)
    for section, stance in _STANCES.items():
        found = tables.patterns(_FILE, section).find(quote)
        if found is None:
            continue
        changed = section.endswith("from now on")
        topic, thing = topic_of(found.said), found.said.lower().removeprefix("my ").split()
        if (topic or not changed) and tables.words(_FILE, "more").isdisjoint(thing):
            return Statement(stance, found.said, topic=topic, changed=changed, quote=quote, sure=SURE)
    return None
