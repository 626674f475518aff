"""What the tests of the ledger ask, and how they look at its file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from penchant.lm import ChatMessage, Prompt
from penchant.lm.ledger import NAME


def prompt(words: str, purpose: str = "pick", **changes: Any) -> Prompt:
    return replace(Prompt(purpose=purpose, messages=(ChatMessage("user", words),), max_tokens=64), **changes)


def shout(asked: Prompt) -> str:
    return asked.messages[-1].text.upper()


def lines(folder: Path) -> list[bytes]:
    return (folder / NAME).read_bytes().splitlines(keepends=True)
