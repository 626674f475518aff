"""What we believe about a person, and the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NewType

from penchant.domain.checks import check_one_of, check_share, check_texts, checked_texts

TOLD = "message "
"""How the episode begins of what was said in free talk: a message is an episode of its own."""

PersonId = NewType("PersonId", str)
EpisodeId = NewType("EpisodeId", str)
PreferenceId = NewType("PreferenceId", int)
"""Counts up from 1 for each person, so an id says nothing about anybody else."""

Stance = Literal["wants", "accepts", "avoids", "is"]
"""How somebody stands to a value; of facts and relations, which are no matter of liking, that it "is" so."""

Source = Literal["answer", "praise", "correction", "rejection", "statement", "edit", "behaviour"]
"""The kinds of moment in which we hear something."""

BeliefKind = Literal["taste", "constraint", "instruction", "fact", "relation"]
"""A taste may change and is weighed; a constraint (an allergy, a diet, a "never") is kept to, whatever is likely.

An instruction is to the agent ("answer in Spanish"); a fact is so whatever is liked ("lives in Lyon"), and a relation
says who somebody is to the person ("Rosa is my sister").
"""

Origin = Literal["stated", "chosen", "implied", "behaviour"]
"""How it showed: said outright, picked from what was on offer, following from words, or seen in what was done."""

Use = Literal["free", "private", "never"]
"""Whether it may be used: freely, for choices but in no prompt and no explanation, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """One thing a person wants, accepts or avoids, as far as we know, and where we heard it.

    A belief is never overwritten: it is closed (``until``) and another may replace it (``replaces``).
    """

    id: PreferenceId
    person: PersonId
    situation: str  # the person's own words for when it holds; "" holds always
    topic: str  # what it is about: "something to drink", "where the crackers go"
    stance: Stance
    value: str  # "herbal tea", "top shelf"
    rather_than: tuple[str, ...] = ()  # what was on offer and passed over
    confidence: float  # 0 to 1
    words: str  # what the person said
    episode: EpisodeId  # a belief without a source is a rumour
    since: datetime
    confirmed: datetime  # the last time something spoke for it
    until: datetime | None = None  # None while we believe it
    replaces: PreferenceId | None = None
    kind: BeliefKind = "taste"
    whom: str = ""  # "" the person; else somebody they speak of, by name or by what they are to the person
    origin: Origin = "stated"
    use: Use = "free"
    exception: str = ""  # the person's own words for when, or for what, it does not hold

    @property
    def is_open(self) -> bool:
        """Whether we still believe it."""
        return self.until is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A preference that has not been written yet: no id, no dates, no owner but the caller's."""

    situation: str
    topic: str
    stance: Stance
    value: str
    rather_than: tuple[str, ...] = ()
    confidence: float
    words: str
    episode: EpisodeId
    kind: BeliefKind = "taste"
    whom: str = ""
    origin: Origin = "stated"
    use: Use = "free"
    exception: str = ""

    def __post_init__(self) -> None:
        what = "A preference"
        check_texts(what, situation=self.situation, topic=self.topic, value=self.value, words=self.words)
        check_texts(what, episode=self.episode, whom=self.whom, exception=self.exception)
        object.__setattr__(self, "rather_than", checked_texts(what, "rather_than", self.rather_than))
        check_share(what, "confidence", self.confidence)
        for name, known in (("stance", Stance), ("kind", BeliefKind), ("origin", Origin), ("use", Use)):
            check_one_of(what, name, getattr(self, name), known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One moment that spoke for or against a belief."""

    preference: PreferenceId
    episode: EpisodeId
    source: Source
    supports: bool
    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Match:
    """A preference and how alike it is to what was looked for (cosine, -1 to 1)."""

    score: float
    preference: Preference


def is_told(belief: Preference | Draft) -> bool:
    """Whether a belief comes from free talk, and not from an errand with something to choose from."""
    return belief.episode.startswith(TOLD)


def read_from(episode: str) -> EpisodeId:
    """The episode of what is read from words that were said on a task.

    >>> read_from("e1"), said_on(read_from("e1"))
    ('message e1', 'e1')
    """
    return EpisodeId(f"{TOLD}{episode}")


def said_on(episode: str) -> EpisodeId:
    """The task on whose words a preference of that episode stands, if it stands on any."""
    return EpisodeId(episode.removeprefix(TOLD))


def episode_by_hand(belief: Preference, episode: str) -> EpisodeId:
    """The episode of what takes a belief's place by hand: what was told in free talk is used as told afterwards too."""
    return EpisodeId(f"{TOLD}{episode}" if is_told(belief) and not episode.startswith(TOLD) else episode)


def is_of_episode(belief: Preference, episode: str) -> bool:
    """Whether a belief was written by hand in this episode, whichever way it was heard before."""
    return belief.episode in (episode, f"{TOLD}{episode}")
