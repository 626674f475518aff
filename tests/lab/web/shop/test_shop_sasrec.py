"""SASRec where PyTorch is installed (opt-in), and what is said and prepared without it."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from penchant.errors import BadData, PenchantError
from penchant_lab.suites.web.data.catalogue import draw_catalogue
from penchant_lab.suites.web.data.generate import PRODUCTS
from penchant_lab.suites.web.data.others import shop_key
from penchant_lab.suites.web.shop.sasrec import NetworkSize, SASRecRecommender, Training, lessons

TINY = NetworkSize(items=12, hidden=16, dropout=0.0)


def test_without_pytorch_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "penchant_lab.suites.web.shop.network", raising=False)
    with pytest.raises(PenchantError, match=r"pip install 'penchant-lab\[sasrec\]'"):
        SASRecRecommender.load(tmp_path / "pwab.pth", {"a": 1})


def test_sequences_of_one_length_are_learned_from_together_and_long_ones_in_pieces() -> None:
    shape = NetworkSize(items=9, longest=4)
    found = [
        (before.tolist(), after.tolist())
        for before, after in lessons([[1, 2, 3], [7], [4, 5, 6, 7, 8, 9, 1]], shape, 8, np.random.default_rng(0))
    ]
    assert sorted(found) == [([[1, 2], [8, 9]], [[2, 3], [9, 1]]), ([[4, 5, 6, 7]], [[5, 6, 7, 8]])] or sorted(
        found
    ) == [([[4, 5, 6, 7]], [[5, 6, 7, 8]]), ([[8, 9], [1, 2]], [[9, 1], [2, 3]])]


class TestWithPyTorch:
    """Needs the extra: pip install torch==2.13.0."""

    @pytest.fixture(autouse=True)
    def torch(self) -> None:
        pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch==2.13.0 (750 MB installed)")

    def test_the_published_shapes_and_names(self) -> None:
        from penchant_lab.suites.web.shop.network import Network

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
        from penchant_lab.suites.web.shop.network import Network

        network = Network(TINY)
        losses = network.fit([[1, 2, 3, 4, 5, 6]] * 4, Training(epochs=150, rate=5e-3))
        assert losses[-1] < losses[0] / 4
        recommender = SASRecRecommender({f"p{number}": number for number in range(1, 13)}, network.weights())
        for last in (3, 4, 5):
            assert recommender.recommend([f"p{number}" for number in range(1, last + 1)])[0] == f"p{last + 1}"

    def test_numpy_says_what_pytorch_says(self) -> None:
        import torch

        from penchant_lab.suites.web.shop.forward import scores
        from penchant_lab.suites.web.shop.network import Network

        network = Network(TINY)
        network.fit([[1, 2, 3, 4, 5, 6]] * 4, Training(epochs=3))
        network.eval()
        for items in ([3], [1, 5, 2, 9], [0] * 26 + [4, 4, 2, 7]):
            with torch.no_grad():
                last = network.features(np.array([items]))[0][-1]
                wanted = (network.item_emb.weight @ last).numpy()
            assert scores(network.weights(), np.array(items), TINY.heads) == pytest.approx(wanted, abs=1e-4)

    def test_weights_come_back_from_a_file_for_the_shop_they_were_made_for(self, tmp_path: Path) -> None:
        asins = [f"p{number}" for number in range(1, 13)]
        first = SASRecRecommender.trained(asins, [["p1", "p2", "p3"]] * 4, Training(epochs=3))
        first.save(tmp_path / "weights.npz", "a shop")
        again = SASRecRecommender.saved(tmp_path / "weights.npz", "a shop", asins)
        assert again is not None
        assert again.recommend(["p1", "p2"])[0] == first.recommend(["p1", "p2"])[0]
        assert not again.comparable
        assert SASRecRecommender.saved(tmp_path / "weights.npz", "another", asins) is None
        assert SASRecRecommender.saved(tmp_path / "none.npz", "a shop", asins) is None

    def test_the_same_sequences_train_the_same_weights(self) -> None:
        made = [SASRecRecommender.trained("abcd", ["abc", "bcd"], Training(epochs=2)) for _ in range(2)]
        assert made[0].recommend("a") == made[1].recommend("a")

    def test_files_that_hold_something_else_are_one_line(self, tmp_path: Path) -> None:
        import torch

        from penchant_lab.suites.web.shop.network import Network

        ids = {"p1": 1}
        torch.save(Network(TINY).state_dict(), tmp_path / "tiny.pth")
        (tmp_path / "cut.pth").write_bytes(b"PK nothing")
        for name in ("tiny.pth", "cut.pth", "none.pth"):
            with pytest.raises(BadData, match=name) as caught:
                SASRecRecommender.load(tmp_path / name, ids, NetworkSize(items=40))
            assert "\n" not in str(caught.value)

    def test_only_numbered_products_are_recommended_and_unknown_ones_passed_over(self) -> None:
        from penchant_lab.suites.web.shop.network import Network

        recommender = SASRecRecommender({"a": 3, "b": 7}, Network(TINY).weights())
        assert set(recommender.recommend(["a"])) == {"a", "b"}
        assert recommender.recommend(["x", "a"]) == recommender.recommend(["a"])
        assert recommender.recommend(["x"]) == []
        assert recommender.recommend(["b"] * 50 + ["a"] * 30) == recommender.recommend(["a"] * 30)
        with pytest.raises(BadData, match="numbered from 1 to 12"):
            SASRecRecommender({"a": 13}, Network(TINY).weights())

    def test_too_little_to_learn_from_is_one_line(self) -> None:
        with pytest.raises(BadData, match="nothing to train a recommender on"):
            SASRecRecommender.trained("ab", ["a", "b"], Training(epochs=1))


SHIPPED = sorted(Path(str(resources.files("penchant_lab.suites.web.shop") / "weights")).glob("*.npz"))


def test_weights_are_shipped_for_the_usual_shop() -> None:
    assert f"sasrec-{PRODUCTS}-0.npz" in [path.name for path in SHIPPED]
    assert sum(path.stat().st_size for path in SHIPPED) < 3_000_000


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_weights_that_are_shipped_are_of_the_shop_as_it_is(path: Path) -> None:
    products, seed = (int(part) for part in path.stem.split("-")[1:])
    asins = draw_catalogue(products, seed).asins
    found = SASRecRecommender.saved(path, shop_key(products, seed), asins)
    assert found is not None, "the made-up shop has changed: run python training/train_sasrec.py 0 1 2 3"
    assert len(set(found.recommend(asins[:2]))) == 10
