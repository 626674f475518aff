"""What is found in a message: statements, requests to forget, and what was left alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import BeliefKind, LeftAlone, Stance, Statement, Use
from penchant.mind.talk import tables
from penchant.mind.talk.values import value_of
from penchant.mind.talk.words import Word, joined

_FILE = "clauses.txt"
_PRIVATE = re.compile(
    r"\b(?:between (?:us|you and me|ourselves)|keep (?:that|this|it) (?:private|to yourself|quiet|"
    r"secret|confidential)|"
    r"(?:don't|do not|please don't) (?:tell|share|mention)|in confidence|(?:this|that|it) is confidential|"
    r"not to be shared|our (?:little )?secret|"
    r"off the record|nobody else needs to know|for your (?:eyes|ears) only|hush-hush)\b", re.I
)  # fmt: skip
_NEVER_USED = re.compile(
    r"\b(?:never use (?:that|this|it)|(?:don't|do not) (?:ever )?use (?:that|this|it)|not (?:for|to be) use(?:d)?|"
    r"(?:don't|do not) act on (?:that|this|it))\b", re.I
)  # fmt: skip
_DROPPED = frozenset({"when", "whenever", "if", "while", "for", "once", "on", "wherever"})


class Notes:
    """The notes on one message, in the order in which things were said."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.statements: list[Statement] = []
        self.forget: list[str] = []
        self.left_alone: list[LeftAlone] = []

    def add(
        self, stance: Stance, value: str, kind: BeliefKind, quote: str, *, situation: str = "", topic: str = "",
        whom: str = "", sure: float = 1.0, changed: bool = False,
    ) -> None:  # fmt: skip
        """Note one statement; nothing where it has no value."""
        if value:
            self.statements.append(
                Statement(
                    stance, value, situation, topic, kind, whom, changed=changed, quote=quote, sure=round(sure, 3)
                )
            )

    def leave(self, words: str, why: str) -> None:
        """Note what might have said something, and why it was left alone."""
        self.left_alone.append(LeftAlone(words, why))

    def mark_use(self, quote: str, since: int) -> None:
        """Mark how what a sentence states may be used, where it says so; else what was stated right before it."""
        use: Use | None = "never" if _NEVER_USED.search(quote) else "private" if _PRIVATE.search(quote) else None
        if use is None:
            return
        own = [one for one in self.statements[since:] if one.kind != "instruction"]
        before = self.statements[:since]
        if own or not before:
            self.statements[since:] = [replace(one, use=use) for one in own]
        else:
            self.statements[:] = [*before[:-1], replace(before[-1], use=use)]

    def hold_to(self, rules: Sequence[Statement], quote: str, since: int) -> None:
        """Note rules, in place of the tastes for the same things that were noted since."""
        for rule in rules:
            found = False
            for at in range(since, len(self.statements)):
                one = self.statements[at]
                if not one.whom and rule.value.lower() in one.value.lower() and one.kind in {"taste", "constraint"}:
                    if not one.situation:
                        self.statements[at] = replace(one, kind="constraint", stance=rule.stance)
                    found = True
            if not found:
                self.add(rule.stance, rule.value, "constraint", quote, sure=0.95, changed=rule.stance == "accepts")

    def situation(self, occasions: Sequence[Sequence[Word]]) -> str:
        """When something holds, in the words of the message and without what only leads to it."""
        parts = []
        for occasion in occasions:
            row = list(occasion)
            if tables.phrases(_FILE, "polite").match(joined(row)):
                continue
            while row and row[0].text in _DROPPED:
                row = row[1:]
            if row and [word.text for word in row[:2]] == ["i", "am"]:
                row = row[2:]
            if [word.text for word in row[:3]] == ["it", "comes", "to"]:
                row = row[3:]
            if row:
                parts.append(value_of(self._text, row))
        return ", ".join(parts)
