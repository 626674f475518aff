"""What language models were called for in a run, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def told_calls(model: Mapping[str, Any]) -> Iterator[str]:
    """How often each model was called and for what, how many tokens that took and how much money."""
    for name, spent in (model.get("models") or {model["name"]: model}).items():
        cost = "at an unknown price" if spent["cost"] is None else f"for {spent['cost']:.2f}"
        tokens = f"{spent['input_tokens']:,} tokens in and {spent['output_tokens']:,} out"
        parts = ", ".join(f"{purpose} {part['calls']:,}" for purpose, part in spent["purposes"].items())
        said = f"{spent['calls']:,} times ({parts}), {tokens}, {cost}" if spent["calls"] else "0 times"
        reused = f"; replies reused from other runs: {spent['reused']:,}" if spent.get("reused") else ""
        yield f"Model: {name} was called {said}{reused}."
