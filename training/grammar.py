"""Moments made by grammar: the frames of ``frames.txt`` filled with the names of ``names.txt``."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from moments import ASKED_OF_ONE, DONE, IDLE, LEFT, Moment, Stance, is_held_out, listed, question, roughened

from penchant.people.nouns import noun

HOME = Path(__file__).parent
STANCE: dict[str, Stance] = {"+": "wants", "~": "accepts", "-": "avoids", ".": "nothing"}
WHO = (
    *("sister", "brother", "mother", "dad", "husband", "wife", "boss", "neighbour", "flatmate", "daughter", "son"),
    *("best friend", "colleague", "doctor", "grandma", "cousin", "girlfriend", "partner", "uncle", "trainer"),
)
OCCASIONS = (
    *("a rainy day", "the long drive", "breakfast", "a quiet evening", "the weekend", "late nights", "the morning run"),
    *("my birthday", "Sunday lunch", "the meeting", "a cold day", "after work", "movie night", "the trip"),
)
GOOD = (
    *("it helps me sleep", "it wakes me up", "it's good for my back", "it reminds me of home", "I had a rough night"),
    *("I need the energy", "it's my favourite", "it's easier for me", "that's what I'm used to", "it's light"),
    *("it keeps me warm", "it calms me down", "I've a long day ahead", "it goes well with everything", "it's healthy"),
    *("my throat is sore", "it's practical", "that suits me best", "it never lets me down", "it's quiet"),
)
BAD = (
    *("it keeps me awake", "it gives me a headache", "it's too sweet", "it's too loud", "it's too heavy for me"),
    *("it upsets my stomach", "it makes me nervous", "it's too far away", "it hurts my eyes", "it's far too expensive"),
    *("I had a bad experience", "it reminds me of hospital", "it's not healthy", "it scratches", "it makes me sneeze"),
    *("it always breaks", "I never know how to use it", "it takes too long", "it's too cold for that"),
)
OPENERS = (
    *(
        "well,",
        "hmm,",
        "oh,",
        "honestly,",
        "to be honest,",
        "hi,",
        "so,",
        "let me see,",
        "you know what,",
        "ah,",
        "um,",
    ),
    *("if I'm honest,", "good question,", "look,", "hey,", "erm,", "hello,", "listen,", "let me think.", "I say,"),
    *("for me,", "as for me,", "personally,", "in my case,", "uh,", "alright,", "I have to say,", "by the way,"),
    *("now then,", "what a day!", "I just got home.", "I slept badly.", "it's cold out there.", "just so you know,"),
    *(
        "aw,",
        "aww,",
        "haha,",
        "lol,",
        "omg,",
        "gosh,",
        "ooh,",
        "ok so,",
        "okay,",
        "honestly?",
        "hm, ok,",
        "right,",
        "wow,",
    ),
    *("funny you ask,", "between us,", "oh my,", "hang on,", "wait,", "oh you know,", "you won't believe it, but"),
    *("you should know:", "for your notes:", "between you and me,", "long story short,", "truth be told,"),
)
CLOSERS = (
    *("it's been a long day", "the kids are loud today", "if that's ok", "I hope that's all right", "no rush"),
    *("you know how it is", "my train was late", "sorry for the trouble", "take your time", "as you know", "thank you"),
    *("please", "thanks", "if I may", "that's all", "I've been on my feet since six", "how are you by the way?"),
    *("hope that helps", "it's freezing in here", "sorry to be a pain", "see you later", "just saying", "that's me"),
    *("no questions please", "never ask a friend", "it's been that kind of week", "you're very kind"),
    *("or it gets lost", "that's how I am", "my sister says hello", "I need a holiday", "odd, isn't it"),
    *("the bus was packed again", "we have guests tonight", "I have to leave in ten minutes", "no offence"),
)
TAGS = (
    *(
        ", isn't it",
        ", doesn't it",
        ", haven't you",
        ", you know",
        ", I think",
        ", really",
        " really",
        ", right?",
        ", honestly",
    ),
    *(
        ", don't you think",
        ", to be fair",
        ", as it happens",
        ", I'd say",
        ", if you see what I mean",
        ", obviously",
        ", mate",
    ),
    *(", dear", ", love", ", my friend", " tbh", " lol", " haha", ", innit", ", wouldn't you say"),
)
"""What may hang on to a sentence without changing what it says."""

JOINTS = (". ", "; ", ", and ", ", but ", ". Also, ", " - ", ". Oh, and ", ", though ", " and ", ". By the way, ")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Kind:
    """Names of one kind, each with other names for it, and how they are spoken."""

    name: str
    spoken: str
    names: dict[str, tuple[str, ...]]

    def __hash__(self) -> int:
        return hash(self.name)


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence shape, and the labels of its section."""

    text: str
    labels: tuple[str, ...]

    @property
    def gaps(self) -> frozenset[str]:
        """The options it speaks of, by their letters."""
        return frozenset(re.findall(r"\{([xyz])#?\}", self.text.lower()))


