"""The weights that ship with penchant: found, checked and opened. What they say is in ``encoder.py``."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from penchant.errors import BadData

if TYPE_CHECKING:
    from tokenizers import Tokenizer

VERSION = 4
"""Of the inputs and outputs: raised whenever weights of before would be read wrongly."""

SHIPPED = Path(__file__).parent / "weights"
MODEL, VOCABULARY, MANIFEST = "encoder.onnx", "vocabulary.txt", "manifest.json"
EVIDENCE = "evidence.json"
_AGAIN = "install penchant again"


class BadWeights(BadData):
    """Weights of the learned reader that are missing, cut short or of another version, or that nothing here can run."""


def read_manifest(folder: Path) -> dict[str, Any]:
    """What describes the weights in a folder; BadWeights where there is none, or it is of another version."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        version = manifest["version"]
    except FileNotFoundError:
        raise BadWeights(f"The reader has no weights in {folder}; {_AGAIN}.") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise unreadable(folder) from None
    if version != VERSION:
        raise BadWeights(
            f"The weights in {folder} are of version {version}, and this penchant reads {VERSION}; {_AGAIN}."
        )
    return dict(manifest)


def unreadable(folder: Path) -> BadWeights:
    """What is told where a manifest says too little."""
    return BadWeights(f"{folder / MANIFEST} cannot be read as what describes the weights; {_AGAIN}.")


def checked(path: Path, manifest: dict[str, Any]) -> bytes:
    """What is in a file, if it is the one that its manifest describes; BadWeights else."""
    expected = manifest["files"].get(path.name, {})
    try:
        content = path.read_bytes()
    except OSError:
        raise BadWeights(f"The reader is missing {path}; {_AGAIN}.") from None
    if len(content) != expected.get("bytes"):
        there, all_of_it = f"{len(content):,}", f"{expected.get('bytes', 0):,}"
        raise BadWeights(f"{path} has {there} bytes where {all_of_it} are expected: it was cut or replaced; {_AGAIN}.")
    if hashlib.sha256(content).hexdigest() != expected.get("sha256"):
        raise BadWeights(f"{path} is not the file its manifest describes; {_AGAIN}.")
    return content


def open_session(model: bytes) -> Any:
    """A model, ready to be run on one core."""
    try:
        import onnxruntime
    except ImportError as error:
        raise _missing(error) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # people are read side by side
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no ancestor
        raise BadWeights(f"The weights of the reader cannot be opened ({str(error)[:200]}); {_AGAIN}.") from None


def open_tokenizer(path: Path) -> Tokenizer:
    """The cutter of texts into the word pieces of a vocabulary."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # one text at a time, and processes are forked later
    try:
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    except ImportError as error:
        raise _missing(error) from None

    known = {piece: number for number, piece in enumerate(path.read_text("utf-8").split("\n")) if piece}
    tokenizer = Tokenizer(models.WordPiece(known, unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def _missing(error: ImportError) -> BadWeights:
    return BadWeights(f"The weights of the reader cannot be run here ({error}); {_AGAIN}.")
