"""Hearing what is no matter of taste: an allergy, a diet, a rule of faith, an access need, a "never".

The turns of phrase are in ``constraints.txt``, each about the speaker. Mere emphasis ("I can't stand techno"), somebody
else's rule, a question, what was once, and a joke about what no option could be are none. What it rules out is in
:mod:`penchant.mind.constraints`. Somebody who takes such a rule back ("I eat meat again") is heard as well: as a
statement that they accept it, which is confirmed before it counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial

from penchant.domain import Stance, Statement
from penchant.english import stem
from penchant.mind.constraints import is_known, is_member, named, table
from penchant.mind.lexicon import hypernyms, is_descriptive, is_kind
from penchant.mind.understand import tables
from penchant.mind.understand.patterns import Found, Patterns
from penchant.mind.understand.words import MOST_READ, clauses_of
from penchant.remembering import remembered

_FILE = "understand/constraints.txt"
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_LIST = r"[a-z][a-z' -]{0,60}(?:, [a-z' -]{1,40}){0,4}"
_LONGEST = 4
"""So many words the name of what is ruled out has at most."""

_listed = partial(tables.patterns, _FILE, about=_LIST)
_words = partial(tables.words, _FILE)


@remembered(1024)
def heard_constraints(words: str) -> tuple[Statement, ...]:
    """The rules in a person's words that hold for them on every occasion.

    >>> [(one.stance, one.value) for one in heard_constraints("I'm vegetarian, and allergic? My sister is, to cats.")]
    [('wants', 'vegetarian')]
    """
    found: dict[tuple[Stance, str], None] = {}
    for sentence in map(str.strip, clauses_of(plainly(words[:MOST_READ]))):
        if not _is_asked(sentence):
            found |= dict.fromkeys(_in_sentence(sentence.rstrip(".!?;\n ")))
    return tuple(Statement(stance, value, kind="constraint") for stance, value in found)


def plainly(words: str) -> str:
    """The words in small letters and with whole contractions, and "I'm vegan and allergic" as two things said."""
    text = _QUOTED.sub(" ", words.lower().replace("’", "'"))
    text = re.sub(r"\b(?:i am|im)\b", "i'm", re.sub(r"\bwe are\b", "we're", text))
    text = re.sub(r"\b(do|does|wo|ca|must|is|are)nt\b", r"\1n't", text)
    text = re.sub(r"[ \t]+", " ", re.sub(r"\bi have been\b", "i've been", text))
    for found in reversed([*_named("both").find_all(text)]):
        between = text[found.span[0] : found.about[0] if found.about else 0].split()
        if _words("others").isdisjoint(between[1:]) and found.about:
            text = f"{text[: found.about[0]]}{between[0]} {text[found.about[0] :]}"
    return text


def forbidding(sentence: str) -> tuple[str, str] | None:
    """The verb of what no assistant is ever to do, and what comes after it: "never put my keys there"."""
    found = _listed("never").search(sentence)
    return None if found is None else (found.said, sentence[found.span[1] :])


def is_of_an_occasion(words: str) -> bool:
    """Whether words speak of some occasion, and not of all."""
    return _listed("occasions").are_in(words)


def is_putting(verb: str) -> bool:
    """Whether a verb is of where things are put."""
    return verb in _words("putting")


@cache
def _named(section: str) -> Patterns:
    """The patterns of a section whose X is a diet or a condition."""
    known = table()
    diets = {name.replace(" ", "-") for name in known.diets if "free" not in name and "accessible" not in name}
    every = (*known.diets, "allergic", "alergic", "intolerant") if section == "both" else diets
    names = [re.escape(name).replace(r"\ ", "[ -]") for name in (*every, *known.conditions)]
    names += ["[a-z]+[ -]free"] * (section == "is")
    return tables.patterns(_FILE, section, about=rf"(?:{'|'.join(sorted(names, key=len))})(?![\w-])")


def _is_asked(sentence: str) -> bool:
    """Whether it is a question; "I'm vegan, remember?" is none, and "I'm vegan, so could I…?" neither."""
    if not sentence.endswith("?"):
        return _listed("inverted").are_in(sentence)
    return "," not in sentence or _listed("asked").are_in(sentence)


def _in_sentence(sentence: str) -> Iterator[tuple[Stance, str]]:
    lifted = list(_lifted(sentence))
    if lifted:
        yield from lifted
        return
    yield from _conditions(sentence)
    yield from _allergies(sentence)
    yield from _access(sentence)
    for section, counts in (
        ("allergens", _is_allergen),
        ("known", is_known),
        ("members", is_member),
        ("diets", is_diet),
    ):
        for found in _listed(section).find_all(sentence):
            if _holds_always(found):
                stance: Stance = "wants" if section == "diets" else "avoids"
                yield from ((stance, name) for name in _named_in(found.said, counts))
    yield from _forbidden(sentence)


def _holds_always(found: Found) -> bool:
    """Whether it is meant as it is said, of every occasion."""
    start, end = found.span
    if _listed("not really").are_in(found.text[:end]):
        return False
    rest = found.text[start:]
    stop = _listed("clause ends").search(rest)
    return not is_of_an_occasion(rest[: stop.span[0]] if stop else rest) and "spiritually" not in found.text


def _named_in(what: str, counts: Callable[[str], bool]) -> Iterator[str]:
    """The names in a list that count, in the person's words; a new wish ("nuts, the tart please") is no part of it."""
    stop = _listed("list ends").search(what)
    first, *others = re.split(r"(,? and |,? or |, |/)", what[: stop.span[0]] if stop else what)
    parts = [first]
    if any("and" in tie or "or" in tie for tie in others[::2]):  # "nuts, eggs and fish", but not "nuts, tea"
        parts += others[1::2]
    for number, part in enumerate(map(str.strip, parts)):
        if _listed("only some").are_in(part) or (number and _listed("own clause").are_in(part)):
            return
        small = _listed("small").search(part)
        tokens = part[small.span[1] if small else 0 :].split()
        for size in range(min(len(tokens), _LONGEST), 0, -1):
            name = " ".join(tokens[:size]).strip("', -")
            if name and counts(name):
                yield name
                break


