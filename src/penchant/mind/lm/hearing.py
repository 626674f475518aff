"""The prompt for understanding a sentence, and the parser of its reply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

from penchant.domain import Reading, Statement, Utterance, Verdict
from penchant.domain.lines import one_line, short
from penchant.lm import ChatMessage, Prompt
from penchant.lm.schema import object_with
from penchant.mind.lm.relating import HOW, in_sentences, lines_of
from penchant.mind.lm.statements import FIELDS, statement_form, statement_of

HEARD = 600
"""So many characters of what was said are shown; what somebody wants is said long before."""

ASKED = 240
"""So many of a request and of a question."""

_MOST_STATEMENTS = 4
_MOST_UNLISTED = 3
_LONGEST = 80

_HOW = f"""\
You note what a person tells their assistant. Note only what is said; irony means the opposite.
verdict: whether what was done is right, wrong or unclear.
wants: options they want for this request; if they are pleased with what was done, that.
accepts: options that would do as well. avoids: options they do not want.
taste: "once" if the wish is for this one time, "changed" if their lasting taste is another now, else "usual".
unlisted: things they want that are not options.
also: what they say of other occasions than this request, as {{"when": their words, "stance", "value"}}.
What other people like or want is not what this person wants: leave it out of these.
lasting: what they say in general, that will matter for other requests too: the reason or rule behind a pick ("at \
most £80 for a coat", "nothing before seven", "dairy upsets my stomach"), what else they say of themselves or of \
people they know. Not the pick itself, nothing that is only for this time. Each has
{FIELDS}
Example: "the tea, coffee makes me jittery at night" is \
{{"verdict":"unclear","wants":["tea"],"accepts":[],"avoids":["coffee"],"taste":"usual","unlisted":[],"also":[],\
"lasting":[{{"quote":"coffee makes me jittery at night","kind":"taste","stance":"avoids","value":"coffee",\
"topic":"drinks","when":"at night","except":"","rather_than":[],"whom":"","changed":false,"use":"free",\
"sure":"certain"}}]}}"""
_TOLD = ChatMessage("system", _HOW)


def hearing(utterance: Utterance) -> Prompt:
    """Ask what the words say about the options; the form of the reply allows no other names."""
    options, acted, question, request = utterance.options, utterance.acted, utterance.question, utterance.request
    lines = [f"Request: {short(request.text, ASKED)}"] if request is not None and request.text.strip() else []
    lines.append(f"Options: {' | '.join(map(one_line, options))}")
    if question is not None and question.text.strip():
        lines.append(f"Assistant asked: {short(question.text, ASKED)}")
    lines.append(f"Assistant did: {', '.join(map(one_line, acted))}" if acted else "Assistant did: nothing yet")
    lines += [*lines_of(utterance.known), f"Person said: {short(utterance.words, HEARD)}"]
    told = ChatMessage("system", _HOW + HOW) if utterance.known else _TOLD
    messages = (told, ChatMessage("user", "\n".join(lines)))
    schema = form(tuple(options), utterance.known)
    return Prompt(purpose="understand", messages=messages, schema=schema, max_tokens=600)


@lru_cache(maxsize=512)  # the same options come in every pass, and under every method
def form(options: tuple[str, ...], known: tuple[str, ...] = ()) -> dict[str, Any]:
    """The form of a reply about these options."""
    names = {"type": "array", "items": {"enum": list(options)}, "maxItems": len(options)}
    statement = object_with({"when": _TEXT, "stance": {"enum": ["wants", "accepts", "avoids"]}, "value": _TEXT})
    return object_with(
        {
            "verdict": {"enum": ["right", "wrong", "unclear"]},
            "wants": names,
            "accepts": names,
            "avoids": names,
            "taste": {"enum": ["usual", "changed", "once"]},
            "unlisted": {"type": "array", "items": _TEXT, "maxItems": _MOST_UNLISTED},
            "also": {"type": "array", "items": statement, "maxItems": _MOST_STATEMENTS},
            "lasting": {"type": "array", "items": statement_form(known), "maxItems": _MOST_STATEMENTS},
        }
    )


def reading_of(reply: Mapping[str, Any], utterance: Utterance) -> Reading:
    """The reading a reply gives; ValueError, in a few words, where the reply contradicts itself."""
    options, acted = utterance.options, utterance.acted
    wants, accepts, avoids = ({*reply[stance]} for stance in ("wants", "accepts", "avoids"))
    accepts -= wants
    done = [name for name in acted if name in options]
    verdict: Verdict = reply["verdict"] if done else "unclear"
    if both := (wants | accepts) & avoids:
        raise ValueError(f"{sorted(both)[0]!r} cannot be in avoids and in wants or accepts")
    if verdict == "right" and avoids & {*done}:
        raise ValueError("verdict is right, but what was done is in avoids")
    if verdict == "wrong" and {*done} <= wants:
        raise ValueError("verdict is wrong, but what was done is in wants")
    if verdict == "right" and not (wants | accepts) & {*done}:
        wants |= {*done}
    if verdict == "wrong" and not avoids & {*done} and done[-1] not in wants | accepts:
        avoids.add(done[-1])  # of a thing in a place, it is the place that was to be decided
    known = {name.casefold() for name in options}
    unlisted = [short(name, _LONGEST) for name in reply["unlisted"] if name.strip().casefold() not in known]
    return Reading(
        wants=_in_order(wants, options),
        accepts=_in_order(accepts, options),
        avoids=_in_order(avoids, options),
        changed=reply["taste"] == "changed",
        verdict=verdict,
        unlisted=tuple(dict.fromkeys(name for name in unlisted if name)),
        once=reply["taste"] == "once" and bool(wants or accepts or avoids),
        also=tuple(dict.fromkeys(_statement(one, options) for one in reply["also"] if one["value"].strip())),
        lasting=tuple(
            dict.fromkeys(in_sentences(_lasting(one, utterance.words), utterance.known) for one in reply["lasting"])
        ),
    )


def _in_order(names: Set[str], options: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in options if name in names)


def _statement(said: Mapping[str, Any], options: Sequence[str]) -> Statement:
    value = short(said["value"], _LONGEST)
    named = next((name for name in options if name.casefold() == value.casefold()), value)
    return Statement(said["stance"], named, short(said["when"], _LONGEST))


def _lasting(said: Mapping[str, Any], words: str) -> Statement:
    if said["quote"].strip() not in words:
        raise ValueError(f"the quotation {said['quote']!r:.60} is not in what the person said")
    return statement_of(said)


_TEXT: dict[str, Any] = {"type": "string"}
