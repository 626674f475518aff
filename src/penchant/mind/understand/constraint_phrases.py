"""Turns of phrase in which people tell of an allergy, a diet, a rule of faith, an access need, a "never".

Each is about the speaker. Which of the names in it count is told beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from penchant.domain import Stance
from penchant.english import stem
from penchant.mind.constraints import is_known, is_member, named, table
from penchant.mind.lexicon import hypernyms, is_descriptive, is_kind

_SPEAKER = r"(?:i'm|we're)"
_VERY = (
    r"(?:(?:a|an|very|really|severely|deathly|highly|quite|so|super|terribly|badly|seriously|literally|also|actually|"
    r"strict|strictly|lifelong|proper|committed|completely|totally|fully|both|afraid|sorry|but|in fact) )*"
)
_NAMES = r"(?P<what>[a-z][a-z' -]{0,60}(?:, [a-z' -]{1,40}){0,4})"
_NAME = r"(?P<what>[a-z]+(?: [a-z]+){0,2})"
_NOT_ALLOWED = r"(?:can't|cannot|mustn't|must not|may not|'m not allowed to|am not allowed to)(?: ever)?"
MEALS = frozenset(("breakfast", "brunch", "lunch", "dinner", "supper", "snack", "dessert", "meal", "drink", "food"))
PUTTING = frozenset(("put", "leave", "place", "store", "keep", "set", "stick", "hang"))
RELIGION = re.compile(
    rf"\b{_SPEAKER} {_VERY}(?:muslim|jewish|jew|hindu|jain|sikh|buddhist|observant|religious|pregnant|on medication)\b"
)
IMPERATIVE = re.compile(
    r"^(?:(?:please|and|so|but|ok|okay|well|just|no|sorry|look|listen)[, ]+)*"
    r"(?:never(?: ever)?|don't ever|do not ever|under no circumstances(?: ever)?|on no account)(?: please)?,? "
    r"(?P<verb>put|leave|place|store|keep|set|stick|hang|give|bring|serve|offer|get|order|buy|use|add|make|book|send|"
    r"pour|pass|hand|fetch|suggest|recommend|feed)\b(?P<rest>.*)"
)


@dataclass(frozen=True, slots=True)
class RulePhrase:
    """A turn of phrase, and which of the names in it count."""

    pattern: re.Pattern[str]
    counts: Callable[[str], bool]
    stance: Stance


@cache
def turns() -> tuple[RulePhrase, ...]:
    """The turns of phrase that rule something out, then those that ask for nothing else."""
    diet = r"(?P<what>[a-z]+(?:[- ][a-z]+)?)"
    first = r"(?:^|[,:] |\bplease |\bbut |\band )"
    avoided: tuple[tuple[str, Callable[[str], bool]], ...] = (
        (rf"(?:\b(?:{_SPEAKER}|i've become|i've been|being) {_VERY}|^)al+ergic (?:to|against) {_NAMES}", _is_allergen),
        (rf"(?:\b(?:{_SPEAKER}|i've become|i've been) {_VERY}|^)intolerant (?:to|of|against) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we)(?:'ve)?(?: have| got| also| developed)+ {_VERY}(?:(?:bad|severe|serious|an?) )*"
         rf"(?:allergy|intolerance) (?:to|against) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we) never(?: ever)? (?:eat|drink|consume) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we) never(?: ever)? (?:touch|wear|use|take|have) {_NAMES}", is_known),
        (rf"\b(?:i|we) (?:don't|do not|won't|can't|cannot) (?:eat|drink|consume|touch|do) {_NAMES}", is_known),
        (rf"\b(?:i|we) (?:eat|drink) no {_NAMES}", is_known),
        (rf"\b(?:i|we) ?{_NOT_ALLOWED} (?:eat|drink|consume|digest|tolerate) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we) ?{_NOT_ALLOWED} have {_NAMES}", is_known),
        (rf"(?<!more )(?<!another )\b{_NAME} (?:would|could|will|can) (?:literally |really )?kill me", is_known),
        (rf"\b{_NAME} (?:gives?|brings?) me (?:out in )?hives", is_known),
        (rf"\b(?:religion|faith) (?:forbids|doesn't allow|prohibits) (?:to (?:eat|drink) )?{_NAMES}", _is_allergen),
        (rf"\b{_NAME} (?:is|are) (?:haram|forbidden to me|against my (?:religion|faith|beliefs))", is_member),
        (rf"\b{_NAME} (?:is|are) (?:strictly |completely )?off[- ]limits (?:for|to) me", is_known),
        (rf"\b{_NAME} makes? my (?:throat|tongue|lips|face) (?:swell|close|itch)", is_known),
        (rf"\b(?:i|we) (?:must|have to|need to) (?:strictly |always )?avoid {_NAMES}", _is_allergen),
        (rf"\bmy doctor (?:has |'s )?(?:forbids?|forbade|forbidden|banned|bans)(?: me)?(?: from)?(?: to)?"
         rf"(?: eat(?:ing)?| drink(?:ing)?| having| have)? {_NAMES}", _is_allergen),
        (rf"\bi (?:react (?:badly|terribly)|(?:come|break) out in (?:hives|a rash)) (?:to|from|after) {_NAMES}",
         _is_allergen),
        (rf"^(?:no|nothing with) {_NAME} ever\b", is_known),
        (rf"^(?:no|nothing with) {_NAME}[,:]? (?:or )?i (?:could|would|will|might) die", is_known),
        (rf"\bi(?:'ve)? (?:gave|given) up {_NAMES} for good", is_known),
        (rf"\b{_SPEAKER} {_VERY}al+ergic,? (?:so )?(?:no|nothing with) {_NAMES}", is_known),
    )  # fmt: skip
    wanted = (
        rf"\b(?:must|has to|have to|needs to|need to|'s got to) (?:all )?be (?:strictly )?{diet}",
        rf"{first}(?:only|strictly|nothing but) {diet}",
        rf"{first}{diet} only\b",
        rf"\b(?:i|we) (?:only|keep|strictly|can only|just)(?: eat| drink| have)? {diet}\b",
        rf"\bi(?:'m on| am on| follow| keep to) an? (?:strict )?{diet} diet",
    )
    return (
        *(RulePhrase(re.compile(pattern), counts, "avoids") for pattern, counts in avoided),
        *(RulePhrase(re.compile(pattern), is_diet, "wants") for pattern in wanted),
    )


@cache
def both_at_once() -> re.Pattern[str]:
    """Two things that somebody is at once: "I'm vegan and allergic to soy"."""
    known = table()
    names = "|".join(re.escape(name).replace(r"\ ", "[ -]") for name in (*known.diets, *known.conditions))
    others = r"(?:is|are|my|his|her|their|who|he|she|they|he's|she's|they're|i|i'm|we|we're)"
    return re.compile(
        rf"\b(?P<subject>{_SPEAKER}) (?P<first>(?:(?!\b{others}\b)[^.!?;\n])+?)(?P<tie>,? and )"
        rf"(?={_VERY}(?:al+ergic|intolerant|{names})\b)"
    )


@cache
def conditions() -> re.Pattern[str]:
    """What somebody says they are or keep to: vegan, coeliac, sugar-free."""
    known = table()
    diets = {name.replace(" ", "-") for name in known.diets if "free" not in name and "accessible" not in name}
    names = "|".join(sorted((re.escape(name).replace(r"\ ", "[ -]") for name in {*diets, *known.conditions}), key=len))
    subject = rf"(?:{_SPEAKER}|i've (?:become|gone|turned|been)|i (?:became|went|turned|have|keep)|as an?|being)"
    own = rf"\b{subject} {_VERY}(?P<name>{names}|[a-z]+[ -]free)\b(?!-| people| person| friends?)"
    alone = rf"^(?:sorry,? )?(?P<alone>{names})(?= here\b|, sorry|$)"
    return re.compile(f"{own}|{alone}")


@cache
def lifts() -> tuple[re.Pattern[str], ...]:
    """The turns of phrase that take a rule back."""
    what = r"(?P<what>[a-z]+(?:[ -][a-z]+)?)"
    return tuple(
        re.compile(pattern)
        for pattern in (
            rf"\b{_SPEAKER} no longer {_VERY}(?:allergic to |intolerant to )?{what}",
            rf"\b{_SPEAKER} not {_VERY}(?:allergic to |intolerant to )?{what} any ?(?:more|longer)\b",
            rf"\bi(?:'ve)? (?:stopped|quit|given up|gave up) being {_VERY}{what}",
            rf"\b(?:i|we) (?:can )?(?:eat|drink|have) {what} (?:again|now)\b",
            rf"\bi(?:'ve| have)? (?:started|begun|began) (?:eating|drinking|having|to eat|to drink) {what} again\b",
            rf"\bmy {what} (?:allergy|intolerance) (?:is|has) (?:gone|over|cured|cleared)",
            rf"\bi(?:'ve)? (?:outgrew|outgrown|got over) my {what} (?:allergy|intolerance)",
        )
    )


def _is_allergen(name: str) -> bool:
    return is_known(name) or is_member(name) or _is_everyday(name)


def _is_everyday(name: str) -> bool:
    """Whether everyday knowledge has it as a thing to have: coffee, black tea."""
    first, *rest = name.split()
    last = rest[0] if rest else first
    if len(rest) > 1 or (rest and not (is_descriptive(first) or hypernyms(first))):
        return False
    return stem(last) not in MEALS and bool(is_kind(last) or is_kind(stem(last)) or hypernyms(last))


def is_diet(name: str) -> bool:
    """Whether it is the name of a diet, or free of something that is known."""
    plain = named(name)
    return plain in table().diets or (plain.endswith(" free") and plain.removesuffix(" free") in table().members)
