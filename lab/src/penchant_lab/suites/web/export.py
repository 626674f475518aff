"""The results file of the original, which its leaderboard takes: a summary first, then one object for each task.

Whoever reads such a file counts a task's steps by the length of its lists of tokens, so they hold an entry for every
step, 0 where no model was asked. Reflections are no steps: what they cost stands with the step they followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from penchant_lab.suites.web.records import TYPES
from penchant_lab.suites.web.scores import TaskRecord, mean


def original_results(records: Sequence[TaskRecord], run_args: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The list that the original writes, in the order of the tasks' numbers."""
    by_type: dict[str, list[TaskRecord]] = {
        type: [record for record in records if record.type == type] for type in TYPES
    }
    summary = {
        "run_args": dict(run_args),
        "total cost": sum(record.usage.price for record in records),
        "results": {name: _summed(part) for name, part in {**by_type, "overall": list(records)}.items()},
    }
    return [summary, *(_task(record) for record in sorted(records, key=lambda record: record.number))]


def _summed(records: Sequence[TaskRecord]) -> dict[str, Any]:
    return {
        "total_count": len(records),
        "avg_interaction_times": mean(lambda record: record.steps, records) or 0.0,
        "avg_action_acc": mean(lambda record: record.function, records) or 0.0,
        "avg_res_acc": mean(lambda record: record.result, records) or 0.0,
    }


def _task(record: TaskRecord) -> dict[str, Any]:
    usage, by_step = record.usage, _by_step(record)
    return {
        "task_id": record.number,
        "action_acc": [attempt.right for attempt in record.attempts] or [0],
        "res_acc": [attempt.result for attempt in record.attempts] or [0],
        "info": {
            "task": {
                "user_id": record.person,
                "task": record.text,
                "type": record.type,
                "timestamp": record.at,
                "target": record.target,
            },
            "actions": [dict(action) for action in record.actions],
            "user_cost": usage.person_price,
            "usage": {
                "completion_tokens": [written for _, written in by_step],
                "prompt_tokens": [read for read, _ in by_step],
                "total_tokens": [read + written for read, written in by_step],
                "total_price": usage.price,
            },
        },
        "traj": [dict(message) for message in record.messages],
        "trial": 0,
    }


def _by_step(record: TaskRecord) -> Sequence[tuple[int, int]]:
    """What was read and written in each step; where that was not kept, all of it in the first."""
    usage = record.usage
    if len(usage.by_step) == record.steps:
        return usage.by_step
    return [(usage.prompt_tokens, usage.completion_tokens), *[(0, 0)] * (record.steps - 1)][: record.steps]
