"""What a statement does to what is believed: confirm it, close it, stand beside it.

Two sayings are of one matter when they are about the same person and the same thing, however it is worded. The same
said again confirms; the opposite of the same thing, on the same occasion, closes what was believed; a change that is
plainly said ("from now on …") reaches every belief of the matter, also those heard on errands. What is said of one
occasion is an exception to what holds always, and closes nothing. The same said with an exception or a comparison that
was not known refines a belief: it is closed, and the refined one takes its place. Where in doubt, nothing is closed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import get_args

from penchant.domain import Preference, PreferenceId, Relation, Stance, Statement, Use, is_told
from penchant.mind.constraints import covers, named
from penchant.mind.talk.grammar import what_is_over
from penchant.terms import stems, terms

_ONE_AT_A_TIME = frozenset(
    ("home", "name", "age", "birthday", "marital status", "relationship", "height", "weight", "hometown", "phone")
)
"""Facts of which a person has one: another value is a new one."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows from a statement for the beliefs there are."""

    confirmed: tuple[Preference, ...] = ()
    closed: tuple[Preference, ...] = ()
    refined: tuple[Preference, ...] = ()  # of those closed: the statement says the same, and more
    opens: bool = True
    newer: bool = False  # something that was said later says otherwise


SURE = 0.9
"""How likely the words have to mean that a belief no longer holds for it to be closed."""

FEW = 5
"""A change that is told in so few words names nothing more of what it ends: "from now on window"."""

LIKELY = 0.5
"""The same for another value of a fact of which there is one."""

NEARER, FAR = 0.05, 0.38
"""Of what names say is contrary, only what is no further than this from what is nearest is closed, and none so far."""

PLAIN = 0.65
"""How near in meaning a belief has to be that is closed though no name in it says that it is contrary."""


def effect_of(
    statement: Statement,
    known: Sequence[Preference],
    at: datetime,
    does: Mapping[PreferenceId, Relation] | None = None,
    ended: Callable[[Sequence[Preference]], Sequence[tuple[float, float]]] | None = None,
    words: str = "",
) -> Effect:
    """What a statement of that time does to the open beliefs about a person.

    ``does`` is what its reader says it does; else ``ended`` tells of beliefs how likely the words say that they no
    longer hold, and how near they are to them: one that names say is contrary is closed only where the words do, too.
    One that no name says is contrary has to be named in the ``words`` of the message.
    """
    about = [belief for belief in known if _same(belief.whom, statement.whom)]
    if does is not None:
        same = [
            belief
            for belief in known
            if does.get(belief.id) == "same"
            or (does.get(belief.id) in ("refines", "exception") and _says_the_same(belief, statement))
        ]
        against = [belief for belief in known if does.get(belief.id) == "replaces"]
    elif statement.stance == "is":
        same, against = _of_facts(statement, about)
    elif statement.kind == "constraint":
        same, against = _of_rules(statement, about)
    else:
        same, against = _of_tastes(statement, about)
    if does is None and (lifted := _aversions_over(statement, about)):
        newer = any(belief.confirmed > at for belief in lifted)
        return Effect(closed=() if newer else tuple(lifted), opens=False, newer=newer)
    if does is None and ended is not None:
        against = _said_to_end(statement, about, same, against, ended, words)
    refined = [belief for belief in same if _says_more(statement, belief)]
    if any(belief.confirmed > at for belief in (*against, *refined)):
        return Effect(opens=False, newer=True)
    same = [belief for belief in same if belief not in refined]
    opens = bool(refined) or not (same or (statement.kind == "constraint" and statement.stance == "accepts"))
    return Effect(tuple(same), (*refined, *against), tuple(refined), opens=opens)


def refined_by(statement: Statement, beliefs: Sequence[Preference]) -> Statement:
    """The statement with what the beliefs that it refines say besides: their exceptions and comparisons, their use."""
    exceptions = [one.exception for one in beliefs if not _has_all(statement.exception, one.exception)]
    lesser = [name for one in beliefs for name in one.rather_than if not _is_among(name, statement.rather_than)]
    return replace(
        statement,
        topic=statement.topic or next((one.topic for one in beliefs if one.topic), ""),
        exception=" or ".join(dict.fromkeys(filter(None, (*exceptions, statement.exception)))),
        rather_than=tuple(dict.fromkeys((*statement.rather_than, *lesser))),
        use=max((statement.use, *(one.use for one in beliefs)), key=get_args(Use).index),
    )


