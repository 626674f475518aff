"""Hearing what is no matter of taste: an allergy, a diet, a rule of faith, an access need, a "never".

A plain table of turns of phrase, each about the speaker. Mere emphasis ("I can't stand techno"), somebody else's rule,
a question, what was once, and a joke about what no option could be are none. What it rules out is in
:mod:`penchant.mind.constraints`. Somebody who takes such a rule back ("I eat meat again") is heard as well: as a
statement that they accept it, which is confirmed before it counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from penchant.domain import Reading, Stance, Statement, Utterance
from penchant.english import stem
from penchant.mind.constraints import is_known, is_member, named, rules_out, table
from penchant.mind.lexicon import hypernyms, is_descriptive, is_kind
from penchant.mind.understand.tokens import MOST_READ

_TRIGGER = re.compile(
    r"al+erg|intoleran|veg[ae]|veggie|pesc|coeliac|celiac|diabet|epilep|asthma|teetotal|halal|kosher|haram|never|ever\b|"
    r"(?:n['’]?t|not|cannot) (?:ever )?(?:eat|drink|have|do|fly|climb|manage|use|take|walk|touch|consume|allowed)|"
    r"(?:eat|drink) no|hives|stairs|wheelchair|[- ]free|accessible|circumstances|no account|kill me|religion|faith|"
    r"muslim|jewish|hindu|pregnant|medication|off[- ]limits|doctor|avoid|swell|rash|react|for good|die|"
    r"(?:again|now|any ?more|no longer)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_QUOTED = re.compile(r"[\"“][^\"”]*[\"”]")
_ASKED = re.compile(
    r"^(?:so |and |but |ok |well |sorry |hey |hi |hello )*(?:is|are|am|do|does|did|can|could|would|will|was|were|has|"
    r"have|had|should|shall|may|might|what|which|who|whom|whose|how|why|where|when|isn't|aren't|don't you|you)\b"
)
_NOT_REALLY = re.compile(
    r"\b(?:if|wish|pretend|suppose|imagine|as though|as if|unless|whether|not that|used to|almost|nearly|mostly|"
    r"practically|sort of|kind of|trying|might|maybe|perhaps|nobody said|who says|said|says|spiritually|joking)\b"
)
_OCCASION = re.compile(
    r"\b(?:today|tonight|now|this (?:\w+)|this$|for this|at the moment|mondays?|"
    r"tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|week(?:end|day)s?|mornings?|evenings?|nights?|noon|"
    r"after|before|during|when|while|until|unless|if|except|without|"
    r"for (?:that|breakfast|lunch|dinner|supper|dessert)|at (?:work|night|noon)|much|enough|often|so much)\b"
)
_SPEAKER = r"(?:i'm|we're)"
_VERY = (
    r"(?:(?:a|an|very|really|severely|deathly|highly|quite|so|super|terribly|badly|seriously|literally|also|actually|"
    r"strict|strictly|lifelong|proper|committed|completely|totally|fully|both|afraid|sorry|but|in fact) )*"
)
_NAMES = r"(?P<what>[a-z][a-z' -]{0,60}(?:, [a-z' -]{1,40}){0,4})"
_NAME = r"(?P<what>[a-z]+(?: [a-z]+){0,2})"
_NOT_ALLOWED = r"(?:can't|cannot|mustn't|must not|may not|'m not allowed to|am not allowed to)(?: ever)?"
_FOOD_WORDS = frozenset(("option", "one", "dish", "burger", "meal", "version", "choice", "restaurant", "food", "menu"))
_RELIGION = re.compile(
    rf"\b{_SPEAKER} {_VERY}(?:muslim|jewish|jew|hindu|jain|sikh|buddhist|observant|religious|pregnant|on medication)\b"
)
_IMPERATIVE = re.compile(
    r"^(?:(?:please|and|so|but|ok|okay|well|just|no|sorry|look|listen)[, ]+)*"
    r"(?:never(?: ever)?|don't ever|do not ever|under no circumstances(?: ever)?|on no account)(?: please)?,? "
    r"(?P<verb>put|leave|place|store|keep|set|stick|hang|give|bring|serve|offer|get|order|buy|use|add|make|book|send|"
    r"pour|pass|hand|fetch|suggest|recommend|feed)\b(?P<rest>.*)"
)
_PUT = frozenset(("put", "leave", "place", "store", "keep", "set", "stick", "hang"))
_BARE = re.compile(r"\b(?:under no circumstances|on no account)\b(?P<rest>.*)")
_POINTED = re.compile(r"\b(?:that|this|it|them|those|these|there|here)\b")
_MEALS = frozenset(("breakfast", "brunch", "lunch", "dinner", "supper", "snack", "dessert", "meal", "drink", "food"))
_LONGEST = 4
"""So many words the name of what is ruled out has at most."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of phrase, and which of the names in it count."""

    pattern: re.Pattern[str]
    counts: Callable[[str], bool]
    stance: Stance


