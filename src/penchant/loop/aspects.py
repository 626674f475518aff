"""What a request to forget asks for of a person's life: where they work, what they cannot eat, how a sister eats."""

from __future__ import annotations

import re
from dataclasses import dataclass

from penchant.domain import Preference
from penchant.memory.fields import in_field
from penchant.mind.talk.grammar import OF_KIN
from penchant.mind.talk.meant import subject
from penchant.terms import stems


@dataclass(frozen=True, slots=True)
class Aspect:
    """A part of somebody's life that is told as facts of a few topics, or as an allergy."""

    asked: re.Pattern[str]
    topics: frozenset[str]


def _aspect(asked: str, topics: str = "") -> Aspect:
    return Aspect(re.compile(rf"\b(?:{asked})\b", re.IGNORECASE), frozenset(topics.split()))


_ASPECTS = (
    _aspect(r"where (?:i|we) work|my (?:employer|company|workplace)|who(?:m)? i work for", "employer job"),
    _aspect(r"my (?:job|work|career|occupation|profession)|what i do for (?:a living|work)", "employer job"),
    _aspect(r"where (?:i|we) live|my (?:home|address|place)", "home address housing"),
    _aspect(r"where i(?:['’]m| am) from|where i grew up|my (?:hometown|birthplace)", "hometown nationality"),
    _aspect(r"my (?:income|salary|wages?|pay|earnings)|(?:what|how much) i (?:earn|make)|what i am paid", "income"),
    _aspect(r"my (?:medication|medicines?|meds|pills|tablets|drugs|prescriptions?)", "medication"),
    _aspect(r"(?:my|the) (?:\w+ )?(?:allerg(?:y|ies)|intolerances?)|what i(?:['’]m| am) allergic to"),
    _aspect(r"my age|how old i am|when i was born", "age birthday"),
    _aspect(r"what i study|where i study|my (?:studies|degree|school|university|college)", "studies school"),
)
_ALLERGIC = re.compile(r"\ballerg\w+|\bintoleran\w+", re.IGNORECASE)
_ANOTHER = re.compile(r"\b(?:i|i['’]\w+|my|we|never|not|no|please)\b|[.;]", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:everything|anything|whatever|all)\b", re.IGNORECASE)
_CANNOT = re.compile(r"\b(?:can['’]?t|cannot|can not|don['’]?t|do not|won['’]?t|never|must not|mustn['’]?t)\b", re.I)
_UNLIKED = re.compile(r"\b(?:what|things|food|foods) (?:that )?i (?:can|do|will|must|never|hate|dislike|avoid)", re.I)
_LIKED = re.compile(r"\bi (?:can|do )?(?:eat|drink|like|love|enjoy|prefer)\b", re.IGNORECASE)
_OF_KIN = re.compile(rf"\s*(?:about )?(?:what|where|how|when|that) {OF_KIN.pattern}", re.IGNORECASE)
_ONCE = re.compile(r"\b(?:former|previous|one-?time|old) (?=(?:boy|girl)friend|husband|wife|partner|fianc)", re.I)
_COUPLE = stems("boyfriend girlfriend husband wife partner fiance fiancee spouse lover")
_KIN_ALIKE = tuple(
    map(
        stems,
        (
            *("mother mum mom mama mummy", "father dad papa daddy", "grandmother grandma granny nan gran"),
            *("grandfather grandpa grandad", "flatmate roommate housemate", "colleague coworker", "boss manager"),
            *("child kid", "husband spouse", "wife spouse", "neighbour neighbor"),
        ),
    )
)
_ANIMALS = stems("pet dog puppy cat kitten rabbit hamster parrot bird horse pony fish tortoise guinea pig snake")
_ANY_ANIMAL = stems("pet animal")
_GROUPS = stems("family relative child kid pet animal friend")


def is_of_a_whole(request: str) -> bool:
    """Whether a request is for all there is of a matter: "everything about my health"."""
    return _WHOLE.search(request) is not None


def outright(request: str) -> str:
    """A request with an "ex" for who was close once: "my former boyfriend" is "my ex-boyfriend"."""
    return _ONCE.sub("ex-", request)


def aspects_of(request: str) -> list[Aspect]:
    """The parts of their own life that somebody asks to be forgotten, where they name nothing beside these.

    >>> len(aspects_of("where I work")), len(aspects_of("my work friend Bob")), len(aspects_of("all about my work"))
    (1, 0, 0)
    """
    if is_of_a_whole(request):
        return []
    found = [each for each in _ASPECTS if each.asked.search(request)]
    for each in found:
        request = each.asked.sub("", request)
    return [] if subject(request) else found


def has(aspect: Aspect, belief: Preference) -> bool:
    """Whether a belief is of this part of the life of who speaks."""
    if belief.whom:
        return False
    return belief.kind == "fact" and belief.topic in aspect.topics if aspect.topics else _is_an_allergy(belief)


def is_of_field(belief: Preference, field: str) -> bool:
    """Whether a belief is of a field of life of who speaks by what it is, however it was said: what they take."""
    if belief.whom or not field:
        return False
    if belief.kind == "fact":
        return in_field(belief.topic, field)
    own = f"{belief.topic} {belief.value} {belief.situation}"
    return belief.kind == "constraint" and (in_field(own, field) or (field == "health" and _is_an_allergy(belief)))


def is_concluded(belief: Preference) -> bool:
    """Whether a belief follows from what was said, and was not said: no sugar, of who is diabetic."""
    return belief.kind == "constraint" and stems(belief.value).isdisjoint(stems(belief.words))


def is_an_illness(belief: Preference) -> bool:
    """Whether a belief tells of an illness, from which others may be concluded; no medicine, and nothing to avoid."""
    return belief.stance != "avoids" and (belief.topic == "health" or in_field(belief.value, "health"))


def _is_an_allergy(belief: Preference) -> bool:
    """Whether a belief is what somebody is said to be allergic to, in these very words."""
    found, at = _ALLERGIC.search(belief.words), belief.words.lower().find(belief.value.lower())
    if found is None or at < 0 or belief.kind != "constraint":
        return False
    return _ANOTHER.search(belief.words[min(found.end(), at) : max(found.start(), at)]) is None


def is_against(request: str, belief: Preference) -> bool:
    """Whether a belief says the contrary of what is to be forgotten: of "what I can't eat", that somebody loves stew.

    What somebody close likes is not what the person does: of "what my sister eats" only what is said of her is meant.
    """
    if _OF_KIN.match(request) and not belief.whom and belief.kind != "relation":
        return True
    if not _UNLIKED.search(request) and not _CANNOT.search(request):
        return False
    return belief.stance == "wants" and belief.kind == "taste" and not _LIKED.search(_CANNOT.sub("not", request))


def is_of_a_being(belief: Preference, sought: frozenset[str]) -> bool:
    """Whether a belief tells who somebody is, or a pet, and these are sought by what they are and not by name."""
    if belief.kind != "relation" and belief.topic != "pet":
        return False
    return sought.isdisjoint(stems(belief.value)) and not sought.isdisjoint(called_by(belief.topic, sought) | _GROUPS)


def called_by(topic: str, sought: frozenset[str]) -> frozenset[str]:
    """What somebody or an animal is called besides what was said: a mother is a mum, and a dog a pet and an animal."""
    called = stems(topic)
    others = [group for group in _KIN_ALIKE if called & group]
    if called & _ANIMALS:
        others.append(_ANY_ANIMAL)
    if "ex" in called and "ex" in sought:
        others.append(_COUPLE)
    return called.union(*others)
