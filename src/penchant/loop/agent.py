"""The agent: considers a request, hears what the person says, and remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from penchant.domain import (
    Behaviour,
    Forgetting,
    Lesson,
    Message,
    Preference,
    PreferenceId,
    Profile,
    Request,
    Statement,
    Turn,
    readable,
)
from penchant.errors import BadInput
from penchant.lm import LanguageModel
from penchant.loop.ask import AskPolicy
from penchant.loop.briefing import profile_of
from penchant.loop.errands import Errands
from penchant.loop.free_talk import FreeTalk, Progress
from penchant.loop.messages import checked_message, checked_name, checked_time
from penchant.loop.methods import Method, method_named
from penchant.loop.parts import check_clock, check_model, check_opinion, check_parts, made_already
from penchant.loop.recall import Recollection
from penchant.loop.watch import Watching
from penchant.memory import Clock, Habits, Memory, now
from penchant.mind import writing
from penchant.mind.behaviour import Assortment
from penchant.mind.protocol import Mind
from penchant.plugins import mind_named, open_store_with, plugin


class Agent:
    """Asks when a question is worth it, acts on what it knows about this person, says why, and learns.

    >>> agent = Agent.open(":memory:")
    >>> turn = agent.consider(Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"]))
    >>> turn.question.text
    'Which would you like: black coffee or herbal tea?'
    >>> turn = agent.hear(turn, "the tea, coffee makes me anxious")
    >>> str(turn.choice.action)
    'herbal tea'
    """

    def __init__(
        self,
        memory: Memory,
        mind: Mind,
        *,
        method: Method | None = None,
        policy: AskPolicy | None = None,
        assortment: Assortment | None = None,
    ) -> None:
        self.memory = memory
        self.mind = mind
        self.method = method or method_named("both")
        self.policy = policy or AskPolicy()
        self._recollection = Recollection(memory)
        self._watching = Watching(memory, mind, assortment)
        self._talk = FreeTalk(memory, mind, self._recollection)

    @classmethod
    def open(
        cls,
        where: str | Path = "memory.db",
        *,
        embedder: str | None = None,
        mind: str | Mind = "built-in",
        lm: LanguageModel | None = None,
        lm_options: Mapping[str, Any] | None = None,
        method: str | Method | None = None,
        policy: AskPolicy | None = None,
        habits: Habits | None = None,
        assortment: Assortment | None = None,
        clock: Clock = now,
    ) -> Agent:
        """An agent on a memory file (made when absent), or on ``":memory:"``; embedders and minds go by plugin name.

        Without an ``embedder`` a memory goes on with the one it was made with, and a new one with that of the encoder.
        A mind may also be given as one that was made already.
        Other stores go by name or URL: ``sqlite``, ``faiss``, ``memory``, ``faiss:FOLDER``, ``postgresql://…``; a
        ``Path`` is a file's, whatever its name.
        The mind ``lm`` understands with a language model, such as ``penchant.lm.openai.OpenAIModel("NAME")``; with
        ``lm_options={"choose": True, "phrase": True}`` it also lets it choose, and word questions and reasons.
        An ``assortment`` says what can be had, so that :meth:`watch` can tell a liking from chance.
        ``method`` says whether it may ask and be corrected (``none``, ``pre``, ``post``, ``both``), ``clock`` what
        time it is. Close the agent when you are done, or open it in a ``with`` statement.
        """
        if not isinstance(where, str | Path):
            raise BadInput(f"A memory is named by a text or a path, not by {where!r}.")
        check_parts(method=method, policy=policy, habits=habits, assortment=assortment, lm_options=lm_options)
        check_clock(clock)
        way = method_named(method) if isinstance(method, str) else method
        if habits is None and way is not None:
            habits = way.habits
        if embedder is not None:
            plugin("embedders", embedder)
        if isinstance(mind, str):  # a mistyped name must not leave a new file behind
            check_model(mind, lm)
            made = mind_named(mind, lm=lm, **(lm_options or {}))
        else:
            made = made_already(mind, lm, lm_options)
        address = where if isinstance(where, str) else str(where.absolute())
        memory = Memory(*open_store_with(address, embedder), clock, habits=habits)
        return cls(memory, made, method=way, policy=policy, assortment=assortment)

    def consider(self, request: Request, *, may_ask: bool = True, episode: str | None = None) -> Turn:
        """A question where one is worth asking, else a choice with its reasons. Nothing is learned yet.

        Where the request offers nothing to choose from, a briefing: what is known that bears on it, what is missing.
        """
        return self._errands.consider(request, may_ask=may_ask, episode=episode)

    def hear(self, turn: Turn, words: str) -> Turn:
        """Take in what the person said: an answer leads on to a choice (or one more question), a reaction ends it.

        Where a reaction is in doubt and would overturn what is trusted, the turn asks back (``question``, with its
        ``reaction``) before anything is learned from it; what is said to that ends it.

        The same words for the same turn count once, whichever process hears them; others are BadInput then.
        """
        return self._errands.hear(turn, words)

    def reconsider(self, turn: Turn) -> Turn:
        """Another choice on the same errand, in the light of what the person said of the one before."""
        return self._errands.reconsider(turn)

    def recall(self, turn: Turn) -> list[Preference]:
        """What the agent goes by on this errand: what it believes that may bear on it, and what was said on it."""
        return self._errands.recall(turn)

    def tell(
        self, person: str, words: str, *, at: datetime | str | None = None, id: str = "", preview: bool = False
    ) -> Lesson:
        """Learn from what a person says of themselves, or asks to be forgotten, with nothing on offer.

        ``at`` is when it was said, ``id`` the caller's own name for the message; the same message twice teaches once.
        With ``preview`` nothing is written: the lesson says what would be learned, closed and forgotten.

        >>> agent = Agent.open(":memory:")
        >>> agent.tell("sam", "I'm vegetarian").opened
        ('sam is vegetarian.',)
        >>> agent.tell("sam", "Is oat milk any good?")
        Lesson(opened=(), closed=(), confirmed=(), forgotten=(), left_alone=(), ended_by=(), beliefs=())
        """
        return self._talk.tell(checked_name(person), checked_message(words, at, id), preview=preview)

    def observe(
        self, person: str, messages: Iterable[Message | Mapping[str, Any]], *, progress: Progress | None = None
    ) -> Lesson:
        """Learn from what a person says in a conversation; what the others say is context, and never evidence.

        Messages have the usual form, ``{"role": "user", "content": "…"}``, with a time (``at``) and an ``id`` where
        there are any. A conversation may be handed in again when it has grown: each message teaches once.
        All of it is looked at before the first is learned from; ``progress`` is told how far the listening is.
        """
        return self._talk.observe(checked_name(person), messages, progress)

    def learn(
        self,
        person: str,
        statements: Sequence[Statement],
        *,
        words: str | None = None,
        at: datetime | str | None = None,
        id: str = "",
    ) -> Lesson:
        """Learn what the caller's own model read; with the ``words`` it read, a quotation that is not there is refused.

        >>> agent = Agent.open(":memory:")
        >>> agent.learn("sam", [Statement("wants", "window seats", topic="seat")]).opened
        ('sam likes window seats.',)
        """
        message = None if words is None else checked_message(words, at, id)
        return self._talk.learn(checked_name(person), statements, message, at=checked_time(at))

    def profile(self, person: str, about: str = "", *, tokens: int | None = None) -> Profile:
        """What is known of a person that bears on something, what must be kept to first; ``str()`` is for a prompt.

        Without ``about`` all there is, the latest first; ``tokens`` is how much room there is.
        """
        if not isinstance(about, str):
            raise BadInput(f"What a profile is about is a text, not {about!r:.60}.")
        if tokens is not None and (not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 1):
            raise BadInput(f"A profile has room for one token or more, not for {tokens!r:.40}.")
        return profile_of(self.memory, self.mind, checked_name(person), readable(about), tokens)

    def forget(self, person: str, what: str | Forgetting | PreferenceId | Sequence[PreferenceId]) -> Forgetting:
        """Forget what words say ("anything about my ex"), or beliefs by their ids: in every copy, for good.

        Where the words mean more than one thing, nothing is done yet: look at what was found, and hand it back.
        """
        return self._talk.forget(checked_name(person), what)

    def watch(self, person: str, events: Sequence[Behaviour]) -> Lesson:
        """Learn from what somebody did: purchases, views, returns, reviews. An event that was seen before counts once.

        >>> from datetime import UTC, datetime
        >>> from penchant import Behaviour
        >>> bought = [Behaviour(id=f"order {n}", at=datetime(2026, 1, n, tzinfo=UTC), item=f"No. {n}", topic="beans",
        ...                     features={"roast": "dark"}, rating=5) for n in (1, 2)]
        >>> agent = Agent.open(":memory:")
        >>> agent.watch("ana", bought).opened
        ('Going by what ana did, ana keeps to dark (roast).',)
        >>> agent.watch("ana", bought).opened
        ()
        """
        return self._watching.watch(person, events)

    def compose(
        self, person: str, opinion: str | Sequence[str], *, about: str = "it", rating: float | None = None
    ) -> str:
        """An opinion opened and closed as somebody does whose writing was watched; of a stranger, as it was told.

        ``about`` is what the thing is called, ``rating`` (1 to 5) how well it pleased.
        """
        lines = check_opinion(person, opinion, about, rating)
        return writing.compose(
            [readable(line) for line in lines],
            about=about,
            rating=rating,
            beliefs=[belief for belief in self.memory.list(person) if writing.is_way(belief)],
        )

    def close(self) -> None:
        """Let go of the memory's files."""
        self.memory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Agent with the {self.mind.name} mind, method {self.method.name!r}, on {self.memory!r}>"

    @property
    def _errands(self) -> Errands:
        return Errands(self.memory, self.mind, self.method, self.policy, self._recollection, self._watching, self._talk)