def _is_allergen(name: str) -> bool:
    return is_known(name) or is_member(name) or _is_everyday(name)


def _is_everyday(name: str) -> bool:
    """Whether everyday knowledge has it as a thing to have: coffee, black tea."""
    first, *rest = name.split()
    last = rest[0] if rest else first
    if len(rest) > 1 or (rest and not (is_descriptive(first) or hypernyms(first))):
        return False
    return stem(last) not in _MEALS and bool(is_kind(last) or is_kind(stem(last)) or hypernyms(last))


def _is_diet(name: str) -> bool:
    plain = named(name)
    return plain in table().diets or (plain.endswith(" free") and plain.removesuffix(" free") in table().members)


@cache
def _turns() -> tuple[_Turn, ...]:
    diet = r"(?P<what>[a-z]+(?:[- ][a-z]+)?)"
    first = r"(?:^|[,:] |\bplease |\bbut |\band )"
    avoided: tuple[tuple[str, Callable[[str], bool]], ...] = (
        (rf"(?:\b(?:{_SPEAKER}|i've become|i've been|being) {_VERY}|^)al+ergic (?:to|against) {_NAMES}", _is_allergen),
        (rf"(?:\b(?:{_SPEAKER}|i've become|i've been) {_VERY}|^)intolerant (?:to|of|against) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we)(?:'ve)?(?: have| got| also| developed)+ {_VERY}(?:(?:bad|severe|serious|an?) )*"
         rf"(?:allergy|intolerance) (?:to|against) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we) never(?: ever)? (?:eat|drink|consume) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we) never(?: ever)? (?:touch|wear|use|take|have) {_NAMES}", is_known),
        (rf"\b(?:i|we) (?:don't|do not|won't|can't|cannot) (?:eat|drink|consume|touch|do) {_NAMES}", is_known),
        (rf"\b(?:i|we) (?:eat|drink) no {_NAMES}", is_known),
        (rf"\b(?:i|we) ?{_NOT_ALLOWED} (?:eat|drink|consume|digest|tolerate) {_NAMES}", _is_allergen),
        (rf"\b(?:i|we) ?{_NOT_ALLOWED} have {_NAMES}", is_known),
        (rf"(?<!more )(?<!another )\b{_NAME} (?:would|could|will|can) (?:literally |really )?kill me", is_known),
        (rf"\b{_NAME} (?:gives?|brings?) me (?:out in )?hives", is_known),
        (rf"\b(?:religion|faith) (?:forbids|doesn't allow|prohibits) (?:to (?:eat|drink) )?{_NAMES}", _is_allergen),
        (rf"\b{_NAME} (?:is|are) (?:haram|forbidden to me|against my (?:religion|faith|beliefs))", is_member),
        (rf"\b{_NAME} (?:is|are) (?:strictly |completely )?off[- ]limits (?:for|to) me", is_known),
        (rf"\b{_NAME} makes? my (?:throat|tongue|lips|face) (?:swell|close|itch)", is_known),
        (rf"\b(?:i|we) (?:must|have to|need to) (?:strictly |always )?avoid {_NAMES}", _is_allergen),
        (rf"\bmy doctor (?:has |'s )?(?:forbids?|forbade|forbidden|banned|bans)(?: me)?(?: from)?(?: to)?"
         rf"(?: eat(?:ing)?| drink(?:ing)?| having| have)? {_NAMES}", _is_allergen),
        (rf"\bi (?:react (?:badly|terribly)|(?:come|break) out in (?:hives|a rash)) (?:to|from|after) {_NAMES}",
         _is_allergen),
        (rf"^(?:no|nothing with) {_NAME} ever\b", is_known),
        (rf"^(?:no|nothing with) {_NAME}[,:]? (?:or )?i (?:could|would|will|might) die", is_known),
        (rf"\bi(?:'ve)? (?:gave|given) up {_NAMES} for good", is_known),
        (rf"\b{_SPEAKER} {_VERY}al+ergic,? (?:so )?(?:no|nothing with) {_NAMES}", is_known),
    )  # fmt: skip
    wanted = (
        rf"\b(?:must|has to|have to|needs to|need to|'s got to) (?:all )?be (?:strictly )?{diet}",
        rf"{first}(?:only|strictly|nothing but) {diet}",
        rf"{first}{diet} only\b",
        rf"\b(?:i|we) (?:only|keep|strictly|can only|just)(?: eat| drink| have)? {diet}\b",
        rf"\bi(?:'m on| am on| follow| keep to) an? (?:strict )?{diet} diet",
    )
    return (
        *(_Turn(re.compile(pattern), counts, "avoids") for pattern, counts in avoided),
        *(_Turn(re.compile(pattern), _is_diet, "wants") for pattern in wanted),
    )


