"""A talk that is sent along with a message: only what the person says now counts, which is its last turn.

Clients send the talk so far as labelled lines or as a list of messages, and people answer below quoted lines. Whatever
stands above the last turn was heard when it was said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Literal, NamedTuple

from penchant.mind.quotations.marks import CUT
from penchant.mind.understand.words import one_of

_Role = Literal["agent", "person"]
_AGENT = one_of("assistant agent ai bot chatbot robot model system penchant chatgpt claude gemini copilot alexa siri")
_PERSON = one_of("user human me i person customer")
_INSIDE = ("assistant", "agent", "ai", "bot", "user", "human")
"""Labels that are seen also where no line begins, once a text has begun with one."""

_TIME = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\ ?[ap]m)?"
_LABEL = re.compile(
    rf"""^[ \t*_\#|\[(<-]* (?:{_TIME}[\])]*[ \t,|-]*[\[(<*_]*)?  # marks of lists and of bold type, and the time
    (?P<who> [^\W_][\w'’.@-]{{0,39}} (?:\ (?!said|says|wrote)[\w'’.@-]{{1,39}}){{0,2}} )
    [*_\])]* (?:,?[ \t]*[(\[]?{_TIME}[)\]]?)? (?:\ (?:said|says|wrote))? [*_]* [ \t]* [:>] (?!//) [*_]* [ \t]*""",
    re.MULTILINE | re.VERBOSE,
)
_INTRODUCES = re.compile(r".*\b(?:wrote|writes|said|says|asked)\s*:\s*", re.IGNORECASE)
_SAYS_SOMETHING = re.compile(r"[^\W_]")


class _Turn(NamedTuple):
    who: str
    role: _Role | None
    text: str


def last_turn(words: str, person: str) -> str:
    r"""What the person says now, where the talk so far, or lines quoted from it, came along.

    >>> last_turn("Assistant: Coffee or tea?\nana: the tea\nAssistant: Here you are.\nana: no, the coffee", "ana")
    'no, the coffee'
    >>> last_turn("> I want coffee\nno, the tea", "ana")
    'no, the tea'
    >>> last_turn("mornings: coffee\nevenings: tea", "ana")
    'mornings: coffee\nevenings: tea'
    """
    if ">" in words:
        words = _below_quoted_lines(words)
    turns = _talk(words, person) if ":" in words or ">" in words else []
    if not turns:
        return words
    last = turns[-1]
    if last.role == "agent":  # what stands below its line is the person's
        return last.text.partition("\n")[2]
    first = len(turns) - 1
    while first and turns[first - 1].who == last.who:
        first -= 1
    return "\n".join(turn.text for turn in turns[first:])


def last_message(words: str) -> str:
    """What the person says in the last of a list of messages, as clients send them; else the words as they are.

    >>> last_message('[{"role": "assistant", "content": "Coffee or tea?"}, {"role": "user", "content": "tea"}]')
    'tea'
    """
    with suppress(ValueError, KeyError, TypeError, IndexError, RecursionError):
        sent = json.loads(words)
        last = sent[-1] if isinstance(sent, list) else sent
        return str(last["content"]) if str(last["role"]).casefold() in _PERSON else ""
    return words


def _below_quoted_lines(words: str) -> str:
    """The words without lines quoted as in a letter, unless there are no others."""
    lines = words.split("\n")
    quoted = [line.lstrip().startswith(">") for line in lines]
    own = [
        line
        for number, line in enumerate(lines)
        if not quoted[number] and not (True in quoted[number + 1 : number + 2] and _INTRODUCES.fullmatch(line))
    ]
    return "\n".join(own) if True in quoted and any(map(_SAYS_SOMETHING.search, own)) else words


def _talk(words: str, person: str) -> list[_Turn]:
    """The turns of a talk, each with whose it is; none where the words are not a talk."""
    roles, inside = _roles(person)
    first = _LABEL.match(words)
    if first is not None and first["who"].casefold() in roles:
        words = inside.sub("\n", words)
    found = list(_LABEL.finditer(words))
    if not found:
        return []
    names = [label["who"].casefold() for label in found]
    told_by = {name: roles[name] for name in names if name in roles} or _asked_and_answered(names)
    for name, label in zip(names, found, strict=True):
        if words[label.end() :].lstrip("\"“'‘")[:1] in CUT:  # who said what the agent said is the agent
            told_by[name] = "agent"
    told_by |= _told_apart(names, told_by)
    if not (set(names) - {"you"} and _is_talk(names, told_by, asked="?" in words or "said:" in words)):
        return []
    spoken = [(label, name) for label, name in zip(found, names, strict=True) if name in told_by or not told_by]
    ends = [label.start() for label, _ in spoken[1:]] + [len(words)]
    return [
        _Turn(name, told_by.get(name), words[label.end() : end].strip("\n"))
        for (label, name), end in zip(spoken, ends, strict=True)
    ]


def _asked_and_answered(names: Sequence[str]) -> dict[str, _Role]:
    return {"q": "agent", "a": "person"} if {"q", "a"} <= {*names} else {}


def _told_apart(names: Sequence[str], told_by: dict[str, _Role]) -> dict[str, _Role]:
    """Whose the labels are that could be anybody's: where one side is known, they are the other's."""
    sides = {*told_by.values()}
    if len(sides) != 1:
        return {"you": "person"} if sides and "you" in names else {}
    other: _Role = "person" if "agent" in sides else "agent"
    rest = {"you"} & {*names} or {*names} - {*told_by}
    return dict.fromkeys(rest, other)


def _is_talk(names: Sequence[str], told_by: dict[str, _Role], *, asked: bool) -> bool:
    """Whether two sides speak: the agent is one of them, or nobody is known, and they ask and take turns."""
    if told_by:
        return "agent" in told_by.values()
    return asked and len(names) > 2 and names[0] == names[2] != names[1]


@lru_cache(maxsize=256)
def _roles(person: str) -> tuple[dict[str, _Role], re.Pattern[str]]:
    """Whose the labels are that are known beforehand, and where such a one stands within a line."""
    own = {person.casefold(), person.casefold().split()[0]}
    roles: dict[str, _Role] = {**dict.fromkeys(_AGENT, "agent"), **dict.fromkeys((*_PERSON, *own), "person")}
    names = "|".join(map(re.escape, (*_INSIDE, *own)))
    return roles, re.compile(rf"(?<=[\s.?!…”\"{CUT}])(?=(?:{names})[ \t]*:\s)", re.IGNORECASE)
