"""What the rules that somebody tells of make of a reading: which options they rule out, and what is left to judge.

Hearing them is in :mod:`penchant.mind.understand.heard_constraints`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import Reading, Statement, Utterance
from penchant.english import stem
from penchant.mind.constraints import named, rules_out
from penchant.mind.understand.heard_constraints import (
    forbidding,
    heard_constraints,
    is_of_an_occasion,
    is_putting,
    plainly,
)
from penchant.mind.understand.words import MOST_READ, clauses_of

_POINTED = re.compile(r"\b(?:that|this|it|them|those|these|there|here)\b")


def constraints(utterance: Utterance, reading: Reading) -> Reading:
    """The reading with what is no matter of taste: the rules that were heard, and the options that they rule out.

    An option that a rule rules out is not wanted, whatever else was read.
    """
    said = utterance.words
    rules = heard_constraints(said)
    binding = [rule for rule in rules if rule.stance != "accepts"]
    described = utterance.request is not None and utterance.request.described
    touched = [] if described else [name for name in utterance.options if _is_ruled_out(binding, name)]
    pointed_at = _pointed_at(said, utterance, reading)
    touched += [name for name in pointed_at if name not in touched]
    if not rules and not touched:
        return reading
    values = {named(rule.value) for rule in rules}
    ruled = set(touched)
    wrong = bool(ruled.intersection(utterance.acted))
    moved = utterance.acted[:1] if ruled.intersection(utterance.acted[1:]) else ()  # put there, and not to blame
    avoided = ruled.union(name for name in reading.avoids if name not in moved)
    return replace(
        reading,
        wants=tuple(name for name in reading.wants if name not in ruled),
        accepts=tuple(name for name in reading.accepts if name not in ruled),
        avoids=tuple(name for name in dict.fromkeys((*utterance.options, *reading.avoids)) if name in avoided),
        verdict="wrong" if wrong else reading.verdict,
        unlisted=tuple(name for name in reading.unlisted if named(name) not in values),
        also=(*reading.also, *rules),
        constraints=tuple(touched),
    )


def surer(utterance: Utterance, reading: Reading) -> Reading:
    """The reading, as sure as it is once what was doubtful of options that a rule rules out is no longer."""
    rules = [rule for rule in heard_constraints(utterance.words) if rule.stance != "accepts"]
    if not rules or len(reading.odds) < len(utterance.options):
        return reading
    ruled = {name for name in utterance.options if name not in reading.wants and _is_ruled_out(rules, name)}
    left = [odds for name, odds in reading.odds if name not in ruled]
    return replace(reading, sure=max(reading.sure, min(left))) if ruled and left else reading


def beside_constraints(words: str, options: Sequence[str]) -> str:
    """The words without whole sentences that tell of a rule which rules out nothing on offer: they judge nothing here.

    >>> beside_constraints("Lovely. And I'm allergic to sesame.", ["tea"])
    'Lovely.'
    >>> beside_constraints("No. I'm allergic to nuts.", ["walnut cake"])
    "No. I'm allergic to nuts."
    """
    rules = heard_constraints(words)
    if not rules or any(rules_out(one.stance, one.value, name) for one in rules for name in options):
        return words
    rest = [sentence for sentence in clauses_of(words[:MOST_READ]) if not heard_constraints(sentence)]
    return "".join(rest).strip(" ;\n") or words


def _is_ruled_out(rules: Sequence[Statement], name: str) -> bool:
    return any(rules_out(rule.stance, rule.value, name) for rule in rules)


def _pointed_at(words: str, utterance: Utterance, reading: Reading) -> list[str]:
    """The options that somebody forbids for good: by name, or as what was just done ("never put my keys there")."""
    if not re.search(r"never|ever|circumstances|account", words, re.IGNORECASE):
        return []
    for sentence in clauses_of(plainly(words)):
        verb, rest = forbidding(sentence.strip().rstrip(".!?;\n ")) or ("", "")
        if verb and not is_of_an_occasion(rest):
            done = list(utterance.acted[-1:]) if "else" not in rest else []
            if _POINTED.search(rest) and done:
                return done
            moved = utterance.acted[:1] if is_putting(verb) else ()
            return [name for name in reading.avoids if name not in moved and _mentions(rest, name)]
    return []


def _mentions(text: str, name: str) -> bool:
    said = {stem(word) for word in re.findall(r"[a-z]+", text)}
    return any(stem(word) in said for word in re.findall(r"[a-z]+", name.lower()) if len(word) > 2)
