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

LIKELY = 0.6
"""How sure a complaint is of what is missed: "you never give sources" might be an order."""

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
_NP = r"(?:the |an? |my )?[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?"
_WEIGHED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<less>{_NP}?) (?:is|are)(?:n['’]?t| not) (?:\w+ ){{0,2}}?as (?:\w+ ){{1,3}}as (?P<more>{_NP}?)"
        r"(?=[.,;!?]|$| (?:if|for|to) )",
        rf"\bi(?:['’]?m| am) not (?:\w+ )?(?:as|so) \w+ (?:of|on|about|into) (?P<less>{_NP}?) as "
        rf"(?:i am )?(?:(?:of|on|about|into) )?(?P<more>{_NP})",
        rf"\b(?P<less>{_NP}?) (?:is|are|was|were) (?:\w+,? ){{1,3}}?(?:but|though),? (?:it|they)"
        rf"(?:['’]s|['’]re| is| are)? ?"
        rf"(?:no match for|not a patch on|can(?:no|['’])t (?:compete|compare) with) (?P<more>{_NP})",
        rf"\bi (?:\w+ )?(?:like|love|enjoy|prefer) (?P<less>{_NP}?) (?:a (?:lot|bit) )?less than "
        rf"(?:i (?:like|love|enjoy) )?(?P<more>{_NP})",
    )
)
_ENDS = re.compile(r"\W*(?:please|pls|plz|thanks|thx|thank you)?\W*$", re.IGNORECASE)
_OF_MANY = re.compile(
    r"^\W*(?:(?:and|so|well|lol|apparently)\W+)*(?:everyone|everybody|people|folks|most \w+|"
    r"half (?:of )?(?:the|my) \w+|all (?:of )?(?:the|my) \w+|the (?:whole|entire) \w+|"
    r"my (?:colleagues|coworkers|classmates|neighbours|neighbors)|kids these days)\b",
    re.IGNORECASE,
)
_ONLY_TASTE = re.compile(
    r"(?:\bnot|n't|never)\s+(?:\w+\s+){0,3}?(?:al+ergic|intolerant|religious|a religious|an al+ergy)\b"
    r"|nothing to do with (?:my )?(?:religion|faith|health|al+erg)",
    re.IGNORECASE,
)
_BODY = re.compile(r"\s*-?\s*(?:intoleran\w*|al+erg\w*)", re.IGNORECASE)
GROUP = re.compile(
    r"\b(?P<who>(?:one|some|two|half) of (?:us|them|the \w+)|(?:some(?:body|one)|an? (?:person|guest|friend|member))"
    r" (?:in|of|on|at|among) (?:our|my|the|us)(?: \w+)?"
    r"|there(?:'ll| will|'s| is| are)(?: be)? (?:an?|one|two|some)(?= ))",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"(?:\b(?:no|without|hold|skip|leave out|never any|not any)|n['’]?t (?:want|like|take|put|add|use))\s+"
    r"(?:the|any|an?)?\s*$",
    re.IGNORECASE,
)
_MADE = re.compile(r"(?:\s+in)?(?:\s+my)?$", re.IGNORECASE)
_IN_MINE = re.compile(r"\s+(?P<when>in my [^\W\d_]+)", re.IGNORECASE)
_IN_WHAT = re.compile(
    r"\s+(?:(?P<when>(?:in|on|with) (?:my|the) [^\W\d_]+)|when you \w+ (?:me|us) (?:an?|the|my) (?P<made>[^\W\d_]+))",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r"\b(?:take|have|drink|eat|like|want)s?\s+(?P<when>(?:my|the)\s+[^\W\d_]+) (?:without|with no) (?:any )?"
    r"(?P<what>[^\W\d_]+)",
    re.IGNORECASE,
)
_EXCEPTED = re.compile(r",\s*(?P<what>[^,.;]{2,40}?) (?:being|is|are) the (?:one |only )?exceptions?\b", re.IGNORECASE)
_LIVES = re.compile(r"\blives? in (?P<what>(?:the )?[A-Z][\w-]+(?: [A-Z][\w-]+)*)")
_RATHER = re.compile(
    r",?\s*(?:instead of|rather than|over)\s+(?:an?\s|the\s|using\s)?(?P<what>[^\W\d_][\w'’-]*"
    r"(?: (?!in\b|on\b|for\b|when\b|if\b|at\b|please\b|pls\b)[^\W\d_][\w'’-]*){0,3})",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"(?:(?:quit|stop|stopped|gave up|given up|cut out)|(?:do|does)(?:n['’]?t| not)|no longer|not|never)\s+"
    r"(?:an?\s+)?(?P<what>.+)",
    re.IGNORECASE,
)
_AT = re.compile(r"\s(?:in|at|from)$")
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
_NOR = re.compile(
    r"(?:,|\band)\s+(?:and\s+)?(?:never|not|none)(?: at all)?\s+"
    r"(?P<when>(?:on|at|in|during|after|before)\s+(?:an?\s+|the\s+)?[^\W\d_]+)\W*(?:please|pls)?\W*$",
    re.IGNORECASE,
)
_DISPUTED = re.compile(
    r"\byou(?:['’]?ve| have)? (?:got|put|had)? ?me down\b|\byour (?:notes?|records?|profile|memory) (?:say|show)s?\b|"
    r"\byou (?:seem to )?(?:think|believe|assume|claim|keep saying)\b",
    re.IGNORECASE,
)
_BIDS = re.compile(
    r"(?:^|,|\bso|\bplease|\bthen)\s*(?:please\s+)?(?:book|get|find|put|pick|choose|plan|order|reserve|seat)"
    r"(?:\s+(?:us|me))?(?!.*(?:\b(?:no|not|never|nothing)\b|n['’]t\b))[^,;]*$",
    re.IGNORECASE,
)
_COMPLAINS = re.compile(r"\byou(?:['’]re)? (?:keep|always|still|never stop|insist on)\b[^,;]*$", re.IGNORECASE)
_TOO_MUCH = re.compile(
    r"\byou\b.*\btoo (?:many|much|often)\b|\byou (?:keep \w+ing|never stop|insist on)\b", re.IGNORECASE
)
_TOO_LITTLE = re.compile(
    r"\byou (?:(?:always|keep) forget(?:ting)? to|never(?! stop)|hardly ever|rarely|seldom|don['’]?t ever)\b",
    re.IGNORECASE,
)
_DENIES_FIRST = re.compile(r"\W*(?:\w+\s+){0,2}?(?:no|nothing|never|not|none|don['’]?t)\b", re.IGNORECASE)
_TAKES = re.compile(
    r"\bi(?:['’]?m| am|['’]?ve been)?\s+(?:take|taking|on|using)\s+(?:some |my |the |\w+ mg of )?$", re.IGNORECASE
)
_DIET = re.compile(r"diet|budget|keto|carb|free\b|plan|fast|low\b", re.IGNORECASE)
_DENIED = re.compile(rf"\b(?:no|not|never|without|avoid|dislike|{_AGAINST})\b|n['’]t\b", re.IGNORECASE)
_WORK = re.compile(
    r"\b(?:work(?:s|ing)?|(?:my|the|our) (?:office|job|desk|studio|shop|clinic) is)\s+"
    r"(?:in|at|from|near)\s+(?:the\s+)?$",
    re.I,
)
_OPEN = re.compile(r"\s(?:the|an?|my|our|of|in|on|with|for)$", re.IGNORECASE)
_OF_WHAT = re.compile(r"\s+(?:on|for) (?:an? |the |my )?(?:[^\W\d_]+ of )?[^\W\d_]+(?:-[^\W\d_]+)*", re.IGNORECASE)
_SORT_OF_SICK = re.compile(r"\b(?:car|sea|air|travel|motion|home)[ -]$", re.IGNORECASE)
_NOUN = re.compile(r"\s+[^\W\d_]+")
_KIN = "|".join(("children", "mum", "in-laws", *sorted(RELATIONS, key=len, reverse=True)))
_PETS = "dog|cat|puppy|kitten|rabbit|parrot|horse|pony|hamster"
OF_KIN = re.compile(rf"\bmy (?:\w+ )?(?P<who>{_KIN}|{_PETS})s?\b(?!'s)", re.IGNORECASE)
_KIN_IS = re.compile(
    OF_KIN.pattern.removesuffix(r"\b(?!'s)") + r"['’]s (?:an? )?(?:(?:\w+ )?(?:al+ergic|intolerant) (?:to|of) )?$",
    re.IGNORECASE,
)
_KIN_ALONE = re.compile(
    r"\W*(?:(?:and|but|oh|so|well)\s+)*(?:(?P<who>mum|mummy|mom|dad|daddy|gran|granny|grandma|grandpa|grandad|nan|nana)|"
    r"(?:the|our)\s+(?P<the>lad|lass|boys?|girls?|wife|husband|missus|kids|children|twins|baby))\b",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|we|we're|we've)\b", re.IGNORECASE)


