"""One errand, from the request to the reaction: what is asked, said and done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Literal

from penchant.domain.json_form import dumped, loaded
from penchant.domain.preference import EpisodeId, PersonId, Preference, PreferenceId
from penchant.domain.talk import NO_LESSON, Briefing, Lesson, Statement
from penchant.errors import BadInput

Verdict = Literal["right", "wrong", "unclear"]


LONGEST_TEXT = 100_000
"""So many characters of a request, or of what is said to it, are read; a longer one is refused."""
_LONGEST_NAME = 10_000
_MOST = 1e300  # of popularity; beyond that, numbers overflow


def readable(text: str) -> str:
    """The text with what is no character (half of a surrogate pair) replaced, so that it can be kept and sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _names(kind: str, names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, str):
        raise BadInput(f"The {kind} are one text, {names!r:.80}; give a list of names.")
    if not isinstance(names, Iterable):
        raise BadInput(f"The {kind} are a list of names, not {names!r:.80}.")
    if any(not isinstance(name, str) for name in names):
        raise BadInput(f"One of the {kind} is no text; give every one a name in words.")
    clean = tuple(readable(name).strip() for name in names)
    if long := next((name for name in clean if len(name) > _LONGEST_NAME), None):
        raise BadInput(f"One of the {kind} has {len(long):,} characters; a name has {_LONGEST_NAME:,} at most.")
    if any(not name for name in clean):
        raise BadInput(f"One of the {kind} is empty; give every one a name.")
    return tuple(dict.fromkeys(clean))


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks for, and what there is to choose from.

    ``options`` are the things (and places) in sight; ``places`` may name the places apart, where the caller knows
    them. A name that is listed twice counts once. Where options are described, ``features`` says what each is like, in
    the order of the options, each feature once; ``may_decline`` means that taking none of them is an answer like any
    other.

    >>> Request("ana", "something to drink, I'm drowsy", ["black coffee", "herbal tea"]).options
    ('black coffee', 'herbal tea')
    >>> Request("ana", "a lamp", ["option A", "option B"], features=[["brass", "dimmable"], ["oak"]]).features
    (('brass', 'dimmable'), ('oak',))

    Of a catalogue, ``described`` says what each option is like respect by respect, as a product's page does; then the
    agent ranks them all. ``popularity`` may say how often each was taken by anybody.

    >>> Request("ana", "beans", ["Dawn", "Dusk"], described=[{"roast": "light"}, {"roast": "dark"}]).described
    ((('roast', 'light'),), (('roast', 'dark'),))
    """

    person: PersonId | str
    text: str
    options: Sequence[str] = ()
    places: Sequence[str] = ()
    features: Sequence[Sequence[str]] = ()
    may_decline: bool = False
    described: Sequence[Mapping[str, str] | Sequence[tuple[str, str]]] = ()
    popularity: Sequence[float] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.person, str) or not self.person.strip():
            raise BadInput("A request needs to say whose it is; give the person a name.")
        if not isinstance(self.text, str):
            raise BadInput(f"A request is a text, not {self.text!r:.80}; what there is to choose from are its options.")
        if not isinstance(self.may_decline, bool):
            raise BadInput(f"Taking none of them is allowed or not (True or False), not {self.may_decline!r:.80}.")
        if len(self.text) > LONGEST_TEXT:
            raise BadInput(
                f"A request of {len(self.text):,} characters is longer than {LONGEST_TEXT:,}, which is what an agent "
                "reads. Shorten it; nothing was learned from it."
            )
        object.__setattr__(self, "text", readable(self.text))
        options = _names("options", self.options)
        of_each = (("features", self.features), ("descriptions", self.described), ("popularity", self.popularity))
        for kind, given in of_each:
            if isinstance(given, str) or not isinstance(given, Iterable):
                raise BadInput(f"The {kind} of the options are a list with one for each, not {given!r:.80}.")
        described = tuple(_names("features of an option", each) for each in self.features)
        for option, features in zip(self.options, self.features, strict=False):
            counts = Counter(feature.strip() for feature in features)
            if twice := next((feature for feature, count in counts.items() if count > 1), ""):
                raise BadInput(f"Option {option!r} lists {twice!r} twice; once is enough.")
        if described and (len(described) != len(self.options) or len(set(self.options)) < len(self.options)):
            raise BadInput("Features are given for each option in turn; name every option once and describe them all.")
        if described and not all(described):
            raise BadInput("One of the options has no features; describe them all, or none.")
        object.__setattr__(self, "features", described)
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "places", _names("places", self.places))
        object.__setattr__(self, "described", tuple(_respects(each) for each in self.described))
        object.__setattr__(self, "popularity", tuple(self.popularity))
        if self.described and (len(self.described) != len(self.options) or self.features):
            raise BadInput("Describe every option once: by its features, or respect by respect, and not by both.")
        if self.popularity and (len(self.popularity) != len(self.described) or not all(map(_counts, self.popularity))):
            raise BadInput("Popularity is a number from 0 for each option that is described, in their order.")


def _respects(described: Mapping[str, str] | Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """What an option is like, as pairs of a respect and a value; what is empty says nothing."""
    pairs = described.items() if isinstance(described, Mapping) else described
    try:
        return _pairs(tuple((respect, value) for respect, value in pairs))
    except (TypeError, ValueError) as error:
        raise BadInput(
            f'An option is described as in {{"brand": "Acme", "color": "red"}}, not by {described!r:.80}.'
        ) from error


@lru_cache(maxsize=16_384)
def _pairs(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    if any(not isinstance(text, str) for pair in pairs for text in pair):
        raise TypeError("a respect or a value that is no text")
    clean = {readable(respect).strip(): readable(value).strip() for respect, value in pairs}
    return tuple((respect, value) for respect, value in clean.items() if respect and value)


def _counts(popularity: float) -> bool:
    return isinstance(popularity, int | float) and not isinstance(popularity, bool) and 0 <= popularity <= _MOST


@dataclass(frozen=True, slots=True)
class Question:
    """What the agent asks before it acts; the alternatives are listed as the person would see them.

    One that asks back is about what was just said: an answer that was not understood or is in doubt, or a reaction.
    """

    text: str
    alternatives: tuple[str, ...] = ()
    settles: float = 1.0  # how likely acting is right once it is answered, if the answer is true (0 to 1)
    news: int = 0  # how many things it would make known that may come up again on other occasions
    back: Literal["", "answer", "reaction"] = ""  # what it asks back about, if anything
    why: str = field(default="", compare=False)  # what it was expected to gain and to cost


@dataclass(frozen=True, slots=True)
class Action:
    """What the agent does: brings a thing, puts a thing in a place, or declines (neither)."""

    thing: str | None = None
    place: str | None = None

    @property
    def declined(self) -> bool:
        """Whether nothing was done because nothing fits."""
        return self.thing is None and self.place is None

    def __str__(self) -> str:
        if self.declined:
            return "none of these"
        if self.place is None:
            return str(self.thing)
        return f"{self.thing or 'it'} → {self.place}"


@dataclass(frozen=True, slots=True)
class Utterance:
    """What a person said, and what it was said about: all that a mind needs to understand it."""

    words: str
    options: Sequence[str] = ()  # the names on offer
    acted: Sequence[str] = ()  # those of them that were just chosen, if any
    question: Question | None = None  # what they were asked, if anything
    request: Request | None = None  # what was asked for, where the caller knows
    said_before: str = ""  # what was said to them just before, where that is no question or something was done since
    known: tuple[str, ...] = ()  # what is known of the person, in sentences

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", tuple(self.options))
        object.__setattr__(self, "acted", tuple(self.acted))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sentence says about the options at hand, in the options' own names.

    ``unlisted`` holds things the person named that are not on offer, in the person's words. ``once`` means that the
    wish is for this one time: it is followed, and nothing lasting is learned from it. ``also`` holds what was said of
    other occasions. ``constraints`` are those of the wants and avoids that are no matter of taste. ``lasting`` is what
    they say in general, the reason behind a pick among it; None where whoever read them did not look for that.

    ``sure`` is how likely all of it is right (0 to 1), and ``odds`` the same for single options. Both are about the
    reading and no part of what it says: two readings that say the same are equal, however sure they are.

    >>> Reading(wants=("tea",), sure=0.6) == Reading(wants=("tea",)), bool(Reading(sure=0.6))
    (True, False)
    """

    wants: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    changed: bool = False
    verdict: Verdict = "unclear"
    unlisted: tuple[str, ...] = ()
    once: bool = False
    also: tuple[Statement, ...] = ()
    constraints: tuple[str, ...] = ()
    lasting: tuple[Statement, ...] | None = field(default=None, compare=False)
    sure: float = field(default=1.0, compare=False)
    odds: tuple[tuple[str, float], ...] = field(default=(), compare=False)

    def __bool__(self) -> bool:
        return self != Reading()

    def sure_of(self, name: str) -> float:
        """How likely it is right in what it says of one option, or of something else, as the whole of it is.

        >>> heard = Reading(wants=("tea",), avoids=("coffee",), sure=0.6, odds=(("tea", 0.97), ("coffee", 0.62)))
        >>> heard.sure_of("tea"), heard.sure_of("cake")
        (0.97, 0.6)
        """
        return next((likely for option, likely in self.odds if option == name), self.sure)


