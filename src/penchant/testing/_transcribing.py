"""Checks of transcripts: every line once, in the order of writing, by episode, and none left of what is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta, timezone

from penchant.domain import EpisodeId, PersonId, PreferenceId, TranscriptEntry
from penchant.errors import AlreadyTranscribed, BadInput, UnknownPreference
from penchant.store import Adopt, Change, Close, Erase, EraseLines, Store, Transcribe, Trust, Witness
from penchant.testing._samples import (
    ANA,
    BEN,
    MISSING,
    direction,
    heard,
    line,
    moment,
    opening,
    raises,
    same,
    true,
    values,
)

Make = Callable[[], Store]

MONDAY, TUESDAY = EpisodeId("monday"), EpisodeId("tuesday")
EPISODES = [
    EpisodeId(name)
    for name in (
        "",
        "a",
        "A",
        "a ",
        "é",
        "e\u0301",
        "a\0",
        "a\0b",
        "%",
        "_",
        "'; --",
        "[]",
        '["a","b"]',
        "日本",
        "x" * 5000,
    )
]


def lines_come_back_in_the_order_of_writing(make: Make) -> None:
    """Whatever their numbers and dates; of one episode or all, the whole or the last so many; the person's alone."""
    with closing(make()) as store:
        first = [line("monday", 0, "Which one?", kind="said"), line("monday", 1, "the tea", minute=1)]
        later = [line("tuesday", 7, '{"item": "tea"}', kind="seen", minute=-9), line("monday", 2, "thanks", minute=2)]
        same(store.write(ANA, [*map(Transcribe, first), opening("tea")]), [1], "ids")
        same(store.write(ANA, [*map(Transcribe, later)]), [], "ids of a write without preferences")
        store.write(BEN, [Transcribe(line("monday", 0, "not ana's"))])
        for _ in range(2):  # before and after it was read once
            same(store.transcript(ANA), first + later, "all of it")
            same(store.transcript(ANA, MONDAY), [*first, later[1]], "one episode")
            same(store.transcript(ANA, TUESDAY), later[:1], "another")
            same(store.transcript(ANA, EpisodeId("sunday")), [], "one that is not there")
            same(store.transcript(ANA, latest=2), later, "the last two")
            same(store.transcript(ANA, MONDAY, latest=1), later[1:], "the last of one episode")
            same(store.transcript(ANA, latest=99), first + later, "the last ninety-nine")
            same((store.transcript(ANA, latest=0), store.transcript(ANA, MONDAY, latest=0)), ([], []), "the last none")
            store.transcript(ANA).clear()
        same((values(store, ANA), len(store.evidence(ANA))), (["tea"], 1), "what is believed beside it")


def a_line_is_written_once(make: Make) -> None:
    """A number that its episode has already is refused, whatever the words, and nothing of that write is kept."""
    with closing(make()) as store:
        once = line("monday", 0, "the tea")
        store.write(ANA, [opening("tea"), Transcribe(once)])
        before = (store.list(ANA), store.evidence(ANA), store.transcript(ANA), store.revision(ANA))
        twice: dict[str, list[Change]] = {
            "the same line": [Transcribe(once)],
            "other words under the same number": [Transcribe(line("monday", 0, "no, the juice", kind="said"))],
            "one number twice in a write": [Transcribe(line("tuesday", 1, "a")), Transcribe(line("tuesday", 1, "b"))],
            "one of many": [*(Transcribe(line(f"e{n}", 0, "x")) for n in range(50)), Transcribe(once)],
        }
        for what, changes in twice.items():
            raises(AlreadyTranscribed, what, store.write, ANA, [opening("juice"), *changes])
            after = (store.list(ANA), store.evidence(ANA), store.transcript(ANA), store.revision(ANA))
            same(after, before, f"what was kept before {what}")
        store.write(ANA, [Transcribe(line("monday", 1, "the tea")), Transcribe(line("tuesday", 0, "the tea"))])
        store.write(BEN, [Transcribe(once)])
        same((len(store.transcript(ANA)), store.transcript(BEN)), (3, [once]), "the same words elsewhere")


