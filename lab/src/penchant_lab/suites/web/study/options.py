"""What only the web shop takes, as the command line and the records of runs know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from penchant.errors import BadInput
from penchant_lab.people.style import IDEAL
from penchant_lab.people.voice import HOUSE
from penchant_lab.run.config import Option
from penchant_lab.run.people_style import PEOPLE_STYLE
from penchant_lab.suites.web.records import PASTS, TRACKS, Past, Track

DEAF, STRANGER = "-deaf", "-stranger"
"""After an agent's name: the same agent, to whom nobody says how it went; or to whom everybody is always a stranger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebOptions:
    """The options of a run, typed."""

    products: int | None = None
    track: Track = "single"
    past: Past = "all"  # what agents are shown of it; less only in the continual track
    people_style: str | Mapping[str, Any] = IDEAL  # what people are like: a preset, a file, or what is in it
    voices: str = HOUSE  # a name, or where a folder is
    adapters: str | None = None  # the folder of a training; None: the adapters that come along
    recommender: str | None = None  # None: SASRec where its weights are at hand, else the light one

    def __post_init__(self) -> None:
        """Refuse what is no track and no past."""
        if self.track not in TRACKS:
            raise BadInput(f"There is no track {self.track!r}; there are {', '.join(TRACKS)}.")
        if self.past not in PASTS:
            raise BadInput(f"--past {self.past} is not known; it takes {', '.join(PASTS)}.")
        if self.past != "all" and self.track != "continual":
            raise BadInput(
                f"The track {self.track} shows all of the past; leave out --past, or take --track continual."
            )


def usual_past(track: str) -> Past:
    """In the continual track everybody comes as a stranger, and what is known of them they have said."""
    return "none" if track == "continual" else "all"


AGENTS_OPTION = Option(
    name="agents",
    metavar="A,B",
    help="which agents (default: all that the track has; where all are strangers, none, simple and those that learn "
    "from words)",
)
OPTIONS = (
    Option(name="products", type=int, metavar="N", help="how many products to make up (default: 5000)"),
    Option(
        name="track",
        metavar="NAME",
        default="single",
        help="single (one call, nobody to talk to), multi (the person answers), or continual (a person's tasks in "
        "order of time; the agent hears how it went)",
    ),
    Option(
        name="past",
        metavar="WHICH",
        help="in the continual track, what agents see of somebody's purchases: none (everybody comes as a stranger; "
        "default), before (what came before their first task), or all (what came before each task)",
    ),
    Option(
        name="voices",
        metavar="WHICH",
        default=HOUSE,
        help="whose remarks people speak in where they say what shoppers say (praise, a feature they like best, no "
        "view): house (the web shop's own lines), strangers, or a folder of voice files, *.txt, and a remarks.txt; the "
        "rest they say in the web shop's own lines. For --track multi and continual",
    ),
    PEOPLE_STYLE,
    Option(
        name="adapters",
        metavar="DIR",
        help="for puma-base, puma-sft and puma-dpo: the folder of a training (default: the adapters that come along)",
    ),
    Option(
        name="recommender",
        metavar="NAME",
        help="sasrec (with pwab.pth and 1000_ids.json beside the data the original's weights, else trained once; both "
        "need the extra `sasrec`) or light (needs nothing more); default: sasrec where weights are at hand, as for the "
        "usual shop, else light",
    ),
)
EXTRAS = (Option(name="export_original", metavar="FILE", help="also write the original benchmark's results file"),)


def plain(name: str) -> str:
    """The agent behind a name that says what is kept from it."""
    return name.removesuffix(DEAF).removesuffix(STRANGER)
