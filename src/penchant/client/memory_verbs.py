"""The memory's verbs as requests to a server: the arguments and the results are those of :class:`Memory`."""

from __future__ import annotations

import builtins
from collections.abc import Collection
from datetime import datetime

from penchant.client.forms import evidence_of, given, matches_of, preference_of, preferences_of, time_form
from penchant.client.wire import ApiCall, Steps, person_path, preference_path, writing
from penchant.domain import BeliefKind, Evidence, Match, PersonId, Preference, PreferenceId, Use
from penchant.errors import BadInput

_PAGE = "1000"


def people() -> Steps[builtins.list[PersonId]]:
    """Everyone something is known about."""
    found = builtins.list[PersonId]()
    query = {"limit": _PAGE}
    while True:
        reply = yield ApiCall("GET", "/api/people", query=query)
        page = reply.json()
        found += page["people"]
        if page["next"] is None:
            return found
        query = {"limit": _PAGE, "cursor": page["next"]}


def list(person: str, *, closed: bool = False) -> Steps[builtins.list[Preference]]:
    """What is believed about this person now; with ``closed`` also what was."""
    found = builtins.list[Preference]()
    query = {"limit": _PAGE, "closed": "true" if closed else "false"}
    while True:
        reply = yield ApiCall("GET", person_path(person, "preferences"), query=query)
        page = reply.json()
        found += preferences_of(page["preferences"])
        if page["next"] is None:
            return found
        query["cursor"] = page["next"]


def search(
    person: str,
    text: str,
    *,
    limit: int = 10,
    closed: bool = False,
    kinds: Collection[BeliefKind] = (),
    whom: str | None = None,
    uses: Collection[Use] = (),
    since: datetime | None = None,
    until: datetime | None = None,
    at: datetime | None = None,
) -> Steps[builtins.list[Match]]:
    """A person's preferences that fit a text best, by meaning and by word, best first."""
    for named, example in ((kinds, "constraint"), (uses, "free")):
        if isinstance(named, str) or not isinstance(named, Collection):
            raise BadInput(f'What to look for is narrowed by a list such as ["{example}"], not by {named!r:.40}.')
    times = {"since": time_form(since), "until": time_form(until), "at": time_form(at)}
    body = given(text=text, limit=limit, closed=closed, kinds=[*kinds], uses=[*uses], whom=whom, **times)
    reply = yield ApiCall("POST", person_path(person, "search"), body)
    return matches_of(reply.json()["matches"])


def get(person: str, id: PreferenceId) -> Steps[Preference]:
    """One preference of this person, open or closed."""
    reply = yield ApiCall("GET", preference_path(person, id))
    return preference_of(reply.json())


def update(person: str, id: PreferenceId, *, value: str, words: str, use: Use | None = None) -> Steps[Preference]:
    """Believe another value from now on; the old belief is closed and stays in the history.

    Where somebody else has changed it in the meantime, nothing is done, and PreferenceChanged says so.
    """
    path = preference_path(person, id)
    looked_at = yield ApiCall("GET", path)
    body = given(value=value, words=words, use=use)
    reply = yield writing("PATCH", path, body, seen=looked_at.headers.get("etag", "*"))
    return preference_of(reply.json())


def confirm(person: str, id: PreferenceId, *, words: str) -> Steps[Preference]:
    """Note that the person stands by a belief; it is surer from now on."""
    reply = yield writing("POST", preference_path(person, id, "confirm"), {"words": words})
    return preference_of(reply.json())


def retire(person: str, id: PreferenceId) -> Steps[Preference]:
    """Stop believing something, and keep it readable."""
    reply = yield writing("POST", preference_path(person, id, "retire"))
    return preference_of(reply.json())


def forget(person: str, id: PreferenceId) -> Steps[None]:
    """Erase one preference with its evidence, for good."""
    yield writing("DELETE", preference_path(person, id))


def forget_person(person: str) -> Steps[int]:
    """Erase everything about a person, for good; gives how many preferences that were."""
    reply = yield writing("DELETE", person_path(person))
    return int(reply.json()["forgotten"])


def history(person: str, id: PreferenceId) -> Steps[builtins.list[Preference]]:
    """The line of beliefs this one belongs to, oldest first: what it replaced, and what replaced it."""
    reply = yield ApiCall("GET", preference_path(person, id, "explain"))
    return preferences_of(reply.json()["history"])


def evidence(person: str, id: PreferenceId) -> Steps[builtins.list[Evidence]]:
    """What spoke for and against one preference, oldest first."""
    reply = yield ApiCall("GET", preference_path(person, id, "explain"))
    return evidence_of(reply.json()["evidence"])


def export_person(person: str) -> Steps[str]:
    """All that is kept about a person, as one document to keep, to read and to carry elsewhere."""
    reply = yield ApiCall("GET", person_path(person, "export"))
    return reply.text


def import_person(person: str, document: str | bytes) -> Steps[int]:
    """Keep a document that ``export_person`` gave, under this name; gives how many preferences that are."""
    body = document.encode("utf-8", "replace") if isinstance(document, str) else document
    reply = yield writing("POST", person_path(person, "import"), body)
    return int(reply.json()["preferences"])


def allow_training(person: str, allowed: bool) -> Steps[None]:
    """Say whether what this person said may become training examples; with False they are never exported."""
    yield writing("POST", person_path(person, "consent"), {"training": allowed})


def training_allowed(person: str) -> Steps[bool]:
    """Whether what this person said may become training examples."""
    reply = yield ApiCall("GET", person_path(person, "consent"))
    return bool(reply.json()["training"])
