"""Judgements from the folder of a study, person by person and method by method, in the same order every time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from penchant.embed import Embedder
from penchant.errors import BadData, BadInput
from penchant.mind.protocol import Mind
from penchant_lab.export.choices import judged_choices
from penchant_lab.export.judgement import Judgement
from penchant_lab.export.run_lines import EPISODES, RunLines
from penchant_lab.export.shopping_calls import judged_calls

UNFINISHED = "episodes of lives that are not finished"
_LIMITS = {
    "choices": (
        "People are simulated. What they wanted was read by code from what they said, not taken from the truth.",
        "Notes are what the agent had noted until then; exams are no examples, because nobody says anything there.",
    ),
    "calls": (
        "People are simulated. Whether they were pleased was read by code from their next sentence.",
        "A run of the web shop keeps no notes of what was believed, so prompts have none.",
    ),
}


def is_run(path: Path) -> bool:
    """Whether a study lies in this folder."""
    return (path / "run.json").is_file() or (path / EPISODES).is_file()


class RunSource:
    """The people of a study under its methods, or those that are asked for."""

    def __init__(
        self, folder: Path, mind: Mind, embedder: Embedder, *, only: Sequence[str] = (), methods: Sequence[str] = ()
    ) -> None:
        self._mind = mind
        self._embedder = embedder
        facts = _facts(folder)
        self._started, self._suite = facts
        self._lines = RunLines(folder)
        self._methods = methods
        units = self._lines.units
        known = sorted({method for of_person in units.values() for method in of_person})
        for what, names, there in (("person", only, sorted(units)), ("method", methods, known)):
            if lacking := [name for name in names if name not in there]:
                raise BadInput(f"The run in {folder} has no {what} {lacking[0]!r}. Known: {', '.join(there[:20])}.")
        self._people = [name for name in sorted(units) if not only or name in only]
        self.described = f"a run of the study {self._suite}, {folder}"
        self.left_out: Counter[str] = Counter()
        if self._lines.unfinished:
            self.left_out[UNFINISHED] += self._lines.unfinished

    @property
    def limits(self) -> Sequence[str]:
        """What holds of the examples of this study."""
        return _LIMITS["calls" if self._suite.startswith("web") else "choices"]

    def people(self) -> Sequence[str]:
        """Everybody in it, in the order of their names."""
        return self._people

    def judgements(self, person: str) -> Iterator[Judgement]:
        """What one person said, method by method."""
        methods = [method for method in sorted(self._lines.units[person]) if method in (self._methods or [method])]
        try:
            yield from chain.from_iterable(self._judged(person, method) for method in methods)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadData(
                f"{self._lines.path} is not as a study of this penchant writes it ({error!r:.80})."
            ) from error

    def _judged(self, person: str, method: str) -> Iterator[Judgement]:
        records = self._lines.read(person, method)
        if self._suite.startswith("web"):
            return judged_calls(records, self._mind, self.left_out)
        return judged_choices(records, self._mind, self._embedder, self._started, self.left_out)


def _facts(folder: Path) -> tuple[datetime, str]:
    """When a run began, and which suite it is of."""
    try:
        entry = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        started, suite = datetime.fromisoformat(entry["started"]), str(entry["config"]["suite"])
        track = entry["config"].get("options", {}).get("track")
    except FileNotFoundError as error:
        raise BadData(f"There is no run in {folder} (no run.json).") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadData(f"{folder / 'run.json'} cannot be read: {error}.") from error
    if not suite.startswith(("embodied", "shopping", "web")):
        raise BadData(
            f"A run of {suite} has no judgements of actions; export one of the embodied, shopping or web study."
        )
    if track == "single":
        raise BadData(
            f"Nobody says anything in the run in {folder} (--track single); export one with --track multi or continual."
        )
    return started.astimezone(UTC), suite
