"""What has been read lately, person by person, within a bound on memory."""

from __future__ import annotations

import threading
from collections import OrderedDict

from penchant.domain import PersonId
from penchant.store.shelf import Shelf


class ShelfCache:
    """Shelves of the people asked about last; the longest unused go first.

    Bounded by ``limit`` bytes, except that the one used last always stays. Whoever takes a shelf out compares its
    revision with the file's before believing it.
    """

    def __init__(self, limit: int) -> None:
        self.lock = threading.Lock()
        self._limit = limit
        self._held = 0
        self._shelves: OrderedDict[PersonId, Shelf] = OrderedDict()

    @property
    def nbytes(self) -> int:
        """About how much memory it holds."""
        return self._held

    def get(self, person: PersonId) -> Shelf | None:
        """The shelf of this person, if there is one."""
        with self.lock:
            shelf = self._shelves.get(person)
            if shelf is not None:
                self._shelves.move_to_end(person)
            return shelf

    def put(self, person: PersonId, shelf: Shelf) -> None:
        """Keep this shelf, unless a later revision is here already."""
        with self.lock:
            old = self._shelves.get(person)
            if old is not None and old.revision > shelf.revision:
                return
            self._held += shelf.nbytes - (old.nbytes if old is not None else 0)
            self._shelves[person] = shelf
            self._shelves.move_to_end(person)
            while self._held > self._limit and len(self._shelves) > 1:
                _, gone = self._shelves.popitem(last=False)
                self._held -= gone.nbytes

    def drop(self, person: PersonId) -> None:
        """Keep nothing of this person."""
        with self.lock:
            gone = self._shelves.pop(person, None)
            if gone is not None:
                self._held -= gone.nbytes
