"""What people do rather than say: purchases, views, returns, reviews."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Deed = Literal["bought", "viewed", "returned", "wrote"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """One thing a person did with an item, as a product's log has it.

    ``id`` is the log's own: the same event twice counts once.
    """

    id: str
    at: datetime
    item: str  # the name of what it was done with
    did: Deed = "bought"
    topic: str = ""  # the kind of thing the item is
    features: Mapping[str, str] = field(default_factory=dict, hash=False)  # {"brand": "Acme", "Color": "red"}
    rating: float | None = None  # 1 (bad) to 5 (good), where they rated it
    words: str = ""  # what they wrote about it
