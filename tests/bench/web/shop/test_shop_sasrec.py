"""SASRec where PyTorch is installed (opt-in), and what is said and prepared without it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from shelf import LAMP, MAT, TEA, shop, task

from penchant.bench.web.shop.sasrec import NetworkSize, SASRecRecommender, Training, lessons, padded
from penchant.errors import BadData, PenchantError

TINY = NetworkSize(items=12, hidden=16, dropout=0.0)


def test_without_pytorch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "penchant.bench.web.shop.network", raising=False)
    with pytest.raises(PenchantError, match=r"pip install 'penchant\[sasrec\]'"):
        SASRecRecommender.load(tmp_path / "pwab.pth", {"a": 1})


def test_sequences_are_padded_on_the_left_and_only_their_end_is_kept() -> None:
    assert padded([[1, 2], [], range(1, 7)], 4).tolist() == [[0, 0, 1, 2], [0, 0, 0, 0], [3, 4, 5, 6]]


def test_each_place_learns_what_came_next_and_one_thing_that_never_came() -> None:
    ((before, after, never),) = lessons(
        [[1, 2, 3, 4], [7]], NetworkSize(items=6, longest=5), 8, np.random.default_rng(0)
    )
    assert before.tolist() == [[0, 0, 1, 2, 3]]
    assert after.tolist() == [[0, 0, 2, 3, 4]]
    assert never[0, :2].tolist() == [0, 0]
    assert set(never[0, 2:].tolist()) <= {5, 6}


def test_somebody_who_had_everything_still_ends() -> None:
    ((_, _, never),) = lessons([[1, 2, 1]], NetworkSize(items=2, longest=3), 8, np.random.default_rng(0))
    assert set(never[0, 1:].tolist()) <= {1, 2}


class TestWithPyTorch:
    """Needs the extra: pip install torch==2.13.0."""

    @pytest.fixture(autouse=True)
    def torch(self) -> None:
        pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch==2.13.0 (750 MB installed)")

    def test_the_published_shapes_and_names(self) -> None:
        from penchant.bench.web.shop.network import Network

        found = {name: tuple(tensor.shape) for name, tensor in Network(NetworkSize()).state_dict().items()}
        wanted = {
            "item_emb.weight": (104_285, 50),
            "pos_emb.weight": (31, 50),
            "last_layernorm.weight": (50,),
            "last_layernorm.bias": (50,),
        }
        for block in (0, 1):
            for norm in ("attention_layernorms", "forward_layernorms"):
                wanted |= {f"{norm}.{block}.weight": (50,), f"{norm}.{block}.bias": (50,)}
            attention = f"attention_layers.{block}"
            wanted |= {f"{attention}.in_proj_weight": (150, 50), f"{attention}.in_proj_bias": (150,)}
            wanted |= {f"{attention}.out_proj.weight": (50, 50), f"{attention}.out_proj.bias": (50,)}
            for conv in ("conv1", "conv2"):
                layer = f"forward_layers.{block}.{conv}"
                wanted |= {f"{layer}.weight": (50, 50, 1), f"{layer}.bias": (50,)}
        assert found == wanted

    def test_it_learns_a_toy_sequence_by_heart(self) -> None:
        from penchant.bench.web.shop.network import Network

        network = Network(TINY)
        losses = network.fit([[1, 2, 3, 4, 5, 6]] * 4, Training(epochs=150, rate=5e-3))
        assert losses[-1] < losses[0] / 4
        recommender = SASRecRecommender({f"p{number}": number for number in range(1, 13)}, network)
        for last in (3, 4, 5):
            assert recommender.recommend([f"p{number}" for number in range(1, last + 1)])[0] == f"p{last + 1}"

    def test_weights_come_back_from_a_file(self, tmp_path: Path) -> None:
        from penchant.bench.web.shop.network import Network

        network, ids = Network(TINY), {f"p{number}": number for number in range(1, 13)}
        first = SASRecRecommender(ids, network)
        first.save(tmp_path / "weights.pth")
        again = SASRecRecommender.load(tmp_path / "weights.pth", ids, TINY)
        assert again.recommend(["p1", "p2"]) == first.recommend(["p1", "p2"])
        assert not again.comparable

    def test_files_that_hold_something_else_are_one_line(self, tmp_path: Path) -> None:
        from penchant.bench.web.shop.network import Network

        ids = {"p1": 1}
        SASRecRecommender(ids, Network(TINY)).save(tmp_path / "tiny.pth")
        (tmp_path / "cut.pth").write_bytes(b"PK nothing")
        for name in ("tiny.pth", "cut.pth", "none.pth"):
            with pytest.raises(BadData, match=name) as caught:
                SASRecRecommender.load(tmp_path / name, ids, NetworkSize(items=40))
            assert "\n" not in str(caught.value)

    def test_only_numbered_products_are_recommended_and_unknown_ones_passed_over(self) -> None:
        from penchant.bench.web.shop.network import Network

        recommender = SASRecRecommender({"a": 3, "b": 7}, Network(TINY))
        assert set(recommender.recommend(["a"])) == {"a", "b"}
        assert recommender.recommend(["x", "a"]) == recommender.recommend(["a"])
        assert recommender.recommend(["x"]) == []
        assert recommender.recommend(["b"] * 50 + ["a"] * 30) == recommender.recommend(["a"] * 30)
        with pytest.raises(BadData, match="numbered from 1 to 12"):
            SASRecRecommender({"a": 13}, Network(TINY))

    def test_it_learns_nothing_from_the_tasks(self) -> None:
        once = Training(epochs=2)
        with_target, without = shop(task("recommend", LAMP)), shop()
        found = [
            SASRecRecommender.trained(data, once).recommend([MAT.asin, TEA.asin]) for data in (with_target, without)
        ]
        assert found[0] == found[1]
        with pytest.raises(BadData, match="nothing to train"):
            SASRecRecommender.trained(shop(task("recommend", LAMP, at=150)), once)
