"""A statement as a model is asked for it, in free talk and in answers and reactions alike, and as it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from penchant.domain import BeliefKind, Stance, Statement, Use
from penchant.lm.schema import object_with
from penchant.mind.lm.relating import related_form, related_of

LONGEST = 200
"""Characters of a value, an occasion and the like."""

_SURE = {"certain": 0.95, "likely": 0.8, "guess": 0.4}
_MOST_LESSER = 4

FIELDS = """\
quote: the words it stands on, copied exactly from what they said themselves.
kind: "taste" (likes, wants, dislikes), "constraint" (allergy, diet, faith, access, a limit of money, time, size or \
number, "never"), "instruction" (how the assistant should work), "fact" (what is so: home, job, health, habit, pet, \
birthday), "relation" (who a named person is to them). What they may not have because of a fact is a constraint \
beside it.
stance: "wants", "accepts" or "avoids"; of a fact or a relation "is". Irony means the opposite.
value: the thing itself, without verbs of liking, a limit with its comparison and unit: "window seats", "peanuts", \
"Lyon", "at most 80 a night".
topic: what it is about: "seat", "hotel", "home", "sister"; or "".
when: when it holds, in their words: "in the morning", "when drowsy"; "" for always. Two occasions are two statements.
except: when or for what it does not hold, in their words: "on Mondays", "Luigi's"; or "".
rather_than: what it was compared with and is the lesser, which they need not dislike.
whom: "" for the person, else the name or what they are to them: "Rosa", "sister", "one of us".
changed: true only if they say that it was otherwise before. use: "private" or "never" if they say so, else "free".
sure: "certain", "likely" or "guess"."""


def statement_form(known: Sequence[str] = ()) -> dict[str, Any]:
    """The form of one statement."""
    text = {"type": "string", "maxLength": LONGEST}
    named = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    return object_with(
        {
            "quote": {"type": "string", "minLength": 1},
            "kind": {"enum": list(get_args(BeliefKind))},
            "stance": {"enum": list(get_args(Stance))},
            "value": named,
            "topic": text,
            "when": text,
            "except": text,
            "rather_than": {"type": "array", "items": named, "maxItems": _MOST_LESSER},
            "whom": text,
            "changed": {"type": "boolean"},
            "use": {"enum": list(get_args(Use))},
            "sure": {"enum": list(_SURE)},
            **related_form(tuple(known)),
        }
    )


def statement_of(said: Mapping[str, Any]) -> Statement:
    """The statement of a reply; ValueError, in a few words, where it makes no sense."""
    kind: BeliefKind = said["kind"]
    stance: Stance = "is" if kind in ("fact", "relation") else said["stance"]
    if stance == "is" and kind not in ("fact", "relation"):
        raise ValueError(f"the stance of a {kind} must be wants, accepts or avoids")
    if not said["value"].strip():
        raise ValueError("a value is empty")
    return Statement(
        stance,
        said["value"].strip(),
        said["when"].strip(),
        said["topic"].strip(),
        kind,
        said["whom"].strip(),
        use=said["use"],
        exception=said["except"].strip(),
        rather_than=tuple(name.strip() for name in said["rather_than"] if name.strip()),
        changed=said["changed"],
        quote=said["quote"].strip(),
        sure=_SURE[said["sure"]],
        related=related_of(said),
    )
