"""Checks of reading back: texts, moments, evidence, revisions, and what threads see of one another."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta, timezone

from penchant.domain import Evidence, PersonId, PreferenceId
from penchant.store import Change, Close, Erase, Store, Transcribe, Trust, Witness, read_person
from penchant.testing._samples import ANA, BEN, direction, heard, line, moment, opening, same, true, values

Make = Callable[[], Store]


def moments_keep_their_instant(make: Make) -> None:
    """A moment from any time zone is the same instant when read back, to the microsecond, and in UTC."""
    with closing(make()) as store:
        zoned = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=5, minutes=30)))
        store.write(ANA, [opening("tea", at=zoned)])
        kept = store.list(ANA)[0].since
        same(kept, zoned, "the instant")
        same(kept.utcoffset(), timedelta(0), "its offset from UTC")


def evidence_comes_oldest_first(make: Make) -> None:
    """Evidence keeps the order it was written in; ``latest`` cuts from the front."""
    with closing(make()) as store:
        tea, juice = store.write(ANA, [opening("tea", words="0"), opening("juice", words="1")])
        for number in range(2, 7):
            about, supports = (tea, False) if number % 2 == 0 else (juice, True)
            # later ones are dated earlier: the order is that of writing
            store.write(ANA, [Witness(heard(about, str(number), minute=-number, supports=supports))])
        for _ in range(2):  # before and after the whole was asked for
            same(_said(store.evidence(ANA, latest=3)), "456", "the last three")
            same(_said(store.evidence(ANA, latest=0)), "", "the last none")
            same(_said(store.evidence(ANA, latest=99)), "0123456", "the last ninety-nine")
            same(_said(store.evidence(ANA, tea)), "0246", "for one preference")
            same(_said(store.evidence(ANA, tea, latest=2)), "46", "the last two for one preference")
            same(_said(store.evidence(ANA)), "0123456", "all of it")
        same([one.supports for one in store.evidence(ANA, tea)], [True, False, False, False], "for or against")


def any_text_comes_back_as_it_was(make: Make) -> None:
    """Unicode, quotes, line ends, NUL characters, empty texts and a megabyte are all just text."""
    with closing(make()) as store:
        texts = ["", "\0", "a\0b", "naïve café", "nai\u0308ve", "日本語 🍵👩‍🍳", "\r\n\t", "\u2028", "x" * 1_000_000]
        texts += ["'; drop table said; --", '{"a": [1]}', "[]", "null"]
        for text in texts:
            store.write(ANA, [opening(text, situation=text, topic=text, words=text, rather_than=(text, "b"))])
        for one, text in zip(store.list(ANA), texts, strict=True):
            got = (one.value, one.situation, one.topic, one.words, one.rather_than)
            same(got, (text, text, text, text, (text, "b")), "text read back")
        same([one.words for one in store.evidence(ANA)], texts, "words of the evidence")


def revisions_grow(make: Make) -> None:
    """Every write about a person makes their revision larger, also after they were forgotten; others' stay."""
    with closing(make()) as store:
        ben = PersonId("ben")
        same(store.revision(ANA), 0, "the revision of a stranger")
        store.write(ben, [opening("milk")])
        bens, last = store.revision(ben), 0
        steps: list[Change] = [opening("tea"), Trust(PreferenceId(1), 0.4), Close(PreferenceId(1), moment())]
        steps += [Witness(heard(PreferenceId(1), "so")), Transcribe(line("e", 0, "so")), Erase(PreferenceId(1))]
        for step in steps:
            store.write(ANA, [step])
            true(store.revision(ANA) > last, f"the revision should grow with {type(step).__name__}")
            last = store.revision(ANA)
        same(store.revision(ben), bens, "the revision of somebody else")
        store.forget_person(ANA)
        same(store.revision(ANA), 0, "the revision of somebody forgotten")
        store.write(ANA, [opening("tea")])
        true(store.revision(ANA) > last, "a revision must not come back after forgetting, or a cache believes the past")


