"""What a study with a language model is going to take: as a dry run counted it, and what the rules allow at most."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.bench.phases import FOUR_PHASES, passes_of
from penchant.bench.run.worker import Unit
from penchant.bench.rundir import Config
from penchant.loop import method_named
from penchant.mind.lm.trial import CHOICES, SENTENCES
from penchant.plugins import needs_model


def calls_at_most(config: Config, units: Sequence[Unit], tasks: Sequence[int], until: int) -> int | None:
    """The most calls that the units can take, whatever is said and however often a reply is no use.

    ``tasks`` is how many there are in each phase. None where a mind or people are not ours: nobody knows their rules.
    """
    mind, people = needs_model("minds", config.mind), needs_model("people", config.kind)
    if (mind and config.mind != "lm") or (people and config.kind != "played"):
        return None
    chooses = config.choose == "lm"
    more = mind and (chooses or config.phrase)  # and then nothing is asked for again
    heard = (1 if more else 2) * mind + 2 * people  # calls for one thing that is said
    calls = (len(SENTENCES) + len(CHOICES) * chooses) * mind
    for unit in units:
        method = method_named(unit.method)
        taught, examined = _left(unit, tasks, config.passes, until)
        calls += taught * (heard * (method.asks + method.corrected) + config.phrase * method.asks)
        calls += (taught + examined) * more
    return calls


def _left(unit: Unit, tasks: Sequence[int], passes: int, until: int) -> tuple[int, int]:
    """How many tasks a unit has before it in which it is taught, and how many in exams."""
    begin = 0 if unit.since is None else unit.since.phases
    left = list(zip(tasks, FOUR_PHASES, strict=True))[begin:until]
    taught = sum(n * passes_of(phase, passes) for n, phase in left if phase.teaching)
    return taught, sum(n for n, phase in left if not phase.teaching)