def _says_the_same(belief: Preference, statement: Statement) -> bool:
    """Whether both say one thing of one occasion, but for what is excepted and compared."""
    return (
        (belief.stance, belief.kind) == (statement.stance, statement.kind)
        and stems(belief.value) == stems(statement.value)
        and _same(belief.situation, statement.situation)
    )


def _says_more(statement: Statement, belief: Preference) -> bool:
    """Whether a statement has an exception or a comparison that a belief it confirms lacks."""
    return not _has_all(belief.exception, statement.exception) or any(
        not _is_among(name, belief.rather_than) for name in statement.rather_than
    )


def _has_all(text: str, part: str) -> bool:
    return not part or _same(text, part) or (bool(stems(part)) and stems(part) <= stems(text))


def _is_among(name: str, names: Sequence[str]) -> bool:
    return any(stems(name) <= stems(one) for one in names)


def _said_to_end(
    statement: Statement,
    about: Sequence[Preference],
    same: Sequence[Preference],
    against: Sequence[Preference],
    ended: Callable[[Sequence[Preference]], Sequence[tuple[float, float]]],
    words: str,
) -> list[Preference]:
    """Of these beliefs those that the words end: contrary by name and among the nearest, or the very nearest."""
    said = Counter(one.words for one in about)
    held = [
        one
        for one in about
        if one not in same
        if not _is_the_lesser(one, statement)
        if one in against
        or (
            "is" not in (one.stance, statement.stance)
            and stems(one.value) & stems(words)
            and (said[one.words] == 1 or _one_topic(one, statement))
        )
    ]  # of words that said several things, what is ended has to be of the same topic
    found = [(likely, near, one) for (likely, near), one in zip(ended(held), held, strict=True)]
    nearest = max((near for _, near, _ in found), default=0.0)
    return [
        one
        for likely, near, one in found
        if (
            one in against
            and _is_outright(statement, one)
            and (
                likely >= LIKELY
                or not _are_facts(statement, one)
                or _contradict(statement, one)
                or (not same and _takes_the_place(statement, one))
            )
        )
        or (
            likely >= SURE
            and not _says_it_again(one, statement)
            and near
            >= (max(nearest - NEARER, FAR) if one in against and _is_in_place(one, words) else max(nearest, PLAIN))
        )
    ]


def _is_in_place(belief: Preference, words: str) -> bool:
    """Whether a belief is named in words, or was itself a choice or a change: to like one animal tells of no other."""
    return bool(stems(belief.value) & stems(words)) or not _liking().match(belief.words)


def _is_the_lesser(belief: Preference, statement: Statement) -> bool:
    """Whether a belief, which compares nothing, is of what a statement likes less than something else, and may like."""
    return (
        belief.stance != "avoids"
        and _is_among(belief.value, statement.rather_than)
        and not (belief.rather_than or _choosing().search(belief.words))
        and not _are_two_of_a_kind(belief.value, statement.value)
    )


def _is_outright(statement: Statement, belief: Preference) -> bool:
    """Whether both cannot hold whatever the words are: the opposite of the same thing, another home, another limit."""
    if _are_facts(statement, belief):
        single = not statement.changed or statement.topic.casefold() in _ONE_AT_A_TIME
        return single or _contradict(belief, statement)
    if statement.kind == "constraint":
        return belief.kind == "constraint"
    if statement.changed and len(statement.quote.split()) <= FEW and _one_topic(belief, statement):
        return True
    if not _same(belief.situation, statement.situation):
        return False
    if _opposed(belief.stance, statement.stance):
        return stems(belief.value) == stems(statement.value)
    return _are_two_of_a_kind(belief.value, statement.value)


def _are_facts(statement: Statement, belief: Preference) -> bool:
    """Whether both are facts, of which several hold side by side unless there is but one of the kind."""
    return statement.stance == belief.stance == "is"


def _says_it_again(belief: Preference, statement: Statement) -> bool:
    """Whether a statement says of a thing what is believed already, in more or in fewer words."""
    return (
        belief.stance == statement.stance != "is"
        and _is_part(belief.value, statement.value)
        and not (_numbers(belief.value) or _numbers(statement.value))
    )


