"""Vectors of sentences: near where the meaning is, cut where a text is long, refused where the weights are broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from penchant.mind.learned.vectors import SentenceVectors
from penchant.mind.learned.weights import MANIFEST, MODEL, SHIPPED, VECTORS, VOCABULARY, BadWeights

VECTORS_OF = SentenceVectors()


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("Little Fern, soft background music", "Kellerhaus, hushed, candles", "Sports Corner, twelve screens"),
        ("terrace tables", "wooden deck by the lake", "indoor booths"),
        ("I take my coffee black", "an espresso without milk", "a train to Lyon"),
    ],
)
def test_what_means_something_alike_lies_near(text: str, near: str, far: str) -> None:
    one, other, another = VECTORS_OF.many([text, near, far])
    assert one @ other > one @ another


@pytest.mark.parametrize("text", ["", " ", "🎉" * 50, "x" * 100_000, "tea " * 5_000, "\ud800"])
def test_any_text_has_a_vector_of_length_one(text: str) -> None:
    assert float(np.linalg.norm(VECTORS_OF.one(text))) == pytest.approx(1.0, abs=1e-5)


def test_no_texts_are_no_rows() -> None:
    assert VECTORS_OF.many([]).shape == (0, VECTORS_OF.size)


def test_a_text_does_not_depend_on_its_neighbours() -> None:
    assert np.array_equal(SentenceVectors().many(["tea", "coffee"])[1], SentenceVectors().one("coffee"))


def test_cut_weights_are_told_in_a_line(tmp_path: Path) -> None:
    for name in (MANIFEST, MODEL, VOCABULARY, VECTORS):
        shutil.copy(SHIPPED / name, tmp_path / name)
    (tmp_path / VECTORS).write_bytes((SHIPPED / VECTORS).read_bytes()[:-9])
    with pytest.raises(BadWeights, match="was cut or replaced"):
        SentenceVectors(tmp_path).one("tea")
