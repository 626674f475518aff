"""Scenes of the household without end, for somebody who talks with an agent in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from penchant.domain import Request
from penchant_lab.suites.household.generate import generate


def scenes(name: str, seed: int) -> Iterator[Request]:
    """Requests of the bundled people's first phase, in the name of the person at the terminal."""
    for index in count():
        for record in generate(seed, index).phases[0]:
            yield Request(name, record.task, record.scene_objects)