def as_meant(text: str, spans: Sequence[MarkedSpan]) -> list[MarkedSpan]:
    """The marks of a sentence as its grammar has them."""
    spans = _whole(text, [_grown(text, span) for span in spans])
    if (found := _WITHOUT.search(text)) and _overlaps(spans, *found.span()):
        spans = [span for span in spans if not _overlaps([span], *found.span())]
        for name, kind in (("when", "when"), ("what", "taste-")):
            spans.append(MarkedSpan(*found.span(name), kind, PLAIN, 0.0))
        spans.sort(key=lambda span: span.start)
    spans = _without_former(text, spans)
    values = [span for span in spans if span.kind in _SIDES or span.kind == "fact"]
    limited = _DENIES_FIRST.match(text) or any(bounds(text[one.start : one.end]) for one in values)
    never = never_then(text) if limited else None
    made = list[MarkedSpan]()
    for span in spans:
        clause = _clause(text, span)
        if span.kind in ("taste+", "taste~", "rule+") and _OF_MANY.match(clause):
            continue
        if span.kind == "whom" and span.end - span.start < len("one"):
            continue  # "of us"
        if never and span.start > never.start() and span.kind in ("when", "except"):
            continue  # "nothing before 9, and never on Fridays" excepts no Friday
        if span.kind.endswith("-") and _DISPUTED.search(clause):
            continue  # "you have me down as avoiding fish"
        before = next((one for one in reversed(values) if one.end <= span.start), None)
        turned = _turned(text, clause, _behind(text, span, before))
        if turned.sided >= SIDED or any(letter.isdigit() for letter in text[span.start : span.end]):
            made.append(turned)
    made = _whole(text, _compared(text, made))
    return sorted([*made, *_added(text, made)], key=lambda span: span.start)


