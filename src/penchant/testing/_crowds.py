"""Checks of large shapes: a long life, a whole town, four hundred writers, near-twins, a text as long as a library."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import numpy as np

from penchant.domain import EpisodeId, PersonId, PreferenceId
from penchant.errors import AlreadyTranscribed, UnknownPreference
from penchant.store import Bulk, Close, Erase, Store, Transcribe, Trust, Witness, Writes, write_many
from penchant.testing._samples import ANA, BEN, direction, heard, line, moment, opening, raises, same, true, values

Make = Callable[[], Store]

LONG_LIFE = 10_000
TOWN = 100_000
WRITERS = 400
TWINS = 1_000
LONG_TALK = 100_000
LONG_TEXT = 10_000_000


def one_person_may_have_ten_thousand_preferences(make: Make) -> None:
    """All are listed in order; a search finds the best, equal ones by lower id, without what is closed or erased."""
    rng = np.random.default_rng(5)
    rows = rng.normal(size=(LONG_LIFE, 8)).astype(np.float32)
    rows[5000:5100] = rows[17]  # more equals at the cut than are asked for
    with closing(make()) as store:
        for start in range(0, LONG_LIFE, 1000):
            changes = [opening(str(n), vector=rows[n], words=f"words {n}") for n in range(start, start + 1000)]
            same(store.write(ANA, changes), [*range(start + 1, start + 1001)], "ids")
        store.write(BEN, [opening("milk")])
        same(values(store, ANA), [str(n) for n in range(LONG_LIFE)], "list")
        same([one.words for one in store.evidence(ANA, latest=2)], ["words 9998", "words 9999"], "the last evidence")
        same([one.words for one in store.evidence(ANA, PreferenceId(777))], ["words 776"], "evidence for one")
        found = store.nearest(ANA, rows[17], limit=40)
        same([match.preference.id for match in found], [18, *range(5001, 5040)], "equals at the cut")
        wide = rows.astype(np.float64)
        cosines = wide @ wide[9_999] / np.linalg.norm(wide, axis=1) / np.linalg.norm(wide[9_999])
        best = (np.argsort(-cosines, kind="stable")[:25] + 1).tolist()
        same([match.preference.id for match in store.nearest(ANA, rows[9_999], limit=25)], best, "the best")
        above = int((cosines > 0.75).sum())
        same(len(store.nearest(ANA, rows[9_999], limit=LONG_LIFE, threshold=0.75)), above, "those above a threshold")
        store.write(ANA, [Erase(PreferenceId(18)), Close(PreferenceId(5001), moment()), Trust(PreferenceId(5002), 0.1)])
        found = store.nearest(ANA, rows[17], limit=2)
        same(
            [(match.preference.id, match.preference.confidence) for match in found], [(5002, 0.1), (5003, 0.8)], "then"
        )
        same(values(store, BEN), ["milk"], "somebody else's memory")


def a_hundred_thousand_people_may_have_one_preference_each(make: Make) -> None:
    """Everyone is known, each finds their own and no other, and one of them can be forgotten."""
    people = [PersonId(f"person {n}") for n in range(TOWN)]
    with closing(make()) as store:
        for start in range(0, TOWN, 20_000):
            some = range(start, min(start + 20_000, TOWN))
            ids = write_many(store, {people[n]: [opening(str(n), vector=_towards(n))] for n in some})
            same(ids, {people[n]: [1] for n in some}, "ids")
        same(store.people(), sorted(people), "people")
        for n in (0, 1, 10, 99, 100, 101, 4_999, TOWN - 1, *range(7, TOWN, TOWN // 50)):
            what = f"of person {n}"
            same(values(store, people[n]), [str(n)], f"list {what}")
            found = store.nearest(people[n], _towards(n), limit=9)
            same([(m.preference.person, m.preference.value) for m in found], [(people[n], str(n))], f"search {what}")
            true(found[0].score > 0.999, f"the vector {what} is like itself")
        same(store.forget_person(people[10]), 1, "how many were forgotten")
        same(
            (values(store, people[10]), values(store, people[1]), values(store, people[100])), ([], ["1"], ["100"]), ""
        )
        same(len(store.people()), TOWN - 1, "people after one was forgotten")


def four_hundred_writers_at_once_lose_nothing(make: Make) -> None:
    """Four hundred threads write at one moment, to one person and each to their own; every write is there once."""
    with closing(make()) as store:
        gate = threading.Barrier(WRITERS)

        def work(number: int) -> PreferenceId:
            gate.wait(60)
            (id,) = store.write(ANA, [opening(str(number))])
            (own,) = store.write(PersonId(f"own-{number}"), [opening("x")])
            store.write(PersonId(f"own-{number}"), [Witness(heard(own, str(number)))])
            return id

        with ThreadPoolExecutor(WRITERS) as threads:
            ids = list(threads.map(work, range(WRITERS)))
        same(sorted(ids), [*range(1, WRITERS + 1)], "ids")
        kept = {one.id: one.value for one in store.list(ANA)}
        same(kept, {id: str(number) for number, id in enumerate(ids)}, "what each was told and what is there")
        same(len(store.people()), WRITERS + 1, "people")
        for number in range(0, WRITERS, 13):
            said = [one.words for one in store.evidence(PersonId(f"own-{number}"))]
            same(said, ["the tea, please", str(number)], "what a writer wrote about their own")


def one_person_may_have_a_hundred_thousand_lines(make: Make) -> None:
    """Written in bulk, each under an episode of its own; one is found among them, and one that is there is refused."""
    with closing(make()) as store:
        said = [line(f"event {n}", 0, f"seen {n}", kind="seen") for n in range(LONG_TALK)]
        for start in range(0, LONG_TALK, 10_000):
            store.write(ANA, [Transcribe(one) for one in said[start : start + 10_000]])
        same(store.transcript(ANA, latest=2), said[-2:], "the last two")
        for n in (0, 777, LONG_TALK - 1):
            same(store.transcript(ANA, EpisodeId(f"event {n}")), [said[n]], f"the event {n}")
        again = [*(line(f"new {n}", 0, "x") for n in range(5_000)), said[777]]
        raises(AlreadyTranscribed, "one of 5,001", store.write, ANA, [Transcribe(one) for one in again])
        (first, _) = store.write(ANA, [opening("tea", episode="event 777"), opening("juice", episode="event 778")])
        store.write(ANA, [Erase(first)])
        found = store.transcript(ANA)
        true(found == said[:777] + said[778:], "all lines but those of one episode are there, in order")


def a_thousand_near_twins_each_find_their_own(make: Make) -> None:
    """A thousand people want nearly the same; each is asked for their own, and no answer is empty or another's."""
    rng = np.random.default_rng(3)
    common = rng.normal(size=8)
    people = [PersonId(f"twin {n}") for n in range(TWINS)]
    nearly = [(common + rng.normal(size=8) * 1e-4).astype(np.float32) for _ in people]
    with closing(make()) as store:
        write_many(store, {who: [opening(f"of {who}", vector=one)] for who, one in zip(people, nearly, strict=True)})
        for person in people:
            found = store.nearest(person, common.astype(np.float32), limit=10, threshold=0.9)
            same([match.preference.value for match in found], [f"of {person}"], f"what {person} finds")
            true(found[0].score > 0.999, "near twins are near")


