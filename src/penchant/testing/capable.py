"""A stand-in for a capable model: answers what penchant asks a model as one that reads well would, by plain code.

It sees what a model sees, the prompt, and nothing else. Sentences are read by the built-in mind; those of the trial,
which are there because plain code does not read them, are known to it. For tests, and for measuring what penchant adds
to the time an endpoint takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from penchant.domain import Message, Question, Reading, Statement, Utterance
from penchant.embed.wordllama import WordLlamaEmbedder
from penchant.mind.builtin import BuiltInMind
from penchant.mind.lm.trial import CHOICES, SENTENCES
from penchant.testing.endpoint import Asked

_TRIAL = {case.words: case for case in SENTENCES}
_LINE = re.compile(r"^([A-Z][a-z ]+): (.*)$")


_KNOWN = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_WORDS = re.compile(r"[^\W_]+")
BEARS, MOST_NEEDED = 0.2, 12


class CapableModel:
    """Answers requests for completions; hand it to an :class:`Endpoint`."""

    def __call__(self, asked: Asked) -> str:
        """The reply to one request."""
        form, text = (asked.schema or {}).get("properties", {}), _question(asked)
        if "take" in form:  # what was said before is for the built-in mind to weigh
            return json.dumps({"against": [], "for": [], "verdict": "ask", "take": 0, "sure": "guess"})
        if "verdict" in form:
            return json.dumps(self._understood(text))
        if "statements" in form:
            return json.dumps(self._listened(text, "related" in form["statements"]["items"]["properties"]))
        if "needed" in form:
            return json.dumps({"needed": _needed(text), "outdated": []})
        if "way" in form:
            return json.dumps({"way": _way(text), "sure": "likely"})
        for name in ("question", "note"):
            if name in form:
                return json.dumps({name: text.splitlines()[0].partition(": ")[2]})
        return "I would say: " + text

    def _listened(self, text: str, relates: bool) -> dict[str, Any]:
        """What free talk says, by the built-in reader, and what it does to the sentences that are shown."""
        shown, _, message = text.rpartition("Message:\n")
        heard = _reader().listen(Message("user", message))
        known = _KNOWN.findall(shown) if relates else []
        told = [
            _told(one) | ({"related": _related(one, known)} if relates else {})
            for one in heard.statements
            if one.lasting
        ]
        return {"statements": told, "forget": list(heard.forget)}

    def _understood(self, text: str) -> dict[str, Any]:
        said = {match[1]: match[2] for line in text.splitlines() if (match := _LINE.match(line))}
        words, options = said["Person said"], said["Options"].split(" | ")
        done = said["Assistant did"]
        acted = [name for name in options if name in done.split(", ")] if done != "nothing yet" else []
        if words in _TRIAL:
            case = _TRIAL[words]
            also = [{"when": "at other times", "stance": "wants", "value": value} for value in sorted(case.also)]
            return _reply(Reading(case.wants, (), case.avoids or (), case.changed, case.verdict, once=case.once), also)
        asked = Question(said["Assistant asked"], tuple(options)) if "Assistant asked" in said else None
        return _reply(_reader().understand(Utterance(words, options, acted, asked)), [])


def _related(said: Statement, known: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """The sentences that have the words of a statement: said again, or replaced where they say the opposite."""
    words = set(said.value.casefold().split())
    found = []
    for id, sentence in known:
        if words <= set(_WORDS.findall(sentence.casefold())):
            against = any(f" {said} " in sentence for said in ("not want", "not like", "never wants", "wants nothing"))
            found.append({"id": int(id), "does": "same" if against == (said.stance == "avoids") else "replaces"})
    return found


def _needed(text: str) -> list[int]:
    """The lines that bear on a task, by the built-in reader."""
    lines, task = _KNOWN.findall(text), text.rpartition("Task: ")[2]
    bears = _reader().bears([line for _, line in lines], task)
    return [int(number) for (number, _), likely in zip(lines, bears, strict=False) if likely >= BEARS][:MOST_NEEDED]


@cache
def _reader() -> BuiltInMind:
    """Who reads for every such model of a process: what one has read, another knows."""
    return BuiltInMind(WordLlamaEmbedder())


def _question(asked: Asked) -> str:
    """What was asked first: who is told that a reply cannot be used is asked the same again."""
    said = [str(each["content"]) for each in asked.body["messages"] if each["role"] == "user"]
    return said[0] if said else asked.text


def _reply(reading: Reading, also: Sequence[dict[str, str]]) -> dict[str, Any]:
    return {
        "verdict": reading.verdict,
        "wants": list(reading.wants),
        "accepts": list(reading.accepts),
        "avoids": list(reading.avoids),
        "taste": "once" if reading.once else "changed" if reading.changed else "usual",
        "unlisted": list(reading.unlisted),
        "also": list(also),
        "lasting": [],
    }


def _told(one: Statement) -> dict[str, Any]:
    return {
        "quote": one.quote or one.value,
        "kind": one.kind,
        "stance": one.stance,
        "value": one.value,
        "topic": one.topic,
        "when": one.situation,
        "except": one.exception,
        "rather_than": list(one.rather_than),
        "whom": one.whom,
        "changed": one.changed,
        "use": one.use,
        "sure": "certain" if one.sure >= 0.9 else "likely",
    }


def _way(text: str) -> int:
    """Which way to act: in the trial the right one, else the one that the first note names, else the first."""
    ways = re.findall(r"^(\d+)\. (.*)$", text, re.MULTILINE)
    for request, _, right in CHOICES:
        if f"Request: {request}" in text:
            return next(int(number) for number, name in ways if name == right)
    for note in re.findall(r"^- (.*)$", text, re.MULTILINE):
        for number, name in ways:
            if f"wants {name}" in note:
                return int(number)
    return 1
