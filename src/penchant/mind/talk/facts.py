"""What a clause says its subject is, has or does: the facts and relations worth remembering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from penchant.mind.talk import tables
from penchant.mind.talk.groups import VerbGroup, group_of
from penchant.mind.talk.occasions import without_occasions
from penchant.mind.talk.patterns import BE
from penchant.mind.talk.subjects import Subject, is_name, written
from penchant.mind.talk.values import is_thing, trimmed
from penchant.mind.talk.words import Word, joined
from penchant.mind.understand.words import one_of

_FILE = "facts.txt"
_PAST_TOO = one_of(
    "hobby computer phone age hometown school studies birthday home pet job children marital-status health"
)
"""Of these something that happened is still so: "I grew up in X", "I moved to X", "we adopted a cat"."""

_HAPPENED = one_of(
    """
    grew born raised moved relocated settled graduated adopted got studied started diagnosed became joined
    hailed came went married turned took bought promoted began
    """
)
_ENDS = {
    "job": one_of("at for in with who from by on , and specializing specialising working based"),
    "pet": frozenset((",", "who", "that", "which", "so", "but")),
    "health": frozenset((",", "so", "but", "and")),
    "home": one_of("with , and where for because now alone since but so which in on last this when about as after"),
    "hometown": one_of(", and but where so which originally"),
    "employer": one_of(", and as but where so which in on doing"),
    "studies": one_of("at , but so which from"),
    "school": one_of(", but so which for with back and where"),
    "car": one_of(", and but so which to that"),
    "name": one_of(", and but so by"),
    "age": frozenset((",",)),
}
_CHILD, _OLDEST = 12, 120
_NUMBERS = one_of("a an one two three four five six seven eight nine ten no older younger")
_SIBLINGS = one_of("brother sister aunt uncle cousin niece nephew grandchild stepson stepdaughter")
_SEVERAL = {"children": "child", "girls": "daughter", "boys": "son", "daughters": "daughter", "sons": "son"}
_ARTICLES = frozenset(("the", "a", "an", "my", "our"))
_KEEPS_ARTICLE = frozenset(("pet", "children", "health", "phone", "computer"))
_PLACES = one_of(
    """
    town city village countryside suburbs house flat apartment studio farm cottage center centre downtown sea coast
    mountains floor district
    """
)
_NOT_A_PLACE = one_of("fear hope love peace pain it this that hell style luxury the moment denial")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a kind, or a relation, where ``name`` says what somebody is called."""

    topic: str
    value: str
    sure: float = 0.93
    relation: bool = False
    changed: bool = False


def facts(text: str, words: Sequence[Word], subject: Subject) -> Iterator[Fact]:
    """The facts in the words of a clause about a person."""
    if subject.who == "thing" or subject.owns:
        row = (Word("my", words[0].start, words[0].start), *words[subject.end :]) if subject.owns else tuple(words)
        yield from _of_theirs(text, row)
        return
    group = group_of(words[subject.end :])
    if not group.rest or group.modal or group.used_to or (group.denied and not group.no_longer):
        return
    if group.no_longer:
        return
    yield from _after_verb(text, group)


def _after_verb(text: str, group: VerbGroup) -> Iterator[Fact]:
    """The first fact that the verb and what follows it tell."""
    for found in tables.patterns(_FILE).find_all(group.text):
        if group.past and not group.perfect and not _still_holds(found.label, group):
            continue
        row = group.rest[slice(*found.value)] if found.value else _rest(group)
        row = _ended(found.label, trimmed(row, keep_article=found.label in _KEEPS_ARTICLE))
        if not is_thing(row) or not _fits(found.label, row):
            continue
        moved = found.label == "home" and any(word.text.startswith(("mov", "relocat")) for word in group.rest[:3])
        yield Fact("age" if found.label == "years" else found.label, _written(text, row), changed=moved)
        yield from _where(text, found.label, group.rest, row)
        return
    if group.going_on and group.rest[0].text in BE:  # "I have been working as …"
        yield from _after_verb(text, replace(group, rest=group.rest[1:], going_on=False, past=False))