@dataclass(frozen=True, slots=True)
class Reason:
    """One preference behind an action, and how much it speaks for it (0 to 1)."""

    preference: Preference
    weight: float
    note: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, how sure the agent is that it is right (0 to 1), and why."""

    action: Action
    confidence: float
    reasons: tuple[Reason, ...] = ()
    because: str = ""
    ranked: tuple[tuple[str, float], ...] = ()  # of a catalogue every option with its likelihood, the likeliest first
    unasked: str = field(default="", compare=False)  # why nothing was asked before it, where something might have been


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and what the person said to it."""

    question: Question
    answer: str


@dataclass(frozen=True, slots=True)
class Scene:
    """What a request is about: the things and the places on offer, and whether something is to be put somewhere."""

    things: tuple[str, ...]
    places: tuple[str, ...]
    placing: bool
    situation: str
    topic: str
    features: tuple[tuple[str, ...], ...] = ()  # of each thing, where they are described
    may_decline: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        """Every feature once, in the order they are read."""
        return _each_once(self.features) if self.features else ()


@lru_cache(maxsize=1024)
def _each_once(features: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for each in features for value in each))


@dataclass(frozen=True, slots=True)
class Basis:
    """Which beliefs a turn rests on: those that came to mind, at which time, and at which revision of the memory."""

    beliefs: tuple[PreferenceId, ...]
    revision: int
    at: datetime
    epoch: int = 0  # another one once the person was forgotten


