"""One reading by rules and weights together, and when the rules read alone."""

from __future__ import annotations

from dataclasses import replace

from penchant.domain import Reading, Utterance
from penchant.mind.learned.decide import Decision, decide
from penchant.mind.learned.guards import heeded
from penchant.mind.learned.reader import LearnedReader
from penchant.mind.understand.guard import guarded
from penchant.mind.understand.mention import Likeness
from penchant.mind.understand.reader import compared, named_in
from penchant.mind.understand.selection import ALIKE

PLAIN = 1.0
"""How sure the rules are where they see nothing to doubt."""


def together(
    said: Utterance, rules: Reading, reader: LearnedReader, *, plain: bool, likeness: Likeness | None = None
) -> Decision:
    """What the words say by both; ``plain`` tells that the rules saw no room for another reading."""
    if reads_alone(said, rules, plain=plain, likeness=likeness):
        return Decision(replace(rules, sure=min(rules.sure, PLAIN)), rules.sure, "alike")
    named = named_in(said, likeness)
    decision = decide(rules, heeded(rules, reader.read(said), said), plain=plain, named=named)
    if rules.sure == ALIKE and not decision.reading.wants:
        return replace(decision, reading=rules)  # among long options, what is most alike beats silence
    return replace(decision, reading=guarded(said, decision.reading))


def reads_alone(said: Utterance, rules: Reading, *, plain: bool, likeness: Likeness | None = None) -> bool:
    """Whether nobody else needs to read this: nothing is on offer, there is nothing to doubt, or it was compared."""
    if not said.options or (plain and (not said.acted or rules.verdict != "unclear")):
        return True
    return compared(said, likeness) is not None