@cache
def kinds() -> tuple[Kind, ...]:
    """What there is to choose between."""
    found = []
    for line in (HOME / "names.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            head, *rest = (part.strip() for part in line.split("|"))
            name, _, spoken = head.rpartition(", ")
            names = {}
            for each in rest:
                full, _, others = each.partition(" = ")
                names[full.strip()] = tuple(other.strip() for other in others.split(";") if other.strip())
            found.append(Kind(name, spoken, names))
    return tuple(found)


@cache
def families() -> tuple[Kind, ...]:
    """Kinds whose names differ in one word: "top drawer", "bottom drawer"."""
    found = []
    for line in (HOME / "siblings.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            head, _, fronts = line.partition(" | ")
            name, _, spoken = head.rpartition(", ")
            found.append(Kind(name, spoken, {f"{front.strip()} {name}": () for front in fronts.split(";")}))
    return tuple(found)


@cache
def frames() -> tuple[Frame, ...]:
    """Every shape with its labels."""
    found: dict[tuple[str, tuple[str, ...]], Frame] = {}
    labels: tuple[str, ...] = ()
    for line in (HOME / "frames.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            labels = tuple(line.strip("[]").split())
        elif line and not line.startswith("#"):
            found[line, labels] = Frame(line, labels)
    return tuple(found.values())


def spoken_of(name: str, others: Sequence[str], kind: Kind, rng: random.Random) -> tuple[str, str]:
    """What somebody calls an option so that it is not taken for another: with an article, and without."""
    text = name
    draw = rng.random()
    if draw < 0.45:
        words = name.split()
        heard = {word.casefold() for other in others for word in re.findall(r"\w+", other)}
        known = [alias for alias in kind.names.get(name, ()) if not _is_in(alias, others)]
        if known and draw < 0.3:
            text = rng.choice(known)
        elif len(words) > 1 and kind.spoken != "bare" and words[-1].isalpha() and len(words[-1]) > 2:
            last, first = words[-1].casefold(), words[0].casefold()
            if last not in heard and kind.spoken != "trait":
                text = words[-1]
            elif first not in heard and first not in {"a", "the", "an"} and len(words) == 2 and draw < 0.4:
                shared = last in heard
                text = f"{words[0]} {'ones' if noun(name).plural else 'one'}" if shared else name
                if shared:
                    return f"the {text}", f"the {text}"
        elif len(words) > 2 and words[0].casefold() in {"the", "a", "an"}:
            text = " ".join(words[1:])
    if kind.spoken == "bare":
        return text, text
    if kind.spoken == "trait":
        the = (
            text
            if rng.random() < 0.75
            else rng.choice(("the one with {}", "something with {}", "one with {}")).format(text)
        )
        return the, text
    forms = noun(text)
    the = forms.the
    if rng.random() < 0.25:
        the = forms.any
    elif rng.random() < 0.2 and the.startswith("the ") and not forms.plural:
        the = f"{'an' if text[0] in 'aeiou' else 'a'} {text}"
    return the, forms.any


def _joined(names: list[str], text: str, letter: str, rng: random.Random) -> str:
    """Several options named where the frame has room for one."""
    if len(names) == 1:
        return names[0]
    turned = re.search(r"\b(no|not|n't|without|never|nor|avoid)\b", text) is not None
    return listed(names, "or" if turned and rng.random() < 0.5 else "and")


def _is_in(alias: str, names: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(alias)}\b", other, re.IGNORECASE) for other in names)


def by_place(index: int, count: int, rng: random.Random) -> str:
    """An option by its place in the list."""
    ways = [f"the {ORDINALS[index]} one", f"the {ORDINALS[index]}", f"number {NUMBERS[index]}", f"option {index + 1}"]
    ways += [f"the {ORDINALS[index]} option", f"number {index + 1}", f"the {index + 1}{_ending(index + 1)} one"]
    letter = chr(ord("a") + index)
    ways.append(rng.choice((letter.upper(), f"{letter})", f"option {letter.upper()}", f"({letter})")))
    if index == count - 1 and count > 1:
        ways += ["the last one", "the last", "the final one", "the last option"] * 2
    if count == 3 and index == 1:
        ways += ["the middle one", "the one in the middle"]
    return rng.choice(ways)


def _ending(number: int) -> str:
    return {1: "st", 2: "nd", 3: "rd"}.get(number, "th")


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
        if "{u}" in frame.text.lower() and (unlisted is None or _is_in(unlisted, options)):
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
