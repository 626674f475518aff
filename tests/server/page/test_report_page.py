"""The report of a study, in a browser: figures and tables at the width of a phone, in light and dark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from page.page_visits import OpenPage, shot
from penchant_lab.choice.presentation import CHOICE_PRESENTATION
from penchant_lab.report.page import write_page

pytest.importorskip("matplotlib", reason="figures need matplotlib")

RESULTS = Path(__file__).parents[3] / "results" / "embodied" / "report.json"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("report") / "report.html"
    write_page(json.loads(RESULTS.read_text(encoding="utf-8")), CHOICE_PRESENTATION, out.with_name("none"), out)
    return out


def test_at_the_width_of_a_phone_figures_can_be_read_and_tables_scroll_in_light_and_dark(
    open_page: OpenPage, report: Path
) -> None:
    page = open_page(report.as_uri(), width=390)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    boxes = page.locator(".drawing, .wide").evaluate_all("all => all.map(one => getComputedStyle(one).overflowX)")
    assert boxes
    assert set(boxes) == {"auto"}
    heights = page.locator("figure text").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(height for height in heights if height) >= 8
    for part in ("numbers", "figures"):
        page.locator(f"#{part}").evaluate("heading => heading.scrollIntoView()")
        shot(page, f"390-light-report-{part}")
    quiet = page.locator("figure text").first
    assert quiet.evaluate("text => getComputedStyle(text).fill") == "rgb(87, 96, 106)"
    page.emulate_media(color_scheme="dark")
    assert quiet.evaluate("text => getComputedStyle(text).fill") == "rgb(170, 178, 188)"
    shot(page, "390-dark-report-figures")
