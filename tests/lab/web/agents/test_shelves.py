"""What agents know of a shop is the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys

LOOK = """
from penchant_lab.suites.web.agents.shelves import Shelves
from penchant_lab.suites.web.data import generate
from penchant.embed.wordllama import WordLlamaEmbedder
shelves = Shelves(generate(people=3, products=900, seed=0).products, WordLlamaEmbedder())
print({text: shelves.about(text.split()) for text in ("something for the kitchen", "a treat for the dog", "new shoes")})
"""


def test_what_words_may_be_about_depends_on_no_order_of_hashing() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", LOOK],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=100,
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert said[0]
    assert said[0] == said[1] == said[2]