def lists_given_out_are_the_callers(make: Make) -> None:
    """Emptying a list that a store gave does not empty the store."""
    with closing(make()) as store:
        store.write(ANA, [opening("tea")])
        for _ in range(2):
            store.list(ANA).clear()
            store.list(ANA, closed=True).clear()
            store.evidence(ANA).clear()
            store.evidence(ANA, PreferenceId(1)).clear()
            store.people().clear()
        same(values(store, ANA), ["tea"], "list")
        same((len(store.evidence(ANA)), store.people()), (1, [ANA]), "evidence and people")


def sixteen_threads_lose_nothing(make: Make) -> None:
    """Sixteen threads write at once, to one person and to their own; every write is there, whole and once."""
    with closing(make()) as store:
        each = 12

        def work(thread: int) -> list[PreferenceId]:
            own, ids = PersonId(f"thread-{thread}"), []
            for number in range(each):
                ids += store.write(ANA, [opening(f"{thread}/{number}", vector=direction(1.0, thread, number))])
                (mine,) = store.write(own, [opening(str(number))])
                store.write(own, [Witness(heard(mine, "yes")), Trust(mine, 0.5)])
                true(values(store, own) == [str(n) for n in range(number + 1)], "a thread reads its own writes")
                store.nearest(ANA, direction(1.0, thread, number), limit=3)
            return ids

        with ThreadPoolExecutor(16) as threads:
            ids = [one for given in threads.map(work, range(16)) for one in given]
        same(sorted(ids), list(range(1, 16 * each + 1)), "ids given to threads")
        same(sorted(values(store, ANA)), sorted(f"{t}/{n}" for t in range(16) for n in range(each)), "shared person")
        found = store.nearest(ANA, direction(1.0), limit=1000)
        same(sorted(match.preference.id for match in found), sorted(ids), "what a search finds")
        for thread in range(16):
            same(len(store.evidence(PersonId(f"thread-{thread}"))), 2 * each, "evidence of a thread's own person")


def a_person_is_read_at_once_as_call_by_call(make: Make) -> None:
    """All that is kept about a person comes in one call as it does in several, whatever was read or written before."""
    with closing(make()) as store:
        tea, juice = store.write(ANA, [opening("tea", words="0"), opening("juice", words="1")])
        writes: list[list[Change]] = [
            [Transcribe(line("e", number, f"line {number}")) for number in range(4)],
            [Close(tea, moment(3)), Trust(juice, 0.25), opening("mate", replaces=tea, words="2")],
            [Witness(heard(juice, str(number), minute=-number)) for number in range(3, 6)],
            [Erase(tea)],
        ]
        for changes in writes:
            _same_at_once(store, ANA)
            store.write(ANA, changes)
            store.write(BEN, [opening("coffee"), Transcribe(line("e", store.revision(ANA), "so"))])
        _same_at_once(store, ANA)
        store.forget_person(ANA)
        _same_at_once(store, ANA)
        same(len(read_person(store, BEN, evidence=9, lines=9).preferences), 4, "what there is of somebody else")


def _same_at_once(store: Store, person: PersonId) -> None:
    for pieces, lines in ((2, 1), (99, 99), (0, 0), (2, 1)):
        found = read_person(store, person, evidence=pieces, lines=lines)
        same((found.revision, found.epoch), (store.revision(person), store.epoch(person)), "revision and epoch")
        same([*found.preferences], store.list(person, closed=True), "preferences read at once")
        same([*found.evidence], store.evidence(person, latest=pieces), "the latest evidence read at once")
        same([*found.transcript], store.transcript(person, latest=lines), "the latest lines read at once")


def closing_twice_is_fine(make: Make) -> None:
    """Letting go of what was let go does nothing."""
    store = make()
    store.write(ANA, [opening("tea")])
    store.close()
    store.close()


def _said(found: list[Evidence]) -> str:
    return "".join(one.words for one in found)


CHECKS = (
    moments_keep_their_instant,
    evidence_comes_oldest_first,
    any_text_comes_back_as_it_was,
    revisions_grow,
    lists_given_out_are_the_callers,
    sixteen_threads_lose_nothing,
    a_person_is_read_at_once_as_call_by_call,
    closing_twice_is_fine,
)
