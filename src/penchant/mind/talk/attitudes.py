"""What a clause says its subject likes, puts up with or keeps away from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from penchant.domain import Stance
from penchant.mind.talk import tables
from penchant.mind.talk.groups import VerbGroup, group_of
from penchant.mind.talk.patterns import BE, Found
from penchant.mind.talk.values import compared, is_thing, listed, trimmed
from penchant.mind.talk.words import Word, joined
from penchant.mind.understand.words import one_of

_FILE = "attitudes.txt"
Manner = Literal["said", "habit", "wish", "rather", "past", "never"]
"""How it is said: outright, as what they do, as a wish of the moment, as what they would rather have, of a time that is
over, as a rule."""

_FLIPPED: dict[str, Stance] = {"wants": "avoids", "avoids": "accepts", "accepts": "avoids"}
_STANCES: dict[str, Stance] = {"wants": "wants", "avoids": "avoids", "accepts": "accepts"}
_NONE = frozenset(("no", "zero", "little", "without", "not"))
_WISHES = one_of("want need require like love fancy")
_TASKS = one_of("look seek choose pick go discover want need get take make do ask order book buy bring rent")
"""Of these only what is done in general says anything: "I'm looking for a hotel" is an errand."""
_WEAK = one_of(
    """
    get make do take have keep go run set attend expect want need require ask bring book rent play write visit
    start type touch order
    """
)
"""Of these a habit is a taste only where it is said to be one: "I usually have tea", not "I have a question"."""


_PERSONS = frozenset(("i", "we", "he", "she", "you", "they", "who"))
_ENDED = frozenset(("gave", "stopped", "quit", "went", "switched", "swore", "cut"))
"""What was done once and holds since: "I gave up meat"."""
_REFUSED = one_of("take touch visit attend play order book do")


@dataclass(frozen=True, slots=True)
class Attitude:
    """A stance towards a thing, and how it is said."""

    stance: Stance
    thing: tuple[Word, ...]
    manner: Manner
    sure: float
    only: bool = False
    verb: str = ""
    against: tuple[Word, ...] = ()  # what it is preferred to
    topic: str = ""  # where that is said: "my favorite season"


def direct(words: Sequence[Word], *, general: bool = False, alone: bool = False) -> Attitude | None:
    """What the words after a subject say: "love X", "cannot stand X", "usually drink X".

    ``general`` says that it holds on occasions that come again, so that a wish is more than one of the moment,
    ``alone`` that it is no part of an errand.
    """
    group = group_of(words)
    return (
        _with_helper(group)
        or _stated(group, general=general)
        or _habit(group, general=general)
        or _rule(group, alone=alone)
    )


def _with_helper(group: VerbGroup) -> Attitude | None:
    """As in "can't stand X", "would rather have X"."""
    if not group.modal:
        return None
    tried = [f"{group.modal} {'never ' if group.never else 'not ' if group.denied else ''}{group.text}"]
    shift = 2 if group.denied else 1
    if group.denied and group.modal in {"can", "could"}:
        tried.insert(0, f"cannot {group.text}")
    for number, text in enumerate(tried):
        found = tables.patterns(_FILE, "wants", "avoids", "accepts").find(text)
        if found is not None and found.value is None:
            return Attitude(_STANCES[found.label], tuple(group.rest), "never", 0.9)  # "I can't drive at night"
        if found is not None and found.value is not None:
            skipped = 1 if number == 0 and len(tried) > 1 else shift
            thing = group.rest[max(found.value[0] - skipped, 0) :][: found.value[1] - found.value[0]]
            never = group.never or (group.denied and group.modal in {"can", "could"} and group.rest[0].text in _EATING)
            thing, against = compared(thing, by_than=True)
            stance = "wants" if against and found.label == "accepts" else _STANCES[found.label]
            never = never and stance == "avoids"
            manner: Manner = "never" if never else "rather" if group.modal == "would" and not group.denied else "said"
            return Attitude(stance, thing, manner, 0.93, against=against)
    return None


_EATING = one_of("eat drink have consume digest tolerate")


def _stated(group: VerbGroup, *, general: bool) -> Attitude | None:
    found = tables.patterns(_FILE, "avoids", "wants", "accepts").find(group.text)
    if found is None or found.value is None:
        return None
    head = _verb(group)
    if head == "mind":
        return Attitude("accepts", group.rest[slice(*found.value)], "said", 0.9) if group.denied else None
    if head in _TASKS and (group.going_on or group.modal) and not group.is_habitual:
        return None
    denied = group.denied or _has_none(group.rest[: found.value[0]], found)
    stance = _FLIPPED[found.label] if denied or group.rarely else _STANCES[found.label]
    manner: Manner = "said"
    if group.used_to:
        stance = _FLIPPED.get(stance, "avoids") if stance != "avoids" else "accepts"
        manner = "past"
    elif group.past and not group.perfect and group.rest[0].text not in _ENDED:
        manner = "past"
    elif group.modal in {"would", "will", "might", "may", "should", "shall"} and not (group.is_habitual or general):
        manner = "wish"
    elif head in _TASKS and not group.is_habitual and not group.perfect:
        manner = "habit"
    thing, against = compared(group.rest[slice(*found.value)], by_to=head.startswith("prefer"))
    sure = 0.8 if found.label == "avoids" and denied else 0.95
    return Attitude(stance, thing, manner, sure, "only" in group.adverbs, head, against)


def _has_none(before: Sequence[Word], found: Found) -> bool:
    return found.label == "wants" and any(word.text in _NONE for word in before)


def _verb(group: VerbGroup) -> str:
    if not group.rest:
        return ""
    first = group.rest[0].text
    if group.going_on and len(group.rest) > 1:
        first = group.rest[1].text.removesuffix("ing")
    for ending in ("", "s", "es"):
        if first.removesuffix(ending) in _WISHES | _TASKS | _WEAK | {"prefer", "mind"}:
            return first.removesuffix(ending)
    return first


def _habit(group: VerbGroup, *, general: bool) -> Attitude | None:
    """What is done in general: "usually drink X", "never eat X"."""
    if group.going_on or group.used_to or (group.past and not group.perfect) or not group.rest:
        return None
    found = tables.patterns(_FILE, "habit").find(group.text)
    if found is None or found.value is None:
        return None
    head = _verb(group)
    refused = (group.denied and head in _REFUSED) or head == "require" or (head == "need" and _in_general(group, found))
    if any(word.text in _BROKEN for word in group.rest):
        return None
    if head in _WEAK and not (group.is_habitual or group.no_longer or general or refused):
        return None
    if group.modal and not (group.is_habitual or general or (group.modal == "will" and group.denied)):
        return None
    if group.perfect and not group.is_habitual:
        return None
    stance: Stance = "avoids" if group.denied or group.rarely else "wants"
    thing, against = compared(group.rest[slice(*found.value)])
    sure = 0.9 if group.is_habitual else 0.75
    return Attitude(stance, thing, "never" if group.never else "habit", sure, "only" in group.adverbs, head, against)


def _rule(group: VerbGroup, *, alone: bool) -> Attitude | None:
    """What somebody does or does not do, whatever it is: "I only ever train alone", "I never queue for food"."""
    if not group.rest or group.past or group.perfect or group.modal or group.going_on or group.used_to:
        return None
    head = group.rest[0].text
    if len(group.rest) < 2 or head in BE or head in _NO_RULE or any(word.text in _BROKEN for word in group.rest):
        return None
    if group.never or "only" in group.adverbs:
        return Attitude("avoids" if group.denied else "wants", group.rest, "never" if group.never else "habit", 0.75)
    return Attitude("avoids", group.rest, "habit", 0.7) if group.denied and alone else None


_NO_RULE = one_of(
    """
    know understand remember forget think get see feel hear seem want need have say tell mean care believe mind agree
    work recall realize realise notice expect find look matter count wish hope suppose guess own live deserve exist
    happen trust speak drive make come go understood thought knew saw heard felt met found made told went gave left lost
    won taught caught brought met meet
    """
)
"""Of these it is no rule that somebody does not do them."""


def _in_general(group: VerbGroup, found: Found) -> bool:
    """Whether what is needed is of a kind and no errand: "activities that are kid friendly", not "a recipe"."""
    thing = group.rest[slice(*found.value)] if found.value else ()
    return (
        len(thing) > 1
        and thing[0].text.endswith("s")
        and thing[1].text in {"that", "with", "where", "which", "without"}
    )


def turned(words: Sequence[Word]) -> Attitude | None:
    """What a clause says that begins with the thing: "crowds make me anxious", "jazz isn't my thing"."""
    plain = _without_stress(words)
    kept = [word for word in plain if word.text not in {"not", "never"}]
    denied = len(kept) < len(plain)
    for labels, flips in ((("denied turned",), True), (("avoids turned", "wants turned"), False)):
        if flips and not denied:
            continue
        found = tables.patterns(_FILE, *labels).find(joined(kept))
        if found is None or found.value is None:
            continue
        thing, against = compared(kept[slice(*found.value)])
        if thing[-1].text in _PERSONS or thing[0].text in _PERSONS:
            continue
        if flips:
            return Attitude("avoids", thing, "said", 0.93)
        stance: Stance = "wants" if found.label == "wants turned" else "avoids"
        if denied:
            return Attitude(_FLIPPED[stance], thing, "said", 0.75)
        return Attitude(stance, thing, "said", 0.93, against=against)
    return None


def _without_stress(words: Sequence[Word]) -> tuple[Word, ...]:
    stress = tables.words("clauses.txt", "adverbs") - {"all", "best", "much", "so", "long", "too", "only", "ever"}
    return tuple(word for word in words if word.text not in stress)


_ORDINALS = one_of("first second third fourth last other latter former next previous")
_OFFERED = one_of("option one version answer choice suggestion idea draft paragraph part example result")


_AT_HAND = one_of(
    """
    ending beginning way last first second third next idea title tone style text draft result answer version part point
    word words sentence paragraph intro introduction conclusion code function design example plot character scene look
    output question latest previous following fact
    """
)
"""Of "the" one of these, it is what is just being worked on that is liked or not."""
_BROKEN = one_of(
    "error errors exception exceptions bug bugs warning warnings crash crashes timeout timeouts message messages"
)


def _points(words: Sequence[Word]) -> bool:
    """Whether the thing is one at hand: "this version", "the second option"."""
    texts = [word.text for word in words[:5]]
    if not texts or texts[0] in {"this", "it", "that", "your", "how", "what", "why"}:
        return True
    if texts[0] == "the" and len(texts) > 1 and texts[1] in _AT_HAND:
        return True
    return not _ORDINALS.isdisjoint(texts) and not _OFFERED.isdisjoint(texts)


def things(attitude: Attitude) -> Iterator[tuple[Stance, tuple[Word, ...]]]:
    """What it is about, one by one, each with the stance towards it; what something is preferred to is avoided."""
    if _points(attitude.thing):
        return
    for part in listed(trimmed(attitude.thing)):
        row = trimmed(part)
        if is_thing(row):
            yield attitude.stance, row
    if attitude.stance == "wants":
        for part in listed(trimmed(attitude.against)):
            row = trimmed(part)
            if is_thing(row):
                yield "avoids", row


_FAVORITE = frozenset(("favorite", "favorites", "preferred", "ideal", "go-to"))


def favorite(row: Sequence[Word]) -> Attitude | None:
    """As in "My favorite season is autumn"."""
    texts = [word.text for word in row]
    if texts[:1] not in (["my"], ["our"]) or not _FAVORITE & set(texts[:5]):
        return None
    at = next((n for n, text in enumerate(texts) if text in {"is", "are", "'s", "has", "would", "was"} and n > 1), None)
    if at is None or at + 1 >= len(row):
        return None
    rest = [word for word in row[at + 1 :] if word.text not in {"be", "always", "been", "definitely", "probably"}]
    named = next(n for n, text in enumerate(texts) if text in _FAVORITE)
    topic = next((text for text in texts[named + 1 : at] if text not in {"kind", "type", "sort", "of", "all", "-"}), "")
    return Attitude("wants", tuple(rest), "past" if texts[at] == "was" else "said", 0.95, topic=topic)
