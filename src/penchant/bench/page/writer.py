"""Puts the page together: template, style, script, numbers and lives become one file that opens anywhere.

The page asks nothing of the network, and its own policy forbids it: only the script whose hash it carries may run.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from penchant.bench.page.lives import Lives, choose_lives, inert
from penchant.bench.page.parts import facts_html, figures_html, lead_html, sheet_html
from penchant.bench.table import (
    PHASES,
    WORDS,
    Report,
    as_report,
    feedback_sheet,
    finding,
    methods,
    notes,
    success_sheet,
)


def write_page(
    report: Mapping[str, object],
    episodes: Path,
    out: Path,
    *,
    facts: Mapping[str, object] | None = None,
    lives_limit_bytes: int = 8_000_000,
) -> None:
    """Write the report page of a run to the file ``out``, all at once or not at all.

    ``facts`` are shown beside suite, people and seed (version, data hash, ...). As many people's whole lives are
    embedded as fit into ``lives_limit_bytes``; without ``episodes.jsonl`` the page says that there are none to show.
    """
    study = as_report(report)
    lives = Lives((), (), 0)
    if episodes.exists():
        lives = choose_lives(episodes, methods(study), lives_limit_bytes)
    script = resource("report.js")
    known = {"phases": PHASES, "does": {name: does for name, (_, does) in WORDS.items()}, "people": lives.people}
    page = Template(resource("report.html")).substitute(
        policy=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        title=escape(f"{study['suite']}: {finding(study)}"),
        finding=escape(finding(study)),
        style=resource("report.css"),
        script=script,
        lead=lead_html(study),
        facts=facts_html(study, facts or {}),
        success=sheet_html(success_sheet(study)),
        feedback=sheet_html(feedback_sheet(study)),
        notes="\n".join(f"<li>{escape(note)}</li>" for note in notes(study)),
        figures=figures_html(study),
        shown=escape(_shown(study, lives, found=episodes.exists(), name=episodes.name)),
        study=inert(known),
        lives="\n".join(
            f'<script type="application/json" id="life-{at}">{block}</script>' for at, block in enumerate(lives.blocks)
        ),
    )
    _replace(out, page)


def resource(name: str) -> str:
    """A file that the page is made of."""
    return files("penchant.bench.page").joinpath(name).read_text(encoding="utf-8")


def _shown(study: Report, lives: Lives, *, found: bool, name: str) -> str:
    """How many lives the page shows, of how many."""
    if not found:
        return f"{name} is not there, so there is no life to page through."
    if not lives.total:
        return f"{name} holds no episodes."
    count, people = len(lives.people), "person" if lives.total == 1 else "people"
    each = f"under {len(study['methods'])} methods each" if len(study["methods"]) > 1 else "under one method"
    if count == lives.total:
        return f"The whole lives of all {count} {people}, {each}." if count > 1 else f"One person's whole life, {each}."
    return f"The whole lives of {count} of {lives.total} {people}, {each}; {name} holds the rest."


def _replace(out: Path, page: str) -> None:
    """Write beside the file first, so that a reader sees the old page or the new one."""
    beside = out.with_name(f".{out.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(page.encode("utf-8", "backslashreplace"))
        os.replace(beside, out)
    finally:
        beside.unlink(missing_ok=True)
