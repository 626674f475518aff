"""What we ship passes the checks that we ship: embedders, minds, simulated people, the embodied suite."""

from __future__ import annotations

import pytest

from penchant.embed import Embedder, cached
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.builtin import BuiltInMind
from penchant.mind.learned.encoder import EncoderEmbedder
from penchant.testing import (
    EmbedderCheck,
    HashEmbedder,
    MindCheck,
    durable_store_checks,
    embedder_checks,
    mind_checks,
    store_checks,
)
from penchant_lab.people import SimulatedPerson
from penchant_lab.suites.household import EmbodiedSuite
from penchant_lab.suites.shopping import ShoppingSuite
from penchant_lab.testing import PersonCheck, SuiteCheck, person_checks, suite_checks

every_embedder_check = pytest.mark.parametrize("check", list(embedder_checks()), ids=lambda check: check.__name__)
every_mind_check = pytest.mark.parametrize("check", list(mind_checks()), ids=lambda check: check.__name__)
every_person_check = pytest.mark.parametrize("check", list(person_checks()), ids=lambda check: check.__name__)
every_suite_check = pytest.mark.parametrize("check", list(suite_checks()), ids=lambda check: check.__name__)


@every_embedder_check
def test_the_hash_embedder_keeps_the_contract(check: EmbedderCheck) -> None:
    check(HashEmbedder)


@every_embedder_check
@pytest.mark.parametrize("made", [EncoderEmbedder, WordLlamaEmbedder])
def test_our_embedders_keep_the_contract(check: EmbedderCheck, made: type[Embedder]) -> None:
    check(made)


@every_embedder_check
def test_an_embedder_behind_a_small_cache_keeps_the_contract(check: EmbedderCheck) -> None:
    check(lambda: cached(HashEmbedder(), keep=3))


@every_mind_check
@pytest.mark.parametrize("embedder", [HashEmbedder(), WordLlamaEmbedder()], ids=lambda embedder: embedder.name)
def test_the_built_in_mind_keeps_the_contract(check: MindCheck, embedder: Embedder) -> None:
    vectors = cached(embedder)
    check(lambda: BuiltInMind(vectors))


@every_person_check
def test_simulated_people_keep_the_contract(check: PersonCheck) -> None:
    check(SimulatedPerson)


@every_suite_check
def test_the_embodied_suite_keeps_the_contract(check: SuiteCheck) -> None:
    check(EmbodiedSuite)


@every_suite_check
def test_the_shopping_suite_keeps_the_contract(check: SuiteCheck) -> None:
    check(ShoppingSuite)


def test_every_check_has_a_name_of_its_own_and_a_docstring() -> None:
    stores = [*store_checks(), *durable_store_checks()]
    for checks in (stores, [*embedder_checks()], [*mind_checks()], [*person_checks()], [*suite_checks()]):
        assert len({check.__name__ for check in checks}) == len(checks) > 2
        assert all(check.__doc__ for check in checks)
