"""What somebody thought of what they bought, and how they put it in a review of their own.

A review is composed clause by clause from ``words/reviews.txt``: a remark on an aspect, in a frame that brings in how
long they have had it, who else uses it, what it is for or what they had before. Few sentences come twice.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penchant.english import capital, is_plural, small
from penchant_lab.suites.web.data.grammar import fill, sentence
from penchant_lab.suites.web.data.habits import WritingHabits
from penchant_lab.suites.web.data.tastes import Taste
from penchant_lab.suites.web.data.words import USED_UP, Family, ProductKind, sections, the

_GOOD = {5: 1.0, 4: 0.85, 3: 0.5, 2: 0.15, 1: 0.0}  # the chance that any one remark is a kind one
_MILD = {5: 1.0, 4: 1.0, 3: 0.5, 2: 0.0, 1: 0.0}  # the chance that an unkind one is only a wish left open
_EATEN = {"brew", "bite", "larder", "remedy"}
_ONCE = {"value", "setup", "packaging", "size", "fit", "looks"}  # judged at once, not after weeks
_MINE = re.compile(r"\b(I|my|me|we)\b")
_GAPS = re.compile(r"\{[^{}]+\}")
_ALIKE = {"{it}", "{is}", "{was}", "{has}", "{s}", "{es}", "{them}", "{this}", "{very}", "{great}"}
_OFTEN = {"{use}": 2, "{time}": 2, "{when}": 1, "{old}": 2, "{friend}": 2}  # how often a review may bring it up
_SUBJECT = re.compile(r"^(?:it|they) (?!is |are |was |were |has |have |only |just |did )")
_HEAD = re.compile(r" (?:of|on|in|left|at|to|from|with) ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What is to be said, before anybody puts it into words."""

    kind: ProductKind
    stars: int
    remarks: tuple[tuple[str, str], ...]  # aspect, and "+", "-" or "~"
    use: str
    tag: str
    look: str  # its colour, if it has one
    things: tuple[str, ...]  # its details as one speaks of them: "the stay-cool handle", "the navy color"
    money: tuple[str, ...]  # the price as one speaks of it

    @property
    def slots(self) -> Mapping[str, str]:
        """What a sentence about it needs."""
        tag = the(self.tag)
        return {**self.kind.slots, "use": self.use, "the tag": tag, "The tag": capital(tag)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A review as written, and which of the writer's habits it shows."""

    title: str
    text: str
    habits: Mapping[str, str]


def form_opinion(
    taste: Taste,
    kind: ProductKind,
    stars: int,
    values: Mapping[Family, str],
    tag: str,
    use: str,
    price: float | None,
    rng: random.Random,
) -> Opinion:
    """What one person makes of one product: first what they always look at, then what such things are judged by."""
    mine = [aspect for aspect in taste.focus if aspect in kind.aspects or aspect in ("quality", "value")]
    rest = [aspect for aspect in (*kind.aspects, "value") if aspect not in mine]
    rng.shuffle(rest)
    aspects = (mine[:2] + rest)[: max(1, taste.habits.verbosity + rng.choice((-1, 0, 0, 1)))]
    aspects = list(dict.fromkeys(_for(kind, aspect) for aspect in aspects))
    remarks = tuple((aspect, _sign(stars, rng)) for aspect in aspects)
    look = next((family.spoken(value) for family, value in values.items() if family.key == "Color"), "")
    return Opinion(
        kind=kind,
        stars=stars,
        remarks=remarks,
        use=use,
        tag=tag,
        look=look,
        things=(the(tag), *_things(values)),
        money=_money(price),
    )


def _sign(stars: int, rng: random.Random) -> str:
    if rng.random() < _GOOD[stars]:
        return "+"
    return "~" if rng.random() < _MILD[stars] else "-"


def _for(kind: ProductKind, aspect: str) -> str:
    """The aspect as it shows in such a product: what is eaten or used up is fresh rather than solid."""
    if kind.house in _EATEN and aspect == "texture":
        return "mouthfeel"
    used_up = kind.house in USED_UP and "quality" not in kind.aspects
    if aspect == "quality" and used_up:
        return "freshness" if kind.house in _EATEN else "formula"
    return aspect


def _things(values: Mapping[Family, str]) -> list[str]:
    shapes = sections("reviews")
    told = [(f"detail {family.key}", family.spoken(value)) for family, value in values.items()]
    return [
        shapes[name][0].format(value=value)
        for name, value in told
        if name in shapes and value not in ("plain", "1 pack", "original") and "size" not in value.lower()
    ]


def _money(price: float | None) -> tuple[str, ...]:
    if price is None:
        return ("the money", "what they ask", "what I paid", "that price")
    up = 5 * (int(price) // 5 + 1)
    return (f"${price:.2f}", f"about ${round(price)}", f"under ${up}", f"${round(price)}", "what I paid")


def write_review(habits: WritingHabits, opinion: Opinion, rng: random.Random) -> Review:
    """The opinion in the person's own way: how they open, what they always say, how they close."""
    return _Pen(habits, opinion, rng).review()


class _Pen:
    """One review while it is being written."""

    def __init__(self, habits: WritingHabits, opinion: Opinion, rng: random.Random) -> None:
        self.habits, self.opinion, self.rng = habits, opinion, rng
        self.happy = opinion.stars >= 4
        self.sign = "+" if self.happy else "-"
        self.lines = {
            **sections("reviews"),
            "who": habits.who,
            "great": habits.great,
            "where": sections("reviews")[f"where {opinion.kind.house}"],
            "thing": opinion.things,
            "feature": tuple(filter(_single, opinion.things)) or ("the whole thing",),
            "money": opinion.money,
        }
        self.slots = {**opinion.slots, "very": habits.very, "look": opinion.look}
        self.kept: dict[str, str] = {}
        self.said: Counter[str] = Counter()
        for fixed in ("time", "when", "old"):  # a review does not contradict itself
            self.slots[fixed] = self._say(fixed)
        self.said.clear()

    def review(self) -> Review:
        """Title and text as they come out."""
        written = self.habits.written
        title = sentence(self._say(f"title {self.opinion.stars}")).removesuffix(".")
        body = [self._brief()] if self.rng.random() < self.habits.brief else self._body()
        text = written(" ".join(body))
        kept = {name: written(phrase) for name, phrase in self.kept.items()}
        return Review(title=written(title), text=text, habits=kept)

    def _brief(self) -> str:
        return sentence(self._say(f"short {self.opinion.stars}"))[:-1] + self.rng.choice((".", "!", "!!!!", "."))

    def _body(self) -> list[str]:
        habits, rng, opinion = self.habits, self.rng, self.opinion
        opening = self._habit("opening", habits.opening)
        lines = [self._verdict()]
        if habits.verbosity >= 3 and rng.random() < 0.6:
            lines.append(self._say("reason used" if opinion.kind.house in USED_UP else "reason"))
        lines += self._remarks()
        if habits.verbosity >= 2 and rng.random() < 0.35:
            lines.append(self._say(f"tag {self.sign}"))
        if habits.verbosity >= 2 and rng.random() < 0.3:
            lines.append(self._say(f"who {self.sign}"))
        if habits.verbosity >= 3 and rng.random() < 0.25:
            lines.append(self._say("after" if self.happy else "after -"))
        if pet := self._habit("pet phrase", habits.pet):
            place = rng.randrange(len(lines))
            lines[place] = f"{lines[place].rstrip('.!')}, {pet}"
        if closing := self._habit("closing", habits.happy_end if self.happy else habits.unhappy_end):
            lines.append(self._say(f"closing lead {self.sign}") + habits.joint + closing)
        if opening:
            lines[0] = f"{opening} {small(lines[0])}"
        return [self._ended(sentence(line)) for line in lines]

    def _verdict(self) -> str:
        stars = 1 if self.opinion.stars == 2 else self.opinion.stars
        verdict = self._say(f"verdict {self.habits.tone} {stars}")
        if stars == 3 or self.habits.tone == "humorous" or self.rng.random() < 0.4:
            return verdict
        self.said["{use}"] *= 2  # not twice in one sentence
        return f"{verdict}, {self._say(f'verdict tail {self.sign}')}"

    def _remarks(self) -> list[str]:
        """A sentence for each aspect; two that are said plainly share one."""
        said = [self._remark(aspect, sign) for aspect, sign in self.opinion.remarks]
        plain = [core for core, bare in said if bare]
        lines = [line for line, bare in said if not bare]
        while plain:
            first, second = plain.pop(), plain.pop() if plain else self._say("also" if self.happy else "also not")
            lines.insert(
                self.rng.randrange(len(lines) + 1), f"{first}{self.rng.choice((' and ', ', and ', ', '))}{second}"
            )
        return lines

    def _remark(self, aspect: str, sign: str) -> tuple[str, bool]:
        """A remark on one aspect, in a frame that neither contradicts it nor says the same again, or in none."""
        same = (sign == "+") == self.happy
        shapes = self.lines[f"{aspect} {sign}"]
        shape = self._pick([line for line in shapes if self.opinion.look or "{look" not in line])
        core = self._fill(shape)
        name = f"frame {'' if same else 'but '}{'+' if sign == '+' else '-'}"
        frames = list(self.lines[name])
        if aspect not in _ONCE:
            frames += self.lines[f"{name} lasting"]
        if not _MINE.search(shape):
            frames += self.lines[f"{name} said"]
        gaps = set(_GAPS.findall(shape)) - _ALIKE
        frame = self._pick([frame for frame in frames if gaps.isdisjoint(_GAPS.findall(frame))])
        if frame.startswith("{core}") and not self.habits.subject:
            core = _SUBJECT.sub("", core)
        self.slots["core"] = core
        return self._fill(frame), frame == "{core}"

    def _habit(self, name: str, phrases: tuple[str, ...]) -> str:
        if self.rng.random() >= self.habits.habit:
            return ""
        self.kept[name] = phrases[0] if self.rng.random() < 0.75 else phrases[1]
        return self.kept[name]

    def _say(self, heading: str) -> str:
        return self._fill(self._pick(self.lines[heading]))

    def _pick(self, shapes: Sequence[str]) -> str:
        """One of the shapes, rather one that does not bring up again what has been said often enough."""
        worn = [gap for gap, most in _OFTEN.items() if self.said[gap] >= most]
        return self.rng.choice([shape for shape in shapes if not any(gap in shape for gap in worn)] or shapes)

    def _fill(self, shape: str) -> str:
        """The shape in words; what has been named once is "the old one", or "one", from then on."""
        said = fill(shape, self.slots, self.lines, self.rng)
        self.said.update(gap for gap in _OFTEN if gap in shape)
        if "{old}" in shape or self.slots.get("old", said) in said:
            self.slots["old"] = "my old ones" if self.opinion.kind.several else "my old one"
        if "{one}" in shape:
            self.slots["one"] = "one" if self.opinion.kind.countable else "some"
        return said

    def _ended(self, line: str) -> str:
        strong = self.habits.end != "." and self.happy and line.endswith(".") and self.rng.random() < 0.5
        return line[:-1] + self.habits.end if strong else line


def _single(thing: str) -> bool:
    return not is_plural(_HEAD.split(thing)[0].split()[-1].lower())
