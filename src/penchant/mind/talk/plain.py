"""What is said so plainly that there is only one way to take it: "you talk too much", "from now on window"."""

from __future__ import annotations

from penchant.domain import Stance, Statement
from penchant.mind.talk.values import topic_of
from penchant.mind.understand import tables

SURE = 0.97
_FILE = "talk/plain.txt"


def plainly_said(sentence: str) -> Statement | None:
    """The complaint, or the change with no verb, that a short sentence is; None where it says more than that.

    >>> one = plainly_said("from now on window")
    >>> (one.stance, one.value, one.topic, one.changed)
    ('wants', 'window', 'seat', True)
    >>> plainly_said("You talk too much!").value
    'talk too much'
    >>> plainly_said("from now on I'd like to hear more")
    """
    quote = sentence.strip().rstrip(".! ")
    if manner := tables.patterns(_FILE, "manner").find(quote):
        return Statement("avoids", manner.said, kind="instruction", quote=quote, sure=SURE)
    refused = tables.patterns(_FILE, "not from now on").find(quote)
    found = refused or tables.patterns(_FILE, "from now on").find(quote)
    if found is None or not topic_of(found.said):
        return None
    if not tables.words(_FILE, "more").isdisjoint(found.said.lower().split()):
        return None
    stance: Stance = "avoids" if refused else "wants"
    return Statement(stance, found.said, topic=topic_of(found.said), changed=True, quote=quote, sure=SURE)
