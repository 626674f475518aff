"""What people are like, as an option of every study with people in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penchant_lab.people.style import IDEAL, PRESETS, Style
from penchant_lab.run.config import Option

PEOPLE_STYLE = Option(
    name="people_style",
    metavar="FILE|PRESET",
    default=IDEAL,
    help=f"what people are like beside what they want: {', '.join(PRESETS)}, or a style file (TOML) that composes "
    "traits; see docs/study.md",
)


def style_facts(style: Style) -> dict[str, Any]:
    """What a report says of the people's style: its name with what is behind it, and what it is composed of."""
    return {"people_style": str(style), "traits": style.to_json()["traits"]}


def style_told(report: Mapping[str, Any]) -> str:
    """The style in the middle of a heading; nothing of ideal people, nor of reports from before there were styles."""
    style = report.get("people_style", IDEAL)
    return "" if style == IDEAL else f", {style}"