def contradictory(statements: Sequence[Statement]) -> list[Statement]:
    """The statements of one message that say both one thing and its opposite of the same occasion.

    What is told as a change is meant, and what it is a change from is not.
    """
    return [
        one
        for one in statements
        if any(
            _opposed(one.stance, other.stance)
            and one.changed <= other.changed
            and _same(one.whom, other.whom)
            and _same(one.situation, other.situation)
            and stems(one.value) == stems(other.value)
            for other in statements
        )
    ]


def said_again(statements: Sequence[Statement], known: Iterable[Preference]) -> set[PreferenceId]:
    """The beliefs that statements of one message say again, in no more words: no other part of it ends them."""
    return {
        belief.id
        for belief in known
        for one in statements
        if _same(belief.whom, one.whom) and _says_it_again(belief, one) and stems(one.value) <= stems(belief.value)
        if not _aversions_over(one, [belief])
    }


def _of_facts(statement: Statement, known: Sequence[Preference]) -> tuple[list[Preference], list[Preference]]:
    facts = [b for b in known if b.stance == "is" and b.kind == statement.kind and _same(b.topic, statement.topic)]
    contrary = [belief for belief in facts if _contradict(belief, statement)]
    same = [one for one in facts if one not in contrary and stems(one.value) == stems(statement.value)]
    topic = statement.topic.casefold()
    single = topic in _ONE_AT_A_TIME or topic.startswith(("favourite", "favorite")) or statement.changed
    if not (single and topic):
        return same, contrary
    numbers = bool(_numbers(statement.value))
    return same, [
        one
        for one in facts
        if one in contrary
        or (one not in same and (topic not in _ONE_AT_A_TIME or bool(_numbers(one.value)) == numbers))
    ]


def _takes_the_place(statement: Statement, belief: Preference) -> bool:
    """Whether a fact of which there is one has another value now: another home, another weight.

    It has not where one value is part of the other or only describes it, nor where the words tell of a further one, of
    another time or of somebody else.
    """
    return (
        statement.topic.casefold() in _ONE_AT_A_TIME
        and not _is_part(belief.value, statement.value)
        and not any(_described().match(value) for value in (belief.value, statement.value))
        and not any(_beside().search(words) for words in (belief.words, statement.quote))
    )


def _aversions_over(statement: Statement, about: Sequence[Preference]) -> list[Preference]:
    """The aversions that words say are over, though they were read as telling of one: "my nut allergy is gone"."""
    if statement.stance != "avoids" or _doubtful().search(statement.quote):
        return []
    over = [part for part in _part_of_sentence().split(statement.quote) if _no_longer_averse().search(part)]
    if not any(stems(statement.value) <= stems(part) for part in over):
        return []
    return [
        belief
        for belief in about
        if (belief.stance, belief.kind) == ("avoids", statement.kind)
        and (stems(belief.value) == stems(statement.value) or named(belief.value) == named(statement.value))
    ]


def _contradict(one: Preference | Statement, other: Preference | Statement) -> bool:
    """Whether one of two facts says that the other is not so, or no longer: "quit smoking", of "smoke ten a day"."""
    ours, theirs = stems(_over(one)), stems(_over(other))
    return bool(ours) != bool(theirs) and (ours or theirs) <= stems(one.value) & stems(other.value)


def _over(fact: Preference | Statement) -> str:
    """What a fact says is not so, or was not for long: "smoked", of "haven't smoked for a year"."""
    words = fact.quote if isinstance(fact, Statement) else fact.words
    return what_is_over(
        _have_not().sub("not ", _for_long().sub("", fact.value)) if _for_long().search(words) else fact.value
    )


def _of_rules(statement: Statement, known: Sequence[Preference]) -> tuple[list[Preference], list[Preference]]:
    rules = [belief for belief in known if belief.kind == "constraint"]
    if statement.stance == "accepts" or (statement.changed and statement.stance == "avoids"):
        lifted = [
            belief
            for belief in rules
            if _opposed_or_lifted(statement, belief)
            and (named(belief.value) == named(statement.value) or covers(belief.stance, belief.value, statement.value))
        ]
        if lifted or statement.stance == "accepts":
            return [], lifted or _said_with(statement.value, rules)
    same = [
        belief
        for belief in rules
        if belief.stance == statement.stance
        and (named(belief.value) == named(statement.value) or stems(belief.value) == stems(statement.value))
        and _same(belief.situation, statement.situation)
    ]
    tastes = [
        belief
        for belief in known
        if belief.kind == "taste"
        and _opposed(belief.stance, statement.stance)
        and _is_part(belief.value, statement.value)
    ]
    limits = [
        belief
        for belief in rules
        if belief not in same and belief.stance == statement.stance == "wants"
        if _numbers(belief.value) and _numbers(statement.value)
        if _kept(belief.topic) == _kept(statement.topic) and _same(belief.situation, statement.situation)
        if _measure(belief.value) == _measure(statement.value) or belief.topic
    ]
    return same, [*tastes, *limits]


