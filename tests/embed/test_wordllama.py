"""The default embedder's vectors are the model's own, one text at a time."""

from __future__ import annotations

import numpy as np
import pytest

from penchant.embed import wordllama
from penchant.embed.wordllama import WordLlamaEmbedder

TEXTS = ["tea", "a cup of black coffee, please", "naïve café", "日本語", "🙂", "<s> </s>", "\x00", "word " * 400]


@pytest.fixture(scope="module")
def embedder() -> WordLlamaEmbedder:
    return WordLlamaEmbedder()


@pytest.mark.parametrize("text", TEXTS)
def test_a_vector_is_to_the_last_bit_what_the_model_gives(embedder: WordLlamaEmbedder, text: str) -> None:
    theirs = wordllama._model().embed([text], norm=True)
    assert embedder.embed([text]).tobytes() == np.asarray(theirs).tobytes()


def test_another_embedder_looks_into_the_same_vectors(embedder: WordLlamaEmbedder) -> None:
    loaded = wordllama._model()
    assert WordLlamaEmbedder().embed(["tea"]).tobytes() == embedder.embed(["tea"]).tobytes()
    assert wordllama._model() is loaded


def test_a_text_with_nothing_in_it_is_all_zeros(embedder: WordLlamaEmbedder) -> None:
    assert not embedder.embed(["", " \n"]).any()


def test_half_a_surrogate_pair_is_read_as_a_question_mark(embedder: WordLlamaEmbedder) -> None:
    half, mark = embedder.embed(["tea \ud800", "tea ?"])
    assert half.tobytes() == mark.tobytes()
