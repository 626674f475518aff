"""Many lives in one thread: one thinks while the others wait for a language model.

A life asks one thing after another, and between two questions it thinks for less time than it takes to wake a thread.
So lives are greenlets, which change places within one thread, in a millionth of a second, and only where they wait.
One thinks until it asks the model, or is well ahead of somebody who could go on. Whoever has lived the fewest episodes
goes first, with thoughts and with calls: the life that asks most is what a study takes at least, and must not wait for
others. What an exam asks can be asked at once, because an exam teaches nothing: then a life has several strands.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from penchant.errors import RunError
from penchant.lm.meanwhile import IDLY, Gate

if TYPE_CHECKING:
    from greenlet import greenlet

    from penchant.bench.ears import Ears
    from penchant.lm.wire import Exchange, Place

AHEAD = 8
"""By so many episodes somebody may be ahead of whoever waits: a change of turns finds the processor's caches cold."""

SELDOM = 0.001
"""So many seconds pass before somebody who thinks looks up again whether anybody has been answered."""

FIRST = -AHEAD - 1
"""Before everybody who thinks go those whose reply is not kept yet: it would be lost with the process."""

STRANDS = 8
"""So many things a life does side by side at most."""

_MOST_THREADS = 1 << 16  # as many as there are things to wait for: who waits for another must not lack a thread
T = TypeVar("T")