def _said_with(value: str, rules: Sequence[Preference]) -> list[Preference]:
    """The rules that one message told with a word, and no other did: "allergic", of nuts."""
    told = [belief for belief in rules if stems(value) <= stems(belief.words)]
    return told if len({belief.words for belief in told}) == 1 else []


def _of_tastes(statement: Statement, known: Sequence[Preference]) -> tuple[list[Preference], list[Preference]]:
    same, against = list[Preference](), list[Preference]()
    told_apart = statement.changed or bool(_choosing().search(statement.quote))
    for belief in known:
        is_part = _is_part(belief.value, statement.value)
        if belief.stance == "is" or not (is_part or told_apart):
            continue
        if belief.kind == "constraint" and not (
            statement.changed
            and (belief.stance == statement.stance == "wants" or stems(belief.value) == stems(statement.value))
        ):
            continue
        here = _same(belief.situation, statement.situation)
        reached = here or (statement.changed and not statement.situation)
        if is_part and (stems(belief.value) == stems(statement.value) or _one_topic(belief, statement)):
            if _opposed(belief.stance, statement.stance):
                if reached and not _is_exception(belief, statement):
                    against.append(belief)
            elif here and _says_all(belief, statement):
                same.append(belief)
        elif (
            told_apart
            and reached
            and belief.kind in (statement.kind, "constraint")
            and (belief.stance, statement.stance) == ("wants", "wants")
            and _are_alternatives(belief, statement)
        ):
            against.append(belief)
    return same, against


def _says_all(belief: Preference, statement: Statement) -> bool:
    """Whether a belief says what the statement does; one from an errand is about that errand only."""
    return belief.kind == statement.kind and is_told(belief) and stems(belief.value) == stems(statement.value)


def _is_exception(belief: Preference, statement: Statement) -> bool:
    """Whether a statement is about some of what a belief is about only: no free jazz, of all jazz."""
    ours, theirs = [term.stem for term in terms(belief.value)], [term.stem for term in terms(statement.value)]
    return len(theirs) > len(ours) and theirs[-len(ours) :] == ours


def _are_alternatives(belief: Preference, statement: Statement) -> bool:
    """Whether one is taken in place of the other: two kinds of one thing, or one that was passed over for the other."""
    if any(_is_part(passed, statement.value) for passed in belief.rather_than):
        return True
    if _are_two_of_a_kind(belief.value, statement.value):
        return True
    return statement.changed and bool(statement.topic) and _one_topic(belief, statement)


def _are_two_of_a_kind(one: str, other: str) -> bool:
    """Whether two names are of two kinds of one thing: "window seats", "aisle seats"."""
    ours, theirs = [term.stem for term in terms(one)], [term.stem for term in terms(other)]
    return (
        bool(ours and theirs) and ours[-1] == theirs[-1] and not (set(ours) <= set(theirs) or set(theirs) <= set(ours))
    )


def _one_topic(belief: Preference, statement: Statement) -> bool:
    """Whether both are about one thing; what names no topic is about that of nothing else."""
    return bool(stems(belief.topic) & stems(statement.topic))


def _opposed_or_lifted(statement: Statement, belief: Preference) -> bool:
    return statement.stance == "accepts" or _opposed(belief.stance, statement.stance)


def _opposed(one: Stance, other: Stance) -> bool:
    return (one == "avoids") != (other == "avoids")


def _same(one: str, other: str) -> bool:
    if one == other or one.strip().casefold() == other.strip().casefold():
        return True
    return bool(one and other) and stems(one) == stems(other)


def _is_part(one: str, other: str) -> bool:
    """Whether one of two names says all that the other does: "window" and "window seats"."""
    ours, theirs = stems(one), stems(other)
    return bool(ours) and bool(theirs) and (ours <= theirs or theirs <= ours)


