"""Reads and checks tables of sentence shapes: text files with one shape to a line, in sections.

``voices/plain.txt`` opens with an explanation of the sections and the gaps. The check keeps an edited table honest: a
correction must name what was wanted, an answer may not name more than was asked.
"""

from __future__ import annotations

import string
from collections.abc import Sequence, Set

from penchant.tables import read_sections

ACTS = (
    "answer: thing",
    "answer: thing, nowadays",
    "answer: thing, not the old",
    "answer: place",
    "answer: place, nowadays",
    "answer: place, not the old",
    "none: thing",
    "none: place",
    "praise: thing",
    "praise: place",
    "correct: thing",
    "correct: thing, not this",
    "correct: place",
    "correct: place, not this",
    "changed: thing",
    "changed: place",
    "declined: thing",
    "missing: thing",
    "missing: place",
    "nothing: thing",
)
"""What can be said, as ``mood: what about``; openers and closers belong to the mood."""

MOODS = tuple(dict.fromkeys(act.partition(":")[0] for act in ACTS))
SECTIONS = (
    *ACTS,
    *(f"{end}: {mood}" for mood in MOODS for end in ("openers", "closers")),
    "reasons: thing",
    "reasons: place",
    "please",
    "manner",
)
_PRONOUNS = frozenset({"it", "they", "its", "is", "was", "one", "thats", "goes", "belongs"})
_WANTED = {"thing": frozenset({"want", "any"}), "place": frozenset({"there", "spot"})}
_OLD = {"thing": frozenset({"old", "old_any"}), "place": frozenset({"old_there", "old_spot"})}
_GOT = {"thing": frozenset({"got"}), "place": frozenset({"got_there", "got_spot"})}


def read_shapes(title: str, text: str) -> dict[str, tuple[str, ...]]:
    """The shapes of each section; a line that could not be spoken raises :class:`BadData` and says why.

    ``title`` is what errors call the table.
    """
    found: dict[str, list[str]] = {}
    for section in read_sections(title, text, such_as=ACTS[0], folded=False):
        if section.name not in SECTIONS:
            raise section.heading.refused(f"is not a section. There are: {'; '.join(SECTIONS)}")
        for line in section.lines:
            if problem := misfit(section.name, line.text, *_gaps(section.name)):
                raise line.refused(problem)
        found.setdefault(section.name, []).extend(section.texts)
    return {section: tuple(lines) for section, lines in found.items()}


def misfit(section: str, shape: str, allowed: Set[str], required: Sequence[Set[str]]) -> str | None:
    """Why a shape would not say what its section promises, or ``None``: of each required set it names one at least."""
    try:
        fields = list(string.Formatter().parse(shape))
    except ValueError:
        return "has a brace too many or too few"
    gaps = {
        f"{name}{'!' if how else ''}{how or ''}{':' if form else ''}{form}"
        for _, name, form, how in fields
        if name is not None
    }
    for gap in sorted(gaps - allowed):
        known = ", ".join(f"{{{name}}}" for name in sorted(allowed)) or "none"
        return f"has the gap {{{gap}}}, which [{section}] cannot fill. It can fill: {known}"
    for group in required:
        if not gaps & group:
            return "leaves out what has to be named; use " + " or ".join(f"{{{gap}}}" for gap in sorted(group))
    return None


def _gaps(section: str) -> tuple[frozenset[str], list[frozenset[str]]]:
    """The gaps that can be filled in a section, and those of which one has to be there."""
    mood, _, about = section.partition(": ")
    part = "place" if about.startswith("place") else "thing"
    if section not in ACTS:
        return (_PRONOUNS if mood == "reasons" else frozenset()), []
    required = [] if mood == "praise" else [_WANTED[part]]
    if mood == "changed" or about.endswith("not the old"):
        required.append(_OLD[part])
    if about.endswith("not this"):
        required.append(_GOT[part])
    allowed = _PRONOUNS | _WANTED[part] | {"please"} | ({"none"} if mood == "none" else set())
    return allowed.union(*required), required
