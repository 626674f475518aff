"""What every embedder promises, as checks that each implementation runs unchanged.

A check takes a function that makes an embedder and raises AssertionError, with a sentence, where a promise is broken::

    @pytest.mark.parametrize("check", list(embedder_checks()), ids=lambda check: check.__name__)
    def test_my_embedder_keeps_the_contract(check: EmbedderCheck) -> None:
        check(MyEmbedder)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from penchant.embed import Embedder
from penchant.testing._samples import same, true

Make = Callable[[], Embedder]
EmbedderCheck = Callable[[Make], None]

TEXTS = (
    *("herbal tea", "Herbal tea!", "black coffee", "something to drink, I'm drowsy", "a", "I", "42", "?!"),
    *("naïve café", "日本語のお茶", "🍵👩‍🍳", "שלום", "a\0b", "line\nbreak\ttab", "{} %s \\N", "\u200b"),
)
"""Texts as people write them, and as they come out of copying and pasting."""


def a_name_and_a_size_are_given_and_stay(make: Make) -> None:
    """The name is a text, the size a count, and neither changes with use or from one making to the next."""
    embedder = make()
    name, size = embedder.name, embedder.size
    true(isinstance(name, str) and bool(name.strip()), f"the name should be a text, not {name!r}")
    true(isinstance(size, int) and size > 0, f"the size should be a count above 0, not {size!r}")
    embedder.embed(TEXTS)
    same((embedder.name, embedder.size), (name, size), "name and size after use")
    other = make()
    same((other.name, other.size), (name, size), "name and size of another one made alike")


def every_text_gets_one_row(make: Make) -> None:
    """So many texts, so many rows of float32, each as long as the size says; a text given twice gets two."""
    embedder = make()
    for texts in (list(TEXTS), ["herbal tea"], ["herbal tea"] * 3):
        rows = embedder.embed(texts)
        same(rows.shape, (len(texts), embedder.size), f"the shape for {len(texts)} texts")
        same(rows.dtype, np.dtype(np.float32), "the kind of number")


def no_texts_get_no_rows(make: Make) -> None:
    """An empty list gives an array without rows that still knows its width."""
    embedder = make()
    same(embedder.embed([]).shape, (0, embedder.size), "the shape for no texts")


def rows_have_length_one_or_are_zeros(make: Make) -> None:
    """Every row can be compared by cosine: its length is 1, or all of it is 0."""
    for text, row in zip(TEXTS, make().embed(TEXTS), strict=True):
        _has_length_one_or_zero(row, text)


def the_same_text_gives_the_same_bytes(make: Make) -> None:
    """Alone, in a batch, in another order, again, and by another one made alike: bit for bit the same."""
    embedder = make()
    batch = embedder.embed(TEXTS)
    turned = embedder.embed(TEXTS[::-1])[::-1]
    again, fresh = embedder.embed(TEXTS), make().embed(TEXTS)
    for number, text in enumerate(TEXTS):
        wanted = batch[number].tobytes()
        same(embedder.embed([text])[0].tobytes() == wanted, True, f"{text!r} alone as in a batch")
        same(turned[number].tobytes() == wanted, True, f"{text!r} in another order as before")
        same(again[number].tobytes() == wanted, True, f"{text!r} the second time as the first")
        same(fresh[number].tobytes() == wanted, True, f"{text!r} by another one made alike")


def nothing_in_a_text_breaks_it(make: Make) -> None:
    """Texts with nothing in them, and a very long one, give rows like any other."""
    texts = ["", " ", "\n\t ", "tea " * 25_000, "x" * 100_000]
    for text, row in zip(texts, make().embed(texts), strict=True):
        _has_length_one_or_zero(row, text[:20])


def texts_are_told_apart(make: Make) -> None:
    """Tea is not coffee: vectors that are all alike would find anything for anybody."""
    tea, coffee = make().embed(["herbal tea", "black coffee"])
    true(bool(tea.any()) and bool(coffee.any()), "plain words should not be all zeros")
    true(float(tea @ coffee) < 0.999, "'herbal tea' and 'black coffee' should not point the same way")


def rows_given_out_are_the_callers(make: Make) -> None:
    """Writing into an array that an embedder gave does not change what it gives next."""
    embedder = make()
    before = embedder.embed(TEXTS).copy()
    given = embedder.embed(TEXTS)
    if given.flags.writeable:
        given[:] = 7
    same(embedder.embed(TEXTS).tobytes() == before.tobytes(), True, "the rows are the same as before")


def _has_length_one_or_zero(row: np.ndarray[tuple[int, ...], np.dtype[np.float32]], text: str) -> None:
    true(bool(np.isfinite(row).all()), f"the row of {text!r} should be finite")
    length = float(np.linalg.norm(row))
    true(length == 0 or abs(length - 1) < 1e-3, f"the row of {text!r} should have length 1 or 0, not {length:.4f}")


def embedder_checks() -> Iterator[EmbedderCheck]:
    """The checks for any embedder; each is given a function that makes one."""
    yield from (
        a_name_and_a_size_are_given_and_stay,
        every_text_gets_one_row,
        no_texts_get_no_rows,
        rows_have_length_one_or_are_zeros,
        the_same_text_gives_the_same_bytes,
        nothing_in_a_text_breaks_it,
        texts_are_told_apart,
        rows_given_out_are_the_callers,
    )