def _where(text: str, topic: str, words: Sequence[Word], row: Sequence[Word]) -> Iterator[Fact]:
    """Where somebody works or studies, told beside what: "a nurse at the city hospital"."""
    place = {"job": "employer", "studies": "school"}.get(topic)
    rest = [word for word in words if word.start >= row[-1].end]
    if (
        place is None
        or len(rest) < 2
        or rest[0].text not in {"at", "for"}
        or not any(word.capital for word in rest[1:4])
    ):
        return
    value = _ended(place, trimmed(rest[1:]))
    if is_thing(value):
        yield Fact(place, _written(text, value))


def _fits(topic: str, row: Sequence[Word]) -> bool:
    """Whether a value is one of its topic: a place, an age."""
    if topic in {"home", "hometown"} and row[0].text in _NOT_A_PLACE:
        return False
    if topic in {"age", "years"}:
        return _is_age(row) and (
            topic == "age" or (len(row) == 1 and row[0].text.isdigit() and int(row[0].text) > _CHILD)
        )
    return topic != "home" or _is_place(row)


def _of_theirs(text: str, row: Sequence[Word]) -> Iterator[Fact]:
    """As in "My birthday is …"."""
    if not row or row[0].text not in {"my", "our", "the", "everyone", "everybody", "people", "friends", "they", "in"}:
        return
    plain = tuple(word for word in row if word.text not in {"actually", "still", "now", "currently", "also"})
    if plain[0].text == "our":
        plain = (plain[0]._replace(text="my"), *plain[1:])
    found = tables.patterns(_FILE).find(joined(plain))
    if found is not None and found.value is not None:
        value = _ended(found.label, trimmed(plain[slice(*found.value)], keep_article=True))
        if is_thing(value):
            yield Fact(found.label, _written(text, value))


def _rest(group: VerbGroup) -> tuple[Word, ...]:
    """All but the verb: "a dog called Rex" of "have a dog called Rex"."""
    rest = group.rest[1:] if len(group.rest) > 1 else group.rest
    return rest[1:] if rest and rest[0].text in {"got", "been"} and len(rest) > 1 else rest


def _ended(topic: str, row: Sequence[Word]) -> tuple[Word, ...]:
    """The value up to where something else is told."""
    ends = _ENDS.get(topic, frozenset())
    if topic in {"age", "years"} and row and row[0].text.isdigit():
        return tuple(row[:1])
    if topic not in {"home", "birthday", "children", "schedule"}:
        row, _ = without_occasions(row)
    stop = next((at for at, word in enumerate(row) if at and word.text in ends), len(row))
    kept = tuple(row[:stop])
    if topic not in _KEEPS_ARTICLE:
        while len(kept) > 1 and kept[0].text in _ARTICLES:
            kept = kept[1:]
    return kept


def _still_holds(topic: str, group: VerbGroup) -> bool:
    return topic in _PAST_TOO and any(word.text in _HAPPENED for word in group.rest[:3])


def _is_place(row: Sequence[Word]) -> bool:
    return len(row) <= 2 or any(word.capital or word.text in _PLACES for word in row)


def _is_age(row: Sequence[Word]) -> bool:
    first = row[0].text
    if first in _NUMBERS:
        return True
    return (first.isdigit() and 1 <= int(first) <= _OLDEST) or first.split("-")[0] in {
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "eighteen", "nineteen", "in",
    }  # fmt: skip


def _written(text: str, row: Sequence[Word]) -> str:
    return " ".join(written(text, row).split()).strip(' ,.;:!?"“”()')


