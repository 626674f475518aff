"""A text cut into clauses, each a row of words, cues and mentions that one judgement can be made about.

People use the same turns of phrase again and again, about one thing and another. So a clause knows where it mentions
something and in which manner, but not what: it is shared by all texts that word it so, and what it says is worked out
once. A row joins a clause to what it mentions in one text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from penchant.mind.understand.cues import find_idioms, match
from penchant.mind.understand.mention import Mention, MentionKind
from penchant.mind.understand.tokens import PAUSES, STOPS
from penchant.mind.understand.words import ARTICLES, FILLERS, one_of

KEPT = 2_048
"""How many clauses, and answers about clauses, are remembered."""

Item = str | Mention


class Slot(NamedTuple):
    """Where a clause mentions something: which of its mentions it is, and in which manner it speaks."""

    number: int
    kind: MentionKind
    placed: bool
    words: tuple[str, ...]  # of a mention that only points


class Node(NamedTuple):
    """One step of a clause: a word, a cue with its letters, or a mention."""

    text: str = ""
    marks: str = ""
    mention: Slot | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """A stretch of text that makes one statement; ``opener`` is the word that ties it to what went before."""

    opener: str
    nodes: tuple[Node, ...]
    asks: bool
    after_comma: bool
    marks: str  # the letters of all its cues
    plain: tuple[Node, ...]  # the nodes with pronouns as words, where nothing else is named
    mentions: bool  # it speaks of something
    names: bool  # by more than a pronoun

    def has(self, mark: str) -> bool:
        """Whether any of its cues carries the letter."""
        return mark in self.marks


class MentionedClause(NamedTuple):
    """A clause of one text, and what it mentions there."""

    clause: Clause
    mentions: tuple[Mention, ...]


_OPENERS = one_of("but however although though because whereas unless yet if")
_NEW_SUBJECT = one_of("i it that this they we you he she my there these those")
_AFTER_AND = _NEW_SUBJECT | one_of(
    """
    hate love like prefer avoid skip put bring give make get take now today then please definitely certainly never play
    try go serve move leave keep use want need watch wear place hang send swap order switch maybe can could also would
    """
)
_AFTER_SO = _NEW_SUBJECT | one_of("no not please never let give bring can could maybe make go")
_SINGULAR_VERBS = one_of(
    """
    is makes gives keeps was hurts upsets tastes smells has does sends leaves puts helps calms suits wakes sounds
    looks gets seems never
    """
)
_TIMES = one_of("now nowadays lately recently today tonight")
_FALLING_BACK = one_of("would will is could works might if")
_KINDS: dict[str, MentionKind] = {"either": "either", "both": "both", "name": "name"}
_TOGETHER = one_of("and or nor")
_POINTING = one_of("it there")  # the kinds of mention that name nothing
_MAY_OPEN = _OPENERS | _TOGETHER | _TIMES | one_of("so since as while plus then otherwise")
"""The words that `_opens` may find to begin a clause."""


def clauses(tokens: Sequence[str], mentions: Sequence[Mention]) -> list[MentionedClause]:
    """The clauses of a text, in order, without empty ones."""
    items = _weave(tokens, mentions)
    if mentions:
        items = _coordinate(items)
    found: list[MentionedClause] = []
    opener, row, after_comma = "", list[Item](), False

    def close(asks: bool = False) -> None:
        nonlocal row
        if row or opener in {"if", "otherwise"}:
            found.append(_row(opener, row, asks, after_comma, tokens))
        row = []

    for at, item in enumerate(items):
        following = items[at + 1] if at + 1 < len(items) else "."
        if isinstance(item, str):
            if item in PAUSES:
                close(asks=item == "?")
                opener, after_comma = "", item == ","
                continue
            if item in _MAY_OPEN and (_opens(item, items, at, following, row) or (item == "then" and opener == "if")):
                close()
                opener, after_comma = item, after_comma and not row
                if item in _TIMES:
                    row = [item]
                continue
        row.append(item)
    close()
    return found


def _row(opener: str, items: list[Item], asks: bool, after_comma: bool, tokens: Sequence[str]) -> MentionedClause:
    mentions: list[Mention] = []
    wording: list[str | Slot] = []
    for item in items:
        if isinstance(item, str):
            wording.append(item)
        else:
            words = tuple(tokens[item.start : item.end]) if item.kind in _POINTING else ()
            wording.append(Slot(len(mentions), item.kind, item.placed, words))
            mentions.append(item)
    return MentionedClause(_clause(opener, tuple(wording), asks, after_comma), tuple(mentions))


@lru_cache(maxsize=KEPT)
def _clause(opener: str, wording: tuple[str | Slot, ...], asks: bool, after_comma: bool) -> Clause:
    slots = [item for item in wording if isinstance(item, Slot)]
    names = any(slot.kind not in _POINTING for slot in slots)
    nodes = plain = _read(wording, naming=bool(slots))
    if names:
        plain = ()
    elif slots:
        spelled = [word for item in wording for word in (item.words if isinstance(item, Slot) else (item,))]
        plain = _read(spelled, naming=False)
    marks = "".join(node.marks for node in nodes)
    return Clause(opener, nodes, asks, after_comma, marks, plain, mentions=bool(slots), names=names)


def _opens(item: str, items: Sequence[Item], at: int, following: Item, row: Sequence[Item]) -> bool:
    """Whether this word begins a clause of its own."""
    named = any(isinstance(earlier, Mention) for earlier in row)
    if item == "if":
        if row and row[-1] == "only":
            return False
        _, marks = match(items, at, naming=True)
        return not any(mark in marks for mark in "=FX+D")
    if item in _OPENERS:
        return not (
            item == "but" and row and row[-1] in {"anything", "everything", "nothing", "all", "any", "none"}
        ) and not (
            item == "but"
            and row
            and isinstance(row[-1], Mention)
            and row[-1].kind in {"either", "none"}
            and isinstance(following, Mention)
        )
    if item == "so" and isinstance(following, Mention):
        return True
    if item == "so" and following in _AFTER_SO:
        return True
    if item in {"since", "as", "while", "so"}:
        if item == "since" and not row and isinstance(following, Mention):
            return True
        return bool(row) and (following in _NEW_SUBJECT or (item != "so" and named and isinstance(following, Mention)))
    if item in _TOGETHER or item == "plus":
        if not row or list(row) == ["yes"]:
            return True
        if isinstance(following, Mention):
            return named
        return following in _AFTER_AND or (named and following in {"not", "no", "also"}) or (item == "or" and named)
    if item in {"then", "otherwise"} and named:
        return following != "again"
    if item in _TIMES:
        return named and (following in _NEW_SUBJECT or isinstance(following, Mention))
    return False


def _weave(tokens: Sequence[str], mentions: Sequence[Mention]) -> list[Item]:
    """Tokens and mentions in one row, without fillers and without articles before a mention."""
    starts = {mention.start: mention for mention in mentions}
    idioms = find_idioms(tokens)
    items: list[Item] = []
    at = 0
    while at < len(tokens):
        if at in idioms:
            length, aside = idioms[at]
            inside = [starts[inner] for inner in range(at, at + length) if inner in starts]
            if aside and not any(mention.full for mention in inside):
                if match(tokens, at, naming=True)[0] <= length:
                    at += length
                    continue
            elif not aside and all(mention.kind == "it" and mention.start > at for mention in inside):
                items += tokens[at : at + length]  # "well done" is more than "done", "do it for me" points at nothing
                at += length
                continue
        mention = starts.get(at)
        if mention is not None:
            article = bool(items) and items[-1] in ARTICLES
            while items and items[-1] in ARTICLES:
                items.pop()
            if (
                not article
                and items
                and items[-1] in {"that", "this", "those", "these", "other"}
                and items[-2:-1] != ["failing"]
                and mention.kind == "name"
            ):
                items.pop()
            items.append(mention)
            at = max(mention.end, at + 1)
            continue
        if tokens[at] not in FILLERS or _is_alone(tokens, at):
            items.append(tokens[at])
        at += 1
    return items


def _is_alone(tokens: Sequence[str], at: int) -> bool:
    return (at == 0 or tokens[at - 1] in PAUSES) and (at + 1 == len(tokens) or tokens[at + 1] in PAUSES)


def _coordinate(items: list[Item]) -> list[Item]:
    """Make one mention of "tea and juice" and of "tea, juice or water"."""
    merged: list[Item] = []
    at = 0
    while at < len(items):
        item = items[at]
        if not isinstance(item, Mention) or item.kind not in {"name", "it"}:
            merged.append(item)
            at += 1
            continue
        end, members = _list_from(items, at)
        if item.kind == "it" and len(members) == 1:
            merged.append(item)
            at += 1
            continue
        if len(members) > 1:
            options = tuple(dict.fromkeys(n for member in members for n in member.options))
            kind = merged.pop() if merged and merged[-1] in {"either", "both"} else "name"
            full = any(member.full for member in members)
            item = Mention(item.start, members[-1].end, options, _KINDS[str(kind)], full=full)
        elif item.vague and _grouped(merged):
            if merged[-1] == "of":
                merged.pop()
            kind = merged.pop()
            item = item._replace(kind="either" if kind in {"either", "any"} else "both")
        merged.append(item)
        at = end
    return merged


def _grouped(row: Sequence[Item]) -> bool:
    """Whether the row ends in "either", or in "any of"."""
    at = len(row) - (2 if row and row[-1] == "of" else 1)
    return at >= 0 and row[at] in {"either", "both", "any", "all"}


def _list_from(items: Sequence[Item], at: int) -> tuple[int, list[Mention]]:
    first = items[at]
    assert isinstance(first, Mention)
    members, end = [first], at + 1
    pending, here = [first], at + 1
    while here < len(items):
        joined, paused = False, False
        if items[here] == "," and here + 1 < len(items):
            here, paused = here + 1, True
        if items[here] in _TOGETHER:
            joined = True
            here += 1
            if here < len(items) and items[here] in {"also", "maybe", "even"}:
                here += 1
        item = items[here] if here < len(items) else "."
        if not isinstance(item, Mention) or item.kind != "name" or (here == end and not joined):
            break
        after = items[here + 1] if here + 1 < len(items) else "."
        ruled = at > 0 and items[at - 1] not in STOPS and items[at - 1] != ","
        if paused and joined and len(pending) == 1 and any(m in match(items, here + 1, naming=True)[1] for m in "=F"):
            break
        if (
            (ruled and after in _SINGULAR_VERBS)
            or after in {"if", "instead"}
            or (joined and paused and len(pending) == 1 and after in _FALLING_BACK)
        ):
            break
        pending.append(item)
        here += 1
        if joined:
            members, end = list(pending), here
    return end, members


def _read(row: Sequence[str | Slot], *, naming: bool) -> tuple[Node, ...]:
    """Words and mentions as nodes, phrases of the book put together."""
    nodes: list[Node] = []
    at = 0
    while at < len(row):
        item = row[at]
        if isinstance(item, Slot):
            nodes.append(Node(mention=item))
            at += 1
            continue
        length, marks = match(row, at, naming=naming)
        nodes.append(Node(item if length < 2 else " ".join(map(str, row[at : at + length])), marks))
        at += max(length, 1)
    return tuple(nodes)
