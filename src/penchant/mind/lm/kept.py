"""How models did at their trials, kept in the user's cache folder, so that not every start of a chat pays for them.

One small file, ``penchant/trials.json`` below ``$XDG_CACHE_HOME`` (``~/.cache``). An entry counts for one model at one
address, for the sentences and prompts of this penchant, and for a month: a model may change behind its name. A file
that cannot be read or written is none; then the trial is held again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

from penchant.domain import Request
from penchant.lm.record import key_of
from penchant.mind.lm.hearing import hearing
from penchant.mind.lm.picking import picking
from penchant.mind.lm.trial import CHOICES, SENTENCES, Trial
from penchant.mind.protocol import Scene

Kind = Literal["reading", "choosing"]
MONTH = timedelta(days=30)
MOST = 200  # entries in the file; the oldest go


def usual_place() -> Path:
    """Where trials are kept unless told otherwise."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "penchant" / "trials.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTrials:
    """The trials of one model at one address."""

    model: str
    address: str
    path: Path = field(default_factory=usual_place)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def find(self, kind: Kind) -> Trial | None:
        """How it did, if that is known and not too long ago."""
        with suppress(KeyError, TypeError, ValueError):
            entry = self._read()[self._key(kind)]
            if self.now() - datetime.fromisoformat(entry["at"]) < MONTH:
                cases, needed, right, asked = (int(entry[name]) for name in ("cases", "needed", "right", "asked"))
                return Trial(cases, needed, right, asked, [str(words) for words in entry["missed"]])
        return None

    def keep(self, kind: Kind, trial: Trial) -> None:
        """Note how it did; not where some prompts got no reply at all, which says nothing about how it reads."""
        if trial.unanswered:
            return
        entries = self._read()
        entries.pop(self._key(kind), None)
        entries[self._key(kind)] = {
            **{name: getattr(trial, name) for name in ("cases", "needed", "right", "asked", "missed")},
            "at": self.now().isoformat(timespec="seconds"),
            "model": self.model,
        }
        latest = dict(list(entries.items())[-MOST:])
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}.tmp")
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(json.dumps(latest, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            draft.replace(self.path)

    def _read(self) -> dict[str, Any]:
        try:
            entries = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return entries if isinstance(entries, dict) else {}

    def _key(self, kind: Kind) -> str:
        told = json.dumps([kind, self.address, self.model, _version()])
        return blake2b(told.encode(), digest_size=12).hexdigest()


@cache
def _version() -> str:
    """What the trials of this penchant ask, in short: other sentences or prompts make it another trial."""
    asked = [hearing(case.utterance) for case in SENTENCES]
    expected = repr([SENTENCES, CHOICES])
    form = picking(Request("Ana", "a drink", ("tea",)), Scene(("tea",), (), False, "", "a drink"), (), ())
    keys = [key_of("", prompt).hex() for prompt in (*asked, form)]
    return blake2b(json.dumps([keys, expected]).encode(), digest_size=12).hexdigest()
