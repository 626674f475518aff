"""What an answer is worth, rank by rank, and which reviews compare with published figures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from shelf import MAT, MUG, task

from penchant.embed import Embedder, Vectors, minilm
from penchant.testing import HashEmbedder
from penchant_lab.suites.web.shop.functions import RECOMMEND, REVIEW, SEARCH
from penchant_lab.suites.web.shop.rewards import COMPARABLE, Answer, ReviewJudge, rank_reward, usual_judge

TEN = tuple(f"B{number:09d}" for number in range(10))


@pytest.mark.parametrize(("place", "worth"), [(0, 1.0), (1, 0.9), (4, 0.6), (9, 0.1)])
def test_a_place_further_down_is_worth_a_tenth_less(place: int, worth: float) -> None:
    assert rank_reward(TEN, TEN[place]) == pytest.approx(worth)


def test_a_shorter_list_falls_faster_and_an_absent_target_is_worth_nothing() -> None:
    assert rank_reward(TEN[:4], TEN[3]) == 0.25
    assert rank_reward(TEN[:1], TEN[0]) == 1.0
    assert rank_reward(TEN, "B999999999") == 0.0
    assert rank_reward((), TEN[0]) == 0.0


def test_a_target_that_comes_twice_counts_at_its_first_place() -> None:
    assert rank_reward((TEN[1], TEN[0], TEN[0], TEN[2]), TEN[0]) == 0.75


def test_the_function_score_is_one_for_the_right_function_that_did_not_fail() -> None:
    judge = ReviewJudge(HashEmbedder())
    asked = task("search", MUG)
    assert judge.score(asked, Answer(function=SEARCH, asins=(MUG.asin,))).right == 1
    assert judge.score(asked, Answer(function=RECOMMEND, asins=(MUG.asin,))).right == 0
    assert judge.score(asked, Answer(function=SEARCH, failed=True)).right == 0


def test_an_answer_of_the_wrong_kind_is_worth_nothing() -> None:
    judge = ReviewJudge(HashEmbedder())
    attempt = judge.score(task("review", MAT), Answer(function=SEARCH, asins=(MAT.asin,)))
    assert (attempt.right, attempt.result) == (0, 0)
    attempt = judge.score(task("search", MAT), Answer(function=REVIEW, review=MAT.asin))
    assert (attempt.right, attempt.result) == (0, 0)


def test_a_review_is_worth_the_cosine_with_the_persons_own(embedder: Embedder) -> None:
    judge = ReviewJudge(embedder)
    asked = task("review", MAT, text="So soft, I sleep on it every night")
    own, near, far = (
        judge.score(asked, Answer(function=REVIEW, review=text)).result
        for text in ("So soft, I sleep on it every night", "Very soft, good for sleeping", "The cable broke")
    )
    assert own == pytest.approx(1, abs=1e-5)
    rows = embedder.embed([asked.target.text, "Very soft, good for sleeping"])
    assert near == pytest.approx(float(rows[0] @ rows[1]), abs=1e-6)
    assert own > near > far


def test_a_review_can_be_worth_less_than_nothing() -> None:
    class Opposite(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            rows = super().embed(["same" for _ in texts])
            return np.array([-row if text == "bad" else row for text, row in zip(texts, rows, strict=True)])

    attempt = ReviewJudge(Opposite()).score(task("review", MAT, text="good"), Answer(function=REVIEW, review="bad"))
    assert attempt.result == pytest.approx(-1)


def test_without_minilm_review_scores_are_marked_as_not_comparable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    judge = usual_judge()
    assert (judge.embedder, judge.comparable) == ("wordllama-l2-supercat-256", False)


def test_with_minilm_they_are_comparable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "is_installed", lambda: True)
    judge = usual_judge()
    assert (judge.embedder, judge.comparable) == (COMPARABLE, True)
    assert minilm.MiniLMEmbedder.name == COMPARABLE


def test_a_review_is_worth_no_more_than_everything_however_vectors_are_rounded() -> None:
    class Long(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Vectors:
            return super().embed(texts) * np.float32(1.001)

    asked = task("review", MUG)
    assert ReviewJudge(Long()).score(asked, Answer(function=REVIEW, review=asked.target.text)).result == 1.0
