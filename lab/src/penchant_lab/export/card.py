"""The data card of an export: where it is from, how much there is, what was left out and why, and what it is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from penchant import english
from penchant_lab.export.judgement import TrainingForm

if TYPE_CHECKING:
    from penchant_lab.export.export import Exported
    from penchant_lab.export.source import TrainingSource

_FORMS: Mapping[TrainingForm, str] = {
    "sft": "supervised fine-tuning: `prompt` and `completion`, both lists of messages (trl, conversational)",
    "dpo": "preference pairs: `prompt`, `chosen` and `rejected`, all lists of messages (trl, conversational)",
    "kto": "single judgements: `prompt` and `completion`, lists of messages, and a `label` (trl, conversational)",
}
_SOURCES = {
    "answer": "a question was answered",
    "praise": "what was done was praised",
    "correction": "what was done was corrected, and what was wanted is known",
    "rejection": "what was done was turned down",
}


def card_of(counted: Exported, source: TrainingSource, name: str) -> str:
    """The card as Markdown."""
    people = english.counted(counted.people, "person", "people")
    parts = [
        f"# {name}",
        f"{english.counted(counted.examples, 'example')} of {people}, written by `penchant export-training`.",
        "## What it is",
        f"* Where from: {source.described}.",
        f"* Form: {_FORMS[counted.form]}. Beside them: `person`, `source` and `time`.",
        f"* Time span: {counted.first} to {counted.last}.",
        f"* Names: {_names(counted)}",
        *(["* Cut short: `--limit` was reached; there was more."] if counted.limited else []),
        "## How many",
        _table(("source", "what it means", "examples"), _rows(counted)),
        *([_labels(counted)] if counted.by_label else []),
        "## What was left out, and why",
        _table(("reason", "how often"), [(reason, f"{n:,}") for reason, n in sorted(counted.left_out.items()) if n])
        if any(counted.left_out.values())
        else "Nothing.",
        "## Intended use",
        "Tuning a model to act for these people by what they said. A prompt holds the request, the options and what "
        "was believed then; nothing that was learned later, and nothing the agent did not hear.",
        "## Known limits",
        "\n".join(f"* {limit}" for limit in source.limits),
        "* A model that is trained on it may repeat what these people said. Who is forgotten later stays in this "
        "file and in such a model: make both anew.",
        "## Licence",
        "Not given: that is for the owner of the data to say.",
    ]
    return "\n\n".join(_joined(parts)) + "\n"


def _names(counted: Exported) -> str:
    if counted.renamed:
        return "pseudonyms; only a person's own name was replaced, what else they told may still show who they are."
    return "people's ids as they were kept."


def _labels(counted: Exported) -> str:
    return f"Labels: {counted.by_label['right']:,} right, {counted.by_label['wrong']:,} wrong."


def _rows(counted: Exported) -> list[tuple[str, str, str]]:
    return [(name, _SOURCES.get(name, ""), f"{count:,}") for name, count in sorted(counted.by_source.items())]


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _joined(parts: list[str]) -> list[str]:
    """The parts with bullets that follow each other in one block."""
    found: list[str] = []
    for part in parts:
        if part.startswith("* ") and found and found[-1].startswith("* "):
            found[-1] += f"\n{part}"
        else:
            found.append(part)
    return found
