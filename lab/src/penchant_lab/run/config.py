"""What makes a run, as one frozen object: the same configuration on the same data gives the same report."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

IN_PROCESS = "memory"
"""The word for a memory that lasts as long as the life it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """What makes a run. What only some suites have is in ``options``, by the names under which they declare it."""

    suite: str  # with its version: embodied-v1
    data: str | None = None
    people: int | None = None  # None: as many as the suite has
    seed: int = 0
    methods: tuple[str, ...] = ()
    mind: str = "built-in"
    embedder: str = "encoder"
    model: str | None = None  # the language model of the mind, and of people unless they have their own
    people_model: str | None = None
    base_url: str | None = None  # where it is, or "local"; resuming may name another place
    replay: str | None = None  # the run whose recorded calls answer; then nobody is asked, when resumed neither
    memory: str = IN_PROCESS  # where lives keep what is learned, without a password; resuming may name another place
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @staticmethod
    def from_json(raw: Mapping[str, Any]) -> RunConfig:
        """The configuration that was written down; a KeyError or TypeError says that it cannot be read."""
        config = RunConfig(**{**raw, "methods": tuple(raw["methods"])})
        if not isinstance(config.seed, int) or not isinstance(config.options, dict):
            raise TypeError("the seed must be a whole number, and options an object")
        return config


def versioned(name: str, version: int) -> str:
    """A suite's name in records: a suite whose results could move gets another number."""
    return f"{name}-v{version}"


def unversioned(name: str) -> str:
    """What a suite is called on the command line.

    >>> unversioned("embodied-v1"), unversioned("web")
    ('embodied', 'web')
    """
    return re.sub(r"-v\d+$", "", name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something that only some suites take: a flag on the command line, and part of what makes a run."""

    name: str
    help: str
    default: Any = None
    type: type = str  # of what is given; bool for a flag without a value
    metavar: str | None = None
    choices: tuple[str, ...] | None = None
