"""The nouns of the web shop: products, what people bought and said, and what they ask for. As the files have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

TaskType = Literal["search", "recommend", "review"]
Split = Literal["history", "train", "test"]
Track = Literal["single", "multi", "continual"]
Templates = Literal["first", "second"]
"""The set of templates that the words of a task come from; the second was written without sight of any reader."""
Past = Literal["none", "before", "all"]
"""What an agent is shown: nothing, what came before somebody's first task, or all that came before each task."""
TYPES: tuple[TaskType, ...] = ("search", "recommend", "review")
TRACKS: tuple[Track, ...] = get_args(Track)
PASTS: tuple[Past, ...] = get_args(Past)


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Something the shop sells; ``price`` is None where the files say "None"."""

    asin: str
    title: str
    category: str  # one of the five main categories
    price: float | None = None
    raw_price: str = "None"
    store: str | None = None  # the brand
    rating: float = 0.0
    ratings: int = 0
    features: tuple[str, ...] = ()
    description: tuple[str, ...] = ()
    path: tuple[str, ...] = ()  # of sub-categories
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)  # keys of the files that nothing here reads


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Somebody bought something and said what they thought of it."""

    asin: str
    rating: float
    title: str
    text: str
    at: int  # Unix milliseconds
    split: Split = "history"


@dataclass(frozen=True, slots=True, kw_only=True)
class WebTask:
    """What one person asks for at one moment, and the event that decides what is right; the agent sees the first."""

    number: int  # its place in its split: no two tasks share one
    person: str
    text: str
    type: TaskType
    at: int  # Unix milliseconds
    target: Event
    split: Split = "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Withheld:
    """What a task's text leaves out that the person's past could tell; kept apart, never shown to an agent."""

    attributes: Mapping[str, str] = field(hash=False)  # "store": "Nordlys", "price band": "mid", "size": "M"
    told: Mapping[str, str] = field(default_factory=dict, hash=False)  # what the text does say
    templates: Templates = "first"  # the set that its words come from


@dataclass(frozen=True, slots=True, kw_only=True)
class WebData:
    """A whole shop: its catalogue, its people's past in order of time, and the tasks."""

    products: Mapping[str, Product]
    profiles: Mapping[str, Mapping[str, str]]  # by person: the eleven fields, which agents are not shown
    history: Mapping[str, Sequence[Event]]  # by person, oldest first; train and test events too
    train: Sequence[WebTask]
    test: Sequence[WebTask]
    withheld: Mapping[tuple[Split, int], Withheld] = field(default_factory=dict)  # empty for the original files
    fingerprint: str = ""
    original: bool = field(default=False, compare=False)  # the files were the original's, byte for byte
    notes: Sequence[str] = field(default=(), compare=False)  # what a reader of the files should know, a line each

    def visible(self, task: WebTask) -> Sequence[Event]:
        """What an agent may know of this person when the task comes: what happened strictly before it."""
        return [event for event in self.history.get(task.person, ()) if event.at < task.at]
