"""Models for tests of the language-model mind: one is right, one answers at random, one never answers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from penchant.domain import Reading, Verdict
from penchant.errors import BadReply
from penchant.lm import Prompt
from penchant.lm.scripted import ScriptedModel
from penchant.mind.lm.trial import CHOICES, DRINKS, SENTENCES

Case = dict[str, Any]
ROOT = Path(__file__).parents[2]
FILES = (
    ROOT / "tests" / "mind" / "sentences.jsonl",
    ROOT / "benchmarks" / "sentences" / "unseen.jsonl",
    ROOT / "benchmarks" / "sentences" / "harder.jsonl",
)


def cases(path: Path) -> list[Case]:
    """The sentences of a file, with what was done always as a list."""
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for case in found:
        acted = case.get("acted") or []
        case["acted"] = [acted] if isinstance(acted, str) else acted
    return found


def is_read(reading: Reading, case: Case) -> bool:
    """Whether a reading is one of those expected of a sentence."""
    got = (list(reading.wants), list(reading.accepts), list(reading.avoids), reading.changed, reading.verdict)
    return any(got == _expected(one) for one in case.get("expected", [case]))


def reply(
    *,
    wants: Sequence[str] = (),
    accepts: Sequence[str] = (),
    avoids: Sequence[str] = (),
    verdict: Verdict = "unclear",
    taste: str = "usual",
    unlisted: Sequence[str] = (),
    also: Sequence[Mapping[str, str]] = (),
) -> str:
    """What a model says to the prompt for understanding."""
    return json.dumps(
        {
            "verdict": verdict,
            "wants": list(wants),
            "accepts": list(accepts),
            "avoids": list(avoids),
            "taste": taste,
            "unlisted": list(unlisted),
            "also": list(also),
            "lasting": [],
        }
    )


def said_in(prompt: Prompt) -> str:
    """What the person said, as the prompt shows it."""
    return prompt.messages[1].text.rpartition("Person said: ")[2]


def undecided() -> str:
    """What a model says to whom nothing that was said decides a request."""
    return json.dumps({"against": [], "for": [], "verdict": "ask", "take": 0, "sure": "guess"})


def able(answer: Callable[[Prompt], str] | None = None) -> ScriptedModel:
    """A model that passes the trial, and then answers as it is told to (by default that nothing was said)."""
    heard = {_line(case.words): case for case in SENTENCES}
    chosen = {text: right for text, _, right in CHOICES}

    def say(prompt: Prompt) -> str:
        if prompt.messages[0].text.startswith("You decide for a person"):
            return undecided()
        if prompt.purpose == "choose":
            asked = prompt.messages[1].text.partition("Request: ")[2].partition("\n")[0]
            if asked in chosen:
                return json.dumps({"way": DRINKS.index(chosen[asked]) + 1, "sure": "certain"})
        elif prompt.purpose == "understand" and (case := heard.get(said_in(prompt))) is not None:
            also = [{"when": "at another time", "stance": "wants", "value": value} for value in case.also]
            taste = "changed" if case.changed else "once" if case.once else "usual"
            return reply(wants=case.wants, avoids=case.avoids or (), verdict=case.verdict, taste=taste, also=also)
        return reply() if answer is None else answer(prompt)

    return ScriptedModel(say)


def right_about(sentences: Sequence[Case]) -> ScriptedModel:
    """A model that reads every one of these sentences as expected."""
    by_words: dict[tuple[str, str], Case] = {}
    for case in sentences:
        by_words[_line(case["words"])[:500], _lines(case["options"], case["acted"])] = case

    def say(prompt: Prompt) -> str:
        lines = prompt.messages[1].text.splitlines()
        shown = next(line for line in lines if line.startswith("Options: ")) + next(
            line for line in lines if line.startswith("Assistant did: ")
        )
        case = by_words[said_in(prompt)[:500], shown]
        one = case.get("expected", [case])[0]
        wants, accepts, avoids, changed, verdict = _expected(one)
        taste = "changed" if changed else "usual"
        return reply(wants=wants, accepts=accepts, avoids=avoids, verdict=verdict, taste=taste)

    return able(say)


def at_random(seed: int) -> ScriptedModel:
    """A model whose replies are legal and mean nothing."""
    rng = random.Random(seed)
    return ScriptedModel(lambda prompt: json.dumps(_random(prompt.schema or {}, rng)))


def failing() -> ScriptedModel:
    """A model that never gives a usable reply."""
    return ScriptedModel(lambda prompt: BadReply("The model gave no usable reply."))


def _random(schema: Mapping[str, Any], rng: random.Random) -> Any:
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if schema["type"] == "object":
        return {name: _random(part, rng) for name, part in schema["properties"].items()}
    if schema["type"] == "array":
        return [_random(schema["items"], rng) for _ in range(rng.randint(0, min(schema["maxItems"], 3)))]
    return rng.choice(["tea", "mornings", "a walk", ""])


def _expected(one: Mapping[str, Any]) -> tuple[list[str], list[str], list[str], bool, Verdict]:
    stances = (list(one.get(stance, [])) for stance in ("wants", "accepts", "avoids"))
    wants, accepts, avoids = stances
    return wants, accepts, avoids, one.get("changed", False), one.get("verdict", "unclear")


def _line(text: str) -> str:
    return " ".join(text.split())


def _lines(options: Sequence[str], acted: Sequence[str]) -> str:
    return f"Options: {' | '.join(dict.fromkeys(options))}Assistant did: {', '.join(acted) or 'nothing yet'}"
