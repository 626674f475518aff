"""Checks of who may see what: names like patterns, paths, prefixes and twins; strangers; being forgotten."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from penchant.domain import PersonId, PreferenceId
from penchant.errors import BadInput, UnknownPreference
from penchant.store import Change, Close, Erase, Store, Transcribe, Trust, Witness
from penchant.testing._samples import ANA, BEN, direction, heard, line, moment, opening, raises, same, true, values

Make = Callable[[], Store]

NAMES = [
    PersonId(name)
    for name in (
        *(
            "*",
            "%",
            "_",
            "?",
            "[a-z]*",
            "acme",
            "acme-corp",
            "acme%",
            "acme_corp",
            "acme-corp-2",
            "[a]",
            "%s",
            "Ana",
            "ana",
            "ANA",
            "ana ",
            " ana",
        ),
        *(
            "é",
            "e\u0301",
            "\u0430na",
            "{}",
            "\\",
            "$1",
        ),  # one letter in two ways, and an ana with a Cyrillic first letter
        *("José", "Jose\u0301", "ﬁ", "fi", "ß", "ss", "İ", "i", "'", '"', "`", "'; drop table said; --", "' or '1'='1"),
        *(
            "../x",
            "x",
            "/etc/passwd",
            "C:\\x",
            "a\nb",
            "a",
            "a\n",
            "a\0b",
            "a\0",
            "null",
            "None",
            "0",
            "00",
            "1",
            "1.0",
        ),
        *("日本", "🍵", " ", "   ", "\t", "\u200b", "x" * 1_000, "x" * 999),
    )
]


def nobody_sees_anybody_else(make: Make) -> None:
    """Seventy people with names like patterns, paths, prefixes and twins each see their own memory and no other."""
    with closing(make()) as store:
        for number, name in enumerate(NAMES):
            spoken = Transcribe(line("common", 0, f"words {number}"))
            store.write(name, [opening(f"value {number}", words=f"words {number}"), opening("common"), spoken])
        same(store.people(), sorted(NAMES), "people")
        for number, name in enumerate(NAMES):
            kept = store.list(name, closed=True)
            what = f"of the person {name[:40]!r}"
            same([one.value for one in kept], [f"value {number}", "common"], f"list {what}")
            same({one.person for one in kept}, {name}, f"the owner in the list {what}")
            same(store.evidence(name)[0].words, f"words {number}", f"evidence {what}")
            same([one.words for one in store.transcript(name)], [f"words {number}"], f"transcript {what}")
            found = store.nearest(name, direction(1.0), limit=99, closed=True)
            same([match.preference for match in found], kept, f"nearest {what}")
            same(store.get(name, PreferenceId(1)), kept[0], f"get {what}")


def nobody_touches_anybody_else(make: Make) -> None:
    """Closing, trusting, witnessing, erasing or replacing another person's id is like naming none."""
    with closing(make()) as store:
        store.write(ANA, [opening(value) for value in "abc"])
        store.write(BEN, [opening("milk")])
        third = PreferenceId(3)
        before = (store.list(ANA, closed=True), store.evidence(ANA), store.revision(ANA))
        bad: list[Change] = [Close(third, moment()), Trust(third, 0.1), Witness(heard(third, "no")), Erase(third)]
        for change in [*bad, opening("x", replaces=third)]:
            raises(UnknownPreference, f"{type(change).__name__} by another", store.write, BEN, [change])
        same(store.get(BEN, third), None, "get by another")
        same(store.evidence(BEN, third), [], "evidence by another")
        store.write(BEN, [Close(PreferenceId(1), moment()), Erase(PreferenceId(1))])
        after = (store.list(ANA, closed=True), store.evidence(ANA), store.revision(ANA))
        same(after, before, "what is kept about the first")


def strangers_have_nothing(make: Make) -> None:
    """Asking about somebody unknown gives nothing and makes nobody known."""
    with closing(make()) as store:
        store.write(ANA, [opening("tea")])
        same(store.list(BEN, closed=True), [], "list")
        same((store.evidence(BEN), store.transcript(BEN)), ([], []), "evidence and transcript")
        same(store.get(BEN, PreferenceId(1)), None, "get")
        same(store.forget_person(BEN), 0, "forgetting a stranger")
        same(store.people(), [ANA], "people")


def a_person_needs_a_name(make: Make) -> None:
    """The empty id, and one that is no Unicode, are refused by every method."""
    with closing(make()) as store:
        for name in (PersonId(""), PersonId("\udcff")):
            what = f"the id {name!a}"
            raises(BadInput, f"write with {what}", store.write, name, [opening("tea")])
            raises(BadInput, f"write of nothing with {what}", store.write, name, [])
            raises(BadInput, f"nearest with {what}", store.nearest, name, direction(1.0), limit=1)
            raises(BadInput, f"get with {what}", store.get, name, PreferenceId(1))
            for call in (store.list, store.evidence, store.transcript, store.revision, store.forget_person):
                raises(BadInput, f"{call.__name__} with {what}", call, name)
        same(store.people(), [], "people")


def forgetting_a_person_leaves_nothing(make: Make) -> None:
    """Everything about them is gone, by every path, and everybody else's is as it was; they may come back as new."""
    with closing(make()) as store:
        for name in (ANA, BEN):
            (first, _) = store.write(name, [opening("tea"), opening("juice")])
            store.write(name, [Close(first, moment()), opening("mate", replaces=first)])
        bens = (store.list(BEN, closed=True), store.evidence(BEN), store.nearest(BEN, direction(1.0), limit=9))
        store.list(ANA), store.evidence(ANA), store.nearest(ANA, direction(1.0), limit=9)
        same(store.forget_person(ANA), 3, "how many were forgotten")
        same(store.people(), [BEN], "people")
        same((store.list(ANA, closed=True), store.evidence(ANA), store.revision(ANA)), ([], [], 0), "list and evidence")
        same(store.nearest(ANA, direction(1.0), limit=9, closed=True), [], "nearest")
        same(store.get(ANA, PreferenceId(1)), None, "get")
        same(store.forget_person(ANA), 0, "forgetting them again")
        after = (store.list(BEN, closed=True), store.evidence(BEN), store.nearest(BEN, direction(1.0), limit=9))
        same(after, bens, "somebody else's memory")
        store.write(ANA, [opening("water")])
        same(values(store, ANA, closed=True), ["water"], "what is known when they come back")
        same(len(store.evidence(ANA)), 1, "evidence when they come back")


def an_epoch_ends_when_somebody_is_forgotten(make: Make) -> None:
    """It stays through every write, is another one once they were forgotten, and another one again the next time."""
    with closing(make()) as store:
        first = store.epoch(ANA)
        for value in ("tea", "juice"):
            store.write(ANA, [opening(value)])
            same(store.epoch(ANA), first, "the epoch after a write")
        seen = [first]
        for _ in range(3):
            store.forget_person(ANA)
            true(store.epoch(ANA) not in seen, "the epoch is another one after forgetting")
            seen.append(store.epoch(ANA))
            store.forget_person(ANA)
            same(store.epoch(ANA), seen[-1], "the epoch once nobody is there to forget")
            store.write(ANA, [opening("mate")])
            same(store.epoch(ANA), seen[-1], "the epoch of whom is met anew")
        raises(BadInput, "nobody", store.epoch, "")


CHECKS = (
    an_epoch_ends_when_somebody_is_forgotten,
    nobody_sees_anybody_else,
    nobody_touches_anybody_else,
    strangers_have_nothing,
    a_person_needs_a_name,
    forgetting_a_person_leaves_nothing,
)
