"""Answers to a question that asks back: "Just to be sure: no milk?", and then "right" or "no, I do take milk"."""

from __future__ import annotations

import random
from collections.abc import Iterator

from moments import Moment, Stance, is_held_out, shapes
from naming import families, kinds, spoken_of
from voices import dressed

from penchant_lab.people.nouns import noun

ANSWERS = (
    *("yes", "yes x", "no", "right not", "wrong not", "fine not", "unsure", "other"),
    *("names it", "names nothing", "did", "did not"),
)
"""Sections of ``shapes.txt``: after any question, after one whether it is wanted, and after one whether it is not."""


def asked_back(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """What is said to such a question, about names of the grammar."""
    said = {name: shapes(name, held_out=held_out) for name in ANSWERS}
    known = [kind for kind in (*kinds(), *families()) if is_held_out(kind.name) == held_out and len(kind.names) > 3]
    while True:
        kind = rng.choice(known)
        options = rng.sample(sorted(kind.names), min(len(kind.names), rng.choice((1, 2, 3, 4, 5, 6))))
        x = rng.choice(options)
        y = rng.choice([name for name in options if name != x] or [x])
        said_x, bare = spoken_of(x, [name for name in options if name != x], kind, rng)
        said_y, _ = spoken_of(y, [name for name in options if name != y], kind, rng)
        asked = x if kind.spoken in ("bare", "trait") or rng.random() < 0.5 else noun(x).the
        draw = rng.random()
        stances: dict[str, Stance] = {}
        if draw < 0.12:
            before, way = rng.choice(shapes("checks out")), "names it" if rng.random() < 0.85 else "names nothing"
            words = rng.choice(said[way])
            if way == "names it":
                stances = {x: "avoids"}
                if x != y and rng.random() < 0.2:
                    words, stances = words.replace("{x}", "{x} and {y}"), {x: "avoids", y: "avoids"}
        elif draw < 0.2:
            before, way = rng.choice(shapes("checks did not")), rng.choice(("did", "did not"))
            words, stances = rng.choice(said[way]), {x: "wants" if way == "did" else "avoids"}
        elif draw < 0.44:
            before = rng.choice(shapes("checks"))
            way = rng.choices(("yes", "yes x", "no", "other", "unsure"), (4, 2, 3, 2, 1))[0]
            words = rng.choice(said[way])
            if way != "unsure":
                stances = {x: "wants" if way in ("yes", "yes x") else "avoids"}
            if way == "other":
                stances[y] = "wants"
        elif draw < 0.84:
            before, asked = rng.choice(shapes("checks not")), bare
            way = rng.choices(("yes", "right not", "wrong not", "fine not", "unsure", "either"), (4, 4, 4, 1, 1, 1))[0]
            words = rng.choice(said[way]) if way != "either" else "no"  # to "no milk?", "no" may mean either
            if way not in ("unsure", "either"):
                stances = {x: {"wrong not": "wants", "fine not": "accepts"}.get(way, "avoids")}  # type: ignore[dict-item]
        elif draw < 0.92:
            before, words = rng.choice(shapes("checks one not other")), rng.choice(said["yes"])
            stances = {x: "wants", y: "avoids"}
        else:
            before = rng.choice(shapes("checks two"))
            words = rng.choice(("{x}", "{x}, please", "I meant {x}", "the first", "{x} of course"))
            stances = {x: "wants"}
            if words == "the first" and options != [x, y]:
                continue
        if x == y and ("{y}" in words or "{y}" in before):
            continue
        before = before.format(x=asked, y=y if kind.spoken in ("bare", "trait") else noun(y).the)
        in_short = "no {x}" in words or "without {x}" in words
        words = words.format(x=bare if in_short else said_x, y=said_y)
        yield Moment(
            words=dressed(words, options, rng),
            options=tuple(options),
            stances=stances,
            before=before,
            verdict="unclear",
            flags=(),
            source="asked back",
            part=before,
        )
