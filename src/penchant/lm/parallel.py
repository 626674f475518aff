"""Several questions to a model at the same time, for whoever needs all of the replies before going on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def together(tasks: Sequence[Callable[[], T]]) -> list[T]:
    """What the tasks give back, in their order, done at the same time; the first of their errors, if there is one.

    Who is interrupted meanwhile does not wait for them: their threads end with the process.

    >>> together([lambda: "tea", lambda: "coffee"])
    ['tea', 'coffee']
    """
    done: dict[int, T] = {}
    failed: dict[int, BaseException] = {}

    def do(number: int, task: Callable[[], T]) -> None:
        try:
            done[number] = task()
        except BaseException as error:
            failed[number] = error

    threads = [threading.Thread(target=do, args=each, daemon=True) for each in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[min(failed)]
    return [done[number] for number in range(len(tasks))]
