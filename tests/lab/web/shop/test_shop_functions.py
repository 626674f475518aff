"""What can be called: the schemas a language model is given, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from penchant.errors import BadInput
from penchant_lab.suites.web.shop.functions import FUNCTIONS, RIGHT, Call, read_call


def test_every_declared_property_is_required_and_described() -> None:
    for function in FUNCTIONS.values():
        schema = function.schema()
        assert schema["type"] == "function"
        parameters = schema["function"]["parameters"]
        assert parameters["required"] == list(parameters["properties"])
        assert all(parameter["description"] for parameter in parameters["properties"].values())


def test_the_names_and_parameters_are_the_originals() -> None:
    found = {name: {p.name: p.type for p in function.parameters} for name, function in FUNCTIONS.items()}
    assert found == {
        "search_product_by_query": {"query": "string"},
        "get_recommendations_by_history": {"product_sequence": "array"},
        "add_product_review": {"review": "string"},
        "get_product_details_by_asin": {"product_asin": "string"},
        "stop": {},
    }
    assert set(RIGHT.values()) == {name for name, function in FUNCTIONS.items() if function.answers}
    recommend = FUNCTIONS["get_recommendations_by_history"].schema()["function"]["parameters"]["properties"]
    assert recommend["product_sequence"]["items"] == {"type": "string"}


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("search_product_by_query", {}, "needs the argument 'query'"),
        ("search_product_by_query", {"query": "a", "k": 3}, "has no argument 'k'"),
        ("search_product_by_query", {"query": 3}, "query of search_product_by_query must be a text, not int"),
        ("search_product_by_query", {"query": None}, "must be a text, not NoneType"),
        ("get_recommendations_by_history", {"product_sequence": 3}, "must be a list of texts, not int"),
        ("get_recommendations_by_history", {"product_sequence": [["B01"]]}, "must be a list of texts"),
        ("get_recommendations_by_history", {}, "needs the argument 'product_sequence'"),
        ("add_product_review", {"review": 3}, "must be a text, not int"),
        ("add_product_review", {"text": "Good"}, "has no argument 'text'"),
        ("stop", {"why": "done"}, "has no argument 'why'; it takes none"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(name: str, arguments: dict[str, Any], line: str) -> None:
    with pytest.raises(BadInput, match=line):
        FUNCTIONS[name].check(arguments)


def test_a_call_is_read_as_a_model_sends_it() -> None:
    wanted = Call("search_product_by_query", {"query": "tea"})
    assert read_call({"name": "search_product_by_query", "arguments": '{"query": "tea"}'}) == wanted
    assert read_call({"name": "search_product_by_query", "arguments": {"query": "tea"}}) == wanted
    assert read_call({"name": "stop", "arguments": ""}) == Call("stop", {})


@pytest.mark.parametrize(
    "raw", [None, "stop", {}, {"name": 3}, {"name": "stop", "arguments": "{"}, {"name": "stop", "arguments": [1]}]
)
def test_what_is_no_call_is_refused(raw: object) -> None:
    with pytest.raises(BadInput):
        read_call(raw)
