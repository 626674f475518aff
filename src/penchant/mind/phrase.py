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
from penchant.english import listed
from penchant.mind.behaviour import is_seen
from penchant.mind.protocol import Part, Scene
from penchant.mind.survey import PLACING

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
    "says": "say",
    "asks": "ask",
    "speaks": "speak",
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
    'A constraint: Ana never wants nuts.'
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
    return _sentence(person, f"{'' if kind == 'taste' else 'A constraint: '}{when}{said}.")


_note = lru_cache(maxsize=4096)(note)


def note_of(person: str, belief: Preference | Draft) -> str:
    """One sentence on a belief: of what was done, of what was told in free talk, or of what was said on an errand."""
    if is_seen(belief):
        return note_of_behaviour(person, belief)
    if is_told(belief) or belief.stance == "is":
        return note_of_telling(person, belief)
    b = belief
    return _note(person, b.situation, b.topic, b.stance, b.value, b.rather_than, b.kind)


def note_of_behaviour(person: str, belief: Preference | Draft) -> str:
    """One sentence on what somebody keeps to, going by what they did."""
    when = f" when {belief.situation}" if belief.situation else ""
    keeps = _doing(person, f"keeps to {belief.value} ({belief.topic}){when}")
    return one_line(f"Going by what {_doing(person, 'did')}, {keeps}.")


def note_of_telling(person: str, belief: Preference | Draft) -> str:
    """One sentence on what somebody said of themselves, or of somebody they know, in free talk.

    >>> note_of_telling("Sam", Draft(situation="in the morning", topic="drink", stance="wants", value="coffee",
    ...                              confidence=0.9, words="coffee in the morning", episode="message 1"))
    'Sam wants coffee (drink), in the morning.'
    """
    who = f"{belief.whom} (of whom {_doing(person, 'speaks')})" if belief.whom else person
    about = f" ({belief.topic})" if belief.topic and belief.topic.casefold() not in belief.value.casefold() else ""
    when = f", {_when(belief.situation)}" if belief.situation else ""
    when += f", except {_except(belief.exception)}" if belief.exception else ""
    if belief.stance == "is":
        name = "you" if who.casefold() == ME else who
        said = f"{name}: {belief.topic or 'it is known that'} {belief.value}"
    elif belief.kind == "instruction":
        said = _doing(who, f"asks the agent {'not: ' if belief.stance == 'avoids' else 'to: '}{belief.value}{about}")
    else:
        verb = (_RULE if belief.kind == "constraint" else _VERB)[belief.stance]
        over = f" rather than {listed(belief.rather_than[:_MANY])}" if belief.rather_than else ""
        said = _doing(who, f"{verb} {belief.value}{about}{over}")
    return _sentence(who, f"{'A constraint: ' if belief.kind == 'constraint' else ''}{said}{when}.")


_CONNECTED = re.compile(
    r"(?:in|on|at|when|while|if|unless|before|after|during|for|with|without|as|every|by|except)\b", re.IGNORECASE
)


_STATE = re.compile(r"(?:(?:it|i|we|they|there|my|he|she|you)\b.*|(?!\S*s$)\S+)", re.IGNORECASE)
"""What somebody or something is or does, and a single word that is no plural: "it rains", "drowsy"."""


_HAPPENS = re.compile(r"(?:it|i|we|they|there|he|she|you)(?:['’]\w+)? \S", re.IGNORECASE)


def _except(exception: str) -> str:
    """What is excepted, with a word that connects it where it is something that happens.

    >>> _except("on Mondays"), _except("I'm working"), _except("Luigi's")
    ('on Mondays', "when I'm working", "Luigi's")
    """
    return f"when {exception}" if _HAPPENS.match(exception) else exception


def _when(situation: str) -> str:
    """The occasion with a word that connects it.

    >>> _when("it rains"), _when("drowsy"), _when("night flights"), _when("in the morning")
    ('when it rains', 'when drowsy', 'for night flights', 'in the morning')
    """
    if _CONNECTED.match(situation):
        return situation
    return f"{'when' if _STATE.fullmatch(situation) else 'for'} {situation}"