def a_bad_line_writes_nothing(make: Make) -> None:
    """What cannot be kept is refused in one line; so is a good line beside another change that cannot be made."""
    with closing(make()) as store:
        good = line("monday", 0, "the tea")
        bad: dict[str, TranscriptEntry] = {
            "a negative number": replace(good, number=-1),
            "a number beyond counting": replace(good, number=2**70),
            "an unknown kind": replace(good, kind="thought"),  # type: ignore[arg-type]
            "a moment without a time zone": replace(good, at=datetime(2026, 1, 1)),
            "words that are no Unicode": replace(good, words="\ud800"),
            "an episode that is no Unicode": replace(good, episode=EpisodeId("\udcff")),
        }
        for what, entry in bad.items():
            raises(BadInput, what, store.write, ANA, [Transcribe(line("e", 0, "x")), Transcribe(entry)])
        raises(UnknownPreference, "beside a bad change", store.write, ANA, [Transcribe(good), Close(MISSING, moment())])
        raises(BadInput, "a negative latest", store.transcript, ANA, latest=-1)
        raises(BadInput, "a person without a name", store.transcript, PersonId(""))
        same((store.people(), store.transcript(ANA)), ([], []), "what is kept")


def any_line_comes_back_as_it_was(make: Make) -> None:
    """Any episode's name, any words, any instant; episodes whose names are alike are told apart."""
    with closing(make()) as store:
        zoned = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=timezone(timedelta(hours=5, minutes=30)))
        wanted = [line(name, n, f"{name[:9]}\0🍵 “\n”") for name in EPISODES for n in (0, 3, 2**40)]
        store.write(ANA, [Transcribe(replace(one, at=zoned)) for one in wanted])
        kept = store.transcript(ANA)
        same(kept, [replace(one, at=zoned) for one in wanted], "every line")
        same({one.at.utcoffset() for one in kept}, {timedelta(0)}, "offsets from UTC")
        for name in EPISODES:
            same([one.episode for one in store.transcript(ANA, name)], [name] * 3, f"the episode {name[:9]!r}")
        long = line("long", 0, "a long story " * 100_000)
        store.write(ANA, [Transcribe(long)])
        same(store.transcript(ANA, EpisodeId("long")), [long], "a megabyte")


def a_transcript_alone_makes_somebody_known(make: Make) -> None:
    """Somebody of whom nothing is believed yet is listed, has a revision that grows, and can be forgotten."""
    with closing(make()) as store:
        store.write(ANA, [Transcribe(line("monday", 0, "hello"))])
        same(store.people(), [ANA], "people")
        before = store.revision(ANA)
        true(before > 0, "the revision of somebody with a transcript should be above 0")
        store.write(ANA, [Transcribe(line("monday", 1, "hello?"))])
        true(store.revision(ANA) > before, "the revision should grow with a line")
        found = (store.list(ANA, closed=True), store.evidence(ANA), store.get(ANA, PreferenceId(1)))
        same(found, ([], [], None), "what is believed")
        same(store.nearest(ANA, direction(1.0), limit=9, closed=True), [], "nearest")
        same(store.write(ANA, [opening("tea")]), [1], "the first id")
        same([m.preference.id for m in store.nearest(ANA, direction(1.0), limit=9)], [1], "nearest with a preference")
        store.write(BEN, [Transcribe(line("monday", 0, "hi"))])
        same(store.nearest(BEN, direction(1.0), limit=9), [], "nearest of somebody else")
        same(
            (store.forget_person(BEN), store.people()), (0, [ANA]), "how many preferences were forgotten, and who stays"
        )


