"""The agent's verbs as requests to a server: the arguments and the results are those of :class:`Agent`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from penchant.client.forms import (
    given,
    message_form,
    noun_of,
    preferences_of,
    profile_of,
    time_form,
    turn_form,
    turn_of,
)
from penchant.client.wire import ApiCall, Steps, person_path, writing
from penchant.domain import (
    Behaviour,
    Forgetting,
    Lesson,
    Message,
    PersonId,
    Preference,
    PreferenceId,
    Profile,
    Request,
    Statement,
    Turn,
)
from penchant.domain.json_form import plain
from penchant.errors import BadInput


def consider(request: Request, *, may_ask: bool = True, episode: str | None = None) -> Steps[Turn]:
    """A question where one is worth asking, else a choice with its reasons, or a briefing. Nothing is learned yet."""
    if not isinstance(request, Request):
        raise BadInput(f'Consider a request, as in Request("ana", "a drink", ["tea"]), not {request!r:.80}.')
    body = {name: value for name, value in plain(request).items() if name != "person" and value not in ([], False)}
    if request.described:
        body["described"] = [dict(each) for each in request.described]
    body |= given(episode=episode, may_ask=may_ask)
    reply = yield ApiCall("POST", person_path(request.person, "consider"), body)
    return turn_of(reply.json())


def hear(turn: Turn, words: str) -> Steps[Turn]:
    """Take in what the person said: an answer leads on to a choice (or one more question), a reaction ends it."""
    body = {"turn": turn_form(turn, "Hear words for"), "words": words}
    reply = yield writing("POST", person_path(turn.request.person, "hear"), body)
    return turn_of(reply.json())


def reconsider(turn: Turn) -> Steps[Turn]:
    """Another choice on the same errand, in the light of what the person said of the one before."""
    body = {"turn": turn_form(turn, "Reconsider")}
    reply = yield writing("POST", person_path(turn.request.person, "reconsider"), body)
    return turn_of(reply.json())


def recall(turn: Turn) -> Steps[list[Preference]]:
    """What the agent goes by on this errand: what it believes that may bear on it, and what was said on it."""
    body = {"turn": turn_form(turn, "Recall for")}
    reply = yield ApiCall("POST", person_path(turn.request.person, "recall"), body)
    return preferences_of(reply.json()["preferences"])


def tell(
    person: str, words: str, *, at: datetime | str | None = None, id: str = "", preview: bool = False
) -> Steps[Lesson]:
    """Learn from what a person says of themselves, or asks to be forgotten; with ``preview`` nothing is written."""
    body = given(words=words, at=time_form(at), id=id, preview=preview or None)
    reply = yield (ApiCall if preview else writing)("POST", person_path(person, "tell"), body)
    return noun_of(Lesson, reply.json())


def observe(person: str, messages: Iterable[Message | Mapping[str, Any]]) -> Steps[Lesson]:
    """Learn from what a person says in a conversation; what the others say is context, and never evidence."""
    if isinstance(messages, str | Mapping) or not isinstance(messages, Iterable):
        raise BadInput('A conversation is a list of messages such as {"role": "user", "content": "…"}.')
    body = {"messages": [message_form(each) for each in messages]}
    reply = yield writing("POST", person_path(person, "observe"), body)
    return noun_of(Lesson, reply.json())


def learn(
    person: str,
    statements: Sequence[Statement],
    *,
    words: str | None = None,
    at: datetime | str | None = None,
    id: str = "",
) -> Steps[Lesson]:
    """Learn what the caller's own model read; with the ``words`` it read, a quotation that is not there is refused."""
    if not isinstance(statements, Sequence) or not all(isinstance(one, Statement) for one in statements):
        raise BadInput('Statements are given as in learn("sam", [Statement("wants", "window seats")]).')
    body = given(statements=[_stated(one) for one in statements], words=words, at=time_form(at), id=id)
    reply = yield writing("POST", person_path(person, "learn"), body)
    return noun_of(Lesson, reply.json())


def _stated(statement: Statement) -> dict[str, Any]:
    """A statement as the server takes it: what it does to known preferences is for the server to find."""
    return {name: value for name, value in plain(statement).items() if name != "related"}


def profile(person: str, about: str = "", *, tokens: int | None = None) -> Steps[Profile]:
    """What is known of a person that bears on something, what must be kept to first; ``str()`` is for a prompt."""
    reply = yield ApiCall("POST", person_path(person, "profile"), given(about=about, tokens=tokens))
    return profile_of(reply.json())


def forget(person: str, what: str | Forgetting | PreferenceId | Sequence[PreferenceId]) -> Steps[Forgetting]:
    """Forget what words say ("anything about my ex"), or beliefs by their ids: in every copy, for good.

    Where the words mean more than one thing, nothing is done yet: look at what was found, and hand it back.
    """
    words = what if isinstance(what, str) else ""
    if isinstance(what, Forgetting):
        if what.person != person:
            raise BadInput(f"This is what {what.person} wanted forgotten; {person} has to say so for themselves.")
        words = what.words
        body = given(words=words or None, ids=[belief.id for belief in what.found], confirm=True)
    elif isinstance(what, str):
        body = {"words": what}
    elif isinstance(what, int | Sequence):
        body = {"ids": [what] if isinstance(what, int) else list(what)}
    else:
        raise BadInput("Say what to forget: words, or the id of a belief.")
    reply = yield writing("POST", person_path(person, "forget"), body)
    form = reply.json()
    lingering = form.get("lingering", "")
    return Forgetting(PersonId(person), words, tuple(preferences_of(form["found"])), form["done"], lingering)


def watch(person: str, events: Sequence[Behaviour]) -> Steps[Lesson]:
    """Learn from what somebody did: purchases, views, returns, reviews. An event that was seen before counts once."""
    if isinstance(events, str | Behaviour | Mapping) or not isinstance(events, Iterable):
        raise BadInput(f"Give a list of what {person} did, as in [Behaviour(…)], not {events!r:.60}.")
    events = list(events)
    if wrong := [one for one in events if not isinstance(one, Behaviour)]:
        raise BadInput(f"What somebody did is a Behaviour, not {wrong[0]!r:.60}.")
    body = {"events": [{name: value for name, value in plain(one).items() if value is not None} for one in events]}
    reply = yield writing("POST", person_path(person, "watch"), body)
    return noun_of(Lesson, reply.json())


def compose(person: str, opinion: str | Sequence[str], *, about: str = "it", rating: float | None = None) -> Steps[str]:
    """An opinion in the words and ways of somebody whose writing was watched; of a stranger, as it was told."""
    body = given(opinion=list(opinion) if isinstance(opinion, tuple) else opinion, about=about, rating=rating)
    reply = yield ApiCall("POST", person_path(person, "compose"), body)
    return str(reply.json()["text"])
