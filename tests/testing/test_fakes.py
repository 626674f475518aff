"""The shipped stand-ins do what their docstrings show, and work where the real ones do."""

from __future__ import annotations

import doctest
import hashlib

from penchant import Agent, Request
from penchant.domain import Action, Question
from penchant.embed import Embedder
from penchant.memory import Memory
from penchant.mind.builtin import BuiltInMind
from penchant.session import run_episode
from penchant.store.dict import DictStore
from penchant.testing import HashEmbedder, ScriptedPerson, fakes
from penchant_lab.people import Person

DRINK = Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"])


def _agent() -> Agent:
    embedder: Embedder = HashEmbedder()
    return Agent(Memory(DictStore(), embedder), BuiltInMind(embedder))


def test_the_examples_in_the_docstrings_run() -> None:
    tried = doctest.testmod(fakes)
    assert tried.attempted >= 6
    assert tried.failed == 0


def test_the_hash_embedder_gives_the_same_vectors_on_every_machine() -> None:
    rows = HashEmbedder(16).embed(["herbal tea", "日本", ""])
    assert hashlib.sha256((rows * 1000).astype("<i4").tobytes()).hexdigest()[:16] == "d00f60b7d6629332"


def test_the_hash_embedder_ignores_capitals_and_marks() -> None:
    plain, loud = HashEmbedder().embed(["herbal tea", "Herbal, TEA!"])
    assert plain.tobytes() == loud.tobytes()


def test_a_scripted_person_teaches_an_agent() -> None:
    ana: Person = ScriptedPerson("ana", answers=["the herbal tea, please"], reactions=["thank you"])
    agent = _agent()
    taught = run_episode(ana, agent, DRINK, teaching=True, episode="e1")
    assert taught.choice is not None
    assert taught.choice.action == Action("herbal tea")
    exam = run_episode(ScriptedPerson("ana"), agent, DRINK, teaching=False, episode="e2")
    assert exam.choice is not None
    assert exam.choice.action == Action("herbal tea")


def test_a_scripted_person_may_keep_silent() -> None:
    ana = ScriptedPerson("ana", answers=[None])
    episode = run_episode(ana, _agent(), DRINK, teaching=True, episode="e1")
    assert [exchange.answer for exchange in episode.heard] == [""]
    assert episode.reaction is None
    assert len(ana.asked) == len(ana.shown) == 1


def test_a_script_may_be_a_function_of_what_was_asked() -> None:
    ana = ScriptedPerson("ana", answers=lambda request, question: question.alternatives[-1])
    assert ana.answer(DRINK, Question("Which?", ("a", "b"))) == "b"
