"""Put trained weights where the package looks for them, with a manifest of what they are.

python training/ship.py made --tokenizer tokenizer.json    the folder that train.py wrote
python training/ship.py made --evidence                    the folder that fit_evidence.py wrote, beside the encoder
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "src")]

from penchant.mind.learned.weights import EVIDENCE, MANIFEST, MODEL, SHIPPED, VERSION, VOCABULARY  # noqa: E402


def main() -> None:
    """Copy the graph, cut out the vocabulary, write the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("made", type=Path)
    parser.add_argument("--tokenizer", type=Path, help="tokenizer.json of the base model; the encoder needs it")
    parser.add_argument("--evidence", action="store_true", help="ship the weights of what was said alone")
    parser.add_argument("--to", type=Path, default=SHIPPED)
    args = parser.parse_args()
    if args.evidence:
        manifest = json.loads((args.to / MANIFEST).read_text("utf-8"))
        manifest["files"][EVIDENCE] = copied(args.made / EVIDENCE, args.to)
    elif args.tokenizer is None:
        parser.error("the encoder needs --tokenizer")
    else:
        manifest = shipped(args.made, args.tokenizer, args.to)
    (args.to / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def shipped(made: Path, tokenizer: Path, to: Path) -> dict[str, object]:
    """Put the encoder and its vocabulary into a folder; their manifest."""
    from model import HEADS_OF

    to.mkdir(parents=True, exist_ok=True)
    known = json.loads(tokenizer.read_text("utf-8"))["model"]["vocab"]
    (to / VOCABULARY).write_text("\n".join(sorted(known, key=known.__getitem__)), encoding="utf-8")
    report = json.loads((made / "report.json").read_text("utf-8"))
    files = {MODEL: copied(made / MODEL, to), VOCABULARY: described((to / VOCABULARY).read_bytes())}
    if (to / EVIDENCE).exists():
        files[EVIDENCE] = described((to / EVIDENCE).read_bytes())
    return {
        "version": VERSION,
        "base": "all-MiniLM-L6-v2",
        "heads": HEADS_OF,
        "temperatures": report["temperatures"],
        "arguments": report["arguments"],
        "files": files,
    }


def copied(path: Path, to: Path) -> dict[str, int | str]:
    """Put a file into a folder; what its manifest says of it."""
    content = path.read_bytes()
    (to / path.name).write_bytes(content)
    return described(content)


def described(content: bytes) -> dict[str, int | str]:
    """A file as its manifest has it."""
    return {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


if __name__ == "__main__":
    main()