TURN_FORM = 5
"""The version of the form a turn has as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Turn:
    """Where an errand stands: the agent has either a question or a choice to show.

    Hand it back to :meth:`Agent.hear` with what the person said; to an agent in another process as JSON. A turn whose
    reaction was heard is over, unless it has a question: then the agent asks back, and what is said to that is the end.

    >>> turn = Turn(episode=EpisodeId("e1"), request=Request("ana", "a drink", ["tea"]), question=Question("The tea?"))
    >>> Turn.from_json(turn.to_json()) == turn
    True
    >>> turn
    <Turn e1 of ana: 'a drink', asks 'The tea?'>
    """

    episode: EpisodeId
    request: Request
    question: Question | None = None
    choice: Choice | None = None
    briefing: Briefing | None = None  # where there was nothing to choose from
    heard: tuple[Exchange, ...] = ()
    reaction: str | None = None
    corrected: bool = False  # the reaction said that it was wrong, and something was learned from it
    once: bool = False  # an answer was for this one time: to be thanked for it says nothing lasting
    lesson: Lesson = NO_LESSON
    scene: Scene | None = None  # what the request was taken to be about; None where that is still to be worked out
    basis: Basis | None = None  # None where nothing is remembered
    may_ask: bool = True
    doubted: Reading | None = None  # what the reaction was taken to say, while it is asked back about
    seal: str = field(default="", compare=False)  # by which a server knows again what it gave out

    @property
    def asked_back(self) -> bool:
        """Whether the agent asked back on this errand, which it does once."""
        return any(exchange.question.back for exchange in self.heard)

    def to_json(self) -> str:
        """The whole turn in one line."""
        return dumped(self, "turn", TURN_FORM)

    @staticmethod
    def from_json(text: str) -> Turn:
        """The turn that :meth:`to_json` was asked of; BadInput where the text is no such line, or only a part of it."""
        return loaded(Turn, text, "turn", TURN_FORM)

    def __repr__(self) -> str:
        if self.question is not None:
            stands = f"asks {self.question.text!r:.60}"
        elif self.briefing is not None:
            stands = f"goes by {len(self.briefing.profile.lines)} beliefs"
        else:
            stands = f"does {str(self.choice.action if self.choice else Action())!r:.60}"
        over = "" if self.reaction is None or self.question is not None else ", and is over"
        return f"<Turn {self.episode:.12} of {self.request.person:.40}: {self.request.text!r:.60}, {stands}{over}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """A finished errand, as it is kept in the record of a run."""

    id: EpisodeId
    request: Request
    heard: tuple[Exchange, ...] = ()
    choice: Choice | None = None
    reaction: str | None = None
    corrected: bool = False
    lesson: Lesson = NO_LESSON
    broke: str | None = None  # one line on what went wrong; then there is nothing to score

    @property
    def asked_first(self) -> bool:
        """Whether the person was asked something before the choice, and not only about their reaction to it."""
        return any(exchange.question.back != "reaction" for exchange in self.heard)
