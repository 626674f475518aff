"""Keys, addresses, names of models and quotas: what is wrong is one line that shows no secret."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from endpoint_calls import PICK, SECRET, model, said_in_turn, serving

from penchant.errors import BadInput, ModelFailed, ModelUnavailable
from penchant.lm.ledger import NAME, Ledger
from penchant.lm.openai import OpenAIModel
from penchant.lm.recorded import Recorded
from penchant.testing.endpoint import (
    NO_QUOTA,
    OUT_OF_ORDER,
    Endpoint,
    Fault,
    Rules,
    Said,
)

pytestmark = pytest.mark.usefixtures("no_key_of_the_machine")


def test_a_wrong_key_is_named_by_its_variable_and_never_shown() -> None:
    with serving(said_in_turn("tea"), Rules(key="right"), key=SECRET) as (lm, endpoint):
        with pytest.raises(
            ModelUnavailable, match=r"does not let us in \(401\); is OPENAI_API_KEY the right"
        ) as caught:
            lm.complete(PICK)
        assert endpoint.asked == []
    assert SECRET not in str(caught.value)


def test_the_key_appears_in_nothing_that_is_said_logged_or_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = Fault(400, f"Bad key {SECRET}, in http://ana:{SECRET}@host and Bearer {SECRET}")
    with serving(lambda asked: echo, key=SECRET) as (lm, endpoint):
        with pytest.raises(ModelFailed) as caught:
            lm.complete(PICK)
        assert endpoint.asked[0].headers["authorization"] == f"Bearer {SECRET}"
        shown = f"{caught.value} {lm!r} {lm.address!r} {caplog.text}"
    assert "Bad key ***" in shown
    assert SECRET not in shown


def test_a_password_in_the_address_is_used_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with Endpoint(lambda asked: OUT_OF_ORDER) as endpoint:
        lm = model(endpoint.base_url.replace("127.0.0.1", "ana:open%20sesame@127.0.0.1"))
        with pytest.raises(ModelFailed) as caught:
            lm.complete(PICK)
    assert endpoint.asked[0].headers["authorization"] == "Basic YW5hOm9wZW4gc2VzYW1l"
    shown = f"{caught.value} {lm!r} {lm.address!r} {caplog.text}"
    assert "sesame" not in shown
    assert "YW5hOm9wZW4gc2VzYW1l" not in shown


def test_a_wrong_key_is_known_by_its_words_where_the_status_does_not_tell() -> None:
    with (
        serving(lambda asked: Fault(400, "API key not valid")) as (lm, _),
        pytest.raises(ModelUnavailable, match="OPENAI_API_KEY"),
    ):
        lm.complete(PICK)


def test_a_local_endpoint_needs_no_key() -> None:
    with serving(said_in_turn("tea")) as (lm, endpoint):
        lm.complete(PICK)
    assert endpoint.asked[0].headers["authorization"] == "Bearer none-needed"


def test_without_key_and_address_the_variable_is_named() -> None:
    with pytest.raises(ModelUnavailable, match="OPENAI_API_KEY is not set"):
        OpenAIModel("gpt-x")


def test_key_and_address_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with Endpoint(said_in_turn("tea"), Rules(key=SECRET)) as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", f"{SECRET}\n")
        assert OpenAIModel("scripted").complete(PICK).text == "tea"


def test_a_key_with_odd_characters_is_refused_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-ключ")
    with pytest.raises(ModelUnavailable, match="OPENAI_API_KEY has characters") as caught:
        OpenAIModel("gpt-x")
    assert "ключ" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    ["localhost:8000", "ftp://host/v1", "http://", "http://h:port/v1", "http://h/v1?key=1", "http://1.2.3.400/v1"],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadInput, match="base URL"):
        OpenAIModel("gpt-x", base_url=url)


def test_a_model_that_does_not_exist_is_named_with_the_nearest_that_does() -> None:
    rules = Rules(models=("smollm2", "qwen-7b"))
    with (
        serving(said_in_turn("tea"), rules, name="smolm2") as (lm, _),
        pytest.raises(ModelUnavailable, match=r"There is no model 'smolm2' at http.*Did you mean 'smollm2'\?"),
    ):
        lm.complete(PICK)


def test_a_model_unlike_any_other_gets_the_list() -> None:
    rules = Rules(models=("smollm2", "qwen-7b"))
    with (
        serving(said_in_turn("tea"), rules, name="zzz") as (lm, _),
        pytest.raises(ModelUnavailable, match=r"It has: qwen-7b, smollm2\."),
    ):
        lm.complete(PICK)


def test_a_key_among_the_names_of_models_is_not_shown_and_no_name_breaks_the_line() -> None:
    rules = Rules(models=(f"hf-small-model\nfor {SECRET}",))
    with (
        serving(said_in_turn("tea"), rules, name="zzz", key=SECRET) as (lm, _),
        pytest.raises(ModelUnavailable, match=r"It has: hf-small-model for \*\*\*\.$"),
    ):
        lm.complete(PICK)


def test_an_endpoint_that_lists_nothing_may_be_the_wrong_address() -> None:
    with Endpoint(said_in_turn("tea"), Rules(lists=False)) as endpoint:
        lm = model(endpoint.base_url.removesuffix("/v1"))
        with pytest.raises(ModelUnavailable, match=r"does the base URL end in /v1\?"):
            lm.complete(PICK)


@pytest.mark.parametrize("fault", [NO_QUOTA, Fault(402, "Payment required")])
def test_a_spent_quota_ends_the_run_at_once(fault: Fault) -> None:
    with serving(lambda asked: fault) as (lm, endpoint):
        with pytest.raises(ModelUnavailable, match=r"The quota at .* is used up"):
            lm.complete(PICK)
        assert len(endpoint.asked) == 1


@pytest.mark.parametrize("key", [SECRET, "topsecretvalue123", "hunter2", "AbCdEfGh", "correct horse battery"])
def test_a_key_that_is_echoed_is_seen_by_nobody(key: str, tmp_path: Path) -> None:
    with serving(lambda asked: f"Your key is {key}. {asked.headers['authorization']}", key=key) as (lm, _):
        assert Recorded(lm, Ledger(tmp_path)).complete(PICK).text == "Your key is ***. Bearer ***"
    assert key not in (tmp_path / NAME).read_text()


def test_a_key_in_a_refusal_is_seen_by_nobody() -> None:
    with serving(lambda asked: Said(None, refusal=f"Not with {SECRET}"), key=SECRET) as (lm, _):
        assert lm.complete(PICK).text == "Not with ***"


def test_a_password_that_is_echoed_is_seen_by_nobody_and_a_name_may_be_said() -> None:
    with Endpoint(lambda asked: f"Dear anabel, sesame22, {asked.headers['authorization']}") as endpoint:
        lm = model(endpoint.base_url.replace("127.0.0.1", "anabel:sesame22@127.0.0.1"))
        assert lm.complete(PICK).text == "Dear anabel, ***, Basic ***"
        lm.close()


@pytest.mark.parametrize("key", ["none", "EMPTY", "ollama", "anything", "Token", "1234", "x", "a1", ""])
def test_a_word_in_place_of_a_key_may_be_said(key: str) -> None:
    with serving(lambda asked: f"I would like {key} please", key=key) as (lm, _):
        assert lm.complete(PICK).text == f"I would like {key} please"
