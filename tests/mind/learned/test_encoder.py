"""The encoder: vectors near where the meaning is, cut where a text is long; loaded once, and late."""

from __future__ import annotations

import numpy as np
import pytest

from penchant.mind.learned.encoder import Encoder

ENCODER = Encoder()


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("Little Fern, soft background music", "Kellerhaus, hushed, candles", "Sports Corner, twelve screens"),
        ("tables on the terrace", "wooden deck by the lake", "booths inside"),
        ("I take my coffee black", "an espresso without milk", "a train to Lyon"),
    ],
)
def test_what_means_something_alike_lies_near(text: str, near: str, far: str) -> None:
    one, other, another = ENCODER.vectors([text, near, far])
    assert one @ other > one @ another


@pytest.mark.parametrize("text", ["", " ", "🎉" * 50, "x" * 100_000, "tea " * 5_000, "\ud800"])
def test_any_text_has_a_vector_of_length_one(text: str) -> None:
    assert float(np.linalg.norm(ENCODER.vector(text))) == pytest.approx(1.0, abs=1e-5)


def test_no_texts_are_no_rows() -> None:
    assert ENCODER.vectors([]).shape == (0, ENCODER.width)


def test_a_text_does_not_depend_on_its_neighbours() -> None:
    assert np.array_equal(Encoder().vectors(["tea", "coffee"])[1], Encoder().vector("coffee"))


def test_nothing_is_loaded_before_the_first_sentence() -> None:
    assert "_weights" not in vars(Encoder())


def test_every_reader_of_a_process_shares_the_weights() -> None:
    one, other = Encoder(), Encoder()
    one.open()
    other.open()
    assert one._weights is other._weights
