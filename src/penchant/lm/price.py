"""What tokens cost. Prices are the user's to give: a list of ours would be out of date before anybody read it."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from penchant.errors import BadInput
from penchant.lm.protocol import Prompt

LETTERS_A_TOKEN = 4
"""A rule of thumb for English; where an endpoint counts tokens itself, its count is taken."""


@dataclass(frozen=True, slots=True)
class Price:
    """Per million tokens, in whatever currency the user thinks in.

    >>> Price(0.5, 2).of(input_tokens=1_000_000, output_tokens=250_000)
    1.0
    """

    input: float
    output: float

    def __post_init__(self) -> None:
        """Refuse what is no price."""
        for value in (self.input, self.output):
            if isinstance(value, bool) or not isinstance(value, int | float) or not (0 <= value < math.inf):
                raise BadInput(f"A price is a number per million tokens, 0 or more; this is not: {value!r}.")

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """What so many tokens cost."""
        return (input_tokens * self.input + output_tokens * self.output) / 1_000_000


FREE = Price(0, 0)


def estimate_tokens(*texts: str) -> int:
    """About how many tokens these texts are: a quarter of their letters, rounded up."""
    return -(-sum(map(len, texts)) // LETTERS_A_TOKEN)


def estimate_input(prompt: Prompt) -> int:
    """About how many tokens a prompt is, its schema included."""
    schema = "" if prompt.schema is None else json.dumps(prompt.schema, default=dict)
    return estimate_tokens(*(message.text for message in prompt.messages), schema)


def read_prices(path: Path) -> dict[str, Price]:
    """The prices in a file such as ``{"gpt-x": {"input": 0.15, "output": 0.6}}``."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return {name: _price(entry) for name, entry in entries.items()}
    except OSError as error:
        raise BadInput(f"The prices in {path} cannot be read: {error.strerror}.") from error
    except (ValueError, AttributeError, TypeError, KeyError, BadInput) as error:
        raise BadInput(
            f'{path} is no list of prices ({error}); it looks like {{"model": {{"input": 0.15, "output": 0.6}}}}.'
        ) from error


def _price(entry: Any) -> Price:
    if set(entry) != {"input", "output"}:
        raise ValueError("a price has an input and an output")
    return Price(entry["input"], entry["output"])


def is_local(base_url: str | None) -> bool:
    """Whether an address is on this machine, where calls cost nothing."""
    host = urlsplit(base_url or "").hostname or ""
    return host in ("localhost", "::1", "0.0.0.0") or host.startswith("127.")
