"""What docs/language-models.md shows can be run."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from penchant.testing.endpoint import Endpoint, Rules

DOCS = Path(__file__).parents[2] / "docs" / "language-models.md"
BLOCKS = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    printed = io.StringIO()
    with Endpoint(lambda asked: '{"pick": 1}', Rules(models=("some-model",))) as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.base_url)
        with contextlib.redirect_stdout(printed):
            for block in BLOCKS:
                exec(compile(block, str(DOCS), "exec"), {})
    chosen, paid, waited, said = printed.getvalue().splitlines()
    assert chosen == "tea"
    assert paid.startswith("Usage(calls=1, ")
    assert waited in ("7 s, as asked", "8 s, as asked")
    assert said == "the tea"
