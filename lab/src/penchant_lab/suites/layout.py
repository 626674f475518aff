"""Folders in the public layout: finding their files, lining their phases up, and writing them whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import ExitStack, contextmanager
from pathlib import Path

from penchant.errors import BadData


@contextmanager
def looking_into(folder: Path) -> Iterator[None]:
    """Say in one line what the system refuses while a folder is read."""
    try:
        yield
    except OSError as error:
        raise BadData(f"Cannot look into {folder}: {error.strerror or error}; check its permissions.") from error


def data_folder(folder: Path, world: str, inside: str, needed: Sequence[str]) -> Path:
    """The folder ``world/inside`` with the files that are needed, or one line on why it is not there."""
    holds = f"give the folder that holds {world}/"
    if not folder.exists():
        raise BadData(f"There is no folder {folder}; {holds}.")
    if not folder.is_dir():
        raise BadData(f"{folder} is a file; {holds}.")
    root = folder / world / inside
    if not root.is_dir():
        if any((folder / inside / name).exists() for name in needed):
            raise BadData(f"{folder} is the {world} folder; {holds}: {folder.resolve().parent}.")
        if any((folder / name).exists() for name in needed):
            raise BadData(f"{folder} is inside the {world} folder; {holds}: {folder.resolve().parent.parent}.")
        raise BadData(f"{folder} has no {root.relative_to(folder)}/ in it; {holds}.")
    missing = [name for name in needed if not (root / name).is_file()]
    if missing:
        raise BadData(f"{root} lacks {', '.join(missing)}; copy them there, all {len(needed)} files are needed.")
    return root


def compare_phases(phases: Sequence[Mapping[str, Sized]], paths: Sequence[Path]) -> None:
    """See that the same people have the same number of tasks in every phase."""
    first, first_path = phases[0], paths[0]
    for other, path in zip(phases, paths, strict=True):
        for person in dict.fromkeys((*first, *other)):
            if person not in first or person not in other:
                here, there = (first_path, path) if person in first else (path, first_path)
                raise BadData(
                    f"{there} has no task of {person!r}, but {here.name} has; add them or take them out of all four."
                )
            mine, theirs = len(first[person]), len(other[person])
            if mine != theirs:
                raise BadData(
                    f"{path} has {theirs} tasks of {person!r}, but {first_path.name} has {mine}; "
                    "every phase needs the same tasks."
                )


def digest_of(contents: Iterable[object]) -> str:
    """A sha256 over what JSON can hold; the same contents in the same order give the same one."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(json.dumps(content, separators=(",", ":")).encode() + b"\n")
    return digest.hexdigest()


@contextmanager
def written_people(folder: Path, lists: Sequence[Path], objects: Sequence[Path]) -> Iterator[PeopleWriter]:
    """A writer of JSON files below a folder, lists and objects by name; they are all there in full, or not touched."""
    try:
        with ExitStack() as stack:
            drafts = [stack.enter_context(_JsonDraft(folder / path, "[]")) for path in lists]
            drafts += [stack.enter_context(_JsonDraft(folder / path, "{}")) for path in objects]
            writer = PeopleWriter(drafts[: len(lists)], drafts[len(lists) :])
            yield writer
            if not writer.seen:
                raise BadData(f"There is nobody to save in {folder}; make at least one person first.")
            for draft in drafts:
                draft.finish()
            for draft in drafts:
                draft.publish()
    except OSError as error:
        raise BadData(
            f"Cannot write to {folder}: {error.strerror or error}; give a folder that can be written."
        ) from error


class PeopleWriter:
    """Takes people one by one, so that there may be more of them than fit in memory."""

    def __init__(self, lists: Sequence[_JsonDraft], objects: Sequence[_JsonDraft]) -> None:
        self.seen: set[str] = set()
        self._lists = lists
        self._objects = objects

    def add(self, person: str, entries: Sequence[Iterable[object]], values: Sequence[object]) -> None:
        """One person: their entries for each of the lists, and what each of the objects says under their name."""
        if person in self.seen:
            raise BadData(f"Two of the people to save are called {person!r}; give each a name of their own.")
        self.seen.add(person)
        for draft, several in zip(self._lists, entries, strict=True):
            for entry in several:
                draft.add(_json(entry))
        for draft, value in zip(self._objects, values, strict=True):
            draft.add(f"{_json(person)}: {_json(value)}")


class _JsonDraft:
    """A JSON file in the making, beside the one it will replace."""

    def __init__(self, target: Path, brackets: str) -> None:
        self._target = target
        self._draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        self._brackets = brackets
        self._separator = "\n"

    def __enter__(self) -> _JsonDraft:
        self._target.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._draft.open("w", encoding="utf-8")
        self._file.write(self._brackets[0])
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self._draft.unlink(missing_ok=True)

    def add(self, entry: str) -> None:
        self._file.write(self._separator + entry)
        self._separator = ",\n"

    def finish(self) -> None:
        self._file.write("\n" + self._brackets[1] + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def publish(self) -> None:
        self._draft.replace(self._target)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