def what_is_over(fact: str) -> str:
    """What a fact says is not so, or no longer; "" where it says nothing of that.

    >>> what_is_over("quit smoking"), what_is_over("don't smoke"), what_is_over("smoke ten a day")
    ('smoking', 'smoke', '')
    """
    found = _OVER.match(fact)
    return found["what"] if found else ""


def never_then(text: str) -> re.Match[str] | None:
    """When what a limit was told of is never to be, at the end of a sentence: "after 9, and never on Fridays"."""
    return _NOR.search(text.rstrip(" .!\n"))


def _compared(text: str, spans: Sequence[MarkedSpan]) -> list[MarkedSpan]:
    """The marks, the lesser of two things behind the other where a sentence weighs them: "X isn't as nice as Y"."""
    found = next((found for pattern in _WEIGHED if (found := pattern.search(text))), None)
    if found is None or not any(
        span.kind.startswith(("taste", "over")) and span.start < found.end() and found.start() < span.end
        for span in spans
    ):
        return [*spans]
    beside = [span for span in spans if span.end <= found.start() or found.end() <= span.start]
    (start, end), (from_, to) = found.span("more"), found.span("less")
    return sorted(
        [*beside, MarkedSpan(start, end, "taste+", PLAIN, 0.0), MarkedSpan(from_, to, "over", PLAIN, 0.0)],
        key=lambda span: span.start,
    )


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
    if span.kind.startswith("ask") and _TOO_LITTLE.search(clause):  # a complaint, where it says no more than that
        sided = float(_ENDS.match(text, span.end) is not None)
        return replace(span, kind="ask+", sure=min(span.sure, LIKELY), sided=sided)
    if span.kind.startswith("ask") and _TOO_MUCH.search(clause + text[span.start : span.end]):
        return replace(span, kind="ask-", sided=1.0)
    if span.sided < SIDED and (bids := _BIDS.search(clause) or _COMPLAINS.search(clause)):
        return replace(span, kind=f"{span.kind[:-1]}{'+' if bids.re is _BIDS else '-'}", sided=1.0)
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
    for pattern, kind, topic in ((_EXCEPTED, "except", ""), (_LIVES, "fact", "home")):
        if spans and (told := pattern.search(text)) and not _overlaps(spans, *told.span("what")):
            yield MarkedSpan(*told.span("what"), kind, PLAIN, 0.0, topic)
    for span in spans:
        clause = _clause(text, span)
        if span.kind in ("taste-", "rule-", "ask-") and _LEFT_OUT.search(clause):
            found = _IN_WHAT.match(text, span.end)
            if found and not any(one.start < found.end() and found.start() < one.end for one in spans if one != span):
                start, end = found.span(found.lastgroup or "when")
                yield replace(span, start=start, end=end, kind="when", topic="")
        mine = _IN_MINE.match(text, span.end) if span.kind == "taste+" else None
        if mine and not _overlaps(spans, *mine.span("when")):
            yield replace(span, start=mine.start("when"), end=mine.end("when"), kind="when", topic="")
        lesser = _RATHER.match(text, span.end) if span.kind in ("taste+", "ask+") else None
        if lesser and not _overlaps(spans, *lesser.span("what")):
            yield replace(span, start=lesser.start("what"), end=lesser.end("what"), kind="over")
        if (
            span.kind in (*_SIDES[:5], "fact")
            and span.topic != "pet"
            and not any(one.end <= span.start for one in others)
        ):
            start = span.start - len(clause)
            who = GROUP.search(clause) or OF_KIN.search(clause) or _KIN_ALONE.match(clause)
            if span.topic == "health" or span.kind.startswith("rule"):
                who = who or _KIN_IS.search(clause)
            if who and not _SPEAKER.search(clause, who.end()):
                begin, end = who.span(who.lastgroup or "who")
                yield replace(span, start=start + begin, end=start + end, kind="whom", topic="")


def _overlaps(spans: Sequence[MarkedSpan], start: int, end: int) -> bool:
    return any(span.start < end and start < span.end for span in spans)


def _grown(text: str, span: MarkedSpan) -> MarkedSpan:
    """The mark, of a number with all that makes it a limit: "more than 80 quid a night"."""
    if span.topic == "health" and (sort := _SORT_OF_SICK.search(text[: span.start])):
        return replace(span, start=sort.start())  # "car" sick
    if span.kind in ("taste+", "taste-", "rule+", "rule-"):
        start, end = whole_limit(text, span.start, span.end)
        if (cut := _MADE.search(text[start:end])) and _IN_MINE.match(text, start + cut.start()):
            return replace(span, end=start + cut.start())  # "milk" in my tea
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
        elif (
            before.kind == "fact"
            and before.topic != span.topic
            and (tied := _AT.search(text, before.start, before.end))
        ):
            made[-1] = replace(before, end=tied.start())  # "a nurse in" and "Leiden"
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
