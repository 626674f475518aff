"""What the embodied world is made of: kinds of things, moments, places, belongings and turns of phrase.

It is written down in ``content/*.txt``, which anybody can edit; ``content/README.txt`` tells how. Here it is read and
checked, on first use. Entries are compared by identity: each is one of a kind. Nothing here chooses anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from string import Formatter

from penchant.english import without_article
from penchant.errors import BadData
from penchant.tables import TableLine, TableSection, one_of, read_file

KIND_FILES = ("drinks", "food", "cosy", "leisure", "wear", "gear")
MOMENT_FILES = ("weather", "body", "mood", "work", "company", "house", "ritual")

OPPOSITE = {
    "hot": "cold",
    "calm": "lively",
    "plain": "festive",
    "light": "rich",
    "soft": "rough",
    "bright": "dim",
}
OPPOSITE |= {right: left for left, right in OPPOSITE.items()}

_PUT_GAPS = {"these", "thing", "them", "they"}
_LEAST_THINGS, _LEAST_SAYINGS, _LEAST_KIN, _LEAST_PLACES, _LEAST_ROOMS = 8, 6, 3, 2, 5
_LEAST_OCCASIONS, _LEAST_BELONGINGS = 40, 14  # so many may be drawn for the longest life


@dataclass(frozen=True, slots=True)
class Name:
    """What a thing is called, alone (``lemon tart``) and in a sentence (``a lemon tart``)."""

    bare: str
    spoken: str

    @property
    def single(self) -> bool:
        """Whether one speaks of it as *this* and *it* rather than *these* and *them*."""
        return self.bare != self.spoken


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A family of near-identical things; whoever likes one likes its kin."""

    names: tuple[Name, ...]
    character: frozenset[str]
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class ThingKind:
    """A sort of thing one can ask for without saying which: ``asks`` are noun phrases, ``what`` whole questions."""

    label: str
    group: str
    purpose: str
    asks: tuple[str, ...]
    what: tuple[str, ...]
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Somewhere to put a thing: ``where`` is how one says it, ``on the mantelpiece``."""

    names: tuple[Name]
    where: str
    room: str
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Belonging:
    """Things that get put away; ``rooms`` could hold them, ``home`` is where most people would look first."""

    names: tuple[Name, ...]
    home: str
    rooms: frozenset[str]


@dataclass(frozen=True, slots=True, eq=False)
class Occasion:
    """A moment one may ask from: said in the first person in many ways, and what common sense would suggest then."""

    label: str
    when: str
    suggests: frozenset[str]
    groups: frozenset[str]
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Household:
    """Everything the people of the embodied world are made from."""

    kinds: tuple[ThingKind, ...]
    occasions: tuple[Occasion, ...]
    spots: tuple[Spot, ...]
    belongings: tuple[Belonging, ...]
    against_the_grain: Mapping[str, tuple[str, ...]]  # why anyone would want this character where another is usual
    bring: tuple[str, ...]
    put: tuple[str, ...]


@cache
def household() -> Household:
    """The household that comes with penchant."""
    return read_household(resources.files(__package__) / "content")


def read_household(folder: Traversable) -> Household:
    """The household in a folder of text files, or :class:`BadData`, which names the file and the line to mend."""
    kinds: dict[str, ThingKind] = {}
    for name in KIND_FILES:
        for section in read_file(folder / f"{name}.txt").values():
            if section.name in kinds:
                raise section.heading.refused("is the name of a kind in another file")
            kinds[section.name] = _kind(section, kinds)
    groups = dict.fromkeys(kind.group for kind in kinds.values())
    moments = [s for name in MOMENT_FILES for s in read_file(folder / f"{name}.txt").values()]
    occasions = tuple(_occasion(section, groups) for section in moments)
    for group in groups:
        if not any(group in occasion.groups for occasion in occasions):
            raise BadData(f"No moment in {folder} fits the group {group!r}; write it behind the fits: of some.")
    if len(occasions) < _LEAST_OCCASIONS:
        raise BadData(f"{folder} has {len(occasions)} moments to ask from; it needs {_LEAST_OCCASIONS} or more.")
    rooms = read_file(folder / "places.txt")
    spots = tuple(_spot(section, line) for section in rooms.values() for line in _places(section))
    requests_file, reasons_file = folder / "requests.txt", folder / "reasons.txt"
    requests, reasons = read_file(requests_file), read_file(reasons_file)
    belongings = tuple(
        _belonging(section, line, rooms)
        for section in read_file(folder / "belongings.txt").values()
        for line in section.lines
    )
    if len(belongings) < _LEAST_BELONGINGS:
        raise BadData(f"{folder} has {len(belongings)} belongings; it needs {_LEAST_BELONGINGS} or more.")
    return Household(
        kinds=tuple(kinds.values()),
        occasions=occasions,
        spots=spots,
        belongings=belongings,
        against_the_grain={trait: one_of(reasons, trait, reasons_file).texts for trait in OPPOSITE},
        bring=_shapes(one_of(requests, "bring", requests_file), {""}),
        put=_shapes(one_of(requests, "put away", requests_file), {"thing"}, _PUT_GAPS),
    )


def _name(spoken: str) -> Name:
    """Read ``"a lemon tart"`` or, where there is no article, ``"dried apricots"``."""
    return Name(without_article(spoken), spoken)


def _kind(section: TableSection, others: Mapping[str, ThingKind]) -> ThingKind:
    fields, lines = section.fields("group", "purpose", "asks", "what")
    if lines and lines[0].text.startswith("all of: "):
        things = tuple(thing for name in _kinds_named(lines[0], others) for thing in others[name].things)
    else:
        things = tuple(_thing(line) for line in lines)
    section.need(_LEAST_THINGS, "things", things)
    asks, what = fields["asks"].parts(of="phrases"), fields["what"].parts(of="questions")
    return ThingKind(section.name, fields["group"].text, fields["purpose"].text, asks, what, things)


def _kinds_named(line: TableLine, known: Mapping[str, ThingKind]) -> list[str]:
    names = line.text.removeprefix("all of: ").split(", ")
    for name in names:
        if name not in known:
            raise line.refused(f"names {name!r}, but no kind of that name stands above it")
    return names


def _thing(line: TableLine) -> Thing:
    names, character, why = line.cells("names", "character", "why")
    return Thing(_kin(line, names), line.words(character, OPPOSITE, "character"), why)


def _kin(line: TableLine, names: str) -> tuple[Name, ...]:
    return tuple(_name(part) for part in line.parts(names, least=_LEAST_KIN))


def _occasion(section: TableSection, groups: Iterable[str]) -> Occasion:
    fields, lines = section.fields("when", "suggests", "fits")
    section.need(_LEAST_SAYINGS, "ways to say it", lines)
    suggests, fits = fields["suggests"], fields["fits"]
    return Occasion(
        section.name,
        fields["when"].text,
        suggests.words(suggests.text, OPPOSITE, "character"),
        fits.words(fits.text, groups, "group of kinds"),
        tuple(line.text for line in lines),
    )


def _places(section: TableSection) -> tuple[TableLine, ...]:
    section.need(_LEAST_PLACES, "places")
    return section.lines


def _spot(section: TableSection, line: TableLine) -> Spot:
    where, why = line.cells("on the mantelpiece", "why")
    preposition, _, bare = where.partition(" the ")
    if not bare or " " in preposition:
        raise line.refused("should begin with where it is: 'on the', 'in the' and so on")
    return Spot((Name(bare, f"the {bare}"),), where, section.name, why)


def _belonging(section: TableSection, line: TableLine, rooms: Mapping[str, object]) -> Belonging:
    if section.name not in rooms:
        raise section.heading.refused(f"is no room of places.txt. There are: {', '.join(rooms)}")
    names, kept = line.cells("names", "rooms, or: anywhere")
    could = frozenset(rooms) if kept == "anywhere" else line.words(kept, rooms, "room of places.txt")
    if section.name not in could or len(could) < _LEAST_ROOMS:
        raise line.refused(f"should name {_LEAST_ROOMS} rooms or more, among them {section.name}")
    return Belonging(_kin(line, names), section.name, could)


def _shapes(section: TableSection, needed: set[str], allowed: set[str] | None = None) -> tuple[str, ...]:
    """Sentences whose gaps can be filled."""
    for line in section.lines:
        try:
            gaps = [gap for _, gap, _, _ in Formatter().parse(line.text) if gap is not None]
        except ValueError:
            raise line.refused("has a brace too many or too few") from None
        if not needed <= {*gaps} <= (allowed or needed) or (gaps.count("") > 1):
            known = " ".join(f"{{{gap}}}" for gap in sorted(allowed or needed))
            raise line.refused(f"should have the gap {{{''.join(needed)}}} and no gaps but {known}")
    return section.texts
