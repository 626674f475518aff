"""The pages a reader reads, their blocks, and what their Python prints."""

from __future__ import annotations

import contextlib
import io
import re
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])


def text_of(name: str) -> str:
    """A page by its path from the root."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks_of(name: str) -> list[tuple[str, str]]:
    """The blocks of a page, each with its language, in order."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text_of(name), re.DOTALL | re.MULTILINE)


def snippets_of(name: str) -> list[tuple[str, str]]:
    """Each Python block that has its output below it, with that output."""
    found = pairwise(blocks_of(name))
    return [(code, shown) for (language, code), (below, shown) in found if language == "python" and not below]


def printed_by(code: str, names: dict[str, object]) -> str:
    """What Python prints when it is run with these names, to which it adds its own."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "a page", "exec"), names)
    return said.getvalue()
