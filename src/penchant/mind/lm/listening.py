"""The prompt for listening to free talk, the parser of its reply, and what stands of both readings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

from penchant.domain import BeliefKind, Heard, Message, Stance, Statement, Use
from penchant.domain.lines import one_line
from penchant.lm import ChatMessage, Prompt
from penchant.lm.schema import object_with
from penchant.mind.lm.relating import HOW, lines_of, related_form, related_of

SHOWN = 6_000
"""So many characters of a message are shown to the model; what is beyond them the built-in reader alone has read."""

BEFORE, BEFORE_SHOWN = 2, 300
"""So many messages before it are shown, and so many characters of each."""

PLAIN = 0.9
"""Where a model hears nothing at all, what the built-in reader is as sure of as this stands."""

_SURE = {"certain": 0.95, "likely": 0.8, "guess": 0.4}
_MOST, _LONGEST = 12, 200

_HOW = """\
You note what a person says that will still be true of them next week. Note only what they say themselves, of \
themselves or of people they know; not what they ask, quote, paste, imagine, hear from others or want this one time. \
The assistant's words are context only.
statements: one for each thing said, with
quote: the words of the message it stands on, copied exactly.
kind: "taste" (likes, wants, dislikes), "constraint" (allergy, diet, faith, access, budget, never), "instruction" (how \
the assistant should work), "fact" (home, job, pet, birthday), "relation" (who somebody is to them).
stance: "wants", "accepts" or "avoids"; of a fact or a relation "is".
value: the thing itself, without verbs of liking: "window seats", "peanuts", "Lyon".
topic: what it is about: "seat", "home", "sister"; or "".
when: when it holds, in their words: "in the morning", "drowsy"; "" for always. Two occasions are two statements.
whom: "" for the person, else the name or what they are to them: "Rosa", "sister".
changed: true only if they say that it was otherwise before. use: "private" or "never" if they say so, else "free".
sure: "certain", "likely" or "guess".
forget: what they ask you to forget, in their words. It is no statement.
If nothing of this is said, both lists are empty.
Example: "Rosa, my sister, hates coriander; I take tea when I'm drowsy" has \
{"quote":"Rosa, my sister","kind":"relation","stance":"is","value":"Rosa","topic":"sister","when":"","whom":"",\
"changed":false,"use":"free","sure":"certain"}, one that avoids "coriander" with whom "Rosa", \
and one that wants "tea" when "drowsy"."""


def listening(message: Message, before: Sequence[Message], known: Sequence[str] = ()) -> Prompt:
    """Ask what lasts of what one message says, and what that does to what is known."""
    lines = lines_of(known)
    lines += [f"{_called(one)}: {_short(one.content, BEFORE_SHOWN)}" for one in before[-BEFORE:] if one.content.strip()]
    lines.append(f"Message:\n{message.content[:SHOWN]}")
    messages = (ChatMessage("system", _HOW + HOW if known else _HOW), ChatMessage("user", "\n".join(lines)))
    return Prompt(purpose="listen", messages=messages, schema=listening_form(tuple(known)), max_tokens=900)


@lru_cache(maxsize=64)
def listening_form(known: tuple[str, ...] = ()) -> dict[str, Any]:
    """The form of a reply."""
    text = {"type": "string", "maxLength": _LONGEST}
    statement = object_with(
        {
            "quote": {"type": "string", "minLength": 1, "maxLength": SHOWN},
            "kind": {"enum": list(get_args(BeliefKind))},
            "stance": {"enum": list(get_args(Stance))},
            "value": {"type": "string", "minLength": 1, "maxLength": _LONGEST},
            "topic": text,
            "when": text,
            "whom": text,
            "changed": {"type": "boolean"},
            "use": {"enum": list(get_args(Use))},
            "sure": {"enum": list(_SURE)},
            **related_form(known),
        }
    )
    return object_with(
        {
            "statements": {"type": "array", "items": statement, "maxItems": _MOST},
            "forget": {"type": "array", "items": text, "maxItems": _MOST},
        }
    )


def heard_of(reply: Mapping[str, Any]) -> Heard:
    """What a reply says was heard; ValueError, in a few words, where it makes no sense.

    Whether the message has its quotations is for the loop to see, which refuses those that it has not.
    """
    statements = dict.fromkeys(_statement(one) for one in reply["statements"])
    forget = dict.fromkeys(text for one in reply["forget"] if (text := one.strip()))
    return Heard(tuple(statements), tuple(forget))


def heard_by_both(own: Heard, theirs: Heard, message: Message) -> Heard:
    """What stands of the built-in reading and a model's: the model's, but for what no model can undo.

    Requests to forget are obeyed whoever heard them, and nothing they name is learned; a constraint that was heard
    by rules is one, whatever the model calls it.
    """
    said = message.content.casefold()
    invented = [text for text in theirs.forget if text.casefold() not in said]
    forget = tuple(dict.fromkeys((*own.forget, *(text for text in theirs.forget if text not in invented))))
    rules = [one for one in own.statements if one.kind == "constraint"]
    found = [one for one in theirs.statements if not any(_is_same(one, rule) for rule in rules)]
    if not theirs.statements and not theirs.forget:
        rules = [one for one in own.statements if one.kind == "constraint" or one.sure >= PLAIN]
    kept = [one for one in (*rules, *found) if not any(_overlap(one.quote, text) for text in forget)]
    left = [one for one in own.left_alone if not any(_overlap(one.words, each.quote) for each in kept)]
    return Heard(tuple(kept), forget, tuple(left))


def _statement(said: Mapping[str, Any]) -> Statement:
    kind: BeliefKind = said["kind"]
    stance: Stance = "is" if kind in ("fact", "relation") else said["stance"]
    if stance == "is" and kind not in ("fact", "relation"):
        raise ValueError(f"the stance of a {kind} must be wants, accepts or avoids")
    if not said["value"].strip():
        raise ValueError("a value is empty")
    return Statement(
        stance,
        said["value"].strip(),
        said["when"].strip(),
        said["topic"].strip(),
        kind,
        said["whom"].strip(),
        use=said["use"],
        changed=said["changed"],
        quote=said["quote"],
        sure=_SURE[said["sure"]],
        related=related_of(said),
    )


def _is_same(one: Statement, other: Statement) -> bool:
    """Whether both say the same of the same, whatever kind it is."""
    values = {one.value.casefold(), other.value.casefold()}
    return one.whom.casefold() == other.whom.casefold() and (len(values) == 1 or _overlap(*values))


def _overlap(one: str, other: str) -> bool:
    one, other = one.casefold(), other.casefold()
    return bool(one and other) and (one in other or other in one)


def _called(message: Message) -> str:
    return {"user": "Person", "assistant": "Assistant", "system": "System", "tool": "Tool"}[message.role]


def _short(text: str, most: int) -> str:
    line = " ".join(one_line(text).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
