"""The entry point: one message of free talk into what it says about the person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from penchant.domain import Heard, LeftAlone, Message, Statement
from penchant.english import stem
from penchant.mind.talk.doubts import ONLY_NOW, doubt_of, parted, use_of, without_now, without_use
from penchant.mind.talk.forgetting import (
    LAST,
    UNDO,
    forgotten,
    headed,
    is_errand,
    is_no_request,
    may_ask,
    of_the_last,
    points_back,
    takes_back,
    undoes,
)
from penchant.mind.talk.grammar import GROUP, OF_KIN
from penchant.mind.talk.marked import UNNAMED, statements_of
from penchant.mind.talk.offers import Judge, offered, taken
from penchant.mind.talk.passages import MOST_READ, passages
from penchant.mind.talk.plain import plainly_said
from penchant.mind.talk.plain_limits import plain_limit
from penchant.mind.talk.tagger import MarkedSpan, TalkTagger
from penchant.mind.talk.values import as_limit
from penchant.mind.told.figures import bounds, limited
from penchant.mind.told.matter import of_a_task
from penchant.mind.understand.heard_constraints import heard_constraints
from penchant.mind.understand.language import is_foreign
from penchant.mind.understand.words import common, said, sentence_places, sentences

CHOSEN, DRAFT, RULE = 0.85, 0.65, 0.95
"""How sure it is what an offer that is taken tells, what somebody says in a draft of theirs, and what a table knows."""

LEAST = 0.8
"""Of an offer that is taken or turned down less surely, nothing is said."""

FLEETING = 0.7
"""How sure a mark has to be of what is wanted this once, which was read without the words that say so."""

FORGET, BEYOND_DOUBT = 0.7, 0.95
"""How sure a request to forget has to be, also where a text that is worked on may be meant."""

_SHOWN = {"pasted": "pasted text", "quoted": "a quotation", "code": "code", "link": "a link"}
_QUOTED_WORDS = 160
_UNSEEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")  # signs that only turn writing round
_OCCASION = re.compile(
    r"(?:on|in|at|during) (?:the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|weekday|week|morning|"
    r"afternoon|evening|night|spring|summer|autumn|winter|holiday)s?",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"\b(?:i|im|me|my|we|us|our)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_PARTS = re.compile(r"[,;–—]\s*(?:and |but |so |oh )*|\s+(?:and|but)\s+", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.,;:?!\n]|$| please\b| and\b")


def listen(
    message: Message, before: Sequence[Message] = (), *, tagger: TalkTagger, judge: Judge | None = None
) -> Heard:
    """What one message says about the person who wrote it, with no options in sight.

    Only a person's own messages are evidence; ``before`` is what was said until then, of which the last thing may be
    an offer that they take or turn down. ``tagger`` marks what is said, and ``judge``
    reads what is said about named things.

    >>> heard = listen(Message("user", "I'm vegetarian, and from now on window seats"), tagger=TalkTagger())
    >>> [(one.kind, one.stance, one.value) for one in heard.statements]
    [('constraint', 'wants', 'vegetarian'), ('taste', 'wants', 'window seats')]
    """
    if message.role != "user" or not message.content.strip():
        return Heard()
    text = _UNSEEN.sub("", message.content[:MOST_READ])
    left: list[LeftAlone] = []
    if len(message.content) > MOST_READ:
        left.append(
            LeftAlone(_short(message.content[MOST_READ:]), f"longer than the {MOST_READ:,} characters that are read")
        )
    if is_foreign(text, ()) and all(is_foreign(said(text, one.words), ()) for one in sentences(text, 0, len(text))):
        return Heard((), (), (LeftAlone(_short(text), "another language"), *left))
    if undoes(text):
        return Heard((), (UNDO,))
    stated: list[Statement] = []
    forget: list[str] = []
    asked = before[-1].content if before and before[-1].role == "assistant" else ""
    spoken_of = _spoken_of(before)
    for passage in passages(text):
        words = text[passage.start : passage.end]
        if passage.source == "own":
            for part in parted(words):
                heard = _own(part, tagger, asked, spoken_of)
                stated += heard.statements
                forget += heard.forget
                left += heard.left_alone
        elif passage.source == "own draft":
            stated += [
                replace(one, origin="implied", sure=round(one.sure * DRAFT, 3))
                for one in _own(words, tagger, asked, spoken_of).statements
                if one.kind != "instruction"
            ]
        elif any(mark in words.lower() for mark in (" i ", "i'", "my ", "“i", '"i')):
            left.append(LeftAlone(_short(words), _SHOWN[passage.source]))
    shown = next((part for part in passages(text) if part.source in _SHOWN), None)
    if not (stated or forget or left) and shown:
        left.append(LeftAlone(_short(text[shown.start : shown.end]), _SHOWN[shown.source]))
    elif not any(letter.isalnum() for letter in text):
        left.append(LeftAlone(_short(text), "no words"))
    statements = _once_each((*_chosen(text, before, judge), *(_with_matter(one, before) for one in stated)))
    if forget:
        statements, gone = _beside(statements, forget)
        left += gone
    return Heard(statements, tuple(dict.fromkeys(forget)), tuple(left))


def _spoken_of(before: Sequence[Message]) -> str:
    """Return the relative or friend whom the person mentioned last before: "mother" of "a gift for my mother"."""
    own = next((message.content for message in reversed(before) if message.role == "user"), "")
    found = [match["who"].lower() for match in OF_KIN.finditer(own[-MOST_READ:])]
    return found[-1] if found else ""


def _own(text: str, tagger: TalkTagger, said_before: str, spoken_of: str) -> Heard:
    """What the person says themselves: what is marked, what is no matter of taste, and what is to be forgotten."""
    spans = tagger.marked(without_use(text), said_before)
    asked = (_named(text, span) for span in spans if span.kind == "forget" and _asks(_around(text, span), span.sure))
    forget = [words for words in asked if words]
    statements, left = list[Statement](), list[LeftAlone]()
    for start, rest, end in tagger.unread(text):
        if not _SPEAKER.search(text, start, end):  # a list of anything
            spans, rest = tuple(span for span in spans if not start <= span.start < end), start
        left.append(LeftAlone(_short(text[rest:end]), "longer than is read of a sentence"))
    for one in statements_of(text, spans, spoken_of):
        why = "of somebody who is not named" if one.whom == UNNAMED else _no_thing(one, said_before)
        why = why or doubt_of(one.quote, one.sure)
        if why == ONLY_NOW:
            if not (one.stance == "is" and one.changed) and not _found_out(
                why, one.quote
            ):  # "we moved this week" lasts
                one = replace(one, lasting=False)
            statements.append(one)
        elif why:
            left.append(LeftAlone(one.quote, why))
        else:
            statements.append(replace(one, value=as_limit(one)))
    statements += _for_now(text, spans, tagger)
    previous = ""
    for sentence in sentences(text, 0, len(text)):
        quote = said(text, sentence.words)
        if is_foreign(quote, ()):
            left.append(LeftAlone(_short(quote), "another language"))
            statements = [one for one in statements if one.quote not in quote]
        gone = forgotten(text, sentence.words, previous)
        if gone is not None and not forget:
            forget.append(gone)
        elif gone is None and not sentence.asks and (not (doubt := doubt_of(quote, 0.0)) or _found_out(doubt, quote)):
            statements = _with_rules(statements, quote)
            plain = plainly_said(quote)
            if plain is not None:
                others = [one for one in statements if one.kind != "taste" or one.quote not in quote]
                statements = others if any(one.quote in quote for one in others) else [*others, plain]
        unheard = gone is None and not any(one.quote in quote or quote in one.quote for one in statements)
        if unheard and (limit := plain_limit(quote)) is not None:
            statements.append(limit)
        statements = _with_use(statements, quote)
        statements += _of_both(statements, quote)
        previous = quote
    forget = [_who(words, text) for words in forget]
    forget = [words for words in forget if not points_back(words)] or [LAST] * bool(forget)
    if not forget and not statements:
        forget = [about] if (about := headed(text)) else [LAST] if takes_back(text) else []
    forget = of_the_last(text, forget)
    return Heard(tuple(_unturned(one, text) for one in statements), tuple(forget), tuple(dict.fromkeys(left)))


def _no_thing(one: Statement, asked: str) -> str:
    """Why the value of a statement is no thing that anybody can want or be; "" where it may be one."""
    if asked:
        return ""  # "on Fridays" and "1984" answer a question
    if one.stance != "is" and _OCCASION.fullmatch(one.value):
        return "an occasion, of nothing"
    return "" if re.search(r"[^\W\d_]", one.quote) else "no words"


def _with_matter(one: Statement, before: Sequence[Message]) -> Statement:
    """A limit with what it is a limit of, by its own sentence, else by the question or the request just before."""
    if one.topic or one.kind not in ("constraint", "taste") or not bounds(one.value):
        return one
    return replace(one, topic=limited(one) or (_asked_of(before[-1]) if before else ""))


def _asked_of(last: Message) -> str:
    """What a question or a request is about: "your budget for the laptop?", "find me a laptop"."""
    if last.role != "user" and (found := _ASKED.search(last.content)):
        return found[found.lastgroup or 0].lower()
    return of_a_task(last.content) if last.role == "user" else ""


_ASKED = re.compile(
    r"\b(?:for|on|of) (?:the|your|this|that|an?) (?P<what>[^\W\d_][\w -]*?)\s*\?|"
    r"\bhow \w+ (?:can|should|may|must) (?:the|your|an?) (?P<thing>[^\W\d_]+)",
    re.IGNORECASE,
)


def _for_now(text: str, spans: Sequence[MarkedSpan], tagger: TalkTagger) -> Iterator[Statement]:
    """What is wanted this once, of sentences in which nothing that lasts is marked: read without "tonight"."""
    for start, end in sentence_places(text):
        sentence = text[start:end]
        if any(start <= span.start < end for span in spans) or not (rest := without_now(sentence)):
            continue
        if doubt_of(sentence, 0.0) != ONLY_NOW:
            continue
        for one in statements_of(rest, tagger.marked(rest)):
            if one.stance != "is" and one.sure >= FLEETING:
                yield replace(one, lasting=False, quote=sentence.strip(" .!\n"))


def _who(about: str, text: str) -> str:
    """What is to be forgotten, by the name that a pronoun stands for: "Hamish and I have fallen out. Forget him"."""
    if _PRONOUNS.fullmatch(about.strip()) is None or (name := _NAMED_BEFORE.search(text.partition(about)[0])) is None:
        return about
    return name["name"]


_AS_MINE = re.compile(r"\s+as my [^\W\d_]+", re.IGNORECASE)
_PRONOUNS = re.compile(r"(?:about |of |on )?(?:him|her|them)", re.IGNORECASE)
_NAMED_BEFORE = re.compile(r"(?:^|[\s“\"])(?P<name>[A-Z][^\W\d_]{2,})\b(?=(?: and (?:me|I)\b| is| has|['’]s|,| was))")


def _found_out(doubt: str, quote: str) -> bool:
    """Whether a sentence about today is about the body, which lasts: "learned today I'm allergic to kiwi"."""
    return doubt == ONLY_NOW and _OF_THE_BODY.search(quote) is not None


_OF_THE_BODY = re.compile(r"\bal+erg|\bintoleran|\bpregnan", re.IGNORECASE)
_NOTHING_BEYOND = re.compile(
    r"(?:\b(?:nothing|never|none|not)|n['’]t)\s+(?:\w+\s+){0,3}?"
    r"(?P<value>(?P<bound>over|above|beyond|more than|earlier than|later than|before"
    r"|after|under|below|less than)\s+[^\s,;.!?]+)",
    re.IGNORECASE,
)


def _unturned(one: Statement, text: str) -> Statement:
    """The statement; of "nothing over 500 calories" that what is over it is avoided, and not wanted."""
    found = _NOTHING_BEYOND.search(text)
    if found is None or one.stance != "wants" or one.kind == "instruction" or not bounds(found["value"]):
        return one
    bound, value = found["bound"].casefold(), one.value.casefold()
    figure = found["value"].split()[-1].casefold().lstrip("€$£")
    if value.startswith(f"{bound} "):
        return replace(one, stance="avoids")
    return replace(one, stance="avoids", value=f"{bound} {one.value}") if value.startswith(figure) else one


def _named(text: str, span: MarkedSpan) -> str:
    """What is to be forgotten, by the words of the mark, or up to the end of the clause where those name nothing."""
    clause = _CLAUSE_END.search(text, span.end)
    role = _AS_MINE.match(text, span.end)
    for end in (role.end() if role else span.end, clause.start() if clause else len(text)):
        words = text[span.start : end].strip().removeprefix("that ")
        if not common().issuperset(_WORD.findall(words.lower())):
            return words
    return ""


def _asks(sentence: str, sure: float) -> bool:
    """Whether a mark in a sentence is of something to be forgotten."""
    doubted = is_errand(sentence) or not may_ask(sentence)
    return not is_no_request(sentence) and sure >= (BEYOND_DOUBT if doubted else FORGET)


def _around(text: str, span: MarkedSpan) -> str:
    """The sentence in which something is marked."""
    return next(text[start:end] for start, end in sentence_places(text) if start <= span.start < end)


def _with_rules(statements: list[Statement], quote: str) -> list[Statement]:
    """The statements with what a sentence says of allergies, diets and the like, which the table knows."""
    for whom, rule in _ruled(quote):
        ruled = {*_WORD.findall(rule.value.lower())}
        known = [
            at for at, one in enumerate(statements)
            if ruled.issubset(_WORD.findall(one.value.lower())) and bool(one.whom) == bool(whom)
        ]  # fmt: skip
        for at in known:
            if statements[at].kind in ("taste", "constraint") and not statements[at].situation:
                agreed = statements[at].stance == rule.stance  # then it is as sure as the surer reader
                sure = max(statements[at].sure, RULE) if agreed else statements[at].sure
                statements[at] = replace(statements[at], kind="constraint", stance=rule.stance, sure=sure)
        if not known:
            statements.append(replace(rule, whom=whom, quote=quote, sure=RULE, changed=rule.stance == "accepts"))
    return statements


def _ruled(quote: str) -> list[tuple[str, Statement]]:
    """What the table knows of a sentence, and of whom: of others too, and what is denied that was told before."""
    found = list[tuple[str, Statement]]()
    for other in _OF_OTHERS.finditer(quote):
        does = other["does"] or "is"
        own = "I'm" if does in ("is", "are") else f"I {_FIRST_PERSON.get(does, does)}"
        found += [(other["kin"] or other["some"], rule) for rule in heard_constraints(f"{own} {other['what']}")]
    theirs = {rule.value for _, rule in found}
    own_rules = [*heard_constraints(quote)]
    if _AFTER_ALL.search(quote):
        if (ill := _NOT_ILL.search(quote)) is not None:
            own_rules.append(Statement("accepts", ill["what"].lower(), kind="constraint"))
        own_rules += heard_constraints(_NOT_NOW.sub("I'm no longer", quote))
    return found + [("", rule) for rule in own_rules if rule.value not in theirs]


_FIRST_PERSON = {"has": "have", "keeps": "keep", "doesn't": "don't", "doesn’t": "don't"}
_AFTER_ALL = re.compile(r"\b(?:after all|turns? out|turned out|it seems|apparently)\b", re.IGNORECASE)
_NOT_NOW = re.compile(r"\bi(?:['’]?m| am) (?:actually |really )?not\b", re.IGNORECASE)
_NOT_ILL = re.compile(
    r"\b(?:not|no longer) (?:actually |really )?"
    r"(?P<what>al+ergic|intolerant|diabetic|co?eliac|asthmatic|pregnant)(?! to\b)",
    re.IGNORECASE,
)
_KIN = OF_KIN.pattern.replace("?P<who>", "?P<kin>").removesuffix("(?!'s)")
_OF_OTHERS = re.compile(
    rf"(?:{_KIN}|{GROUP.pattern.replace('?P<who>', '?P<some>')})"
    r"(?: (?!and\b|but\b|or\b)[^\W\d_]+){0,4}?"
    r"(?: (?P<does>is|are|has|have|keeps?|can['’]?t|cannot|doesn['’]?t|don['’]?t|must)|['’]s) "
    r"(?P<what>(?:(?! but | so | while | and (?:i|we|my|he|she|they)\b)[^,.;!?])+)",
    re.IGNORECASE,
)


def _of_both(statements: Sequence[Statement], quote: str) -> list[Statement]:
    """What a sentence says of somebody close, of the speaker too, or the other way round: "…, and neither can I"."""
    if _ME_TOO.search(quote) is None:
        return []
    here = [one for one in statements if one.quote in quote and one.kind in ("taste", "constraint")]
    theirs = [one for one in here if one.whom]
    if theirs:
        return [
            replace(one, whom="")
            for one in theirs
            if not any(each.value == one.value for each in here if not each.whom)
        ]
    kin = _BEGINS_WITH_KIN.match(quote)
    return [replace(one, whom=kin["who"]) for one in here] if kin else []


_ME_TOO = re.compile(
    r"\b(?:me too|me neither|same here|(?:so|neither|nor) (?:am|do|can|have) i|"
    r"i (?:am|do|have it|can['’]?t|don['’]?t) (?:too|either))\b",
    re.IGNORECASE,
)
_BEGINS_WITH_KIN = re.compile(r"\W*my (?P<who>\w+)(?:['’]s| is| has| can['’]?t)\b", re.IGNORECASE)


def _with_use(statements: list[Statement], quote: str) -> list[Statement]:
    """The statements; those of this sentence, else of the last, are private or never to be used where it says so."""
    use = use_of(quote)
    if use is None or not statements:
        return statements
    here = [one for one in statements if one.quote in quote]
    meant = {one.quote for one in here} or {statements[-1].quote}
    return [replace(one, use=use) if one.quote in meant else one for one in statements]


def _chosen(text: str, before: Sequence[Message], judge: Judge | None) -> tuple[Statement, ...]:
    """What of an offer is taken or turned down."""
    reading = None if judge is None else taken(text, offered(before), judge)
    if reading is None:
        return ()
    quote = _short(text)
    made: list[Statement] = []
    for stance, names in (("wants", (*reading.wants, *reading.accepts)), ("avoids", reading.avoids)):
        for name in names:
            if reading.sure_of(name) < LEAST:
                continue
            made.append(
                Statement(
                    "wants" if stance == "wants" else "avoids",
                    name,
                    origin="chosen",
                    quote=quote,
                    changed=reading.changed,
                    sure=round(min(CHOSEN, reading.sure), 3),
                )
            )
    return tuple(made)


def _beside(statements: Sequence[Statement], forget: Sequence[str]) -> tuple[tuple[Statement, ...], list[LeftAlone]]:
    """What is stated beside a request to forget, without what shares a word with it: that teaches nothing."""
    gone = {stem(word) for text in forget for word in _WORD.findall(text.lower()) if word not in common()}
    kept, left = [], []
    for one in statements:
        clause = next((part for part in _PARTS.split(one.quote) if one.value in part), one.quote)
        words = {stem(word) for word in _WORD.findall(clause.lower())}
        if one.kind == "instruction" or words & gone or len(one.value) < 2:
            left.append(LeftAlone(one.quote, "asked to be forgotten"))
        else:
            kept.append(replace(one, quote=clause.strip()))
    return tuple(kept), left


def _once_each(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Each thing once; of what is said twice, what is surer, and a constraint rather than a taste."""
    kept: dict[tuple[str, str, str, str, bool], Statement] = {}
    for one in statements:
        topic = one.topic if one.stance == "is" else ""
        key = (one.whom.lower(), one.value.lower(), one.situation.lower(), topic, one.stance == "avoids")
        known = kept.get(key)
        if known is None or (known.kind == "taste" and one.kind == "constraint"):
            kept[key] = one
    return tuple(kept.values())


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _QUOTED_WORDS else text[:_QUOTED_WORDS]
