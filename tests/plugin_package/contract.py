"""What a stranger's own tests look like: the checks that penchant ships, run on each of their classes."""

from __future__ import annotations

from pathlib import Path

import pytest
from penchant_example import ColoursSuite, FolderStore, Hoarse, Laconic, LettersEmbedder, LiteralMind

from penchant.testing import (
    EmbedderCheck,
    HashEmbedder,
    MindCheck,
    StoreCheck,
    durable_store_checks,
    embedder_checks,
    mind_checks,
    store_checks,
)
from penchant_lab.testing import PersonCheck, SuiteCheck, TraitCheck, person_checks, suite_checks, trait_checks


@pytest.mark.parametrize("check", [*store_checks(), *durable_store_checks()], ids=lambda check: check.__name__)
def test_the_folder_store_keeps_the_contract(check: StoreCheck, tmp_path: Path) -> None:
    check(lambda: FolderStore(tmp_path / "memory"))


@pytest.mark.parametrize("check", list(embedder_checks()), ids=lambda check: check.__name__)
def test_the_letters_embedder_keeps_the_contract(check: EmbedderCheck) -> None:
    check(LettersEmbedder)


@pytest.mark.parametrize("check", list(mind_checks()), ids=lambda check: check.__name__)
def test_the_literal_mind_keeps_the_contract(check: MindCheck) -> None:
    check(lambda: LiteralMind(HashEmbedder()))


@pytest.mark.parametrize("check", list(person_checks()), ids=lambda check: check.__name__)
def test_laconic_people_keep_the_contract(check: PersonCheck) -> None:
    check(Laconic)


@pytest.mark.parametrize("check", list(trait_checks()), ids=lambda check: check.__name__)
def test_the_hoarse_keep_the_contract(check: TraitCheck) -> None:
    check(lambda: Hoarse(share=0.5))


@pytest.mark.parametrize("check", list(suite_checks()), ids=lambda check: check.__name__)
def test_the_colours_suite_keeps_the_contract(check: SuiteCheck) -> None:
    check(ColoursSuite)
