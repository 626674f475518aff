"""Tables in text files: lines in ``[sections]``, ``#`` for remarks, and errors that name the file and the line.

Voices, remarks, the household, the products of the shops: what people own, like and say is written in this format, so
that anybody can edit it. Every file opens with a remark on what its lines mean; what a line means is checked by whoever
reads the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from penchant.errors import BadData


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line of a table, and where it stands."""

    text: str
    where: str  # "drinks.txt, line 12"

    def refused(self, problem: str) -> BadData:
        """An error that quotes the line and says what is wrong with it."""
        return BadData(f"{self.where}: {self.text!r} {problem}.")

    def cells(self, *names: str) -> list[str]:
        """What stands between the bars ``|`` of the line: one text for each of the names, none of them empty."""
        cells = [cell.strip() for cell in self.text.split("|")]
        if len(cells) != len(names) or not all(cells):
            raise self.refused(f"should read: {' | '.join(names)}")
        return cells

    def parts(self, text: str | None = None, *, least: int = 1, of: str = "names", by: str = " / ") -> tuple[str, ...]:
        """The texts with slashes between them in the line, or in a cell of it: so many at least, none of them empty."""
        parts = tuple(part.strip() for part in (self.text if text is None else text).split(by))
        if len(parts) < least or not all(parts):
            raise self.refused(f"should have {least} {of} or more, with {by.strip()!r} between them")
        return parts

    def words(self, text: str, known: Iterable[str], of: str) -> frozenset[str]:
        """The single words of a cell, each of which has to be known; none where it says ``nothing``."""
        words = frozenset() if text == "nothing" else frozenset(text.split())
        if unknown := sorted(words.difference(known)):
            raise self.refused(f"speaks of {unknown[0]!r}, which is no {of}. There are: {', '.join(known)}")
        return words


@dataclass(frozen=True, slots=True)
class TableSection:
    """A heading in brackets and the lines below it, up to the next."""

    name: str
    heading: TableLine
    lines: tuple[TableLine, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The lines as they are read."""
        return tuple(line.text for line in self.lines)

    def need(self, least: int, of: str, lines: Sequence[object] | None = None) -> None:
        """Refuse a section that has too few lines, or too few of those given."""
        count = len(self.lines if lines is None else lines)
        if count < least:
            raise self.heading.refused(f"has {count} {of}; it needs {least} or more")

    def fields(self, *names: str) -> tuple[dict[str, TableLine], tuple[TableLine, ...]]:
        """The leading lines that read ``name: value``, by name and without it, each needed once; and the rest."""
        found: dict[str, TableLine] = {}
        for line in self.lines:
            name, colon, value = line.text.partition(":")
            if not colon or name not in names:
                break
            if name in found or not value:
                raise line.refused(f"should give {name!r} once in [{self.name}], with something behind the colon")
            found[name] = TableLine(value.strip(), line.where)
        for name in names:
            if name not in found:
                raise self.heading.refused(f"lacks the line '{name}: …' at its beginning")
        return found, self.lines[len(found) :]


def read_text(path: Traversable) -> str:
    """The text of a file that has some."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(f"{path} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from error
    except OSError as error:
        raise BadData(f"Cannot read {path}: {error.strerror or error}; check that it is a readable file.") from error
    if not text.strip():
        raise BadData(f"{path} is empty; copy the file again.")
    return text


def read_lines(title: str, text: str, *, folded: bool = True) -> list[TableLine]:
    """The lines of a table, without remarks and empty ones; ``title`` is what errors call it.

    Where lines may be ``folded``, one that begins with four blanks goes on with the one above.
    """
    found: list[TableLine] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.strip()
        if not words or words[0] == "#":
            continue
        if folded and found and line.startswith("    ") and words[0] != "[":
            found[-1] = TableLine(f"{found[-1].text} {words}", found[-1].where)
        else:
            found.append(TableLine(words, f"{title}, line {number}"))
    return found


def read_sections(title: str, text: str, *, such_as: str = "heading", folded: bool = True) -> list[TableSection]:
    """The sections of a table, in order; a heading may come more than once."""
    found: list[tuple[TableLine, list[TableLine]]] = []
    for line in read_lines(title, text, folded=folded):
        if line.text[0] == "[":
            found.append((line, []))
        elif not found:
            raise line.refused(f"stands before any section; put one above it, such as [{such_as}]")
        else:
            found[-1][1].append(line)
    return [TableSection(heading.text.strip("[]"), heading, tuple(lines)) for heading, lines in found]


def read_file(path: Traversable) -> dict[str, TableSection]:
    """The sections of a table in a file, by name, in order; one at least, and none of them empty or there twice."""
    sections: dict[str, TableSection] = {}
    for section in read_sections(str(path), read_text(path)):
        if section.name in sections:
            raise section.heading.refused("comes a second time; write its lines under the first")
        section.need(1, "lines")
        sections[section.name] = section
    if not sections:
        raise BadData(f"{path} has nothing but remarks; it needs a [section] with lines.")
    return sections


def one_of(sections: Mapping[str, TableSection], name: str, path: Traversable) -> TableSection:
    """A section that has to be there."""
    if name not in sections:
        raise BadData(f"{path} has no section [{name}]; it has: {', '.join(f'[{each}]' for each in sections)}.")
    return sections[name]
