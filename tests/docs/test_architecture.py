"""The page on the rooms names what is there: every module, function, file and room."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURE = ROOT / "docs" / "architecture.svg"
CONTRACT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][0]
ROOMS = [
    "penchant_lab",
    *(room.strip().removeprefix("penchant.") for layer in CONTRACT["layers"] for room in layer.split("|")),
]
NAMED = sorted({name for name in re.findall(r"`([a-z_]+(?:\.\w+)*)`", PAGE) if name.split(".")[0] in ROOMS})
FILES = sorted(set(re.findall(r"`([\w./*]+/[\w.*]*)`", PAGE)))


def resolve(name: str) -> object:
    """What a dotted name stands for: a module as far as there is one, then what is in it."""
    parts = name.split(".")
    package = [] if parts[0] == "penchant_lab" else ["penchant"]
    for end in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join((*package, *parts[:end])))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise ModuleNotFoundError(name)


def test_every_module_and_function_that_is_named_exists() -> None:
    missing = []
    for name in NAMED:
        try:
            found = resolve(name)
        except (AttributeError, ModuleNotFoundError):
            found = None
        if found is None:
            missing.append(name)
    assert missing == []


def test_every_file_that_is_named_exists() -> None:
    bases = (ROOT, ROOT / "src" / "penchant", ROOT / "lab" / "src" / "penchant_lab")
    assert [name for name in FILES if not any(list(base.glob(name)) for base in bases)] == []


def test_a_fair_number_of_names_is_checked() -> None:
    assert len(NAMED) > 40
    assert len(FILES) > 5
    with pytest.raises((AttributeError, ModuleNotFoundError)):
        resolve("loop.agent.Agent.consider_again")


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_of_the_import_contract_is_in_the_picture(room: str) -> None:
    texts = {text for element in ElementTree.parse(PICTURE).iter() for text in (element.text or "").split(", ")}
    assert room in texts


def test_every_step_in_the_picture_is_told_in_order() -> None:
    inside = [e.text for e in ElementTree.parse(PICTURE).iter() if e.get("class") == "number"]
    told = re.findall(r"^(\d)\. \*\*", PAGE, re.MULTILINE)
    assert told == sorted(str(number) for number in inside)


def test_readers_and_contributors_are_led_to_it() -> None:
    for page in ("README.md", "CONTRIBUTING.md"):
        assert "docs/architecture.md" in (ROOT / page).read_text(encoding="utf-8")
