"""What a person made of one thing that was done for them, and the training examples that follow from it.

The forms are those of trl: ``sft`` has a prompt and a completion, ``dpo`` a prompt with what to prefer and what not,
``kto`` a prompt, a completion, and whether it was right. All are conversational: lists of messages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

TrainingForm = Literal["sft", "dpo", "kto"]
FORMS: tuple[TrainingForm, ...] = get_args(TrainingForm)

HeardAs = Literal["answer", "praise", "correction", "rejection"]
"""What the person's words were: an answer to a question, or a reaction to what was done."""

ChatTurn = tuple[Literal["system", "user", "assistant"], str]

_HOW = "You act for a person, by what is known about them. Notes are what they said or did before."


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One moment in which a person said what they want, with what the agent knew when it acted, and nothing else."""

    person: str
    source: HeardAs
    at: datetime
    prompt: tuple[ChatTurn, ...]
    done: str | None = None  # what was done; None where that is not known, or nothing was done yet
    is_right: bool | None = None  # what the person said of it; None where they did not say
    wanted: str | None = None  # what they said they want instead, or before anything was done

    @property
    def texts(self) -> Iterator[str]:
        """Every text in it."""
        yield from (text for _, text in self.prompt)
        yield from (text for text in (self.done, self.wanted) if text is not None)


def prompt_of(notes: Sequence[str], turns: Sequence[ChatTurn]) -> tuple[ChatTurn, ...]:
    """What an agent has before it: what is noted of the person, then the conversation so far."""
    known = "\n".join(f"- {' '.join(note.split())}" for note in notes) or "- nothing yet"
    return (("system", f"{_HOW}\nNotes:\n{known}"), *turns)


def asked_with(request: str, options: Sequence[str], *, may_decline: bool = False) -> str:
    """A request with what there is to choose from."""
    if not options:
        return request
    ways = [*options, *(["none of these"] if may_decline else [])]
    return "\n".join((request, "Options:", *(f"- {' '.join(way.split())}" for way in ways)))


def examples_of(judgement: Judgement, form: TrainingForm) -> list[dict[str, Any]]:
    """The training examples of this form that follow from a judgement; none where it does not say enough."""
    done, wanted, right = judgement.done, judgement.wanted, judgement.is_right
    best = wanted if wanted is not None else done if right else None
    made: list[dict[str, Any]] = []
    if form == "sft" and best is not None:
        made = [{"completion": _said(best)}]
    if form == "dpo" and wanted is not None and done is not None and right is False and wanted != done:
        made = [{"chosen": _said(wanted), "rejected": _said(done)}]
    if form == "kto":
        if done is not None and right is not None:
            made.append({"completion": _said(done), "label": right})
        if wanted is not None and (wanted != done or right is None):
            made.append({"completion": _said(wanted), "label": True})
    prompt = [{"role": role, "content": text} for role, text in judgement.prompt]
    known = {
        "person": judgement.person,
        "source": judgement.source,
        "time": judgement.at.isoformat(timespec="seconds"),
    }
    return [{"prompt": prompt, **each, **known} for each in made]


def _said(text: str) -> list[dict[str, str]]:
    return [{"role": "assistant", "content": text}]
