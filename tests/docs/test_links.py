"""Every link between the pages leads somewhere: to a file that is there, and to a heading that it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from documents import PAGES, ROOT

TRAINING = ROOT / "training" / "README.md"
LINK = re.compile(r"\]\(([^)\s]+)\)")


def links_of(page: Path) -> list[str]:
    """Where a page leads, outside of its blocks of code."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [link for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")]


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made from their words."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, TRAINING], ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in links_of(page):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            assert anchor in anchors_of(target), link


def test_the_index_leads_to_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    led = {link.partition("#")[0] for link in links_of(index)}
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"} <= led


def test_the_readme_leads_to_the_page_of_each_reader_and_to_the_index() -> None:
    assert {"docs/agents.md", "docs/research.md", "docs/how-it-works.md", "docs/README.md"} <= set(
        links_of(ROOT / "README.md")
    )


def test_a_heading_that_is_not_there_would_be_noticed() -> None:
    assert "the-sceptics" in anchors_of(ROOT / "docs" / "study.md")
    assert "the-believers" not in anchors_of(ROOT / "docs" / "study.md")
    assert sum(len(links_of(page)) for page in PAGES) > 80
