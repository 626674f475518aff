"""What was told of, held against whole answers, by vectors: what an answer advises against is not part of it."""

from __future__ import annotations

import re
from functools import lru_cache

_PAUSE = re.compile(
    r"(?<=[.;!?:])\s+|,\s+|\s+[-–—]+\s+|\s+(?=(?:but|while|whereas|though|instead|rather)\b)", re.IGNORECASE
)
_TURNED = re.compile(
    r"\b(?:avoid\w*|skip\w*|without|never|instead\s+of|rather\s+than|free\s+(?:of|from)|away\s+from|leav(?:e|ing)\s+out|"
    r"steer\s+clear|no\s+need|far\s+from|minus|don['’]?t|isn['’]?t|aren['’]?t|won['’]?t|not|no)\b|\w+-free\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=2048)
def advised(answer: str) -> str:
    """An answer without the clauses that turn something down; all of it where nothing else is left.

    >>> advised("Try the old town, skip the beach clubs. It is quiet.")
    'Try the old town It is quiet.'
    """
    kept = [clause for clause in _PAUSE.split(answer) if clause and not _TURNED.search(clause)]
    return " ".join(part.rstrip(",") for part in kept) or answer
