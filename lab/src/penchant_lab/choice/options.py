"""What only studies in four phases take, as the command line and the records of runs know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from penchant_lab.people.style import IDEAL
from penchant_lab.people.voice import HOUSE
from penchant_lab.run.config import Option
from penchant_lab.run.people_style import PEOPLE_STYLE

Feedback = Literal["minimal", "detailed"]
"""Whether a reaction that likes another option better also tells for which feature."""

Chooser = Literal["code", "lm"]
"""Who chooses among the options: code, by the typed beliefs, or a language model with that as a check."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceOptions:
    """The options of a run, typed."""

    passes: int = 3
    people_kind: str = "simulated"
    feedback: Feedback = "minimal"
    shuffle: int | None = None  # the seed of the order of tasks; None: as the suite gives them
    choose: Chooser = "code"
    voices: str = HOUSE  # a name, or where a folder is
    people_style: str | Mapping[str, Any] = IDEAL  # what people are like: a preset, a file, or what is in it
    questions: int = 2  # how many one task may bring at most; of several, the last is kept for asking back
    phrase: bool = False  # whether the language model words questions and reasons


QUESTIONS = Option(
    name="questions",
    type=int,
    metavar="N",
    default=2,
    help="how many questions one task may bring at most; of several, the last is kept for asking back",
)
METHODS = Option(name="methods", metavar="A,B", help="which methods (default: none,pre,post,both,dictionary,nearest)")
OPTIONS = (
    Option(name="passes", type=int, metavar="N", default=3, help="how often each taught phase is gone through"),
    Option(name="people_kind", metavar="NAME", default="simulated", help="who plays the people"),
    Option(
        name="voices",
        metavar="WHICH",
        default=HOUSE,
        help="how simulated people speak: house (ours), strangers (people of ours who share no shape with the house), "
        "or a folder of voice files, *.txt, and a remarks.txt for shoppers; its people say nothing that is not there",
    ),
    PEOPLE_STYLE,
    Option(
        name="feedback",
        choices=("minimal", "detailed"),
        default="minimal",
        help="where options have features, whether people tell for which they like another option better",
    ),
    QUESTIONS,
    Option(name="shuffle", type=int, metavar="SEED", help="go through tasks in an order drawn from this seed"),
    Option(
        name="choose",
        choices=("code", "lm"),
        default="code",
        help="who chooses: code by the beliefs, or the model, checked",
    ),
    Option(name="phrase", type=bool, default=False, help="let the model word questions and reasons"),
)
