"""Constraints on an errand: what they rule out, how they are learned, and what is asked before one is passed over.

A constraint outranks every taste and is never weighed. It is learned as what the person named ("nuts"), so that it
holds on every errand, whatever an option is called there. No wish closes it: it is dropped when the person takes it
back and, asked once more, says so; or by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType

from penchant.domain import (
    Draft,
    EpisodeId,
    Lesson,
    PersonId,
    Preference,
    PreferenceId,
    Question,
    Reading,
    Request,
    Scene,
    Stance,
    Statement,
    is_told,
)
from penchant.loop.revision import HeardSentence, Revision
from penchant.memory import Memory
from penchant.mind.constraints import covers, named, rules_out
from penchant.mind.explain import to_drop
from penchant.mind.features import is_one_kind
from penchant.mind.protocol import Mind, Relating
from penchant.mind.survey import PLACING
from penchant.mind.told.amounts import breaks, in_words, is_rated_alike, speaks_of
from penchant.mind.told.answers import advised
from penchant.mind.told.bearing import holding
from penchant.mind.told.figures import bounds, limited
from penchant.mind.told.names import is_long, names_all
from penchant.mind.told.occasion import Beneficiary, beneficiary
from penchant.mind.understand.heard_constraints import heard_constraints

AS_TOLD = 0.98
"""How far somebody is trusted who tells of an allergy, a diet or a "never"."""

OF_THE_MATTER = 0.75
"""From so surely on, a request that does not name what a limit is of is about it all the same."""

_MATTER = "limit for {}"

_BearingRule = tuple[Stance, str, str]  # the stance, the value and what is excepted
_LOOKS = ("color", "colour", "shade", "finish")
"""Respects that say how a thing looks: a cream or chocolate coat is no food."""


def ruled_out(request: Request, scene: Scene, constraints: Sequence[Preference], mind: Mind) -> dict[str, Preference]:
    """The options that break a constraint, each with one that it breaks.

    Of whole answers, what they advise against is no part of them; and where every one would be ruled out by its words,
    none is: then they are weighed.
    """
    if not constraints:
        return {}
    whose = beneficiary(request.text, constraints)
    bearing = [belief for belief in constraints if _bears_on(belief, request, scene, whose, mind)]
    if not bearing:
        return {}
    rules = tuple((belief.stance, belief.value, belief.exception) for belief in bearing)
    broken = _broken(tuple(_told_of(request, scene)), rules)
    return {name: bearing[rule] for name, rule in broken.items()}


@lru_cache(maxsize=64)
def _broken(told: tuple[tuple[str, tuple[str, ...]], ...], rules: tuple[_BearingRule, ...]) -> Mapping[str, int]:
    """The options that break a rule, each with the number of the first one; an errand asks for it several times."""
    found = {}
    for name, texts in told:
        for number, rule in enumerate(rules):
            stance, value, exception = rule
            if not names_all(exception, name) and any(_breaks(stance, value, text) for text in texts):
                found[name] = number
                break
    return MappingProxyType({} if len(found) == len(told) and is_long([*found]) else found)


@lru_cache(maxsize=16_384)
def _breaks(stance: Stance, value: str, text: str) -> bool:
    if is_long((text,)):
        text = advised(text)
    return rules_out(stance, value, text) or breaks(stance, value, text)


def said_in(request: Request, known: Sequence[Preference], at: datetime) -> tuple[Preference, ...]:
    """What the request itself says that is no matter of taste, and is not known: it holds on this errand already."""
    said = [one for one in heard_constraints(request.text) if one.stance != "accepts"]
    return tuple(
        Preference(
            id=PreferenceId(-count),
            person=PersonId(request.person),
            situation="",
            topic="",
            stance=one.stance,
            value=one.value,
            confidence=AS_TOLD,
            words=request.text,
            episode=EpisodeId("now"),
            since=at,
            confirmed=at,
            kind="constraint",
        )
        for count, one in enumerate(said)
        if not any(_is_same(belief, _Rule(one.stance, one.value, "")) for belief in known)
    )


def _told_of(request: Request, scene: Scene) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Each option that may be chosen, and all that is said of it."""
    if scene.placing:
        return ((name, (name,)) for name in scene.places)
    if scene.features:
        return ((name, (name, *features)) for name, features in zip(scene.things, scene.features, strict=True))
    if request.described:
        pairs = (tuple(each.items()) if isinstance(each, Mapping) else tuple(each) for each in request.described)
        return (
            (name, (name, *(value for respect, value in described if respect.lower() not in _LOOKS)))
            for name, described in zip(request.options, pairs, strict=True)
        )
    return ((name, (name,)) for name in scene.things)


