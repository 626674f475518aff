"""Putting things into words: questions, and notes a person can read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from penchant.domain import BeliefKind, Draft, Preference, Question, Stance, is_told
from penchant.domain.lines import one_line
from penchant.domain.talk import ME
from penchant.english import capital, listed
from penchant.mind.behaviour import is_seen
from penchant.mind.protocol import Part, Scene
from penchant.mind.survey import PLACING
from penchant.mind.told.figures import limit_of
from penchant.mind.told.occasion import RELATIONS
from penchant.terms import stems

_VERB: dict[Stance, str] = {"wants": "wants", "accepts": "is fine with", "avoids": "does not want", "is": "has"}
_CHOSE: dict[Stance, str] = {"wants": "chose", "accepts": "was fine with", "avoids": "turned down", "is": "has"}
TO_BE_SURE = "Just to be sure: "
_MANY = 6
"""A question or a note lists at most so many names; a longer list is no help to anyone."""


def ask(scene: Scene, part: Part) -> Question:
    """A question about one part of the action, naming the alternatives."""
    if part == "place":
        thing = f"the {scene.things[0]}" if len(scene.things) == 1 else "it"
        return Question(f"Where should I put {thing}: {_a_few(scene.places)}?", scene.places)
    if scene.placing:
        return Question(f"Which of these do you mean: {_a_few(scene.things)}?", scene.things)
    return Question(f"Which would you like: {_a_few(scene.things)}?", scene.things)


def ask_likely(likely: Sequence[str], others: Sequence[str]) -> Question:
    """A question that names first what is likely, by what the person said before.

    >>> ask_likely(["Kyoto Garden"], ["Trattoria Roma", "Burger Werk"]).text
    'Would you take Kyoto Garden, or rather Trattoria Roma or Burger Werk?'
    """
    return Question(f"Would you take {_a_few(likely)}, or rather {_a_few(others)}?", (*likely, *others))


def ask_about(topic: str, values: Sequence[str]) -> Question:
    """A question about some features of the kind of thing that is asked for.

    >>> ask_about("kettle", ["glass body", "steel body"]).text
    'Which of these would you be happy with for the kettle: glass body or steel body?'
    """
    if len(values) == 1:
        return Question(f"Would you be happy with {values[0]} for the {topic}?", tuple(values))
    text = f"Which of these would you be happy with for the {topic}: {_a_few(values)}?"
    return Question(text, tuple(values))


def ask_back(stance: Stance, values: Sequence[str], about: Literal["answer", "reaction"]) -> Question:
    """A question whether this is what was meant.

    >>> ask_back("wants", ["black coffee"], "answer").text, ask_back("avoids", ["milk"], "reaction").text
    ('Just to be sure: black coffee?', 'Just to be sure: no milk?')
    """
    meant = f"no {_a_few(values)}" if stance == "avoids" else _a_few(values)
    return Question(f"{TO_BE_SURE}{meant}?", tuple(values), back=about)


def ask_again(question: Question) -> Question:
    """The same question once more, after an answer that was not understood.

    >>> ask_again(Question("Which would you like: milk or tea?", ("milk", "tea"))).text
    'Just to be sure: which would you like: milk or tea?'
    """
    text = question.text[:1].lower() + question.text[1:]
    return replace(question, text=f"{TO_BE_SURE}{text}", back="answer")


def is_negative(question: Question) -> bool:
    """Whether a question asks back if something is not wanted: who says yes does not want it then."""
    return bool(question.back) and question.text == ask_back("avoids", question.alternatives, "answer").text


def _a_few(names: Sequence[str]) -> str:
    if len(names) <= _MANY:
        return listed(names)
    return listed([*names[:_MANY], f"one of {len(names) - _MANY} others"])


_RULE: dict[Stance, str] = {
    "wants": "wants only",
    "accepts": "is always fine with",
    "avoids": "never wants",
    "is": "has",
}


_YOURS = {
    "wants": "want",
    "is": "are",
    "was": "were",
    "does": "do",
    "has": "have",
    "keeps": "keep",
    "likes": "like",
    "says": "say",
    "speaks": "speak",
    "asks": "ask",
}


def _doing(person: str, what: str) -> str:
    """Who does something: "Ana never wants nuts", or "you never want nuts".

    >>> _doing("Ana", "never wants nuts"), _doing("me", "never wants nuts")
    ('Ana never wants nuts', 'you never want nuts')
    """
    if person.casefold() != ME:
        return f"{person} {what}"
    words = what.split(" ")
    verb = next((place for place, word in enumerate(words[:2]) if word in _YOURS), None)
    if verb is not None:
        words[verb] = _YOURS[words[verb]]
    return f"you {' '.join(words)}"


def _sentence(person: str, text: str) -> str:
    """One line, which begins with a capital where it begins with you."""
    return one_line(text[:1].upper() + text[1:] if person.casefold() == ME else text)


def note(
    person: str,
    situation: str,
    topic: str,
    stance: Stance,
    value: str,
    rather_than: Sequence[str],
    kind: BeliefKind = "taste",
) -> str:
    """One sentence on one preference.

    >>> note("Ana", "so drowsy", "something to drink", "wants", "herbal tea", ["black coffee"])
    'When Ana says “so drowsy” (something to drink), Ana wants herbal tea rather than black coffee.'
    >>> note("Ana", "", "Where shall we eat tonight?", "wants", "Sakura (Japanese)", ["Bella Napoli"])
    'Ana chose Sakura (Japanese) over Bella Napoli when asked “Where shall we eat tonight?”.'
    >>> note("Ana", "", "", "avoids", "nuts", [], "constraint")
    'Ana never wants nuts.'
    """
    if kind == "taste" and topic and not situation and not topic.startswith(PLACING):
        over = f" over {listed(rather_than[:_MANY])}" if rather_than else ""
        return _sentence(person, f"{_doing(person, f'{_CHOSE[stance]} {value}{over}')} when asked “{topic}”.")
    verb = (_VERB if kind == "taste" else _RULE)[stance]
    if topic.startswith(PLACING):
        what = f"{verb} {topic.removeprefix(PLACING).strip() or 'it'} at the {value}"
        about = ""
    else:
        what, about = f"{verb} {value}", topic
    when = ""
    if situation:
        when = f"When {_doing(person, 'says')} “{situation}”" + (f" ({about})" if about else "") + ", "
    over = f" rather than {listed(rather_than[:_MANY])}" if rather_than else ""
    said = _doing(person, f"{what}{over}")
    return _sentence(person, f"{when}{said}.")


_note = lru_cache(maxsize=4096)(note)


def note_of(person: str, belief: Preference | Draft) -> str:
    """One sentence on a belief: of what was done, of what was told in free talk, or of what was said on an errand."""
    if is_seen(belief):
        return note_of_behaviour(person, belief)
    if is_told(belief) or belief.stance == "is" or (belief.kind == "constraint" and not belief.situation):
        return note_of_telling(person, belief)
    b = belief
    return _note(person, b.situation, b.topic, b.stance, b.value, b.rather_than, b.kind)


def line_for_model(person: str, belief: Preference | Draft) -> str:
    """A belief as a model is shown it beside new words: with its kind, and with its topic in brackets.

    Until 0.2 people were told it so, too.

    >>> line_for_model("Sam", Draft(situation="in the morning", topic="drink", stance="wants", value="coffee",
    ...                             confidence=0.9, words="coffee in the morning", episode="message 1"))
    'Sam wants coffee (drink), in the morning.'
    """
    rule = "A constraint: " if belief.kind == "constraint" else ""
    if is_seen(belief):
        return note_of_behaviour(person, belief)
    if not (is_told(belief) or belief.stance == "is"):
        b = belief
        return rule + _note(person, b.situation, b.topic, b.stance, b.value, b.rather_than, b.kind)
    who = f"{belief.whom} (of whom {_doing(person, 'speaks')})" if belief.whom else person
    about = f" ({belief.topic})" if belief.topic and belief.topic.casefold() not in belief.value.casefold() else ""
    when = f", {_when(belief.situation, '')}" if belief.situation else ""
    when += f", except {_except(belief.exception)}" if belief.exception else ""
    if belief.stance == "is":
        said = f"{'you' if who.casefold() == ME else who}: {belief.topic or 'it is known that'} {belief.value}"
    elif belief.kind == "instruction":
        said = _doing(who, f"asks the agent {'not: ' if belief.stance == 'avoids' else 'to: '}{belief.value}{about}")
    else:
        over = f" rather than {listed(belief.rather_than[:_MANY])}" if belief.rather_than else ""
        said = _doing(who, f"{(_RULE if rule else _VERB)[belief.stance]} {belief.value}{about}{over}")
    return _sentence(who, f"{rule}{said}{when}.")


def note_of_behaviour(person: str, belief: Preference | Draft) -> str:
    """One sentence on what somebody keeps to, going by what they did."""
    when = f" when {belief.situation}" if belief.situation else ""
    keeps = _doing(person, f"keeps to {belief.value} ({belief.topic}){when}")
    return one_line(f"Going by what {_doing(person, 'did')}, {keeps}.")


def note_of_telling(person: str, belief: Preference | Draft) -> str:
    """One sentence on what somebody said of themselves, or of somebody they know, in free talk.

    >>> told = Draft(situation="drowsy", topic="drink", stance="wants", value="tea", rather_than=("coffee",),
    ...              exception="at work", confidence=0.9, words="tea when I'm drowsy", episode="message 1")
    >>> note_of_telling("Sam", told)
    'When drowsy, Sam likes tea rather than coffee, except at work.'
    >>> note_of_telling("Sam", replace(told, situation="", topic="hotels", value="at most 80 a night", rather_than=(),
    ...                                exception="", kind="constraint", whom="sister"))
    "Sam's sister wants at most 80 a night for hotels."
    """
    who = _called(belief.whom, person)
    over = f" rather than {listed(belief.rather_than[:_MANY])}" if belief.rather_than else ""
    if belief.kind == "relation" and belief.stance == "is":
        said = f"{belief.value} is {_whose(who)} {belief.topic or 'acquaintance'}"
    elif belief.stance == "is":
        said = f"{f'{_whose(who)} {belief.topic}' if belief.topic else _doing(who, '').strip()}: {belief.value}"
    elif belief.kind == "instruction":
        said = f"{_doing(who, 'asks')}: {'never ' if belief.stance == 'avoids' else ''}{belief.value}"
    else:
        said = _doing(who, f"{_verb_for(belief)} {belief.value}{_matter(belief)}")
    said += over + (f", except {_except(belief.exception)}" if belief.exception else "")
    if belief.situation:
        said = capital(f"{_when(belief.situation, belief.words)}, {said}")
    return _sentence(who, f"{said}.")


def _called(whom: str, person: str) -> str:
    """The name of whom a belief is about, with whose relative it is where that is all that is known of them.

    >>> _called("Rosa", "sam"), _called("sister", "sam"), _called("my sister", "me"), _called("one of us", "sam")
    ('Rosa', "sam's sister", 'your sister', 'one of us (says sam)')
    """
    if not whom:
        return person
    own = re.sub(r"^(?:my|our) ", "", whom)
    if own.split(" ")[-1].casefold() in RELATIONS:
        return f"{_whose(person)} {own}"
    return f"{whom} (says {'you' if person.casefold() == ME else person})" if whom[:1].islower() else whom


def _whose(name: str) -> str:
    return "your" if name.casefold() == ME else f"{name}'s"


_LIKING: dict[Stance, str] = {**_VERB, "wants": "likes", "avoids": "does not like"}
_BEING = re.compile(r"(?:am|is|are|['’](?:m|s|re)) (?:(?:an?|\w+ly|now) )*$", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?:at (?:most|least)|(?:no|not) (?:more|less|later|earlier)|up to|under|over)\b", re.IGNORECASE
)
_IS = frozenset(("vegetarian", "vegan", "pescatarian", "plant-based", "teetotal"))
_KEEPS = frozenset(("kosher", "halal"))


def _verb_for(belief: Preference | Draft) -> str:
    """How somebody stands to what they said: they like it, are it, or want nothing else."""
    value = belief.value.casefold()
    if belief.kind != "constraint":
        return _LIKING[belief.stance]
    if belief.stance != "wants":
        limit = limit_of(belief.value, belief.stance)
        return "wants nothing" if limit and isinstance(limit.amount, str) else _RULE[belief.stance]
    if value in _IS or _BEING.search(belief.words[: max(belief.words.casefold().find(value), 0)]):
        return "is"
    return "keeps" if value in _KEEPS else "wants" if _is_limit(belief) else _RULE["wants"]


def _is_limit(belief: Preference | Draft) -> bool:
    """Whether it says how much, or when, something may be at most or at least."""
    return bool(_COMPARED.match(belief.value) or limit_of(belief.value, belief.stance))


def _matter(belief: Preference | Draft) -> str:
    """What it is about: of a limit always, of all else where the person named it themselves."""
    about, said = stems(belief.topic), stems(f"{belief.value} {belief.situation}")
    if not about or about & said:
        return ""
    if belief.kind == "constraint" and _is_limit(belief):
        return "" if re.search(r"\b(?:for|on|of)\b", belief.value) else f" for {belief.topic}"
    return f" ({belief.topic})" if about <= stems(belief.words) else ""


_CONNECTED = re.compile(
    r"(?:in|on|at|when|while|if|unless|before|after|during|for|with|without|as|every|by|except)\b",
    re.IGNORECASE,
)


_SINCE = re.compile(r"(?:from|since|until|to)\b", re.IGNORECASE)
_DETERMINERS = frozenset(("my", "our", "the", "a", "an"))
_STATE = re.compile(r"(?:(?:it|i|we|they|there|my|he|she|you)\b.*|(?!\S*s$)\S+)", re.IGNORECASE)
"""What somebody or something is or does, and a single word that is no plural: "it rains", "drowsy"."""


_HAPPENS = re.compile(r"(?:it|i|we|they|there|he|she|you)(?:['’]\w+)? \S", re.IGNORECASE)


def _except(exception: str) -> str:
    """What is excepted, with a word that connects it where it is something that happens.

    >>> _except("on Mondays"), _except("I'm working"), _except("Luigi's")
    ('on Mondays', "when I'm working", "Luigi's")
    """
    return f"when {exception}" if _HAPPENS.match(exception) else exception


def _when(situation: str, words: str) -> str:
    """The occasion with a word that connects it, the person's own where they used one.

    >>> _when("it rains", ""), _when("drowsy", ""), _when("night flights", ""), _when("coffee", "no milk in my coffee")
    ('when it rains', 'when drowsy', 'for night flights', 'in coffee')
    """
    if _CONNECTED.match(situation):
        return situation
    before = words[: max(words.casefold().find(situation.casefold()), 0)].lower().split()
    if before and before[-1] in _DETERMINERS:
        before.pop()
    if _SINCE.match(situation) and words:
        return situation
    if before and _CONNECTED.fullmatch(before[-1]):
        return f"{before[-1]} {situation}"
    return f"{'when' if _STATE.fullmatch(situation) else 'for'} {situation}"
