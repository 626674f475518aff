"""The original beside ours, on a made-up checkout that has its interface: agreement, every disagreement, and none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import original
import pytest

from penchant_lab.suites.web.data import generate, write

SAME = '''
"""Stands in for the original: its interface over our own rules, with nothing of its code."""

from pathlib import Path

from penchant_lab.suites.web.data import open_data
from penchant_lab.suites.web.shop.environment import WebShop
from penchant_lab.suites.web.shop.functions import Call
from penchant_lab.suites.web.shop.recommend import LightRecommender
from penchant_lab.suites.web.shop.rewards import usual_judge
from penchant_lab.suites.web.shop.search import WordSearch

print("what a checkout prints while it is imported")


class Environment:
    def __init__(self, task_split, mistakes=()):
        data = open_data(Path("."))
        self.tasks, self.mistakes = getattr(data, task_split), mistakes
        self.shop = WebShop(
            data=data,
            search=WordSearch.index(data.products.values(), lucene_lengths=True),
            recommender=LightRecommender.trained(data),
            judge=usual_judge(),
        )

    def reset(self, index):
        self.task = self.tasks[index]

    def step(self, action):
        if action["arguments"] in self.mistakes:
            return "[]", [0, 0], True, {}
        episode = self.shop.open(self.task)
        outcome = episode.step(Call(action["name"], action["arguments"]))
        scores = [(attempt.right, attempt.result) for attempt in episode.attempts()]
        return outcome.text, scores[0] if scores else [], bool(scores), {}


def get_env(env_name, user_mode, user_model, task_split, temperature=0.0):
    assert (env_name, user_mode) == ("pwab", "no")
    return Environment(task_split, MISTAKES)


MISTAKES = ()
'''


@pytest.fixture(scope="module")
def shop_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    write(generate(people=4, products=300, seed=3), folder)
    return folder


@pytest.fixture
def checkout(tmp_path: Path, shop_files: Path) -> Callable[[str], Path]:
    def make(code: str) -> Path:
        envs = tmp_path / "PersonalWAB" / "envs"
        (envs / "pwab").mkdir(parents=True)
        (envs / "pwab" / "data").symlink_to(shop_files)
        (envs / "__init__.py").write_text(code)
        return tmp_path

    return make


def ran(monkeypatch: pytest.MonkeyPatch, *argv: object) -> int:
    monkeypatch.setattr(sys, "argv", ["original.py", *map(str, argv)])
    return original.main()


def test_what_follows_the_same_rules_agrees_in_everything(
    checkout: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(monkeypatch, checkout(SAME), "--all", "--tasks", 5, "--split", "train") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line == "function scores agree in 25 of 25; result scores agree in 25 of 25; lists agree in 17 of 17."


def test_every_disagreement_is_told_with_its_call(
    checkout: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = checkout(SAME.replace("MISTAKES = ()", 'MISTAKES = ({"review": ""}, {"product_sequence": "B000000000"})'))
    assert ran(monkeypatch, folder, "--tasks", 5, "--split", "train") == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("Recommendations are not compared: ours are by 'light'")
    assert any("product_sequence" in line and "function scores: 0 there" in line for line in told)
    assert told[-1].startswith("function scores agree in ")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import not_installed_anywhere", "No module named 'not_installed_anywhere' (Install its requirements"),
        ("", "has neither get_env nor a class with reset and step"),
        ("def get_env(task_split, key): ...", "wants 'key', which nobody here knows"),
    ],
)
def test_a_checkout_that_does_not_start_is_one_line(
    checkout: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    code: str,
    words: str,
) -> None:
    assert ran(monkeypatch, checkout(code)) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_folder_that_is_no_checkout_or_lacks_its_data_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(monkeypatch, tmp_path / "none") == 2
    assert "none is no checkout of PersonalWAB: it has no folder PersonalWAB/envs." in capsys.readouterr().err
    (tmp_path / "PersonalWAB" / "envs").mkdir(parents=True)
    assert ran(monkeypatch, tmp_path) == 2
    assert "lacks user_profiles.json" in capsys.readouterr().err
