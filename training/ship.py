"""Put trained weights where the package looks for them, with a manifest of what they are.

python training/ship.py made            the folder that train.py wrote
python training/ship.py --judge made    the folder that train_fits.py wrote, beside the reader that ships
python training/ship.py --tagger made   the folder that train_tags.py wrote, likewise
python training/ship.py --evidence made the folder that fit_evidence.py wrote, likewise
python training/ship.py --vectors base  the folder of all-MiniLM-L6-v2 (`model.safetensors`): its layers, likewise
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
from export import build

from penchant.mind.learned.weights import (
    EVIDENCE,
    JUDGE,
    MANIFEST,
    MODEL,
    SHIPPED,
    TAGGER,
    VECTORS,
    VERSION,
    VOCABULARY,
)

VECTOR_PIECES = 128
"""Word pieces of a text that the encoder of sentences reads at most."""

PATHS = ("base", "tokenizer", "human", "out")
"""Arguments that say where something lay, which nobody else needs to know."""


def main() -> None:
    """Join the parts, cut out the vocabulary, write the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("made", type=Path)
    parser.add_argument("--tokenizer", type=Path, help="tokenizer.json of the base model; the reader needs it")
    parser.add_argument("--judge", action="store_true", help="ship the judge of answers alone")
    parser.add_argument("--tagger", action="store_true", help="ship the tagger of talk alone")
    parser.add_argument("--evidence", action="store_true", help="ship the weights of what was said alone")
    parser.add_argument("--vectors", action="store_true", help="ship the encoder of sentences alone")
    parser.add_argument("--to", type=Path, default=SHIPPED)
    args = parser.parse_args()
    if args.judge:
        ship_judge(args.made, args.to)
        return
    if args.evidence:
        ship_beside(args.made, args.to, EVIDENCE)
        return
    if args.vectors:
        ship_vectors(args.made, args.to)
        return
    if args.tagger:
        ship_beside(args.made, args.to, TAGGER)
        return
    if args.tokenizer is None:
        parser.error("the reader needs --tokenizer")
    args.to.mkdir(parents=True, exist_ok=True)
    parts = sorted(args.made.glob(f"{MODEL}.*"))
    (args.to / MODEL).write_bytes(b"".join(part.read_bytes() for part in parts))
    known = json.loads(args.tokenizer.read_text("utf-8"))["model"]["vocab"]
    (args.to / VOCABULARY).write_text("\n".join(sorted(known, key=known.__getitem__)), encoding="utf-8")
    report = json.loads((args.made / "report.json").read_text("utf-8"))
    files = {name: (args.to / name).read_bytes() for name in (MODEL, VOCABULARY)}
    manifest = {
        "version": VERSION,
        "base": "all-MiniLM-L6-v2",
        "temperatures": report["temperatures"],
        "arguments": {name: value for name, value in report["arguments"].items() if name not in PATHS},
        "files": {name: described(content) for name, content in files.items()},
    }
    (args.to / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def ship_judge(made: Path, to: Path) -> None:
    """Make the graph of the judge of options, and put it beside the reader."""
    weights = {}
    for path in sorted(made.glob("state-*.npz")):
        with np.load(path) as kept:
            weights |= {name: kept[name].astype(np.float32) for name in kept.files}
    graph = build(weights, {}, heads_of=("fit", "bears"))
    (made / JUDGE).write_bytes(graph.SerializeToString())
    ship_beside(made, to, JUDGE)


def ship_vectors(base: Path, to: Path) -> None:
    """Make the graph of the base itself, whose word pieces the reader has, and put it beside the reader."""
    from safetensors.numpy import load_file

    kept = load_file(base / "model.safetensors")
    weights = {
        "position.weight": kept["embeddings.position_embeddings.weight"][:VECTOR_PIECES],
        "role.weight": kept["embeddings.token_type_embeddings.weight"][:1],
    }
    named = [("norm", "embeddings.LayerNorm")]
    for number in range(6):
        at, of = f"layers.{number}", f"encoder.layer.{number}"
        parts = [f"{of}.attention.self.{part}" for part in ("query", "key", "value")]
        for what in ("weight", "bias"):
            weights[f"{at}.qkv.{what}"] = np.concatenate([kept[f"{part}.{what}"] for part in parts])
        named += [(f"{at}.joined", f"{of}.attention.output.dense"), (f"{at}.norm1", f"{of}.attention.output.LayerNorm")]
        named += [(f"{at}.up", f"{of}.intermediate.dense"), (f"{at}.down", f"{of}.output.dense")]
        named.append((f"{at}.norm2", f"{of}.output.LayerNorm"))
    for name, of in named:
        weights |= {f"{name}.{what}": kept[f"{of}.{what}"] for what in ("weight", "bias")}
    (to / VECTORS).write_bytes(build(weights, {}, heads_of=()).SerializeToString())
    ship_beside(to, to, VECTORS)


def ship_beside(made: Path, to: Path, name: str) -> None:
    """Put another model beside the reader whose vocabulary it shares, and into its manifest."""
    content = (made / name).read_bytes()
    (to / name).write_bytes(content)
    manifest = json.loads((to / MANIFEST).read_text("utf-8"))
    manifest["files"][name] = described(content)
    (to / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def described(content: bytes) -> dict[str, int | str]:
    """A file as its manifest has it."""
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


if __name__ == "__main__":
    main()