def forgetting_takes_the_transcript_along(make: Make) -> None:
    """With a person goes their whole transcript; with a preference that of every episode it was heard in."""
    with closing(make()) as store:
        for person in (ANA, BEN):
            tea, juice = store.write(
                person, [opening("tea", episode="monday"), opening("juice", episode="friday"), opening("milk")]
            )[:2]
            about = replace(heard(tea, "again"), episode=TUESDAY)
            store.write(person, [Witness(about), *(Transcribe(line(e, n, f"{e} {n}")) for e, n in _SAID)])
        store.transcript(ANA), store.list(ANA), store.evidence(ANA)  # what a store remembers of them must go as well
        store.write(ANA, [Erase(tea)])
        same(_episodes(store, ANA), ["friday", "sunday", "friday"], "what an erased preference leaves")
        store.write(ANA, [Transcribe(line("monday", 0, "anew"))])
        same(_episodes(store, ANA), ["friday", "sunday", "friday", "monday"], "an episode that begins anew")
        found = store.get(ANA, juice)
        assert found is not None
        kept = replace(found, id=PreferenceId(9), episode=EpisodeId("sunday"))
        changes: list[Change] = [Adopt(kept, direction(1.0)), Transcribe(line("late", 0, "x")), Trust(juice, 0.5)]
        store.write(ANA, [*changes, Erase(kept.id), Erase(juice), Transcribe(line("later", 0, "y"))])
        same(_episodes(store, ANA), ["monday", "late", "later"], "after two were erased in the midst of a write")
        same(len(store.transcript(BEN)), len(_SAID), "somebody else's transcript")
        store.forget_person(ANA)
        same((store.transcript(ANA), store.transcript(ANA, MONDAY)), ([], []), "after forgetting")
        store.write(ANA, [Transcribe(line("monday", 0, "hello"))])
        same(_episodes(store, ANA), ["monday"], "when they come back")


def threads_hear_the_same_words_once(make: Make) -> None:
    """Eight threads write the same twenty lines at once; each is kept once, and all others are told so."""
    with closing(make()) as store:

        def hear(thread: int) -> int:
            kept = 0
            for number in range(20):
                try:
                    store.write(ANA, [Transcribe(line("monday", number, f"by {thread}")), opening(str(number))])
                    kept += 1
                except AlreadyTranscribed:
                    pass
            return kept

        with ThreadPoolExecutor(8) as threads:
            kept = sum(threads.map(hear, range(8)))
        same((kept, len(store.list(ANA))), (20, 20), "how many were told that theirs was kept, and how many were")
        same(sorted(one.number for one in store.transcript(ANA, MONDAY)), [*range(20)], "the numbers of the lines")


_SAID = (("monday", 0), ("friday", 0), ("monday", 1), ("tuesday", 0), ("sunday", 0), ("friday", 1))


def _episodes(store: Store, person: PersonId) -> list[str]:
    return [one.episode for one in store.transcript(person)]


def erased_lines_make_room_for_others(make: Make) -> None:
    """An episode that is erased may be written anew in the same write, each line once."""
    with closing(make()) as store:
        store.write(ANA, [Transcribe(line("monday", 0, "the tea")), Transcribe(line("tuesday", 0, "hello"))])
        store.write(ANA, [EraseLines(MONDAY), Transcribe(line("monday", 0, "the milk"))])
        same([one.words for one in store.transcript(ANA, MONDAY)], ["the milk"], "the episode")
        twice: list[Change] = [EraseLines(MONDAY), *(Transcribe(line("monday", 0, "twice")) for _ in range(2))]
        raises(AlreadyTranscribed, "a line twice", store.write, ANA, twice)
        same([one.words for one in store.transcript(ANA)], ["hello", "the milk"], "all of it")


CHECKS = (
    erased_lines_make_room_for_others,
    lines_come_back_in_the_order_of_writing,
    a_line_is_written_once,
    a_bad_line_writes_nothing,
    any_line_comes_back_as_it_was,
    a_transcript_alone_makes_somebody_known,
    forgetting_takes_the_transcript_along,
    threads_hear_the_same_words_once,
)
