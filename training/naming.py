"""What grammar is made of: kinds of things and their names, frames of sentences, and how a thing is spoken of."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from penchant_lab.people.nouns import noun

HOME = Path(__file__).parent
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
        known = [alias for alias in kind.names.get(name, ()) if not is_in(alias, others)]
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


def is_in(alias: str, names: Sequence[str]) -> bool:
    """Whether one of the names could be meant by it as well."""
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
