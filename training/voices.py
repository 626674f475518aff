"""Moments spoken by simulated people, in the house's voices and in those written for training, about many names.

``voices/NAME/`` beside this file holds one way of speaking each, in the format of ``penchant_lab.people``: a voice at
home and what its shoppers say. One of them, ``KEPT_OUT``, is never trained on: what it says tells how far to trust
the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from moments import ASKED, DONE, Moment, Stance, is_held_out, listed, renamed, roughened
from naming import CLOSERS, OPENERS, Kind, families, kinds

from penchant.domain import Action, Question, Request
from penchant_lab.people.intent import Intent, Manner
from penchant_lab.people.nouns import noun
from penchant_lab.people.remarks import Remarks
from penchant_lab.people.simulated import SimulatedPerson
from penchant_lab.people.voice import HOUSE, Voice, VoiceSet, house_voices, read_voices
from penchant_lab.suites.household.generate import generate
from penchant_lab.suites.household.records import PICK_UP
from penchant_lab.suites.shopping.content import assortment

WRITTEN = Path(__file__).parent / "voices"
KEPT_OUT = "courteous"
HOUSE_SHARE, KEPT_OUT_SHARE, ANYBODY_SHARE = 0.25, 0.6, 0.3
"""How often a moment is the house's; of those held out, the kept-out set's; of shoppers', in shapes of all sets."""


@cache
def known_speakers() -> tuple[VoiceSet, ...]:
    """The house, then those written for training, all shapes of them."""
    return (house_voices(), *(read_voices(folder) for folder in sorted(WRITTEN.iterdir())))


@cache
def taught_speakers(held_out: bool) -> tuple[tuple[VoiceSet, ...], tuple[float, ...]]:
    """Those of training or of what is held out, with the shapes that may be used there, and how often each speaks."""
    found, weights = [], []
    everybody = known_speakers()
    for each in everybody:
        if each.name == KEPT_OUT:
            if held_out:
                found.append(each)
                weights.append(KEPT_OUT_SHARE)
            continue
        voices = tuple(replace(voice, shapes=part_of(voice.shapes, held_out=held_out)) for voice in each.voices)
        found.append(VoiceSet(each.name, voices, Remarks(part_of(each.remarks.shapes, held_out=held_out))))
        others = max(len(everybody) - 2, 1)
        weights.append(HOUSE_SHARE if each.name == HOUSE else (1 - HOUSE_SHARE) / others)
    return tuple(found), tuple(weights)


@cache
def anybodys_remarks() -> Remarks:
    """What shoppers of all the sets of training say, in one table."""
    found: dict[str, tuple[str, ...]] = {}
    for each in taught_speakers(held_out=False)[0]:
        for name, lines in each.remarks.shapes.items():
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), *lines)))
    return Remarks(found)