class Turns:
    """Turns at thinking, and a way to wait that leaves them to others; who lives no life here waits idly."""

    def __init__(self) -> None:
        self._hub: greenlet | None = None  # from where turns are given
        self._thread = 0  # in which all lives are lived
        self._now: _Strand | None = None  # who thinks
        self._ready: list[_Strand] = []  # a heap
        self._numbers = count()
        self._ears: Ears[_Strand] | None = None  # made in the process that needs them
        self._pool: ThreadPoolExecutor | None = None  # for what would hold everybody up
        self._jobs: list[_Job] = []  # what waits for a place: a heap
        self._back: deque[_Strand] = deque()  # who can go on, as other threads found out
        self._listened = 0.0
        self._times = 0  # that lives were lived

    def live(
        self, lives: Sequence[Callable[[], T]], *, at_once: int
    ) -> Generator[tuple[int, T | Exception], None, None]:
        """Live so many lives at once; as each ends, its number and what it gives back, or the error that ended it."""
        self._open()
        ended: deque[tuple[int, T | Exception]] = deque()
        begun = going = 0

        def lived(number: int) -> None:
            try:
                ended.append((number, lives[number]()))
            except Exception as error:
                ended.append((number, error))

        try:
            while begun < len(lives) or going:
                while begun < len(lives) and going < at_once:
                    self._begin(_Life(), lived, begun)
                    begun, going = begun + 1, going + 1
                self._listen(wait=not self._ready)
                if self._ready:
                    self._now = heappop(self._ready)
                    self._now.body.switch()
                    self._now = None
                while ended:
                    going -= 1
                    yield ended.popleft()
        finally:
            self._close()

    def side_by_side(self, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """What the tasks give back, in their order; while one waits, the next begins. They begin in their order.

        Where one fails, no other is begun, and the first error is raised once those that were begun are over.
        """
        mine = self._mine()
        if mine is None:
            return [task() for task in tasks]
        done: dict[int, T] = {}
        failed: dict[int, Exception] = {}
        left, at_work = enumerate(tasks), min(STRANDS, len(tasks))
        gate = _Gate(self)

        def work() -> None:
            nonlocal at_work
            for number, task in left:
                try:
                    done[number] = task()
                except Exception as error:
                    failed[number] = error
                if failed:
                    break
            at_work -= 1
            if not at_work:
                gate.open()

        for _ in range(at_work):
            self._begin(mine.life, work)
        if tasks:
            gate.wait()
        if failed:
            raise failed[min(failed)]
        return [done[number] for number in range(len(tasks))]

    def pass_on(self) -> None:
        """An episode is over: if somebody could go on who is well behind, let them have a turn."""
        mine = self._mine()
        if mine is None:
            return
        mine.life.lived += 1
        if time.monotonic() - self._listened > SELDOM:
            self._listen(wait=False)
        if self._ready and self._ready[0].lived + AHEAD < mine.life.lived:
            self._go_on(mine)
            self._leave()

    def over(self, place: Place) -> None:
        """Whoever thinks holds the place until the reply is kept, or they wait for something else."""
        mine = self._mine()
        if mine is None:
            IDLY.over(place)
            return
        mine.let_go()
        mine.holds = place

    def kept(self) -> None:
        """Another may have the place of the call; and the turn, if they are before whoever has it."""
        mine = self._mine()
        if mine is None:
            return
        mine.let_go()
        mine.lived = mine.life.lived
        if self._ready and self._ready[0] < mine:
            self._go_on(mine)
            self._leave()

    def carry(self, exchange: Exchange, place: Place) -> None:
        """Leave it to others until an exchange with a model is over."""
        mine = self._mine()
        if mine is None:
            IDLY.carry(exchange, place)
            return
        assert self._ears is not None
        mine.lived = mine.life.lived
        self._ears.ask(exchange, place, mine)
        self._leave()

    def aside(self, do: Callable[[], T], place: Place | None = None) -> T:
        """Have another thread do something, and leave it to others until it is done."""
        mine = self._mine()
        if mine is None:
            return IDLY.aside(do, place)
        mine.lived = mine.life.lived
        job = _Job(mine, do, place)
        if place is None or place.is_taken:
            self._hand_over(job)
        else:
            heappush(self._jobs, job)
        self._leave()
        if job.error is not None:
            raise job.error
        outcome: T = job.outcome
        return outcome

    def gate(self) -> Gate:
        """A gate that whoever lives here can wait at, or open."""
        return IDLY.gate() if self._mine() is None else _Gate(self)

    @staticmethod
    def check() -> None:
        """Say in one line what is missing, before anybody lives."""
        try:
            from greenlet import getcurrent

            getcurrent()
        except ImportError as error:
            raise RunError(
                f"Studies with a language model need the package greenlet ({error}); "
                "get it with: pip install 'penchant[lm]'"
            ) from error

    def _open(self) -> None:
        self.check()
        from greenlet import getcurrent

        from penchant.bench.ears import Ears

        self._hub, self._thread = getcurrent(), threading.get_ident()
        self._ears, self._pool = Ears(), ThreadPoolExecutor(_MOST_THREADS, "aside")
        self._ready, self._jobs, self._back = [], [], deque()
        self._times += 1

    def _close(self) -> None:
        """Nobody lives here any more; whoever was not done is let go of."""
        assert self._ears is not None
        assert self._pool is not None
        self._thread, self._now = 0, None
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._ears.close()

    def _begin(self, life: _Life, do: Callable[..., None], *args: Any) -> None:
        from greenlet import greenlet

        def body() -> None:
            try:
                do(*args)
            finally:
                strand.let_go()

        strand = _Strand(life, next(self._numbers), greenlet(body, self._hub), self._times)
        self._go_on(strand)

    def _mine(self) -> _Strand | None:
        """Who thinks, for whoever lives here; None in any other thread."""
        return self._now if self._now is not None and self._is_here else None

    @property
    def _is_here(self) -> bool:
        return threading.get_ident() == self._thread

    def _leave(self) -> None:
        """End a turn; this comes back when the next begins."""
        assert self._hub is not None
        assert self._now is not None
        self._now.let_go()
        self._hub.switch()

    def _go_on(self, strand: _Strand, *, answered: bool = False) -> None:
        """They can go on, when it is their turn; any thread may say so."""
        if strand.time != self._times:
            return  # left over from before
        strand.lived = FIRST if answered else strand.life.lived
        if self._is_here:
            heappush(self._ready, strand)
        elif self._thread and self._ears is not None:  # or else it is all over
            self._back.append(strand)
            self._ears.wake()

    def _listen(self, *, wait: bool) -> None:
        """See who can go on, and to what they wait for."""
        assert self._ears is not None
        while self._jobs and self._jobs[0].may_begin():
            self._hand_over(heappop(self._jobs))
        for strand in self._ears.listen(wait=wait, soon=bool(self._jobs)):
            self._go_on(strand, answered=True)
        self._listened = time.monotonic()
        while self._back:
            heappush(self._ready, self._back.popleft())

    def _hand_over(self, job: _Job) -> None:
        assert self._pool is not None
        self._pool.submit(self._work, job)

    def _work(self, job: _Job) -> None:
        try:
            job.outcome = job.do()
        except Exception as error:
            job.error = error
        self._go_on(job.who, answered=job.place is not None)


class _Life:
    """A life that takes turns."""

    def __init__(self) -> None:
        self.lived = 0


@dataclass(slots=True, eq=False)
class _Strand:
    """What a life does, one thing after another; those that were behind when they last waited go first."""

    life: _Life
    number: int
    body: greenlet
    time: int
    lived: int = 0
    holds: Place | None = None  # of a call whose reply is not kept yet

    def __lt__(self, other: _Strand) -> bool:
        return (self.lived, self.number) < (other.lived, other.number)

    def let_go(self) -> None:
        """Give back the place that is held, if any."""
        if self.holds is not None:
            self.holds.give_back()
            self.holds = None


@dataclass(slots=True, eq=False)
class _Job:
    """Something that another thread is to do for somebody, once there is a place for it."""

    who: _Strand
    do: Callable[[], Any]
    place: Place | None
    outcome: Any = None
    error: Exception | None = None

    def __lt__(self, other: _Job) -> bool:
        return self.who < other.who

    def may_begin(self) -> bool:
        return self.place is None or self.place.take(wait=False)


class _Gate:
    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._guard = threading.Lock()
        self._waiting: list[_Strand] | None = []  # None once it is open
        self._others = IDLY.gate()

    def open(self) -> None:
        self._others.open()
        with self._guard:
            waiting, self._waiting = self._waiting, None
        for strand in waiting or ():
            self._turns._go_on(strand)

    def wait(self) -> None:
        mine = self._turns._mine()
        if mine is None:
            self._others.wait()
            return
        with self._guard:
            if self._waiting is None:
                return
            self._waiting.append(mine)
        self._turns._leave()


TURNS = Turns()
"""The turns of this process."""
