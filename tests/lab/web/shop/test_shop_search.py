"""Scores held against the formula worked out by hand, the order of ties, and an index kept on disk."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from shelf import LAMP, MAT, MUG, PRODUCTS, TEA

from penchant.errors import BadData, PenchantError
from penchant_lab.suites.web.records import Product
from penchant_lab.suites.web.shop.contents import block, contents
from penchant_lab.suites.web.shop.search import WordSearch, in_one_byte, open_search
from penchant_lab.suites.web.shop.words import Analyser


def by_hand(query: str, product: Product, length: int | None = None) -> float:
    """The formula, written out word by word from the texts."""
    terms = {p.asin: Analyser().terms(contents(p)) for p in PRODUCTS}
    mean = sum(len(words) for words in terms.values()) / len(terms)
    mine = terms[product.asin]
    score = 0.0
    for term in Analyser().terms(query):
        df = sum(term in words for words in terms.values())
        tf = mine.count(term)
        idf = math.log(1 + (len(terms) - df + 0.5) / (df + 0.5))
        score += idf * tf / (tf + 0.9 * (1 - 0.4 + 0.4 * (length or len(mine)) / mean))
    return score


@pytest.fixture(scope="module")
def search() -> WordSearch:
    return WordSearch.index(PRODUCTS)


@pytest.mark.parametrize("query", ["tea", "herbal tea mug", "cotton", "title tea tea tea", "a lamp for reading"])
def test_scores_agree_with_the_formula_worked_out_by_hand(search: WordSearch, query: str) -> None:
    hits = search.search(query)
    for product in PRODUCTS:
        scored = next((hit.score for hit in hits if hit.asin == product.asin), 0.0)
        assert scored == pytest.approx(by_hand(query, product), abs=1e-6)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_one_score_worked_out_to_the_last_digit() -> None:
    def bare(asin: str, title: str) -> Product:
        return Product(asin=asin, title=title, category="c", store="s")

    # Both are as long as the mean, so the length cancels out.
    found = WordSearch.index([bare("x1", "red apple"), bare("x2", "green pear")])
    (hit,) = found.search("apple")
    assert hit.asin == "x1"
    assert hit.score == pytest.approx(math.log(1 + 1.5 / 1.5) * 1 / (1 + 0.9), abs=1e-9)


def test_a_word_said_twice_counts_twice(search: WordSearch) -> None:
    (once,), (twice,) = search.search("lamp"), search.search("lamp lamp")
    assert twice.score == pytest.approx(2 * once.score)


def test_ties_go_to_the_smaller_product_id_in_whatever_order_the_catalogue_is(tmp_path: Path) -> None:
    alike = [replace(MUG, asin=f"B{number:09d}") for number in range(30)]
    shuffled = [*alike[7:], *alike[6::-1]]
    for products in (alike, alike[::-1], shuffled):
        assert [hit.asin for hit in WordSearch.index(products).search("mug")] == [p.asin for p in alike[:10]]
    kept = WordSearch.index(shuffled)
    kept.save(tmp_path / "index.npz", "this")
    again = WordSearch.load(tmp_path / "index.npz", "this")
    assert again is not None
    assert again.search("mug") == kept.search("mug")


def test_scores_that_single_precision_cannot_tell_apart_are_a_tie() -> None:
    def bare(asin: str, title: str) -> Product:
        return Product(asin=asin, title=title, category="c", store="s")

    # The same two weights, added up in another order for each product: equal to Lucene, a last digit apart to us.
    products = [bare("x9", "red red red apple"), bare("x1", "red apple apple apple"), bare("x5", "a stone in a wall")]
    found = WordSearch.index(products).search("red apple red red apple apple red apple")
    assert [hit.asin for hit in found] == ["x1", "x9"]


def test_no_more_than_ten_and_none_without_a_word_in_common(search: WordSearch) -> None:
    assert len(WordSearch.index([replace(TEA, asin=f"B{n:09d}") for n in range(12)]).search("tea")) == 10
    assert search.search("bicycle") == []
    assert search.search("the of and") == []
    assert search.search("") == []


def test_a_product_is_found_by_its_asin(search: WordSearch) -> None:
    assert search.search(LAMP.asin)[0].asin == LAMP.asin


def test_every_label_of_the_original_is_in_every_document() -> None:
    labels = "titl parent asin main categori averag rate number price store detail descript featur"
    for product in PRODUCTS:
        assert set(labels.split()) <= set(Analyser().terms(contents(product)))


def test_the_block_shown_has_the_labels_in_their_order() -> None:
    labels = [line.partition(":")[0] for line in block(MAT).splitlines()]
    wanted = "Title|Parent Asin|Average Rating|Rating Number|Price|Store|Features|Description|Details|Category"
    assert labels == wanted.split("|")
    assert 'Details: {"Material": "Cotton", "Size": "M"}' in block(MAT)
    assert "Price: 69.99" in block(MAT)
    assert "Price: None" in block(TEA)


@pytest.mark.parametrize(
    ("length", "kept"), [(0, 0), (23, 23), (40, 40), (41, 40), (42, 42), (221, 216), (1000, 984), (3900, 3864)]
)
def test_lengths_in_one_byte_are_lucenes(length: int, kept: int) -> None:
    assert in_one_byte(length) == kept


def test_with_lucenes_lengths_only_the_lengths_differ() -> None:
    long = replace(MAT, description=("Lie down and rest. " * 35,))
    exact, coarse = (WordSearch.index([long, TEA], lucene_lengths=lucene) for lucene in (False, True))
    length = len(Analyser().terms(contents(long)))
    mean = exact.corpus.mean_length
    assert length != in_one_byte(length)
    tf, idf = Analyser().terms(contents(long)).count("cotton"), math.log(2)
    wanted = idf * tf / (tf + 0.9 * (0.6 + 0.4 * in_one_byte(length) / mean))
    assert coarse.search("cotton")[0].score == pytest.approx(wanted, abs=1e-7)  # Lucene's is in single precision
    assert exact.search("cotton")[0].score != pytest.approx(wanted, abs=1e-6)


def test_an_index_read_back_finds_the_same(tmp_path: Path, search: WordSearch) -> None:
    products = {product.asin: product for product in PRODUCTS}
    open_search(products, "a" * 32, tmp_path)
    (kept,) = tmp_path.iterdir()
    before = kept.stat().st_mtime_ns
    again = open_search(products, "a" * 32, tmp_path)
    assert kept.stat().st_mtime_ns == before
    assert again.corpus == search.corpus
    for query in ("tea", "cotton mat", "herbal tea mug lamp"):
        assert again.search(query) == search.search(query)


def test_an_index_of_another_catalogue_or_a_damaged_one_is_made_again(tmp_path: Path, search: WordSearch) -> None:
    path = tmp_path / "index.npz"
    search.save(path, "this")
    assert WordSearch.load(path, "that") is None
    assert WordSearch.load(tmp_path / "none.npz", "this") is None
    whole = path.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:2000] + b"??" + whole[2002:]):
        path.write_bytes(damaged)
        assert WordSearch.load(path, "this") is None
    products = {product.asin: product for product in PRODUCTS}
    open_search(products, "b" * 32, tmp_path)
    (tmp_path / f"words-{'b' * 16}.npz").write_bytes(b"cut")
    assert open_search(products, "b" * 32, tmp_path).search("lamp")[0].asin == LAMP.asin


def test_an_empty_catalogue_and_a_folder_that_is_a_file_are_one_line(tmp_path: Path, search: WordSearch) -> None:
    with pytest.raises(BadData, match="no products"):
        WordSearch.index([])
    (tmp_path / "file").write_text("here")
    with pytest.raises(PenchantError, match="cannot be written"):
        search.save(tmp_path / "file" / "index.npz", "this")


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bm25s", None)
    with pytest.raises(PenchantError, match=r"pip install 'penchant-lab\[web\]'"):
        WordSearch.index(PRODUCTS)


IN_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from shelf import PRODUCTS
from penchant_lab.suites.web.shop.search import WordSearch
before = sys.modules.get("jax")
with ThreadPoolExecutor(8) as threads:
    found = list(threads.map(lambda _: len(WordSearch.index(PRODUCTS).search("lamp")), range(8)))
print(*found, sys.modules.get("jax") is before)
import jax
"""


@pytest.mark.parametrize("first", ["", "import jax"])
def test_a_search_leaves_jax_alone_where_it_is_installed(tmp_path: Path, first: str) -> None:
    (tmp_path / "jax").mkdir()
    (tmp_path / "jax" / "__init__.py").write_text("print('jax is here')")
    (tmp_path / "jax" / "lax.py").write_text("def top_k(*_):\n    raise MemoryError")
    paths = os.pathsep.join([str(tmp_path), str(Path(__file__).parent), *sys.path])
    said = subprocess.run(
        [sys.executable, "-c", first + IN_THREADS],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
    )
    assert sorted(said.stdout.splitlines()) == ["1 1 1 1 1 1 1 1 True", "jax is here"], said.stderr