def _conditions(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What somebody is: vegan, coeliac, diabetic."""
    for found in (*_named("is").find_all(sentence), *_named("is alone").find_all(sentence)):
        rest = sentence[found.about[1] if found.about else 0 :].split()
        if (rest and rest[0].strip(",") in _words("food")) or not _holds_always(found):
            continue
        follows = table().conditions.get(found.said.replace("-", " "))
        if follows or is_diet(found.said):
            yield follows or ("wants", found.said)


def _allergies(sentence: str) -> Iterator[tuple[Stance, str]]:
    """A nut allergy of the speaker's own."""
    for found in _listed("allergy").find_all(sentence.replace("-", " ")):
        before = re.sub(r"\b(?:it|that|there|here|what|let)'s\b", "", sentence[: found.about[1] if found.about else 0])
        others = "'s " in before or _listed("not mine").are_in(before)
        if (others and not _listed("mine").are_in(before)) or not _holds_always(found):
            continue
        for size in (2, 1):
            name = " ".join(found.said.split()[-size:])
            if is_known(name) or is_member(name):
                yield "avoids", name
                break


def _access(sentence: str) -> Iterator[tuple[Stance, str]]:
    needs: tuple[tuple[str, Stance, str], ...] = (
        ("flying", "avoids", "flying"),
        ("sober", "avoids", "alcohol"),
        ("stairs", "avoids", "stairs"),
        ("wheelchair", "wants", "step-free"),
    )
    for section, stance, value in needs:
        found = _listed(section).search(sentence)
        if found and _holds_always(found):
            yield stance, value


def _forbidden(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What nobody is ever to bring: "never give me anything with pork"; of a bare "never" only what the table knows."""
    for section in ("never", "bare"):
        found = _listed(section).search(sentence)
        if found and _holds_always(found):
            rest = sentence[found.span[1] :]
            yield from _known_in(rest)
            if section == "never" and not is_putting(found.said):
                yield from (("avoids", word) for word in rest.split() if is_kind(word) and word not in _words("meals"))
    refused = _listed("refuses").search(sentence) if _listed("faith").are_in(sentence) else None
    yield from _known_in(sentence[refused.span[1] :]) if refused else ()


def _known_in(text: str) -> Iterator[tuple[Stance, str]]:
    words = re.findall(r"[a-z]+", text)
    yield from (("avoids", word) for word in words if is_known(word) and not is_diet(word))


def _lifted(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What somebody takes back, of which they say so: "I'm no longer vegan", "I eat meat again"."""
    for found in _listed("lifts").find_all(sentence):
        if not _listed("not really").are_in(sentence[: found.span[0]]):
            yield from (("accepts", name) for name in _named_in(found.said, is_known))
    if _listed("lifts flying").are_in(sentence):
        yield "accepts", "flying"


def _is_allergen(name: str) -> bool:
    return is_known(name) or is_member(name) or _is_everyday(name)


def _is_everyday(name: str) -> bool:
    """Whether everyday knowledge has it as a thing to have: coffee, black tea."""
    first, *rest = name.split()
    last = rest[0] if rest else first
    if len(rest) > 1 or (rest and not (is_descriptive(first) or hypernyms(first))):
        return False
    return stem(last) not in _words("meals") and bool(is_kind(last) or is_kind(stem(last)) or hypernyms(last))


def is_diet(name: str) -> bool:
    """Whether it is the name of a diet, or free of something that is known."""
    plain = named(name)
    return plain in table().diets or (plain.endswith(" free") and plain.removesuffix(" free") in table().members)
