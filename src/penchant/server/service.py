"""The verbs for one caller: what REST, the Model Context Protocol, the proxy and the page do all goes through here.

Plain functions on the library's nouns: each sees that the caller may, and calls the agent or its memory. Whatever
blocks, blocks: who serves an event loop runs these in threads.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from penchant.domain import (
    Behaviour,
    Evidence,
    Forgetting,
    Lesson,
    PersonId,
    Preference,
    PreferenceId,
    Profile,
    Request,
    Statement,
    Turn,
    Use,
    is_of_episode,
)
from penchant.errors import BadInput, NotAllowed, PreferenceChanged
from penchant.loop import Agent
from penchant.memory import Memory, transfer
from penchant.memory.confirming import confirm_once_a_day, unconfirm
from penchant.memory.memory import BY_HAND
from penchant.memory.timeline import Moment, timeline_of
from penchant.memory.undo import bring_back
from penchant.server.callers import Caller
from penchant.server.etags import etag_of
from penchant.server.journal import AuditLog
from penchant.server.seal import check_seal, sealed
from penchant.server.tenants import Tenant
from penchant.store import Match


class Service:
    """What one caller may do for the people of one tenant.

    ``key`` is the caller's idempotency key, already made one person's and one verb's: it names the episode that a
    verb writes, so that the same call again changes nothing more.
    """

    def __init__(self, tenant: Tenant, caller: Caller, audit: AuditLog) -> None:
        self.tenant = tenant
        self.caller = caller
        self._audit = audit

    @property
    def agent(self) -> Agent:
        """The tenant's agent."""
        return self.tenant.agent

    @property
    def memory(self) -> Memory:
        """The tenant's memory."""
        return self.tenant.agent.memory

    def people(self) -> list[PersonId]:
        """Everyone this tenant knows something about, sorted; not for one person's token."""
        self.caller.check("read")
        return self.memory.people()

    def consider(self, request: Request, *, may_ask: bool = True, key: str | None = None) -> Turn:
        """A question, an action with reasons, or a briefing, sealed so that it is known again."""
        self.caller.check("read", request.person)
        return self._sealed(self.agent.consider(request, may_ask=may_ask, episode=key))

    def hear(self, person: str, turn: Turn, words: str) -> Turn:
        """Take in an answer or a reaction to a turn that was given out here."""
        self._check_turn(person, turn, "hear")
        return self._sealed(self.agent.hear(turn, words))

    def reconsider(self, person: str, turn: Turn) -> Turn:
        """Another choice on the same errand."""
        self._check_turn(person, turn, "reconsider")
        return self._sealed(self.agent.reconsider(turn))

    def recall(self, person: str, turn: Turn) -> list[Preference]:
        """What the agent goes by on an errand."""
        self.caller.check("read", person)
        self._check_given_out(person, turn)
        return self.agent.recall(turn)

    def tell(
        self, person: str, words: str, *, at: datetime | str | None = None, id: str = "", preview: bool = False
    ) -> Lesson:
        """Learn from what a person says of themselves; with ``preview`` only say what would be learned."""
        if preview:
            self.caller.check("read", person)
            return self.agent.tell(person, words, at=at, id=id, preview=True)
        self._may_change(person, "tell")
        return self._told(person, self.agent.tell(person, words, at=at, id=id))

    def observe(self, person: str, messages: Sequence[Mapping[str, Any]]) -> Lesson:
        """Learn from what a person says in a conversation."""
        self._may_change(person, "observe")
        return self._told(person, self.agent.observe(person, messages))

    def watch(self, person: str, events: Sequence[Behaviour]) -> Lesson:
        """Learn from what a person did."""
        self._may_change(person, "watch")
        return self.agent.watch(person, events)

    def learn(
        self,
        person: str,
        statements: Sequence[Statement],
        *,
        words: str | None = None,
        at: datetime | str | None = None,
        id: str = "",
    ) -> Lesson:
        """Learn what the caller's own model read, or what the caller knows."""
        self._may_change(person, "learn")
        return self.agent.learn(person, statements, words=words, at=at, id=id)

    def profile(self, person: str, about: str = "", *, tokens: int | None = None) -> Profile:
        """What is known of a person that bears on something."""
        self.caller.check("read", person)
        return self.agent.profile(person, about, tokens=tokens)

    def brief(self, request: Request) -> Turn:
        """A briefing, and a question worth asking, for a request without options; not sealed, and never to be heard."""
        self.caller.check("read", request.person)
        return self.agent.consider(request)

    def compose(self, person: str, opinion: str | Sequence[str], *, about: str, rating: float | None) -> str:
        """An opinion in a person's own ways of writing."""
        self.caller.check("read", person)
        return self.agent.compose(person, opinion, about=about, rating=rating)

    def preferences(self, person: str, *, closed: bool = False) -> list[Preference]:
        """What is believed about a person; with ``closed`` also what was."""
        self.caller.check("read", person)
        return self.memory.list(person, closed=closed)

    def search(self, person: str, text: str, **narrowed: Any) -> list[Match]:
        """What fits a text best, as :meth:`Memory.search` finds it."""
        self.caller.check("read", person)
        return self.memory.search(person, text, **narrowed)

    def preference(self, person: str, id: PreferenceId) -> Preference:
        """One preference, open or closed."""
        self.caller.check("read", person)
        return self.memory.get(person, id)

    def history(self, person: str, id: PreferenceId) -> list[Preference]:
        """The line of beliefs that one belongs to, oldest first."""
        self.caller.check("read", person)
        return self.memory.history(person, id)

    def evidence(self, person: str, id: PreferenceId) -> list[Evidence]:
        """What spoke for and against one preference."""
        self.caller.check("read", person)
        return self.memory.evidence(person, id)

    def timeline(self, person: str) -> list[Moment]:
        """Every opening, closing, confirming and doubting, in order."""
        self.caller.check("read", person)
        return timeline_of(self.memory, person)

    def note(self, person: str, preference: Preference) -> str:
        """A preference as one sentence."""
        return self.agent.mind.note(person, preference)

    def edit(
        self,
        person: str,
        id: PreferenceId,
        *,
        value: str | None = None,
        use: Use | None = None,
        words: str | None = None,
        seen: str | None = None,
        key: str | None = None,
    ) -> Preference:
        """Believe another value, or use it otherwise, from now on; ``seen`` is the tag of what the caller looked at."""
        self._may_change(person, "edit")
        if value is None and use is None:
            raise BadInput("Say what is to change: a value, or its use.")
        if (done := self._edited(person, key)) is not None:
            return done
        old = self.memory.get(person, id)
        if seen is not None and seen != etag_of(old):
            raise PreferenceChanged(f"Preference {id} has changed since you looked at it. Read it again, then decide.")
        same = (value is None or value.strip() == old.value) and (use is None or use == old.use)
        if old.is_open and same:
            return old
        new = old.value if value is None else value.strip()
        said = words if words and words.strip() else f"{BY_HAND}: {new}"
        try:
            return self.memory.update(person, id, value=new, use=use, words=said, episode=key or BY_HAND)
        except BadInput:
            if not old.is_open or self.memory.get(person, id).is_open:
                raise
        if (done := self._edited(person, key)) is not None:  # by another worker, a moment ago
            return done
        raise PreferenceChanged(f"Preference {id} has just been changed by somebody else. Read it again, then decide.")

    def confirm(self, person: str, id: PreferenceId, *, words: str | None = None, key: str | None = None) -> Preference:
        """Note that the person stands by it; more than once in one day (UTC) counts once."""
        self._may_change(person, "confirm")
        return confirm_once_a_day(self.memory, person, id, words=words or BY_HAND, episode=key)

    def unconfirm(self, person: str, id: PreferenceId, *, key: str | None = None) -> Preference:
        """Take the last confirmation back; gives what is believed again."""
        self._may_change(person, "unconfirm")
        return unconfirm(self.memory, person, id, episode=key)

    def retire(self, person: str, id: PreferenceId) -> Preference:
        """Stop believing something, and keep it readable."""
        self._may_change(person, "retire")
        return self.memory.retire(person, id)

    def undo(self, person: str, ids: Sequence[PreferenceId], *, key: str | None = None) -> list[Preference]:
        """Take back the last change of each of these beliefs; gives what is believed again."""
        self._may_change(person, "undo")
        return bring_back(self.memory, person, ids, episode=key or BY_HAND)

    def forget(
        self, person: str, what: str | Forgetting | PreferenceId | Sequence[PreferenceId], *, confirmed: bool = False
    ) -> Forgetting:
        """Forget what words say, or these beliefs; of words that mean several things only once it is ``confirmed``."""
        self._may_change(person, "forget")
        forgetting = self.agent.forget(person, what)
        if not forgetting.done and confirmed and forgetting.found:
            forgetting = self.agent.forget(person, forgetting)
        if forgetting.done:
            self._blank(person)
        return forgetting

    def forget_person(self, person: str) -> int:
        """Erase everything about a person, for good; gives how many preferences that were."""
        self._may_change(person, "forget_person")
        count = self.memory.forget_person(person)
        self._blank(person)
        return count

    def export(self, person: str) -> str:
        """All that is kept about a person, as one document."""
        self.caller.check("read", person)
        return transfer.written(transfer.take_out(self.memory, person))

    def take_in(self, person: str, document: str | bytes) -> transfer.Record:
        """Keep a document that :meth:`export` wrote, under this person's name, where nothing is known of them yet."""
        self._may_change(person, "take_in")
        record = transfer.read(document, name=person)
        transfer.take_in(self.memory, record)
        return record

    def training_allowed(self, person: str) -> bool:
        """Whether what a person said may become training examples."""
        self.caller.check("read", person)
        return self.memory.training_allowed(person)

    def allow_training(self, person: str, allowed: bool) -> None:
        """Say whether what a person said may become training examples."""
        self._may_change(person, "allow_training")
        self.memory.allow_training(person, allowed)

    def audited(self, person: str, verb: str) -> None:
        """Write down what is done for a person elsewhere than in their memory; NotAllowed where the caller may not."""
        self._may_change(person, verb)

    def owner(self, person: str) -> str:
        """By what the ledger knows a person, which says nothing of their name."""
        return hashlib.blake2b(person.encode(), key=self.tenant.ledger.secret(), digest_size=16).hexdigest()

    def _check_turn(self, person: str, turn: Turn, verb: str) -> None:
        self._may_change(person, verb)
        self._check_given_out(person, turn)

    def _check_given_out(self, person: str, turn: Turn) -> None:
        if turn.request.person != person:
            raise NotAllowed("This turn is somebody else's; what is said to it is heard for that person only.")
        check_seal(turn, self.tenant.ledger.secret())

    def _sealed(self, turn: Turn) -> Turn:
        if turn.lesson.forgotten:
            self._blank(turn.request.person)
        return sealed(turn, self.tenant.ledger.secret())

    def _told(self, person: str, lesson: Lesson) -> Lesson:
        if lesson.forgotten:
            self._blank(person)
        return lesson

    def _edited(self, person: str, key: str | None) -> Preference | None:
        """What an edit with this key made of a preference, if it was done before."""
        if key is None:
            return None
        return next((one for one in self.memory.list(person, closed=True) if is_of_episode(one, key)), None)

    def _blank(self, person: str) -> None:
        self.tenant.ledger.blank(self.owner(person))

    def _may_change(self, person: str, verb: str) -> None:
        """See that the caller may, and write down that they did, or tried."""
        try:
            self.caller.check("write", person)
        except NotAllowed:
            self._audit.note(self.caller, verb, self.owner(person), allowed=False)
            raise
        self._audit.note(self.caller, verb, self.owner(person))