def _bears_on(belief: Preference, request: Request, scene: Scene, whose: Beneficiary, mind: Mind) -> bool:
    """Whether a constraint is about this kind of errand: where one puts a thing, or what one has, and for whom."""
    if not holding(belief, request.text, whose):
        return False
    if bounds(belief.value) and not _is_of_the_matter(belief, request, mind):
        return False
    if scene.placing or belief.topic.startswith(PLACING):
        return scene.placing and belief.topic.startswith(PLACING) and is_one_kind(belief.topic, scene.topic)
    return not belief.topic or is_told(belief) or is_one_kind(belief.topic, scene.topic)


def _is_of_the_matter(belief: Preference, request: Request, mind: Mind) -> bool:
    """Whether a limit is of what a request is about, by its words or their meaning; one of nothing known is not."""
    if is_rated_alike(belief.value, request):
        return True
    matter = limited(belief)
    if not matter or speaks_of(matter, request):
        return bool(matter)
    reader = getattr(mind, "built_in", mind)
    return (
        isinstance(reader, Relating) and reader.bears([_MATTER.format(matter)], in_words(request))[0] >= OF_THE_MATTER
    )


@dataclass(frozen=True, slots=True)
class _Rule:
    """A constraint as it was heard."""

    stance: Stance
    value: str
    topic: str


def learn_constraints(
    heard: HeardSentence, asked: Question | None, known: Sequence[Preference], memory: Memory, mind: Mind
) -> Revision:
    """The changes that follow from what was said that is no matter of taste: it holds from now on, on every errand.

    One is dropped if that is what was ``asked``, and they say yes.
    """
    revision = Revision(heard, memory, mind)
    agreed = asked.text if asked is not None and _says_yes(heard.reading, asked) else None
    for belief in known:
        if to_drop(belief, "answer").text == agreed:
            revision.close(belief)
    for rule in _heard_rules(heard):
        same = [one for one in known if _is_same(one, rule)]
        for belief in same:
            revision.confirm(belief, AS_TOLD)
        if not same:
            draft = Draft(
                situation="",
                topic=rule.topic,
                stance=rule.stance,
                value=rule.value,
                confidence=AS_TOLD,
                words=heard.words,
                episode=heard.episode,
                kind="constraint",
            )
            revision.changes.append(memory.opening(draft, heard.source))
            revision.lesson += Lesson(opened=(revision.note(draft),))
    return revision


def _heard_rules(heard: HeardSentence) -> list[_Rule]:
    """What was heard, one rule a value; an option that was forbidden by itself is one, in its kind of errand."""
    reading, scene = heard.reading, heard.scene
    said = [one for one in reading.also if one.kind == "constraint" and one.stance != "accepts" and one.value.strip()]
    rules = [_Rule(one.stance, one.value, one.topic) for one in said]
    for name in reading.constraints:
        if not any(rules_out(one.stance, one.value, name) for one in said):
            stance: Stance = "wants" if name in reading.wants else "avoids"
            rules.append(_Rule(stance, name, scene.topic if scene.placing else ""))
    return list(dict.fromkeys(rules))


def _is_same(belief: Preference, rule: _Rule) -> bool:
    return (belief.stance, belief.topic) == (rule.stance, rule.topic) and named(belief.value) == named(rule.value)


def _says_yes(reading: Reading, asked: Question) -> bool:
    return any(name in asked.alternatives for name in reading.wants)


def as_agreed(asked: Question, reaction: Reading, reply: Reading) -> Reading:
    """A reaction in the light of the reply to a confirmation: what it takes back counts only if they say yes."""
    also = tuple(one for one in reaction.also if one.kind == "taste" or one.stance != "accepts")
    agreed = asked.alternatives if _says_yes(reply, asked) else ()
    return replace(reaction, wants=(*reaction.wants, *agreed), also=also)


def taken_back(reading: Reading, constraints: Sequence[Preference]) -> list[Preference]:
    """The constraints that somebody says no longer hold for them: "I eat meat again" takes back vegetarian."""
    said = [one for one in reading.also if one.kind == "constraint" and one.stance == "accepts"]
    return [belief for belief in constraints if any(_lifts(one, belief) for one in said)]


def _lifts(statement: Statement, belief: Preference) -> bool:
    if named(statement.value) == named(belief.value):
        return True
    return covers(belief.stance, belief.value, statement.value)
