"""What an agent is opened with, and what it is given to do, once it is seen to be that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from penchant.domain import Request, Turn
from penchant.domain.episode import LONGEST_TEXT
from penchant.errors import BadInput, TurnRefused
from penchant.lm import LanguageModel
from penchant.loop.ask import AskPolicy
from penchant.loop.events import is_rating
from penchant.loop.methods import Method
from penchant.memory import Clock, Habits
from penchant.memory.consent import CONSENT
from penchant.mind import writing
from penchant.mind.behaviour import SEEN, Assortment
from penchant.mind.protocol import Mind
from penchant.plugins import needs_model

_PARTS: dict[str, tuple[tuple[type, ...], str]] = {
    "method": ((str, Method), '"both"'),
    "policy": ((AskPolicy,), "AskPolicy(cost=0.3)"),
    "habits": ((Habits,), "Habits(notes=10)"),
    "assortment": ((Assortment,), 'Assortment([("beans", {"roast": "dark"})])'),
    "lm_options": ((Mapping,), '{"choose": True}'),
}


def check_parts(**given: object) -> None:
    """BadInput for a part of an agent that is something else."""
    for name, part in given.items():
        kinds, example = _PARTS[name]
        if part is not None and not isinstance(part, kinds):
            raise BadInput(f"An agent is opened with {name}={example}, or the like, not with {name}={part!r:.60}.")


def check_clock(clock: Clock) -> None:
    """BadInput for what does not tell the time with its zone."""
    moment = clock() if callable(clock) else None
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise BadInput(
            "A clock is a function that gives the time with its zone, as in clock=lambda: datetime.now(UTC)."
        )


def check_model(mind: str, lm: LanguageModel | None) -> None:
    """BadInput for a model that could not be asked, or that nobody would ask."""
    if lm is None:
        return
    if isinstance(lm, type) or not hasattr(lm, "complete"):
        raise BadInput(f'A language model is given as in lm=OpenAIModel("NAME"), not as {lm!r:.60}.')
    if not needs_model("minds", mind):
        raise BadInput(f'The mind {mind!r} asks no language model; with one, open the agent with mind="lm".')


def made_already(mind: Mind, lm: LanguageModel | None, options: Mapping[str, Any] | None) -> Mind:
    """The mind, if it is one; a model would have to be given to whoever made it."""
    if isinstance(mind, type) or not all(hasattr(mind, name) for name in ("survey", "weigh", "understand")):
        raise BadInput(f'A mind is named by a text, as in mind="lm", lm=…, or is one itself; this is not: {mind!r:.80}')
    if lm is not None or options is not None:
        raise BadInput('A mind that is made already has its model; leave out lm and lm_options, or name it: mind="lm".')
    return mind


def check_request(request: object, episode: object) -> None:
    """BadInput for what cannot be considered."""
    if not isinstance(request, Request):
        raise BadInput(f'Consider a request, as in Request("ana", "a drink", ["tea"]), not {request!r:.80}.')
    if episode is not None and (not isinstance(episode, str) or not episode.strip()):
        raise BadInput(f"An episode goes by a text, not by {episode!r:.80}.")
    if episode == CONSENT:
        raise BadInput(f"The episode {CONSENT!r} is of what people allow; call this one something else.")
    if isinstance(episode, str) and episode.startswith(SEEN):
        raise BadInput(f"Episodes that begin with {SEEN!r} are of what was watched; call this one something else.")


def check_hearing(turn: object, words: object) -> None:
    """BadInput for a turn that nothing can be said to, and for what is no words."""
    if not isinstance(turn, Turn):
        raise BadInput(f"Hear words for a turn that `consider` gave, not for {turn!r:.80}.")
    if not isinstance(words, str):
        raise BadInput(f"What a person says is a text, not {words!r:.80}; silence is an empty one.")
    if len(words) > LONGEST_TEXT:
        raise BadInput(
            f"Words of {len(words):,} characters are longer than {LONGEST_TEXT:,}, which is what an agent reads. "
            "Shorten them; nothing was learned from them."
        )
    if turn.reaction is not None and turn.question is None:
        raise TurnRefused("This errand is over: its reaction was heard. Consider a new request.")
    if turn.question is None and turn.choice is None and turn.briefing is None:
        raise BadInput("This turn has neither a question nor a choice that words could be about.")


def check_opinion(person: object, opinion: str | Sequence[str], about: object, rating: object) -> Sequence[str]:
    """The sentences of an opinion; BadInput for what cannot be put in somebody's words."""
    if not isinstance(person, str) or not person.strip():
        raise BadInput("A text needs to say in whose words; give the person a name.")
    if not isinstance(about, str) or not about.strip():
        raise BadInput(f"What an opinion is about goes by a name, not by {about!r:.60}.")
    if rating is not None and not is_rating(rating):
        raise BadInput(f"A rating lies between 1 and 5, and is not {rating!r:.40}.")
    lines = writing.sentences(opinion) if isinstance(opinion, str) else opinion
    if not isinstance(lines, Sequence) or not all(isinstance(line, str) for line in lines):
        raise BadInput(f"An opinion is a text, or a list of sentences, not {opinion!r:.60}.")
    return lines
