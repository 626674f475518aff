"""People played by a language model: in the manner of a persona text, and true to what they want this time.

A model is told who it plays, what that person wants for this one request, and what the assistant asked or did. How
options score is nothing it is told. What it says is checked against the person's own data, and counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from penchant.domain import Action, Question, Request
from penchant.errors import BadInput
from penchant.lm import ChatMessage, LanguageModel, Prompt
from penchant.lm.dry_run import NotAsked
from penchant.lm.schema import object_with
from penchant.lm.structured import ask_for
from penchant_lab.people.intent import Intent, Manner
from penchant_lab.people.persona import excerpt, persona_for
from penchant_lab.people.protocol import Person
from penchant_lab.people.simulated import SimulatedPerson
from penchant_lab.people.tastes import Tastes
from penchant_lab.people.truth import Checked, Finding, WordsJudge, judge_answer, judge_reaction

LONGEST = 400
"""So many characters are one or two sentences; a longer speech is asked for again."""

LIVELINESS = 0.7
"""The temperature: people do not always say the same thing in the same words."""

_FORM = object_with({"says": {"type": "string"}})


_MANNERS: Mapping[Manner, str] = {
    "terse": " You are short with the assistant: use as few words as you can.",
    "usual": "",
    "full": " You trust the assistant: say in a few words why you want it so.",
}


@dataclass(frozen=True, slots=True)
class PlayedCast:
    """Makes people who are played by one model, from persona texts by name; ours by default.

    ``after`` are the texts once tastes have changed. With a ``judge``, such as the built-in mind, every utterance is
    checked against what the person wants, and ``checked`` counts how true all of them were to themselves.
    """

    lm: LanguageModel
    personas: Mapping[str, str] | None = None
    after: Mapping[str, str] | None = None
    judge: WordsJudge | None = None
    checked: Checked = field(default_factory=Checked)

    def __call__(self, name: str, *, seed: int) -> PlayedPerson:
        """Somebody played; with a text of their own where one goes by their name."""
        given = {part.name: getattr(self, part.name) for part in fields(self)}
        return PlayedPerson(name, seed=seed, **given)


class PlayedPerson:
    """Someone with a name and a persona; put their mind on one request to hear them."""

    needs_model = True

    def __init__(
        self,
        name: str,
        *,
        seed: int,
        lm: LanguageModel | None = None,
        personas: Mapping[str, str] | None = None,
        after: Mapping[str, str] | None = None,
        judge: WordsJudge | None = None,
        checked: Checked | None = None,
    ) -> None:
        if lm is None:
            raise BadInput("Played people need a language model: say which with --people-model and --base-url.")
        self.name = name
        self.seed = seed
        self.persona = persona_for(name, seed, personas)
        self.persona_after = (after or {}).get(name, self.persona)
        self._lm = lm
        self._judge = judge
        self.checked = checked or Checked()

    def with_mind_on(self, intent: Intent, moment: str) -> Person:
        """The person with one request on their mind; ``moment`` is a text no other request shares."""
        persona = self.persona if intent.formerly is None else self.persona_after
        return _InCharacter(self.name, self.seed, self._lm, persona, intent, moment, self._judge, self.checked)


@dataclass(frozen=True, slots=True)
class _InCharacter:
    name: str
    seed: int
    lm: LanguageModel
    persona: str
    intent: Intent
    moment: str
    judge: WordsJudge | None
    checked: Checked

    def answer(self, request: Request, question: Question) -> str:
        """What they say to a question."""
        try:
            words = self._say("answer", request, answering(request, question))
        except NotAsked:
            return self._stand_in().answer(request, question) or ""
        self._check(words, request, question)
        return words

    def react(self, request: Request, action: Action, because: str = "") -> str:
        """What they say to what was done."""
        try:
            words = self._say("react", request, reacting(request, action))
        except NotAsked:
            return self._stand_in().react(request, action) or ""
        self._check(words, request, action)
        return words

    def _stand_in(self) -> Person:
        """Whoever speaks in a dry run, so that it goes on to count what would follow."""
        return SimulatedPerson(self.name, seed=self.seed).with_mind_on(self.intent, self.moment)

    def _say(self, purpose: str, request: Request, scene: str) -> str:
        matter = f"{request.text} {self.intent.thing} {self.intent.place or ''}"
        wish = truth(self.intent, request) + _MANNERS[self.intent.manner]
        system = in_character(self.name, excerpt(self.persona, matter), wish)
        digest = hashlib.blake2b(f"{self.seed}/{self.name}/{self.moment}/{purpose}".encode(), digest_size=4).digest()
        prompt = Prompt(
            purpose=purpose,
            messages=(ChatMessage("system", system), ChatMessage("user", scene)),
            schema=_FORM,
            max_tokens=160,
            temperature=LIVELINESS,
            seed=int.from_bytes(digest) >> 1,  # endpoints take 31 bits
        )
        return ask_for(self.lm, prompt, lambda reply: utterance(reply["says"]))

    def _check(self, words: str, request: Request, seen: Question | Action) -> None:
        finding: Finding = "unclear"
        if self.judge is not None and isinstance(seen, Question):
            finding = judge_answer(words, request, seen, self.intent, self.judge)
        elif self.judge is not None and isinstance(seen, Action):
            finding = judge_reaction(words, request, seen, self.intent, self.judge)
        self.checked.add(finding)


def in_character(name: str, persona: str, wish: str) -> str:
    """Who the model plays, and what that person wants."""
    return (
        f"You play {name}, who is talking to an assistant at home. Say what {name} says, in character: one or two "
        f"sentences, nothing else.\nWho you are: {persona}\nWhat you want this time: {wish}\n"
        "Be true to it: wish for nothing else, praise nothing else, and name things as they are named here."
    )


def truth(intent: Intent, request: Request) -> str:
    """What the person wants for this request, and what they wanted before."""
    wish = _wish(intent)
    former = intent.told_former
    if former is not None and (former.thing, former.place) != (intent.thing, intent.place):
        wish += f" You used to want {_wish(former)} That has changed."
    if intent.tastes is not None:
        wish += _likings(intent.tastes, request)
    return wish


def answering(request: Request, question: Question) -> str:
    """What was asked, for a model to answer."""
    return (
        f"You asked: {_line(request.text)}\nThe assistant asks back: {_line(question.text)}\n"
        "Answer that, and only that. If what you want is not among what it names, say so."
    )


def reacting(request: Request, action: Action) -> str:
    """What was done, for a model to react to."""
    done = str(action)
    if request.features and action.thing in request.options:
        done += f" ({', '.join(request.features[request.options.index(action.thing)])})"
    return (
        f"You asked: {_line(request.text)}\nThe assistant did: {done}\n"
        "If that is what you want, be pleased. If not, say what you want instead."
    )


def utterance(text: str) -> str:
    """One or two sentences on one line; ValueError where it is silence or a speech."""
    line = _line(text).strip('"“” ')
    if not line:
        raise ValueError("nothing is said")
    if len(line) > LONGEST:
        raise ValueError("it is too long for one or two sentences")
    return line


def _wish(intent: Intent) -> str:
    if not intent.thing:
        return "none of what is on offer."
    return f"{intent.thing}." if intent.place is None else f"{intent.thing}, and its place is: {intent.place}."


def _likings(tastes: Tastes, request: Request) -> str:
    values = list(dict.fromkeys(value for each in request.features for value in each))
    groups = (("like best", tastes.wants), ("are fine with", tastes.accepts), ("do not want", tastes.avoids))
    said = [(verb, ", ".join(value for value in values if value in group)) for verb, group in groups]
    return "".join(f" You {verb}: {names}." for verb, names in said if names)


def _line(text: str) -> str:
    return " ".join(text.split())
