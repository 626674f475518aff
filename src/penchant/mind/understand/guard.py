"""The last look at a reading, whoever made it: what the plain syntax of the words contradicts is taken back.

An option that is named only after "without", "except" or "gone off" is not wanted; one that is named only in what
somebody else likes, in a question, a lost chance or a line of notes is neither wanted nor refused; what was said first
and then corrected is not wanted. Nothing is read here: where a reading is contradicted, that part of it goes, and the
rest is so unsure that the loop asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from penchant.domain import Reading, Utterance, Verdict
from penchant.mind.understand import guard_cues as cues
from penchant.mind.understand.names import Mention, OptionIndex, find_names, option_index
from penchant.mind.understand.tokens import MOST_READ, PAUSES, tokenise
from penchant.mind.understand.words import ARTICLES, one_of

CONTRADICTED = 0.5
"""How sure is what remains of a reading that syntax contradicts."""

_EMPTY: frozenset[str] = frozenset()
_NOT = one_of("not no never nobody none nothing without hardly")
_WANTED, _AVOIDED = "wanted", "avoided"
_BOTH = frozenset({_WANTED, _AVOIDED})


def guarded(said: Utterance, reading: Reading) -> Reading:
    """The reading without what the words cannot mean.

    >>> said = Utterance("I've stopped liking coffee", ("coffee", "tea"))
    >>> guarded(said, Reading(wants=("coffee",), sure=0.9)).wants
    ()
    >>> guarded(said, Reading(avoids=("coffee",), sure=0.9)).avoids
    ('coffee',)
    """
    stances = reading.wants or reading.accepts or reading.avoids
    if not (stances or reading.verdict != "unclear"):
        return reading
    tokens = tokenise(said.words)
    shelf = option_index(tuple(dict.fromkeys(said.options)))
    mentions = find_names(tokens, shelf)
    ruled_out, verdicts = _ruled_out(tokens, shelf, mentions, said)

    def kept(names: Iterable[str], side: str) -> tuple[str, ...]:
        return tuple(name for name in names if side not in ruled_out.get(name, _EMPTY))

    wants, accepts = kept(reading.wants, _WANTED), kept(reading.accepts, _WANTED)
    avoids = kept(reading.avoids, _AVOIDED)
    verdict: Verdict = "unclear" if reading.verdict in verdicts else reading.verdict
    if (wants, accepts, avoids, verdict) == (reading.wants, reading.accepts, reading.avoids, reading.verdict):
        return reading
    changed = reading.changed and bool(wants or accepts or avoids)
    return replace(
        reading,
        wants=wants,
        accepts=accepts,
        avoids=avoids,
        verdict=verdict,
        changed=changed,
        sure=min(reading.sure, CONTRADICTED),
        odds=tuple((name, min(likely, CONTRADICTED)) for name, likely in reading.odds),
    )


def _ruled_out(
    tokens: Sequence[str], shelf: OptionIndex, mentions: Sequence[Mention], said: Utterance
) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """For each option what it cannot be, and what the verdict cannot be."""
    wording = _wording(tokens, mentions)
    sides: list[set[str]] = [set() for _ in mentions]
    hearsay = {_WANTED} if _OWN_NO.search(wording) else _BOTH  # "my husband wants the sofa, not me"
    for shapes, ruled, firm in (
        (cues.NOT_AVOIDED, {_AVOIDED}, True),
        (cues.NEITHER, hearsay, True),
        (cues.NOT_WANTED, {_WANTED}, False),
    ):
        for found in _named_in(shapes, wording, unless_negated=not firm):
            sides[found] |= ruled
    if not said.acted:
        for found in _named_in(cues.NOT_WANTED_UNDONE, wording):
            sides[found].add(_WANTED)
    verdicts: set[str] = set()
    acted = {shelf.number[name] for name in said.acted if name in shelf.number}
    if acted:
        for shapes, side, verdict in (
            (cues.WISHED_FOR, _AVOIDED, "right"),
            (cues.WARDED_OFF, _WANTED, "wrong"),
        ):
            for found in _named_in(shapes, wording):
                if acted.isdisjoint(mentions[found].options):
                    sides[found].add(side)
                    verdicts.add(verdict)
        if any(cues.NOT_PRAISE.find_in(wording)):
            verdicts.add("right")
        if "but" not in tokens and any(cues.NOT_BLAME.find_in(wording)):
            verdicts.add("wrong")
    _rule_out_corrected(tokens, mentions, sides)
    for found in _excepted(tokens, mentions):
        sides[found].add(_WANTED)
    asked = said.said_before or (said.question.text if said.question is not None else "")
    if asked and not acted and _asks_what_to_leave(asked) and _only_names(tokens, mentions):
        for ruled in sides:
            ruled.add(_WANTED)
    if _quoted(said.words):
        own = find_names(tokenise(_without_quotes(said.words)), shelf)
        outside = {option for mention in own for option in mention.options}
        for mention, ruled in zip(mentions, sides, strict=True):
            if outside.isdisjoint(mention.options):
                ruled |= hearsay
    by_option: dict[str, frozenset[str]] = {}
    for mention, ruled in zip(mentions, sides, strict=True):
        for option in mention.options:
            name = shelf.names[option]
            by_option[name] = by_option.get(name, _BOTH) & ruled
    if sides and all(ruled >= _BOTH for ruled in sides):  # of the rest nothing is said either
        by_option = {name: by_option.get(name, _BOTH) for name in shelf.names if name not in said.acted} | by_option
    for verdict, side in (("right", _WANTED), ("wrong", _AVOIDED)):
        if verdict in verdicts:
            for name in said.acted:
                by_option[name] = by_option.get(name, _EMPTY) | {side}
    return by_option, frozenset(verdicts)


def _wording(tokens: Sequence[str], mentions: Sequence[Mention]) -> str:
    """The text with X0, X1 ... for what is named."""
    starts = {mention.start: (number, mention.end) for number, mention in enumerate(mentions)}
    words: list[str] = []
    at = 0
    while at < len(tokens):
        number, end = starts.get(at, (-1, at + 1))
        words.append(tokens[at] if number < 0 else f"X{number}")
        at = max(end, at + 1)
    return " ".join(words)


_NAMED = re.compile(r"X(\d+)")
_OWN_NO = re.compile(
    r"\b(?:but|now|anymore|not me|unlike me|(?:gave|given) up|stopped|i (?:do|would|will|can|could) not)\b"
)


def _named_in(shapes: cues.Shapes, wording: str, *, unless_negated: bool = False) -> list[int]:
    """The numbers of the mentions that stand in one of these shapes."""
    found: list[int] = []
    for match in shapes.find_in(wording) if _NAMED.search(wording) else ():
        before = wording[: match.start()].split()[-5:]
        if unless_negated and any(word in _NOT for word in before if word not in PAUSES):
            continue
        found += [int(number) for group in match.groups() if group for number in _NAMED.findall(group)]
    return found


_LEAVING = re.compile(
    r"\b(?:dislikes?|allerg\w+|not (?:eat|drink|have|like|want|stand|fancy|take|bear)|rather not"
    r"|leave (?:\w+ )?(?:out|off|behind|away)|skip|avoid|hate|get rid of|throw|remove|drop)\b"
)
_ANSWERING = one_of("please thanks just maybe only well oh um hmm definitely and or is would be it that")


def _asks_what_to_leave(question: str) -> bool:
    """Whether the question before asks for what is not wanted, so that the bare name of a thing refuses it."""
    tokens = tokenise(question)
    ends = [at for at, token in enumerate(tokens[:-1]) if token in ".!?"]
    asked = tokens[ends[-1] + 1 :] if ends else tokens
    return "?" in asked and "or" not in asked and _LEAVING.search(" ".join(asked)) is not None


def _only_names(tokens: Sequence[str], mentions: Sequence[Mention]) -> bool:
    """Whether things are named and nothing is said of them."""
    named = {at for mention in mentions for at in range(mention.start, mention.end)}
    rest = (token for at, token in enumerate(tokens) if at not in named)
    return bool(mentions) and all(token in PAUSES or token in ARTICLES or token in _ANSWERING for token in rest)


_QUOTE = re.compile(r"[\"“][^\"“”]{2,200}[\"”]")
_REPORTED = re.compile(
    r"(?<!\bi )\b(?:said|says|say|went|goes|shouts?|asked?|asks|reads|told me|put it|thought|wrote)\b[ ,:]*[\"“]"
    r"|[\"”],? (?:he|she|they|my \w+|\w+) (?:said|says|went|goes|shouted|asked|told|wrote)\b",
    re.IGNORECASE,
)


_OWN_WORDS = re.compile(r"\bi(?:'d|'ll)? (?:said|say|went|go|mean|meant|want|take|like)\W*$", re.IGNORECASE)


def _without_quotes(words: str) -> str:
    """The text without what others are quoted with."""
    return _QUOTE.sub(lambda found: found[0] if _OWN_WORDS.search(words[: found.start()]) else " , ", words)


def _quoted(words: str) -> bool:
    """Whether somebody else's words are quoted, and something is said beside them."""
    return ('"' in words or "“" in words) and len(words) < MOST_READ and _REPORTED.search(words) is not None


