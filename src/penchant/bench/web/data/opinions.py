"""What somebody thought of what they bought, and how they put it in a review of their own."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from penchant.bench.web.data.tastes import Taste, WritingHabits
from penchant.bench.web.data.words import USED_UP, Family, ProductKind, sections, the
from penchant.english import capital, small, stopped

_GOOD = {5: 1.0, 4: 0.85, 3: 0.5, 2: 0.15, 1: 0.0}  # the chance that any one remark is a kind one


_EATEN = {"brew", "bite", "larder", "remedy"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What is to be said, before anybody puts it into words."""

    kind: ProductKind
    stars: int
    remarks: tuple[tuple[str, str], ...]  # aspect, "+" or "-"
    use: str
    tag: str
    look: str

    @property
    def slots(self) -> Mapping[str, str]:
        """What a sentence about it needs."""
        tag = the(self.tag)
        return {**self.kind.slots, "use": self.use, "the tag": tag, "The tag": capital(tag), "look": self.look}


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A review as written, and which of the writer's habits it shows."""

    title: str
    text: str
    habits: Mapping[str, str]


def form_opinion(
    taste: Taste, kind: ProductKind, stars: int, values: Mapping[Family, str], tag: str, use: str, rng: random.Random
) -> Opinion:
    """What one person makes of one product: first what they always look at, then what such things are judged by."""
    mine = [aspect for aspect in taste.focus if aspect in kind.aspects or aspect in ("quality", "value")]
    rest = [aspect for aspect in (*kind.aspects, "value") if aspect not in mine]
    rng.shuffle(rest)
    aspects = (mine[:2] + rest)[: max(1, taste.habits.verbosity + rng.choice((-1, 0, 0, 1)))]
    aspects = list(dict.fromkeys(_for(kind, aspect) for aspect in aspects))
    remarks = tuple((aspect, "+" if rng.random() < _GOOD[stars] else "-") for aspect in aspects)
    look = next(
        (family.spoken(value) for family, value in values.items() if family.key in ("Color", "Pattern")), "simple"
    )
    return Opinion(kind=kind, stars=stars, remarks=remarks, use=use, tag=tag, look=look)


def _for(kind: ProductKind, aspect: str) -> str:
    """The aspect as it shows in such a product: what is eaten or used up is fresh rather than solid."""
    if kind.house in _EATEN and aspect == "texture":
        return "mouthfeel"
    used_up = kind.house in USED_UP and "quality" not in kind.aspects
    return "freshness" if aspect == "quality" and used_up else aspect


def write_review(habits: WritingHabits, opinion: Opinion, rng: random.Random) -> Review:
    """The opinion in the person's own way: how they open, what they always say, how they close."""
    shapes = sections("reviews")
    kept: dict[str, str] = {}
    slots = {**opinion.slots, "who": habits.who, "Who": capital(habits.who)}

    def say(heading: str) -> str:
        line = rng.choice(shapes[heading]).format_map(slots)
        return capital(stopped(line))

    def habit(name: str, phrases: tuple[str, str] | tuple[str, ...]) -> list[str]:
        if rng.random() >= habits.habit:
            return []
        kept[name] = phrases[0] if rng.random() < 0.75 else phrases[1]
        return [kept[name]]

    happy = opinion.stars >= 4
    opening = habit("opening", habits.opening)
    body = [say(f"verdict {habits.tone} {max(opinion.stars, 1) if opinion.stars != 2 else 1}")]
    if habits.verbosity >= 3 and rng.random() < 0.7:
        body.append(say("reason"))
    body += [say(f"{aspect} {sign}") for aspect, sign in opinion.remarks]
    if habits.verbosity >= 2 and rng.random() < 0.4:
        body.append(say("tag +" if happy else "tag -"))
    body += habit("pet phrase", habits.pet)
    if habits.verbosity >= 2 and rng.random() < 0.35:
        body.append(say("who +" if happy else "who -"))
    body += habit("closing", habits.happy_end if happy else habits.unhappy_end)
    if opening and opening[0].endswith(","):
        body[0] = f"{opening[0]} {small(body[0])}"
    else:
        body = opening + body
    if habits.exclaims and happy:
        body = [line[:-1] + "!" if line.endswith(".") and rng.random() < 0.4 else line for line in body]
    return Review(title=rng.choice(shapes[f"title {opinion.stars}"]), text=" ".join(body), habits=kept)
