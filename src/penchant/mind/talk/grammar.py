"""What the grammar of a sentence says of its marks, whatever the encoder took them for: what can mean only one thing.

"Nothing I dislike more than X" is against X, "X rather than Y" sets Y behind X, what "everybody at work" likes is no
taste of the speaker's, and a number is marked with all that makes it a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from penchant.mind.talk.tagger import MarkedSpan
from penchant.mind.told.figures import bounds, whole_limit
from penchant.mind.told.occasion import RELATIONS

PLAIN, SIDED = 0.92, 0.8
"""How sure a sign is that the grammar leaves no doubt of; and how sure one has to be otherwise, beside the opposite."""

_SIDES = ("taste+", "taste~", "taste-", "rule+", "rule-", "ask+", "ask-")
_CLAUSE = re.compile(r"[.;:!?\n]|,\s+(?:and|but|while)\b|\bbut\b", re.IGNORECASE)
_AGAINST = r"dislik\w*|hat(?:e|es|ed|ing)|loath\w*|detest\w*|annoy\w*|irritat\w*|bothers?|worse|can(?:'|no)t stand"
_SUPERLATIVE = re.compile(
    r"\b(?:nothing|nobody|no one|none|few (?:things|people)|hardly anything)\b(?P<how>.*?\b(?:more|better|worse|"
    r"as much|quite|close|comes? near|beats?)\b\s*(?:than|as|like|to)?)\s*(?:an?|the|my)?\s*$",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"\bno(?:body| one) (?P<how>\w+)\s+(?:an?|the)?\s*$", re.IGNORECASE)
_THAN_I = re.compile(r"\s+(?:more|better|less) than (?:i|me)\b", re.IGNORECASE)
_HATED = re.compile(rf"\b(?:{_AGAINST})\b", re.IGNORECASE)
_INSTEAD = re.compile(r",?\s*(?:instead of|rather than|over|(?:and )?not)\s+(?:an?|the|using)?\s*", re.IGNORECASE)
_LESSER = re.compile(r"\w(?:,\s*(?:and )?not|\s+(?:instead of|rather than|over))\s+(?:an?|the)?\s*$", re.IGNORECASE)
_ENDS = re.compile(r"\W*(?:please|pls|plz|thanks|thx|thank you)?\W*$", re.IGNORECASE)
_OF_MANY = re.compile(
    r"^\W*(?:(?:and|so|well|lol|apparently)\W+)*(?:everyone|everybody|people|folks|most \w+|"
    r"half (?:of )?(?:the|my) \w+|all (?:of )?(?:the|my) \w+|"
    r"my (?:colleagues|coworkers|classmates|neighbours|neighbors)|kids these days)\b",
    re.IGNORECASE,
)
_ONLY_TASTE = re.compile(
    r"(?:\bnot|n't|never)\s+(?:\w+\s+){0,3}?(?:al+ergic|intolerant|religious|a religious|an al+ergy)\b"
    r"|nothing to do with (?:my )?(?:religion|faith|health|al+erg)",
    re.IGNORECASE,
)
_BODY = re.compile(r"\s*-?\s*(?:intoleran\w*|al+erg\w*)", re.IGNORECASE)
_GROUP = re.compile(
    r"\b(?P<who>(?:one|some|two|half) of (?:us|them|the \w+)|some(?:body|one) (?:in|of|on|at) (?:our|my|the) \w+"
    r"|there(?:'ll| will|'s| is| are)(?: be)? (?:an?|one|two|some)(?= ))",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"\b(?:no|without|hold|skip|never any|not any|n't (?:want|like|take))\s+(?:the|any|an?)?\s*$", re.I
)
_IN_WHAT = re.compile(r"\s+(?P<when>(?:in|on|with) (?:my|the) [^\W\d_]+)", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s+(?:the\s+)?$", re.IGNORECASE)
_EXCEPTS = re.compile(
    r"(?:\b(?:never|unless|except(?: for)?|apart from|(?:but|just|only|though|although)(?: please)? not))"
    r"\s+(?:on|at|in|when|while|if|for|before|after)?\s*$",
    re.IGNORECASE,
)
_BUT_THEN = re.compile(r"\bbut\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
_ON_OCCASION = re.compile(r"\s+(?:on|in|at|when|for|if|during|after|before)\b", re.IGNORECASE)
_BUT_NOT = re.compile(
    r"\b(?:but|just|only|though|although)(?: please)? (?:not|never)\b|\b(?:unless|except|apart from)\b", re.IGNORECASE
)
_NOR = re.compile(r"(?:,|\band)\s+(?:and\s+)?(?:never|not)\s+(?:(?:on|at|in|during)\s+)?$", re.IGNORECASE)
_DENIES_FIRST = re.compile(r"\W*(?:\w+\s+){0,2}?(?:no|nothing|never|not|none|don['’]?t)\b", re.IGNORECASE)
_TAKES = re.compile(
    r"\bi(?:['’]?m| am|['’]?ve been)?\s+(?:take|taking|on|using)\s+(?:some |my |the |\w+ mg of )?$", re.IGNORECASE
)
_DIET = re.compile(r"diet|budget|keto|carb|free\b|plan|fast|low\b", re.IGNORECASE)
_DENIED = re.compile(rf"\b(?:no|not|never|without|avoid|dislike|{_AGAINST})\b|n['’]t\b", re.IGNORECASE)
_WORK = re.compile(r"\bwork(?:s|ing)?\s+(?:in|at|from|near)\s+(?:the\s+)?$", re.IGNORECASE)
_OPEN = re.compile(r"\s(?:the|an?|my|our|of|in|on|with|for)$", re.IGNORECASE)
_OF_WHAT = re.compile(r"\s+(?:on|for) (?:an? |the |my )?[^\W\d_]+", re.IGNORECASE)
_NOUN = re.compile(r"\s+[^\W\d_]+")
_KIN = "|".join(("children", "mum", "in-laws", *sorted(RELATIONS, key=len, reverse=True)))
_PETS = "dog|cat|puppy|kitten|rabbit|parrot|horse|pony|hamster"
OF_KIN = re.compile(rf"\bmy (?:\w+ )?(?P<who>{_KIN}|{_PETS})s?\b(?!'s)", re.IGNORECASE)
_SPEAKER = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|we|we're|we've)\b", re.IGNORECASE)


def as_meant(text: str, spans: Sequence[MarkedSpan]) -> list[MarkedSpan]:
    """The marks of a sentence as its grammar has them."""
    spans = _whole(text, [_grown(text, span) for span in spans])
    spans = _without_former(text, spans)
    values = [span for span in spans if span.kind in _SIDES or span.kind == "fact"]
    made = list[MarkedSpan]()
    for span in spans:
        clause = _clause(text, span)
        if span.kind in ("taste+", "taste~", "rule+") and _OF_MANY.match(clause):
            continue
        if span.kind == "whom" and span.end - span.start < len("one"):
            continue  # "of us"
        if span.kind in ("when", "except") and _NOR.search(text[: span.start]) and _DENIES_FIRST.match(text):
            continue  # "nothing before 9, and never on Fridays" excepts no Friday
        before = next((one for one in reversed(values) if one.end <= span.start), None)
        turned = _turned(text, clause, _behind(text, span, before))
        if turned.sided >= SIDED or any(letter.isdigit() for letter in text[span.start : span.end]):
            made.append(turned)
    return sorted([*made, *_added(text, made)], key=lambda span: span.start)


def _clause(text: str, span: MarkedSpan) -> str:
    """What stands before a mark in its clause."""
    ahead = text[: span.start]
    ends = [found.end() for found in _CLAUSE.finditer(ahead)]
    return ahead[ends[-1] :] if ends else ahead


def _turned(text: str, clause: str, span: MarkedSpan) -> MarkedSpan:
    """The mark with the sign that the clause gives it."""
    if span.kind == "when" and _EXCEPTS.search(text[: span.start]):
        return replace(span, kind="except")
    if span.kind == "fact" and span.topic == "home" and _WORK.search(clause):
        return replace(span, topic="work place")
    if span.kind.startswith("rule") and _TAKES.search(clause) and not _DIET.search(text, span.start, span.end):
        return replace(span, kind="fact", topic="medication")
    if span.kind not in _SIDES:
        return span
    if span.sided < SIDED and (but := _BUT_NOT.search(text, span.end)) and span.kind in ("taste+", "taste-"):
        denied = _DENIED.search(f"{clause}{text[span.start : but.start()]}") is not None
        return replace(span, kind="taste-" if denied else "taste+", sided=1.0)
    if span.sided < SIDED and _BUT_THEN.search(text[: span.start]) and _ON_OCCASION.match(text, span.end):
        return replace(span, kind="taste+", sided=1.0)  # "window seats, but aisle at night"
    most = _SUPERLATIVE.search(clause) or (_THAN_I.match(text, span.end) and _NOBODY.search(clause))
    if most and span.kind in ("taste+", "taste-"):
        return replace(
            span, kind="taste-" if _HATED.search(most["how"]) else "taste+", sure=max(span.sure, PLAIN), sided=1.0
        )
    if span.kind.startswith("rule") and (body := _BODY.search(text, span.start)) and body.start() <= span.end:
        return replace(span, end=body.start() if body.start() > span.start else span.end, kind="rule-")
    if span.kind == "rule-" and _ONLY_TASTE.search(text[: span.start] if _is_alone(text) else clause):
        return replace(span, kind="taste-")
    if span.kind == "rule-" and _LEFT_OUT.search(clause) and _IN_WHAT.match(text, span.end):
        return replace(span, kind="taste-")
    return span


def _is_alone(text: str) -> bool:
    """Whether a text speaks of an allergy or faith once: what it denies is then all that it is about."""
    return len(re.findall(r"al+erg|intoleran|religi", text, re.IGNORECASE)) == 1


def _behind(text: str, span: MarkedSpan, before: MarkedSpan | None) -> MarkedSpan:
    """The mark as the lesser of two, where it stands right behind what is wanted instead of it."""
    if before is None and span.kind == "taste-" and _LESSER.search(text[: span.start]) and _ENDS.match(text, span.end):
        return replace(span, kind="over")  # of an answer: "tea, not coffee"
    if before is None or before.kind not in ("taste+", "ask+") or span.kind[:-1] != before.kind[:-1]:
        return span
    between = _INSTEAD.fullmatch(text[before.end : span.start])
    lesser = between is not None and (
        "not" not in between.group().split() or (span.kind.endswith("-") and _ENDS.match(text, span.end) is not None)
    )  # "tea, not coffee, it makes me ill" is against it
    return replace(span, kind="over") if lesser else span


def _added(text: str, spans: Sequence[MarkedSpan]) -> Iterator[MarkedSpan]:
    """Marks that are missing: in what something is not wanted, and of whom something is."""
    others = [span for span in spans if span.kind in ("whom", "relation")]
    for span in spans:
        clause = _clause(text, span)
        if span.kind in ("taste-", "rule-", "ask-") and _LEFT_OUT.search(clause):
            found = _IN_WHAT.match(text, span.end)
            if found and not any(one.start < found.end() and found.start() < one.end for one in spans if one != span):
                yield replace(span, start=found.start("when"), end=found.end("when"), kind="when", topic="")
        if (
            span.kind in (*_SIDES[:5], "fact")
            and span.topic != "pet"
            and not any(one.end <= span.start for one in others)
        ):
            start = span.start - len(clause)
            who = _GROUP.search(clause) or OF_KIN.search(clause)
            if who and not _SPEAKER.search(clause, who.end()):
                yield replace(span, start=start + who.start("who"), end=start + who.end("who"), kind="whom", topic="")


def _grown(text: str, span: MarkedSpan) -> MarkedSpan:
    """The mark, of a number with all that makes it a limit: "more than 80 quid a night"."""
    if span.kind in ("taste+", "taste-", "rule+", "rule-"):
        start, end = whole_limit(text, span.start, span.end)
        if bounds(text[start:end]) and (what := _OF_WHAT.match(text, end)) is not None:
            end = what.end()  # "more than £80" on a coat
        if (rest := _NOUN.match(text, end)) is not None and _OPEN.search(text[start:end]):
            end = rest.end()  # "tulips on the" table
        return replace(span, start=start, end=end)
    return span


def _whole(text: str, spans: Sequence[MarkedSpan]) -> list[MarkedSpan]:
    """The marks, each whole: of two side by side that agree one is left, and what is part of another is gone."""
    made: list[MarkedSpan] = []
    for span in spans:
        before = made[-1] if made else None
        if before and before.start <= span.start and span.end <= before.end:
            continue
        if before is None or before.kind[-1] != span.kind[-1] or {"when", "except"} & {before.kind, span.kind}:
            made.append(span)
        elif text[before.end : span.start].strip(" -") in ("", "called", "named"):
            surer = before if before.sure >= span.sure else span
            start, end = min(before.start, span.start), max(before.end, span.end)
            made[-1] = replace(surer, start=start, end=end)
        else:
            made.append(span)
    return made


def _without_former(text: str, spans: Sequence[MarkedSpan]) -> list[MarkedSpan]:
    """The marks without where somebody moved away from."""
    now = {span.topic for span in spans if span.kind == "fact" and not _FROM.search(text[: span.start])}
    return [
        span for span in spans if span.kind != "fact" or span.topic not in now or not _FROM.search(text[: span.start])
    ]