_JOINTS = re.compile(
    r"no , (?:wait|sorry|actually|rather|hold on|make)|(?:wait|sorry) (?:, )?no|no (?:, )?(?:wait|sorry)|i mean(?:t)?"
    r"|or rather|or no|scratch|on second thought|on second thoughts|actually (?:, )?(?:make|no|let)|make that"
    r"|what i meant|correction"
)
_BESIDE = one_of("too also both and well plus")


def _rule_out_corrected(tokens: Sequence[str], mentions: Sequence[Mention], sides: list[set[str]]) -> None:
    """What was said before a correction is not wanted, if something else was said after it."""
    text = " ".join(tokens)
    match = _JOINTS.search(text)
    if match is None:
        return
    start = text[: match.start()].count(" ")
    end = text[: match.end()].count(" ") + 1
    first = [at for at, mention in enumerate(mentions) if mention.end <= start]
    then = [at for at, mention in enumerate(mentions) if mention.start >= end]
    if len(first) != 1 or not then or any(token in _BESIDE for token in tokens[start:]):
        return
    if set(mentions[first[0]].options).isdisjoint(option for at in then for option in mentions[at].options):
        sides[first[0]].add(_WANTED)


_EXCEPT = (
    ("anything", "but"), ("anywhere", "but"), ("all", "but"), ("everything", "but"), ("anyone", "but"),
    ("apart", "from"), ("other", "than"), ("with", "the", "exception", "of"), ("except", "for"), ("except",),
    ("excluding",), ("barring",),
)  # fmt: skip


def _excepted(tokens: Sequence[str], mentions: Sequence[Mention]) -> list[int]:
    """The mentions right after "anything but", "except"; none where something else in the text is refused as well."""
    if any(token in _NOT for token in tokens):
        return []  # "I wouldn't touch any of it, except the pasta"
    found: list[int] = []
    for at in range(len(tokens)):
        cue = next((cue for cue in _EXCEPT if tuple(tokens[at : at + len(cue)]) == cue), None)
        if cue is not None:
            first = at + len(cue)
            found += [number for number, each in enumerate(mentions) if first <= each.start <= first + 2]
    return found