def constraints(utterance: Utterance, reading: Reading) -> Reading:
    """The reading with what is no matter of taste: the rules that were heard, and the options that they rule out.

    An option that a rule rules out is not wanted, whatever else was read.
    """
    said = utterance.words
    rules = heard_constraints(said)
    binding = [rule for rule in rules if rule.stance != "accepts"]
    described = utterance.request is not None and utterance.request.described
    touched = [] if described else [name for name in utterance.options if _is_ruled_out(binding, name)]
    pointed_at = _pointed_at(said, utterance, reading)
    touched += [name for name in pointed_at if name not in touched]
    if not rules and not touched:
        return reading
    values = {named(rule.value) for rule in rules}
    ruled = set(touched)
    wrong = bool(ruled.intersection(utterance.acted))
    moved = utterance.acted[:1] if ruled.intersection(utterance.acted[1:]) else ()  # put there, and not to blame
    avoided = ruled.union(name for name in reading.avoids if name not in moved)
    return replace(
        reading,
        wants=tuple(name for name in reading.wants if name not in ruled),
        accepts=tuple(name for name in reading.accepts if name not in ruled),
        avoids=tuple(name for name in dict.fromkeys((*utterance.options, *reading.avoids)) if name in avoided),
        verdict="wrong" if wrong else reading.verdict,
        unlisted=tuple(name for name in reading.unlisted if named(name) not in values),
        also=(*reading.also, *rules),
        constraints=tuple(touched),
    )


@lru_cache(maxsize=2048)
def heard_constraints(words: str) -> tuple[Statement, ...]:
    """The rules in a person's words that hold for them on every occasion.

    >>> [(one.stance, one.value) for one in heard_constraints("I'm vegetarian, and allergic? My sister is, to cats.")]
    [('wants', 'vegetarian')]
    """
    words = words[:MOST_READ]
    if not _TRIGGER.search(words):
        return ()
    found: dict[tuple[Stance, str], None] = {}
    for match in _SENTENCE.finditer(_plainly(words)):
        sentence = match[0].strip()
        if not _is_asked(sentence):
            found |= dict.fromkeys(_in_sentence(sentence.rstrip(".!?;\n ")))
    return tuple(Statement(stance, value, kind="constraint") for stance, value in found)


