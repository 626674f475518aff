"""How a reading is held against what was said: good, false, turned round."""

from __future__ import annotations

from dataclasses import dataclass

from reading_sets import Case

from penchant.domain import Reading


@dataclass(frozen=True, slots=True)
class Mark:
    """What became of one sentence.

    ``good``: all that was said was read, and nothing else. ``false``: something would be learned that was not said.
    ``turned``: the opposite of what was said would be. A sentence that is neither good nor false was missed, in part or
    as a whole.
    """

    good: bool
    false: bool
    turned: bool


def mark(case: Case, read: Reading) -> Mark:
    """The kindest mark that one of the expected readings allows."""
    found = [_held_against(case, read, expected) for expected in case.expected]
    return max(found, key=lambda one: (one.good, not one.turned, not one.false))


def _held_against(case: Case, read: Reading, said: Reading) -> Mark:
    good, false, turned = True, False, False
    implied_wrong = said.verdict == "wrong"
    for name in case.options:
        if name in case.unscored:
            continue
        want, got = _side(said, name), _side(read, name)
        if case.only_choice:
            good = good and (name in read.wants) == (name in said.wants)
            false = false or (got > 0 and want <= 0)
            turned = turned or (want > 0 and got < 0)
            continue
        if name in case.acted and implied_wrong and got in (0, -1) and want in (0, -1):
            continue  # that it was wrong is read from the verdict
        if name in case.acted and said.verdict == read.verdict == "right" and want >= 0 and got >= 0:
            continue
        good = good and want == got
        false = false or (got != 0 and got * want <= 0)
        turned = turned or got * want < 0
    if case.acted and not case.only_choice:
        good = good and said.verdict == read.verdict
        false = false or (read.verdict != said.verdict and read.verdict != "unclear")
        turned = turned or {said.verdict, read.verdict} == {"right", "wrong"}
    turned = turned or _says_any_of(read, case.must_not)
    return Mark(good and not false, false, turned)


def _says_any_of(read: Reading, must_not: Reading) -> bool:
    if must_not.verdict != "unclear" and read.verdict == must_not.verdict:
        return True
    liked = any(_side(read, name) > 0 for name in must_not.wants)
    return liked or any(_side(read, name) < 0 for name in must_not.avoids)


def _side(reading: Reading, name: str) -> int:
    """1 for what is wanted or will do, -1 for what is avoided, 0 for what is not spoken of."""
    if name in reading.wants or name in reading.accepts:
        return 1
    return -1 if name in reading.avoids else 0


def is_exact(case: Case, read: Reading) -> bool:
    """Whether wants, accepts, avoids, verdict and change are just as in an expected reading."""
    return any(
        (set(read.wants), set(read.accepts), set(read.avoids), read.verdict, read.changed)
        == (set(said.wants), set(said.accepts), set(said.avoids), said.verdict, said.changed)
        for said in case.expected
    )
