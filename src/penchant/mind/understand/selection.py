"""Choosing among long descriptions: "option 2", "(b)", "I'll go with the planner; the others don't appeal to me".

A long option shares words with nearly every sentence about it, so only the clause that selects is read: a label, or
words that occur in just one option, or else what is most alike in meaning. Where they point to two, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from penchant.domain import Reading, Utterance
from penchant.english import stem
from penchant.mind.understand.tokens import MOST_READ, tokenise
from penchant.mind.understand.words import ARTICLES, COMMON, FILLERS, GENERIC, JOINERS, NOUNISH, one_of
from penchant.remembering import remembered

Likeness = Callable[[str, str], float]

SURE, ALIKE = 0.95, 0.7
"""How sure a selection is that points to one option only, and one by likeness."""

_AT_LEAST, _AHEAD = 0.1, 0.02
"""How alike an option has to be, and by how much more than the next."""

LONG, MOST = 6, 200
"""Options of fewer words than that, on average, have names; more options than that are no list to choose from."""

_NUMBERS = {
    word: value
    for value, words in enumerate(
        (
            "one first a", "two second b", "three third c", "four fourth d", "five fifth e", "six sixth f",
            "seven seventh g", "eight eighth h", "nine ninth i", "ten tenth j",
        )
    )
    for word in words.split()
}  # fmt: skip
_LABEL = re.compile(
    r"\b(?:options?|number|choice|item|answer|response|proposal|candidate)\s*\(?(\d{1,3}|[a-j]"
    r"|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"|\b(\d{1,2})(?:st|nd|rd|th)\b"
    r"|\b(?:pick|choose|choice is|take|go with|vote for|prefer)\s+(\d{1,2}|[b-j])\s*$"
    r"|\b(?:the )?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last) (?:one|option|choice|idea)\b"
    r"|\bthe (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)\s*$"
)
_NUMBER_SIGN = re.compile(r"\b(?:no\.|nr\.?|n°)\s*(?=\d)|#\s?(?=\d)")
_LABEL_ALONE = re.compile(r"\(?(\d{1,2}|[a-j])(?:\)|\.|:|,| because\b| please\b|$)")
_CLAUSE_ENDS = re.compile(
    r"[.;!?\n,:—]+\s|[.;!?\n,:—]+$| - "
    r"|\b(?:because|since|while|whereas|but|rather than|instead of|although|though|than|as|so|over|if)\b"
)
_SELECTING = re.compile(
    r"\b(?:go|going|went) (?:with|for)\b|\b(?:choose|chose|choosing|pick|picked|picking|select|selected|take"
    r"|taking|prefer|want|like|love|vote|stick with|settle|opt|say|buy|order|try|do|book|stay"
    r"|be)\b|\bit'?s\b|\bfor me\b|\bplease\b"
)
_REFUSING = re.compile(
    r"n['’]t\b|\b(?:not|no|never|neither|nor|none|without|others?|rest"
    r"|enough|hate|dislike|boring|bores?|too|except|skip|already)\b"
)
_ASKING = re.compile(
    r"^(?:what|which|how|why|who|when|where|is|are|does|do|did|tell|explain|show|compare|describe|more about)\b"
)
_OPEN = re.compile(r"\b(?:any|either|both|all|or|whatever|whichever|decide|unsure|sure|know|later|thanks|hello)\b")
_EXCEPT = re.compile(r"\b(?:any|every)\w+ but\b|\ball but\b")
_NO_CONTENT = COMMON | GENERIC | FILLERS | JOINERS | ARTICLES | one_of("i'll i'd i've let's best sound please thank")


def read_selection(said: Utterance, likeness: Likeness | None = None) -> Reading | None:
    """The one long option that is chosen; None where options are short, or the words do not point to just one.

    >>> options = ("A weekly desk planner with tear-off sheets", "A refillable brass fountain pen with a medium nib")
    >>> read_selection(Utterance("I'll go with the planner; the pen doesn't appeal to me", options)).wants
    ('A weekly desk planner with tear-off sheets',)
    >>> read_selection(Utterance("option 2, I write a lot", options)).wants
    ('A refillable brass fountain pen with a medium nib',)
    """
    options = tuple(dict.fromkeys(said.options))
    if said.acted or not said.words.strip() or not are_long(options):
        return None
    words = _NUMBER_SIGN.sub("number ", said.words[:MOST_READ].strip().casefold())
    clauses = [clause for clause in _CLAUSE_ENDS.split(words) if clause and clause.strip()]
    if not clauses or _ASKING.search(words) or _EXCEPT.search(words):
        return None
    chosen = _by_label(words, clauses, len(options))
    if chosen is None:
        chosen = _by_words(clauses, options)
    if chosen is not None:
        return Reading(wants=(options[chosen],), sure=SURE)
    alike = _by_likeness(clauses, options, likeness) if likeness is not None else None
    return None if alike is None else Reading(wants=(options[alike],), sure=ALIKE)


@remembered(1_024)
def are_long(options: tuple[str, ...]) -> bool:
    """Whether options are described more than named, so that a word they share with a text says little."""
    if not 2 <= len(options) <= MOST:
        return False
    words = [len(name[:400].split()) for name in options]
    return sum(words) >= LONG * len(words) and not any("option" in name.casefold() for name in options)


def _by_label(words: str, clauses: Sequence[str], many: int) -> int | None:
    """The number of the option that is chosen by its place in the list."""
    alone = _LABEL_ALONE.match(words)
    if alone and not words.startswith("a ") and not words.startswith("i "):
        return _place(alone[1], many)
    for clause in clauses:
        found = {label for match in _LABEL.finditer(clause) for label in match.groups() if label}
        if found and _REFUSING.search(clause):
            continue
        if found:
            return _place(found.pop(), many) if len(found) == 1 else None
    return None


def _place(label: str, many: int) -> int | None:
    if label == "last":
        return many - 1
    place = int(label) - 1 if label.isdecimal() else _NUMBERS[label]
    return place if 0 <= place < many else None


def _by_words(clauses: Sequence[str], options: tuple[str, ...]) -> int | None:
    """The number of the option that words of the selecting clause name, and no other option has."""
    stems = _distinct(options)
    named: list[tuple[bool, set[int]]] = []
    for clause in clauses:
        if _REFUSING.search(clause):
            continue
        found = {stems[stem(word)] for word in _content(clause) if stem(word) in stems}
        if found:
            named.append((_SELECTING.search(clause) is not None, found))
    selecting = [found for selects, found in named if selects] or [found for _, found in named[:1]]
    first = selecting[0] if selecting else set()
    return first.pop() if len(first) == 1 else None


def _by_likeness(clauses: Sequence[str], options: tuple[str, ...], likeness: Likeness) -> int | None:
    """The number of the option that is most like what is said in clauses that refuse nothing."""
    said = " ".join(word for clause in clauses if not _REFUSING.search(clause) for word in _content(clause))
    if not said or any(_OPEN.search(clause) for clause in clauses):
        return None
    ranked = sorted(((likeness(said, name), number) for number, name in enumerate(options)), reverse=True)
    (best, chosen), (second, _) = ranked[:2]
    return chosen if best >= _AT_LEAST and best - second >= _AHEAD else None


def _content(clause: str) -> list[str]:
    return [word for word in tokenise(clause) if (word not in _NO_CONTENT or word in NOUNISH) and word[0].isalpha()]


@remembered(256)
def _distinct(options: tuple[str, ...]) -> dict[str, int]:
    """The words that only one option has, with its number."""
    having: dict[str, set[int]] = {}
    for number, name in enumerate(options):
        for word in _content(name):
            having.setdefault(stem(word), set()).add(number)
    return {word: next(iter(numbers)) for word, numbers in having.items() if len(numbers) == 1}
