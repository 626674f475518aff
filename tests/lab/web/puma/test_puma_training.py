"""Both stages of PUMA's training on a tiny model, stopped, resumed, and met with bad input."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_llama import needs_training, write_tiny

from penchant.cli.main import main
from penchant.errors import BadData, BadInput, RunError
from penchant_lab.puma import stages
from penchant_lab.puma.files import append_lines, read_lines, write_lines
from penchant_lab.puma.folders import StageOptions
from penchant_lab.puma.settings import DPO, SFT, PromptSettings, TrainSettings
from penchant_lab.puma.stages import STAGES, train

pytestmark = needs_training


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("tiny"))


def settings_for(tiny: Path) -> TrainSettings:
    prompts = PromptSettings(tokens=300)
    return TrainSettings(base=str(tiny), people=2, products=200, prompts=prompts, recommender="light")


def options(**changes: Any) -> StageOptions:
    few: dict[str, Any] = {
        "sft": replace(SFT, steps=4, batch=4),
        "dpo": replace(DPO, steps=2, batch=2),
        "device": "cpu",
        "tell": lambda line: None,
    }
    return StageOptions(**{**few, **changes})


@pytest.fixture(scope="module")
def trained(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("trained") / "puma"
    assert train(out, settings_for(tiny), ("prepare", "sft", "sample"), options())
    _let_answers_differ(out)
    assert train(out, settings_for(tiny), STAGES, options(resume=True))
    return out


def _let_answers_differ(out: Path) -> None:
    """What an untaught model says is all worth nothing; a labelled answer among the candidates makes pairs."""
    labels = {row["task"]: row["target"] for row in read_lines(out / "examples.jsonl.gz") if row["form"] == "parameter"}
    write_lines(out / "candidates.jsonl.gz", ({"task": task, "texts": ["no", text]} for task, text in labels.items()))


def test_both_stages_leave_an_adapter_for_peft_and_one_for_llama_cpp(trained: Path) -> None:
    for stage in ("sft", "dpo"):
        assert (trained / stage / "adapter_model.safetensors").stat().st_size < 12_000_000
        assert (trained / f"{stage}.gguf").read_bytes()[:4] == b"GGUF"


def test_one_command_goes_from_the_tasks_to_pairs(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sample(out: Path, *_: Any) -> bool:
        _let_answers_differ(out)
        return True

    monkeypatch.setitem(stages._RUN, "sample", sample)
    assert train(tmp_path / "out", settings_for(tiny), ("prepare", "sample", "score"), options())
    assert read_lines(tmp_path / "out" / "pairs.jsonl.gz")


def test_preferences_can_be_learned_without_an_sft_before_them(tiny: Path, trained: Path, tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    for name in ("settings.json", "tokenizer.json", "pairs.jsonl.gz"):
        shutil.copy(trained / name, tmp_path / "base" / name)
    alone = replace(DPO, steps=2, batch=2, start="base")
    assert train(tmp_path / "base", None, ("dpo",), options(resume=True, dpo=alone))
    assert (tmp_path / "base" / "dpo.gguf").exists()
    assert (tmp_path / "base" / "dpo.gguf").read_bytes() != (trained / "dpo.gguf").read_bytes()


def test_pairs_of_rarer_functions_are_learned_from_more_than_once() -> None:
    from penchant_lab.puma.batches import TokenisedExample
    from penchant_lab.puma.dpo import Pair, evened

    answer = TokenisedExample((1, 2), 1)
    often, seldom = (Pair(answer, answer, function=name) for name in ("add_product_review", "search_product_by_query"))
    found = evened([*[often] * 16, seldom])
    assert found.count(often) == 16
    assert found.count(seldom) == 4
    assert evened([]) == []


def test_the_best_answer_is_set_against_what_the_model_says_by_itself_and_against_the_worst() -> None:
    from penchant_lab.puma.examples import Example
    from penchant_lab.puma.scoring import pairs

    search = "search_product_by_query"
    example = Example(task=0, form="parameter", function=search, system="Say.", user="Which?", target="tea")
    texts, rewards = ["own", "best", "worse", "like the best", "worst", "bad"], [0.5, 0.9, 0.4, 0.88, 0.0, 0.1]
    row = {"task": 0, "function": search, "texts": texts, "rewards": rewards}
    found = [(each["chosen"], each["rejected"]) for each in pairs({0: example}, [row])]
    assert found == [("best", "own"), ("best", "worst"), ("best", "bad")]
    assert list(pairs({0: example}, [{**row, "rewards": [0.9, 0.88, 0.9, 0.9, 0.9, 0.86]}])) == []


def test_an_anchor_keeps_the_better_answer_likely(tiny: Path) -> None:
    import torch

    from penchant_lab.puma.base import load_base
    from penchant_lab.puma.dpo import dpo_loss, encode_pairs, with_reference
    from penchant_lab.puma.learning import log_probabilities, with_adapter

    model, tokens = load_base(str(tiny))
    row = {"system": "Say.", "user": "Which?", "chosen": "tea", "rejected": "a coffee", "function": "search"}
    tuned = with_adapter(model, "cpu", 0)
    plain = replace(DPO, batch=1)
    pairs = with_reference(tuned, encode_pairs(tokens, [row]), plain, "cpu")
    likely = log_probabilities(tuned, [pairs[0].chosen], "cpu")[0].mean()
    alone, _ = dpo_loss(pairs, plain, "cpu")(tuned, 0)
    anchored, _ = dpo_loss(pairs, replace(plain, anchor=2.0), "cpu")(tuned, 0)
    assert torch.allclose(alone, torch.tensor(2.0).log())
    assert torch.allclose(anchored, alone - 2.0 * likely, atol=1e-4)
    with pytest.raises(BadInput, match="--dpo-anchor"):
        replace(plain, anchor=float("nan"))


def test_scores_stand_in_the_order_of_the_tasks_with_a_reward_for_each_answer(trained: Path) -> None:
    rows = read_lines(trained / "scores.jsonl.gz")
    tasks = [row["task"] for row in read_lines(trained / "examples.jsonl.gz") if row["form"] == "parameter"]
    assert [row["task"] for row in rows] == tasks
    assert all(len(row["texts"]) == len(row["rewards"]) for row in rows)


def test_a_training_that_is_stopped_and_resumed_ends_as_one_that_is_not(
    tiny: Path, trained: Path, tmp_path: Path
) -> None:
    from penchant_lab.puma.adapters import load_adapter

    assert train(tmp_path / "two", settings_for(tiny), ("prepare",), options())
    stopped = not train(tmp_path / "two", settings_for(tiny), ("sft",), options(resume=True, minutes=1e-9))
    _steps(tmp_path / "two", tiny, until=2)
    assert stopped
    assert train(tmp_path / "two", settings_for(tiny), ("sft",), options(resume=True))
    one, two = (load_adapter(folder / "sft") for folder in (trained, tmp_path / "two"))
    for name, value in one.items():
        assert np.allclose(value.numpy(), two[name].numpy(), atol=1e-3)


def _steps(out: Path, tiny: Path, until: int) -> None:
    """Go on for some steps by a clock that then says that the minutes are over."""
    from penchant_lab.puma import learning

    taken = iter([0.0] + [0.0] * until + [1e9] * 10)
    original = learning.learn

    def learn(*args: Any, **rest: Any) -> bool:
        return original(*args, **rest, clock=lambda: next(taken))

    learning.learn = learn
    try:
        assert not train(out, settings_for(tiny), ("sft",), options(resume=True, minutes=1.0))
    finally:
        learning.learn = original


def test_only_answers_and_their_end_are_taught(tiny: Path) -> None:
    from penchant_lab.puma.base import load_tokens
    from penchant_lab.puma.batches import encode_all, flattened

    tokens = load_tokens(str(tiny))
    lessons = encode_all(tokens, [("Say.", "Which?", "tea"), ("Say.", "Which one of them?", "a coffee")])
    numbers, taught, rows = flattened(lessons, "cpu")
    assert numbers.tolist() == [token for each in lessons for token in each.tokens]
    for row, text in enumerate(("tea", "a coffee")):
        assert numbers[taught[rows == row]].tolist() == [*tokens.encode(text), tokens.end]


def test_packed_sequences_are_as_likely_as_transformers_and_peft_find_each_alone(tiny: Path) -> None:
    import torch

    from penchant_lab.puma.base import load_base
    from penchant_lab.puma.batches import encode_all
    from penchant_lab.puma.learning import log_probabilities, with_adapter

    model, tokens = load_base(str(tiny))
    tuned = with_adapter(model, "cpu", 0)
    for name, value in tuned.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(value, std=0.1)
    lessons = encode_all(tokens, [("Say.", "Which?", "tea"), ("Say.", "Which one of them?", "a coffee")])
    found, rows = log_probabilities(tuned, lessons, "cpu")
    for row, each in enumerate(lessons):
        numbers = torch.tensor([each.tokens])
        shares = tuned(input_ids=numbers).logits[0, each.start - 1 : -1].log_softmax(-1)
        alone = shares.gather(1, numbers[0, each.start :, None])[:, 0]
        assert torch.allclose(found[rows == row], alone, atol=1e-4)


def test_the_order_of_llama_cpp_and_back_is_the_same() -> None:
    from penchant_lab.puma.base import gguf_name, hugging_name, permuted, unpermuted

    rows = np.arange(48).reshape(24, 2)
    assert (unpermuted(permuted(rows, 3), 3) == rows).all()
    assert permuted(np.arange(8), 2).tolist() == [0, 2, 1, 3, 4, 6, 5, 7]
    assert hugging_name("blk.3.attn_q.weight") == "model.layers.3.self_attn.q_proj.weight"
    assert gguf_name("model.layers.3.mlp.down_proj") == "blk.3.ffn_down"


def test_answers_at_no_temperature_are_the_likeliest_words(tiny: Path) -> None:
    import torch

    from penchant_lab.puma.base import load_base
    from penchant_lab.puma.sampling import generate

    model, tokens = load_base(str(tiny))
    prompts = [tokens.prompt("Say.", "Which?"), tokens.prompt("Say.", "Which one of all of them?")]
    together = generate(model, tokens, prompts, [0.0, 1.0, 0.0], longest=20, device="cpu")
    for prompt, texts in zip(prompts, together, strict=True):
        numbers = torch.tensor([prompt])
        for _ in range(20):
            with torch.no_grad():
                token = model(input_ids=numbers).logits[0, -1].argmax()
            numbers = torch.cat([numbers, token[None, None]], 1)
        said = numbers[0, len(prompt) :].tolist()
        likeliest = tokens.decode(said[: said.index(tokens.end)] if tokens.end in said else said).strip()
        assert (texts[0], texts[2]) == (likeliest, likeliest)


def test_prompts_whose_answers_have_ended_are_dropped_and_the_others_go_on_as_before(tiny: Path) -> None:
    from penchant_lab.puma.base import load_base
    from penchant_lab.puma.sampling import generate

    model, tokens = load_base(str(tiny))
    prompts = [tokens.prompt("Say.", f"Which of {number}?") for number in range(6)]
    whole = [generate(model, tokens, [each], [0.0], longest=40, device="cpu")[0][0] for each in prompts]
    ends = tokens.encode(whole[0])[6]  # a word that some answers say early becomes the mark of the end
    early = replace(tokens, end=ends)
    together = generate(model, early, prompts, [0.0], longest=40, device="cpu")
    alone = [generate(model, early, [each], [0.0], longest=40, device="cpu")[0] for each in prompts]
    assert together == alone


def test_a_folder_that_holds_a_training_is_not_written_over(tiny: Path, trained: Path) -> None:
    with pytest.raises(BadInput, match="--resume"):
        train(trained, settings_for(tiny), STAGES, options())


def test_a_cut_checkpoint_is_one_line(tiny: Path, tmp_path: Path) -> None:
    train(tmp_path / "cut", settings_for(tiny), ("prepare",), options())
    train(tmp_path / "cut", settings_for(tiny), ("sft",), options(resume=True, minutes=1e-9))
    checkpoint = tmp_path / "cut" / "sft" / "checkpoint.pt"
    checkpoint.write_bytes(checkpoint.read_bytes()[:1000])
    with pytest.raises(BadData, match="remove it"):
        train(tmp_path / "cut", settings_for(tiny), ("sft",), options(resume=True))
    checkpoint.unlink()
    assert train(tmp_path / "cut", settings_for(tiny), ("sft",), options(resume=True))


def test_a_disk_that_fills_leaves_nothing_half_written(tiny: Path, tmp_path: Path, monkeypatch: Any) -> None:
    import torch

    def full(*args: Any, **rest: Any) -> None:
        Path(args[1]).write_bytes(b"half")
        raise RuntimeError("PytorchStreamWriter failed writing file")

    train(tmp_path / "full", settings_for(tiny), ("prepare",), options())
    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(RunError, match="disk is full"):
        train(tmp_path / "full", settings_for(tiny), ("sft",), options(resume=True, minutes=1e-9))
    assert [each.name for each in (tmp_path / "full" / "sft").iterdir()] == []
    monkeypatch.undo()
    assert train(tmp_path / "full", settings_for(tiny), ("sft",), options(resume=True))


def test_no_weights_no_gpu_and_no_stage_are_one_line_each(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    for words, said in (
        (["--base", str(tmp_path / "none")], "There is no base model"),
        (["--only", "sleep"], "no stage"),
        (["--minutes", "0"], "leaves no time"),
        (["--ids", "isbn"], "alias, asin"),
        (["--resume"], "leave out --resume"),
    ):
        assert main(["train", "puma", "--people", "2", "--products", "200", "--out", str(tmp_path / "no"), *words]) == 2
        assert said in capsys.readouterr().err
        assert not (tmp_path / "no").exists()
    train(tmp_path / "gpu", settings_for(tiny), ("prepare",), options())
    with pytest.raises(BadInput, match="no GPU"):
        train(tmp_path / "gpu", settings_for(tiny), ("sft",), options(device="cuda", resume=True))


def test_data_without_training_tasks_are_one_line(tiny: Path, tmp_path: Path, monkeypatch: Any) -> None:
    from penchant_lab.puma import data_stages
    from penchant_lab.suites.web.data import generate

    empty = replace(generate(2, 200, 0), train=[])
    monkeypatch.setattr(data_stages, "open_data", lambda *args: empty)
    with pytest.raises(BadData, match="no training tasks"):
        train(tmp_path / "empty", settings_for(tiny), STAGES, options())
    assert not (tmp_path / "empty").exists()


def test_sampling_that_is_cut_goes_on_and_what_is_there_can_be_scored(trained: Path, tmp_path: Path) -> None:
    import shutil

    out = tmp_path / "cut"
    shutil.copytree(trained, out)
    for name in ("candidates.jsonl.gz", "scores.jsonl.gz", "pairs.jsonl.gz"):
        (out / name).unlink()
    said: list[str] = []
    tell = options(resume=True, minutes=1e-9, tell=said.append)
    assert not train(out, None, ("sample",), tell)
    assert any("minutes are over" in line for line in said)
    tasks = [row["task"] for row in read_lines(out / "examples.jsonl.gz") if row["form"] == "parameter"]
    part = out / "candidates.part.jsonl.gz"
    append_lines(part, [{"task": tasks[0], "texts": ["no"]}])
    append_lines(part, [{"task": tasks[1], "texts": ["no"]}])
    part.write_bytes(part.read_bytes()[:-30])  # killed while it wrote
    assert train(out, None, ("score",), options(resume=True))
    assert [row["task"] for row in read_lines(out / "scores.jsonl.gz")] == tasks[:1]
    assert train(out, None, ("sample",), options(resume=True))
    assert {row["task"] for row in read_lines(out / "candidates.jsonl.gz")} == set(tasks)


def test_a_resumed_training_may_end_earlier_and_nothing_else_may_change(tiny: Path, tmp_path: Path) -> None:
    out = tmp_path / "short"
    train(out, settings_for(tiny), ("prepare",), options())
    _steps(out, tiny, until=2)
    with pytest.raises(BadInput, match="other settings"):
        train(out, None, ("sft",), options(resume=True, sft=replace(SFT, steps=4, batch=3)))
    said: list[str] = []
    assert train(out, None, ("sft",), options(resume=True, sft=replace(SFT, steps=2, batch=4), tell=said.append))
    assert any("ends at step 2 now" in line for line in said)


def test_the_shop_of_a_training_is_as_large_as_its_data(tiny: Path, tmp_path: Path, monkeypatch: Any) -> None:
    from penchant_lab.suites.web.shop.recommend import LightRecommender
    from penchant_lab.suites.web.study import recommenders

    asked: list[int] = []

    def made_up(data: Any, products: int, seed: int) -> LightRecommender:
        asked.append(products)
        return LightRecommender.trained(data)

    monkeypatch.setattr(recommenders, "made_up", made_up)
    train(tmp_path / "shop", replace(settings_for(tiny), recommender="sasrec"), ("prepare",), options())
    assert asked == [200]
