"""What the study of robustness takes, as the command line and the records of runs know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penchant.errors import BadInput
from penchant_lab.choice.options import QUESTIONS
from penchant_lab.people.style import PRESETS, Style
from penchant_lab.people.voice import HOUSE
from penchant_lab.run.config import Option

WORLDS = ("embodied", "shopping")
METHODS = ("none", "pre", "post", "both", "dictionary", "nearest", "majority")
USUAL_PEOPLE = 6
"""In each world, where nobody says how many: all of it then takes some minutes on two cores."""

METHODS_OPTION = Option(name="methods", metavar="A,B", help=f"which of {', '.join(METHODS)} (default: all)")

OPTIONS = (
    Option(name="worlds", metavar="A,B", default=",".join(WORLDS), help="which worlds people live in"),
    Option(
        name="styles",
        metavar="A,B",
        default=",".join(PRESETS),
        help="what people are like: presets and style files (TOML), in the order in which they are shown",
    ),
    Option(name="passes", type=int, metavar="N", default=3, help="how often each taught phase is gone through"),
    QUESTIONS,
    Option(
        name="voices",
        metavar="WHICH",
        default=HOUSE,
        help="how people speak: house, strangers, or a folder of voice files",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RobustnessOptions:
    """The options of a run, typed."""

    worlds: str = ",".join(WORLDS)
    styles: str | Sequence[str | Mapping[str, Any]] = ",".join(PRESETS)  # with what is in them, where they are files
    passes: int = 3
    questions: int = 2
    voices: str = HOUSE

    def __post_init__(self) -> None:
        """Refuse what nobody can live through, in the words of the command line."""
        if unknown := [name for name in names_in(self.worlds) if name not in WORLDS]:
            raise BadInput(f"--worlds takes {' or '.join(WORLDS)}, not {unknown[0]!r}.")
        if not names_in(self.worlds):
            raise BadInput(f"--worlds names no world; there are {' and '.join(WORLDS)}.")
        if not self.styles:
            raise BadInput(f"--styles names no style; there are {', '.join(PRESETS)}, and style files.")
        if self.passes < 1:
            raise BadInput(f"--passes takes 1 or more, not {self.passes}.")
        if self.questions < 0:
            raise BadInput(f"--questions takes 0 or more, not {self.questions}.")

    @property
    def people_styles(self) -> tuple[Style, ...]:
        """What people are like, each once; a name stands for one style only."""
        named = names_in(self.styles) if isinstance(self.styles, str) else self.styles
        found: dict[str, Style] = {}
        for style in map(Style.of, named):
            if found.setdefault(style.name, style) != style:
                raise BadInput(f"--styles has two styles called {style.name!r}; give one of the files another name.")
        return tuple(found.values())


def leading(methods: Sequence[str]) -> str:
    """The method that findings are about: the one that hears most.

    >>> leading(["none", "post", "nearest"])
    'post'
    """
    return next((name for name in ("both", "post", "pre") if name in methods), methods[0])


def asking(methods: Sequence[str]) -> str | None:
    """The method of ours that asks, and hears most; None where none of these does.

    >>> asking(["none", "pre", "post"]), asking(["post", "nearest"])
    ('pre', None)
    """
    return next((name for name in ("both", "pre") if name in methods), None)


def names_in(text: str) -> list[str]:
    """What a flag names, each once.

    >>> names_in("embodied, shopping,embodied")
    ['embodied', 'shopping']
    """
    return list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def settled(styles: str) -> str | list[str | dict[str, Any]]:
    """Styles as a run writes them down: presets by their name, files with what is in them."""
    kept = [name if name in PRESETS else Style.of(name).to_json() for name in names_in(styles)]
    names = [each for each in kept if isinstance(each, str)]
    return ",".join(names) if len(names) == len(kept) else kept