def beside_constraints(words: str, options: Sequence[str]) -> str:
    """The words without whole sentences that tell of a rule which rules out nothing on offer: they judge nothing here.

    >>> beside_constraints("Lovely. And I'm allergic to sesame.", ["tea"])
    'Lovely.'
    >>> beside_constraints("No. I'm allergic to nuts.", ["walnut cake"])
    "No. I'm allergic to nuts."
    """
    rules = heard_constraints(words)
    if not rules or any(rules_out(one.stance, one.value, name) for one in rules for name in options):
        return words
    rest = [sentence for sentence in _SENTENCE.findall(words[:MOST_READ]) if not heard_constraints(sentence)]
    return "".join(rest).strip(" ;\n") or words


def _plainly(words: str) -> str:
    """The words in small letters and with whole contractions."""
    text = _QUOTED.sub(" ", words.lower().replace("’", "'"))
    text = re.sub(r"\b(?:i am|im)\b", "i'm", re.sub(r"\bwe are\b", "we're", text))
    text = re.sub(r"\b(do|does|wo|ca|must|is|are)nt\b", r"\1n't", text)
    text = re.sub(r"[ \t]+", " ", re.sub(r"\bi have been\b", "i've been", text))
    return _both().sub(r"\g<subject> \g<first>\g<tie>\g<subject> ", text)


@cache
def _both() -> re.Pattern[str]:
    """Two things that somebody is at once: "I'm vegan and allergic to soy"."""
    known = table()
    names = "|".join(re.escape(name).replace(r"\ ", "[ -]") for name in (*known.diets, *known.conditions))
    others = r"(?:is|are|my|his|her|their|who|he|she|they|he's|she's|they're|i|i'm|we|we're)"
    return re.compile(
        rf"\b(?P<subject>{_SPEAKER}) (?P<first>(?:(?!\b{others}\b)[^.!?;\n])+?)(?P<tie>,? and )"
        rf"(?={_VERY}(?:al+ergic|intolerant|{names})\b)"
    )


def _is_asked(sentence: str) -> bool:
    """Whether it is a question; "I'm vegan, remember?" is none, and "I'm vegan, so could I…?" neither."""
    if not sentence.rstrip().endswith("?"):
        return False
    return bool(_ASKED.match(sentence)) or "," not in sentence


def _in_sentence(sentence: str) -> Iterator[tuple[Stance, str]]:
    lifted = list(_lifted(sentence))
    if lifted:
        yield from lifted
        return
    yield from _conditions(sentence)
    yield from _allergies(sentence)
    yield from _access(sentence)
    for turn in _turns():
        for match in turn.pattern.finditer(sentence):
            if _holds_always(sentence, match):
                yield from ((turn.stance, name) for name in _named_in(match["what"], turn.counts))
    yield from _forbidden(sentence)


def _holds_always(sentence: str, match: re.Match[str]) -> bool:
    """Whether it is meant as it is said, of every occasion."""
    if _NOT_REALLY.search(sentence[: match.start()]) or _NOT_REALLY.search(match[0]):
        return False
    clause = re.split(r"[,:]| but | so | because | since | it's ", sentence[match.start() :])[0]
    return not _OCCASION.search(clause) and "spiritually" not in sentence


_ENDS = re.compile(r" (?:but|so|because|since|it's|which|that|and i|as i|for me|please|at all|any ?more|for) ?")
_ONLY_SOME = re.compile(r" ?(?:any more|another|more|that|this|these|those|such|except|so|too|one more)\b")
_OWN_CLAUSE = re.compile(r" ?(?:the|a|an|my|some|i|we|it|no|not|give|bring|make|just|please|would|will|want|like)\b")
_SMALL = re.compile(r"^(?:any|the|all|a|an|some|anything with|food with|kinds of|eating|drinking) ")


