"""Arrays and lists of words in one file, without pickle: written whole or not at all, believed or not at all."""

from __future__ import annotations

import json
import os
import secrets
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from penchant.errors import RunError

_LABEL = "label"


@dataclass(frozen=True, slots=True)
class Saved:
    """What a file held."""

    arrays: Mapping[str, NDArray[Any]]
    texts: Mapping[str, list[str]]


def write_arrays(
    path: Path, fingerprint: str, *, arrays: Mapping[str, NDArray[Any]], texts: Mapping[str, Sequence[str]]
) -> None:
    """Write them under another name, down to the disk, and then give the file its own."""
    label = {"fingerprint": fingerprint, "arrays": list(arrays), "texts": {name: list(t) for name, t in texts.items()}}
    bytes_of_label = np.frombuffer(json.dumps(label).encode(), dtype=np.uint8)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("xb") as file:
            np.savez(file, allow_pickle=False, **{_LABEL: bytes_of_label}, **arrays)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise RunError(f"{path} cannot be written: {error.strerror}. Name another folder, or none.") from error
    finally:
        with suppress(OSError):  # it has its own name by now, or never was there
            draft.unlink()


def read_arrays(path: Path, fingerprint: str) -> Saved | None:
    """What was written there for this fingerprint; None where that is missing, cut, damaged or of another."""
    try:
        with np.load(path, allow_pickle=False) as file:
            label = json.loads(file[_LABEL].tobytes())
            if label["fingerprint"] != fingerprint:
                return None
            return Saved({name: file[name] for name in label["arrays"]}, label["texts"])
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):  # each part has a checksum
        return None
