from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from penchant.errors import PenchantError
from penchant.mind.learned.encoder import Encoder
from penchant.mind.learned.weights import MANIFEST, MODEL, SHIPPED, VOCABULARY, BadWeights


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (MANIFEST, MODEL, VOCABULARY):
        shutil.copy(SHIPPED / name, tmp_path / name)
    return tmp_path


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"no weights in .*install penchant again"):
        Encoder(tmp_path).vector("tea")


@pytest.mark.parametrize("name", [MODEL, VOCABULARY])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(BadWeights, match=name):
        Encoder(folder).open()


def test_cut_weights_are_told_by_their_length(folder: Path) -> None:
    (folder / MODEL).write_bytes((folder / MODEL).read_bytes()[:-1000])
    with pytest.raises(BadWeights, match="was cut or replaced"):
        Encoder(folder).open()


def test_other_bytes_of_the_same_length_are_noticed(folder: Path) -> None:
    content = bytearray((folder / MODEL).read_bytes())
    content[1_000_000] ^= 1
    (folder / MODEL).write_bytes(content)
    with pytest.raises(BadWeights, match="not the file its manifest describes"):
        Encoder(folder).open()


def test_another_version_is_refused(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps(manifest | {"version": 99}))
    with pytest.raises(BadWeights, match="of version 99"):
        Encoder(folder).open()


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"version": 1}'])
def test_a_broken_manifest_is_one_line(folder: Path, content: str) -> None:
    (folder / MANIFEST).write_text(content)
    with pytest.raises(PenchantError) as error:
        Encoder(folder).open()
    assert len(error.value.lines) == 1


@pytest.mark.parametrize("missing", ["onnxruntime", "tokenizers"])
def test_a_missing_library_names_the_way_out(missing: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(BadWeights, match=r"cannot be run here .*install penchant again") as error:
        Encoder(folder).open()
    assert len(error.value.lines) == 1


def test_the_weights_are_small_enough_to_ship() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 25_000_000