def ten_megabytes_are_kept_whole(make: Make) -> None:
    """A text of ten million bytes comes back as it was, with what was written beside it; nothing is cut short."""
    text = "a long story, told twice: é, 茶. "
    text *= LONG_TEXT // len(text.encode()) + 1
    with closing(make()) as store:
        (story,) = store.write(ANA, [opening("tea", words=text)])
        store.write(ANA, [Witness(heard(story, text[::-1])), opening("juice")])
        kept = store.get(ANA, story)
        true(kept is not None and kept.words == text, "the words of the preference come back whole")
        same(values(store, ANA), ["tea", "juice"], "list")
        said = [one.words for one in store.evidence(ANA)]
        true(said == [text, text[::-1], "the tea, please"], "the words of the evidence come back whole")
        same(len(store.nearest(ANA, direction(1.0), limit=9)), 2, "a search")


def writing_about_many_is_all_or_nothing(make: Make) -> None:
    """One bad change to one person, and nobody's are kept; a store that writes one by one passes."""
    with closing(make()) as store:
        if not isinstance(store, Bulk):
            return
        same(store.write_many({}), {}, "nobody")
        same(store.write_many({ANA: []}), {ANA: []}, "nothing")
        same(store.people(), [], "people")
        given = store.write_many(
            {ANA: [opening("tea"), opening("juice")], BEN: [], PersonId("carl"): [opening("milk")]}
        )
        same(given, {ANA: [1, 2], BEN: [], "carl": [1]}, "ids")
        before = (store.people(), store.list(ANA), store.evidence(ANA), store.revision(ANA))
        bad: Writes = {
            ANA: [Close(PreferenceId(1), moment()), opening("x")],
            BEN: [opening("y"), Erase(PreferenceId(9))],
        }
        raises(UnknownPreference, "one bad change among many", store.write_many, bad)
        same((store.people(), store.list(ANA), store.evidence(ANA), store.revision(ANA)), before, "what was kept")
        store.list(ANA), store.evidence(ANA), store.nearest(ANA, direction(1.0), limit=9)
        mixed: Writes = {
            ANA: [Erase(PreferenceId(1)), opening("mate"), Transcribe(line("e", 0, "mate"))],
            BEN: [
                opening("b"),
                Trust(PreferenceId(1), 0.5),
                Transcribe(line("e", 0, "b")),
                Transcribe(line("e", 1, "b")),
            ],
            PersonId("dora"): [Transcribe(line("e", 0, "d"))],
        }
        same(store.write_many(mixed), {ANA: [3], BEN: [1], "dora": []}, "ids after all kinds of changes")
        said = [len(store.transcript(PersonId(name))) for name in ("ana", "ben", "carl", "dora")]
        same(said, [1, 2, 0, 1], "lines of each transcript")
        once: Writes = {ANA: [Transcribe(line("e", 1, "a"))], BEN: [opening("c"), Transcribe(line("e", 1, "again"))]}
        raises(AlreadyTranscribed, "one line twice among many people", store.write_many, once)
        same((len(store.transcript(ANA)), values(store, BEN)), (1, ["b"]), "what is kept then")
        same((values(store, ANA), values(store, BEN)), (["juice", "mate"], ["b"]), "what is kept then")
        same([m.preference.id for m in store.nearest(ANA, direction(1.0), limit=9)], [2, 3], "a search")
        true(store.revision(ANA) > before[3], "the revision has grown")


def _towards(number: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return direction(1.0, number % 7, number % 11, number % 13)


CHECKS = (
    writing_about_many_is_all_or_nothing,
    one_person_may_have_ten_thousand_preferences,
    a_hundred_thousand_people_may_have_one_preference_each,
    four_hundred_writers_at_once_lose_nothing,
    one_person_may_have_a_hundred_thousand_lines,
    a_thousand_near_twins_each_find_their_own,
    ten_megabytes_are_kept_whole,
)