def _named_in(what: str, counts: Callable[[str], bool]) -> Iterator[str]:
    """The names in a list that count, in the person's words; a new wish ("nuts, the tart please") is no part of it."""
    first, *others = re.split(r"(,? and |,? or |, |/)", _ENDS.split(what)[0])
    parts = [first]
    if any("and" in tie or "or" in tie for tie in others[::2]):  # "nuts, eggs and fish", but not "nuts, tea"
        parts += others[1::2]
    for part in parts:
        if _ONLY_SOME.match(part) or (part is not first and _OWN_CLAUSE.match(part)):
            return
        tokens = _SMALL.sub("", part.strip()).split()
        for size in range(min(len(tokens), _LONGEST), 0, -1):
            name = " ".join(tokens[:size]).strip("', -")
            if name and counts(name):
                yield name
                break


def _conditions(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What somebody is: vegan, coeliac, diabetic."""
    for match in _are().finditer(sentence):
        rest = sentence[match.end() :].split()
        if (rest and rest[0].strip(",") in _FOOD_WORDS) or not _holds_always(sentence, match):
            continue
        name = match["name"] or match["alone"]
        follows = table().conditions.get(name.replace("-", " "))
        if follows or _is_diet(name):
            yield follows or ("wants", name)


@cache
def _are() -> re.Pattern[str]:
    known = table()
    diets = {name.replace(" ", "-") for name in known.diets if "free" not in name and "accessible" not in name}
    names = "|".join(sorted((re.escape(name).replace(r"\ ", "[ -]") for name in {*diets, *known.conditions}), key=len))
    subject = rf"(?:{_SPEAKER}|i've (?:become|gone|turned|been)|i (?:became|went|turned|have|keep)|as an?|being)"
    own = rf"\b{subject} {_VERY}(?P<name>{names}|[a-z]+[ -]free)\b(?!-| people| person| friends?)"
    alone = rf"^(?:sorry,? )?(?P<alone>{names})(?= here\b|, sorry|$)"
    return re.compile(f"{own}|{alone}")


_ALLERGY = re.compile(r"(?P<what>[a-z]+(?: [a-z]+)?)[ -](?:allergy|allergies|intolerance)\b")
_NOT_MINE = re.compile(
    r"\b(?:no|not|never|her|his|their|your|whose|has|had|people|anyone|anybody|someone|somebody|guests?|friends?|"
    r"with an?|[a-z]+'s)\b"
)


def _allergies(sentence: str) -> Iterator[tuple[Stance, str]]:
    """A nut allergy of the speaker's own."""
    for match in _ALLERGY.finditer(sentence):
        before = re.sub(r"\b(?:it|that|there|here|what|let)'s\b", "", sentence[: match.end("what")])
        if (_NOT_MINE.search(before) and not re.search(r"\bmy [a-z ]*$", before)) or not _holds_always(sentence, match):
            continue
        for size in (2, 1):
            name = " ".join(match["what"].split()[-size:])
            if is_known(name) or is_member(name):
                yield "avoids", name
                break


_FLY = re.compile(
    r"\b(?:i|we) (?:never|don't|do not|can't|cannot|won't) (?:ever )?fly\b(?! \w+ class| with| from| to )"
)
_SOBER = re.compile(r"\b(?:i|we) (?:don't|do not|never) drink(?: at all| any ?more)?(?=$|,| so | because )")
_STAIRS = re.compile(
    r"\b(?:i|we|my \w+) (?:can't|cannot|can no longer) (?:do|climb|manage|use|take|walk up|handle) (?:the |any )?"
    r"(?:stairs|steps)\b"
)
_WHEELCHAIR = re.compile(r"\b(?:i'm (?:in|on) a|i use a|i'm a|my|being in a) wheelchair\b|\bi'm a wheelchair user\b")


def _access(sentence: str) -> Iterator[tuple[Stance, str]]:
    for pattern, stance, value in (
        (_FLY, "avoids", "flying"),
        (_SOBER, "avoids", "alcohol"),
        (_STAIRS, "avoids", "stairs"),
        (_WHEELCHAIR, "wants", "step-free"),
    ):
        match = pattern.search(sentence)
        if match and _holds_always(sentence, match):
            yield ("wants" if stance == "wants" else "avoids"), value


def _forbidden(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What nobody is ever to bring: "never give me anything with pork"; of a bare "never" only what the table knows."""
    for match in (_IMPERATIVE.match(sentence), _BARE.search(sentence)):
        if match and _holds_always(sentence, match):
            yield from (("avoids", name) for name in _known_in(match["rest"]))
            if match.re is _IMPERATIVE and match["verb"] not in _PUT:
                yield from (("avoids", word) for word in match["rest"].split() if is_kind(word) and word not in _MEALS)
    faith = _RELIGION.search(sentence)
    if faith:
        refused = re.search(r"\b(?:no|not|without|don't eat|can't eat|don't drink) (?P<rest>.*)", sentence)
        yield from (("avoids", name) for name in _known_in(refused["rest"])) if refused else ()


def _known_in(text: str) -> Iterator[str]:
    words = re.findall(r"[a-z]+", text)
    yield from (word for word in words if is_known(word) and not _is_diet(word))


def _lifted(sentence: str) -> Iterator[tuple[Stance, str]]:
    """What somebody takes back, of which they say so: "I'm no longer vegan", "I eat meat again"."""
    for pattern in _lifts():
        for match in pattern.finditer(sentence):
            if not _NOT_REALLY.search(sentence[: match.start()]):
                yield from (("accepts", name) for name in _named_in(match["what"], is_known))
    if re.search(r"\b(?:i|we)(?: can)? fly (?:again|now)\b|\bi've started flying\b", sentence):
        yield "accepts", "flying"


@cache
def _lifts() -> tuple[re.Pattern[str], ...]:
    what = r"(?P<what>[a-z]+(?:[ -][a-z]+)?)"
    return tuple(
        re.compile(pattern)
        for pattern in (
            rf"\b{_SPEAKER} no longer {_VERY}(?:allergic to |intolerant to )?{what}",
            rf"\b{_SPEAKER} not {_VERY}(?:allergic to |intolerant to )?{what} any ?(?:more|longer)\b",
            rf"\bi(?:'ve)? (?:stopped|quit|given up|gave up) being {_VERY}{what}",
            rf"\b(?:i|we) (?:can )?(?:eat|drink|have) {what} (?:again|now)\b",
            rf"\bi(?:'ve| have)? (?:started|begun|began) (?:eating|drinking|having|to eat|to drink) {what} again\b",
            rf"\bmy {what} (?:allergy|intolerance) (?:is|has) (?:gone|over|cured|cleared)",
            rf"\bi(?:'ve)? (?:outgrew|outgrown|got over) my {what} (?:allergy|intolerance)",
        )
    )


def _is_ruled_out(rules: Sequence[Statement], name: str) -> bool:
    return any(rules_out(rule.stance, rule.value, name) for rule in rules)


def _pointed_at(words: str, utterance: Utterance, reading: Reading) -> list[str]:
    """The options that somebody forbids for good: by name, or as what was just done ("never put my keys there")."""
    if not re.search(r"never|ever|circumstances|account", words, re.IGNORECASE):
        return []
    for match in _SENTENCE.finditer(_plainly(words)):
        forbidden = _IMPERATIVE.match(match[0].strip().rstrip(".!?;\n "))
        if forbidden and not _OCCASION.search(forbidden["rest"]):
            done = list(utterance.acted[-1:]) if "else" not in forbidden["rest"] else []
            if _POINTED.search(forbidden["rest"]) and done:
                return done
            moved = utterance.acted[:1] if forbidden["verb"] in _PUT else ()
            return [name for name in reading.avoids if name not in moved and _mentions(forbidden["rest"], name)]
    return []


def _mentions(text: str, name: str) -> bool:
    said = {stem(word) for word in re.findall(r"[a-z]+", text)}
    return any(stem(word) in said for word in re.findall(r"[a-z]+", name.lower()) if len(word) > 2)
