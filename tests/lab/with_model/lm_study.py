"""A small study with a language model, as the tests in this folder start it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from penchant.testing.endpoint import Endpoint
from workbench import Said

Cli = Callable[..., Said]


def start(people: Path, out: Path, endpoint: Endpoint, *more: str) -> list[str]:
    plain = ["study", "embodied", "--data", str(people), "--methods", "post,both", "--passes", "2", "--jobs", "1"]
    model = ["--mind", "lm", "--model", "scripted", "--base-url", endpoint.base_url]
    return [*plain, "--out", str(out), *model, *more]


def report(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "report.json").read_text())
    return found
