"""A suite whose people are read from a folder in the public layout, or made one by one from a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from penchant.domain import Action
from penchant.errors import BadInput
from penchant_lab.suites.protocol import Life, Task

Someone = TypeVar("Someone")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Generic[Someone]):
    """Where the people of one world come from."""

    bundled: int  # how many there are unless told otherwise
    make: Callable[[int, int], Someone]  # from a seed and a number
    load: Callable[[Path], Sequence[Someone]]
    life: Callable[[Someone], Life]
    fingerprint: Callable[[Iterable[Someone]], str]
    content: Callable[[], object]  # reads what they are made from, and says what is wrong with it
    generator: Path  # the folder whose code and tables make them


class GatheredSuite(Generic[Someone]):
    """So many people; nobody depends on how many others there are."""

    def __init__(self, source: Source[Someone], *, data: Path | None, people: int | None, seed: int) -> None:
        if people is not None and people < 1:
            raise BadInput(f"A study needs at least one person, not {people}.")
        self.seed = seed
        self._source = source
        self._read = None if data is None else source.load(data)
        if self._read is None:
            source.content()
        elif people is not None and people > len(self._read):
            raise BadInput(f"{data} holds {len(self._read)} people, not {people}; ask for fewer, or leave out --data.")
        self._count = people or (source.bundled if self._read is None else len(self._read))

    def __len__(self) -> int:
        return self._count

    def life(self, index: int) -> Life:
        """One person's tasks; in the later phases each intent also says what it was before the change."""
        return self._source.life(self.data(index))

    def data(self, index: int) -> Someone:
        """One person as the data has them, with all that no agent is shown."""
        return self._source.make(self.seed, index) if self._read is None else self._read[index]

    def is_right(self, task: Task, action: Action) -> bool:
        """Whether the action is what the person had in mind, letter for letter."""
        return task.intent.is_met_by(action)

    def fingerprint(self) -> str:
        """A hash of the data read, or of what makes it: the generator's code and tables, the seed, how many people."""
        if self._read is not None:
            return self._source.fingerprint(self._read[: self._count])
        digest = hashlib.sha256(f"{self.seed}/{self._count}".encode())
        folder = self._source.generator
        for text in sorted((*folder.rglob("*.py"), *folder.rglob("*.txt"), *folder.parent.glob("names.*"))):
            digest.update(text.read_bytes())
        return digest.hexdigest()
