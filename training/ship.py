"""Put trained weights where the package looks for them, with a manifest of what they are.

python training/ship.py made            the folder that train.py wrote
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from penchant.mind.learned.weights import MANIFEST, MODEL, SHIPPED, VERSION, VOCABULARY

PATHS = ("base", "tokenizer", "human", "out")
"""Arguments that say where something lay, which nobody else needs to know."""


def main() -> None:
    """Join the parts, cut out the vocabulary, write the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("made", type=Path)
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of the base model")
    parser.add_argument("--to", type=Path, default=SHIPPED)
    args = parser.parse_args()
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
        "files": {
            name: {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in files.items()
        },
    }
    (args.to / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
