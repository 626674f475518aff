"""Checks of writing: opening, closing, trusting, witnessing, erasing, their order, and all of a write or nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from penchant.domain import Evidence, Preference, PreferenceId
from penchant.errors import BadInput, UnknownPreference
from penchant.store import Change, Close, Erase, Store, Trust, Witness
from penchant.testing._samples import ANA, MISSING, direction, forced, heard, moment, opening, raises, same, values

Make = Callable[[], Store]


def opening_keeps_every_field(make: Make) -> None:
    """What was opened is read back as it was said, with its first evidence."""
    with closing(make()) as store:
        change = opening(
            "herbal tea", stance="avoids", rather_than=("coffee", ""), confidence=0.25, source="correction"
        )
        (tea,) = store.write(ANA, [change])
        same(tea, 1, "the first id")
        draft = change.draft
        wanted = Preference(
            id=tea,
            person=ANA,
            situation=draft.situation,
            topic=draft.topic,
            stance="avoids",
            value="herbal tea",
            rather_than=("coffee", ""),
            confidence=0.25,
            words=draft.words,
            episode=draft.episode,
            since=change.at,
            confirmed=change.at,
        )
        same(store.get(ANA, tea), wanted, "get")
        same(store.list(ANA), [wanted], "list")
        first = Evidence(
            preference=tea,
            episode=draft.episode,
            source="correction",
            supports=True,
            words=draft.words,
            at=change.at,
        )
        same(store.evidence(ANA), [first], "the first evidence")


def a_write_may_name_what_it_opens(make: Make) -> None:
    """An id below 0 is of what the same write opened: -1 the first, -2 the second."""
    with closing(make()) as store:
        store.write(ANA, [opening("milk"), opening("cocoa")])
        store.write(ANA, [Erase(PreferenceId(2))])  # ids go on from where they were
        one, other = PreferenceId(-1), PreferenceId(-2)
        changes: list[Change] = [
            opening("tea"),
            Witness(heard(one, "tea again")),
            Trust(one, 0.5),
            Close(one, moment(2)),
            opening("coffee", replaces=one),
            Trust(other, 0.25),
        ]
        tea, coffee = store.write(ANA, changes)
        same((tea, coffee), (3, 4), "ids")
        found = {kept.value: (kept.confidence, kept.is_open, kept.replaces) for kept in store.list(ANA, closed=True)}
        same(found["tea"], (0.5, False, None), "what was opened and closed")
        same(found["coffee"], (0.25, True, tea), "what took its place")
        same([item.words for item in store.evidence(ANA, tea)][1:], ["tea again"], "the evidence")
        raises(UnknownPreference, "of another write", store.write, ANA, [Trust(one, 0.1)])


def a_constraint_stays_one(make: Make) -> None:
    """What kind a preference is of is kept through everything that happens to it; one that says none is a taste."""
    with closing(make()) as store:
        rule, taste = store.write(ANA, [opening("nuts", stance="avoids", kind="constraint"), opening("tea")])
        store.write(ANA, [Trust(rule, 0.5), Witness(heard(rule, "still"))])
        for _ in range(2):  # before and after it was read once
            same([one.kind for one in store.list(ANA)], ["constraint", "taste"], "kinds in a list")
            found = store.nearest(ANA, direction(1.0), limit=9)
            same([match.preference.kind for match in found], ["constraint", "taste"], "kinds in a search")
        store.write(ANA, [Close(rule, moment(2)), opening("peanuts", kind="constraint", replaces=rule)])
        kinds = [one.kind for one in store.list(ANA, closed=True)]
        same(kinds, ["constraint", "taste", "constraint"], "kinds in the history")
        got = store.get(ANA, rule)
        same(got and got.kind, "constraint", "the kind of what was closed")
        same([one.preference for one in store.evidence(ANA, taste)], [taste], "evidence of another")


def ids_count_up_and_are_not_reused(make: Make) -> None:
    """An erased id is never given again, so that nothing said about it can come to mean another thing."""
    with closing(make()) as store:
        same(store.write(ANA, [opening("a"), opening("b")]), [1, 2], "ids")
        store.write(ANA, [Erase(PreferenceId(2))])
        same(store.write(ANA, [opening("c")]), [3], "the id after an erased one")
        same([one.id for one in store.list(ANA)], [1, 3], "ids that are left")


def closing_keeps_it_readable(make: Make) -> None:
    """A closed preference leaves the list, can still be read, and closing it again changes nothing."""
    with closing(make()) as store:
        tea, juice = store.write(ANA, [opening("tea"), opening("juice")])
        store.write(ANA, [Close(tea, moment(5))])
        store.write(ANA, [Close(tea, moment(9))])
        same(values(store, ANA), ["juice"], "open ones")
        same(values(store, ANA, closed=True), ["tea", "juice"], "all of them")
        closed = store.get(ANA, tea)
        same(closed and closed.until, moment(5), "when it was closed")
        same(store.list(ANA)[0].id, juice, "the one still open")


def trust_changes_confidence(make: Make) -> None:
    """Confidence moves; the date of the last confirmation only when one is given."""
    with closing(make()) as store:
        (tea,) = store.write(ANA, [opening("tea")])
        before = store.list(ANA)[0]
        store.write(ANA, [Trust(tea, 0.0)])
        same(store.list(ANA), [replace(before, confidence=0.0)], "with less trust")
        store.write(ANA, [Trust(tea, 1.0, moment(3))])
        same(store.get(ANA, tea), replace(before, confidence=1.0, confirmed=moment(3)), "with more trust")


def history_is_kept_through_replaces(make: Make) -> None:
    """What replaced a preference names it, over several changes of heart, also within one write."""
    with closing(make()) as store:
        (tea,) = store.write(ANA, [opening("tea")])
        (mate,) = store.write(ANA, [Close(tea, moment(1)), opening("mate", replaces=tea)])
        changes: list[Change] = [Close(mate, moment(2)), opening("water", replaces=mate)]
        changes += [opening("milk", replaces=PreferenceId(3))]
        same(store.write(ANA, changes), [3, 4], "ids")
        same([one.replaces for one in store.list(ANA, closed=True)], [None, tea, mate, 3], "the chain")


def erasing_leaves_no_trace(make: Make) -> None:
    """An erased preference is gone with its evidence, and what replaced it no longer names it."""
    with closing(make()) as store:
        tea, juice = store.write(ANA, [opening("tea"), opening("juice")])
        store.write(ANA, [Witness(heard(tea, "tea again")), opening("mate", replaces=tea)])
        store.list(ANA), store.evidence(ANA)  # what a store remembers of them must go as well
        store.write(ANA, [Erase(tea)])
        same(store.get(ANA, tea), None, "get")
        same(values(store, ANA, closed=True), ["juice", "mate"], "list")
        same([one.replaces for one in store.list(ANA)], [None, None], "what it was replaced by")
        same(store.evidence(ANA, tea), [], "its evidence")
        same([one.preference for one in store.evidence(ANA)], [juice, 3], "the evidence of others")
        found = store.nearest(ANA, direction(1.0), limit=9, closed=True)
        same([match.preference.id for match in found], [juice, 3], "nearest")


def a_change_may_follow_its_own_opening(make: Make) -> None:
    """Changes apply in order, so one write can open, doubt, close and erase the same preference."""
    with closing(make()) as store:
        one, two = PreferenceId(1), PreferenceId(2)
        store.write(ANA, [opening("a"), Trust(one, 0.5), Witness(heard(one, "hm")), Close(one, moment(4))])
        kept = store.get(ANA, one)
        same(kept and (kept.confidence, kept.until), (0.5, moment(4)), "opened, doubted and closed at once")
        same(store.write(ANA, [opening("b"), Erase(two)]), [two], "ids")
        same(store.get(ANA, two), None, "opened and erased at once")
        three = PreferenceId(3)
        late = [opening("c"), Erase(three), Close(three, moment())]
        raises(UnknownPreference, "closing after erasing", store.write, ANA, late)
        same(values(store, ANA, closed=True), ["a"], "what is left")


def unknown_ids_write_nothing(make: Make) -> None:
    """One bad change in the middle, and nothing of the whole write is kept."""
    with closing(make()) as store:
        bad: list[Change] = [
            Close(MISSING, moment()),
            Trust(MISSING, 0.5),
            Witness(heard(MISSING, "who?")),
            Erase(MISSING),
            opening("x", replaces=MISSING),
            Erase(PreferenceId(0)),
            Erase(PreferenceId(-9)),
            Erase(PreferenceId(2**70)),
        ]
        for change in bad:
            raises(UnknownPreference, f"{change}", store.write, ANA, [opening("a"), change, opening("b")])
        same(store.people(), [], "people after refused writes only")
        (tea,) = store.write(ANA, [opening("tea")])
        before = (store.list(ANA, closed=True), store.evidence(ANA), store.revision(ANA))
        for change in bad:
            raises(UnknownPreference, f"{change}", store.write, ANA, [Close(tea, moment(1)), change])
        after = (store.list(ANA, closed=True), store.evidence(ANA), store.revision(ANA))
        same(after, before, "what was kept before")
        same(store.get(ANA, PreferenceId(2**70)), None, "get of an id beyond counting")
        same(store.evidence(ANA, PreferenceId(2**70)), [], "evidence of an id beyond counting")


def bad_input_writes_nothing(make: Make) -> None:
    """What cannot be kept is refused in one line before anything is written."""
    with closing(make()) as store:
        (tea,) = store.write(ANA, [opening("tea")])
        before = (store.list(ANA), store.revision(ANA))
        bad: dict[str, Change] = {
            "confidence above 1": forced(confidence=1.5),
            "confidence NaN": Trust(tea, math.nan),
            "a moment without a time zone": Close(tea, datetime(2026, 1, 1)),
            "a moment beyond the calendar": Close(tea, datetime.max.replace(tzinfo=timezone(timedelta(hours=-9)))),
            "a text that is no Unicode": forced(value="\ud800"),
            "a vector with NaN": opening("x", vector=direction(math.nan)),
            "a vector with infinity": opening("x", vector=direction(math.inf)),
            "a vector of another size": opening("x", vector=direction(1.0)[:5]),
            "a vector that is a matrix": opening("x", vector=direction(1.0).reshape(2, 4)),
            "an unknown stance": forced(stance="likes"),
            "an unknown kind": forced(kind="whim"),
            "an unknown source": opening("x", source="gossip"),  # type: ignore[arg-type]
        }
        for what, change in bad.items():
            raises(BadInput, what, store.write, ANA, [opening("a"), change])
        raises(BadInput, "searching with another size", store.nearest, ANA, direction(1.0)[:5], limit=1)
        raises(BadInput, "a negative limit", store.nearest, ANA, direction(1.0), limit=-1)
        raises(BadInput, "a negative latest", store.evidence, ANA, latest=-1)
        same((store.list(ANA), store.revision(ANA)), before, "what was kept before")


def writing_nothing_changes_nothing(make: Make) -> None:
    """A write without changes gives no ids, makes nobody known and leaves the revision."""
    with closing(make()) as store:
        same(store.write(ANA, []), [], "ids")
        same((store.people(), store.revision(ANA)), ([], 0), "people and revision")
        store.write(ANA, [opening("tea")])
        before = store.revision(ANA)
        same(store.write(ANA, []), [], "ids")
        same(store.revision(ANA), before, "the revision")


CHECKS = (
    opening_keeps_every_field,
    a_write_may_name_what_it_opens,
    a_constraint_stays_one,
    ids_count_up_and_are_not_reused,
    closing_keeps_it_readable,
    trust_changes_confidence,
    history_is_kept_through_replaces,
    erasing_leaves_no_trace,
    a_change_may_follow_its_own_opening,
    unknown_ids_write_nothing,
    bad_input_writes_nothing,
    writing_nothing_changes_nothing,
)