def relation_facts(text: str, words: Sequence[Word], subject: Subject) -> Iterator[Fact]:
    """Who is who to the speaker: "my sister Rosa", "Rosa is my sister", "I have a brother called Tom"."""
    rest = words[subject.end :]
    texts = [word.text for word in rest]
    if subject.who == "other" and subject.relation and subject.name:
        yield Fact(subject.relation, subject.name, relation=True)
    if subject.who == "other" and subject.relation and not subject.name:
        start = 2 if texts[:1] == ["name"] else 1
        said_so = (texts[:1] == ["name"] and len(rest) > 2) or (
            len(texts) > 2 and texts[0] in {"is", "'s"} and texts[1] in {"called", "named"}
        )
        plain = len(rest) in {2, 3} and texts[0] in {"is", "'s"} and is_name(rest[1])
        if len(rest) > 3 and texts[-2] == "is" and is_name(rest[-1]):  # "my best friend from college is Maria"
            yield Fact(subject.relation, _written(text, rest[-1:]), relation=True)
        if said_so or plain:
            at = start + (1 if not plain and start == 1 else 0)
            names = [word for word in rest[at : at + 2] if is_name(word)]
            if names:
                yield Fact(subject.relation, _written(text, names), relation=True)
    if (subject.who == "other" and subject.name == "" and subject.relation == "") or subject.who == "thing":
        yield from _is_my(text, words)
    yield from _having(text, words, subject)
    yield from _counted(text, words, subject)


def _counted(text: str, words: Sequence[Word], subject: Subject) -> Iterator[Fact]:
    """As in "I have three brothers"."""
    rest = words[subject.end :]
    if subject.who == "self" and rest[:1] and rest[0].text in {"have", "'ve"}:
        row = [word for word in rest[1:] if word.text != "got"]
        if len(row) > 1 and row[0].text in _NUMBERS and row[1].text.removesuffix("s") in _SIBLINGS:
            yield Fact(row[1].text.removesuffix("s"), _written(text, row[:2]), relation=True)


def _all_names(words: Sequence[Word]) -> list[Word]:
    """The names of a list: "Ines and Maud"."""
    row = takewhile(lambda word: is_name(word) or word.text in {",", "and"}, words)
    return [word for word in row if is_name(word)]


def _is_my(text: str, words: Sequence[Word]) -> Iterator[Fact]:
    """As in "Rosa is my sister"."""
    for at in range(1, min(len(words) - 2, 4)):
        if words[at].text in {"is", "'s", "are"} and words[at + 1].text in {"my", "our"} and is_name(words[0]):
            which = tables.words("people.txt", "which")
            rest = [word for word in words[at + 2 :] if word.text not in which]
            if rest and rest[0].text in tables.relations():
                kind = tables.relations()[rest[0].text]
                for name in _all_names(words[:at]) if words[at].text == "are" else ():
                    yield Fact(_SEVERAL.get(kind, kind.removesuffix("s")), _written(text, [name]), relation=True)
                if words[at].text != "are":
                    yield Fact(kind, _written(text, words[:at]), relation=True)


def _having(text: str, words: Sequence[Word], subject: Subject) -> Iterator[Fact]:
    """As in "I have a sister called Rosa", and "my sister Rosa" wherever it is said."""
    for at, word in enumerate(words):
        kind = tables.relations().get(word.text)
        if kind is None or at == 0 or kind in {"dog", "cat"}:
            continue
        before = words[at - 1].text
        start = at + 1
        if start < len(words) and words[start].text in {"called", "named"}:
            if subject.who != "self":
                continue
            start += 1
        elif (
            not (before in {"my", "our"} or before in tables.words("people.txt", "which"))
            or at < subject.end
            or not any(each.text in {"my", "our"} for each in words[max(at - 3, 0) : at])
        ):
            continue
        if start < len(words) and words[start].text == ",":
            start += 1
        if kind in _SEVERAL:
            yield from (Fact(_SEVERAL[kind], _written(text, [one]), relation=True) for one in _all_names(words[start:]))
            continue
        names = list(takewhile(is_name, words[start : start + 2]))
        if names:
            yield Fact(kind, _written(text, names), relation=True)
