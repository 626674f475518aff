"""The prompt for listening to free talk, the parser of its reply, and what stands of both readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from penchant.domain import Heard, Message, Statement
from penchant.domain.lines import short
from penchant.lm import ChatMessage, Prompt
from penchant.lm.schema import object_with
from penchant.mind.lm.relating import HOW, lines_of
from penchant.mind.lm.statements import FIELDS, statement_form, statement_of
from penchant.mind.understand.heard_constraints import heard_constraints

SHOWN = 6_000
"""So many characters of a message are shown to the model; what is beyond them the built-in reader alone has read."""

BEFORE, BEFORE_SHOWN = 2, 300
"""So many messages before it are shown, and so many characters of each."""

_MOST, _LONGEST = 12, 200

_HOW = f"""\
You note what a person says that will still be true of them next week. Note only what they say themselves, of \
themselves or of people they know; not what they ask, quote, paste, imagine, offer to choose from, hear from others, \
once did or want this one time. The assistant's words are context only.
statements: one for each thing said, with
{FIELDS}
forget: what they ask you to forget, in their words. It is no statement.
If nothing of this is said, both lists are empty.
Example: "Rosa, my sister, hates coriander; I take tea rather than coffee when I'm drowsy, except at work" has \
{{"quote":"Rosa, my sister","kind":"relation","stance":"is","value":"Rosa","topic":"sister","when":"","except":"",\
"rather_than":[],"whom":"","changed":false,"use":"free","sure":"certain"}}, one that avoids "coriander" with whom \
"Rosa", and one that wants "tea" when "drowsy", except "at work", rather_than ["coffee"]."""


def listening(message: Message, before: Sequence[Message], known: Sequence[str] = ()) -> Prompt:
    """Ask what lasts of what one message says, and what that does to what is known."""
    lines = lines_of(known)
    lines += [f"{_called(one)}: {short(one.content, BEFORE_SHOWN)}" for one in before[-BEFORE:] if one.content.strip()]
    lines.append(f"Message:\n{message.content[:SHOWN]}")
    messages = (ChatMessage("system", _HOW + HOW if known else _HOW), ChatMessage("user", "\n".join(lines)))
    return Prompt(purpose="listen", messages=messages, schema=listening_form(tuple(known)), max_tokens=900)


@lru_cache(maxsize=64)
def listening_form(known: tuple[str, ...] = ()) -> dict[str, Any]:
    """The form of a reply."""
    text = {"type": "string", "maxLength": _LONGEST}
    return object_with(
        {
            "statements": {"type": "array", "items": statement_form(known), "maxItems": _MOST},
            "forget": {"type": "array", "items": text, "maxItems": _MOST},
        }
    )


def heard_of(reply: Mapping[str, Any]) -> Heard:
    """What a reply says was heard; ValueError, in a few words, where it makes no sense.

    Whether the message has its quotations is for the loop to see, which refuses those that it has not.
    """
    statements = dict.fromkeys(statement_of(one) for one in reply["statements"])
    forget = dict.fromkeys(text for one in reply["forget"] if (text := one.strip()))
    return Heard(tuple(statements), tuple(forget))


def heard_by_both(own: Heard, theirs: Heard, message: Message) -> Heard:
    """What stands of the built-in reading and a model's: the model's, but for what no model can undo.

    Requests to forget are obeyed whoever heard them, and nothing they name is learned; an allergy, a diet and the like
    that plain words tell of is a constraint, whatever the model calls it.
    """
    said = message.content.casefold()
    invented = [text for text in theirs.forget if text.casefold() not in said]
    forget = tuple(dict.fromkeys((*own.forget, *(text for text in theirs.forget if text not in invented))))
    rules = [one for one in own.statements if one.kind == "constraint" and _is_plain(one)]
    found = [one for one in theirs.statements if not any(_is_same(one, rule) for rule in rules)]
    kept = [one for one in (*rules, *found) if not any(_overlap(one.quote, text) for text in forget)]
    left = [one for one in own.left_alone if not any(_overlap(one.words, each.quote) for each in kept)]
    return Heard(tuple(kept), forget, tuple(left))


def _is_plain(one: Statement) -> bool:
    """Whether the words of a constraint can mean nothing else."""
    return any(_overlap(rule.value, one.value) for rule in heard_constraints(one.quote))


def _is_same(one: Statement, other: Statement) -> bool:
    """Whether both say the same of the same, whatever kind it is."""
    values = {one.value.casefold(), other.value.casefold()}
    return one.whom.casefold() == other.whom.casefold() and (len(values) == 1 or _overlap(*values))


def _overlap(one: str, other: str) -> bool:
    one, other = one.casefold(), other.casefold()
    return bool(one and other) and (one in other or other in one)


def _called(message: Message) -> str:
    return {"user": "Person", "assistant": "Assistant", "system": "System", "tool": "Tool"}[message.role]
