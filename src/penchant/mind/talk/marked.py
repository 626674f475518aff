"""From marks in a message to statements: which occasion and which person each thing that is said belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from penchant.domain import BeliefKind, Stance, Statement
from penchant.mind.constraints import is_known, is_member
from penchant.mind.talk.grammar import as_meant, never_then
from penchant.mind.talk.tagger import MarkedSpan
from penchant.mind.talk.values import topic_of
from penchant.mind.told.figures import bounds
from penchant.mind.understand.words import one_of, sentence_places

_MEANING: dict[str, tuple[BeliefKind, Stance]] = {
    "taste+": ("taste", "wants"),
    "taste~": ("taste", "accepts"),
    "taste-": ("taste", "avoids"),
    "rule+": ("constraint", "wants"),
    "rule-": ("constraint", "avoids"),
    "ask+": ("instruction", "wants"),
    "ask-": ("instruction", "avoids"),
    "fact": ("fact", "is"),
    "relation": ("relation", "is"),
}
_ONLY_CONNECTS = re.compile(
    r"(?:when(?:ever)?|if|while|on|in|at|for|as|once|after|before|during|unless|i'?m|iam|it'?s|itis|the|a|my|we'?re)+",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"^(?:(?:when(?:ever)?|if|while|once)\s+(?:i'?m\s+|i\s+am\s+|it'?s\s+|it\s+is\s+)?|"
    r"on\s+(?=\w+s$|\w+ \w+s$)|for\s+(?=\w+s?$))",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our)\b", re.IGNORECASE)
_SPEAKS = re.compile(r"\b(?:i|i['’]m|i['’]ve|im)\b[^.;,!?\n]*$", re.IGNORECASE)
_CHILDREN = ("daughter", "son", "children")
_ONE_OF = re.compile(r"\b(?:kids|children|twins|little ones)\b(?!.*\b(?:daughter|son|girl|boy)s?\b)", re.IGNORECASE)
_KIN = re.compile(r"\b(?:my|our|his|her)\s+(?:\w+\s+)?(\w[\w-]*)[\s,]*$", re.IGNORECASE)
_THIRD_PERSON = re.compile(r"\b(?:she|he)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"^(?:(?:and|but|also|so|well|oh),?\s+)*(?:(?:she|he|her|his)(?:'s|'d)?|aged? \d+|\d+ years? old)\b", re.IGNORECASE
)
_MATTER = re.compile(
    r"^\W*(?:(?:no|please|any|only|keep|make|my)\s+)*(?!nothing\b|none\b)(?P<of>[^\W\d_][^\d,.;]{0,60}?)(?:\s+(?:of|at))?\s+"
    r"(?:at most|no (?:long|mor|lat|earli)er?|under|over|after|before|not|max|up to|\d)|\bfor (?P<which>[^\W\d_]+)",
    re.IGNORECASE,
)
_UP = re.compile(r"^(?:get |be )?up (?=before|after|earlier|later|at\b)", re.IGNORECASE)
_TAIL = re.compile(r"(?<=\w)\s+(?:again|any ?more|too|as well)$", re.IGNORECASE)
_OTHERWISE = re.compile(r"[.;!?]|\b(?:but|otherwise|while|though|else)\b", re.IGNORECASE)
_CONTRAST = re.compile(r"[,;]\s*(?:but|though|although|however|whereas),?\s*$", re.IGNORECASE)
_AGAIN = re.compile(r"^[^.,;!?]*\bagain\b(?: now)?[.!]*$", re.IGNORECASE)
_TIE = re.compile(r"\W+(?:and|or|but)$", re.IGNORECASE)
_SPLITS = re.compile(r",?\s+(?:and|or)\s+|,\s+|/")
_NEXT_PART = re.compile(r"[.;:]|,\s+(?:and|but|while)\b", re.IGNORECASE)
_OF_THE_BODY = re.compile(r"al+erg|intoleran", re.IGNORECASE)
_OPENINGS = ("In ", "On ", "At ", "For ", "After ", "Before ", "During ", "When ", "If ")
_LONGEST_QUOTE = 300

_SMALL = one_of(
    "the a an after before over under than and or but to of on in at it that this not no more less my by for either "
    "both neither any all none them these those one ones whatever me you him her us"
)

UNNAMED = "?"
"""Of whom something is, where a sentence says "she" and nobody was named before."""


def statements_of(text: str, spans: Sequence[MarkedSpan], named: str = "") -> list[Statement]:
    """What the marks of a text state; ``named`` is who was spoken of before, whom "she" or "he" may mean."""
    made: list[Statement] = []
    for start, end in sentence_places(text):
        here = [
            replace(span, start=span.start - start, end=span.end - start) for span in spans if start <= span.start < end
        ]
        whole = text[start:end]
        sentence = whole.strip(" .!\n")
        others = [span for span in here if span.kind in ("whom", "relation")]
        meant = (named or UNNAMED) if not others and _PRONOUN.match(sentence) else ""
        made += [
            replace(one, whom=meant) if meant and not one.whom and _is_theirs(sentence, one) else one
            for one in _of_sentence(whole, sentence, here)
        ]
        others += [span for span in here if span.topic == "pet"]
        names = [whole[span.start : span.end].strip() for span in others]
        named = next((name for name in reversed(names) if name[:1].isupper()), names[-1]) if names else named
    return made


def _is_theirs(sentence: str, one: Statement) -> bool:
    """Whether what a sentence about "her" or "him" says is of them: the speaker does not come before it."""
    return one.kind not in ("relation", "instruction") and not _FIRST_PERSON.search(sentence.partition(one.value)[0])


def _of_sentence(text: str, sentence: str, spans: Sequence[MarkedSpan]) -> Iterator[Statement]:
    spans = as_meant(text, spans)
    values = [span for span in spans if span.kind in _MEANING]
    occasions = _occasions(text, [span for span in spans if span.kind == "when"])
    others = [span for span in spans if span.kind in ("whom", "relation")]
    exceptions = _beside(text, spans, "except", values)
    lesser = _beside(text, spans, "over", [span for span in values if span.kind.startswith(("taste", "ask"))])
    for span in values:
        kind, stance = _MEANING[span.kind]
        value = _bare(text[span.start : span.end])
        if not any(sign.isalnum() for sign in value) or _SMALL.issuperset(value.lower().split()):
            continue
        whom = "" if kind in ("relation", "instruction") else _whom(text, span, others)
        situation = "" if stance == "is" else _when(text, span, values, occasions)
        exception = "" if stance == "is" else " and ".join(_bare(text[at:to]) for at, to in exceptions.get(span, ()))
        over = () if stance == "is" else tuple(_bare(text[at:to]) for at, to in lesser.get(span, ()))
        quote = sentence if len(sentence) <= _LONGEST_QUOTE else text[span.start : span.end]
        for each in _each(value, sentence) if span.kind == "rule-" else [value]:
            topic = _topic(text, span, kind, each)
            changed = span.changed > 0.5 or (kind == "taste" and _AGAIN.search(text[span.start :]) is not None)
            yield Statement(
                stance,
                each,
                situation,
                topic,
                kind,
                whom,
                exception=exception,
                rather_than=over,
                changed=changed,
                quote=quote,
                sure=span.sure,
            )
    yield from _never(text, values)


def _never(sentence: str, values: Sequence[MarkedSpan]) -> Iterator[Statement]:
    """When what a limit is told of is never to be: "nothing before nine for meetings, and never on Fridays"."""
    limit = next((span for span in values if bounds(sentence[span.start : span.end])), None)
    if limit is None or (never := never_then(sentence)) is None or (matter := _MATTER.search(sentence)) is None:
        return
    value, quote = matter[matter.lastgroup or 0], sentence.strip(" .!\n")
    when = _plain(never["when"])
    yield Statement("avoids", value, when, topic_of(value), "constraint", quote=quote, sure=limit.sure)


def _beside(
    text: str, spans: Sequence[MarkedSpan], kind: str, values: Sequence[MarkedSpan]
) -> dict[MarkedSpan, list[tuple[int, int]]]:
    """What is marked as so, by the thing it belongs to: the last one before it, else the next one."""
    found: dict[MarkedSpan, list[tuple[int, int]]] = {}
    for span in spans:
        if span.kind == kind and values and not _is_small(text[span.start : span.end]):
            before = [one for one in values if one.end <= span.start]
            found.setdefault(before[-1] if before else values[0], []).append((span.start, span.end))
    return found


def _bare(text: str) -> str:
    return _UP.sub("", _TAIL.sub("", _TIE.sub("", text.strip(" ,.;:!?\"'“”"))))


def _each(value: str, sentence: str) -> list[str]:
    """The things that a rule is against, one by one: whoever may not have two things may have neither."""
    parts = [part.strip() for part in _SPLITS.split(value) if part.strip()]
    apart = _OF_THE_BODY.search(sentence) or all(is_known(part) or is_member(part) for part in parts)
    return parts if apart else [value]


def _occasions(text: str, spans: Sequence[MarkedSpan]) -> list[tuple[int, int]]:
    """The occasions that are spoken of; what only leads up to one is none."""
    return [(span.start, span.end) for span in spans if not _is_small(text[span.start : span.end])]


def _is_small(words: str) -> bool:
    return _ONLY_CONNECTS.fullmatch(re.sub(r"\s+", "", words)) is not None


def _when(text: str, span: MarkedSpan, values: Sequence[MarkedSpan], occasions: Sequence[tuple[int, int]]) -> str:
    """The occasion of a thing: the one said after it before the next thing, else the one its part began with."""
    after = min((one.start for one in values if one.start > span.start), default=len(text))
    behind = [one for one in occasions if span.end <= one[0] and _reaches(text, span, one, values, after)]
    ahead = [one for one in occasions if one[1] <= span.start]
    if behind and not _is_parallel(text, span, behind[0], values, ahead):
        return _plain(text[behind[0][0] : behind[0][1]])
    if ahead and not any(one.end <= ahead[-1][0] for one in values):
        return _plain(text[ahead[-1][0] : ahead[-1][1]])
    if ahead:
        before = max(one.end for one in values if one.end <= ahead[-1][0])
        if re.search(r"[,;]|\b(?:but|and|otherwise|while|though)\b", text[before : ahead[-1][0]]):
            return _plain(text[ahead[-1][0] : ahead[-1][1]])
        first = ahead[0]
        if not any(one.end <= first[0] for one in values) and not _OTHERWISE.search(text[first[1] : span.start]):
            return _plain(text[first[0] : first[1]])  # what a sentence begins with holds for all of it
    return ""


def _is_parallel(
    text: str,
    span: MarkedSpan,
    behind: tuple[int, int],
    values: Sequence[MarkedSpan],
    ahead: Sequence[tuple[int, int]],
) -> bool:
    """Whether the occasion behind a thing begins the next part, as its own began: "in winter skiing, in summer …"."""
    if not ahead or not any(one.start >= behind[1] for one in values):
        return False
    own = not any(ahead[-1][1] <= one.start < span.start for one in values)
    return own and re.search(r"[,;.]|\b(?:but|and|while)\b", text[span.end : behind[0]]) is not None


def _plain(occasion: str) -> str:
    """The occasion without the words that only connect it: "when I'm drowsy" is "drowsy"."""
    plain = _LEADS.sub("", occasion.strip(" ,.")) or occasion
    return plain[0].lower() + plain[1:] if plain.startswith(_OPENINGS) else plain


def _reaches(text: str, span: MarkedSpan, one: tuple[int, int], values: Sequence[MarkedSpan], after: int) -> bool:
    """Whether an occasion behind a thing is its own: before the next thing, or after a list that it is part of."""
    if one[0] < after:
        if after < len(text) and _CONTRAST.search(text[span.end : one[0]]):
            return False  # "economy, though for the honeymoon business"
        return not re.search(r"[,;]\s*(?:but|and)?\s*$|\bbut\b", text[span.end : one[0]]) or one[1] + 40 > after
    between = [value for value in values if span.start < value.start < one[0]]
    same = all(value.kind == span.kind for value in between)
    return (
        same and re.fullmatch(r"[\s,]*(?:and|or)?\s*(?:the|a|an|my)?\s*", text[span.end : between[0].start]) is not None
    )


def _whom(text: str, span: MarkedSpan, others: Sequence[MarkedSpan]) -> str:
    """Whose it is: somebody named before it, unless the speaker comes between; else the only one named at all."""
    if span.topic == "pet":
        return ""
    before = [one for one in others if one.end <= span.start]
    if before:
        one = before[-1]
        since = text[one.end : span.start]
        if speaks := [found.end() for found in _FIRST_PERSON.finditer(since)]:
            since = since[speaks[-1] :]
        theirs = not speaks or (one.kind == "relation" and _THIRD_PERSON.search(since))
        return text[one.start : one.end].strip() if theirs else ""
    if _SPEAKS.search(text[: span.start]):
        return ""
    whose = [one for one in others if one.kind == "whom" and one.start >= span.end]
    if whose and _NEXT_PART.search(text[span.end : whose[0].start]):
        return ""
    if whose and not _FIRST_PERSON.search(text[span.end : whose[0].start].replace("my", "", 1)):
        return text[whose[0].start : whose[0].end].strip()
    return ""


def _topic(text: str, span: MarkedSpan, kind: BeliefKind, value: str) -> str:
    """What a thing is about; how the agent is to answer is about nothing else."""
    if kind in ("fact", "relation"):
        return span.topic if kind == "fact" else _kin(text, span)
    return "" if kind == "instruction" else topic_of(value)


def _kin(text: str, span: MarkedSpan) -> str:
    """What somebody is to the speaker, in the speaker's word where it stands before the name."""
    found = _KIN.search(text[: span.start])
    if found is None and span.topic in _CHILDREN and (child := _ONE_OF.search(text)) is not None:
        return (
            "twin" if child[0].startswith("t") else "child"
        )  # of "two kids, Max and Mia" neither is said to be a girl
    return found.group(1).lower() if found else span.topic