class Recorder:
    """A voice that remembers what it was last asked to say."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.act = ""

    def in_manner(self, manner: Manner) -> Recorder:
        """The same, saying more or less around what it has to say."""
        self.voice = self.voice.in_manner(manner)
        return self

    def say(self, act: str, words: dict[str, str], rng: random.Random) -> str:
        """A sentence, as the voice says it."""
        self.act = act
        return self.voice.say(act, words, rng)


def part_of(shapes: Mapping[str, Sequence[str]], *, held_out: bool) -> dict[str, tuple[str, ...]]:
    """The shapes of training, or those held out; a section that would be left empty keeps all."""
    kept = {name: tuple(line for line in lines if is_held_out(line) == held_out) for name, lines in shapes.items()}
    return {name: lines or tuple(shapes[name]) for name, lines in kept.items()}


@cache
def house_scenes() -> tuple[tuple[tuple[str, ...], str, str | None], ...]:
    """What is in sight and what is wanted, in the homes of our own generator."""
    found = []
    for index in range(60):
        for record in generate(1015, index, 30).phases[index % 4]:
            place = None if record.user_intent_location == PICK_UP else record.user_intent_location
            if record.user_intent_object in record.scene_objects or place in record.scene_objects:
                found.append((record.scene_objects, record.user_intent_object, place))
    return tuple(found)


def household(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """Answers and reactions of people at home."""
    groups, weights = taught_speakers(held_out)
    named = [kind for kind in (*kinds(), *families()) if is_held_out(kind.name) == held_out]
    things = [kind for kind in named if kind.spoken != "place"]
    places = [kind for kind in (*kinds(), *families()) if kind.spoken == "place"]
    while True:
        group = rng.choices(groups, weights)[0]
        recorder = Recorder(rng.choice(group.voices))
        if rng.random() < 0.4:
            sight, thing, place = rng.choice(house_scenes())
            options = list(sight)
        else:
            options, thing, place = _scene(rng, rng.choice(things), rng.choice(places))
        pool = [name for name in options if name not in (thing, place)]
        if not pool:
            continue
        former = None
        if rng.random() < 0.35:
            swapped = rng.choice(pool)
            former = Intent(thing, swapped) if place else Intent(swapped)
        intent = Intent(thing, place, former)
        person = SimulatedPerson("somebody", seed=rng.randrange(10**9), voice=recorder)  # type: ignore[arg-type]
        request = Request("somebody", "please", [name for name in options if name])
        minded = person.with_mind_on(intent, str(rng.random()))
        made = _answer(rng, minded, request, intent) if rng.random() < 0.5 else _reaction(rng, minded, request, intent)
        if made is None:
            continue
        words, about, acted, before = made
        made_of = _household_moment(rng, recorder.act, words, request, intent, about, acted, before)
        yield replace(made_of, source="stranger at home") if group.name == KEPT_OUT else made_of


def dressed(words: str, options: Sequence[str], rng: random.Random) -> str:
    """The words with other names for options, something around them, or a slip of the finger; most as they are."""
    if rng.random() < 0.35:
        words = renamed(words, options, rng)
    if rng.random() < 0.06:
        words = f"{rng.choice(OPENERS)} {words}"
    if rng.random() < 0.06:
        words = f"{words.rstrip('.')}. {rng.choice(CLOSERS)}"
    if rng.random() < 0.08:
        words = words.lower()
    return roughened(words, rng, 0.4)


def _scene(rng: random.Random, kind: Kind, place: Kind) -> tuple[list[str], str, str | None]:
    options = rng.sample(sorted(kind.names), min(rng.choice((2, 3, 4, 5, 6)), len(kind.names)))
    thing = rng.choice(options)
    if rng.random() < 0.3:
        spots = rng.sample(sorted(place.names), min(rng.choice((2, 3, 4)), len(place.names)))
        return [*options[:2], thing, *spots], thing, rng.choice(spots)
    if rng.random() < 0.06:
        options.remove(thing)
    return options, thing, None


def _answer(rng: random.Random, minded: Any, request: Request, intent: Intent) -> Any:
    pool = list(request.options)
    want = intent.place or intent.thing
    about = pool if rng.random() < 0.6 else [name for name in pool if name == want or rng.random() < 0.6]
    if rng.random() < 0.12:
        about = [name for name in about if name != want]
    if not about:
        return None
    text = rng.choice(ASKED).format_map({"or": listed(about, "or"), "and": listed(about, "and")})
    if rng.random() < 0.5:
        text = (
            f"Where should I put it: {listed(about, 'or')}?"
            if intent.place
            else f"Which would you like: {listed(about, 'or')}?"
        )
    words = minded.answer(request, Question(text, tuple(about)))
    return words, about, (), text


def _reaction(rng: random.Random, minded: Any, request: Request, intent: Intent) -> Any:
    draw = rng.random()
    pool = [name for name in request.options if name not in (intent.thing, intent.place)]
    if not pool:
        return None
    former = intent.formerly
    if draw < 0.3:
        action = Action(intent.thing, intent.place)
    elif draw < 0.4 and intent.place is None:
        action = Action()
    elif former is not None and draw < 0.75:
        action = Action(former.thing, former.place)
    elif intent.place:
        action = Action(intent.thing if rng.random() < 0.8 else rng.choice(pool), rng.choice(pool))
    else:
        action = Action(rng.choice(pool))
    acted = tuple(name for name in (action.thing, action.place) if name)
    if len(set(acted)) < len(acted) or not set(acted) <= set(request.options):
        return None
    before = rng.choice(DONE).format(d=noun(acted[-1]).the) if acted else "I left it: none of these fits you."
    return minded.react(request, action), (), acted, before


def household_labels(
    act: str, options: tuple[str, ...], intent: Intent, about: Sequence[str], acted: tuple[str, ...]
) -> tuple[dict[str, Stance], frozenset[str], bool]:
    """What a sentence says of each option, of which options it cannot be known, and whether a change is told."""
    mood, _, part = act.partition(": ")
    stances: dict[str, Stance] = {}
    unknown: frozenset[str] = frozenset()
    place_only = part.startswith("place")
    wanted = [intent.place] if place_only else [intent.thing]
    if acted and intent.place and not place_only and intent.place not in acted:
        wanted.append(intent.place)  # "the nuts on the couch"
    if mood == "praise":
        stances = dict.fromkeys(acted, "wants")
    else:
        stances = {name: "wants" for name in wanted if name in options}
        if mood == "none":
            stances |= {name: "avoids" for name in about if name not in wanted}
        if acted:
            wrong = [name for name in acted if name not in (intent.thing, intent.place)]
            stances |= dict.fromkeys(wrong, "avoids")
        old = intent.formerly
        if old is not None and ("not the old" in part or mood == "changed"):
            for name in (old.place,) if intent.place else (old.thing,):
                if name in options and name not in (intent.thing, intent.place):
                    stances[name] = "avoids"
        if mood in ("missing", "nothing"):
            unknown = frozenset(name for name in options if name not in stances)
        if intent.place in acted:  # it was right, and is spoken of or not
            unknown |= frozenset({intent.place})
    changed = mood == "changed" or "nowadays" in part or "not the old" in part
    return {name: stance for name, stance in stances.items() if name not in unknown}, unknown, changed


def _household_moment(
    rng: random.Random,
    act: str,
    words: str,
    request: Request,
    intent: Intent,
    about: Sequence[str],
    acted: tuple[str, ...],
    before: str,
) -> Moment:
    options = tuple(request.options)
    stances, unknown, changed = household_labels(act, options, intent, about, acted)
    verdict = "unclear" if not acted else "right" if act.startswith("praise") else "wrong"
    return Moment(
        words=dressed(words, options, rng),
        options=options,
        stances=stances,
        acted=acted,
        before=before if rng.random() < 0.65 or act.startswith("none") else "",
        verdict=verdict,  # type: ignore[arg-type]
        flags=("changed",) if changed else (),
        unknown=unknown,
        source="household",
        part=act,
    )


def shoppers(rng: random.Random, *, held_out: bool) -> Iterator[Moment]:
    """Answers and reactions of people who have described things bought for them."""
    groups, weights = taught_speakers(held_out)
    traits = [
        tuple(kind.names)
        for kind in (*kinds(), *families())
        if kind.spoken in ("trait", "bare") and is_held_out(kind.name) == held_out
    ]
    products = [tuple(value for _, values in product.aspects for value in values) for product in assortment().products]
    while True:
        pool = rng.choice(products) if rng.random() < 0.6 else rng.choice(traits)
        if rng.random() < 0.3:
            pool = (*rng.choice(traits)[:5], *rng.choice(traits)[:5], *rng.choice(products)[:4])
        group = rng.choices(groups, weights)[0]
        mixed = not held_out and rng.random() < ANYBODY_SHARE
        made = _shopping(rng, list(dict.fromkeys(pool)), anybodys_remarks() if mixed else group.remarks)
        if made is not None:
            yield replace(made, source="stranger in shops") if group.name == KEPT_OUT else made


def _shopping(rng: random.Random, pool: list[str], remarks: Remarks) -> Moment | None:
    values = rng.sample(pool, min(len(pool), rng.choice((4, 6, 8, 9))))
    letters = [f"option {letter}" for letter in "ABC"]
    if rng.random() < 0.3:
        letters = rng.sample(
            [name for kind in kinds() if kind.name in ("brands", "numbers", "hotels") for name in kind.names], 3
        )
    cut = max(2, len(values) // 3)
    whole = (*letters, *values)
    stances: dict[str, Stance] = {}
    acted: tuple[str, ...] = ()
    unknown: frozenset[str] = frozenset()
    verdict, before = "unclear", ""
    flags: tuple[str, ...] = ()
    draw = rng.random()
    if draw < 0.45:
        asked = rng.sample(values, rng.choices((1, 2, 3, 4), (2, 3, 4, 3))[0] if len(values) > 3 else 1)
        groups: tuple[list[str], list[str], list[str]] = ([], [], [])
        same = rng.choice(groups) if rng.random() < 0.3 else None
        for value in asked:
            (rng.choice(groups) if same is None else same).append(value)
        words = remarks.answer(*groups, rng)
        kinds_of: tuple[Stance, ...] = ("wants", "accepts", "avoids")
        for group, stance in zip(groups, kinds_of, strict=True):
            stances |= dict.fromkeys(group, stance)
        before = rng.choice(
            (
                f"Which of these would you be happy with: {listed(asked, 'or')}?",
                f"What do you think of {listed(asked, 'and')}?",
            )
        )
        if len(asked) == 1 and rng.random() < 0.7:
            before = f"Would you be happy with {asked[0]}?"
        options = tuple(asked) if rng.random() < 0.5 else whole
        part = "answer"
    else:
        options = whole
        bought, better = rng.sample(letters, 2)
        feature, liked = values[0], values[cut]
        part = rng.choice(("praise", "nothing", "worked", "unwanted", "changed", "better", "better for"))
        if part == "praise":
            words, stances, acted, verdict = remarks.praise(rng), {bought: "wants"}, (bought,), "right"
        elif part == "nothing":
            words = remarks.praise_of_nothing(rng)
            stances = dict.fromkeys(letters, "avoids")
            unknown = frozenset(values)
        elif part == "worked":
            words, stances = remarks.would_have_worked(better, rng), {better: "wants"}
        elif part == "unwanted":
            words = remarks.unwanted(bought, feature, rng)
            stances, acted, verdict = {bought: "avoids", feature: "avoids"}, (bought,), "wrong"
        elif part == "changed":
            words, flags = remarks.changed(feature, rng), ("changed",)
            stances, acted, verdict = {bought: "avoids", feature: "avoids"}, (bought,), "wrong"
        else:
            reason = liked if part == "better for" else None
            words = remarks.better(bought, better, reason, rng)
            stances, acted, verdict = {bought: "accepts", better: "wants"}, (bought,), "wrong"
            if reason:
                stances[reason] = "wants"
        if part in ("unwanted", "changed") and rng.random() < 0.3:  # said of nothing in particular
            stances, acted, verdict = {feature: "avoids"}, (), "unclear"
            unknown = frozenset({bought})
        before = (
            rng.choice(DONE).format(d=acted[0])
            if acted
            else "I bought nothing: none of these fits you."
            if part in ("nothing", "worked")
            else ""
        )
    if len(set(options)) < len(options):
        return None
    if rng.random() < 0.5:
        options = tuple(rng.sample(options, len(options)))
    return Moment(
        words=dressed(words, options, rng),
        options=options,
        stances={name: stance for name, stance in stances.items() if name not in unknown},
        acted=acted,
        before=before if rng.random() < 0.6 or part == "answer" else "",
        verdict=verdict,  # type: ignore[arg-type]
        flags=flags,
        unknown=unknown,
        source="shopping",
        part=part,
    )
