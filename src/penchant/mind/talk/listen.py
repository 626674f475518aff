"""The entry point: one message of free talk into what it says about the person."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import Heard, LeftAlone, Message, Reading, Statement, Utterance
from penchant.english import stem
from penchant.mind.talk import tables
from penchant.mind.talk.offers import Judge, offered, taken
from penchant.mind.talk.passages import MOST_READ, passages
from penchant.mind.talk.reader import Talk
from penchant.mind.understand.language import is_foreign
from penchant.mind.understand.reader import read
from penchant.mind.understand.words import COMMON

CHOSEN, DRAFT = 0.85, 0.65
"""How sure it is what an offer that is taken tells, and what somebody says of themselves in a draft of theirs."""

LEAST = 0.8
"""Of an offer that is taken or turned down less surely, nothing is said."""

_SHOWN = {"pasted": "pasted text", "quoted": "a quotation", "code": "code"}
_QUOTED_WORDS = 160
_REMEMBERED = 40
_SOMEBODY = re.compile(
    r"\b[Mm]y (?:\w{1,12} )?(?P<kin>\w{2,20}),? (?:is )?(?:called |named )?(?P<name>[A-Z][a-zé]{1,20})\b"
)
_WORD = re.compile(r"[^\W_]+")


def listen(message: Message, before: Sequence[Message] = (), *, judge: Judge | None = None) -> Heard:
    """What one message says about the person who wrote it, with no options in sight.

    Only a person's own messages are evidence; ``before`` is what was said until then, of which the last thing may be
    an offer that they take or turn down. ``judge`` reads what is said about named things; without one the rules do.

    >>> heard = listen(Message("user", "I'm vegetarian, and from now on window seats"))
    >>> [(one.kind, one.stance, one.value, one.changed) for one in heard.statements]
    [('constraint', 'wants', 'vegetarian', False), ('taste', 'wants', 'window seats', True)]
    """
    if message.role != "user" or not message.content.strip():
        return Heard()
    text = message.content[:MOST_READ]
    left: list[LeftAlone] = []
    if len(message.content) > MOST_READ:
        left.append(
            LeftAlone(_short(message.content[MOST_READ:]), f"longer than the {MOST_READ:,} characters that are read")
        )
    if is_foreign(text, ()):
        return Heard((), (), (LeftAlone(_short(text), "another language"), *left))
    known = _known(before)
    talk, drafts = Talk(text, judge, known, opens=not before), Talk(text, None, known, opens=False)
    for passage in passages(text):
        if passage.source == "own":
            talk.read(passage.start, passage.end)
        elif passage.source == "own draft":
            drafts.read(passage.start, passage.end)
        elif any(mark in text[passage.start : passage.end].lower() for mark in (" i ", "i'", "my ", "“i", '"i')):
            left.append(LeftAlone(_short(text[passage.start : passage.end]), _SHOWN[passage.source]))
    chosen = _chosen(text, before, judge or _by_rules)
    implied = tuple(
        replace(one, origin="implied", sure=round(one.sure * DRAFT, 3))
        for one in drafts.notes.statements
        if one.kind != "instruction"
    )
    statements = _once_each((*chosen, *talk.notes.statements, *implied))
    if talk.notes.forget:
        statements, gone = _beside(statements, talk.notes.forget)
        left += gone
    return Heard(statements, tuple(dict.fromkeys(talk.notes.forget)), (*talk.notes.left_alone, *left))


def _chosen(text: str, before: Sequence[Message], judge: Judge) -> tuple[Statement, ...]:
    """What of an offer is taken or turned down."""
    reading = taken(text, offered(before), judge)
    if reading is None:
        return ()
    quote = _short(text)
    made: list[Statement] = []
    for stance, names in (("wants", (*reading.wants, *reading.accepts)), ("avoids", reading.avoids)):
        for name in names:
            if reading.sure_of(name) < LEAST:
                continue
            made.append(
                Statement(
                    "wants" if stance == "wants" else "avoids",
                    name,
                    origin="chosen",
                    quote=quote,
                    changed=reading.changed,
                    sure=round(min(CHOSEN, reading.sure), 3),
                )
            )
    return tuple(made)


def _beside(statements: Sequence[Statement], forget: Sequence[str]) -> tuple[tuple[Statement, ...], list[LeftAlone]]:
    """What is stated beside a request to forget, without what shares a word with it: that teaches nothing."""
    gone = {stem(word) for text in forget for word in _WORD.findall(text.lower()) if word not in COMMON}
    kept, left = [], []
    for one in statements:
        words = {stem(word) for word in _WORD.findall(one.quote.lower())}
        if one.kind == "instruction" or words & gone or len(one.value) < 2:
            left.append(LeftAlone(one.quote, "asked to be forgotten"))
        else:
            kept.append(one)
    return tuple(kept), left


def _known(before: Sequence[Message]) -> dict[str, str]:
    """The names of people that were spoken of before, with what they are to the person."""
    made: dict[str, str] = {}
    for message in before[-_REMEMBERED:]:
        if message.role == "user":
            for match in _SOMEBODY.finditer(message.content[:MOST_READ]):
                relation = tables.relations().get(match["kin"].lower())
                if relation is not None:
                    made[match["name"]] = relation
    return made


def _by_rules(utterance: Utterance) -> Reading:
    return read(utterance)[0]


def _once_each(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Each thing once; of what is said twice, what is surer, and a constraint rather than a taste."""
    kept: dict[tuple[str, str, str, str], Statement] = {}
    for one in statements:
        key = (one.whom.lower(), one.value.lower(), one.situation.lower(), one.topic if one.stance == "is" else "")
        known = kept.get(key)
        if known is None or (known.kind == "taste" and one.kind == "constraint"):
            kept[key] = one
    return tuple(kept.values())


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _QUOTED_WORDS else text[:_QUOTED_WORDS]
