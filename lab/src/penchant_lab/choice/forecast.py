"""What a study with a language model is going to take: as a dry run counted it, and what the rules allow at most."""

from __future__ import annotations

from collections.abc import Sequence

from penchant.mind.lm.trial import CHOICES, SENTENCES
from penchant.plugins import needs_model
from penchant_lab.choice.options import ChoiceOptions
from penchant_lab.choice.phases import FOUR_PHASES, passes_of
from penchant_lab.choice.sceptics import study_method
from penchant_lab.run.study import StudyUnit


def calls_at_most(
    mind_name: str, options: ChoiceOptions, units: Sequence[StudyUnit], tasks: Sequence[int], until: int
) -> int | None:
    """The most calls that the units can take, whatever is said and however often a reply is no use.

    ``tasks`` is how many there are in each phase. None where a mind or people are not ours: nobody knows their rules.
    """
    mind, people = needs_model("minds", mind_name), needs_model("people", options.people_kind)
    if (mind and mind_name != "lm") or (people and options.people_kind != "played"):
        return None
    chooses = options.choose == "lm"
    more = mind and (chooses or options.phrase)  # and then nothing is asked for again
    heard = (1 if more else 2) * mind + 2 * people  # calls for one thing that is said
    calls = (len(SENTENCES) + len(CHOICES) * chooses) * mind
    for unit in units:
        method = study_method(unit.method)
        taught, examined = _left(unit, tasks, options.passes, until)
        questions = 2 * method.asks  # one of them asks back
        calls += taught * (heard * (questions + method.corrected) + options.phrase * questions)
        calls += (taught + examined) * more
    return calls


def _left(unit: StudyUnit, tasks: Sequence[int], passes: int, until: int) -> tuple[int, int]:
    """How many tasks a unit has before it in which it is taught, and how many in exams."""
    begin = 0 if unit.since is None else unit.since.phases
    left = list(zip(tasks, FOUR_PHASES, strict=True))[begin:until]
    taught = sum(n * passes_of(phase, passes) for n, phase in left if phase.teaching)
    return taught, sum(n for n, phase in left if not phase.teaching)
