"""The reports of studies that were run, to look at: only what a report shows, never the record of what was said."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.responses import FileResponse, Response

from penchant.server.access import Visit
from penchant.server.forms import Form
from penchant.server.problems import Problem
from penchant.server.schemas.operations import StudiesOut

_SHOWN = {".html", ".svg", ".png", ".csv"}
_NAME = r"^[\w][\w .+-]{0,200}$"


def routes() -> APIRouter:
    """The routes of studies."""
    made = APIRouter(tags=["studies"])

    @made.get("/studies", response_model=StudiesOut)
    async def studies(visit: Visit) -> Response:
        """The studies in the folder that the server was started with, and the files of their reports."""
        visit.caller.check("read", visit.caller.person)
        runs = visit.host.settings.runs
        return await visit.read(lambda _: {"studies": found_in(Path(runs)) if runs else []})

    @made.get("/studies/{run}/{file}", response_class=Response)
    async def study_file(
        run: Annotated[str, InPath(pattern=_NAME)], file: Annotated[str, InPath(pattern=_NAME)], visit: Visit
    ) -> Response:
        """One file of a study's report."""
        runs = visit.host.settings.runs
        known = {each["run"]: each["files"] for each in found_in(Path(runs))} if runs else {}
        if runs is None or file not in known.get(run, ()):
            raise Problem(404, "There is no such report. See /api/studies for those there are.")
        return FileResponse(Path(runs) / run / file)

    return made


def found_in(folder: Path) -> list[Form]:
    """The runs in a folder, each with the files of its report."""
    if not folder.is_dir():
        return []
    return [_run(path.parent) for path in sorted(folder.glob("*/run.json"))]


def _title(page: Path) -> str | None:
    """What a report says it found: the title of its page."""
    try:
        with page.open(encoding="utf-8", errors="replace") as file:
            found = re.search(r"<title>([^<]{1,500})</title>", file.read(4_000))
    except OSError:
        return None
    return unescape(found[1]) if found else None


def _run(folder: Path) -> Form:
    try:
        suite = json.loads((folder / "run.json").read_bytes())["config"]["suite"]
    except (OSError, ValueError, KeyError, TypeError):
        suite = None
    files = sorted(
        path.name
        for path in folder.iterdir()
        if path.is_file() and not path.is_symlink() and (path.suffix in _SHOWN or path.name == "report.json")
    )
    return {
        "run": folder.name,
        "title": _title(folder / "report.html"),
        "suite": suite if isinstance(suite, str) else None,
        "finished": "report.json" in files,
        "files": files,
    }
