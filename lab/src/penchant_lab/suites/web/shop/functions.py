"""What can be called in the shop: names, schemas as language models take them, and a check of the arguments."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from penchant.errors import BadInput
from penchant_lab.suites.web.records import TaskType

SEARCH = "search_product_by_query"
RECOMMEND = "get_recommendations_by_history"
REVIEW = "add_product_review"
DETAILS = "get_product_details_by_asin"
STOP = "stop"
RESPOND = "respond"

RIGHT: Mapping[TaskType, str] = {"search": SEARCH, "recommend": RECOMMEND, "review": REVIEW}
"""The function that each type of task wants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One argument of a function; the schema requires every one."""

    name: str
    type: Literal["string", "array"]  # an array is one of strings
    about: str
    needed: bool = True  # a call without it is refused; the original takes a review that is not there

    def schema(self) -> dict[str, Any]:
        """As JSON schema."""
        items = {"items": {"type": "string"}} if self.type == "array" else {}
        return {"type": self.type, "description": self.about} | items

    def accepts(self, value: object) -> bool:
        """Whether a call with this value goes through, as it does in the original; it takes more than the schema says.

        A list may hold anything that can be looked up, and a text or an object is gone through like a list.
        """
        if self.type == "array":
            return isinstance(value, str | Mapping) or (
                isinstance(value, list | tuple) and not any(isinstance(item, list | dict) for item in value)
            )
        return isinstance(value, str) or (value is None and not self.needed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """Something an agent can call."""

    name: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    answers: bool = False  # a call is an answer to the task, and is scored

    def schema(self) -> dict[str, Any]:
        """As OpenAI's function calling has it."""
        parameters = {
            "type": "object",
            "properties": {parameter.name: parameter.schema() for parameter in self.parameters},
            "required": [parameter.name for parameter in self.parameters],
        }
        return {
            "type": "function",
            "function": {"name": self.name, "description": self.about, "parameters": parameters},
        }

    def check(self, arguments: Mapping[str, Any]) -> None:
        """Refuse arguments that are missing, unknown or of another type, in one line."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in known.keys() - arguments.keys():
            if not known[name].needed:
                continue
            raise BadInput(f"{self.name} needs the argument {name!r} ({known[name].type}).")
        for name, value in arguments.items():
            if name not in known:
                raise BadInput(f"{self.name} has no argument {name!r}; it takes {', '.join(known) or 'none'}.")
            if not known[name].accepts(value):
                kind = "a list of texts" if known[name].type == "array" else "a text"
                raise BadInput(f"{name} of {self.name} must be {kind}, not {type(value).__name__}.")


FUNCTIONS: Mapping[str, Function] = {
    function.name: function
    for function in (
        Function(
            name=SEARCH,
            about="Search the shop for products by words; gives the ten that fit best, best first.",
            parameters=(Parameter(name="query", type="string", about="What to look for, in words."),),
            answers=True,
        ),
        Function(
            name=RECOMMEND,
            about="Get ten products that somebody is likely to want next, from products they had before.",
            parameters=(
                Parameter(
                    name="product_sequence",
                    type="array",
                    about="ASINs of products they had, in order of time, the newest last; at most 30 count.",
                ),
            ),
            answers=True,
        ),
        Function(
            name=REVIEW,
            about="Post a review of the product on the person's behalf.",
            parameters=(Parameter(name="review", type="string", about="The whole text of the review.", needed=False),),
            answers=True,
        ),
        Function(
            name=DETAILS,
            about="Look up everything the shop says of one product.",
            parameters=(Parameter(name="product_asin", type="string", about="The product's ASIN."),),
        ),
        Function(name=STOP, about="End the task: nothing more is to be done for the person."),
    )
}

SAYING = Function(
    name=RESPOND,
    about="Say something to the person.",
    parameters=(Parameter(name="content", type="string", about="What to say."),),
)
"""Not offered as a function: it is what an agent does that answers with words instead of a call."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function by name, and what it is called with."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)


def sequence_in(value: Iterable[object]) -> list[str]:
    """The texts in what was given as a sequence: the items of a list, the letters of a text, the keys of an object."""
    return [item for item in value if isinstance(item, str)]


def read_call(raw: object) -> Call:
    """A call from ``{"name": ..., "arguments": {...}}``; the arguments may be JSON text, as language models send it."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("name"), str):
        raise BadInput('A call looks like {"name": "stop", "arguments": {}}.')
    arguments = raw.get("arguments", {})
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except (ValueError, RecursionError) as error:
            raise BadInput(f"The arguments of {raw['name']} are not JSON.") from error
    if not isinstance(arguments, Mapping):
        raise BadInput(f"The arguments of {raw['name']} must be an object, not {type(arguments).__name__}.")
    return Call(raw["name"], arguments)


def search_call(query: str) -> Call:
    """A search for these words."""
    return Call(SEARCH, {"query": query})


def recommend_call(asins: list[str]) -> Call:
    """Recommendations from these products, the newest last."""
    return Call(RECOMMEND, {"product_sequence": asins})


def review_call(text: str) -> Call:
    """A review of these words."""
    return Call(REVIEW, {"review": text})


def details_call(asin: str) -> Call:
    """What the shop says of a product."""
    return Call(DETAILS, {"product_asin": asin})


def say(content: str) -> Call:
    """Words to the person."""
    return Call(RESPOND, {"content": content})


def stop() -> Call:
    """The end of the task."""
    return Call(STOP)
