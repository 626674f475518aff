"""The bytes a memory lies in: which files they are, and whether something forgotten is still among them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from penchant.domain import Evidence, Preference, TranscriptEntry

_HEAD = 8
_PIECE = 64
_PIECES = 64
_CHUNK = 2**22


def files_of(path: Path) -> list[Path]:
    """A file with what lies beside it under its name (its log and the like), or all files of a folder."""
    found = path.rglob("*") if path.is_dir() else path.parent.iterdir() if path.parent.is_dir() else ()
    beside = {f"{path.name}{end}" for end in ("", "-wal", "-shm", "-journal")}
    return sorted(one for one in found if one.is_file() and (path.is_dir() or one.name in beside))


def texts_of(preferences: Iterable[Preference], spoken: Iterable[Evidence | TranscriptEntry]) -> set[str]:
    """Every text in them."""
    texts: set[str] = set()
    for one in preferences:
        texts |= {one.situation, one.topic, one.value, one.words, one.episode, *one.rather_than}
    for item in spoken:
        texts |= {item.words, item.episode}
    return texts


def needles(texts: Iterable[str], vectors: Iterable[bytes] = ()) -> set[bytes]:
    """What to look for in files: pieces of every text, as it is and as JSON writes it, and whole vectors.

    A text under eight bytes is left out: so few may stand anywhere by chance. Of a longer one up to 64 pieces are
    looked for, since files are divided into pages.
    """
    found = {vector for vector in vectors if any(vector)}
    for text in texts:
        for form in {text, json.dumps(text, ensure_ascii=False)[1:-1]}:
            whole = form.encode("utf-8", "replace")
            step = max(_PIECE, len(whole) // _PIECES)
            found |= {whole[at : at + _PIECE] for at in range(0, len(whole), step)} if len(whole) >= _HEAD else set()
    return {needle for needle in found if len(needle) >= _HEAD}


def still_in(files: Iterable[Path], sought: set[bytes]) -> set[bytes]:
    """Those of the needles that stand anywhere in the files."""
    import numpy as np

    lengths: dict[int, set[int]] = {}  # of the needles that begin with the same eight bytes: there may be thousands
    for needle in sought:
        lengths.setdefault(int.from_bytes(needle[:_HEAD], "little"), set()).add(len(needle))
    heads = np.array(sorted(lengths), dtype="<u8")
    found: set[bytes] = set()
    longest = max(map(len, sought), default=0)
    for file in files:
        for chunk in _chunks(file, longest):
            for shift in range(_HEAD):
                count = (len(chunk) - shift) // _HEAD
                numbers = np.frombuffer(chunk, dtype="<u8", count=max(count, 0), offset=min(shift, len(chunk)))
                for at in np.flatnonzero(np.isin(numbers, heads)).tolist():
                    start = at * _HEAD + shift
                    found |= {chunk[start : start + length] for length in lengths[int(numbers[at])]} & sought
    return found


def _chunks(file: Path, overlap: int) -> Iterator[bytes]:
    """A file piece by piece, each with so many bytes of the next."""
    try:
        with file.open("rb") as open_file:
            tail = b""
            while new := open_file.read(_CHUNK):
                yield tail + new
                tail = (tail + new)[-overlap:] if overlap else b""
    except FileNotFoundError:  # a log that went away meanwhile holds nothing
        return
