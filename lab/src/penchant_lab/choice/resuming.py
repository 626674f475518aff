"""Taking a run up again: where its memories go on, and what somebody has changed in them since it stopped.

A life goes on from the run's own record, whatever its memory has become: figures must not depend on who looked in
between. What was changed is told, never passed over in silence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from penchant.domain import PersonId
from penchant.memory.transfer import read
from penchant.plugins import embedder_named
from penchant_lab.choice.life import LifeResult
from penchant_lab.run.memories import Memories, shown
from penchant_lab.run.run_folder import RunFolder

_NAMED = 5


def take_up(run: RunFolder, people: int, memory: str) -> str | None:
    """Note where memories are kept from now on, and tell in one line whose are no longer as the run left them."""
    closed = {(life.method, life.person): life for life in run.units(LifeResult.from_closing_line)}
    lives = list(closed.values())
    changed = _changed([life for life in lives if life.left is not None], run, memory)
    is_over = len(lives) == people * len(run.config.methods) and all(life.left is None for life in lives)
    if shown(memory) != run.config.memory and not is_over:
        _memories(run, memory).check()
        run.reconfigure(replace(run.config, memory=shown(memory)))
    if not changed:
        return None
    others = f" and {len(changed) - _NAMED} more" if len(changed) > _NAMED else ""
    return (
        "Changed since the run stopped, by hand or by an interruption: the memory of "
        f"{', '.join(changed[:_NAMED])}{others}. The study goes on from its own record, {run.episodes}."
    )


def _changed(stopped: Sequence[LifeResult], run: RunFolder, memory: str) -> list[str]:
    """Those whose memory is another by now, where it was kept and can be looked at."""
    same = shown(memory) == run.config.memory
    memories = _memories(run, memory if same else run.config.memory)
    if not (memories.last if same else memories.are_in_folder):
        return []
    try:
        return [f"{life.method}/{life.person}" for life in stopped if _is_changed(life, memories)]
    finally:
        memories.close()


def _memories(run: RunFolder, where: str) -> Memories:
    return Memories(where, run.path, run.name, embedder_named(run.config.embedder))


def _is_changed(life: LifeResult, memories: Memories) -> bool:
    assert life.left is not None
    person, store = PersonId(life.person), memories.as_kept(life.method, life.person)
    record = read(json.dumps(life.left.memory))
    return (store.list(person, closed=True), store.evidence(person)) != (record.preferences, record.evidence)
