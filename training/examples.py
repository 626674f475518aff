"""Moments in numbers: what the encoder is shown, and what it should make of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from model import FLAGS, STANCES, VERDICTS
from moments import Moment
from numpy.typing import NDArray

from penchant.mind.learned.inputs import Ints, mended, sequence

NOT_KNOWN = -100


@dataclass(frozen=True, slots=True)
class Example:
    """One moment in numbers, with its labels."""

    rows: Ints
    marks: Ints
    stances: NDArray[np.int64]
    verdict: int
    flags: tuple[int, int, int]
    source: str

    @property
    def spoken(self) -> Ints:
        """The pieces that speak: the first and the mark of each option."""
        return np.concatenate([np.zeros(1, dtype=np.int64), self.marks])


@cache
def pieces(path: str) -> Any:
    """The cutter of texts; one for each process."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    cut = cache(lambda text: tokenizer.encode(text, add_special_tokens=False).ids)

    def said(words: str, options: tuple[str, ...]) -> list[int]:
        right = mended(words, options, lambda word: tokenizer.token_to_id(word) is not None)
        return list(tokenizer.encode(right, add_special_tokens=False).ids)

    return cut, said


def encoded(moments: Iterable[Moment], tokenizer: str) -> list[Example]:
    """The moments in numbers."""
    cut, said_in = pieces(tokenizer)
    found = []
    for moment in moments:
        options = [cut(name) for name in moment.options]
        done = [name in moment.acted for name in moment.options]
        before = said_in(moment.before, ()) if moment.before else []
        made = sequence(said_in(moment.words, moment.options), before, options, done)
        stances = [
            NOT_KNOWN if name in moment.unknown else STANCES.index(moment.stances.get(name, "nothing"))
            for name in moment.options
        ]
        known = moment.verdict is not None and bool(moment.acted)
        flags = (-1, -1, -1) if moment.flags is None else tuple(int(flag in moment.flags) for flag in FLAGS)
        found.append(
            Example(
                made.rows.astype(np.int32),  # type: ignore[arg-type]
                made.marks,
                np.array(stances),
                VERDICTS.index(moment.verdict or "unclear") if known else NOT_KNOWN,
                flags,  # type: ignore[arg-type]
                moment.source,
            )
        )
    return found
