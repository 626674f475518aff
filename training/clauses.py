"""Answers of several clauses, and reactions to a purchase, by frames of the grammar and clauses of shoppers together.

What a frame says of one option, a clause says of one, two or three: "I'd kill for the oat milk and the rye bread, can
live with the jam, and the butter can go".
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from moments import ASKED, DONE, LEFT, Moment, Stance, is_held_out, listed
from naming import BAD, GOOD, JOINTS, OCCASIONS, WHO, Frame, Kind, families, frames, kinds, spoken_of
from voices import KEPT_OUT, dressed, taught_speakers

from penchant.english import in_number

STANCES: dict[str, Stance] = {"x+": "wants", "x~": "accepts", "x-": "avoids"}
SECTIONS: dict[Stance, tuple[str, ...]] = {
    "wants": ("most", "all most"),
    "accepts": ("fine", "fine too"),
    "avoids": ("unwanted",),
}
_NUMBERED = re.compile(r"(\{X\}) (is|isn't|was|doesn't|does|has|makes|gives|gets|would|leaves|ruins|kills|spoils)\b")
_PLURAL = {"is": "are", "isn't": "aren't", "was": "were", "doesn't": "don't", "does": "do", "has": "have"}


@cache
def frames_of(labels: frozenset[str], held_out: bool) -> tuple[Frame, ...]:
    """The frames whose section says just this."""
    return tuple(frame for frame in frames() if set(frame.labels) == labels and is_held_out(frame.text) == held_out)


@cache
def clause_shapes(held_out: bool) -> Mapping[Stance, tuple[tuple[str, bool], ...]]:
    """What may be said of one or several options, by what it says; and whether the shape is a shopper's."""
    found: dict[Stance, list[tuple[str, bool]]] = {"wants": [], "accepts": [], "avoids": []}
    for label, stance in STANCES.items():
        for labels in ({label}, {label, "also", "wrong"}):
            for frame in frames_of(frozenset(labels), held_out):
                gaps = set(re.findall(r"\{(.*?)\}", frame.text))
                if gaps & {"x", "X"} and "?" not in frame.text:
                    found[stance].append((frame.text, False))
    for group in taught_speakers(held_out)[0]:
        if held_out != (group.name == KEPT_OUT):
            continue
        for stance, sections in SECTIONS.items():
            said = {shape for section in sections for shape in group.remarks.shapes[section]}
            shapes = {shape for shape in said if "{x}" in shape or "{or}" in shape}
            found[stance] += [(shape, True) for shape in sorted(shapes)] * 2
    return {stance: tuple(shapes) for stance, shapes in found.items()}


def clause(
    shape: str, of_shopper: bool, names: Sequence[str], others: Sequence[str], kind: Kind, rng: random.Random
) -> str:
    """The shape, about these names."""
    called = [spoken_of(name, [*others, *(n for n in names if n != name)], kind, rng) for name in names]
    if of_shopper:
        bare = [text for _, text in called]
        verb = in_number(plural=len(names) > 1)["is"]
        return shape.format_map({"x": listed(bare, "and"), "or": listed(bare, "or"), "is": verb})
    if len(names) > 1:
        shape = _NUMBERED.sub(lambda found: f"{found[1]} {_PLURAL.get(found[2], found[2])}", shape)
    turned = re.search(r"\b(no|not|n't|without|never|nor|avoid)\b", shape) is not None
    last = "or" if turned and rng.random() < 0.5 else "and"
    gaps = {"who": rng.choice(WHO), "s": rng.choice(OCCASIONS), "good": rng.choice(GOOD), "bad": rng.choice(BAD)}
    gaps |= {"x": listed([the for the, _ in called], last), "X": listed([bare for _, bare in called], last)}
    return shape.format_map(gaps)


