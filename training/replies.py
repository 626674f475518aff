"""Replies of people to what an assistant asked or did, each written by hand with what it says of every option.

Blocks in ``replies/*.txt``: ``R:`` the request, ``Q:`` what the assistant said last, ``A:`` what it took, ``S:`` the
reply, ``V:`` the verdict, and every option behind ``+`` wanted, ``~`` would do, ``-`` turned down, ``.`` not spoken of.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from moments import Moment, Stance, Verdict, roughened

FOLDER = Path(__file__).parent / "replies"
KEPT_OUT = 25
"""One block in so many is kept for calibration."""

_STANCES: dict[str, Stance] = {"+": "wants", "~": "accepts", "-": "avoids", ".": "nothing"}
_VERDICTS: dict[str, Verdict] = {"right": "right", "wrong": "wrong", "unclear": "unclear"}


@cache
def blocks(folder: Path = FOLDER) -> tuple[Moment, ...]:
    """Every block as a moment; ValueError tells which one cannot be read."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        for block in path.read_text("utf-8").strip().split("\n\n"):
            if block.strip():
                try:
                    found.append(_read(block))
                except (KeyError, ValueError) as error:
                    raise ValueError(f"{path.name}: {error} in\n{block}") from error
    return tuple(found)


def replies(rng: random.Random, *, held_out: bool = False) -> Iterator[Moment]:
    """The blocks over and over, their options in another order, some without those that are not spoken of."""
    kept = [one for one in blocks() if (zlib.crc32(one.words.encode()) % KEPT_OUT == 0) == held_out]
    while kept:
        rng.shuffle(kept)
        for one in kept:
            spoken = [
                name for name in one.options if one.stances.get(name, "nothing") != "nothing" or name in one.acted
            ]
            silent = [name for name in one.options if name not in spoken]
            options = [*spoken, *rng.sample(silent, rng.randint(min(len(silent), 1), len(silent)))]
            rng.shuffle(options)
            before = one.before if rng.random() < 0.7 else ""
            yield Moment(
                words=roughened(one.words, rng, 0.1),
                options=tuple(options),
                stances={name: stance for name, stance in one.stances.items() if name in options},
                acted=one.acted,
                before=before,
                verdict=one.verdict,
                source="replies",
                part=one.part,
            )


def _read(block: str) -> Moment:
    said: dict[str, str] = {}
    stances: dict[str, Stance] = {}
    for line in block.strip().splitlines():
        mark, _, rest = line.strip().partition(" ")
        if mark in _STANCES:
            stances[rest.strip()] = _STANCES[mark]
        elif mark in ("R:", "Q:", "A:", "S:", "V:"):
            said[mark[0]] = rest.strip()
        else:
            raise ValueError(f"{line!r} begins with no mark")
    acted = said.get("A", "")
    if acted and acted not in stances:
        raise ValueError(f"{acted!r} is no option")
    return Moment(
        words=said["S"],
        options=tuple(stances),
        stances={name: stance for name, stance in stances.items() if stance != "nothing"},
        acted=(acted,) if acted else (),
        before=said["Q"],
        verdict=_VERDICTS[said["V"]],
        part=said["R"],
    )
