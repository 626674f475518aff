"""A disk that is full in mid-use: the store says that it is out of reach, loses nothing, and goes on afterwards."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from importlib.util import find_spec
from pathlib import Path

import pytest

from penchant.errors import StoreError, StoreGone, Unavailable

PROGRAM = """
    import resource
    from penchant.errors import StoreGone
    from penchant.plugins import open_store
    from penchant.testing import HashEmbedder, opening

    store = open_store({where!r}, HashEmbedder(8))
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, limit[1]))
    kept = 0
    try:
        while True:
            kept += len(store.write("ana", [opening("tea", words="x" * 5000)]))
    except StoreGone as error:
        print(error)
    assert len(store.list("ana")) == kept > 5
    resource.setrlimit(resource.RLIMIT_FSIZE, limit)  # there is room again: the same store goes on
    assert store.write("ana", [opening("juice")]) == [kept + 1]
    assert len(store.nearest("ana", opening("x").vector, limit=1000)) == kept + 1
    store.close()
"""


def test_a_store_that_is_gone_is_both_a_store_s_trouble_and_one_that_a_run_can_be_resumed_after() -> None:
    assert issubclass(StoreGone, StoreError)
    assert issubclass(StoreGone, Unavailable)


@pytest.mark.parametrize("backend", ["sqlite", "faiss"])
def test_a_full_disk_is_one_line_and_the_store_goes_on_when_there_is_room(backend: str, tmp_path: Path) -> None:
    if backend == "faiss" and find_spec("faiss") is None:
        pytest.skip("the extra faiss is not installed")
    program = textwrap.dedent(PROGRAM).format(where=f"{backend}:{tmp_path / 'memory'}")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    assert "Nothing was changed" in done.stdout