def answers(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """What somebody thinks of each of the options they were asked about, group by group."""
    shapes = clause_shapes(held_out)
    known = [kind for kind in (*kinds(), *families()) if is_held_out(kind.name) == held_out and len(kind.names) > 3]
    while True:
        kind = rng.choice(known)
        options = rng.sample(sorted(kind.names), min(len(kind.names), rng.choice((2, 3, 3, 4, 4, 5, 6, 7))))
        pool = rng.sample(options, len(options))
        order: list[Stance] = ["wants", "accepts", "avoids"]
        if rng.random() < 0.3:
            rng.shuffle(order)
        chosen = [stance for stance in order if rng.random() < 0.65] or [rng.choice(order)]
        stances: dict[str, Stance] = {}
        said = []
        for stance in chosen:
            names = [pool.pop() for _ in range(min(len(pool), rng.choices((1, 2, 3), (5, 3, 2))[0]))]
            if not names:
                break
            shape, of_shopper = rng.choice(shapes[stance])
            said.append(clause(shape, of_shopper, names, [n for n in options if n not in names], kind, rng))
            stances |= dict.fromkeys(names, stance)
        joint = rng.choice((". ", "; ", *JOINTS))
        if joint == ". ":
            said = [each[:1].upper() + each[1:] if rng.random() < 0.8 else each for each in said]
        words = joint.join(each.rstrip(".") for each in said) + ("." if rng.random() < 0.7 else "")
        named = list(stances)
        asked = named if rng.random() < 0.3 else options
        yield Moment(
            words=dressed(words, options, rng),
            options=tuple(options),
            stances=stances,
            before=rng.choice(ASKED).format_map({"or": listed(asked, "or"), "and": listed(asked, "and")})
            if rng.random() < 0.5
            else "",
            verdict="unclear",
            flags=(),
            source="clauses",
            part=" ".join(chosen),
        )


REACTIONS = {
    "praise": frozenset({"d+", "right"}),
    "unwanted": frozenset({"x-"}),
    "changed": frozenset({"x-", "changed"}),
    "better": frozenset({"d~", "x+", "wrong"}),
    "correct": frozenset({"d-", "x+", "wrong"}),
    "wrong": frozenset({"d-", "wrong"}),
    "worked": frozenset({"x+", "also", "wrong"}),
    "left": frozenset({"x+", "none"}),
    "nothing": frozenset({"all-", "none"}),
}
"""What may be said after a purchase, by the labels of the frames that say it."""


def reactions(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """Frames said after one of several described things was bought, or none: of the thing, or of a feature of it."""
    traits = [kind for kind in (*kinds(), *families()) if kind.spoken == "trait" and is_held_out(kind.name) == held_out]
    things = [kind for kind in kinds() if kind.spoken in ("thing", "bare") and len(kind.names) > 4]
    letters = Kind("letters", "bare", {f"option {letter}": () for letter in "ABCDE"})
    while True:
        part = rng.choices(list(REACTIONS), (3, 4, 3, 3, 2, 2, 2, 2, 3))[0]
        frame = rng.choice(frames_of(REACTIONS[part], held_out) or frames_of(REACTIONS[part], held_out=False))
        kind = letters if rng.random() < 0.7 else rng.choice(things)
        offered = rng.sample(sorted(kind.names), 3) if kind is not letters else sorted(letters.names)[:3]
        bought, better = rng.sample(offered, 2)
        trait = rng.choice(traits)
        values = rng.sample(sorted(trait.names), min(len(trait.names), rng.choice((3, 5, 6))))
        values = [value for value in values if value not in offered]
        options = (*offered, *values)
        of_trait = part in ("unwanted", "changed")
        feature = values[0]
        about, about_kind = (feature, trait) if of_trait else (better, kind)
        gaps = {"who": rng.choice(WHO), "s": rng.choice(OCCASIONS), "good": rng.choice(GOOD), "bad": rng.choice(BAD)}
        gaps["x"], gaps["X"] = spoken_of(about, [name for name in options if name != about], about_kind, rng)
        gaps["d"], gaps["D"] = spoken_of(bought, [name for name in options if name != bought], kind, rng)
        stances: dict[str, Stance]
        unknown: frozenset[str] = frozenset()
        flags: tuple[str, ...] = ()
        acted: tuple[str, ...] = (bought,)
        verdict = "wrong"
        if part == "praise":
            stances, verdict = {bought: "wants"}, "right"
        elif of_trait:
            stances = {bought: "avoids", feature: "avoids"}
            flags = ("changed",) if part == "changed" else ()
        elif part == "wrong":
            stances = {bought: "avoids"}
        elif part in ("better", "correct"):
            stances = {bought: "accepts" if part == "better" else "avoids", better: "wants"}
        else:
            acted, verdict = (), "unclear"
            stances = {better: "wants"} if part in ("worked", "left") else dict.fromkeys(offered, "avoids")
            unknown = frozenset(values) if part == "nothing" else frozenset()
        words = frame.text.format_map(gaps)
        before = ""
        if rng.random() < 0.5:
            before = rng.choice(DONE).format(d=bought) if acted else rng.choice(LEFT)
        if rng.random() < 0.5:
            words = words[:1].upper() + words[1:] + ("." if words[-1:].isalnum() else "")
        yield Moment(
            words=dressed(words, options, rng),
            options=tuple(rng.sample(options, len(options))) if rng.random() < 0.3 else options,
            stances=stances,
            acted=acted,
            before=before,
            verdict=verdict,  # type: ignore[arg-type]
            flags=flags,
            unknown=unknown,
            source="reactions",
            part=part,
        )