def _kept(text: str) -> str:
    return text.strip().casefold()


def _numbers(text: str) -> list[str]:
    return _number().findall(text)


def _measure(text: str) -> frozenset[str]:
    """What an amount is counted in, whatever it is, and whether it is the most or the least: "a night"."""
    return stems(_number().sub(" ", text)) - _comparing()


@cache
def _comparing() -> frozenset[str]:
    return stems(
        "under below less most maximum max up over above more least minimum min around about roughly between within "
        "than exactly only beyond no to"
    )


@cache
def _number() -> re.Pattern[str]:
    return re.compile(r"\d+(?:[.,]\d+)*")


@cache
def _choosing() -> re.Pattern[str]:
    """Words by which one thing is taken in place of others."""
    return re.compile(r"(?i)\b(?:prefer\w*|rather|favou?rite|always|instead|only|best|over)\b")


@cache
def _described() -> re.Pattern[str]:
    """The beginning of what describes a thing and does not name it: "the north of England", "in a relationship"."""
    return re.compile(r"(?i)(?:the|an?|in|near|by|with|from|middle|outside|part)\b")


@cache
def _beside() -> re.Pattern[str]:
    """Words that tell of a further one, of another time, of what is only meant to be, or of somebody else."""
    return re.compile(
        r"(?i)\b(?:also|too|as well|second|another|other|both|half|sometimes|part of|(?:this|the) week|weekdays?|"
        r"weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days|during|summers?|winters?|next|soon|until|till|"
        r"for now|temporar\w+|for work|stay\w*|visit\w*|lived|was|were|used|once|will|might|could|would|want|hop\w+|"
        r"plan\w*|thinking|lives)\b|['’]ll\b|\?|^\W*(?:(?:the|my|our) )?(?:work|office|company|firm|job|school)\b"
    )


@cache
def _no_longer_averse() -> re.Pattern[str]:
    """Words that say that an aversion is over: no longer scared, an allergy that is gone, a mind that was changed."""
    averse = (
        r"(?:scared|afraid|frightened|terrified|nervous|anxious|wary|fear|phobia|aversion|dislike|"
        r"allerg(?:y|ic|ies)|intoleran(?:t|ce)|sensitiv(?:e|ity)|diet|ban)"
    )
    on = r"(?:(?!\b(?:not|never|no|far)\b|n['’]t\b)[^.;,!?])*"
    return re.compile(
        rf"(?i)\bchang\w*\s+(?:my|our)\s+minds?\s+(?:about|on)\b"
        rf"|\bno longer (?:\w+ )?{averse}\b"
        rf"|(?:\bnot|n['’]t) (?:\w+ )?{averse}\b[^.;,!?]*\b(?:any ?more|any longer|these days|now)\b"
        rf"|\b{averse}\b{on}\b(?:gone|over|cured|cleared|passed|disappeared|vanished|resolved|outgrown|history)\b"
        rf"|\b(?:outgr[eo]w[n]?|gr[eo]wn? out of|(?:got|gotten) over)\b{on}\b{averse}\b"
    )


@cache
def _doubtful() -> re.Pattern[str]:
    """Words by which what is said to be over may not be."""
    return re.compile(
        r"(?i)\b(?:wish|hop(?:e|ing)|if|when|until|might|may|maybe|perhaps|almost|nearly|soon|sure|seems?|think|will|"
        r"would|could|should|test\w*|hate|boring|awful)\b|['’](?:ll|d)\b|\?"
    )


@cache
def _have_not() -> re.Pattern[str]:
    return re.compile(r"(?i)^(?:ha(?:ve|s)n['’]?t|ha(?:ve|s) not|['’]ve not|not)\s+")


@cache
def _for_long() -> re.Pattern[str]:
    """Words of a time so long that what was not done in it is no longer done."""
    return re.compile(r"(?i)\b(?:for|in|since)\b.*\b(?:years?|months|decades?|ages|(?:19|20)\d\d)\b")


@cache
def _liking() -> re.Pattern[str]:
    """The beginning of a plain liking, which leaves room for another."""
    return re.compile(r"(?i)\W*(?:i|we)\s+(?:(?:really|also|just|quite|do)\s+)*(?:like|love|enjoy|adore)\b")


@cache
def _part_of_sentence() -> re.Pattern[str]:
    return re.compile(r"(?i)[,;.!]|\b(?:but|though|although|and)\b")
