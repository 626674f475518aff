"""The FAISS store where its library is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from penchant.errors import PenchantError
from penchant.store.indexed import FaissStore


def test_without_the_library_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(PenchantError, match=r"pip install 'penchant\[faiss\]'"):
        FaissStore(tmp_path / "memory")
    assert not (tmp_path / "memory").exists()
