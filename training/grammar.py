"""Moments made by grammar: the frames of ``frames.txt`` filled with the names of ``names.txt``."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from moments import ASKED_OF_ONE, DONE, IDLE, LEFT, Moment, Stance, is_held_out, listed, question, roughened
from naming import (
    BAD,
    CLOSERS,
    GOOD,
    JOINTS,
    OCCASIONS,
    OPENERS,
    ORDINALS,
    TAGS,
    WHO,
    Frame,
    Kind,
    by_place,
    families,
    frames,
    is_in,
    kinds,
    spoken_of,
)

from penchant_lab.people.nouns import noun

STANCE: dict[str, Stance] = {"+": "wants", "~": "accepts", "-": "avoids", ".": "nothing"}


def _joined(names: list[str], text: str, letter: str, rng: random.Random) -> str:
    """Several options named where the frame has room for one."""
    if len(names) == 1:
        return names[0]
    turned = re.search(r"\b(no|not|n't|without|never|nor|avoid)\b", text) is not None
    return listed(names, "or" if turned and rng.random() < 0.5 else "and")


class Grammar:
    """Draws moments; those held out use frames or kinds of names that training never sees."""

    def __init__(self, rng: random.Random, *, held_out: bool) -> None:
        self.rng = rng
        self.held_out = held_out
        known = [kind for kind in kinds() if not is_held_out(kind.name)]
        taught = [frame for frame in frames() if not is_held_out(frame.text)]
        related = [kind for kind in families() if not is_held_out(kind.name)]
        self._related = [kind for kind in families() if is_held_out(kind.name)] if held_out else related
        self._pairs = [(taught, known)]
        if held_out:
            kept = [frame for frame in frames() if is_held_out(frame.text)]
            new = [kind for kind in kinds() if is_held_out(kind.name)]
            self._pairs = [(kept, known), (taught, new), (kept, new)]
        self._by_section = []
        for shapes, names in self._pairs:
            sections: dict[tuple[str, ...], list[Frame]] = {}
            for frame in shapes:
                sections.setdefault(frame.labels, []).append(frame)
            weights = [
                len(found) ** 0.7 * (3.0 if any("#" in label for label in labels) else 1.0)
                for labels, found in sections.items()
            ]
            self._by_section.append((list(sections.values()), weights, names))

    def __iter__(self) -> Iterator[Moment]:
        while True:
            made = self.draw()
            if made is not None:
                yield made

    def draw(self) -> Moment | None:
        """One moment, or None where a frame and the names did not go together."""
        rng = self.rng
        sections, weights, names = rng.choice(self._by_section)
        frame = rng.choice(rng.choices(sections, weights)[0])
        kind = rng.choice(self._related if rng.random() < 0.3 else names)
        size = rng.choices((2, 3, 4, 5, 6, 8, 10), (12, 25, 25, 18, 14, 4, 2))[0]
        options = rng.sample(sorted(kind.names), min(size, len(kind.names)))
        cast = list(options)
        rng.shuffle(cast)
        if rng.random() < 0.2:
            other = rng.choice([*names, *self._related])
            options += [name for name in rng.sample(sorted(other.names), 2) if name not in options]
            rng.shuffle(options)
        return self.fill(frame, kind, options, cast, sections, weights)

    def fill(
        self,
        frame: Frame,
        kind: Kind,
        options: list[str],
        cast: list[str],
        sections: list[list[Frame]],
        weights: list[float],
    ) -> Moment | None:
        """The frame with these options."""
        rng = self.rng
        labels = list(frame.labels)
        letters = {letter: cast.pop() for letter in "dxyz" if cast}
        needed = {label[0] for label in labels if re.fullmatch(r"[dxyz]#?[-+~.]", label)} | frame.gaps
        asks_one = next((label[-1] for label in labels if label.startswith("ask:")), None)
        if not needed <= letters.keys():
            return None
        unlisted = next((name for name in sorted(kind.names, key=lambda _: rng.random()) if name not in options), None)
        if "{u}" in frame.text.lower() and (unlisted is None or is_in(unlisted, options)):
            return None
        stances = _stances(labels, letters)
        more: dict[str, list[str]] = {}
        for letter in sorted(frame.gaps):
            if cast and rng.random() < 0.12 and not any("#" in label or label.startswith("ask") for label in labels):
                more[letter] = [cast.pop() for _ in range(min(len(cast), rng.choice((1, 1, 2))))]
                stances |= {name: stances.get(letters[letter], "nothing") for name in more[letter]}
        flags: list[str] = [flag for flag in ("changed", "once", "other") if flag in labels]
        words = self._worded(frame.text, letters, options, kind, unlisted, more)
        acted = letters["d"] if "d" in needed else None
        verdict = next((label for label in labels if label in ("right", "wrong")), "unclear")
        before = ""
        about = options
        if "ask" in labels:
            if len(options) > 3 and rng.random() < 0.3:
                must = {letters[letter] for letter in frame.gaps}
                about = [name for name in options if name in must or rng.random() < 0.6]
                about = about if len(about) > 1 else options
            if len(about) < len(options) or rng.random() < 0.75:
                before = question([self._called(name, kind) for name in about], rng)
        elif asks_one:
            before = rng.choice(ASKED_OF_ONE).format(x=noun(letters[asks_one]).the)
            if rng.random() < 0.4:
                acted = letters[asks_one]
                verdict = {"wants": "right", "accepts": "right", "avoids": "wrong"}.get(stances.get(acted, ""), "wrong")
                if stances.get(acted) is None or stances[acted] == "nothing":
                    stances[acted] = "avoids"
        elif acted is not None and rng.random() < 0.5:
            before = rng.choice(DONE).format(d=self._called(acted, kind))
        elif "none" in labels:
            before = rng.choice(LEFT) if rng.random() < 0.6 else ""
        elif acted is None:
            before = self._small_talk(options, kind)
        for sweep in ("rest", "all"):
            for label in labels:
                if label[:-1] == sweep:
                    for name in about:
                        if sweep == "all" or stances.get(name) is None:
                            stances[name] = STANCE[label[-1]]
        if acted is None and not {"ask", "none"} & set(labels) and not asks_one:
            acted, verdict = self._said_after(labels, letters, stances)
            if acted and rng.random() < 0.5:
                before = rng.choice(DONE).format(d=self._called(acted, kind))
        alone = needed <= {"x"} and not any(label.startswith(("rest", "all", "ask")) for label in labels)
        if not acted and alone and rng.random() < 0.35 and "y" in letters:
            words = self._with_another(words, letters, options, kind, stances, flags, sections, weights)
            if "z" in letters and rng.random() < 0.3:
                third = {"y": letters["z"]}
                words = self._with_another(words, third, options, kind, stances, flags, sections, weights)
        words = self._dressed(words, stances, verdict)
        return Moment(
            words=roughened(words, rng),
            options=tuple(options),
            stances={name: stance for name, stance in stances.items() if stance != "nothing"},
            acted=(acted,) if acted else (),
            before=before,
            verdict="unclear" if acted is None else verdict,  # type: ignore[arg-type]
            flags=tuple(flags),
            source="grammar",
            part=" ".join(labels),
        )

    def _worded(
        self,
        text: str,
        letters: dict[str, str],
        options: list[str],
        kind: Kind,
        unlisted: str | None,
        more: Mapping[str, Sequence[str]] | None = None,
    ) -> str:
        rng = self.rng
        more = more or {}
        gaps = {"who": rng.choice(WHO), "s": rng.choice(OCCASIONS), "good": rng.choice(GOOD), "bad": rng.choice(BAD)}
        for letter, name in letters.items():
            others = [other for other in options if other != name]
            the, bare = spoken_of(name, others, kind, rng)
            index = options.index(name)
            if index < len(ORDINALS) and not any("option" in other for other in options):
                gaps[f"{letter}#"] = by_place(index, len(options), rng)
                if rng.random() < 0.04:
                    the = bare = gaps[f"{letter}#"]
            beside = [spoken_of(also, [o for o in options if o != also], kind, rng) for also in more.get(letter, ())]
            gaps[letter] = _joined([the, *(each for each, _ in beside)], text, letter, rng)
            gaps[letter.upper()] = _joined([bare, *(each for _, each in beside)], text, letter, rng)
        if unlisted is not None:
            gaps["u"], gaps["U"] = spoken_of(unlisted, options, kind, rng)
        return text.format_map(gaps) if all(f"{{{gap}}}" not in text for gap in ("x#", "y#") if gap not in gaps) else ""

    def _said_after(
        self, labels: list[str], letters: dict[str, str], stances: dict[str, Stance]
    ) -> tuple[str | None, str]:
        """Words that judge nothing by themselves, said after something was done: what was done, and the verdict."""
        rng = self.rng
        draw = rng.random()
        spare = letters.get("d")
        if "also" in labels and spare is not None and draw < 0.3:
            stances[spare] = "avoids"
            return spare, "wrong"
        named = [(letters[label[0]], label) for label in labels if re.fullmatch(r"[xyz]#?[-+~]", label)]
        if "once" in labels or "hyp" in labels:
            return None, "unclear"
        for name, label in named:
            draw -= 0.3
            if 0.0 <= draw < 0.12 and label[-1] == "-":
                return name, "wrong"
            if 0.0 <= draw < 0.06 and label[-1] == "+":
                return name, "right"
            better = any(other[-1] == "+" for _, other in named)
            if 0.0 <= draw < 0.08 and label[-1] == "~":
                return name, "wrong" if better else "right"
        if rng.random() < 0.2 and spare is not None and not any(label[-1] in "+~" for _, label in named):
            return spare, "unclear"
        return None, "unclear"

    def _with_another(
        self,
        words: str,
        letters: dict[str, str],
        options: list[str],
        kind: Kind,
        stances: dict[str, Stance],
        flags: list[str],
        sections: list[list[Frame]],
        weights: list[float],
    ) -> str:
        """A second clause, about another option or about nothing at all."""
        rng = self.rng
        wanted = ({"x+"}, {"x-"}, {"x~"}, {"x-", "changed"}, {"x.", "other"}, {"x."}, {"x+", "also", "wrong"})
        found = [shapes for shapes in sections if set(shapes[0].labels) in wanted]
        if not found:
            return words
        second = rng.choice(rng.choice(found))
        if "x" not in second.gaps and "x." not in second.labels:
            return words
        name = letters["y"]
        said = self._worded(second.text, {"x": name, "y": letters.get("z", name)}, options, kind, None)
        if not said or "?" in words:
            return words
        for label in second.labels:
            if label.startswith("x"):
                stances.setdefault(name, STANCE[label[-1]])
            if label in ("changed", "other") and label not in flags:
                flags.append(label)
        if rng.random() < 0.5:
            words, said = said, words
        return words.rstrip(".!?") + rng.choice(JOINTS) + said

    def _dressed(self, words: str, stances: dict[str, Stance], verdict: str) -> str:
        rng = self.rng
        if rng.random() < 0.25:
            words = f"{rng.choice(OPENERS)} {words}"
        if rng.random() < 0.1 and words[-1:].isalnum():
            words += rng.choice(TAGS)
        if rng.random() < 0.18:
            closer = rng.choice(CLOSERS)
            words = f"{words.rstrip('.')}{rng.choice(('. ', ', '))}{closer}"
        if rng.random() < 0.6:
            words = words[:1].upper() + words[1:]
            if words[-1:].isalnum() and rng.random() < 0.8:
                words += "."
        return words

    def _small_talk(self, options: list[str], kind: Kind) -> str:
        rng = self.rng
        draw = rng.random()
        if draw < 0.5:
            return ""
        if draw < 0.85:
            return question([self._called(name, kind) for name in options], rng)
        return rng.choice(IDLE)

    def _called(self, name: str, kind: Kind) -> str:
        return name if kind.spoken in ("bare", "trait") or self.rng.random() < 0.4 else noun(name).the


def _stances(labels: Sequence[str], letters: dict[str, str]) -> dict[str, Stance]:
    found: dict[str, Stance] = {}
    for label in labels:
        if re.fullmatch(r"[dxyz]#?[-+~.]", label):
            found[letters[label[0]]] = STANCE[label[-1]]
    return found
